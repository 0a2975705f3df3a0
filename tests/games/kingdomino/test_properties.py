"""Properties of every game of Kingdomino, for random decisions and options."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.kingdomino.oracle import DOMINOES
from games.kingdomino.positions import Plain, line_of
from palatine import DecisionError
from palatine.core.compiled import JIT
from palatine.core.table import Table

# Without a deadline, because the first example may wait for the rules to compile.
repeatable = settings(deadline=None, max_examples=20 if JIT else 8, derandomize=True, database=None)

POSITION_KEYS = {
    *("game", "players", "options", "phase", "seat", "game_number", "first_order", "current_line", "next_line"),
    *("discarded", "kingdoms", "past_games", "deck", "line_number", "lines", "grid", "totals"),
}
FLAGS = ("harmony", "middle_kingdom", "dynasty", "crown_tiebreak")
STRIDE = 31
"""The number of decisions between two checks of a game: odd, to alternate between claims and placements."""


@dataclass(frozen=True)
class Start:
    """A set-up and the choices to play it by, which repeat until the game is over."""

    players: int
    options: dict[str, Any]
    seed: int
    indices: Sequence[int]

    def every_moment(self) -> Iterator[Table]:
        """Yield the table of this game: as set up, and after each decision."""
        table = palatine.new("kingdomino", players=self.players, seed=self.seed, **self.options)
        yield table
        while legal := table.legal():
            ply = len(table.decisions)
            table.play(legal[self.indices[ply % len(self.indices)] % len(legal)])
            yield table

    def moments(self) -> Iterator[Table]:
        """Yield the table of this game after every `STRIDE` decisions, and at its end."""
        return (table for table in self.every_moment() if table.over or len(table.decisions) % STRIDE == 0)

    def deck_size(self) -> int:
        if self.players == 2:
            return 48 if self.options["mighty_duel"] else 24
        return 36 if self.options.get("three_player_deck") == "36" else 48


@st.composite
def starts(draw: st.DrawFn) -> Start:
    players = draw(st.sampled_from([2, 3, 4]))
    options: dict[str, Any] = {flag: draw(st.booleans()) for flag in FLAGS}
    if players == 2:
        options["mighty_duel"] = draw(st.booleans())
        options["first_order"] = draw(st.sampled_from(["drawn", "abba"]))
    if players == 3:
        options["three_player_deck"] = draw(st.sampled_from(["48", "36"]))
    seed = draw(st.integers(0, 2**64 - 1))
    return Start(players, options, seed, indices=draw(st.lists(st.integers(0, 399), min_size=5, max_size=24)))


def face_up(position: Plain) -> list[int]:
    """Return all dominoes of the present game that are face up."""
    placed = [piece["domino"] for kingdom in position["kingdoms"] for piece in kingdom["placed"]]
    in_lines = [entry["domino"] for line in ("current_line", "next_line") for entry in position[line]]
    return [*placed, *in_lines, *position["discarded"]]


@pytest.mark.rule("KD-8", "KD-16")
@repeatable
@given(starts())
def test_kingdoms_stay_within_their_grid_and_never_overlap(start: Start) -> None:
    grid = 7 if start.options.get("mighty_duel") else 5
    for table in start.moments():
        position = table.position()
        assert position["grid"] == grid
        for kingdom in [kingdom for game in [*position["past_games"], position] for kingdom in game["kingdoms"]]:
            squares = [tuple(piece[side]) for piece in kingdom["placed"] for side in ("left", "right")]
            taken = {(0, 0), *squares}
            assert len(taken) == 1 + len(squares)
            for axis in (0, 1):
                along = [square[axis] for square in taken]
                assert max(along) - min(along) < grid
            for piece in kingdom["placed"]:
                (x, y), (x_right, y_right) = piece["left"], piece["right"]
                assert abs(x - x_right) + abs(y - y_right) == 1


@pytest.mark.rule("KD-1", "KD-14", "KD-15", "KD-16")
@repeatable
@given(starts())
def test_no_domino_is_lost_or_duplicated(start: Start) -> None:
    for table in start.moments():
        position = table.position()
        seen = face_up(position)
        assert len(seen) == len(set(seen))
        assert set(seen) <= DOMINOES.keys()
        assert len(seen) + position["deck"] == start.deck_size()


@pytest.mark.rule("KD-12", "KD-17", "KD-18", "KD-19")
@repeatable
@given(starts())
def test_totals_are_the_sums_of_their_sources(start: Start) -> None:
    for table in start.moments():
        scores = table.scores()
        totals = [sum(source["points"] for source in seat["sources"]) for seat in scores]
        assert [seat["total"] for seat in scores] == totals
        assert table.totals() == table.position()["totals"] == totals
        if table.over:
            result = table.result()
            assert result is not None
            assert result["totals"] == totals
            assert {totals[seat] for seat in result["winners"]} == {max(totals)}


@repeatable
@given(starts(), st.integers(0, 2**64 - 1), st.integers(0, 399))
def test_positions_restore_from_plain_data(start: Start, other_seed: int, index: int) -> None:
    for table in start.moments():
        plain = json.loads(json.dumps(table.position()))
        assert plain == table.position()
        # With any seed: hidden fields do not show.
        restored = palatine.position("kingdomino", plain, other_seed)
        assert restored.position() == plain
        assert restored.moves() == table.moves()
        assert restored.seat == table.seat
        assert restored.scores() == table.scores()
        assert restored.result() == table.result()
        if table.over:
            return
        decision = table.legal()[index % len(table.legal())]
        table.play(decision)
        restored.play(decision)
        after, restored_after = table.position(), restored.position()
        assert restored_after["totals"] == after["totals"]
        assert restored_after["past_games"] == after["past_games"]
        if after["game_number"] == plain["game_number"]:
            # A new line comes from another deck; everything else follows from the position and the decision.
            for key in POSITION_KEYS - {"next_line"}:
                assert restored_after[key] == after[key], key
        table.undo()


@repeatable
@given(starts())
def test_positions_never_reveal_the_deck(start: Start) -> None:
    looks: list[Plain] = []
    lines: dict[int, list[list[int]]] = defaultdict(list)
    revealed = None
    for table in start.every_moment():
        position = table.position() if revealed != table.revealed or len(table.decisions) % STRIDE == 0 else None
        if position and revealed != table.revealed:
            lines[position["game_number"]].append(line_of(position))
            revealed = table.revealed
        if position:
            looks.append(position)
    for position in looks:
        # Only the documented keys, and no domino that is drawn later in the same game.
        assert position.keys() == POSITION_KEYS
        for entry in [*position["current_line"], *position["next_line"]]:
            assert entry.keys() == {"domino", "seat"}
        for kingdom in position["kingdoms"]:
            assert kingdom.keys() == {"placed", "squares", "bounds"}
            assert {square["domino"] for square in kingdom["squares"]} == {
                piece["domino"] for piece in kingdom["placed"]
            }
        for game in position["past_games"]:
            assert game.keys() == {"kingdoms"}
            assert all(kingdom.keys() == {"placed"} for kingdom in game["kingdoms"])
        drawn_later = [domino for line in lines[position["game_number"]][position["line_number"] :] for domino in line]
        assert len(drawn_later) == position["deck"]
        assert set(face_up(position)).isdisjoint(drawn_later)


TEXTS = st.one_of(
    st.integers(-2, 60).map(lambda number: f"claim {number}"),
    st.tuples(*[st.integers(-7, 7)] * 4).map(lambda at: f"place {at[0]},{at[1]} {at[2]},{at[3]}"),
    st.sampled_from(["discard", "", "pass", "claim", "place 1,0", "place 1,0 1,0", "place 9,9 9,10"]),
)
DECISIONS = 725
"""The number of decisions of the game."""


def allowed_texts(table: Table) -> set[str]:
    """Return the legal decisions, and placements also the other way round, which doubles allow."""
    moves = table.moves()
    return {
        *moves,
        *(f"place {right} {left}" for _, left, right in (m.split() for m in moves if m.startswith("place"))),
    }


@pytest.mark.rule("KD-5", "KD-8", "KD-10")
@repeatable
@given(starts(), st.lists(st.one_of(st.integers(-3, 800), TEXTS), min_size=1, max_size=12))
def test_illegal_decisions_are_refused_and_change_nothing(start: Start, attempts: list[int | str]) -> None:
    for table in start.moments():
        before, decisions = table.position(), list(table.decisions)
        legal, allowed = table.legal(), allowed_texts(table)
        for attempt in attempts:
            text = table.text(attempt) if isinstance(attempt, int) and 0 <= attempt < DECISIONS else attempt
            if attempt in legal or text in allowed:
                continue
            with pytest.raises(DecisionError):
                table.play(attempt)
        assert table.position() == before
        assert table.decisions == decisions
        assert table.legal() == legal
        if decisions:
            # Undo still works.
            table.undo()
            table.play(decisions[-1])
            assert table.position() == before
