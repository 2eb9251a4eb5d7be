"""Where the cuts of an equilibrium are looked for: from two players up, each game from the last.

Where player 1 drops, the game is that of one player fewer; only what follows his entering is new.
There a turn resembles the one with a dropped player less, and is played a little tighter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import ThresholdForm, Turn
from sabot.forms.threshold.hint import Hint, Shape

Entered = tuple[int, ...]
TIGHTER, ALL_IN, FIRST = 0.92, 0.8, 0.85
"""How much fewer hands are played with one more player: at a like turn, after everybody entered,
and by the first player. Measured on the games of 3 to 7; a start, nothing more."""
PAIR = {"enter": 0.62, "look": 0.72, "play": 0.64, "double": 0.81, "bluff": 0.015}
"""Cuts of the two-person games to begin with, near those for q = 0.287."""


def monotone(form: ThresholdForm) -> dict[str, tuple[int, ...]]:
    """Return the shape without bluffing: each turn's actions in order, the best hands last."""
    return {turn_key(form, turn): tuple(range(len(turn.actions))) for turn in form.turns()}


def bluffing(form: ThresholdForm) -> dict[str, tuple[int, ...]]:
    """Return the shape in which the blind also doubles with his worst hands."""
    return {key: (2, *shape) if len(shape) == 3 else shape for key, shape in monotone(form).items()}


def blind_hint(tell: Callable[[int], ThresholdForm], players: int, *, free: bool) -> Hint:
    """Return where to look for the equilibrium of the game with a blind."""
    form = tell(players)
    shape = bluffing(form) if free else monotone(form)
    if players == 2:
        return Hint(form, shape, lambda before: _pair(form, shape))
    smaller = blind_hint(tell, players - 1, free=free)
    return Hint(
        form,
        shape,
        lambda before: _grown(form, shape, _read(smaller.form, before)),
        smaller,
        lambda before: _kept(form, _read(smaller.form, before)),
    )


def _pair(form: ThresholdForm, shape: Shape) -> dict[str, tuple[float, ...]]:
    """Return cuts for two players."""
    found: dict[str, tuple[float, ...]] = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        names = [turn.actions[action] for action in shape[key]]
        if len(names) == 4:
            found[key] = (PAIR["bluff"], PAIR["play"], PAIR["double"])
        else:
            found[key] = tuple(PAIR[name] for name in names[1:])
    return found


def _said(turn: Turn) -> list[list[str]]:
    return [] if turn.view == "-" else [part.split(" ") for part in turn.view.split(", ")]


Place = tuple[int, Entered, tuple[str, ...]]
"""Whose turn, who entered, and what was said after the blind doubled."""


def _place(form: ThresholdForm, turn: Turn) -> Place:
    said = _said(turn)
    blind = len(form.seats) - 1
    entered = tuple(int(seat) - 1 for seat, action in said if action == "enter")
    late = tuple(action for seat, action in said[blind:])
    return turn.seat, entered, late


def _read(form: ThresholdForm, profile: Profile) -> dict[Place, Answer]:
    return {_place(form, turn): profile[turn_key(form, turn)] for turn in form.turns()}


def _kept(form: ThresholdForm, before: Mapping[Place, Answer]) -> dict[str, Answer]:
    """Return the answers after player 1 has dropped: those of the smaller game."""
    found = {}
    for turn in form.turns():
        seat, entered, late = _place(form, turn)
        if seat and 0 not in entered:
            same = seat - 1, tuple(player - 1 for player in entered), late
            found[turn_key(form, turn)] = before[same]
    return found


def _grown(
    form: ThresholdForm, shape: Shape, before: Mapping[Place, Answer]
) -> dict[str, tuple[float, ...]]:
    """Return cuts to begin with, for one player more."""
    kept = _kept(form, before)
    found = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        if key in kept:
            found[key] = tuple(map(float, kept[key].cuts))
            continue
        seat, entered, late = _place(form, turn)
        gone = [player for player in range(len(form.seats) - 1) if player not in entered]
        gone = [player for player in gone if player < seat or late]
        if not seat and not late:
            like, share = before[0, (), ()], FIRST
        elif gone:
            last = gone[-1]
            fewer = tuple(player - (player > last) for player in entered)
            like, share = before[seat - (seat > last), fewer, late], TIGHTER
        else:
            like, share = _all_in(form, before, seat, entered, late), ALL_IN
        found[key] = _tightened(like, share)
    return found


def _all_in(
    form: ThresholdForm,
    before: Mapping[Place, Answer],
    seat: int,
    entered: Entered,
    late: tuple[str, ...],
) -> Answer:
    """Return the like answer where nobody has dropped: one fewer has entered."""
    fewer = entered[:-1]
    place = max(seat - 1, 0), fewer, late[:-1] if len(late) > 1 else late
    return before[place] if place in before else before[0, (0,), late[:1]]


def _tightened(like: Answer, share: float) -> tuple[float, ...]:
    """Return the same cuts with fewer hands above them; a bluff becomes rarer as well."""
    cuts = [1 - (1 - float(cut)) * share for cut in like.cuts]
    if len(cuts) == 3:
        cuts[0] = float(like.cuts[0]) * share
    return tuple(cuts)


def von_neumann_hint(form: ThresholdForm) -> Hint:
    """Return the shape of von Neumann's game: a high bet with the worst and the best hands."""
    shape = {}
    start = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        first = turn.view == "-"
        shape[key] = (1, 0, 1) if first else (0, 1)
        start[key] = (0.1, 0.7) if first else (0.4,)
    return Hint(form, shape, lambda before: start)
