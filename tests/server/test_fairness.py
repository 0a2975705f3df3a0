"""Fair games: no player loses the game, the rating or the name to another player's trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from palatine.server.live.results import places
from palatine.server.messages.tables import LONGEST_NAME
from palatine.server.people.leaderboard import LEAST_GAMES
from palatine.server.people.ratings import DAY, LEAST_OPPONENTS, MOST_GAMES_A_DAY
from palatine.server.tables import commands
from palatine.server.tables.log import Clock
from server.house import PASSWORD, House, Visitor, open_house
from server.logged import ANN, BOB, CID, START, LoggedTable, person

MINUTE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


# --------------------------------------------------------------------------------------------- a player without time


def out_of_time(*others: str, ply: int) -> LoggedTable:
    """Return a game with a clock, in which a bot has taken over for Ann, and it was her turn."""
    game = LoggedTable(person(ANN), *map(person, others), clock=Clock("decision", 60))
    game.decides(START, ply)
    assert game.table.awaited == ANN
    assert game.does(commands.check_time(game.table, START + MINUTE)) == ["TakenOver"]
    return game


def undo(game: LoggedTable, who: str, to: int) -> list[str]:
    return game.does(commands.undo(game.table, who, to, START + MINUTE))


def answer(game: LoggedTable, who: str, consents: bool) -> list[str]:
    return game.does(commands.answer_undo(game.table, who, consents, START + MINUTE))


def test_decisions_of_a_player_out_of_time_are_undone_only_with_their_consent() -> None:
    game = out_of_time(BOB, ply=2)
    assert undo(game, BOB, 0) == ["UndoAsked"]
    assert game.table.ply == 2
    assert answer(game, ANN, consents=True) == ["UndoAnswered", "Undone"]
    assert game.table.ply == 0


def test_a_player_out_of_time_can_decline_an_undo() -> None:
    game = out_of_time(BOB, ply=2)
    undo(game, BOB, 1)
    assert answer(game, ANN, consents=False) == ["UndoAnswered"]
    assert (game.table.ply, game.table.undo_request) == (2, None)


def test_decisions_since_the_takeover_are_undone_without_consent() -> None:
    game = out_of_time(BOB, ply=2)
    game.decides(START + MINUTE, 2)  # the bot, then Bob or the bot
    assert undo(game, BOB, 2) == ["Undone"]
    assert undo(game, BOB, 1) == ["UndoAsked"]


def test_an_undo_needs_the_consent_of_those_present_and_of_those_out_of_time() -> None:
    game = out_of_time(BOB, CID, ply=3)
    undo(game, BOB, 0)
    assert answer(game, CID, consents=True) == ["UndoAnswered"]
    assert answer(game, ANN, consents=True) == ["UndoAnswered", "Undone"]


def test_an_undo_by_consent_does_not_need_it_twice() -> None:
    game = out_of_time(BOB, ply=2)
    undo(game, BOB, 1)
    answer(game, ANN, consents=True)
    game.decides(START + MINUTE, 2)
    assert undo(game, BOB, 1) == ["Undone"]


def test_leaving_does_not_end_the_game_of_a_player_out_of_time() -> None:
    game = out_of_time(BOB, ply=2)
    assert game.does(commands.leave(game.table, BOB, START + MINUTE)) == ["TakenOver"]
    assert game.table.status == "playing"
    assert game.does(commands.take_back(game.table, ANN, START + 2 * MINUTE)) == ["TakenBack"]
    assert game.table.awaited == ANN


def test_the_game_ends_when_the_player_out_of_time_leaves_too() -> None:
    game = out_of_time(BOB, ply=2)
    game.does(commands.leave(game.table, BOB, START + MINUTE))
    assert game.does(commands.leave(game.table, ANN, START + 2 * MINUTE)) == ["Ended"]
    game = out_of_time(BOB, ply=2)
    assert game.does(commands.leave(game.table, ANN, START + MINUTE)) == ["TakenOver"]
    assert game.does(commands.leave(game.table, BOB, START + 2 * MINUTE)) == ["Ended"]


def test_a_lost_clock_does_not_cost_the_player_who_stayed_the_result() -> None:
    game = LoggedTable(person(ANN), person(BOB), clock=Clock("decision", 60), rated=True)
    game.does(commands.leave(game.table, BOB, START))
    assert game.does(commands.check_time(game.table, START + MINUTE)) == ["TakenOver"]
    assert game.table.status == "playing", "Ann stayed, and wins if she takes her seat back"
    game.does(commands.take_back(game.table, ANN, START + MINUTE))
    while game.table.status == "playing":
        game.decides(START + MINUTE)
    assert places(game.table) == [1, 2]


def test_points_decide_if_bots_finished_the_game_for_all() -> None:
    game = out_of_time(BOB, ply=2)
    game.does(commands.leave(game.table, BOB, START + MINUTE))
    while game.table.status == "playing":
        game.decides(START + MINUTE)
    assert places(game.table) == game.table.playing.places()


# ---------------------------------------------------------------------------------------------------------- ratings


def lines(house: House) -> list[str]:
    """Return the names on the leaderboard of Kingdomino for two."""
    view = house.get("/api/leaderboard", game="kingdomino", players=2)
    assert view["least_opponents"] == LEAST_OPPONENTS
    return [line["person"]["name"] for line in view["lines"]]


def lose(house: House, loser: Visitor, winner: Visitor, decisions: int = 0) -> str:
    """Play a rated game that one of the players leaves."""
    table = house.open(winner, loser, rated=True)
    house.play(table, decisions)
    house.post(f"/api/tables/{table}/leave", loser)
    house.play(table)
    return table


def test_guests_cannot_play_rated_games(house: House) -> None:
    ann, guest = house.account("Ann"), house.guest()
    rated = {"game": "kingdomino", "players": 2, "rated": True}
    assert house.refused("POST", "/api/tables", guest, rated) == (403, "server.rated_accounts_only")
    table = house.post("/api/tables", ann, rated)["table"]
    assert house.refused("POST", f"/api/tables/{table}/sit", guest, {}) == (403, "server.rated_accounts_only")
    with guest.socket(table) as socket:
        socket.send_json({"type": "sit", "id": 3})
        while (message := socket.receive_json())["type"] != "refused":
            pass
        assert message["problem"] == "server.rated_accounts_only"


def test_games_against_one_opponent_do_not_lead_to_the_leaderboard(house: House) -> None:
    ann, puppet = house.account("Ann"), house.account("Puppet")
    for _ in range(LEAST_GAMES):
        lose(house, puppet, ann)
    (rating,) = house.get(f"/api/people/{ann.id}")["ratings"]
    assert rating["games"] == LEAST_GAMES
    assert lines(house) == []


def test_a_place_on_the_leaderboard_takes_several_opponents(house: House) -> None:
    ann = house.account("Ann")
    others = [house.account(f"Other {number}") for number in range(LEAST_OPPONENTS)]
    for number in range(LEAST_GAMES):
        lose(house, others[number % LEAST_OPPONENTS], ann)
    assert lines(house) == ["Ann"]


def test_only_a_few_games_a_day_against_the_same_opponent_are_rated(house: House) -> None:
    ann, bob, cid = house.account("Ann"), house.account("Bob"), house.account("Cid")
    for _ in range(MOST_GAMES_A_DAY + 2):
        lose(house, bob, ann)
    (rating,) = house.get(f"/api/people/{ann.id}")["ratings"]
    assert rating["games"] == MOST_GAMES_A_DAY
    assert house.get(f"/api/people/{ann.id}/statistics")["games"][0]["games"] == MOST_GAMES_A_DAY + 2
    lose(house, cid, ann)
    (after,) = house.get(f"/api/people/{ann.id}")["ratings"]
    assert after["games"] == MOST_GAMES_A_DAY + 1, "games with others count"
    house.change("UPDATE results SET at = at - ?", DAY)
    lose(house, bob, ann)
    (later,) = house.get(f"/api/people/{ann.id}")["ratings"]
    assert later["games"] == MOST_GAMES_A_DAY + 2, "a day later they count again"


# -------------------------------------------------------------------------------------------------------- statistics


def test_practice_games_do_not_count_in_statistics(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = house.open(ann, bob)
    house.play(table, 6)
    house.post(f"/api/tables/{table}/undo", ann, {"to": 1})
    house.post(f"/api/tables/{table}/undo/answer", bob, {"consents": True})
    assert house.get(f"/api/tables/{table}")["practice"]
    house.play(table)
    assert house.get(f"/api/people/{ann.id}/statistics")["games"] == []
    assert house.get("/api/statistics")["games"] == []
    (own,) = house.get("/api/me/export", ann)["results"]
    assert own["practice"], "the result itself is kept"


# -------------------------------------------------------------------------------------------------------------- chat


def test_strangers_do_not_chat_during_a_rated_game(house: House) -> None:
    ann, bob, stranger = house.account("Ann"), house.account("Bob"), house.guest()
    table = house.open(ann, players=2, rated=True)
    path, words = f"/api/tables/{table}/chat", {"text": "take the lake"}
    house.post(path, stranger, words)
    house.post(f"/api/tables/{table}/sit", bob, {})
    assert house.refused("POST", path, stranger, words) == (403, "server.chat_players_only")
    with stranger.socket(table) as socket:
        socket.send_json({"type": "say", "id": 3, "text": "take the lake"})
        while (message := socket.receive_json())["type"] != "refused":
            pass
        assert message["problem"] == "server.chat_players_only"
    house.post(path, ann, words)
    house.play(table)
    house.post(path, stranger, words)


def test_strangers_chat_during_a_casual_game(house: House) -> None:
    table = house.open(house.guest(), house.guest())
    house.post(f"/api/tables/{table}/chat", house.guest(), {"text": "hello"})


# ------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "\uff21\uff44\uff41", "A\ufe0fda"])
def test_a_guest_cannot_take_the_name_of_an_account(house: House, name: str) -> None:
    house.account("Ada")
    house.stranger().post("/api/me", {"name": name}).refused(409, "people.name_taken")
    guest = house.guest("Grace")
    guest.post("/api/me", {"name": name}).refused(409, "people.name_taken")
    guest.patch("/api/me", {"name": name}).refused(409, "people.name_taken")
    assert guest.get("/api/me").ok["name"] == "Grace"


def test_no_account_or_bot_can_take_the_name_of_another_account(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    grace.patch("/api/me", {"name": "ada"}).refused(409, "people.name_taken")
    grace.post("/api/me/bots", {"name": "Ada"}).refused(409, "people.name_taken")
    ada.patch("/api/me", {"name": "Lovelace"}).ok["name"]
    house.stranger().post("/api/me", {"name": "lovelace"}).refused(409, "people.name_taken")
    house.stranger().post("/api/me", {"name": "Ada"}).refused(409, "people.name_taken")
    house.stranger().post("/api/accounts", {"name": "lovelace", "password": PASSWORD}).refused(409, "people.name_taken")
    ada.patch("/api/me", {"name": "Ada"}).ok["name"]
    assert house.guest("Lovelace").is_known


def test_guests_of_a_new_accounts_name_are_marked(house: House) -> None:
    english, italian = house.guest("Ada", language="en"), house.guest("ADA", language="it")
    house.account("Ada")
    assert english.get("/api/me").ok["name"] == "Ada (guest)"
    assert italian.get("/api/me").ok["name"] == "ADA (ospite)"
    english.post("/api/accounts", {"name": "Byron", "password": PASSWORD}).ok["me"]
    assert english.get("/api/me").ok["name"] == "Ada (guest)"


def test_a_guest_who_signs_up_keeps_the_name(house: House) -> None:
    guest = house.guest("Ada")
    assert guest.post("/api/accounts", {"name": "Ada", "password": PASSWORD}).ok["me"]["name"] == "Ada"


def test_a_long_name_has_room_for_the_mark(house: House) -> None:
    guest = house.guest("A" * LONGEST_NAME)
    house.account("A" * LONGEST_NAME)
    assert guest.get("/api/me").ok["name"] == "A" * (LONGEST_NAME - 8) + " (guest)"
