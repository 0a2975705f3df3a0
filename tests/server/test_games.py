"""The operations that describe the games: options, constants, words and rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import palatine
from palatine.core.words import LANGUAGES, catalogue
from palatine.games import BUILT_IN, game_named
from palatine.server.errors import NotThere
from palatine.server.messages.game_texts import RULES_END, rules_of
from server.house import House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("games")) as house:
        for game in BUILT_IN:
            house.call(house.server.warm_up.need, game)
        yield house


@pytest.fixture(scope="module")
def games(house: House) -> dict[str, Any]:
    return {game["name"]: game for game in house.get("/api/games")["games"]}


def pieces(house: House, game: str) -> Any:
    return house.get(f"/api/games/{game}")["pieces"]


def test_all_games_are_listed_with_their_options(games: dict[str, Any]) -> None:
    assert list(games) == list(BUILT_IN)
    for name, known in palatine.games().items():
        listed = games[name]
        assert (listed["title"], listed["players"], listed["rules_version"]) == (
            known["title"],
            known["players"],
            known["rules_version"],
        )
        for option in listed["options"]:
            here = known["options"][option["name"]]
            assert (option["values"], option["players"]) == (here["values"], here["players"])
            assert option["defaults"][str(listed["default_players"])] == here["default"]


def test_listed_options_and_defaults_are_accepted(games: dict[str, Any]) -> None:
    for game in games.values():
        for players in game["players"]:
            defaults = {option["name"]: option["defaults"][str(players)] for option in game["options"]}
            assert dict(game_named(game["name"]).settings(players).options) == defaults
            for option in game["options"]:
                if players in option["players"] and option["kind"] in ("flag", "choice", "castle"):
                    for value in option["values"]:
                        game_named(game["name"]).settings(players, {option["name"]: value})


def test_options_are_of_four_kinds(games: dict[str, Any]) -> None:
    kinds = {
        (name, option["name"]): option["kind"]
        for name, game in games.items()
        for option in game["options"]
        if option["kind"] != "choice"
    }
    assert {name for name, kind in kinds.items() if kind == "cards"} == {
        ("dragon_castle", "spirits"),
        ("dragon_castle", "dragons"),
    }
    assert {name for name, kind in kinds.items() if kind == "castle"} == {("dragon_castle", "castle")}
    for (game, name), kind in kinds.items():
        if kind == "flag":
            assert game_named(game).option(name).values() == (False, True)


def test_every_decision_has_its_text(house: House) -> None:
    for game in BUILT_IN.values():
        texts = house.get(f"/api/games/{game.name}")["decisions"]
        assert all(texts)
        assert len(texts) == palatine.raw(game.name).decisions
        table = palatine.new(game.name, 2, seed=1)
        for _ in range(30):
            assert [texts[decision] for decision in table.legal()] == table.moves()
            table.play(table.legal()[-1])


def test_unknown_games_are_refused(house: House) -> None:
    assert house.refused("GET", "/api/games/chess") == (404, "core.unknown_game")


def test_a_current_etag_gets_a_304(house: House) -> None:
    for path in (
        "/api/games",
        "/api/games/kingdomino",
        "/api/games/kingdomino/words/it",
        "/api/games/kingdomino/rules/en",
    ):
        first = house.client.get(path)
        assert first.headers["cache-control"] == "no-cache"
        tag = first.headers["etag"]
        for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
            again = house.client.get(path, headers={"if-none-match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert house.client.get(path, headers={"if-none-match": '"other"'}).content == first.content


# -------------------------------------------------------------------------------------------------------- texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_words_of_a_game_are_its_own_sentences(house: House, game: str, language: str) -> None:
    words = house.get(f"/api/games/{game}/words/{language}")["words"]
    assert words
    assert words == {key: text for key, text in catalogue(language).items() if key.partition(".")[0] == game}


@pytest.mark.parametrize(("language", "file"), [("en", "README.md"), ("it", "README.it.md")])
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_rules_of_a_game_end_at_the_marker(house: House, game: str, language: str, file: str) -> None:
    rules = house.get(f"/api/games/{game}/rules/{language}")["markdown"]
    written = resources.files(BUILT_IN[game].package).joinpath(file).read_text("utf-8")
    assert written.startswith(rules.rstrip())
    assert written[len(rules.rstrip()) :].lstrip().startswith(RULES_END)


def test_the_app_and_the_server_agree_on_where_rules_end() -> None:
    assert RULES_END in (Path(__file__).parents[2] / "web" / "vite" / "rules.ts").read_text("utf-8")


@pytest.mark.parametrize("what", ["words", "rules"])
def test_texts_of_unknown_games_and_languages_are_refused(house: House, what: str) -> None:
    assert house.refused("GET", f"/api/games/chess/{what}/en") == (404, "core.unknown_game")
    assert house.refused("GET", f"/api/games/kingdomino/{what}/de") == (404, "server.no_such_language")


def test_missing_rules_are_refused() -> None:
    without = dataclasses.replace(BUILT_IN["kingdomino"], package="palatine.core")
    for language in LANGUAGES:
        with pytest.raises(NotThere, match="There are no written rules for Kingdomino here"):
            rules_of(without, language)


def test_untranslated_rules_come_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "untranslated_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "README.md").write_text("# The only rules\n")
    monkeypatch.syspath_prepend(tmp_path)
    game = dataclasses.replace(BUILT_IN["kingdomino"], package=folder.name)
    assert rules_of(game, "it").markdown == rules_of(game, "en").markdown == "# The only rules\n"


# ------------------------------------------------------------------------------------------------------- pieces


def test_the_dominoes(house: House) -> None:
    dominoes = pieces(house, "kingdomino")["dominoes"]
    assert [domino["number"] for domino in dominoes] == list(range(1, 49))
    squares = [square for domino in dominoes for square in (domino["left"], domino["right"])]
    count = {terrain: sum(square["terrain"] == terrain for square in squares) for terrain in ("wheat", "mine")}
    assert count == {"wheat": 26, "mine": 6}
    assert sum(square["crowns"] for square in squares) == 39
    assert dominoes[47] == {
        "number": 48,
        "left": {"terrain": "wheat", "crowns": 0},
        "right": {"terrain": "mine", "crowns": 3},
    }


def test_the_persons_and_the_actions(house: House) -> None:
    found = pieces(house, "year_of_the_dragon")
    persons = {person["tile"]: person for person in found["persons"]}
    assert len(persons) == 15
    assert persons["older_monk"] == {"tile": "older_monk", "type": "monk", "age": "older", "symbols": 2, "value": 2}
    assert persons["craftsman"] == {"tile": "craftsman", "type": "craftsman", "age": None, "symbols": 1, "value": 2}
    assert {action["action"]: action["type"] for action in found["actions"]} == {
        "taxes": "tax_collector",
        "build": "craftsman",
        "harvest": "farmer",
        "fireworks": "pyrotechnist",
        "parade": "warrior",
        "research": "scholar",
        "privilege": None,
        "wall": None,
    }
    assert {gift["gift"]: gift["amount"] for gift in found["wall_gifts"]} == {
        "rice": 1,
        "firework": 1,
        "yuan": 2,
        "floor": 1,
        "points": 3,
        "spaces": 3,
    }


def test_the_tiles_and_the_castles(house: House) -> None:
    found = pieces(house, "dragon_castle")
    assert sum(tile["copies"] for tile in found["tiles"]) == found["castle_tiles"] == 116
    factions = {kind["type"] for kind in found["types"] if kind["faction"]}
    assert {tile["type"] for tile in found["tiles"] if tile["number"] is not None} == factions
    castles = found["castles"]
    assert len(castles) == 15
    for castle in castles:
        assert sum(int(height) for row in castle["rows"] for height in row) == 116
        assert {len(row) for row in castle["rows"]} == {castle["columns"]}


@pytest.mark.parametrize("game", BUILT_IN)
def test_positions_and_points_use_the_names_of_the_pieces(house: House, game: str) -> None:
    found = pieces(house, game)
    table = palatine.new(game, 2, seed=4)
    while not table.over:
        assert table.position()["phase"] in found["phases"]
        table.play(table.legal()[0])
    sources = {source["source"] for seat in table.scores() for source in seat["sources"]}
    assert sources <= set(found["sources"])


def test_compiled_games_are_ready(games: dict[str, Any]) -> None:
    assert all(game["ready"] for game in games.values())
