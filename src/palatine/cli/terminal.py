"""The terminal: formatted output, and line input with completion where it is interactive."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console, OverflowMethod, RenderableType

from palatine.core.formats import AnyOf
from palatine.core.language import Words


class Stopped(Exception):  # noqa: N818 - not an error
    """The user wants to stop."""


class InputEnded(Stopped):
    """The input has ended."""


class Terminal:
    """The user's terminal, or pipes in its place."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def show(self, *things: RenderableType) -> None:
        """Print texts and other renderables. A word longer than a line, such as a path, stays whole."""
        for thing in things:
            long = isinstance(thing, str) and any(len(word) > self.console.width for word in thing.split())
            overflow: OverflowMethod | None = "ignore" if long else None
            self.console.print(thing, markup=False, overflow=overflow, crop=overflow is None)

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """Return a line of input, stripped."""
        if self.interactive:
            return self._ask_at_prompt(prompt, completions).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        # A pipe does not echo the answer, so end the line of the prompt here.
        sys.stdout.write("\n")
        if not line:
            raise InputEnded
        return line.strip()

    def _ask_at_prompt(self, prompt: str, completions: Sequence[str]) -> str:
        from prompt_toolkit import prompt as ask
        from prompt_toolkit.completion import WordCompleter

        try:
            return ask(prompt, completer=WordCompleter(list(completions), sentence=True), complete_while_typing=False)
        except (EOFError, KeyboardInterrupt):
            raise Stopped from None


def ask_yes_or_no(terminal: Terminal, words: Words, prompt: str, default: bool) -> bool:
    """Ask until the answer is yes or no. Enter takes the default."""
    yes, no = words("ask.yes").split(), words("ask.no").split()
    while True:
        answer = terminal.ask(prompt, [yes[0], no[0]]).casefold()
        if answer in yes or answer in no or not answer:
            return answer in yes if answer else default
        terminal.show(words("ask.again", known=AnyOf((yes[0], no[0]))))
