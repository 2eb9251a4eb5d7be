"""Behaviour strategies as people write them, made complete: an action or a mix at every infoset.

A strategy maps infosets to answers. An answer is an action (``"draw"``) or a mix of actions
(``{"stand": "2/11", "draw": "9/11"}``). An infoset is written as it prints (``6,9``); ``*`` in it
stands for anything (``3,*``), and ``rest`` for all that nothing else names. A family may have
other names for its infosets: in baccara a total stands for all its hands, and ``6,9`` is also the
answer at ``(0,6),9``, unless that has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sabot.errors import (
    FormError,
    NumberError,
    RulesError,
    SeatsError,
    did_you_mean,
    nearest_word,
)
from sabot.exact import as_rational, format_fraction
from sabot.forms.sequence import BehaviourStrategy, Infoset, MatrixForm, SequenceForm, Treeplex
from sabot.game_rules.capabilities import NamedStrategies, infoset_alias
from sabot.game_rules.game import Game

if TYPE_CHECKING:
    from sabot.forms.base import StrategyMapping
    from sabot.game_rules.to_form import AnyForm

REST = "rest"
OPTIMAL = "optimal"
"""The strategy that every game has by name; a family may name others."""
_MOST_FAULTS = 8
_MOST_GLOBS = 1000


def named_strategies(game: Game, form: AnyForm, name: str) -> Mapping[str, StrategyMapping]:
    """Return the strategies of all players that go by a name.

    >>> from sabot import load
    >>> game = load("baccara(model=A1)")
    >>> named_strategies(game, game.form(), "casino")["Banker"]["6,-"]
    {'stand': Fraction(1, 1)}
    """
    if name == OPTIMAL:
        if not isinstance(form, MatrixForm | SequenceForm):
            raise SeatsError(f"strategy {name!r}: {form.obstacle}")
        from sabot.solvers.zero_sum.solve import solve_zero_sum

        return dict(zip(form.seats, solve_zero_sum(form, inner=False).tables, strict=True))
    if name not in game.rules.strategies:
        known = ", ".join((*game.rules.strategies, OPTIMAL))
        raise FormError(f"there is no strategy {_abbreviate(name)} for {game}; known: {known}")
    if not isinstance(game.rules, NamedStrategies):
        raise RulesError(
            f"{game.rules.name} names a strategy {name!r} and does not define it: its class needs "
            "a method strategy(self, name, form)"
        )
    return game.rules.strategy(name, form)


def complete_strategies(
    sides: Sequence[Treeplex], written: Mapping[str, object], *, game: Game | None = None
) -> dict[str, BehaviourStrategy]:
    """Return complete strategies for the players that *written* covers.

    >>> from sabot import load
    >>> game = load("foster-1964")
    >>> sides = game.form().sides
    >>> found = complete_strategies(sides, {"Banker": {"3,8": "stand", "rest": "draw"}}, game=game)
    >>> found["Banker"]["3,8"], found["Banker"]["6,-"]
    ({'stand': Fraction(1, 1)}, {'draw': Fraction(1, 1)})
    """
    seats = [side.name for side in sides]
    faults: list[str] = []
    found: dict[str, BehaviourStrategy] = {}
    never = {} if game is None else game.never_shown(sides)
    alias = None if game is None else partial(infoset_alias, game.rules)
    for seat, table in written.items():
        if seat not in seats:
            faults.append(_unknown_player_text(seat, seats))
        elif not isinstance(table, Mapping):
            faults.append(f"{seat}: expected views and answers, as in {{view: action}}")
        else:
            side = sides[seats.index(seat)]
            reader = _StrategyReader(side, table, alias, never.get(seat, ()))
            found[seat] = reader.behaviour()
            faults += reader.faults
    _require_no_faults(faults)
    return found


def strategies_without_choices(sides: Sequence[Treeplex]) -> dict[str, BehaviourStrategy]:
    """Return the empty strategies of the players without a decision."""
    return {side.name: {} for side in sides if not side.cells}


def read_explicit_strategies(
    written: Mapping[str, Any], seats: Sequence[str]
) -> dict[str, BehaviourStrategy]:
    """Return strategies that are written out in full, for players whose infosets are not known.

    >>> read_explicit_strategies({"ann": {"7": "hold"}}, ("ann", "bob"))
    {'ann': {'7': {'hold': Fraction(1, 1)}}}
    """
    faults = [_unknown_player_text(seat, seats) for seat in written if seat not in seats]
    found: dict[str, BehaviourStrategy] = {seat: {} for seat in written}
    for seat, table in written.items():
        for view, answer in table.items():
            found[seat][view] = _read_mix(answer, f"{seat} at {_abbreviate(view)}", None, faults)
    _require_no_faults(faults)
    return found


def _unknown_player_text(seat: object, seats: Sequence[str]) -> str:
    hint = did_you_mean(str(seat).capitalize(), seats) or did_you_mean(str(seat), seats)
    return f"no seat {_abbreviate(seat)}; {hint}the seats are {' and '.join(seats)}"


def _require_no_faults(faults: Sequence[str]) -> None:
    if faults:
        more = len(faults) - _MOST_FAULTS
        tail = [f"and {more:,} more faults"] if more > 0 else []
        raise FormError("\n  ".join([*faults[:_MOST_FAULTS], *tail]))


def _read_mix(
    answer: object, where: str, actions: Sequence[str] | None, faults: list[str]
) -> dict[str, Fraction]:
    """Return an answer as a mix of *actions* (any, if not known); what is wrong joins *faults*."""
    written = {_expand_initial(answer, actions): 1} if isinstance(answer, str) else answer
    if not isinstance(written, Mapping) or not written:
        faults.append(f"{where}: expected an action, or {{action: p/q}}")
        return {}
    if actions is not None and (odd := [action for action in written if action not in actions]):
        faults.append(f"{where}: no action {_abbreviate(odd[0])}; known: {', '.join(actions)}")
        return {}
    try:
        if any(isinstance(chance, bool) for chance in written.values()):
            raise NumberError('true and false are not probabilities; write "1" or "1/3"')
        mix = {action: as_rational(chance) for action, chance in written.items()}
    except NumberError as fault:
        faults.append(f"{where}: {fault}")
        return {}
    total = sum(mix.values(), Fraction(0))
    if total != 1 or min(mix.values()) < 0:
        what = f"these add to {format_fraction(total)}" if total != 1 else "one is negative"
        faults.append(f"{where}: chances are 0 or more and add to 1; {what}")
    return mix


def _expand_initial(answer: str, actions: Sequence[str] | None) -> str:
    """Return an action by its first letter, as a grid has it, where only one begins so.

    >>> _expand_initial("D", ("stand", "draw")), _expand_initial("stand", ("stand", "draw"))
    ('draw', 'stand')
    """
    if actions is None or answer in actions or len(answer) != 1 or not answer.isupper():
        return answer
    fitting = [action for action in actions if action[:1].upper() == answer]
    return fitting[0] if len(fitting) == 1 else answer


class _StrategyReader:
    """Reads one player's strategy, and collects what is wrong with it."""

    def __init__(
        self,
        side: Treeplex,
        table: Mapping[str, object],
        alias: Callable[[str], str] | None,
        never: Iterable[str],
    ) -> None:
        self.seat = side.name
        self.cells = side.cells
        self.faults: list[str] = []
        self._table = table
        self._names = {cell.key: _infoset_names(cell.key, alias) for cell in side.cells}
        self._never = {name for view in never for name in _infoset_names(view, alias)}
        known = {name for names in self._names.values() for name in names}
        self._globs = [key for key in table if "*" in key and key not in known]
        if len(self._globs) > _MOST_GLOBS:
            self.faults.append(f"{self.seat} has more than {_MOST_GLOBS:,} lines with *")
            self._globs = []
        self._rest = REST if REST in table and REST not in known else None
        answered = known | self._never | {*self._globs, self._rest}
        self._strange = [key for key in table if key not in answered]

    def behaviour(self) -> BehaviourStrategy:
        """Return the answers at all information sets; any faults make them invalid."""
        used: set[str] = set()
        found: BehaviourStrategy = {}
        missing: list[Infoset] = []
        for cell in self.cells:
            key = self._key(cell)
            if key is None:
                missing.append(cell)
                continue
            used.add(key)
            at = "" if key in self._names[cell.key] else f" (for the view {_abbreviate(cell.key)})"
            where = f"{self.seat} at {_abbreviate(key)}{at}"
            found[cell.key] = _read_mix(self._table[key], where, cell.actions, self.faults)
        self._complain(missing, used)
        self.faults = list(dict.fromkeys(self.faults))
        return found

    def _key(self, cell: Infoset) -> str | None:
        """Return the key that applies to an information set: its own, then a pattern, then rest."""
        names = self._names[cell.key]
        for name in names:
            if name in self._table:
                return name
        for key in self._globs:
            if any(matches_pattern(key, name) for name in names):
                return key
        return self._rest

    def _complain(self, missing: Sequence[Infoset], used: set[str]) -> None:
        if missing:
            views = _list_some([cell.key for cell in missing])
            common = [a for a in missing[0].actions if all(a in c.actions for c in missing)]
            rest = f', or "{REST}": "{common[0]}" for all that are not named' if common else ""
            self.faults.append(f"{self.seat} has no answer at {views}\n    add them{rest}")
        idle = [key for key in self._globs if key not in used]
        idle = [key for key in idle if not any(matches_pattern(key, name) for name in self._never)]
        if strange := self._strange + idle:
            known = [name for names in self._names.values() for name in names]
            many = f"{strange[0]},*"
            all_of_it = any(matches_pattern(many, name) for name in known)
            near = many if all_of_it else nearest_word(strange[0][:40], known[:5000])
            hint = "" if near is None else f"\n    did you mean {near!r}?"
            self.faults.append(f"{self.seat} is never asked at {_list_some(strange)}{hint}")


def matches_pattern(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern in which ``*`` stands for anything, in linear time.

    >>> pairs = [("6,*", "6,-"), ("*,9", "(1,2),9"), ("a*b*c", "abbc"), ("a*a", "a")]
    >>> [matches_pattern(pattern, name) for pattern, name in pairs]
    [True, True, True, False]
    """
    first, *middle, last = pattern.split("*")
    if len(name) < len(first) + len(last) or not name.startswith(first):
        return False
    spot, end = len(first), len(name) - len(last)
    for part in middle:
        spot = name.find(part, spot, end)
        if spot < 0:
            return False
        spot += len(part)
    return name.endswith(last)


def _infoset_names(view: str, alias: Callable[[str], str] | None) -> tuple[str, ...]:
    return (view,) if alias is None or alias(view) == view else (view, alias(view))


def _list_some(names: Sequence[str]) -> str:
    shown = ", ".join(_abbreviate(name, quote=False) for name in names[:6])
    return shown + (f" and {len(names) - 6:,} more" if len(names) > 6 else "")


def _abbreviate(text: object, *, quote: bool = True) -> str:
    bare = str(text)
    bare = bare if len(bare) <= 60 else bare[:40] + "..." + bare[-10:]
    return repr(bare) if quote else bare
