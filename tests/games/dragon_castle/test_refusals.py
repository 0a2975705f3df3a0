"""Every refusal of Dragon Castle says why, in English and in Italian."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.dragon_castle.positions import first_tile, placing, play, realm, spirited, table
from games.dragon_castle.wrong_positions import TABLES
from palatine import DecisionError
from palatine.core.errors import Phrase
from palatine.core.table import Table
from palatine.core.words import catalogue

ROW = {"a1": "m1", "b1": "m2", "c1": "m3"}
"""Three tiles side by side: b1 has no free long side."""
CROSS = {"b1": "m1", "a2": "m2", "b2": "m3", "c2": "m4", "b3": "m5", "d5": "s1", "e5": "s2", "f5": "s3"}
"""b2 has no free side at all, e5 only short ones."""
FULL = "m1 s1 m2 s2\ns3 m3 s4 m4\nm5 s5 m6 s6\nf1 S1 f2 x"
"""A Realm of four by four whose one face-down tile is the only place."""
PREFIX = "dragon_castle.refusal."

ARGUMENTS = ("make", "decision", "english", "italian")
Case = tuple[Callable[[], Table], str, str, str]
"""A position, a decision that is illegal there, and the reason in English and in Italian."""


def reasons(game: Table, decision: str) -> tuple[str, str]:
    """Return why a decision is refused, in English and in Italian."""
    before = game.record()
    with pytest.raises(DecisionError) as error:
        game.play(decision)
    assert game.record() == before
    english, italian = error.value.reason("en"), error.value.reason("it")
    assert english is not None
    assert italian is not None
    assert str(error.value).startswith(f"{english} Legal: ")
    return english, italian


def completion(castle: dict[str, str], spirits: str = "0", *, space: str = "f6", word: str = "m1") -> Table:
    """Return a table where seat 0 has taken its first tile."""
    first = first_tile(space, word)
    return table(castle, [realm("s1")], stage="completion", first_tile=first, options={"spirits": spirits})


def building(drawing: str, sets: list[tuple[list[str], int]], spirits: str = "0") -> Table:
    """Return a table where seat 0 builds on sets, each with the number of Shrines still allowed."""
    turn: dict[str, Any] = {
        "stage": "end",
        "phase": "build",
        "action": "shrine",
        "first_tile": first_tile("f6", "m6"),
        "sets": [{"spaces": spaces, "shrines": shrines} for spaces, shrines in sets],
    }
    return table(None, [realm(drawing)], options={"spirits": spirits}, **turn)


def empty_castle() -> Table:
    """Return a table where nothing is left to take."""
    return table({}, [realm("m1")], options={"spirits": "strength"})


def no_room() -> Table:
    """Return a table where the held tile has no room, but a Spirit can be activated."""
    full = FULL.replace("x", "S2")
    return spirited("destruction", full, held="D1", options={"realm_columns": "4", "realm_rows": "4"})


FACTION_SET = (["a1", "b1", "c1", "d1"], 1)


CASTLE: list[Case] = [
    (
        lambda: table(ROW),
        "pick b1",
        "b1 is not Available: a1 and c1 stand on both long sides.",
        "b1 non è Disponibile: a1 e c1 occupano entrambi i lati lunghi.",
    ),
    (
        lambda: table({"a1": "m1 ?", "c1": "m2"}),
        "pick c1",
        "c1 is on floor 1: the first tile comes from the top floor, now floor 2.",
        "c1 è al piano 1: la prima tessera si prende dal piano più alto, ora il 2.",
    ),
    (
        lambda: table(ROW),
        "pick d1",
        "There is no tile on d1 of the castle.",
        "In d1 del castello non c'è nessuna tessera.",
    ),
    (
        lambda: table(ROW),
        "pick p12",
        "There is no tile on p12 of the castle.",
        "In p12 del castello non c'è nessuna tessera.",
    ),
    (
        empty_castle,
        "pick a1",
        "The castle has no tiles left: you have to Summon the Dragon.",
        "Nel castello non restano tessere: devi Evocare il Drago.",
    ),
    (
        lambda: play(spirited("elegance", "", CROSS), "spirit elegance pay shrine"),
        "pick b2",
        "b2 has no free side: a2, c2, b1, and b3 stand around it.",
        "b2 non ha lati liberi: intorno ci sono a2, c2, b1 e b3.",
    ),
    (
        lambda: play(spirited("elegance", "", ROW | {"e1": "s1"}), "spirit elegance pay shrine"),
        "pick e1",
        "Without e1, you could not pick a tile that satisfies Elegance.",
        "Senza e1 non potresti più prendere una tessera che soddisfi Eleganza.",
    ),
    (
        lambda: completion({"a1": "m2"}),
        "pair a1",
        "a1 shows Merchants 2: the second tile must be Merchants 1, like the first.",
        "a1 mostra Mercanti 2: la seconda tessera deve essere Mercanti 1, come la prima.",
    ),
    (
        lambda: completion(ROW, word="m2"),
        "pair b1",
        "b1 is not Available: a1 and c1 stand on both long sides.",
        "b1 non è Disponibile: a1 e c1 occupano entrambi i lati lunghi.",
    ),
    (
        lambda: completion({"a1": "m2"}),
        "pair h8",
        "There is no tile on h8 of the castle.",
        "In h8 del castello non c'è nessuna tessera.",
    ),
    (
        lambda: play(completion({"a1": "m2", "c1": "s1"}, "deep"), "spirit deep pay shrine"),
        "pair c1",
        "c1 shows Soldiers 1: with The Deep the second tile must be one of the Merchants.",
        "c1 mostra Soldati 1: con Abissi la seconda tessera deve essere di tipo Mercanti.",
    ),
    (
        lambda: play(completion({"e6": "m2", "c1": "s1"}, "deception"), "spirit deception pay shrine"),
        "pair c1",
        "c1 does not stand beside f6 on floor 1, where the first tile was.",
        "c1 non è accanto a f6 al piano 1, dove stava la prima tessera.",
    ),
    (
        lambda: play(spirited("elegance", "", ROW | {"e1": "m2"}), "spirit elegance pay shrine", "pick e1"),
        "pair a1",
        "a1 shows Merchants 1: the second tile must be Merchants 2, like the first.",
        "a1 mostra Mercanti 1: la seconda tessera deve essere Mercanti 2, come la prima.",
    ),
    (
        lambda: play(spirited("elegance", "", ROW | {"e1": "m2", "h1": "m2"}), "spirit elegance pay shrine", "pick e1"),
        "pair h1",
        "Elegance is not satisfied yet: take a tile that has both long sides blocked.",
        "Eleganza non è ancora soddisfatta: prendi una tessera con entrambi i lati lunghi bloccati.",
    ),
    (
        lambda: play(spirited("destruction", "", ROW), "spirit destruction pay shrine"),
        "destroy b1",
        "b1 is not Available: a1 and c1 stand on both long sides.",
        "b1 non è Disponibile: a1 e c1 occupano entrambi i lati lunghi.",
    ),
    (
        lambda: play(spirited("destruction", "", ROW), "spirit destruction pay shrine"),
        "destroy d1",
        "There is no tile on d1 of the castle.",
        "In d1 del castello non c'è nessuna tessera.",
    ),
    (
        lambda: play(
            spirited("elegance,destruction", "", ROW | {"e1": "s1"}, pool=2),
            "spirit elegance pay shrine",
            "spirit destruction pay shrine",
        ),
        "destroy a1",
        "Without a1, you could not pick a tile that satisfies Elegance.",
        "Senza a1 non potresti più prendere una tessera che soddisfi Eleganza.",
    ),
]

WORDS: list[Case] = [
    (
        lambda: table({"a1": "m1 ?", "c1": "m2 ? ?"}),
        "summon",
        "You can Summon the Dragon only when the ground floor alone is left: 3 tiles stand higher.",
        "Puoi Evocare il Drago solo quando resta solo il pian terreno: più in alto ci sono ancora 3 tessere.",
    ),
    (
        lambda: table({"a1": "m1 ?", "c1": "m2"}),
        "summon",
        "You can Summon the Dragon only when the ground floor alone is left: 1 tile stands higher.",
        "Puoi Evocare il Drago solo quando resta solo il pian terreno: più in alto c'è ancora 1 tessera.",
    ),
    (
        lambda: play(spirited("elegance", "", ROW), "spirit elegance pay shrine"),
        "summon",
        "Elegance is not satisfied yet: take a tile that has both long sides blocked.",
        "Eleganza non è ancora soddisfatta: prendi una tessera con entrambi i lati lunghi bloccati.",
    ),
    (
        lambda: table(
            None, [realm("x*", pool=39), realm("", pool=0)], stage="completion", first_tile=first_tile("f6", "m1")
        ),
        "shrine",
        "The general pool has no Shrines left.",
        "Nella riserva generale non ci sono più Sacrari.",
    ),
    *(
        (
            lambda: play(spirited("elegance", "", ROW | {"e1": "m2"}), "spirit elegance pay shrine", "pick e1"),
            word,
            "Elegance is not satisfied yet: take a tile that has both long sides blocked.",
            "Eleganza non è ancora soddisfatta: prendi una tessera con entrambi i lati lunghi bloccati.",
        )
        for word in ("shrine", "discard")
    ),
]

REALM: list[Case] = [
    (
        lambda: placing("", "m1"),
        "place g1",
        "g1 is outside your Realm, which ends at f4.",
        "g1 è fuori dal tuo Reame, che finisce in f4.",
    ),
    (
        lambda: placing("s3", "m1"),
        "place a1",
        "Soldiers 3 lies face up on a1: tiles go on empty spaces and on face-down tiles.",
        "In a1 c'è Soldati 3 a faccia in su: le tessere vanno sulle caselle vuote e sulle tessere a faccia in giù.",
    ),
    (
        lambda: placing("x^2*", "m1"),
        "place a1",
        "A Shrine stands on a1: nothing can be placed there.",
        "In a1 c'è un Sacrario: lì non si piazza nulla.",
    ),
    (
        lambda: placing("", "m1"),
        "place second a1",
        "You have only one tile to place.",
        "Hai una sola tessera da piazzare.",
    ),
    (
        lambda: building("x* x x x", [FACTION_SET]),
        "build a1",
        "A Shrine already stands on a1.",
        "In a1 c'è già un Sacrario.",
    ),
    (
        lambda: building("x x x x . x", [FACTION_SET]),
        "build f1",
        "f1 was not Consolidated just now: Shrines go on the tiles of the new sets.",
        "f1 non è stata Consolidata adesso: i Sacrari vanno sulle tessere dei nuovi set.",
    ),
    (
        lambda: building("x* x x x\nx x x x", [(["a1", "b1", "c1", "d1"], 0), (["a2", "b2", "c2", "d2"], 1)]),
        "build b1",
        "The set of b1 has all its Shrines: a Faction set takes 1, a Special set 2.",
        "Il set di b1 ha già tutti i suoi Sacrari: 1 per un set di Fazione, 2 per un set Speciale.",
    ),
    (
        lambda: play(spirited("strength", "m1 m2 m3 . s1", pool=0, held="m4"), "place d1", "done"),
        "build a1",
        "You have no Shrine to build: your Shrine Pool is empty.",
        "Non hai Sacrari da costruire: la tua Riserva è vuota.",
    ),
]

SPIRIT_STEPS: list[Case] = [
    (
        lambda: play(
            spirited("strength", FULL, options={"realm_columns": "4", "realm_rows": "4"}), "spirit strength pay shrine"
        ),
        "lift d4",
        "There is no other space for the tile on d4.",
        "Per la tessera in d4 non c'è un'altra casella.",
    ),
    (
        lambda: play(spirited("beauty", "m1 s1 f1 m1\n. . .\ns2 f2 m2"), "spirit beauty pay shrine"),
        "consolidate b3",
        "a3, b3, and c3 are only 3 tiles: Beauty needs a group of 4 or more Faction tiles with the same number.",
        "a3, b3 e c3 sono solo 3 tessere: a Bellezza serve un gruppo di almeno 4 tessere Fazione con lo stesso numero.",
    ),
    (
        lambda: play(spirited("beauty", "m1 s1 f1 m1 s2"), "spirit beauty pay shrine"),
        "consolidate e1",
        "The tile on e1 is alone: Beauty needs a group of 4 or more Faction tiles with the same number.",
        "La tessera in e1 è isolata: a Bellezza serve un gruppo di almeno 4 tessere Fazione con lo stesso numero.",
    ),
    (
        lambda: play(spirited("beauty", "m1 s1 f1 m1 D1"), "spirit beauty pay shrine"),
        "consolidate e1",
        "Red Dragon on e1 has no number: Beauty Consolidates Faction tiles.",
        "Drago rosso in e1 non ha numero: Bellezza Consolida tessere Fazione.",
    ),
    (
        lambda: play(spirited("cunning", "W1 W2 W3\nS1 S2"), "spirit cunning pay shrine"),
        "consolidate b2",
        "a2 and b2 are 2 tiles: Cunning needs a group of exactly 3 tiles of one type.",
        "a2 e b2 sono 2 tessere: ad Astuzia serve un gruppo di 3 tessere esatte dello stesso tipo.",
    ),
    (
        lambda: play(spirited("cunning", "W1 W2 W3 S1"), "spirit cunning pay shrine"),
        "consolidate d1",
        "The tile on d1 is alone: Cunning needs a group of exactly 3 tiles of one type.",
        "La tessera in d1 è isolata: ad Astuzia serve un gruppo di 3 tessere esatte dello stesso tipo.",
    ),
    (
        lambda: play(spirited("cunning", "W1 W2 W3 x"), "spirit cunning pay shrine"),
        "consolidate d1",
        "The tile on d1 lies face down.",
        "La tessera in d1 è a faccia in giù.",
    ),
    (
        lambda: play(spirited("cunning", "W1 W2 W3"), "spirit cunning pay shrine"),
        "consolidate d1",
        "There is no tile on d1 of your Realm.",
        "In d1 del tuo Reame non c'è nessuna tessera.",
    ),
    (
        lambda: TABLES["change"](),
        "change c2 soldiers",
        "As one of the Soldiers, c2 would be in a group of 1: a set needs 4 tiles.",
        "Come Soldati, c2 sarebbe in un gruppo di 1: un set ha almeno 4 tessere.",
    ),
    (
        lambda: TABLES["change"](),
        "change a1 farmers",
        "Merchants 1 on a1 is a Faction tile: Change treats a Special tile as another type.",
        "Mercanti 1 in a1 è una tessera Fazione: Cambiamento fa valere una tessera Speciale come un altro tipo.",
    ),
    (
        lambda: TABLES["change"](),
        "change c2 dragons",
        "White Dragon on c2 is of that type already.",
        "Drago bianco in c2 è già di quel tipo.",
    ),
    (
        lambda: play(
            spirited("change", "D1 D2 D3 .\n. . . f1\n. . f2 f3\n. . . S1", held="D1 m1"),
            "place d1",
            "spirit change pay shrine",
        ),
        "change d1 farmers",
        "d1 belongs to a set of its own type, which must keep 4 tiles without it.",
        "d1 fa parte di un set del suo tipo, che deve restare di 4 tessere anche senza di lei.",
    ),
    (
        lambda: play(spirited("strength", "m1 x*"), "spirit strength pay shrine"),
        "lift b1",
        "A Shrine stands on b1: Strength moves tiles without a Shrine.",
        "In b1 c'è un Sacrario: Forza sposta tessere senza Sacrario.",
    ),
    (
        lambda: play(spirited("strength", "m1 m2"), "spirit strength pay shrine", "lift a1", "drop c1"),
        "lift c1",
        "Strength has already moved the tile on c1: it moves two different tiles.",
        "Forza ha già spostato la tessera in c1: le due tessere devono essere diverse.",
    ),
    (
        lambda: play(spirited("strength", "m1 m2"), "spirit strength pay shrine"),
        "lift c1",
        "There is no tile on c1 of your Realm.",
        "In c1 del tuo Reame non c'è nessuna tessera.",
    ),
    (
        lambda: play(spirited("strength", "m1 m2"), "spirit strength pay shrine", "lift a1"),
        "drop a1",
        "The tile comes from a1: put it on another space.",
        "La tessera viene da a1: mettila in un'altra casella.",
    ),
    (
        lambda: play(spirited("strength", "m1 m2"), "spirit strength pay shrine", "lift a1"),
        "drop b1",
        "Merchants 2 lies face up on b1: tiles go on empty spaces and on face-down tiles.",
        "In b1 c'è Mercanti 2 a faccia in su: le tessere vanno sulle caselle vuote e sulle tessere a faccia in giù.",
    ),
    (
        lambda: play(spirited("wind", "x* x m1"), "spirit wind pay shrine"),
        "flip b1",
        "The tile on b1 lies face down.",
        "La tessera in b1 è a faccia in giù.",
    ),
    (
        lambda: play(spirited("wind", "x* x m1"), "spirit wind pay shrine"),
        "lift c1",
        "There is no Shrine on c1.",
        "In c1 non c'è nessun Sacrario.",
    ),
    (
        lambda: play(spirited("wind", "x* m1"), "spirit wind pay shrine"),
        "lift a1",
        "There is no other face-down tile for the Shrine: turn a tile face down first.",
        "Non c'è un'altra tessera a faccia in giù per il Sacrario: prima girane una.",
    ),
    (
        lambda: play(spirited("wind", "x* x m1"), "spirit wind pay shrine", "lift a1"),
        "drop c1",
        "Merchants 1 on c1 is face up: a Shrine moves to a face-down tile.",
        "Mercanti 1 in c1 è a faccia in su: un Sacrario si sposta su una tessera a faccia in giù.",
    ),
    (
        lambda: play(spirited("wind", "x* x m1"), "spirit wind pay shrine", "lift a1"),
        "drop d1",
        "There is no tile on d1: a Shrine moves to a face-down tile.",
        "In d1 non c'è nessuna tessera: un Sacrario si sposta su una tessera a faccia in giù.",
    ),
    (
        lambda: play(spirited("wind", "x* x m1"), "spirit wind pay shrine", "lift a1"),
        "drop a1",
        "A Shrine already stands on a1.",
        "In a1 c'è già un Sacrario.",
    ),
]

SPIRITS: list[Case] = [
    (
        lambda: table(),
        "spirit wind pay shrine",
        "No Spirits are in play.",
        "Non ci sono Spiriti in gioco.",
    ),
    (
        lambda: spirited("change,faith", ""),
        "spirit wind pay shrine",
        "Wind is not in play. In play: Change and Faith.",
        "Vento non è in gioco. In gioco: Cambiamento e Fede.",
    ),
    (
        lambda: play(spirited("strength", "m1", pool=2), "spirit strength pay shrine", "lift a1", "drop b1"),
        "spirit strength pay shrine",
        "You have already used Strength this turn.",
        "In questo turno hai già usato Forza.",
    ),
    (
        lambda: spirited("faith", "m1"),
        "spirit faith pay a1",
        "Faith is activated while you build on a set just Consolidated.",
        "Fede si attiva mentre costruisci su un set appena Consolidato.",
    ),
    (
        lambda: building("x x x x m1", [FACTION_SET], spirits="strength"),
        "spirit strength pay e1",
        "While you build, only Faith and Wind can be activated.",
        "Mentre costruisci si possono attivare solo Fede e Vento.",
    ),
    (
        lambda: spirited("deep", "m1"),
        "spirit deep pay a1",
        "The Deep is activated after the first tile, to take the second.",
        "Abissi si attiva dopo la prima tessera, per prendere la seconda.",
    ),
    (
        lambda: spirited("elegance", "m1", held="m2"),
        "spirit elegance pay a1",
        "Elegance is activated before the action is completed.",
        "Eleganza si attiva prima di completare l'azione.",
    ),
    (
        lambda: spirited("strength", "x x", pool=0),
        "spirit strength pay a1",
        "You have nothing to pay with: no face-up tile, and no Shrine in your pool.",
        "Non hai nulla con cui pagare: nessuna tessera a faccia in su e nessun Sacrario nella tua Riserva.",
    ),
    (
        lambda: spirited("strength", "m1 x m2"),
        "spirit strength pay b1",
        "The tile on b1 is face down: a Spirit is paid with a face-up tile or a Shrine of your pool.",
        "La tessera in b1 è a faccia in giù: uno Spirito si paga con una tessera a faccia in su "
        "o con un Sacrario della tua Riserva.",
    ),
    (
        lambda: spirited("strength", "m1 x m2"),
        "spirit strength pay f4",
        "There is no tile on f4 of your Realm.",
        "In f4 del tuo Reame non c'è nessuna tessera.",
    ),
    (
        lambda: spirited("strength", "m1 x m2"),
        "spirit strength pay h8",
        "h8 is outside your Realm, which ends at f4.",
        "h8 è fuori dal tuo Reame, che finisce in f4.",
    ),
    (
        lambda: spirited("strength", "m1 m2", pool=0),
        "spirit strength pay shrine",
        "You have no Shrine in your pool to pay with.",
        "Nella tua Riserva non hai Sacrari con cui pagare.",
    ),
    (
        lambda: spirited("beauty", "m1 s1 f1 m1"),
        "spirit beauty pay b1",
        "Without Soldiers 1 on b1, Beauty would have no effect: "
        "it needs a connected group of 4 or more Faction tiles with the same number.",
        "Senza Soldati 1 in b1, Bellezza non avrebbe effetto: "
        "serve un gruppo collegato di almeno 4 tessere Fazione con lo stesso numero.",
    ),
    (
        lambda: building("x x x x m1", [FACTION_SET], spirits="faith"),
        "spirit faith pay shrine",
        "Paid with a Shrine, Faith would have no effect: "
        "it needs a Shrine in your pool and a tile just Consolidated without a Shrine.",
        "Pagando con un Sacrario, Fede non avrebbe effetto: "
        "serve un Sacrario nella tua Riserva e una tessera appena Consolidata senza Sacrario.",
    ),
    (
        lambda: play(
            spirited("elegance,deep,strength", "", ROW | {"e1": "m4"}, pool=2),
            "spirit elegance pay shrine",
            "pick e1",
        ),
        "spirit strength pay shrine",
        "You need what you can pay with to satisfy Elegance, by The Deep or Deception.",
        "Quello con cui puoi pagare ti serve per soddisfare Eleganza, con Abissi o Inganno.",
    ),
]

NEEDS: list[Case] = [
    (
        lambda: spirited("beauty", "m1 s1 f1"),
        "spirit beauty pay shrine",
        "a connected group of 4 or more Faction tiles with the same number",
        "un gruppo collegato di almeno 4 tessere Fazione con lo stesso numero",
    ),
    (
        lambda: spirited("elegance", "", {"a1": "m1", "c1": "m2"}),
        "spirit elegance pay shrine",
        "a tile you can pick with both long sides blocked and a short side free",
        "una tessera da prendere con i lati lunghi bloccati e un lato corto libero",
    ),
    (
        lambda: spirited("wind", "x m1"),
        "spirit wind pay shrine",
        "a Shrine in your Realm",
        "un Sacrario nel tuo Reame",
    ),
    (
        lambda: spirited("wind", "x*"),
        "spirit wind pay shrine",
        "a face-down tile to move the Shrine to",
        "una tessera a faccia in giù su cui spostare il Sacrario",
    ),
    (
        lambda: completion({"a1": "m2"}, "deception"),
        "spirit deception pay shrine",
        "a tile beside the first one, on the same floor",
        "una tessera accanto alla prima, allo stesso piano",
    ),
    (
        lambda: spirited("strength", ""),
        "spirit strength pay shrine",
        "a tile without a Shrine and another space for it",
        "una tessera senza Sacrario e un'altra casella per lei",
    ),
    (
        lambda: spirited("change", "f1 f2 S1"),
        "spirit change pay shrine",
        "a Special tile that makes a set of 4 or more with tiles of another type",
        "una tessera Speciale che formi un set di almeno 4 con tessere di un altro tipo",
    ),
    (
        lambda: completion({"a1": "s2"}, "deep"),
        "spirit deep pay shrine",
        "a second tile of the Merchants that is Available",
        "una seconda tessera Disponibile di tipo Mercanti",
    ),
    (
        lambda: spirited("destruction,strength", "m1", {}),
        "spirit destruction pay shrine",
        "an Available tile in the castle",
        "una tessera Disponibile nel castello",
    ),
    (
        lambda: play(spirited("elegance,destruction", "", ROW, pool=3), "spirit elegance pay shrine"),
        "spirit destruction pay shrine",
        "an Available tile that Elegance can do without",
        "una tessera Disponibile di cui Eleganza possa fare a meno",
    ),
    (
        lambda: spirited("cunning", "W1 W2"),
        "spirit cunning pay shrine",
        "a connected group of exactly 3 tiles of one type",
        "un gruppo collegato di 3 tessere esatte dello stesso tipo",
    ),
]

TASKS = [
    ("action", "place a1", "place a tile", "take an Available tile of the top floor"),
    ("action", "done", "stop", "take an Available tile of the top floor"),
    (
        "completion",
        "pick c1",
        "take a first tile",
        "complete your action with a second tile, a Shrine or a discard",
    ),
    ("placement", "done", "stop", "place your 2 tiles"),
    ("last placement", "shrine", "take a Shrine", "place your tile"),
    ("check", "place a1", "place a tile", "Consolidate your sets, or activate a Spirit first"),
    ("end", "discard", "discard a tile", "end your turn, or activate a Spirit first"),
    (
        "build",
        "summon",
        "Summon the Dragon",
        "build Shrines on the tiles just Consolidated, or stop building",
    ),
    ("beauty", "spirit wind pay a1", "activate a Spirit", "choose the group that Beauty Consolidates"),
    ("cunning", "destroy a1", "destroy a tile", "choose the group that Cunning Consolidates"),
    (
        "change",
        "consolidate a1",
        "Consolidate a group",
        "choose the Special tile for Change, and its new type",
    ),
    ("strength_lift", "done", "stop", "choose a tile for Strength to move"),
    ("strength_drop", "lift a1", "move a tile or a Shrine", "choose where the moved tile goes"),
    (
        "wind",
        "drop a1",
        "put down a tile or a Shrine",
        "turn a tile face down for Wind, or choose the Shrine to move",
    ),
    ("wind_lift", "flip a1", "turn a tile face down", "choose the Shrine that Wind moves"),
    ("wind_drop", "build a1", "build a Shrine", "choose where the Shrine goes"),
    ("faith", "done", "stop", "build the additional Shrine of Faith"),
    (
        "deception",
        "change a1 farmers",
        "treat a tile as another type",
        "take the second tile beside the first, with Deception",
    ),
    ("deep", "discard", "discard a tile", "take a second tile of the same type, with The Deep"),
    ("destruction", "pair c1", "take a second tile", "choose the tile that Destruction discards"),
]


def named(cases: list[Case]) -> Any:
    """Return the parameters of a test for cases, named by their decisions."""
    return [pytest.param(*case, id=case[1]) for case in cases]


@pytest.mark.parametrize(ARGUMENTS, named([*CASTLE, *WORDS]))
def test_a_tile_of_the_castle_is_refused_with_what_is_in_its_way(
    make: Callable[[], Table], decision: str, english: str, italian: str
) -> None:
    assert reasons(make(), decision) == (english, italian)


@pytest.mark.parametrize(ARGUMENTS, named([*REALM, *SPIRIT_STEPS]))
def test_a_space_of_the_realm_is_refused_with_what_lies_there(
    make: Callable[[], Table], decision: str, english: str, italian: str
) -> None:
    assert reasons(make(), decision) == (english, italian)


@pytest.mark.parametrize(ARGUMENTS, named(SPIRITS))
def test_a_spirit_is_refused_with_its_time_or_its_price(
    make: Callable[[], Table], decision: str, english: str, italian: str
) -> None:
    assert reasons(make(), decision) == (english, italian)


@pytest.mark.rule("DC-29")
@pytest.mark.parametrize(ARGUMENTS, named(NEEDS))
def test_a_spirit_without_effect_is_refused_with_what_it_lacks(
    make: Callable[[], Table], decision: str, english: str, italian: str
) -> None:
    in_english, in_italian = reasons(make(), decision)
    assert in_english.endswith(f" would have no effect: once paid for, it needs {english}.")
    assert in_italian.endswith(f" non avrebbe effetto: dopo il pagamento serve {italian}.")


@pytest.mark.parametrize(("name", "decision", "act", "task"), TASKS)
def test_a_decision_of_another_phase_is_refused_with_what_is_to_be_decided(
    name: str, decision: str, act: str, task: str
) -> None:
    english, italian = reasons(TABLES[name](), decision)
    assert english == f"You cannot {act} now: you have to {task}."
    assert italian.startswith("Ora non puoi ")
    assert ": devi " in italian


def test_with_an_empty_castle_only_the_dragon_is_asked_for() -> None:
    assert reasons(empty_castle(), "discard") == (
        "You cannot discard a tile now: you have to Summon the Dragon.",
        "Ora non puoi scartare una tessera: devi Evocare il Drago.",
    )


@pytest.mark.rule("DC-19")
def test_without_room_a_spirit_or_the_loss_is_asked_for() -> None:
    assert reasons(no_room(), "discard") == (
        "You cannot discard a tile now: you have to activate a Spirit, or lose your tile, which has no room.",
        "Ora non puoi scartare una tessera: devi attivare uno Spirito, o perdere la tua tessera, che non ha posto.",
    )


@pytest.mark.rule("DC-5")
def test_a_reason_reveals_no_covered_tile() -> None:
    castle = {"a1": "m1 ?", "b1": "m2 ?", "c1": "m3 ?"}
    decisions = ["pick b1", "summon", "pair a1", "spirit destruction pay f4"]
    found = {
        tuple(reasons(spirited("destruction", "m1", castle, seed=seed), decision) for decision in decisions)
        for seed in range(3)
    }
    assert len(found) == 1


def keys_of(value: object) -> set[str]:
    """Return the keys of a phrase and of the phrases in it."""
    if not isinstance(value, Phrase):
        return set()
    return {value.key}.union(*map(keys_of, value.fields.values()))


def test_every_refusal_is_tested() -> None:
    cases = [(make, decision) for make, decision, *_ in (*CASTLE, *WORDS, *REALM, *SPIRIT_STEPS, *SPIRITS, *NEEDS)]
    cases += [(TABLES[name], decision) for name, decision, *_ in TASKS]
    cases += [(empty_castle, "discard"), (no_room, "discard")]
    found: set[str] = set()
    for make, decision in cases:
        with pytest.raises(DecisionError) as error:
            make().play(decision)
        found |= keys_of(error.value.fields["reason"])
    assert {key for key in catalogue("en") if key.startswith(PREFIX)} <= found
