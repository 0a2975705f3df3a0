"""Hints: a strong bot's advice in games without other people, and its evaluation of variations."""

from __future__ import annotations

import asyncio
from typing import Any

from palatine.bots.bot import Answer
from palatine.core.bots import HIGHEST
from palatine.core.views import Question
from palatine.server.errors import NotAllowed, NotNow
from palatine.server.history.outlook import prospects_in
from palatine.server.messages.games import Considered, Thoughts
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import Pool

ADVISER = f"level:{HIGHEST}"
"""The bot that gives hints. It thinks for a second at most on an ordinary machine."""
PATIENCE_SECONDS = 30.0
"""The longest that a hint may take when all bots are busy or the machine is slow."""


def check_hint(table: HostedTable, person: str, ply: int) -> None:
    """Refuse a hint to a person who may not have one: in rated games, and where other people play."""
    if not table.controlled_by(person):
        raise NotAllowed("server.not_a_player")
    if table.created.rated or table.people() != [person]:
        raise NotAllowed("server.hint_others")
    if table.status == "open":
        raise NotNow("server.not_begun")
    if table.status != "playing" or table.shown is None:
        raise NotNow("server.is_over")
    if ply != table.ply:
        raise NotNow("server.not_up_to_date", ply=ply, count=table.ply)


async def thoughts_on(pool: Pool, question: Question, person: str) -> Thoughts:
    """Return the adviser's evaluation of a position that is not over, for a person."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await pool.answer(question, ADVISER, 0, person)
    except TimeoutError:
        raise NotNow("server.thinking_too_long") from None
    return await asyncio.to_thread(_thoughts_view, question, answer)


def _thoughts_view(question: Question, answer: Answer) -> Thoughts:
    thoughts: dict[str, Any] = answer.thoughts or {}
    gains = {one.decision: one.gain for one in prospects_in(question)}
    text = question.text(answer.decision)
    considered = [
        Considered(
            decision=one["decision"],
            text=one["text"],
            visits=one["visits"],
            score=one["score"],
            win_chance=one.get("win_chance"),
            gain=gains[one["decision"]],
        )
        for one in thoughts.get("considered", [])
    ]
    iterations = thoughts.get("iterations", 0)
    return Thoughts(ADVISER, answer.decision, text, iterations, considered, thoughts.get("line", [text]))
