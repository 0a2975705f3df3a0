"""Bot programs that crash, hang, flood or answer nonsense are stopped within their limits, with an error."""

from __future__ import annotations

import os
import re
import select
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import palatine
from bots.programs import PLAYS, outside
from palatine.bots import BotError
from palatine.bots.child import Limits
from palatine.core.errors import Phrase
from palatine.core.words import LANGUAGES

pytestmark = pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")

SLACK = 5.0
"""Seconds that a busy machine may add to the limits."""
SHORT = 0.2


@dataclass(frozen=True)
class Bad:
    """A misbehaving program, the error it gives, and the limits it runs under."""

    body: str
    sentence: str
    limits: dict[str, float] = field(default_factory=dict)


GRACE = {"grace": SHORT}
BAD = {
    "crashes immediately": Bad("sys.exit(3)", "ended by itself with exit code 3"),
    "raises immediately": Bad(
        "raise RuntimeError('no bot today')", r"exit code 1\. It wrote: .*RuntimeError: no bot today"
    ),
    "crashes after hello": Bad("greet(); sys.exit(4)", "exit code 4"),
    "crashes in a new game": Bad("greet(); read(); sys.exit(5)", "exit code 5"),
    "crashes when ready": Bad("begin(); sys.exit(6)", "exit code 6"),
    "crashes when asked": Bad("begin(); asked(); os.abort()", "ended by signal 6"),
    "ends without a word": Bad("begin(); asked(); sys.exit(0)", "exit code 0"),
    "hangs immediately": Bad("hang()", "did not send hello within 0.2 s", {"hello": SHORT}),
    "hangs after hello": Bad("greet(); hang()", "did not send ready for a new game within 0.2 s", {"ready": SHORT}),
    "hangs in a new game": Bad("greet(); read(); hang()", "did not send ready", {"ready": SHORT}),
    "hangs when asked": Bad(
        "begin(); asked(); hang()",
        "did not decide within 0.1 s, nor within 0.2 s of the message stop",
        GRACE,
    ),
    "thinks aloud and hangs": Bad(
        "begin()\np = asked()\nsay('thoughts', question=p['question'], thoughts={})\nhang()", "did not decide", GRACE
    ),
    "does not read": Bad(
        "if hasattr(fcntl, 'F_SETPIPE_SZ'):\n    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)\nbegin()\nhang()",
        "did not decide",
        GRACE,
    ),
    "closes its input": Bad("begin(); os.close(0); hang()", "did not decide", GRACE),
    "closes its output": Bad("begin(); asked(); os.close(1); hang()", "closed its standard output"),
    "closes all": Bad("os.close(0); os.close(1); os.close(2); hang()", "closed its standard output"),
    "writes garbage": Bad("print('hallo\\x1b[31m \\x07you', flush=True); hang()", "a line that is not JSON: hallo you"),
    "writes bytes": Bad(r"os.write(1, b'\xff\xfe\x00\n'); hang()", "not JSON"),
    "writes a number": Bad("print(7, flush=True); hang()", "a message of type null; the known types are hello, ready"),
    "writes not a number": Bad("print('{\"type\": NaN}', flush=True); hang()", "not JSON"),
    "nests deeply": Bad("print('[' * 200000, flush=True); hang()", "not JSON"),
    "writes enormous numbers": Bad("print('9' * 100000, flush=True); hang()", "not JSON"),
    "sends an unknown message": Bad("say('bestmove'); hang()", 'a message of type "bestmove"'),
    "reports an error": Bad("say('error', message='out of\\n ideas'); hang()", 'it reported an error: "out of'),
    "writes half a line and ends": Bad("print('{\"type\":', end='', flush=True)", "exit code 0"),
    "writes half a line and hangs": Bad(
        "print('{\"type\":', end='', flush=True); hang()", "did not send hello", {"hello": SHORT}
    ),
    "writes a huge line": Bad(
        "print('x' * 30000, flush=True); hang()", "a line of more than 10,000 bytes", {"line_bytes": 10000}
    ),
    "writes a line without end": Bad(
        "while True: os.write(1, b'x' * 4096)", "a line of more than 100,000 bytes", {"line_bytes": 100_000}
    ),
    "thinks aloud without end": Bad(
        "begin()\np = asked()\nwhile True: say('thoughts', question=p['question'])",
        "more than 500 messages without an answer",
        {"messages": 500},
    ),
    "thinks aloud for ever": Bad(
        "begin()\np = asked()\nwhile True: say('thoughts', question=p['question'])",
        "did not decide",
        {"messages": 10**9, "bytes": 10**12, "grace": SHORT},
    ),
    "writes empty lines without end": Bad(
        "while True: os.write(1, b'\\n' * 4096)", "more than 5,000 messages", {"messages": 5000}
    ),
    "writes without end": Bad(
        "begin()\nwhile True: say('thoughts', text='x' * 5000)",
        "more than 200,000 bytes without an answer",
        {"bytes": 200_000},
    ),
    "complains without end": Bad(
        "while True: os.write(2, b'woe is me\\n' * 1000)",
        r"more than 300,000 bytes to standard error without an answer\. It wrote: ….*woe is me",
        {"error_bytes": 300_000},
    ),
    "ignores the signal to end": Bad(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); hang()",
        "did not send hello",
        {"hello": SHORT, "terminate": SHORT},
    ),
    "floods and ignores the signal": Bad(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: os.write(1, b'{}\\n' * 1000); os.write(2, b'x' * 9999)",
        "a message of type null",
        {"terminate": SHORT},
    ),
    "says hello in another version": Bad(
        "read(); say('hello', protocol=2, name='New'); hang()", "speaks version 2 of the protocol, not 1"
    ),
    "has no name": Bad("read(); say('hello', protocol=1); hang()", "its hello has no name"),
    "is ready too early": Bad("read(); say('ready'); hang()", "it sent ready instead of hello"),
    "decides too early": Bad(
        "greet(); read(); say('bestdecision', question=1, decision=0); hang()",
        "sent bestdecision instead of ready",
    ),
    "answers another question": Bad(
        "begin()\np = asked()\np['question'] += 1\ndecide(p)\nhang()",
        "answered question 2 instead of question 1",
    ),
    "answers no question": Bad(
        "begin()\np = asked()\nsay('bestdecision', decision=p['legal'][0]['decision'])\nhang()",
        "answered question null",
    ),
}
BAD |= {
    f"decides {decision}": Bad(
        f"begin(); asked(); say('bestdecision', question=1, decision={decision}); hang()",
        f"its decision {re.escape(shown)} is not legal",
    )
    for decision, shown in {
        "999999": "999999",
        "-1": "-1",
        "True": "true",
        "None": "null",
        "1.5": "1.5",
        "[]": "[…]",
        "{}": "{…}",
        "'claim 99'": '"claim 99"',
        "'x' * 1000": f'"{"x" * 119}…',
    }.items()
}


@pytest.fixture(autouse=True)
def nothing_leaks() -> Iterator[None]:
    """Assert that a test leaves no open files or threads."""
    before = open_files(), threading.active_count()
    yield
    assert (open_files(), threading.active_count()) == before


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_misbehaving_program_is_stopped_and_reported(bad: Bad, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    remember = f"open({str(note)!r}, 'w').write(str(os.getpid()))\n"
    limits = Limits(**bad.limits)  # type: ignore[arg-type]
    bot = outside(tmp_path, remember + bad.body, limits=limits)
    table = palatine.new("year_of_the_dragon", players=5, seed=1)
    began = time.monotonic()
    with pytest.raises(BotError, match=bad.sentence) as caught:
        bot.decide(table.question())
    allowed = {"hello": limits.hello, "ready": limits.ready, "decision": 0.1 + limits.grace}
    what = caught.value.fields["what"]
    assert isinstance(what, Phrase)
    waited = allowed.get(what.key.removeprefix("bots.fault.late_"), 0.0)
    assert time.monotonic() - began < waited + limits.terminate + SLACK
    assert is_gone(int(note.read_text()))
    for language in LANGUAGES:
        message = caught.value.text(language)
        assert message.startswith(("The bot cmd:test was stopped: ", "Il bot cmd:test è stato fermato: "))
        assert message.isprintable()
        assert len(message) < 700
    with pytest.raises(BotError, match="was stopped in this game"):
        bot.decide(table.question())


@pytest.mark.parametrize("end", ["sys.exit(1)", "hang()"])
@pytest.mark.parametrize("closed", ["pass", "os.close(0); os.close(1); os.close(2)"])
def test_child_processes_of_a_program_end_with_it(end: str, closed: str, tmp_path: Path) -> None:
    """A child that ignores SIGTERM holds a pipe open until it is killed."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    body = f"""
held = os.open({str(pipe)!r}, os.O_WRONLY)
if os.fork() == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    {closed}
    os.write(held, b"alive")
    hang()
read()
{end}
"""
    bot = outside(tmp_path, body, limits=Limits(hello=0.5, terminate=SHORT))
    with pytest.raises(BotError):
        bot.decide(palatine.new("kingdomino", seed=1).question())
    try:
        poll = select.poll()
        poll.register(reader, select.POLLHUP)
        output = os.read(reader, 100)
        assert output in (b"", b"alive")
        assert poll.poll(SLACK * 1000), "the child is still running"
    finally:
        os.close(reader)


def test_an_answer_to_an_earlier_question_is_refused(tmp_path: Path) -> None:
    """The program answers the first question twice."""
    bot = outside(tmp_path, "begin()\np = asked()\ndecide(p)\ndecide(p)\nasked()\nhang()")
    table = palatine.new("kingdomino", players=2, seed=1)
    table.play(bot.decide(table.question()).decision)
    with pytest.raises(BotError, match="answered question 1 instead of question 2"):
        bot.decide(table.question())


def test_a_new_game_restarts_a_program_that_crashed(tmp_path: Path) -> None:
    """The program crashes only the first time it runs."""
    note = tmp_path / "been here"
    once = f"if not os.path.exists({str(note)!r}):\n    open({str(note)!r}, 'w')\n    sys.exit(9)\n"
    bot = outside(tmp_path, once + PLAYS)
    table = palatine.new("kingdomino", players=2, seed=1)
    with pytest.raises(BotError, match="exit code 9"):
        bot.decide(table.question())
    bot.begin(3)
    assert bot.decide(table.question()).decision in table.legal()
    bot.close()


def test_a_program_that_does_not_quit_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = f"""
open({str(note)!r}, 'w').write(str(os.getpid()))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
begin()
decide(asked())
hang()
"""
    bot = outside(tmp_path, body, limits=Limits(quit=SHORT, terminate=SHORT))
    bot.decide(palatine.new("kingdomino", seed=1).question())
    began = time.monotonic()
    bot.close()
    assert time.monotonic() - began < 2 * SHORT + SLACK
    assert is_gone(int(note.read_text()))


def test_a_garbage_collected_bot_ends_its_program(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    bot = outside(tmp_path, f"open({str(note)!r}, 'w').write(str(os.getpid()))\n" + PLAYS)
    bot.decide(palatine.new("kingdomino", seed=1).question())
    del bot
    assert is_gone(int(note.read_text()))


def test_a_program_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    (tmp_path / "program").write_text("\x7fELF, not really")
    (tmp_path / "program").chmod(0o755)
    bot = outside(tmp_path, "")
    bot._command = [str(tmp_path / "program")]
    with pytest.raises(BotError, match="cannot be started: Exec format error"):
        bot.decide(palatine.new("kingdomino", seed=1).question())
    bot.begin(1)
    bot._command = [str(tmp_path / "nowhere")]
    with pytest.raises(BotError, match="cannot be started: No such file"):
        bot.decide(palatine.new("kingdomino", seed=1).question())


def test_an_interrupted_question_leaves_no_late_answer(tmp_path: Path) -> None:
    """Ctrl-C while the program thinks stops it; the next question starts a new one."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    note = tmp_path / "pid"
    body = f"""
first = not os.path.exists({str(note)!r})
open({str(note)!r}, 'a').write(f"{{os.getpid()}}\\n")
begin()
p = asked()
if first:
    os.kill(os.getppid(), signal.SIGUSR1)
    hang()
decide(p)
read()
"""
    bot = outside(tmp_path, body)
    table = palatine.new("kingdomino", players=2, seed=1)
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            bot.decide(table.question())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert is_gone(int(note.read_text()))
    assert bot.decide(table.question()).decision == table.legal()[0]
    bot.close()
