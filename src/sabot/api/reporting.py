"""A designer's report: who is ahead, options that are never used, length and ends of a hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from sabot.analysis.game_report import RARE, GameReport, choices_of, make_report
from sabot.analysis.sweep import expand_value
from sabot.api.arguments import GameLike, as_form, as_game, continuous_game_of
from sabot.api.solving import OwnSolver
from sabot.errors import FormError, NoMethodError, NumberError
from sabot.exact import as_rational
from sabot.game_rules.capabilities import SideBets
from sabot.game_rules.family import PerfectInformation, offers
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_parameters
from sabot.game_rules.parameters import Exact, Whole
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
    _require_comparable(len(games))
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
    options: dict[str, list[str]] = {}
    for change in changes:
        for key, values in _values_to_try(game, change):
            if key in options:
                raise FormError(f"--vary {change!r:.80}: {key} is given twice; write {key}=1|2|5")
            options[key] = values
    _require_comparable(math.prod(map(len, options.values())))
    return [
        family(**{**own, **dict(zip(options, values, strict=True))})
        for values in product(*options.values())
    ]


def _values_to_try(game: Game, change: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parameters that a text such as ``bet=1..3`` changes, with all their values."""
    known = ", ".join(game.rules.kinds) or "none"
    parts = list(split_parameters(change))
    if not parts or not all(key for _, key, _ in parts):
        raise FormError(
            f"--vary {change!r:.80}: write KEY=VALUES, as in bet=1..3 or bet=1|5\n"
            f"  parameters of {game.rules.name}: {known}"
        )
    for _, key, text in parts:
        try:
            values = expand_value(text, MOST_COMPARED)
        except NumberError as fault:
            raise NumberError(f"--vary {change!r:.80}: {fault}") from None
        unread = next((one for one in values if ".." in one), None)
        if unread is not None and isinstance(game.rules.kind(key), Whole | Exact):
            raise NumberError(
                f"--vary {change!r:.80}: {unread!r} is not a range of numbers; "
                "write 1..20, 1..3..1/2 or 1|2|5"
            )
        yield key, values


def _require_comparable(count: int) -> None:
    if count > MOST_COMPARED:
        raise NumberError(f"{count:,} games; a report compares {MOST_COMPARED} at most")


def _report_on(game: GameLike, bound: Fraction, *, anyway: bool) -> GameReport:
    """Return the report on one game."""
    if isinstance(game, Game):
        _require_finite_play(game)
        if not game.rules.has_choices:
            raise _nobody_chooses(game)
    name, form = as_form(game)
    if not choices_of(form):
        raise _nobody_chooses(game if isinstance(game, Game) else name)
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
    if offers(game.rules, PerfectInformation):
        raise NoMethodError(
            f"{game}: there is no report on such a game: nothing is hidden, and it is solved "
            f"without a game tree\n  the moves and the result: sabot solve '{game}'"
        )
    if not game.rules.in_hands or (offers(game.rules, OwnSolver) and game.rules.result(game)):
        raise NoMethodError(
            f"{game}: it is not played in hands, so there is no length or use of options to "
            f"report\n  what is known of it: sabot solve '{game}'"
        )


def _nobody_chooses(game: Game | str) -> NoMethodError:
    """Return the refusal of a game without a choice: who is ahead depends on the bet."""
    bets = isinstance(game, Game) and offers(game.rules, SideBets)
    what = "what it pays, and the house edge of each bet" if bets else "what it pays"
    return NoMethodError(
        f"nobody chooses in {game}: there are no options to report on\n"
        f"  {what}: sabot solve '{game}'"
    )
