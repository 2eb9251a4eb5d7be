"""Evaluate strategies exactly: what they earn, what they secure, and the best responses to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sabot.analysis.best_response import StrategyTable
from sabot.analysis.evaluation import (
    Judgement,
    ProfileJudgement,
    add_outcomes,
    evaluate_profile,
    evaluate_with_best_response,
    evaluate_zero_sum,
    optimal_strategies,
)
from sabot.analysis.outcomes import outcomes_and_bets, outcomes_by_family
from sabot.analysis.strategy_input import (
    OPTIMAL,
    complete_strategies,
    named_strategies,
    strategies_without_choices,
)
from sabot.api.arguments import (
    GameLike,
    argument_error,
    as_form,
    as_game,
    continuous_game_of,
    strategies_of,
    strategy_sources,
)
from sabot.errors import FormError, NoMethodError, SeatsError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm, SequenceForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.game import Game
from sabot.memory import require_memory
from sabot.progress import Watch, accepts_watch
from sabot.results.nplayer import Profile
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.analysis.continuous import CutsJudgement
    from sabot.analysis.private_hands import HandsJudgement
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.to_form import AnyForm

BetTerms = Mapping[str, object] | None
BEST_RESPONSE_SOURCE = "best reply"
"""The source of the strategy of a player that was left out, in a two-player general-sum game."""
_NO_OPTIMAL_STRATEGY = (
    "no strategy is then optimal whatever the other seat does: leave one seat out, and it plays "
    "its best reply, or give both from a file of `sabot solve -o`"
)


@accepts_watch
def value(
    game: GameLike | AnyForm,
    strategies: Mapping[str, object] | Solution | Profile | str,
    *,
    anyway: bool = False,
    locked: bool = False,
    bets: Mapping[str, object] | None = None,
    watch: Watch | None = None,
) -> Judgement | ProfileJudgement | CutsJudgement | HandsJudgement:
    """Return what strategies are worth: of one player or of both, written out or by name.

    For more players, or in a general-sum game, all strategies are evaluated together; of two
    players one may be left out and plays its best response. With continuous types a player that is
    left out plays optimally, or around what is *locked*: its exact best response if nobody else has
    another turn. In a large game with private hands it is found what each strategy secures.

    A strategy is written as ``{view: action}`` or ``{view: {action: probability}}``, where a view
    is the name of an information set; ``"casino"`` (the drawing rules of the casino) and
    ``"optimal"`` are names, for all players or one; or a solution is given. *bets* are a house's
    terms for onlookers, as ``{"commission": "4%", "tie": 9}``.

    >>> found = value("baccara(model=A1)", {"Player": {"5": "stand"}})
    >>> found["Player"].exploitability, found["Player"].reply.actions["6,-"]
    (Fraction(136368, 53094899), 'stand')
    """
    game = as_game(game)
    if (continuous := continuous_game_of(game)) is not None:
        from sabot.analysis.continuous import evaluate_thresholds

        own = strategies.strategies if isinstance(strategies, Solution | Profile) else strategies
        cuts = evaluate_thresholds(str(game), continuous, own, locked=locked)
        left_out = cuts.seats if locked and not isinstance(own, str) else ()
        sources = dict.fromkeys(left_out, BEST_RESPONSE_SOURCE)
        sources |= strategy_sources(strategies, cuts.seats)
        return replace(cuts, sources=sources).hold_game(game)
    if locked:
        raise FormError("only a game whose hands are real numbers has thresholds to lock")
    from sabot.game_rules.private_hands import large_private_hands

    hands = large_private_hands(game)
    if hands is not None:
        return _evaluate_hands(str(game), hands, strategies).hold_game(game)
    name, form = as_form(game)
    rules = game if isinstance(game, Game) else None
    names = _StrategyNames(name, form, rules, anyway)
    if any(side.cells for side in form.sides):
        written = names.written(strategies_of(strategies))
        tables = complete_strategies(form.sides, written, game=rules)
    else:  # no player has a choice: no strategy is needed
        tables = strategies_without_choices(form.sides)
    sources = strategy_sources(strategies, form.seats)
    if not isinstance(form, MatrixForm | SequenceForm):
        found = _evaluate_by_seat(name, form, rules, tables, bets)
        answered = {
            part.seat: BEST_RESPONSE_SOURCE for part in found.parts if part.leaves is not None
        }
        return replace(found, sources=sources | answered).hold_game(game)
    judged = add_outcomes(rules, evaluate_zero_sum(name, form, tables), bets or {})
    return replace(judged, sources=sources).hold_game(game)


def _evaluate_hands(
    name: str, form: PrivateHandsForm, strategies: Mapping[str, object] | Solution | Profile | str
) -> HandsJudgement:
    """Evaluate strategies of a game with private hands."""
    from sabot.analysis.private_hands import evaluate_hands

    given = strategies_of(strategies)
    if not isinstance(given, Mapping) or any(isinstance(one, str) for one in given.values()):
        raise NoMethodError(
            f"{name} is not solved exactly, and has no strategies by name; give a file of\n"
            "  sabot solve --gap 1/1000 -o FILE, or one with {seat: {view: action}}"
        )
    found = evaluate_hands(name, form, given)
    return replace(found, sources=strategy_sources(strategies, form.seats))


def _evaluate_by_seat(
    name: str,
    form: BimatrixForm | NPlayerSequenceForm,
    game: Game | None,
    given: Mapping[str, StrategyTable],
    bets: BetTerms,
) -> ProfileJudgement:
    """Evaluate each player's strategy; one of two players may be left to its best response."""
    tables: dict[str, StrategyTable] = {**strategies_without_choices(form.sides), **given}
    if len(form.seats) == 2 and len(tables) == 1:
        outcomes_and_bets(game, None, bets or {})  # there are no bets on one strategy
        return evaluate_with_best_response(name, form, tables)
    found = evaluate_profile(name, form, tables)
    return replace(found, **outcomes_and_bets(game, tables, bets or {}, outcomes_by_family))


@dataclass(frozen=True)
class _StrategyNames:
    """The named strategies of a game: optimal, or those of its family."""

    name: str
    form: AnyForm
    game: Game | None
    anyway: bool

    def written(self, given: object) -> dict[str, object]:
        """Return the given strategies by seat, those given by name looked up."""
        tables = self.named(given) if isinstance(given, str) else given
        if not isinstance(tables, Mapping):
            raise argument_error(
                given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'"
            )
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

    def named(self, word: str) -> Mapping[str, object]:
        """Return the strategies of all seats under one name."""
        form = self.form
        if self.game is None and word != OPTIMAL:
            raise FormError(
                f"{word!r} is the name of a strategy, and only a game with a name has these"
            )
        if word == OPTIMAL and not isinstance(form, MatrixForm | SequenceForm):
            fact = f"strategy {word!r}: {form.obstacle}"
            raise (
                SeatsError(fact, _NO_OPTIMAL_STRATEGY) if len(form.seats) == 2 else SeatsError(fact)
            )
        if word == OPTIMAL and not self.anyway:
            require_memory(self.name, form, "value")
        if self.game is None:
            return optimal_strategies(form)
        return named_strategies(self.game, form, word)
