"""A designer's report: who is ahead, options that are never used, length and ends of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sabot.analysis.game_report import RARE, GameReport, make_report
from sabot.analysis.sweep import expand_games
from sabot.api.arguments import GameLike, as_form, as_game, continuous_game_of
from sabot.api.solving import OwnSolver
from sabot.errors import FormError, NoMethodError, NumberError
from sabot.exact import as_rational
from sabot.game_rules.family import offers
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.memory import require_memory
from sabot.progress import Watch, accepts_watch

MOST_COMPARED = 24
"""The most games in one comparison."""


@accepts_watch
def report(
    game: GameLike,
    *,
    compare: Sequence[GameLike] = (),
    vary: str | Sequence[str] = (),
    rare: Fraction | int | str = RARE,
    anyway: bool = False,
    watch: Watch | None = None,
) -> GameReport:
    """Return a designer's report on a game, which is solved first.

    *compare* lists other games; *vary* changes parameters of this one, as in
    ``"bet=1..3"``. Their reports are in ``others``, and the report shows itself as one table. An
    option is hardly used where its probability is below *rare*.

    >>> le_her = report("le-her")
    >>> le_her.leader, le_her.payoffs["receiver"], le_her.decisions["dealer"]
    ('receiver', Fraction(277, 11050), Fraction(53, 104))
    >>> changed = report("kuhn-poker", vary="bet=1..3")
    >>> [str(one.payoffs["first"]) for one in (changed, *changed.others)]
    ['-1/18', '0', '0']
    """
    bound = as_rational(rare)
    if not 0 <= bound <= 1:
        raise NumberError(f"rare={rare}: write a probability from 0 to 1, as 1/20 or 5%")
    given = as_game(game)
    changed = [vary] if isinstance(vary, str) else list(vary)
    games = [*(vary_game(given, changed) if changed else [given]), *map(as_game, compare)]
    if len(games) > MOST_COMPARED:
        raise NumberError(f"{len(games)} games; a report compares {MOST_COMPARED} at most")
    first, *others = [_report_on(one, bound, anyway=anyway) for one in games]
    return replace(first, others=tuple(others))


def vary_game(game: object, changes: Sequence[str]) -> list[Game]:
    """Return a game with its parameters changed, each as in ``bet=1..3`` or ``bet=1|5``.

    >>> from sabot import load
    >>> [str(one) for one in vary_game(load("kuhn-poker"), ["bet=1|3"])]
    ['kuhn-poker(ranks=3)', 'kuhn-poker(ranks=3, bet=3)']
    """
    if not isinstance(game, Game):
        raise FormError("vary changes the parameters of a game by name; a matrix has none")
    family = game.rules
    own = {
        key: value
        for key, value in game.parameters.items()
        if key not in family.defaults or value != family.defaults[key]
    }
    found = []
    for item in expand_games(f"{_STAND_IN}({', '.join(changes)})"):
        _, texts, _ = split_game_string(item.game)
        found.append(family(**{**own, **texts}))
    return found


_STAND_IN = "game"
"""A name for the game whose parameters are expanded."""


def _report_on(game: GameLike, bound: Fraction, *, anyway: bool) -> GameReport:
    """Return the report on one game."""
    if isinstance(game, Game):
        _require_finite_play(game)
    name, form = as_form(game)
    if not anyway:
        require_memory(name, form)
    own = game if isinstance(game, Game) else None
    return make_report(name, form, own, bound).hold_game(own)


def _require_finite_play(game: Game) -> None:
    """Refuse a game that has no finite list of options to report on."""
    if continuous_game_of(game) is not None:
        raise NoMethodError(
            f"{game}: a hand is a real number, so options cannot be counted one by one\n"
            f"  who is ahead, and by how much: sabot solve '{game}'"
        )
    if not game.rules.in_hands or (offers(game.rules, OwnSolver) and game.rules.result(game)):
        raise NoMethodError(
            f"{game}: it is not played in hands, so there is no length or use of options to "
            f"report\n  what is known of it: sabot solve '{game}'"
        )
