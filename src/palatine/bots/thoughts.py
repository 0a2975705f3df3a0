"""What a bot thinks, in one plain form; and what is left of the words of somebody who cannot be trusted.

| key          | meaning                                                                                                |
|--------------|--------------------------------------------------------------------------------------------------------|
| `iterations` | how many iterations it has thought                                                                     |
| `considered` | the decisions it has considered, best first: `decision`, `text`, `visits`, `score` (the final points   |
|              | that the seat to decide may expect), `win_chance` (0 to 1; not in a game alone)                        |
| `line`       | the expected continuation: the texts of decisions                                                      |

Of an outside bot's thoughts every key may be missing.
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
    """A number between two others; comparing before converting keeps infinite and enormous ones out."""
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
        facts = {
            "decision": decision,
            "text": legal[decision],
            "visits": _count(entry.get("visits")),
            "score": _number(entry.get("score"), -LARGEST_SCORE, LARGEST_SCORE),
            "win_chance": _number(entry.get("win_chance"), 0, 1),
        }
        found[decision] = {name: fact for name, fact in facts.items() if fact is not None}
    return list(found.values())


def _line(texts: object) -> list[str]:
    given = texts[:LONGEST_LINE] if isinstance(texts, list) else []
    told = [plain_text(text[: 2 * LONGEST_TEXT], LONGEST_TEXT) for text in given if isinstance(text, str)]
    return [text for text in told if text]


def checked_thoughts(thoughts: object, legal: Mapping[int, str]) -> dict[str, Any] | None:
    """Thoughts in the plain form, without whatever does not fit it; None if nothing is left. `legal`: number and text."""
    if not isinstance(thoughts, dict):
        return None
    kept = {
        "iterations": _count(thoughts.get("iterations")),
        "considered": _considered(thoughts.get("considered"), legal) or None,
        "line": _line(thoughts.get("line")) or None,
    }
    return {name: thought for name, thought in kept.items() if thought is not None} or None
