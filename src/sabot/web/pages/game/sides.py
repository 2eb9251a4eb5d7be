"""What of a result can be laid beside another: who is paid what, and what is done where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sabot.errors import NoMethodError
from sabot.exact import rational, show
from sabot.results.balance import SCHEMA as CUTS
from sabot.results.seats.profile import SCHEMA as PROFILE
from sabot.results.solution import Solution
from sabot.web.markup import Markup, amount, markup
from sabot.web.pages.game.files import SOLUTIONS
from sabot.web.pages.game.grid import mix_part

Steps = Sequence[Sequence[str]]
"""Up to which hand each action goes."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two games that are compared."""

    game: str
    seats: tuple[str, ...]
    paid: Mapping[str, str]
    """What each seat is paid, as its document says; of a zero-sum game the first seat alone."""
    done: Mapping[str, Mapping[str, Any]]
    """What is done, by seat and view: a mix of actions, or the cuts between them."""
    cuts: bool = False
    """Whether hands are real numbers, divided by cuts."""
    only: frozenset[str] = frozenset()
    """The seats that have no other optimal strategy than what is done here."""
    several: frozenset[str] = frozenset()
    """The seats that have others, which is proved."""
    bound: str = "0"
    """The most that a seat could gain: what is paid is that near to balance."""

    @property
    def zero_sum(self) -> bool:
        """Whether one number says what is paid: what one seat wins the other loses."""
        return len(self.paid) == 1

    def part(self, seat: str, view: str) -> Markup:
        """Return in words what a seat does."""
        done = self.done[seat][view]
        return cuts_part(done) if self.cuts else mix_part(done)


def side(game: str, document: Mapping[str, Any]) -> Side:
    """Return what a result says that can be compared; refuse one that says nothing of the kind."""
    schema = str(document.get("schema", ""))
    if schema.startswith(SOLUTIONS):
        return _of_views(Solution.from_json(document))
    seats = tuple(document.get("seats", ()))
    if schema == CUTS:
        pays = _pays(document)
        two = len(seats) == 2 and not sum(map(rational, pays.values()))
        paid = {seats[0]: pays[seats[0]]} if two else pays
        bound = str(document["bound"])
        return Side(game, seats, paid, document["thresholds"], cuts=True, bound=bound)
    if schema == PROFILE:
        bound = show(max(map(rational, document["gains"])))
        return Side(game, seats, _pays(document), _mixes(document["strategies"]), bound=bound)
    raise NoMethodError(
        f"{game}: its result has neither a value nor strategies to lay beside another's; "
        "its own page shows what it has"
    )


def _pays(document: Mapping[str, Any]) -> dict[str, str]:
    return dict(zip(document["seats"], map(str, document["payoffs"]), strict=True))


def _mixes(told: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        seat: {
            view: {action: rational(chance) for action, chance in mix.items()}
            for view, mix in views.items()
        }
        for seat, views in told.items()
    }


def _of_views(solution: Solution) -> Side:
    first = solution.seats[0]
    paid = (
        {first: show(solution.value)}
        if solution.zero_sum
        else {seat: show(solution.payoffs[seat]) for seat in solution.seats}
    )
    done = {seat: dict(solution[seat].table) for seat in solution.seats}
    alone = solution.behaviour
    only = frozenset(seat for seat in solution.seats if alone.get(seat) is True)
    several = frozenset(seat for seat in solution.seats if alone.get(seat) is False)
    return Side(solution.game, tuple(solution.seats), paid, done, only=only, several=several)


def cuts_part(steps: Steps) -> Markup:
    """Return in words what is done with which hands.

    >>> str(cuts_part([["1", "low"]])), str(cuts_part([["1/9", "low"], ["1", "high"]]))
    ('low', 'low to ...1/9..., then high')
    >>> str(cuts_part([["0", "low"], ["1", "high"]]))  # with no hand at all
    'high'
    """
    ends = ["0", *(end for end, _ in steps)]
    held = [step for step, before in zip(steps, ends, strict=False) if step[0] != before]
    *low, (_, last) = held
    return markup(*(markup(f"{action} to ", amount(end), ", then ") for end, action in low), last)
