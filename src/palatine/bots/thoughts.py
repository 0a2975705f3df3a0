"""A bot's evaluation of the legal decisions (its thoughts) as plain data, and a filter for those of untrusted bots.

| key          | meaning                                                                                                |
|--------------|--------------------------------------------------------------------------------------------------------|
| `iterations` | the number of iterations                                                                               |
| `considered` | the decisions considered, best first: `decision`, `text`, `visits`, `score` (expected final points of  |
|              | the seat to decide), `win_chance` (0 to 1; not in a solo game)                                         |
| `line`       | the expected continuation: the texts of decisions                                                      |

In the thoughts of an outside bot every key is optional.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from palatine.core.plain_text import plain_text

LARGEST_COUNT = 10**12
LARGEST_SCORE = 10**6
LONGEST_LINE = 40
LONGEST_TEXT = 80
MOST_CONSIDERED = 1000


def _number(value: object, least: float, most: float) -> float | None:
    """Return a number within bounds, else None. Compare before converting: integers may be too large for a float."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        return None
    return float(value)


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_COUNT:
        return None
    return value


def _considered(entries: object, legal: Mapping[int, str]) -> list[dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for entry in entries[:MOST_CONSIDERED] if isinstance(entries, list) else []:
        decision = entry.get("decision") if isinstance(entry, dict) else None
        if isinstance(decision, bool) or not isinstance(decision, int) or decision not in legal or decision in found:
            continue
        values = {
            "decision": decision,
            "text": legal[decision],
            "visits": _count(entry.get("visits")),
            "score": _number(entry.get("score"), -LARGEST_SCORE, LARGEST_SCORE),
            "win_chance": _number(entry.get("win_chance"), 0, 1),
        }
        found[decision] = {name: value for name, value in values.items() if value is not None}
    return list(found.values())


def _line(texts: object) -> list[str]:
    given = texts[:LONGEST_LINE] if isinstance(texts, list) else []
    plain = [plain_text(text[: 2 * LONGEST_TEXT], LONGEST_TEXT) for text in given if isinstance(text, str)]
    return [text for text in plain if text]


def checked_thoughts(thoughts: object, legal: Mapping[int, str]) -> dict[str, Any] | None:
    """Return thoughts without anything invalid; None if nothing is left. `legal`: the texts of legal decisions."""
    if not isinstance(thoughts, dict):
        return None
    valid = {
        "iterations": _count(thoughts.get("iterations")),
        "considered": _considered(thoughts.get("considered"), legal) or None,
        "line": _line(thoughts.get("line")) or None,
    }
    return {name: thought for name, thought in valid.items() if thought is not None} or None
