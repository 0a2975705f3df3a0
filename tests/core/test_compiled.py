"""The cache of `EntryPoints`, on a small package of its own, in processes of their own."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.scratch_package import (
    BEYOND,
    ENTRY_POINTS,
    OLD,
    RESULT,
    RULE_PY,
    TABLE,
    TIME_LIMIT,
    Scratch,
    answer,
    make_read_only,
    make_writable,
    reported,
    without_privileges,
)
from palatine.core.compiled import KEPT_DIRECTORIES, READY, kernel, prune, source_hash


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scratch")
    assert Scratch(folder).run().misses == ENTRY_POINTS
    return folder


@pytest.fixture
def compiled(compiled_once: Path, tmp_path: Path) -> Scratch:
    """A package whose entry points another process has compiled, to be changed at will."""
    return Scratch(shutil.copytree(compiled_once, tmp_path, dirs_exist_ok=True))


def test_a_second_process_loads_and_does_not_compile(scratch: Scratch) -> None:
    first = scratch.run()
    assert (first.ready, first.result, first.hits, first.misses) == (False, RESULT, 0, ENTRY_POINTS)
    files = {path: path.stat().st_mtime_ns for path in scratch.data_files()}
    assert len(files) == ENTRY_POINTS

    second = scratch.run()
    assert (second.ready, second.result, second.hits, second.misses) == (True, RESULT, ENTRY_POINTS, 0)
    assert {path: path.stat().st_mtime_ns for path in scratch.data_files()} == files

    steps = [[done, ENTRY_POINTS] for done in range(ENTRY_POINTS + 1)]
    assert first.steps == second.steps == steps
    assert first.warnings == second.warnings == []


def test_a_changed_table_gives_the_new_result(compiled: Scratch) -> None:
    compiled.write("weights.csv", "11\n20\n30\n")
    changed = compiled.run()
    assert (changed.ready, changed.result) == (False, RESULT + 1)

    compiled.write("weights.csv", TABLE)
    restored = compiled.run()
    assert (restored.ready, restored.result, restored.misses) == (True, RESULT, 0)


def test_a_changed_rule_in_an_imported_module_gives_the_new_result(compiled: Scratch) -> None:
    compiled.write("rule.py", RULE_PY.replace("value * weight", "value - weight"))
    changed = compiled.run()
    assert (changed.ready, changed.result) == (False, 6 - 60)


def test_changed_words_and_bots_of_a_game_leave_its_rules_as_they_are(tmp_path: Path) -> None:
    names = ["layout.py", "table.csv", "screen.py", "words/en/game.toml", "bots/greedy.py", "command/__init__.py"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    rules, bots = [tmp_path], [tmp_path, tmp_path / "bots"]
    before = source_hash(rules), source_hash(bots)
    changed = {}
    for name in names:
        (tmp_path / name).write_text("2")
        changed[name] = (source_hash(rules) != before[0], source_hash(bots) != before[1])
        before = source_hash(rules), source_hash(bots)
    of_rules, of_bots, of_neither = (True, True), (False, True), (False, False)
    assert list(changed.values()) == [of_rules, of_rules, of_neither, of_neither, of_bots, of_neither]


def test_a_changed_flag_gives_code_made_with_it(compiled: Scratch) -> None:
    checked = compiled.run(NUMBA_BOUNDSCHECK="1")
    assert (checked.ready, checked.beyond, checked.result) == (False, "IndexError", RESULT)
    unchecked = compiled.run()
    assert (unchecked.ready, unchecked.beyond, unchecked.misses) == (True, BEYOND, 0)


def test_eight_processes_cold_at_once_compile_once(scratch: Scratch) -> None:
    processes = [scratch.start("wait") for _ in range(8)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "prepared\n", process.communicate()[1]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    reports = [reported(process) for process in processes]

    assert [report.ready for report in reports] == [False] * 8
    assert [report.result for report in reports] == [RESULT] * 8
    assert sorted(report.misses for report in reports) == [0] * 7 + [ENTRY_POINTS]
    assert [report.hits + report.misses for report in reports] == [ENTRY_POINTS] * 8
    assert [report.warnings for report in reports] == [[]] * 8
    assert (scratch.directory() / READY).is_file()
    assert len(scratch.data_files()) == ENTRY_POINTS


def test_what_a_process_that_died_has_not_compiled_is_compiled_by_the_next(scratch: Scratch) -> None:
    with scratch.start("die") as process:
        process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 3
    assert not (scratch.directory() / READY).exists()
    assert len(scratch.data_files()) == 1

    following = scratch.run()
    assert (following.ready, following.result) == (False, RESULT)
    assert (following.hits, following.misses) == (1, ENTRY_POINTS - 1)
    assert (scratch.directory() / READY).is_file()


@pytest.mark.parametrize("kept", [0.0, 0.5], ids=["empty", "half"])
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_file_counts_as_not_there(compiled: Scratch, suffix: str, kept: float) -> None:
    damaged = next(compiled.cache.rglob(f"*.{suffix}"))
    content = damaged.read_bytes()
    damaged.write_bytes(content[: int(kept * len(content))])
    report = compiled.run()
    assert (report.result, report.hits, report.misses) == (RESULT, ENTRY_POINTS - 1, 1)
    assert compiled.run().misses == 0


def test_entry_points_of_the_same_name_have_each_their_own_code(scratch: Scratch) -> None:
    script = """
import json
from numba import types
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

def adding(amount):
    def added(number):
        return number + amount
    return added

entries = EntryPoints("adding", [FOLDER])
functions = [entries.add(adding(amount), types.int64) for amount in (1, 2)]
entries.compile()
print(json.dumps([function(40) for function in functions]))
"""
    (scratch.folder / "adding.py").write_text(script)
    for _ in range(2):
        assert answer(scratch.start(script="import adding")) == [41, 42]


def test_a_kernel_may_not_be_a_closure() -> None:
    def adding(amount: int) -> Callable[[int], int]:
        def added(number: int) -> int:
            return number + amount

        return kernel(added)

    with pytest.raises(TypeError, match=r"the kernel .*added depends on variables of the function around it"):
        adding(1)


def test_entry_points_compiled_by_different_processes_are_not_mixed_up_when_both_are_loaded(scratch: Scratch) -> None:
    """As those of two games are: the same names and types, the same place in their process, different code."""
    script = """
import json
import sys
from numba import types
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

def adding(amount):
    def added(number):
        return number + amount
    return added

results = []
for amount in map(int, sys.argv[1:]):
    entries = EntryPoints(f"adding-{amount}", [FOLDER])
    function = entries.add(adding(amount), types.int64)
    entries.compile()
    results.append(function(40))
print(json.dumps(results))
"""
    (scratch.folder / "adding.py").write_text(script)
    for amounts, results in (["1"], [41]), (["2"], [42]), (["1", "2"], [41, 42]), (["2", "1"], [42, 41]):
        assert answer(scratch.start(*amounts, script="import adding")) == results


def test_without_a_writable_place_it_computes_and_says_so_once(scratch: Scratch) -> None:
    (scratch.folder / "file").write_text("")
    place = scratch.folder / "file" / "cache"
    report = scratch.run(PALATINE_CACHE_DIR=str(place))
    assert (report.ready, report.result, report.hits) == (False, RESULT, 0)
    ((category, message),) = report.warnings
    assert category == "CacheUnavailableWarning"
    assert "PALATINE_CACHE_DIR" in message
    assert str(place) in message


def test_two_sets_of_entry_points_say_once_that_no_place_is_writable(scratch: Scratch) -> None:
    script = """
import json
import warnings
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    EntryPoints("game", [FOLDER])
    EntryPoints("game-bots", [FOLDER])
print(json.dumps([warning.category.__name__ for warning in caught]))
"""
    (scratch.folder / "file").write_text("")
    process = scratch.start(script=script, PALATINE_CACHE_DIR=str(scratch.folder / "file" / "cache"))
    assert answer(process) == ["CacheUnavailableWarning"]


def test_a_complete_directory_is_used_although_it_is_read_only(compiled: Scratch) -> None:
    before = without_privileges()
    make_read_only(compiled.cache)
    try:
        report = compiled.run(before=before)
    finally:
        make_writable(compiled.cache)
    assert (report.ready, report.result, report.hits, report.misses) == (True, RESULT, ENTRY_POINTS, 0)
    assert report.warnings == []


def test_a_read_only_directory_without_fitting_code_does_not_stop_anyone(compiled: Scratch) -> None:
    """As when it was filled on a machine with another processor."""
    before = without_privileges()
    compiled.data_files()[0].unlink()
    make_read_only(compiled.cache)
    try:
        report = compiled.run(before=before)
    finally:
        make_writable(compiled.cache)
    assert (report.result, report.hits, report.misses) == (RESULT, ENTRY_POINTS - 1, 1)


def test_old_directories_are_pruned(scratch: Scratch) -> None:
    scratch.cache.mkdir()
    old = [scratch.cache / f"scratch-{number:024x}" for number in range(KEPT_DIRECTORIES + 3)]
    for age, directory in enumerate(old):
        directory.mkdir()
        (directory / READY).touch()
        Path(f"{directory}.lock").touch()
        os.utime(directory, (OLD - age, OLD - age))
    scratch.run()
    kept = scratch.directories()
    (current,) = kept - {directory.name for directory in old}
    assert kept == {current, *(directory.name for directory in old[: KEPT_DIRECTORIES - 1])}
    assert {path.stem for path in scratch.cache.glob("*.lock")} == kept


def test_using_a_directory_keeps_it_from_being_pruned(compiled: Scratch) -> None:
    os.utime(compiled.directory(), (OLD, OLD))
    compiled.run()
    assert compiled.directory().stat().st_mtime > OLD


def versions(folder: Path, name: str, count: int) -> list[Path]:
    """Directories as of a game's compiled versions, the first the oldest."""
    made = [folder / f"{name}-{number:024x}" for number in range(count)]
    for age, directory in enumerate(made):
        directory.mkdir()
        os.utime(directory, (OLD + age, OLD + age))
    return made


def test_pruning_never_removes_the_current_directory(tmp_path: Path) -> None:
    made = versions(tmp_path, "game", KEPT_DIRECTORIES + 1)
    prune(made[0])
    assert sorted(tmp_path.iterdir()) == [made[0], *made[2:]]


def test_pruning_leaves_alone_what_has_another_name(tmp_path: Path) -> None:
    others = versions(tmp_path, "game-bots", KEPT_DIRECTORIES) + versions(tmp_path, "games", KEPT_DIRECTORIES)
    made = versions(tmp_path, "game", KEPT_DIRECTORIES)
    prune(made[-1])
    assert sorted(tmp_path.iterdir()) == sorted(others + made)


def test_several_may_prune_at_once(tmp_path: Path) -> None:
    workers = 8
    for repetition in range(20):
        folder = tmp_path / str(repetition)
        folder.mkdir()
        made = versions(folder, "game", 100)
        barrier = threading.Barrier(workers)

        def work(current: Path = made[-1], barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            prune(current)

        with ThreadPoolExecutor(workers) as pool:
            for pruned in [pool.submit(work) for _ in range(workers)]:
                pruned.result()
        assert sorted(folder.iterdir()) == made[-KEPT_DIRECTORIES:]


def test_other_argument_types_are_refused_instead_of_compiled(scratch: Scratch) -> None:
    report = scratch.run()
    assert report.others == ["TypeError"] * 6
    assert (report.signatures, report.misses) == (ENTRY_POINTS, ENTRY_POINTS)
    assert len(scratch.data_files()) == ENTRY_POINTS


def test_with_the_jit_off_the_result_is_the_same_and_nothing_is_written(scratch: Scratch) -> None:
    report = scratch.run(NUMBA_DISABLE_JIT="1")
    assert (report.ready, report.result, report.beyond) == (True, RESULT, "IndexError")
    assert (report.hits, report.misses, report.signatures, report.warnings) == (0, 0, 0, [])
    assert not scratch.cache.exists()
