"""One interval more: where hands inside an interval of a shape would rather do something else.

With many players the blind may do best to double with a thin slice of hands in the midst of those
that he plays. A shape that lacks it balances and is no equilibrium; the best reply says where.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sabot.forms.threshold.answers import ONE, ZERO, Answer, Profile, turn_key
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.worth import visits

THIN = Fraction(1, 4000)
"""Half the width of a new slice, to begin with."""
LOOKS = 64
"""Hands that are looked at in each interval."""
MOST = 3
"""Slices that are tried, the most wanted first."""


def sliced(form: ThresholdForm, profile: Profile, seat: int) -> Iterator[Profile]:
    """Yield profiles with one slice more at a turn of a seat; their cuts are not balanced yet."""
    wanted: list[tuple[Fraction, str, Answer]] = []
    for visit in visits(form, profile, seat):
        key = turn_key(form, visit.turn)
        answer = profile[key]
        ends = (ZERO, *answer.cuts, ONE)
        for place, ((low, high), own) in enumerate(
            zip(pairwise(ends), answer.actions, strict=True)
        ):
            hands = [low + (high - low) * Fraction(2 * k + 1, 2 * LOOKS) for k in range(LOOKS)]
            for action, way in enumerate(visit.ways):
                if action == own or high - low <= 4 * THIN:
                    continue
                more, hand = max((way.at(x) - visit.ways[own].at(x), x) for x in hands)
                if more > 0:
                    wanted.append((more, key, _with_slice(answer, place, hand, action)))
    wanted.sort(key=lambda one: -one[0])
    for _, key, answer in wanted[:MOST]:
        yield {**profile, key: answer}


def _with_slice(answer: Answer, place: int, hand: Fraction, action: int) -> Answer:
    """Return an answer with a slice around a hand in one of its intervals."""
    ends = (ZERO, *answer.cuts, ONE)
    low = max(hand - THIN, (ends[place] + hand) / 2)
    high = min(hand + THIN, (ends[place + 1] + hand) / 2)
    own = answer.actions[place]
    return Answer(
        (*answer.actions[: place + 1], action, own, *answer.actions[place + 1 :]),
        (*answer.cuts[:place], low, high, *answer.cuts[place:]),
    )
