"""Value: from strategies, written out or by name, to a judgement of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sabot.analyse.betting.judge import CutsJudgement
from sabot.analyse.evaluate import Table
from sabot.analyse.judge import Judgement, judge, optimal_strategies, with_outcomes
from sabot.analyse.outcomes import counted, ending
from sabot.analyse.profile import ProfileJudgement, judge_answered, judge_profile
from sabot.analyse.strategies import complete, idle, shipped
from sabot.errors import FormError, SeatsError
from sabot.formed import GameLike, betting_of, formed_anyhow, loaded, refused
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.general import GeneralForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.memory import demand_memory
from sabot.results.seats.profile import ROUNDED, Profile
from sabot.results.solution import Solution
from sabot.shown import Shown
from sabot.telling.game import Game

if TYPE_CHECKING:
    from sabot.telling.told import AnyForm

Given = Mapping[str, Any] | Shown | str
Bets = Mapping[str, Any] | None
YOURS = "you"
"""Whose a strategy is that a caller has written out."""
REPLY = "best reply"
"""Whose that of a seat is which was left out, in a game for two without a value."""
_NO_BEST = (
    "no strategy is then optimal whatever the other seat does: leave one seat out, and it plays "
    "its best reply, or give both from a file of `sabot solve -o`"
)


def value(
    game: GameLike | AnyForm, given: Given, *, anyway: bool, locked: bool, bets: Bets
) -> Judgement | ProfileJudgement | CutsJudgement:
    """Return what strategies are worth."""
    game = loaded(game)
    if (real := betting_of(game)) is not None:
        from sabot.analyse.betting.judge import judged as judge_cuts

        own: Any = given.strategies if isinstance(given, Solution) else given
        cuts = judge_cuts(str(game), real, own, locked=locked)
        return replace(cuts, sources=sources_of(given, cuts.seats))
    if locked:
        raise FormError("thresholds are locked in games with real hands; here are none")
    name, form = formed_anyhow(game)
    told = game if isinstance(game, Game) else None
    words = _Words(name, form, told, anyway)
    if any(side.cells for side in form.sides):
        tables = complete(form.sides, words.written(tables_of(given)), game=told)
    else:  # nobody chooses: nothing has to be given
        tables = idle(form.sides)
    sources = sources_of(given, form.seats)
    if not isinstance(form, MatrixForm | SequenceForm):
        found = _by_seat(name, form, told, tables, bets)
        answered = {part.seat: REPLY for part in found.parts if part.leaves is not None}
        return replace(found, sources=sources | answered)
    judged = with_outcomes(told, judge(name, form, tables), bets or {})
    return replace(judged, sources=sources)


def _by_seat(
    name: str,
    form: BimatrixForm | GeneralForm,
    told: Game | None,
    given: Mapping[str, Table],
    bets: Bets,
) -> ProfileJudgement:
    """Return strategies judged seat by seat; of two seats one may be left to its best reply."""
    tables: dict[str, Table] = {**idle(form.sides), **given}
    if len(form.seats) == 2 and len(tables) == 1:
        ending(told, None, bets or {})  # there are no bets on one strategy
        return judge_answered(name, form, tables)
    found = judge_profile(name, form, tables)
    return replace(found, **ending(told, tables, bets or {}, counted))


def tables_of(given: Given) -> Any:
    """Return strategies as they are told: those of a result are its own, in fractions."""
    if isinstance(given, Profile):
        return given.played
    return getattr(given, "strategies", given) if isinstance(given, Shown) else given


def sources_of(given: Given, seats: tuple[str, ...]) -> dict[str, str]:
    """Return where each seat's strategy comes from, in a word."""
    if isinstance(given, Mapping):
        return {
            seat: word if isinstance(word := given[seat], str) else YOURS
            for seat in seats
            if seat in given
        }
    if isinstance(given, str):
        return dict.fromkeys(seats, given)
    rounded = isinstance(given, Profile) and given.root is not None
    return dict.fromkeys(seats, f"a solution{ROUNDED if rounded else ''}")


@dataclass(frozen=True)
class _Words:
    """A game whose strategies may be called by name."""

    name: str
    form: AnyForm
    told: Game | None
    anyway: bool

    def written(self, given: Any) -> dict[str, Any]:
        """Return the strategies of the seats that have one, those with a name looked up."""
        tables = self.named(given) if isinstance(given, str) else given
        if not isinstance(tables, Mapping):
            raise refused(given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'")
        if not tables:
            raise FormError(
                "no strategy is given; write one for a seat, as in {seat: {view: action}}"
            )
        return {
            seat: self.named(table)[seat]
            if isinstance(table, str) and seat in self.form.seats
            else table
            for seat, table in tables.items()
        }

    def named(self, word: str) -> Mapping[str, Any]:
        """Return the strategies of all seats that go by a name."""
        form = self.form
        if self.told is None and word != "optimal":
            raise FormError(f"{word!r} is a strategy for games that have a name")
        if word == "optimal" and not isinstance(form, MatrixForm | SequenceForm):
            fact = f"strategy {word!r}: {form.obstacle}"
            raise SeatsError(fact, _NO_BEST) if len(form.seats) == 2 else SeatsError(fact)
        if word == "optimal" and not self.anyway:
            demand_memory(self.name, form, "value")
        if self.told is None:
            return optimal_strategies(form)
        return shipped(self.told, form, word)
