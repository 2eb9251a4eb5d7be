"""Section 5.3: the methods of 1973 on the 4-PG, evaluations counted, and where they end judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from sabot.forms.threshold.answers import Answer, turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.papers.report import Claim, PaperTable, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import Q, check, fixed, game, judged, monotone, numbers
from sabot.solvers.threshold.history import Lookahead, rosen

STEPS = (0.1, 0.02, 0.005)
"""Step sizes; the printed cuts are multiples of the last."""
CYCLES = 12
"""Cycles of looking ahead at each step size: it may go round for ever."""
ROUNDS = 300
GAUSS = ((0.5 - 0.15**0.5, 5 / 18), (0.5, 4 / 9), (0.5 + 0.15**0.5, 5 / 18))
"""Where and with which weights a polynomial of degree 5 is integrated exactly."""
Hands = tuple[float, float]


@dataclass(frozen=True)
class Play:
    """One way to an end: which of its turn's intervals each seat's hand is in."""

    end: Fold | Showdown
    said: tuple[tuple[str, int] | None, ...]
    """The turn and the choice of each seat, none where it had no turn."""


@dataclass(frozen=True)
class Floats:
    """Payoffs of a game without bluffs, in floats: what the algorithms of 1973 ask for."""

    form: ThresholdForm
    keys: tuple[str, ...]
    """The turns whose cuts are moved, player by player."""
    kept: Mapping[str, tuple[float, ...]]
    """The cuts of the others."""

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The ways to an end in which a moved cut matters."""
        plays = _plays(self.form, self.form.root, {})
        return tuple(one for one in plays if any(said[0] in self.keys for said in one.said if said))

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Where the cuts of each turn begin and end among those that are moved."""
        found, place = {}, 0
        for key in self.keys:
            found[key] = place, place + _count(self.form, key)
            place = found[key][1]
        return found

    @cached_property
    def owners(self) -> tuple[tuple[int, ...], ...]:
        """The moved cuts of each player."""
        return tuple(
            tuple(
                place
                for key, ends in self.places.items()
                if key.startswith(f"{seat}: ")
                for place in range(*ends)
            )
            for seat in self.form.seats
        )

    @cached_property
    def _known(self) -> tuple[dict[tuple[int, tuple[Hands, ...]], float], ...]:
        """What each way to an end paid a player with some hands: a step moves few of them."""
        return tuple({} for _ in self.plays)

    def paid(self, who: int, at: Sequence[float]) -> float:
        """Return what a player is paid where a moved cut matters."""
        total, hands = 0.0, self._all_hands(at)
        for play, known in zip(self.plays, self._known, strict=True):
            held = tuple([hands[said] for said in play.said])
            if (who, held) not in known:
                known[who, held] = self._paid(who, play, held)
            total += known[who, held]
        return total

    def _paid(self, who: int, play: Play, held: Sequence[Hands]) -> float:
        chance = 1.0
        for low, high in held:
            chance *= max(high - low, 0.0)
        if not chance:
            return 0.0
        if isinstance(play.end, Fold):
            return float(play.end.payoffs[who]) * chance
        cost = -float(play.end.paid[who]) * chance
        if who not in play.end.contenders:
            return cost
        aside = 1.0
        for seat, (low, high) in enumerate(held):
            aside *= 1.0 if seat in play.end.contenders else high - low
        rivals = [held[seat] for seat in play.end.contenders if seat != who]
        return cost + float(play.end.pot) * aside * _won(held[who], rivals, float(Q))

    def _all_hands(self, at: Sequence[float]) -> dict[tuple[str, int] | None, Hands]:
        """Return the hands of every choice at every turn, and those of one who has none."""
        found: dict[tuple[str, int] | None, Hands] = {None: (0.0, 1.0)}
        for key in (*self.kept, *self.places):
            cuts = at[slice(*self.places[key])] if key in self.places else self.kept[key]
            for action, hands in enumerate(pairwise((0.0, *cuts, 1.0))):
                found[key, action] = hands
        return found


def _plays(form: ThresholdForm, node: Node, held: dict[int, tuple[str, int]]) -> Iterator[Play]:
    if not isinstance(node, Turn):
        yield Play(node, tuple(held.get(seat) for seat in range(len(form.seats))))
        return
    key = turn_key(form, node)
    for action, after in enumerate(node.after):
        yield from _plays(form, after, {**held, node.seat: (key, action)})


def _count(form: ThresholdForm, key: str) -> int:
    return next(len(turn.actions) - 1 for turn in form.turns() if turn_key(form, turn) == key)


def _won(mine: Hands, rivals: Sequence[Hands], q: float) -> float:
    """Return how often a hand of mine is the best, by three points between any two ends."""
    low, high = mine
    inside = sorted({low, high, *(end for other in rivals for end in other if low < end < high)})
    total = 0.0
    for begin, end in pairwise(inside):
        for place, weight in GAUSS:
            hand = begin + place * (end - begin)
            plain, improved = 1 - q, q
            for a, b in rivals:
                below = min(max(hand - a, 0.0), b - a)
                plain *= (1 - q) * below
                improved *= (1 - q) * (b - a) + q * below
            total += weight * (end - begin) * (plain + improved)
    return total


def _new_keys() -> tuple[str, ...]:
    """Return the turns after player 1 has entered, and his own, player by player."""
    form = game(4, free=False)
    turns = [turn for turn in form.turns() if not turn.view.startswith("1 drop")]
    return tuple(turn_key(form, turn) for turn in sorted(turns, key=lambda turn: turn.seat))


def printed_cuts() -> dict[str, tuple[float, ...]]:
    """Return the cuts of table 15, by turn."""
    return {key: tuple(map(float, numbers(line))) for key, line in printed.TABLE_15.items()}


def counted(keys: Sequence[str]) -> int:
    """Return how many payoffs one cycle of looking ahead asks for: a number of cuts, no more."""
    owners = Floats(game(4, free=False), tuple(keys), {}).owners
    ahead = Lookahead(lambda who, at: 0.0, owners, lambda at: True)
    ahead.cycle([0.5] * sum(map(len, owners)), 0.1)
    return ahead.evaluations


def calls() -> Iterator[Claim]:
    """Count the evaluations of a cycle as they are asked for."""
    form, new = game(4, free=False), _new_keys()
    turns = sorted(form.turns(), key=lambda turn: turn.seat)
    whole = tuple(turn_key(form, turn) for turn in turns)
    for keys, says, what in ((whole, 2016, "the 4-PG"), (new, 666, "with the 3-PG kept")):
        why = "counted while the algorithm runs one cycle"
        where = f"evaluations in a cycle, {what}"
        yield check("section-5.3.3", where, says, counted(keys), evidence=why)


def run() -> Iterator[Claim | PaperTable]:
    """Look ahead in the 4-PG from 0 with the printed 3-PG kept, and follow Rosen's gradient."""
    yield from calls()
    keys, table = _new_keys(), printed_cuts()
    floats = Floats(game(4, free=False), keys, table)
    owners = floats.owners
    settled, point = 0, [0.0] * 12
    ahead = Lookahead(floats.paid, owners, lambda at: _rising(floats, at))
    for step in STEPS:
        for _ in range(CYCLES):
            before = list(point)
            ahead.cycle(point, step)
            if point == before:
                settled += 1
                break
    far = rosen(floats.paid, owners, [0.0] * 12, lambda at: _ordered(floats, at), rounds=ROUNDS)
    rows = [
        ("printed", _gains(floats, [cut for key in keys for cut in table[key]])),
        ("lookahead", _gains(floats, point)),
        ("Rosen", _gains(floats, far)),
    ]
    title = (
        f"the 4-PG from 0, judged exactly; within {CYCLES} cycles looking ahead settled at "
        f"{settled} of {len(STEPS)} step sizes"
    )
    head = tuple(f"{seat} gains" for seat in "1234")
    yield PaperTable("section-5.3.3", title, grid("", head, rows))


def _rising(floats: Floats, at: Sequence[float]) -> bool:
    return all(0 <= x <= 1 for x in at) and all(
        at[low] <= at[high - 1] for low, high in floats.places.values()
    )


def _ordered(floats: Floats, point: list[float]) -> list[float]:
    found = [min(max(x, 0.0), 1.0) for x in point]
    for low, high in floats.places.values():
        found[low] = min(found[low], found[high - 1])
    return found


def _gains(floats: Floats, at: Sequence[float]) -> list[str]:
    """Return what each player gains against cuts, exactly; the printed 3-PG is part of them."""
    profile: dict[str, Answer] = dict(monotone(printed.TABLE_15))
    for key, (low, high) in floats.places.items():
        cuts = sorted(Fraction(round(x * 1000), 1000) for x in at[low:high])
        profile[key] = Answer(tuple(range(high - low + 1)), tuple(cuts))
    return [fixed(one.gain, 5) for one in judged(game(4, free=False), profile)]
