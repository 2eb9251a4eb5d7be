"""Where the cuts of an equilibrium are looked for: from two players up, each game from the last.

Where player 1 drops, the game is that of one player fewer; only what follows his entering is new.
There a turn resembles the one with a dropped player less, and is played a little tighter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import ThresholdForm, Turn
from sabot.forms.threshold.hint import Cuts, Hint, Shape
from sabot.games.blind.free import NEAR, is_new, starts, whole_shape
from sabot.games.blind.free import PAIR as PAIR_FREE

Entered = tuple[int, ...]
TIGHTER, ALL_IN, FIRST = 0.92, 0.8, 0.85
"""How much fewer hands are played with one more player: at a like turn, after everybody entered,
and by the first player. Measured on the games of 3 to 7; a start, nothing more."""
CALM = Fraction(287, 1000), Fraction(3, 4)
"""Chances to improve from which the cuts for those between are found."""
PAIR = {"1: -": (0.616,), "2: 1 enter": (0.646, 0.808)}
"""Cuts for two players who must look, near those for q = 0.287."""
MOST_STARTS = 3
"""How many starts are tried where looks are free."""
STRIDE = Fraction(1, 20)
"""How far q is moved before the cuts are balanced again."""


def monotone(form: ThresholdForm) -> dict[str, tuple[int, ...]]:
    """Return the shape without bluffing: each turn's actions in order, the best hands last."""
    return {turn_key(form, turn): tuple(range(len(turn.actions))) for turn in form.turns()}


Tell = Callable[[Fraction, int], ThresholdForm]
"""From q and the number of players to the betting."""


def forced_hint(tell: Tell, players: int, q: Fraction) -> Hint:
    """Return where to look if who entered must look: no bluffs, each game from the smaller one.

    Around q = 1/2 an improved hand decides so much that the blind plays with hands as bad as the
    worst that entered. From afar such cuts are not found; in steps of q from :data:`CALM` they are.
    """
    form = tell(q, players)
    shape = monotone(form)
    if players == 2:
        return Hint(form, shape, lambda before: PAIR)
    smaller = forced_hint(tell, players - 1, q)
    found = Hint(
        form,
        shape,
        lambda before: _grown(form, before=_read(smaller.form, before)),
        smaller,
        lambda before: _kept(form, _read(smaller.form, before)),
    )
    if not CALM[0] < q < CALM[1]:
        return found
    calm = min(CALM, key=lambda there: abs(there - q))
    first = forced_hint(tell, players, calm)
    way = along(lambda there: tell(there, players), shape, first, calm, q)
    return replace(found, again=(way,))


def free_hint(tell: Tell, players: int, q: Fraction) -> Hint:
    """Return where to look if looks are free: of two along q, of more from the smaller game."""
    form = tell(q, players)
    if players == 2:
        shape = whole_shape(form)
        near = Fraction(NEAR)
        first = Hint(tell(near, 2), shape, lambda before: PAIR_FREE)
        return along(lambda there: tell(there, 2), shape, first, near, q)
    smaller = free_hint(tell, players - 1, q)
    found = [
        Hint(
            form,
            whole_shape(form),
            lambda before, cuts=cuts: cuts,  # type: ignore[misc]
            smaller,
            lambda before: _dropped(form, before),
            floors=True,
        )
        for cuts in starts(form, q)[:MOST_STARTS]
    ]
    return replace(found[0], again=tuple(found[1:]))


def _dropped(form: ThresholdForm, before: Profile) -> dict[str, Answer]:
    """Return the answers after player 1 has dropped: those of the smaller game."""
    found = {}
    for turn in form.turns():
        if not is_new(turn.view):
            said = [f"{int(seat) - 1} {action}" for seat, action in _said(turn)[1:]]
            found[turn_key(form, turn)] = before[f"{turn.seat}: {', '.join(said) or '-'}"]
    return found


def along(
    tell: Callable[[Fraction], ThresholdForm],
    shape: Shape,
    found: Hint,
    near: Fraction,
    q: Fraction,
) -> Hint:
    """Return a way from a parameter at which the game is *found* to another, in small steps."""
    while near != q:
        near = max(q, near - STRIDE) if q < near else min(q, near + STRIDE)
        found = Hint(tell(near), shape, _same_cuts, found)
    return found


def _same_cuts(before: Profile) -> Cuts:
    return {key: tuple(map(float, answer.cuts)) for key, answer in before.items()}


def _said(turn: Turn) -> list[list[str]]:
    return [] if turn.view == "-" else [part.split(" ") for part in turn.view.split(", ")]


Place = tuple[int, Entered]
"""Whose turn, and who entered before."""


def _place(turn: Turn) -> Place:
    entered = (int(seat) - 1 for seat, action in _said(turn) if action == "enter")
    return turn.seat, tuple(entered)


def _read(form: ThresholdForm, profile: Profile) -> dict[Place, Answer]:
    return {_place(turn): profile[turn_key(form, turn)] for turn in form.turns()}


def _kept(form: ThresholdForm, before: Mapping[Place, Answer]) -> dict[str, Answer]:
    """Return the answers after player 1 has dropped: those of the smaller game."""
    found = {}
    for turn in form.turns():
        seat, entered = _place(turn)
        if seat and 0 not in entered:
            same = seat - 1, tuple(player - 1 for player in entered)
            found[turn_key(form, turn)] = before[same]
    return found


def _grown(form: ThresholdForm, before: Mapping[Place, Answer]) -> Cuts:
    """Return cuts to begin with, for one player more."""
    kept = _kept(form, before)
    found = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        if key in kept:
            found[key] = tuple(map(float, kept[key].cuts))
            continue
        seat, entered = _place(turn)
        gone = [player for player in range(seat) if player not in entered]
        if not seat:
            like, share = before[0, ()], FIRST
        elif gone:
            last = gone[-1]
            fewer = tuple(player - (player > last) for player in entered)
            like, share = before[seat - 1, fewer], TIGHTER
        else:
            like, share = before[seat - 1, entered[:-1]], ALL_IN
        found[key] = _tightened(like, share)
    return found


def _tightened(like: Answer, share: float) -> tuple[float, ...]:
    """Return the same cuts with fewer hands above them."""
    return tuple(1 - (1 - float(cut)) * share for cut in like.cuts)


def von_neumann_hint(form: ThresholdForm, high: Fraction, low: Fraction) -> Hint:
    """Return the shape of von Neumann's game: a high bet with the worst and the best hands.

    Where A, the *high* bet, is less than B nobody passes, and A is for the worse half of the hands.
    The start is his own solution as a float: from elsewhere the cuts of bets far apart, which lie
    close to 1, are not found.
    """
    over = high >= low
    shape: dict[str, tuple[int, ...]] = {}
    start: dict[str, tuple[float, ...]] = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        first = turn.view == "-"
        if over:
            shape[key] = (1, 0, 1) if first else (0, 1)
            looks = float(2 * low * (high + low) / (high * (high + 3 * low))) if low else 0.6
            bluffs = float((high - low) / (high + low)) * looks / 2 if low else 0.1
            start[key] = (bluffs, 1 - looks / 2) if first else (1 - looks,)
        else:
            shape[key] = (1, 0) if first else (1,)
            start[key] = (0.5,) if first else ()
    return Hint(form, shape, lambda before: start)
