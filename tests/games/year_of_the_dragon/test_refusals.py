"""Every decision that is not legal is refused with its reason, in English and in Italian."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    Plain,
    acting,
    before_event,
    before_last_card,
    choosing_person,
    court,
    only,
    play_all,
    struck,
    struck_by,
    table_at,
)
from palatine import DecisionError
from palatine.core.errors import Phrase
from palatine.core.table import Table
from palatine.core.words import LANGUAGES, catalogue

# ------------------------------------------------------------------------------------------------------- positions
# The action cards lie in their order: group 1 has taxes, build, harvest and fireworks, group 2 the others.


def drafting() -> Table:
    """The first seat has a monk and a scholar; the second drafts."""
    table = palatine.new("year_of_the_dragon", players=2, seed=1, start_player="first")
    return play_all(table, "draft monk scholar", "house 1", "house 1")


def acting_second(yuan: int, dragon: int | None = None, **options: Any) -> Table:
    """The second seat acts; the dragon of the first may stand on a group."""
    courts = [court("2", dragon=dragon), court("2 craftsman", yuan=yuan, owed=1)]
    return table_at(courts, options=options, seat=1)


def at_wall(*tiles: tuple[int, str]) -> Table:
    """The first seat acts, with the Great Wall and these tiles in it."""
    wall = [{"seat": seat, "gift": gift} for seat, gift in tiles]
    return acting(court("2 craftsman"), court("2"), options={"great_wall": True}, wall=wall)


def wall_of(*seats: int) -> list[tuple[int, str]]:
    gifts = ("rice", "firework", "yuan", "floor", "points", "spaces")
    return [(seat, gift) for seat in seats for gift in gifts]


def buying(yuan: int) -> Table:
    return play_all(acting_second(yuan), "act 2 privilege")


def building(*palaces: str) -> Table:
    return play_all(acting(court(*palaces), court("2")), "act 1 build")


def playing(*hand: str, **changes: Any) -> Table:
    return choosing_person(court("2", hand=[*hand]), court("2"), **changes)


def newcomer(*palaces: str) -> Table:
    """An older monk has come to a court."""
    table = choosing_person(court(*palaces, hand=["monk"]), court("2"))
    return play_all(table, "play monk", "take older_monk")


def tribute() -> Table:
    return struck(court("2 craftsman court_lady", "2", "1 craftsman", yuan=2), event="tribute")


def drought() -> Table:
    """The first palace has lost a person."""
    table = struck(court("2 craftsman court_lady", "1 craftsman"), event="drought")
    return play_all(table, "release 1 court_lady")


def short_wall() -> Table:
    """The Mongols have taken a person, and the wall is too short."""
    courts = court("2 craftsman craftsman"), court("1 older_warrior", yuan=3)
    wall = [{"seat": 1, "gift": "rice"}]
    table = before_event(*courts, event="mongols", month=6, options={"great_wall": True}, wall=wall)
    return play_all(table, "pass", "release 1 craftsman")


def shaken(*palaces: str) -> Table:
    return struck_by("earthquake", court(*palaces), court(yuan=3))


def overcrowded() -> Table:
    return play_all(shaken("2 craftsman court_lady", "1 craftsman"), "collapse 1")


def flooded(**goods: int) -> Table:
    return struck_by("flood", court("2 craftsman", **goods), court(yuan=3))


def tornado(*hand: str) -> Table:
    return play_all(before_last_card("tornado", [], [*hand], display=only()), "play scholar")


def sunrise() -> Table:
    """The first seat has taken a craftsman."""
    display = only(craftsman=2, younger_monk=1, older_monk=1)
    table = before_last_card("sunrise", [], [], display=display)
    return play_all(table, "play scholar", "take craftsman", "house 1")


def charter() -> Table:
    return struck_by("charter", court("2 craftsman craftsman", "1 court_lady"), court("1 craftsman", yuan=3))


def after_earthquake() -> Table:
    return acting(court("2"), court("2"), month=8, options={"super_event": "earthquake"})


# --------------------------------------------------------------------------------------------------------- refusals

Case = tuple[Callable[[], Table], str, str, str]

WRONG_CHOICES: list[Case] = [
    (
        drafting,
        "draft scholar monk",
        "Another player has already taken a monk and a scholar. No pair is taken twice.",
        "Un altro giocatore ha già preso un monaco e un erudito. Ogni coppia si prende una volta sola.",
    ),
    # Housing
    (
        lambda: newcomer("2", "2 craftsman court_lady"),
        "house 2",
        "Palace 2 is full: its 2 floors are occupied.",
        "Il palazzo 2 è pieno: i suoi 2 piani sono occupati.",
    ),
    (
        lambda: newcomer("2", "1 craftsman"),
        "house 2",
        "Palace 2 is full: its only floor is occupied.",
        "Il palazzo 2 è pieno: il suo unico piano è occupato.",
    ),
    (
        lambda: newcomer("2", "1 craftsman", "1 craftsman"),
        "house 3",
        "Palace 3 is full: its only floor is occupied.",
        "Il palazzo 3 è pieno: il suo unico piano è occupato.",
    ),
    (
        lambda: newcomer("2", "1 craftsman"),
        "house 3",
        "There is no palace 3: you have 2 palaces.",
        "Il palazzo 3 non esiste: hai 2 palazzi.",
    ),
    (
        lambda: newcomer("2"),
        "house 2",
        "There is no palace 2: you have 1 palace.",
        "Il palazzo 2 non esiste: hai 1 palazzo.",
    ),
    # Actions
    (
        lambda: acting_second(6),
        "act 3 taxes",
        "There is no group 3: the action cards are in 2 groups.",
        "Il gruppo 3 non esiste: le carte azione sono in 2 gruppi.",
    ),
    (
        lambda: acting_second(6),
        "act 2 taxes",
        "Group 2 has parade, research, and privilege. The taxes card is in group 1.",
        "Il gruppo 2 ha parata, ricerca e privilegio. La carta tasse è nel gruppo 1.",
    ),
    (
        lambda: acting_second(2, dragon=1),
        "act 1 taxes",
        "Group 1 already has a dragon: it costs 3 yuan, and you have 2.",
        "Sul gruppo 1 c'è già un drago: costa 3 yuan, e tu ne hai 2.",
    ),
    (
        lambda: acting_second(1),
        "act 2 privilege",
        "A privilege costs at least 2 yuan, and you have 1.",
        "Un privilegio costa almeno 2 yuan, e tu ne hai 1.",
    ),
    (
        lambda: acting_second(4, dragon=2),
        "act 2 privilege",
        "Group 2 already has a dragon: it costs 3 yuan, a privilege at least 2 more, and you have 4.",
        "Sul gruppo 2 c'è già un drago: costa 3 yuan, più almeno 2 per il privilegio, e tu ne hai 4.",
    ),
    (
        lambda: buying(4),
        "buy large",
        "A large privilege costs 6 yuan, and you have 4.",
        "Un privilegio grande costa 6 yuan, e tu ne hai 4.",
    ),
    (
        lambda: play_all(acting_second(6, large_privilege="7"), "act 2 privilege"),
        "buy large",
        "A large privilege costs 7 yuan, and you have 6.",
        "Un privilegio grande costa 7 yuan, e tu ne hai 6.",
    ),
    # Building
    (
        lambda: building("2", "3"),
        "build 2",
        "Palace 2 already has 3 floors, the most a palace can have.",
        "Il palazzo 2 ha già 3 piani, il massimo per un palazzo.",
    ),
    (
        lambda: building("2", "3"),
        "build 3",
        "There is no palace 3: you have 2 palaces.",
        "Il palazzo 3 non esiste: hai 2 palazzi.",
    ),
    (
        lambda: building(*["1"] * 30),
        "build new",
        "You have 30 palaces, the most a court can have.",
        "Hai 30 palazzi, il massimo per una corte.",
    ),
    # The Great Wall
    (
        lambda: acting_second(6),
        "act 2 wall",
        "This game is played without the Great Wall.",
        "Questa partita si gioca senza la Grande Muraglia.",
    ),
    (
        lambda: at_wall(*wall_of(0)),
        "act 2 wall",
        "You have laid all your wall tiles.",
        "Hai già posato tutte le tue tessere muraglia.",
    ),
    (
        lambda: acting(
            *(court("2 craftsman"), court("2"), court("2")),
            options={"great_wall": True},
            wall=[{"seat": seat, "gift": gift} for seat, gift in wall_of(1, 2)],
        ),
        "act 3 wall",
        "The wall is complete: it has 12 tiles.",
        "La muraglia è completa: ha 12 tessere.",
    ),
    (
        lambda: play_all(at_wall((0, "yuan")), "act 2 wall"),
        "lay yuan",
        "You have already laid your 2 yuan tile.",
        "Hai già posato la tua tessera 2 yuan.",
    ),
    # Persons
    (
        lambda: playing("monk"),
        "play healer",
        "You have no healer card left.",
        "Non hai più carte guaritore in mano.",
    ),
    (
        lambda: playing("monk"),
        "play wild",
        "You have no wild card left.",
        "Non hai più carte jolly in mano.",
    ),
    (
        lambda: play_all(playing("monk"), "play monk"),
        "take older_healer",
        "The older healer does not match your monk card.",
        "La tessera guaritore anziano non corrisponde alla tua carta monaco.",
    ),
    (
        lambda: play_all(playing("monk", display=only(older_monk=1)), "play monk"),
        "take younger_monk",
        "No younger monk is left on display.",
        "Le tessere monaco giovane sono finite.",
    ),
    (
        lambda: play_all(playing("wild", display=only(older_monk=1)), "play wild"),
        "take craftsman",
        "No craftsman is left on display.",
        "Le tessere artigiano sono finite.",
    ),
    (
        lambda: newcomer("1 craftsman"),
        "replace 1 court_lady",
        "Palace 1 does not have a court lady.",
        "Nel palazzo 1 non c'è una dama di corte.",
    ),
    (
        lambda: newcomer("1 craftsman"),
        "replace 2 craftsman",
        "There is no palace 2: you have 1 palace.",
        "Il palazzo 2 non esiste: hai 1 palazzo.",
    ),
    # Events
    (
        tribute,
        "release 1 older_monk",
        "Palace 1 does not have an older monk.",
        "Nel palazzo 1 non c'è un monaco anziano.",
    ),
    (tribute, "release 2 craftsman", "Palace 2 is empty.", "Il palazzo 2 è vuoto."),
    (
        tribute,
        "release 4 craftsman",
        "There is no palace 4: you have 3 palaces.",
        "Il palazzo 4 non esiste: hai 3 palazzi.",
    ),
    (
        drought,
        "release 1 craftsman",
        "Palace 1 has already lost a person in this drought.",
        "Il palazzo 1 ha già perso una persona in questa siccità.",
    ),
    # Super events
    (
        lambda: shaken("2", "1 craftsman"),
        "collapse 3",
        "There is no palace 3: you have 2 palaces.",
        "Il palazzo 3 non esiste: hai 2 palazzi.",
    ),
    (
        overcrowded,
        "release 2 craftsman",
        "Palace 2 has a floor for each of its persons. Release a person from an overcrowded palace.",
        "Il palazzo 2 ha un piano per ogni persona. Congeda una persona da un palazzo sovraffollato.",
    ),
    (lambda: flooded(rice=4), "return yuan", "You have no yuan.", "Non hai yuan."),
    (lambda: flooded(yuan=4), "return rice", "You have no rice.", "Non hai riso."),
    (lambda: flooded(yuan=4), "return firework", "You have no fireworks.", "Non hai fuochi d'artificio."),
    (
        lambda: tornado("monk", "healer", "wild"),
        "discard farmer",
        "You have no farmer card left.",
        "Non hai più carte contadino in mano.",
    ),
    (
        sunrise,
        "take older_monk",
        "The Sunrise brings younger persons only.",
        "L'Alba porta solo persone giovani.",
    ),
    (
        sunrise,
        "take craftsman",
        "Another player has already taken a craftsman in this Sunrise.",
        "In questa Alba un altro giocatore ha già preso un artigiano.",
    ),
    (sunrise, "take court_lady", "No court lady is left on display.", "Le tessere dama di corte sono finite."),
    (charter, "charter warrior", "You do not have a warrior.", "Non hai un guerriero."),
]

WRONG_MOMENTS: list[Case] = [
    # The opening
    (
        drafting,
        "act 1 taxes",
        "The first month has not begun. Now choose two younger persons.",
        "Il primo mese non è ancora cominciato. Ora scegli due persone giovani.",
    ),
    (
        lambda: play_all(drafting(), "draft monk healer"),
        "draft monk farmer",
        "You have already taken your two persons. Now choose a palace for the younger monk.",
        "Hai già preso le tue due persone. Ora scegli un palazzo per il monaco giovane.",
    ),
    # Actions
    (
        lambda: acting_second(6),
        "draft monk farmer",
        "The opening is over. Now choose an action, or pass.",
        "L'apertura è finita. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: acting_second(6),
        "play monk",
        "You play one person card a month, in the person phase. Now choose an action, or pass.",
        "Si gioca una carta persona al mese, nella fase delle persone. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: acting_second(6),
        "buy small",
        "You buy privileges with the privilege action. Now choose an action, or pass.",
        "I privilegi si comprano con l'azione privilegio. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: acting_second(6),
        "build new",
        "You have no floors to build. Now choose an action, or pass.",
        "Non hai piani da costruire. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: buying(6),
        "act 1 taxes",
        "You have already chosen your action this month. Now choose a small or a large privilege.",
        "Hai già scelto la tua azione di questo mese. Ora scegli un privilegio piccolo o grande.",
    ),
    (
        lambda: building("2 craftsman"),
        "pass",
        "You have already chosen your action this month. Now build 2 floors, one at a time.",
        "Hai già scelto la tua azione di questo mese. Ora costruisci 2 piani, uno alla volta.",
    ),
    (
        lambda: building("2"),
        "house 1",
        "You have no new person to house. Now build the last floor.",
        "Non hai nuove persone da alloggiare. Ora costruisci l'ultimo piano.",
    ),
    (
        lambda: acting_second(6),
        "lay rice",
        "This game is played without the Great Wall. Now choose an action, or pass.",
        "Questa partita si gioca senza la Grande Muraglia. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: at_wall(),
        "lay rice",
        "You lay wall tiles with the wall action. Now choose an action, or pass.",
        "Le tessere muraglia si posano con l'azione muraglia. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: play_all(at_wall(), "act 2 wall"),
        "pass",
        "You have already chosen your action this month. Now choose a tile to lay in the wall.",
        "Hai già scelto la tua azione di questo mese. Ora scegli una tessera da posare nella muraglia.",
    ),
    # Persons
    (
        lambda: playing("monk"),
        "pass",
        "The action phase is over. Now play a person card.",
        "La fase delle azioni è finita. Ora gioca una carta persona.",
    ),
    (
        lambda: playing("monk"),
        "take older_monk",
        "You take a person after playing a person card. Now play a person card.",
        "Si prende una persona dopo aver giocato una carta persona. Ora gioca una carta persona.",
    ),
    (
        lambda: play_all(playing("monk"), "play monk"),
        "release 1 craftsman",
        "You do not have to release a person. Now take a person for your monk card.",
        "Non devi congedare nessuna persona. Ora prendi una persona con la tua carta monaco.",
    ),
    (
        lambda: newcomer("2 craftsman"),
        "replace 1 craftsman",
        "You replace a person only when all your palaces are full. Now choose a palace for the older monk.",
        "Una persona si sostituisce solo quando tutti i tuoi palazzi sono pieni. "
        "Ora scegli un palazzo per il monaco anziano.",
    ),
    (
        lambda: newcomer("2 craftsman"),
        "let go",
        "You let a new person go only when all your palaces are full. Now choose a palace for the older monk.",
        "Una nuova persona si lascia andare solo quando tutti i tuoi palazzi sono pieni. "
        "Ora scegli un palazzo per il monaco anziano.",
    ),
    (
        lambda: newcomer("1 craftsman"),
        "house 1",
        "There is no room in your palaces. Now choose who makes way for the older monk, or let the older monk go.",
        "Nei tuoi palazzi non c'è posto. Ora scegli chi cede il posto, o lascia andare il monaco anziano.",
    ),
    # Events
    (
        tribute,
        "pass",
        "The action phase is over. Now release 2 persons, one at a time (tribute).",
        "La fase delle azioni è finita. Ora congeda 2 persone, una alla volta (tributo).",
    ),
    (
        drought,
        "house 1",
        "You have no new person to house. Now release a person (drought).",
        "Non hai nuove persone da alloggiare. Ora congeda una persona (siccità).",
    ),
    (
        short_wall,
        "pass",
        "The action phase is over. Now release a person (the wall is too short).",
        "La fase delle azioni è finita. Ora congeda una persona (la muraglia è troppo corta).",
    ),
    # Super events
    (
        lambda: acting_second(6),
        "collapse 1",
        "This game is played without the super event Earthquake. Now choose an action, or pass.",
        "Questa partita si gioca senza il super evento Terremoto. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: acting_second(6, super_event="flood"),
        "return yuan",
        "The super event Flood comes later, in month 7. Now choose an action, or pass.",
        "Il super evento Alluvione arriva più avanti, nel mese 7. Ora scegli un'azione, o passa.",
    ),
    (
        after_earthquake,
        "collapse 1",
        "The super event Earthquake was in month 7. Now choose an action, or pass.",
        "Il super evento Terremoto c'è stato nel mese 7. Ora scegli un'azione, o passa.",
    ),
    (
        lambda: shaken("2", "3 craftsman"),
        "release 2 craftsman",
        "You do not have to release a person. Now choose the palaces that lose 2 floors, one at a time.",
        "Non devi congedare nessuna persona. Ora scegli i palazzi che perdono 2 piani, uno alla volta.",
    ),
    (
        lambda: play_all(shaken("2", "3 craftsman"), "collapse 1"),
        "pass",
        "The action phase is over. Now choose the palace that loses a floor.",
        "La fase delle azioni è finita. Ora scegli il palazzo che perde un piano.",
    ),
    (
        overcrowded,
        "collapse 2",
        "Now release a person from the overcrowded palace.",
        "Ora congeda una persona dal palazzo sovraffollato.",
    ),
    (
        lambda: flooded(yuan=4),
        "pass",
        "The action phase is over. Now give back 2 pieces, one at a time: yuan, rice or fireworks.",
        "La fase delle azioni è finita. Ora restituisci 2 pezzi, uno alla volta: yuan, riso o fuochi d'artificio.",
    ),
    (
        lambda: flooded(rice=2),
        "pass",
        "The action phase is over. Now give back one piece: yuan, rice or a firework.",
        "La fase delle azioni è finita. Ora restituisci un pezzo: yuan, riso o un fuoco d'artificio.",
    ),
    (
        lambda: tornado("monk", "healer", "wild"),
        "play monk",
        "You play one person card a month, in the person phase. Now discard 2 person cards, one at a time.",
        "Si gioca una carta persona al mese, nella fase delle persone. Ora scarta 2 carte persona, una alla volta.",
    ),
    (
        lambda: play_all(tornado("monk", "healer", "wild"), "discard monk"),
        "pass",
        "The action phase is over. Now discard a person card.",
        "La fase delle azioni è finita. Ora scarta una carta persona.",
    ),
    (
        sunrise,
        "play monk",
        "You play one person card a month, in the person phase. Now take a younger person for the Sunrise.",
        "Si gioca una carta persona al mese, nella fase delle persone. Ora prendi una persona giovane per l'Alba.",
    ),
    (
        charter,
        "pass",
        "The action phase is over. Now choose the type of person whose symbols you use.",
        "La fase delle azioni è finita. Ora scegli il tipo di persona di cui usi i simboli.",
    ),
    (
        lambda: play_all(charter(), "charter craftsman"),
        "charter court_lady",
        "Now build 2 floors, one at a time.",
        "Ora costruisci 2 piani, uno alla volta.",
    ),
]


def refusal_of(table: Table, decision: str) -> DecisionError:
    with pytest.raises(DecisionError) as error:
        table.play(decision)
    return error.value


@pytest.mark.parametrize(("table", "decision", "english", "italian"), [*WRONG_CHOICES, *WRONG_MOMENTS])
def test_a_refusal_says_why(table: Callable[[], Table], decision: str, english: str, italian: str) -> None:
    position = table()
    before = position.record()
    refusal = refusal_of(position, decision)
    assert (refusal.reason("en"), refusal.reason("it")) == (english, italian)
    assert str(refusal).startswith(f"{english} Legal: {position.moves()[0]}")
    assert refusal.text("it").startswith(f"{italian} ")
    assert position.record() == before


def keys_of(phrase: Phrase) -> Iterator[str]:
    yield phrase.key
    for field in phrase.fields.values():
        if isinstance(field, Phrase):
            yield from keys_of(field)


def test_every_sentence_of_the_catalogue_is_proven() -> None:
    proven = set()
    for table, decision, _, _ in [*WRONG_CHOICES, *WRONG_MOMENTS]:
        proven |= set(keys_of(refusal_of(table(), decision).fields["reason"]))  # type: ignore[arg-type]
    sentences = {key for key in catalogue("en") if key.startswith("year_of_the_dragon.refusal.")}
    assert sentences <= proven


def reason_against(table: Table, decision: int) -> Phrase | None:
    """Return the reason against a decision; None if it is legal or means a legal one."""
    try:
        table.number(decision)
    except DecisionError as refusal:
        reason = refusal.fields["reason"]
        assert isinstance(reason, Phrase)
        return reason
    return None


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3, "great_wall": True, "super_event": "earthquake"},
        {"players": 5, "great_wall": True, "super_event": "sunrise"},
        {"players": 2, "super_event": "tornado"},
        {"players": 4, "super_event": "flood", "large_privilege": "7"},
        {"players": 3, "super_event": "charter"},
    ],
)
def test_no_illegal_decision_is_without_a_reason(options: Plain) -> None:
    table = palatine.new("year_of_the_dragon", seed=7, **options)
    chance = random.Random(7)
    while not table.over:
        legal = table.legal()
        for decision in chance.sample(range(table._engine.decisions), 20):
            reason = reason_against(table, decision)
            assert reason is None or reason.key.startswith("year_of_the_dragon.refusal.")
            assert reason is None or all(reason.text(language) for language in LANGUAGES)
        table.play(chance.choice(legal))
