"""Refused decisions say why, in English and Italian."""

from __future__ import annotations

import pytest

import palatine
from games.kingdomino.positions import CASTLE_ALONE, TWO_HOLES, placing, situation
from palatine import DecisionError
from palatine.core.errors import Phrase
from palatine.core.table import Table
from palatine.games.kingdomino.layout import DECISIONS


def reasons(table: Table, decision: str) -> tuple[str | None, str | None]:
    """Return why a decision is refused, in English and in Italian."""
    with pytest.raises(DecisionError) as refused:
        table.play(decision)
    return refused.value.reason("en"), refused.value.reason("it")


def claiming() -> Table:
    """Return a table where seat 0 is to claim: it has domino 26 already, and seat 1 has 21."""
    offer = {7: None, 21: 1, 26: 0, 37: None}
    return situation([CASTLE_ALONE] * 2, current={40: 1}, offer=offer, phase="claim")


@pytest.mark.rule("KD-7")
def test_placing_waits_for_the_claim() -> None:
    assert reasons(claiming(), "place 1,0 2,0") == (
        "Nothing to place now: your king must claim a domino first.",
        "Non c'è niente da piazzare: prima il tuo re deve scegliere una tessera.",
    )


@pytest.mark.rule("KD-7")
def test_discarding_waits_for_the_claim() -> None:
    assert reasons(claiming(), "discard") == (
        "Nothing to discard now: your king must claim a domino first.",
        "Non c'è niente da scartare: prima il tuo re deve scegliere una tessera.",
    )


@pytest.mark.rule("KD-5", "KD-7")
@pytest.mark.parametrize("domino", [40, 1, 48], ids=["to be placed", "discarded", "not drawn"])
def test_dominoes_outside_the_line_are_refused_alike(domino: int) -> None:
    assert reasons(claiming(), f"claim {domino}") == (
        f"Domino {domino} is not on offer. The line has 7, 21, 26, and 37.",
        f"La tessera {domino} non è in offerta. In fila ci sono 7, 21, 26 e 37.",
    )


@pytest.mark.rule("KD-5", "KD-7")
def test_a_domino_claimed_by_another_player_is_refused() -> None:
    assert reasons(claiming(), "claim 21") == (
        "Domino 21 is already claimed: another player's king stands on it.",
        "La tessera 21 è già presa: sopra c'è il re di un altro giocatore.",
    )


@pytest.mark.rule("KD-3", "KD-5")
def test_a_domino_claimed_by_the_other_king_is_refused() -> None:
    assert reasons(claiming(), "claim 26") == (
        "Domino 26 is already claimed: your other king stands on it.",
        "La tessera 26 è già presa: sopra c'è il tuo altro re.",
    )


@pytest.mark.rule("KD-7")
def test_claiming_waits_for_the_placement() -> None:
    table = situation([CASTLE_ALONE] * 2, current={13: 0, 40: 1}, offer={7: None, 21: 1, 26: 0, 37: None})
    assert reasons(table, "claim 7") == (
        "Place domino 13 first. After that your king claims the next one.",
        "Prima piazza la tessera 13. Poi il tuo re sceglie la prossima.",
    )


@pytest.mark.rule("KD-7", "KD-10")
def test_claiming_waits_for_the_discard() -> None:
    offer = {7: None, 22: 1, 26: 0, 38: None}
    table = situation([TWO_HOLES, CASTLE_ALONE], current={10: 0, 40: 1}, offer=offer)
    assert table.moves() == ["discard"]
    assert reasons(table, "claim 7") == (
        "Domino 10 fits nowhere: discard it first. After that your king claims the next one.",
        "La tessera 10 non entra da nessuna parte: prima scartala. Poi il tuo re sceglie la prossima.",
    )


@pytest.mark.rule("KD-11")
def test_nothing_is_claimed_after_the_last_line() -> None:
    assert reasons(placing(13, TWO_HOLES), "claim 4") == (
        "Nothing is left to claim: only the last line is still to be placed.",
        "Non c'è più niente da scegliere: resta solo da piazzare l'ultima fila.",
    )


@pytest.mark.rule("KD-10")
def test_a_voluntary_discard_is_refused_with_a_place_where_the_domino_fits() -> None:
    table = placing(46, TWO_HOLES)
    assert table.moves() == ["place 2,2 1,2"]
    assert reasons(table, "discard") == (
        "Domino 46 fits in your kingdom, for example at 2,2 and 1,2. A domino that fits must be placed.",
        "La tessera 46 entra nel tuo regno, per esempio in 2,2 e 1,2. Se entra, va piazzata.",
    )


@pytest.mark.rule("KD-8")
def test_a_domino_that_matches_nothing_is_refused_with_the_terrains() -> None:
    assert reasons(placing(13, TWO_HOLES), "place -2,-2 -1,-2") == (
        "Domino 13 does not match there: wheat at -2,-2 touches forest; forest at -1,-2 touches lake and wheat.",
        "La tessera 13 lì non combacia: grano in -2,-2 tocca foresta; foresta in -1,-2 tocca lago e grano.",
    )


@pytest.mark.rule("KD-8")
def test_a_half_that_touches_nothing_is_named_too() -> None:
    assert reasons(placing(10, "C W13 F13"), "place 2,1 2,2") == (
        "Domino 10 does not match there: grass at 2,1 touches forest; grass at 2,2 touches nothing.",
        "La tessera 10 lì non combacia: prato in 2,1 tocca foresta; prato in 2,2 non tocca niente.",
    )


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("decision", ["place 1,1 2,1", "place 3,3 3,4"], ids=["at a corner", "far away"])
def test_a_domino_next_to_nothing_is_refused(decision: str) -> None:
    _, left, right = decision.split()
    assert reasons(placing(13, CASTLE_ALONE), decision) == (
        f"Nothing is next to {left} and {right}. A domino must touch your castle or its own terrain.",
        f"Accanto a {left} e {right} non c'è niente. Una tessera deve toccare il castello o un terreno del suo tipo.",
    )


@pytest.mark.rule("KD-8")
def test_a_square_that_is_taken_is_refused_with_its_terrain() -> None:
    assert reasons(placing(10, "C W13 F13"), "place 2,1 2,0") == (
        "2,0 is taken by forest.",
        "La casella 2,0 è già occupata (foresta).",
    )


@pytest.mark.rule("KD-2", "KD-8")
def test_the_castle_is_not_covered() -> None:
    assert reasons(placing(10, CASTLE_ALONE), "place 0,0 1,0") == (
        "0,0 is taken by your castle.",
        "La casella 0,0 è occupata dal castello.",
    )


@pytest.mark.rule("KD-8")
def test_a_kingdom_that_would_become_too_wide_is_refused_with_its_size() -> None:
    assert reasons(placing(3, "F13 W13 C W1 W1"), "place -3,0 -3,1") == (
        "Your kingdom would be 6 wide there. The limit is 5 x 5.",
        "Lì il regno diventerebbe largo 6. Il limite è 5 x 5.",
    )


@pytest.mark.rule("KD-8")
def test_a_kingdom_that_would_become_too_high_is_refused_with_its_size() -> None:
    assert reasons(placing(3, "C\nW1\nW1\nW13\nF13"), "place 0,5 0,6") == (
        "Your kingdom would be 7 high there. The limit is 5 x 5.",
        "Lì il regno diventerebbe alto 7. Il limite è 5 x 5.",
    )


@pytest.mark.rule("KD-16")
def test_the_limit_of_the_mighty_duel_is_seven() -> None:
    table = placing(3, "C W1 W1 W2 W2 W13 F13", players=2, mighty_duel=True)
    assert reasons(table, "place -1,0 -1,1") == (
        "Your kingdom would be 8 wide there. The limit is 7 x 7.",
        "Lì il regno diventerebbe largo 8. Il limite è 7 x 7.",
    )


@pytest.mark.parametrize("decision", ["place 1,0 3,0", "place 1,0 1,0", "place 1,0 2,1", "place 6,0 7,0"])
def test_squares_that_no_domino_could_cover_are_refused(decision: str) -> None:
    table = placing(13, CASTLE_ALONE)
    with pytest.raises(DecisionError) as refused:
        table.play(decision)
    assert refused.value.text("en") == (
        f'"{decision}": a domino covers two neighbouring squares at most 6 from the castle, like "place 1,0 2,0".'
    )
    assert refused.value.text("it") == (
        f'"{decision}": una tessera copre due caselle vicine, a non più di 6 dal castello, come in "place 1,0 2,0".'
    )


def test_the_legal_decisions_follow_the_reason() -> None:
    with pytest.raises(DecisionError) as refused:
        placing(46, TWO_HOLES).play("place 1,2 2,2")
    assert refused.value.text("en") == (
        "Domino 46 does not match there: swamp at 1,2 touches wheat and lake; mine at 2,2 touches swamp. "
        "Legal: place 2,2 1,2."
    )


def test_every_illegal_decision_has_a_reason() -> None:
    for table in (claiming(), placing(10, TWO_HOLES), placing(13, TWO_HOLES), palatine.new("kingdomino", seed=1)):
        for decision in set(range(DECISIONS)) - set(table.legal()):
            with pytest.raises(DecisionError) as refused:
                table.play(decision)
            reason = refused.value.fields["reason"]
            assert isinstance(reason, Phrase)
            assert reason.key.startswith("kingdomino.refusal."), table.text(decision)
