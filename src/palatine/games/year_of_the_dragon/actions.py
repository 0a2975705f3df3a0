"""Decisions of In the Year of the Dragon as numbers, as fields and as text.

The fields are the verb as `kind` (also `pass` and `let_go`) and its objects: `types`, `palace` (from 1, null for a new
one), `group`, `action`, `privilege`, `card`, `person`, `gift`, `piece`, `type`.

| text                   | decision                                                                             |
|------------------------|--------------------------------------------------------------------------------------|
| `draft monk scholar`   | take this pair of younger persons in the opening                                     |
| `house 2`              | put the new person into palace 2                                                     |
| `act 1 taxes`          | put the dragon on group 1 and carry out its taxes                                    |
| `pass`                 | take no action and fill up to 3 yuan                                                 |
| `buy small`            | buy a privilege: small or large                                                      |
| `build 2`, `build new` | put the next floor on palace 2, or begin a new palace with it                        |
| `play monk`            | play a person card: one of the nine types, or wild                                   |
| `take older_monk`      | take a person tile                                                                   |
| `release 1 craftsman`  | release the craftsman of palace 1                                                    |
| `replace 1 craftsman`  | the new person takes the place of the craftsman of palace 1                          |
| `let go`               | let the new person go                                                                |
| `lay rice`             | lay a wall tile: rice, firework, yuan, floor, points or spaces                       |
| `collapse 1`           | palace 1 loses a floor in the earthquake                                             |
| `return rice`          | give a piece back in the flood: yuan, rice or firework                               |
| `discard monk`         | discard a person card in the tornado                                                 |
| `charter monk`         | use the symbols of one type of your persons                                          |
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from palatine.core.compiled import interpreted
from palatine.core.errors import DecisionError
from palatine.games.year_of_the_dragon.layout import (
    ACT,
    ACTIONS,
    BUILD,
    BUILD_NEW,
    BUY,
    CARDS,
    CHARTER,
    COLLAPSE,
    DISCARD,
    DRAFT,
    FIRST,
    GIFTS,
    GOODS,
    HOUSE,
    LAY,
    LET_GO,
    PAIRS,
    PALACES,
    PHASES,
    PLAY,
    PRIVILEGES,
    RELEASE,
    REPLACE,
    RETURN,
    SEATS,
    SIZE_OF_PHASE,
    TAKE,
    TILE_COUNT,
    TILES,
    TYPES,
)
from palatine.games.year_of_the_dragon.palaces import lives_in

Fields = Mapping[str, Any]


def _of_palaces(kind: str) -> list[Fields]:
    return [{"kind": kind, "palace": palace} for palace in range(1, PALACES + 1)]


def _of_persons(kind: str) -> list[Fields]:
    return [{**of_palace, "person": tile} for of_palace in _of_palaces(kind) for tile in TILES]


def _of_names(kind: str, field: str, names: Sequence[str]) -> list[Fields]:
    return [{"kind": kind, field: name} for name in names]


FIELDS_OF_PHASE: dict[int, list[Fields]] = {
    DRAFT: [{"kind": "draft", "types": [TYPES[low], TYPES[high]]} for low, high in PAIRS],
    HOUSE: _of_palaces("house"),
    ACT: [
        *({"kind": "act", "group": group, "action": action} for group in range(1, SEATS + 1) for action in ACTIONS),
        {"kind": "pass"},
    ],
    BUY: _of_names("buy", "privilege", PRIVILEGES),
    BUILD: [*_of_palaces("build"), {"kind": "build", "palace": None}],
    PLAY: _of_names("play", "card", CARDS),
    TAKE: _of_names("take", "person", TILES),
    RELEASE: _of_persons("release"),
    REPLACE: [*_of_persons("replace"), {"kind": "let_go"}],
    LAY: _of_names("lay", "gift", GIFTS),
    COLLAPSE: _of_palaces("collapse"),
    RETURN: _of_names("return", "piece", GOODS),
    DISCARD: _of_names("discard", "card", CARDS),
    CHARTER: _of_names("charter", "type", TYPES),
}
"""The decisions of each phase, in the order of their numbers."""
FIELDS: list[Fields] = [fields for phase in SIZE_OF_PHASE for fields in FIELDS_OF_PHASE[phase]]


def _word(value: object) -> str:
    """Return a field as text: a pair as two words, no palace as "new"."""
    if isinstance(value, list):
        return " ".join(value)
    return "new" if value is None else str(value)


def _text(fields: Fields) -> str:
    return "let go" if fields["kind"] == "let_go" else " ".join(map(_word, fields.values()))


TEXTS = [_text(each) for each in FIELDS]
EXAMPLES = {PHASES[phase]: TEXTS[int(FIRST[phase])] for phase in FIELDS_OF_PHASE}
"""The first decision of each verb."""
JOINT = re.compile(r"(?<=[a-z])[-_](?=[a-z])")


def _spoken(text: str) -> str:
    """Return a text in lower case, with a space wherever words are joined."""
    return " ".join(JOINT.sub(" ", text.casefold()).split())


NUMBERS = {_spoken(text): number for number, text in enumerate(TEXTS)}
NUMBERS |= {_spoken(f"draft {TYPES[high]} {TYPES[low]}"): pair for pair, (low, high) in enumerate(PAIRS)}


def phase_of(decision: int) -> int:
    """Return the phase that a decision belongs to."""
    return max(phase for phase in FIELDS_OF_PHASE if FIRST[phase] <= decision)


def fields(decision: int) -> Fields:
    """Return a decision as plain data: its `kind` and the fields of that kind."""
    return FIELDS[decision]


def to_text(decision: int) -> str:
    """Return a decision as it is typed."""
    return TEXTS[decision]


def from_text(text: str) -> int:
    """Return the number of a decision given as text."""
    wording = _spoken(text)
    if wording in NUMBERS:
        return NUMBERS[wording]
    verb = wording.partition(" ")[0]
    if verb not in EXAMPLES:
        raise DecisionError("year_of_the_dragon.not_understood", decision=text)
    raise DecisionError("year_of_the_dragon.not_understood_after", decision=text, verb=verb, example=EXAMPLES[verb])


def canonical(state: Any, decision: int) -> int:
    """Return the equivalent decision that is offered: of palaces that are alike, the one about the first."""
    phase = phase_of(decision)
    choice = decision - int(FIRST[phase])
    if phase in (HOUSE, BUILD, COLLAPSE) and choice != BUILD_NEW:
        return int(FIRST[phase]) + _first_alike(state, choice)
    if phase in (RELEASE, REPLACE) and choice != LET_GO:
        palace, tile = divmod(choice, TILE_COUNT)
        alike = _first_home(state, palace, tile) if tile == int(state.pending) - 1 else _first_alike(state, palace)
        return int(FIRST[phase]) + TILE_COUNT * alike + tile
    return decision


def _first_home(state: Any, palace: int, tile: int) -> int:
    """Return the first palace with such a person, for one that replaces an equal; the given palace if it has none."""
    palaces = state.palaces[int(state.seat)].tolist()
    homes = [place for place, other in enumerate(palaces) if interpreted(lives_in)(other, tile)]
    return homes[0] if palace in homes else palace


def _first_alike(state: Any, palace: int) -> int:
    """Return the seat's first palace like the given one. Palaces already struck by this drought do not match."""
    palaces = state.palaces[int(state.seat)].tolist()
    struck = int(state.struck)
    if palace >= int(state.palace_count[int(state.seat)]) or struck >> palace & 1:
        return palace
    return next(place for place, other in enumerate(palaces) if other == palaces[palace] and not struck >> place & 1)
