"""A table: one game being played, checked at every step."""

from __future__ import annotations

import copy
from numbers import Integral
from types import SimpleNamespace
from typing import Any

import numpy as np

from palatine.core import chance
from palatine.core.engine import Raw, engine
from palatine.core.errors import DecisionError, OptionError, PalatineError, Phrase, PositionError, nearest, shortened
from palatine.core.game import Game, Settings
from palatine.core.views import PositionView, Question

Decision = str | int | np.integer[Any]

HEX_DIGITS = 64
LARGEST_SEED = 2**64 - 1


def check_seed(seed: object) -> int | str:
    """Return a seed if it is valid: a whole number below 2**64, or a key of 64 hexadecimal digits."""
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= LARGEST_SEED:
        return seed
    if isinstance(seed, str) and len(seed) == HEX_DIGITS and set(seed.casefold()) <= set("0123456789abcdef"):
        return seed.casefold()
    raise OptionError("core.wrong_seed", seed=repr(seed))


def check_number_seed(seed: object) -> int:
    """Return a valid seed that is a number: a batch counts up from it."""
    if isinstance(seed, str):
        raise OptionError("core.wrong_seed", seed=repr(seed))
    return int(check_seed(seed))


class Table(PositionView):
    """One game being played. A method that raises leaves the table unchanged."""

    def __init__(self, settings: Settings, seed: int | str, start: dict[str, Any] | None = None) -> None:
        """Set up a game, or continue from the open position `start`. The seed draws its hidden fields."""
        super().__init__(settings, engine(settings.game).buffer(1)[0])
        self.seed = seed
        self.start = copy.deepcopy(start)
        self.read_only: PalatineError | None = None
        """The reason why no decision can be made: an old record that today's rules play differently."""
        raws = self._raw[np.newaxis]
        if start is None:
            options = np.array(settings.codes(), dtype=np.int64)
            self._engine.begin(raws, settings.players, options, chance.key_of(seed)[np.newaxis])
        else:
            raws[0] = settings.game.module("restore").from_position(settings, start)
            if misfit := self._engine.restore(raws[0]):
                raise PositionError("core.position_piece", piece=str(misfit))
            words = np.ascontiguousarray(chance.key_of(seed)).view(np.uint64)
            self._engine.resample(raws, np.bitwise_xor.reduce(words, keepdims=True) | np.uint64(1))
        self._past: list[Raw] = []
        self._listed: list[int] | None = None
        """The legal decisions, once computed."""
        self._plain: SimpleNamespace | None = None
        """The position as plain numbers and lists, once a refusal needed it."""
        self.decisions: list[int] = []
        self._deciders: list[int] = []
        if start is not None:
            compare(settings.game.module("restore").in_order(start), self.position())

    # ---------------------------------------------------------------------------------------------- inspecting

    def legal(self) -> list[int]:
        """Return the legal decisions as numbers, in ascending order."""
        if self._listed is None:
            self._listed = super().legal()
        return self._listed.copy()

    def essence(self, ply: int) -> dict[str, Any]:
        """Return the open position at a ply as plain data, without derived values."""
        raw = self._raw if ply == len(self.decisions) else self._past[ply]
        essence: dict[str, Any] = self._view.essence(self.settings, self._engine.plain(raw))
        return essence

    def observation(self) -> Raw:
        """Return the memory of the position with all hidden fields zeroed, as bots see it."""
        out = self._engine.buffer(1)
        self._engine.observe(self._raw[np.newaxis], out)
        observation: Raw = out[0]
        return observation

    def question(self) -> Question:
        """Return the question for the player to decide."""
        return Question(self.settings, self.observation(), tuple(self.decisions), tuple(self._deciders))

    def winners(self) -> list[int]:
        """Return the seats that have won, several if they share the victory; none before the end."""
        if not self.over:
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    def result(self) -> dict[str, Any] | None:
        """Return totals, winners and the criterion that decided; None before the end."""
        if not self.over:
            return None
        decided_by = self._view.decided_by(self.rankings())
        return {"totals": self.totals(), "winners": self.winners(), "decided_by": decided_by}

    # ----------------------------------------------------------------------------------------------- deciding

    def number(self, decision: Decision) -> int:
        """Return the number of a legal decision. Raise `DecisionError` if it is not legal now."""
        if self.read_only:
            raise DecisionError("core.read_only", reason=self.read_only)
        if self.over:
            raise DecisionError("core.game_over", decision=str(decision))
        if isinstance(decision, str):
            number = self._actions.from_text(decision)
        elif isinstance(decision, Integral) and not isinstance(decision, bool):
            number = int(decision)
        else:
            raise DecisionError("core.not_a_decision", decision=repr(decision))
        legal = self.legal()
        if number not in legal and 0 <= number < self._engine.decisions:
            same = self._actions.canonical(self._engine.view(self._raw), number)
            number = same if same in legal else number  # a refusal names what was asked for
        if number not in legal:
            known = shortened([self._actions.to_text(other) for other in legal])
            reason = self._why_illegal(number) or Phrase("core.illegal", {"decision": str(decision)})
            raise DecisionError("core.illegal_decision", decision=decision, reason=reason, legal=known)
        return int(number)

    def _why_illegal(self, number: int) -> Phrase | None:
        """Return the game's reason why a decision is not legal, if it gives one."""
        if not (0 <= number < self._engine.decisions and self.game.has_module("refusals")):
            return None
        plain = self._plain = self._plain or self._engine.plain(self._raw)
        reason: Phrase | None = self.game.module("refusals").reason(self.settings, plain, number)
        return reason

    def play(self, decision: Decision) -> None:
        """Make a legal decision, given as text or as a number."""
        number = self.number(decision)
        self._deciders.append(int(self._engine.glance(self._raw)[0]))
        self._past.append(self._raw.copy())
        self.decisions.append(number)
        self._listed = self._plain = None
        self._engine.step(self._raw, number)

    def decided_by(self, ply: int) -> int:
        """Return the seat that made decision number `ply`, counted from 0."""
        return self._deciders[ply]

    def revealed_after(self, ply: int) -> int:
        """Return the number of hidden values revealed by the first `ply` decisions."""
        raw = self._raw if ply == len(self.decisions) else self._past[ply]
        return int(self._engine.glance(raw)[2])

    def may_undo(self) -> bool:
        """Return True if undoing the last decision is fair: the same seat still decides and nothing was revealed."""
        if not self._past:
            return False
        decided, _, revealed_then = self._engine.glance(self._past[-1])
        return self.seat == decided and self.revealed == revealed_then

    def undo(self) -> None:
        """Undo the last decision. The host of the table decides if a player may."""
        if not self.decisions:
            raise DecisionError("core.nothing_to_undo")
        self.decisions.pop()
        self._deciders.pop()
        self._raw = self._past.pop()
        self._listed = self._plain = None

    # ------------------------------------------------------------------------------------------------- saving

    def record(self) -> dict[str, Any]:
        """Return the game so far as plain data, for `palatine.load` to replay."""
        from palatine.core.record import record_of

        return record_of(self)

    def commitment(self) -> str:
        """Return the hash that commits a host to this shuffle without revealing it."""
        options = dict(self.settings.options) if self.start is None else {"start": self.start, **self.settings.options}
        return chance.commitment(self.game.name, self.settings.players, options, self.seed)


def compare(given: Any, true: Any, field: str = "") -> None:
    """Refuse a position with a derived value that does not follow from the rest, or an unknown field."""
    if isinstance(given, dict) and isinstance(true, dict):
        for name in given:
            if name not in true:
                raise PositionError("core.position_unknown", field=f"{field}{name}", known=nearest(str(name), true))
            compare(given[name], true[name], f"{field}{name}.")
    elif isinstance(given, list) and isinstance(true, list) and len(given) == len(true):
        for i, (part, true_part) in enumerate(zip(given, true, strict=True)):
            compare(part, true_part, f"{field.removesuffix('.')}[{i}].")
    elif given != true:
        raise PositionError("core.position_field", field=field.removesuffix("."), wanted=repr(true), given=repr(given))


def table_from_position(game: Game, position: object, seed: object) -> Table:
    """Return a table that continues from an open position. The seed draws its hidden fields."""
    if not isinstance(position, dict):
        raise PositionError("core.not_a_position", given=type(position).__name__)
    if position.get("game") != game.name:
        raise PositionError("core.position_of_other_game", game=game.name, given=repr(position.get("game")))
    for name in ("players", "options"):
        if name not in position:
            raise PositionError("core.position_missing", field=name)
    options = position["options"]
    if not isinstance(options, dict):
        wanted = Phrase("core.wanted.object")
        raise PositionError("core.position_field", field="options", wanted=wanted, given=repr(options))
    settings = game.settings(position["players"], options)
    normal = {name: settings.options[name] for name in options}
    return Table(settings, check_seed(seed), start=position | {"options": normal})
