"""A person's games are listed and searchable, and only public ones by others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from server.house import House, Visitor, open_house

DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Games:
    """Finished games of Ann: with Bob, with Cid in public, left by Ann; named by what is special."""

    house: House
    ann: Visitor
    bob: Visitor
    with_bob: str
    public: str
    lost: str
    other_game: str

    def mine(self, **filters: Any) -> set[str]:
        """Return Ann's finished games that match."""
        return {line["id"] for line in self.house.get("/api/me/tables", self.ann, list="finished", **filters)["tables"]}

    def of_ann(self, **filters: Any) -> set[str]:
        """Return Ann's finished games that everyone may list."""
        return {line["id"] for line in self.house.get(f"/api/people/{self.ann.id}/tables", **filters)["tables"]}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    with open_house(tmp_path_factory.mktemp("games")) as house:
        ann, bob, cid = house.guest("Ann"), house.guest("Bob Marlow"), house.guest("100%_Cid")

        def won(table: str, loser: Visitor) -> str:
            house.play(table, 2)
            house.post(f"/api/tables/{table}/leave", loser)
            house.play(table)
            return table

        found = Games(
            house,
            ann,
            bob,
            with_bob=won(house.open(ann, bob), bob),
            public=won(house.open(ann, cid, public=True), cid),
            lost=won(house.open(bob, ann), ann),
            other_game=won(house.open(ann, bob, game="dragon_castle", public=True), bob),
        )
        for days, table in enumerate((found.other_game, found.lost, found.public, found.with_bob)):
            house.change("UPDATE tables SET changed = ? WHERE id = ?", days * DAY, table)
        house.open(ann, bob, public=True)  # still running
        yield found


def test_the_most_recent_game_comes_first(games: Games) -> None:
    found = games.house.get("/api/me/tables", games.ann, list="finished", limit=3)
    assert [line["id"] for line in found["tables"]] == [games.with_bob, games.public, games.lost]
    assert found["more"]
    rest = games.house.get("/api/me/tables", games.ann, list="finished", limit=3, offset=3)
    assert ([line["id"] for line in rest["tables"]], rest["more"]) == ([games.other_game], False)


def test_games_are_found_by_game(games: Games) -> None:
    assert games.mine(game="dragon_castle") == {games.other_game}
    assert games.house.refused("GET", "/api/me/tables", games.ann, game="chess")[0] == 422


@pytest.mark.parametrize("name", ["Bob", "bob marlow", "MARLOW", "b m"])
def test_games_are_found_by_a_part_of_an_opponents_name(games: Games, name: str) -> None:
    assert games.mine(opponent=name) == {games.with_bob, games.lost, games.other_game}


def test_an_opponents_name_is_no_pattern(games: Games) -> None:
    assert games.mine(opponent="%") == games.mine(opponent="0%_c") == {games.public}
    assert games.mine(opponent="Ann") == set(), "oneself is no opponent"


def test_games_are_found_by_result(games: Games) -> None:
    assert games.mine(result="won") == {games.with_bob, games.public, games.other_game}
    assert games.mine(result="lost") == {games.lost}


def test_games_are_found_by_date(games: Games) -> None:
    assert games.mine(since=DAY, until=3 * DAY) == {games.lost, games.public}
    assert games.mine(since=3 * DAY) == {games.with_bob}


def test_filters_are_combined(games: Games) -> None:
    assert games.mine(result="won", opponent="bob", game="kingdomino", until=4 * DAY) == {games.with_bob}


def test_running_games_can_be_filtered_too(games: Games) -> None:
    both = [
        games.house.get("/api/me/tables", games.ann, list=which, opponent="bob") for which in ("waiting", "running")
    ]
    assert sum(len(found["tables"]) for found in both) == 1
    none = [
        games.house.get("/api/me/tables", games.ann, list=which, opponent="cid") for which in ("waiting", "running")
    ]
    assert [found["tables"] for found in none] == [[], []]


def test_others_see_only_finished_public_games(games: Games) -> None:
    assert games.of_ann() == {games.public, games.other_game}
    assert games.of_ann(opponent="cid") == {games.public}
    assert games.of_ann(result="lost") == set()
    assert games.house.refused("GET", "/api/people/unknown/tables") == (404, "people.no_such_person")
    assert games.house.refused("GET", f"/api/people/{games.ann.id}/tables", list="waiting") == (422, "server.malformed")


def test_wrong_filters_are_refused(games: Games) -> None:
    for wrong in ({"result": "tied"}, {"since": -1}, {"opponent": ""}, {"until": 10**20}):
        assert games.house.refused("GET", "/api/me/tables", games.ann, **wrong)[1] == "server.malformed"
