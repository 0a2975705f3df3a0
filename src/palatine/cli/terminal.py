"""Talking with a person: rich output, and input by lines, with completion where there is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console, RenderableType

from palatine.core.formats import AnyOf
from palatine.core.language import Words


class Stopped(Exception):  # noqa: N818 (it is no error)
    """The person wants to stop."""


class InputEnded(Stopped):
    """There is no more input: the pipe is empty."""


class Terminal:
    """Where the game is shown and the person answers."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def show(self, *things: RenderableType) -> None:
        """Print texts and drawings."""
        for thing in things:
            self.console.print(thing, markup=False)

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """A line of input, without the white space around it."""
        if self.interactive:
            return self._ask_at_prompt(prompt, completions).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        # The answer is not echoed by a pipe, so the prompt's line is ended here.
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
    """Ask until the answer is one; Enter takes the default."""
    yes, no = words("ask.yes").split(), words("ask.no").split()
    while True:
        answer = terminal.ask(prompt, [yes[0], no[0]]).casefold()
        if answer in yes or answer in no or not answer:
            return answer in yes if answer else default
        terminal.show(words("ask.again", known=AnyOf((yes[0], no[0]))))
