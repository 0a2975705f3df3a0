"""Invariants of every game of In the Year of the Dragon, with any options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palatine
from games.year_of_the_dragon.positions import LASTING, Plain, spaces, tiles_at_first
from palatine import DecisionError
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import SUPER_EVENTS

# Repeatable, and without a deadline: the first example may compile the rules.
repeatable = settings(deadline=None, max_examples=24 if JIT else 8, derandomize=True, database=None)

STRIDE = 17
"""The number of decisions between two checks of a game: odd, so that all phases are checked."""
MOST_GOODS = 300
"""More than a court can ever have. A number below zero would show as one of tens of thousands."""
DECISIONS_A_MONTH = 20
"""More decisions than a player ever makes in a month, or in the opening."""

COURT_KEYS = {
    *("yuan", "rice", "fireworks", "small_privileges", "large_privileges", "hand", "palaces", "dragon", "pair", "owed"),
    *("earned", "persons", "score", "wall_tiles", "income", "month_points", "outlook"),
}
POSITION_KEYS = {
    *("game", "players", "options", "month", "stage", "phase", "seat", "start", "events", "super_event", "groups"),
    *("track", "display", "wall", "card", "person", "floors_left", "struck", "sunrise", "courts"),
    *("turn_order", "fees", "totals"),
}
EVENTS_THAT_COUNT = {"tribute", "drought", "contagion", "mongols", "festival"}
YIELDING = {"taxes", "build", "harvest", "fireworks", "parade", "research"}


@dataclass(frozen=True)
class Start:
    """A set-up, and the choices that are played, again and again until the game is over."""

    players: int
    options: dict[str, Any]
    seed: int
    indices: Sequence[int]

    def table(self) -> Table:
        return palatine.new("year_of_the_dragon", players=self.players, seed=self.seed, **self.options)

    def choice(self, table: Table) -> int:
        legal = table.legal()
        return legal[self.indices[len(table.decisions) % len(self.indices)] % len(legal)]

    def every_moment(self) -> Iterator[Table]:
        """Yield the table as set up, and after each decision."""
        table = self.table()
        yield table
        while not table.over:
            table.play(self.choice(table))
            yield table

    def moments(self) -> Iterator[Table]:
        """Yield the table at intervals, and at the end."""
        return (table for table in self.every_moment() if table.over or len(table.decisions) % STRIDE == 0)


@st.composite
def starts(draw: st.DrawFn, super_events: Sequence[str] = ("off", "drawn", *SUPER_EVENTS)) -> Start:
    options = {
        "large_privilege": draw(st.sampled_from(["6", "7"])),
        "great_wall": draw(st.booleans()),
        "super_event": draw(st.sampled_from(super_events)),
        "start_player": draw(st.sampled_from(["drawn", "first"])),
    }
    players, seed = draw(st.sampled_from([2, 3, 4, 5])), draw(st.integers(0, 2**64 - 1))
    return Start(players, options, seed, indices=draw(st.lists(st.integers(0, 399), min_size=5, max_size=24)))


def homes(position: Plain) -> Iterator[tuple[int, Plain]]:
    """Return all palaces with their seats."""
    return ((seat, home) for seat, court in enumerate(position["courts"]) for home in court["palaces"])


def tiles_in_the_game(position: Plain) -> Counter[str]:
    """Return the tiles on display, in the courts, and about to be housed."""
    tiles: Counter[str] = Counter(position["display"])
    for _, home in homes(position):
        tiles.update(home["persons"])
    if position["person"]:
        tiles[position["person"]] += 1
        pair = position["courts"][position["seat"]]["pair"]
        if pair and position["person"] in (pair[0], f"younger_{pair[0]}"):
            # The second of the pair has left the display too.
            tiles[pair[1] if pair[1] in tiles else f"younger_{pair[1]}"] += 1
    return +tiles


def leaving(position: Plain, decision: str) -> Counter[str]:
    """Return the tile that a decision removes from the game, if any."""
    verb, *rest = decision.split()
    if verb == "let":
        return Counter([position["person"]])
    return Counter(rest[1:] if verb in ("release", "replace") else [])


@pytest.mark.rule("YD-2", "YD-22", "YD-31")
@repeatable
@given(starts())
def test_tiles_leave_the_game_for_good_and_one_by_one(start: Start) -> None:
    before: Plain = {}
    for table in start.every_moment():
        position = table.position()
        if not table.decisions:
            expected = +Counter(tiles_at_first(start.players))
        else:
            expected = tiles_in_the_game(before) - leaving(before, table.text(table.decisions[-1]))
        assert tiles_in_the_game(position) == expected
        before = position


@pytest.mark.rule("YD-8", "YD-X2")
@repeatable
@given(starts(["off", "earthquake", "charter", "earthquake", "sunrise"]))
def test_no_palace_is_too_high_or_too_full_except_in_an_earthquake(start: Start) -> None:
    for table in start.every_moment():
        if table.over or len(table.decisions) % 5 == 0 or table.moves()[0].startswith(("release", "collapse")):
            position = table.position()
            shaken = (position["stage"], position["phase"]) == ("super_event", "release")
            too_full = []
            for seat, home in homes(position):
                if len(home["persons"]) > home["floors"]:
                    too_full.append((seat, len(home["persons"]) - home["floors"]))
                else:
                    assert 1 <= home["floors"] <= 3
            assert too_full == ([(table.seat, 1)] if shaken else [])


@pytest.mark.rule("YD-6", "YD-11", "YD-19", "YD-26", "YD-27")
@repeatable
@given(starts())
def test_no_court_has_impossible_goods_or_cards(start: Start) -> None:
    for table in start.moments():
        position = table.position()
        assert all(0 <= left <= tiles_at_first(start.players)[tile] for tile, left in position["display"].items())
        for seat, court in enumerate(position["courts"]):
            for name in ("yuan", "rice", "fireworks"):
                assert 0 <= court[name] < MOST_GOODS, name
            assert max(Counter(court["hand"]).values(), default=0) <= 2
            assert set(court["earned"]) == set(LASTING)
            assert min(court["earned"].values()) >= 0
            laid = [tile["gift"] for tile in position["wall"] if tile["seat"] == seat]
            tiles = 6 if start.options["great_wall"] else 0
            assert len({*laid, *court["wall_tiles"]}) == len(laid) + len(court["wall_tiles"]) == tiles
        assert len(position["wall"]) <= 12


@pytest.mark.rule("YD-9", "YD-24", "YD-X2")
@repeatable
@given(starts(["off", "volcanic_eruption", "sunrise", "charter"]))
def test_markers_never_move_back_except_in_the_volcanic_eruption(start: Start) -> None:
    before, order_before, month_before = dict.fromkeys(range(start.players), 0), [-1], 0
    eruptions = 0
    for table in start.every_moment():
        position, now = table.position(), spaces(table)
        erupted = any(now[seat] < before[seat] for seat in now)
        if erupted:
            eruptions += 1
            assert start.options["super_event"] == "volcanic_eruption"
            assert (month_before, position["month"]) == (7, 8)
            assert set(now.values()) == {0}
            # A person housed just before the eruption has moved the marker of its seat first.
            housed = table.text(table.decisions[-1]).startswith(("house", "replace"))
            mover = table.decided_by(len(table.decisions) - 1)
            kept = [seat for seat in position["turn_order"] if not (housed and seat == mover)]
            assert kept == [seat for seat in order_before if seat in kept]
        before, order_before, month_before = now, position["turn_order"], position["month"]
    assert eruptions == (start.options["super_event"] == "volcanic_eruption")


@pytest.mark.rule("YD-9")
@repeatable
@given(starts())
def test_the_turn_order_is_that_of_the_track(start: Start) -> None:
    for table in start.moments():
        position = table.position()
        track = position["track"]
        on_track = [entry["space"] for entry in track]
        assert on_track == sorted(set(on_track), reverse=True)
        assert position["turn_order"] == [seat for entry in track for seat in entry["seats"]]
        assert sorted(position["turn_order"]) == list(range(start.players))
        if position["phase"] in ("act", "play"):
            # Seats that have yet to decide come after the others; the first of them decides.
            waiting = [seat for seat in position["turn_order"] if position["courts"][seat]["owed"]]
            assert waiting[0] == table.seat


@pytest.mark.rule("YD-33", "YD-34", "YD-35")
@repeatable
@given(starts())
def test_totals_are_the_sums_of_their_sources(start: Start) -> None:
    sources = {*LASTING, "persons", "monks", "money"}
    sources -= set() if start.options["great_wall"] else {"wall"}
    sources -= {"super_event"} if start.options["super_event"] == "off" else set()
    for table in start.moments():
        scores, position = table.scores(), table.position()
        assert all({source["source"] for source in seat["sources"]} == sources for seat in scores)
        totals = [sum(source["points"] for source in seat["sources"]) for seat in scores]
        assert [seat["total"] for seat in scores] == table.totals() == position["totals"] == totals
        for court, score in zip(position["courts"], scores, strict=True):
            points = {source["source"]: source["points"] for source in score["sources"]}
            assert court["score"] == sum(court["earned"].values())
            assert {name: court["earned"][name] for name in points if name in LASTING}.items() <= points.items()
        if table.over:
            result = table.result()
            assert result is not None
            assert result["totals"] == totals
            (winner,) = result["winners"]
            assert totals[winner] == max(totals)


@pytest.mark.rule("YD-10", "YD-20")
@repeatable
@given(starts())
def test_a_game_ends_after_twelve_months(start: Start) -> None:
    months = [table.position()["month"] for table in start.moments()]
    assert months == sorted(months)
    table = start.table()
    asked: Counter[tuple[int, int]] = Counter()
    while not table.over:
        month = table.revealed  # a month's cards are revealed when it begins
        asked[month, table.seat or 0] += 1
        table.play(start.choice(table))
        assert table.revealed in (month, month + 1)
    assert table.position()["month"] == 12
    assert set(asked) >= {(month, seat) for month in range(13) for seat in range(start.players)}
    assert max(asked.values()) < DECISIONS_A_MONTH
    assert all(court["hand"] == [] for court in table.position()["courts"])


def in_no_order(position: Plain) -> str:
    """Return a position with the palaces of each court sorted: the order of equal palaces does not matter."""
    plain = json.loads(json.dumps(position))
    for seat, court in enumerate(plain["courts"]):
        for number, home in enumerate(court["palaces"], 1):
            home["struck"] = seat == plain["seat"] and number in plain["struck"]
        court["palaces"].sort(key=json.dumps)
    del plain["struck"]
    return json.dumps(plain)


@repeatable
@given(starts())
def test_equal_decisions_are_offered_once(start: Start) -> None:
    """No two legal decisions lead to the same position."""
    asking = ("house", "build", "release", "replace", "collapse", "take", "play", "let")
    seen: Counter[str] = Counter()
    for table in start.every_moment():
        moves = table.moves()
        verb = moves[0].split()[0] if moves else ""
        seen[verb] += 1
        if verb not in asking or (seen[verb] % 7 and verb not in ("collapse", "build")):
            continue
        led_to = []
        for move in moves:
            table.play(move)
            led_to.append(in_no_order(table.position()))
            table.undo()
        assert len(set(led_to)) == len(moves), moves


@repeatable
@given(starts(), st.integers(0, 2**64 - 1), st.integers(0, 399))
def test_a_game_goes_on_from_its_plain_position(start: Start, other_seed: int, index: int) -> None:
    for table in start.moments():
        plain = json.loads(json.dumps(table.position()))
        assert plain == table.position()
        restored = palatine.position("year_of_the_dragon", plain, other_seed)
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
        if after["month"] != plain["month"]:
            # The action cards are shuffled again; everything else follows from the position and the decision.
            del after["groups"], restored_after["groups"]
        assert restored_after == after
        table.undo()


@repeatable
@given(starts(), st.integers(0, 2**64 - 1), st.integers(0, 200))
def test_a_position_never_shows_future_layouts(start: Start, other_seed: int, made: int) -> None:
    table = next(table for table in start.every_moment() if table.over or len(table.decisions) == made)
    plain = table.position()
    assert plain.keys() == POSITION_KEYS
    for court in plain["courts"]:
        assert court.keys() == COURT_KEYS
        assert court["income"].keys() == YIELDING
        assert court["outlook"].keys() == EVENTS_THAT_COUNT
    # The same open position with other layouts ahead: nothing open differs.
    other = palatine.position("year_of_the_dragon", plain, other_seed)
    while table.position()["groups"] == other.position()["groups"]:
        assert json.dumps(table.position()) == json.dumps(other.position())
        assert table.observation().tobytes() == other.observation().tobytes()
        assert (table.moves(), table.scores(), table.revealed) == (other.moves(), other.scores(), other.revealed)
        if table.over:
            break
        decision = start.choice(table)
        table.play(decision)
        other.play(decision)
    else:
        assert table.position()["month"] > plain["month"]


@pytest.mark.rule("YD-10")
def test_the_seed_of_a_position_draws_future_layouts() -> None:
    """The property above is about different tables."""
    plain = palatine.new("year_of_the_dragon", players=3, seed=8).position()
    layouts = set()
    for seed in range(8):
        table = palatine.position("year_of_the_dragon", plain, seed)
        while table.position()["month"] < 2:
            table.play(table.legal()[0])
        layouts.add(json.dumps(table.position()["groups"]))
    assert len(layouts) > 4


TYPES_AND_TILES = [*tiles_at_first(2), "monk", "wild", "emperor"]
TEXTS = st.one_of(
    st.sampled_from(["", "pass", "let go", "sing", "buy small", "buy large", "build new", "act", "house", "over"]),
    st.builds("{} {}".format, st.sampled_from(["house", "build", "collapse"]), st.integers(-1, 31)),
    st.builds("{} {}".format, st.sampled_from(["play", "take", "discard", "charter"]), st.sampled_from(TYPES_AND_TILES)),
    st.builds("act {} {}".format, st.integers(0, 6), st.sampled_from(["taxes", "privilege", "wall", "sleep"])),
    st.builds("release {} {}".format, st.integers(0, 31), st.sampled_from(TYPES_AND_TILES)),
    st.builds("replace {} {}".format, st.integers(0, 31), st.sampled_from(TYPES_AND_TILES)),
    st.builds("{} {}".format, st.sampled_from(["lay", "return"]), st.sampled_from(["rice", "yuan", "spaces", "jade"])),
)  # fmt: skip
DECISIONS = 1124
"""The number of decisions."""


def means_a_legal_one(table: Table, text: str) -> bool:
    """Return True if a decision is legal, or would be for another palace: equal palaces mean the same."""
    verb, *rest = text.split()
    in_some_palace = {(move.split()[0], *move.split()[2:]) for move in table.moves()}
    return text in table.moves() or (rest[:1] != ["new"] and (verb, *rest[1:]) in in_some_palace)


@repeatable
@given(starts(), st.lists(st.one_of(st.integers(-3, DECISIONS + 3), TEXTS), min_size=1, max_size=12))
def test_an_illegal_decision_is_refused_and_changes_nothing(start: Start, attempts: list[int | str]) -> None:
    for table in start.moments():
        before, record = table.position(), table.record()
        for attempt in attempts:
            text = table.text(attempt) if isinstance(attempt, int) and 0 <= attempt < DECISIONS else str(attempt)
            if text and means_a_legal_one(table, text):
                continue
            with pytest.raises(DecisionError) as error:
                table.play(attempt)
            sentence = str(error.value)
            assert sentence.endswith(".")
            assert error.value.reason("en") or f'"{attempt}"' in sentence
        assert table.position() == before
        assert table.record() == record
        if table.decisions:
            # Undo still works.
            table.undo()
            table.play(record["decisions"][-1])
            assert table.record() == record
