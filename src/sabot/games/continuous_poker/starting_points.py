"""Starting points of the equilibrium search: thresholds near those of the solution.

Where player 1 drops, the game is that of one player fewer; only what follows his entering is new.
There a turn resembles the one with one dropped player less, and is played a little tighter, so
each game starts from the solution of the smaller one. Around q = 1/2 the blind plays with hands as
bad as the worst that entered, and thresholds are found only in small steps of q from values at
which the game is easy.

For free looks with three and four players the table of starts was found once along a path in q,
from what regret minimisation on a grid of sixty hands suggests at q = 287/1000; with more players
the start is the solution of the smaller game, played a little tighter. With these rules a
player with a better hand never drops where it would continue with a worse one, but the blind may
double with his worst hands too. How many bluffs there are, and who looks with every hand that he
entered with, changes with q: a threshold of 0 says so. These are starting points only: exact best
responses decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from sabot.forms.continuous.betting_game import (
    ContinuousBettingForm,
    EquilibriumHint,
    IntervalActions,
    StartingCuts,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)

TWO_ACTION_SHAPE, BLUFFING_SHAPE = (0, 1), (2, 0, 1, 2)
"""Answers from the lowest hands up: drop then go on; double, drop, play, double."""
FREE_LOOK_START_Q = "287/1000"
TWO_PLAYER_FREE_LOOK_START: dict[str, tuple[float, ...]] = {
    "1: -": (0.6,),
    "2: 1 enter": (0.015, 0.63, 0.82),
    "1: 1 enter, 2 double": (0.72,),
}
"""With two players, at that q."""
FREE_LOOK_STARTS = {
    3: {
        "0": ("0.7357 0.8549 0.022 0.8018 0.9339 0.8679 0.0082 0.895 0.9672 0.9685 0.9167 0.9792"),
        "1/5": (
            "0.7008 0.8327 0.0184 0.7404 0.8792 0.8098 0.0048 0.8463 0.9229 0.9258 0.8816 0.9393"
        ),
        "287/1000": ("0.6911 0.8256 0.0116 0.7149 0.8604 0.7876 0 0.8003 0.912 0.914 0 0.9239"),
        "1/2": ("0.6835 0.8156 0 0.6835 0.8417 0.7626 0 0.789 0.9093 0.8617 0 0.9078"),
        "3/4": (
            "0.697 0.8288 0.0146 0.7273 0.8687 0.798 0.0015 0.8514 0.9262 0.9326 0.8723 0.9498"
        ),
        "1": ("0.7357 0.8549 0.022 0.8018 0.9339 0.8679 0.0082 0.895 0.9672 0.9685 0.9167 0.9792"),
    },
    4: {
        "0": (
            "0.8044 0.895 0.8899 0.0163 0.8533 0.9511 0.9022 0.0062 0.9208 0.9753 0.9763 "
            "0.9369 0.9843 0.9403 0.006 0.9237 0.9761 0.9771 0.9396 0.9848 0.0027 0.9566 "
            "0.9867 0.9874 0.9872 0.9621 0.9912 0.9916 0.9914 0.9945"
        ),
        "1/10": (
            "0.7832 0.8818 0.8761 0.0174 0.8255 0.9281 0.8768 0.0069 0.9008 0.9552 0.9573 "
            "0.9217 0.9689 0.9316 0.0067 0.9046 0.9566 0.9587 0.9249 0.97 0.0029 0.9426 "
            "0.9714 0.9733 0.9726 0.9533 0.979 0.9803 0.9793 0.9854"
        ),
        "1/5": (
            "0.7644 0.87 0.8638 0.0145 0.7956 0.9049 0.8503 0.0039 0.8754 0.9378 0.9401 "
            "0.9039 0.951 0.9225 0.0038 0.8804 0.9398 0.9421 0.9079 0.9527 0.0004 0.9033 "
            "0.9605 0.9619 0.9613 0.9406 0.9654 0.9674 0.9657 0.9718"
        ),
        "6/25": (
            "0.7578 0.866 0.8594 0.0123 0.7836 0.8964 0.84 0.0019 0.8645 0.9322 0.9344 0.8967 "
            "0.944 0.9186 0.0019 0.8701 0.9345 0.9367 0.901 0.9459 0 0.8773 0.9573 0.9573 "
            "0.9315 0 0.9381 0.9619 0.959 0.966"
        ),
        "27/100": (
            "0.7534 0.8632 0.8565 0.0105 0.775 0.8906 0.8328 0.0003 0.8568 0.9286 0.9308 "
            "0.8915 0.9394 0.9157 0.0003 0.859 0.931 0.9332 0.8961 0.9415 0 0.8687 0.9543 "
            "0.927 0 0 0 0.9455 0 0.953"
        ),
        "287/1000": (
            "0.7517 0.8616 0.8547 0.0093 0.7708 0.8878 0.8293 0 0.8395 0.9275 0.9291 0 0.9373 "
            "0.9141 0 0.8395 0.9299 0.9315 0 0.9394 0 0.8662 0.9533 0.9232 0 0 0 0.9419 0 "
            "0.9498"
        ),
        "2/5": (
            "0.7438 0.8542 0.8464 0.0025 0.7488 0.8745 0.8116 0 0.8043 0.9219 0.8803 0 0.9085 "
            "0.9066 0 0.8043 0.9249 0.8864 0 0.9132 0 0.8725 0.9498 0.9198 0 0 0 0.942 0 "
            "0.9517"
        ),
        "11/25": (
            "0.7423 0.853 0.8448 0.0009 0.7441 0.8721 0.8081 0 0.8105 0.9219 0.8789 0 0.9109 "
            "0.9055 0 0.8105 0.925 0.8853 0 0.9156 0 0.8794 0.9505 0.9273 0.9077 0 0.9118 "
            "0.9495 0.9305 0.9567"
        ),
        "1/2": (
            "0.7413 0.8527 0.844 0 0.7413 0.8706 0.806 0 0.8275 0.924 0.883 0 0.922 0.9051 0 "
            "0.8275 0.9271 0.8895 0 0.9263 0 0.8917 0.9523 0.9334 0.9114 0 0.924 0.9543 "
            "0.9429 0.9617"
        ),
        "13/20": (
            "0.7484 0.8595 0.85 0.0052 0.7588 0.8801 0.8194 0 0.8609 0.9322 0.935 0 0.9493 "
            "0.9108 0 0.8675 0.9353 0.938 0 0.9516 0 0.9171 0.9623 0.9629 0.9296 0 0.9597 "
            "0.9715 0.9693 0.9781"
        ),
        "3/4": (
            "0.7599 0.8683 0.8595 0.0116 0.7839 0.896 0.8399 0.0012 0.8792 0.9401 0.9451 "
            "0.8956 0.9592 0.9184 0.0012 0.8849 0.9428 0.9478 0.9015 0.9611 0 0.9298 0.9678 "
            "0.9703 0.969 0 0.9762 0.9782 0.9768 0.9839"
        ),
        "1": (
            "0.8044 0.895 0.8899 0.0163 0.8533 0.9511 0.9022 0.0062 0.9208 0.9753 0.9763 "
            "0.9369 0.9843 0.9403 0.006 0.9237 0.9761 0.9771 0.9396 0.9848 0.0027 0.9566 "
            "0.9867 0.9874 0.9872 0.9621 0.9912 0.9916 0.9914 0.9945"
        ),
    },
}
"""By players and q: the cuts of all turns after player 1 has entered, and his own, in order."""


def full_shape(form: ContinuousBettingForm) -> IntervalActions:
    """Return every interval that there may be."""
    return {
        turn_key(form, turn): BLUFFING_SHAPE if len(turn.actions) > 2 else TWO_ACTION_SHAPE
        for turn in form.turns()
    }


def is_new_turn(view: str) -> bool:
    """Return whether a turn is not in the game with one player fewer.

    >>> is_new_turn("-"), is_new_turn("1 drop, 2 enter")
    (True, False)
    """
    return not view.startswith("1 drop")


def free_look_thresholds(form: ContinuousBettingForm, q: Fraction) -> list[StartingCuts]:
    """Return cuts to begin with, those for the nearest q first."""
    known = FREE_LOOK_STARTS[len(form.seats)]
    order = sorted(known, key=lambda there: abs(Fraction(there) - q))
    return [_parse_thresholds(form, known[there]) for there in order]


def _parse_thresholds(form: ContinuousBettingForm, line: str) -> StartingCuts:
    numbers = iter(map(float, line.split()))
    shape = full_shape(form)
    keys = [turn_key(form, turn) for turn in form.turns() if is_new_turn(turn.view)]
    return {key: tuple(next(numbers) for _ in shape[key][1:]) for key in keys}


Entered = tuple[int, ...]
TIGHTER_SHARE, ALL_ENTERED_SHARE, FIRST_PLAYER_SHARE = 0.92, 0.8, 0.85
"""How much fewer hands are played with one more player: at a like turn, after everybody entered,
and by the first player. Measured on the games of 3 to 7; a start, nothing more."""
EASY_Q = Fraction(287, 1000), Fraction(3, 4)
"""Chances to improve from which the cuts for those between are found."""
TWO_PLAYER_FORCED_LOOK_START = {"1: -": (0.616,), "2: 1 enter": (0.646, 0.808)}
"""Cuts for two players who must look, near those for q = 0.287."""
MAX_STARTS = 3
"""How many starts are tried where looks are free."""
Q_STEP = Fraction(1, 20)
"""How far q is moved before the cuts are balanced again."""


def monotone_shape(form: ContinuousBettingForm) -> dict[str, tuple[int, ...]]:
    """Return the shape without bluffing: each turn's actions in order, the best hands last."""
    return {turn_key(form, turn): tuple(range(len(turn.actions))) for turn in form.turns()}


FormBuilder = Callable[[Fraction, int], ContinuousBettingForm]
"""From q and the number of players to the betting."""


def forced_look_starting_point(
    build_form: FormBuilder, players: int, q: Fraction
) -> EquilibriumHint:
    """Return where to look if who entered must look: no bluffs, each game from the smaller one.

    Around q = 1/2 an improved hand decides so much that the blind plays with hands as bad as the
    worst that entered. From afar such cuts are not found; in steps of q from :data:`EASY_Q` they
    are.
    """
    form = build_form(q, players)
    shape = monotone_shape(form)
    if players == 2:
        return EquilibriumHint(form, shape, lambda before: TWO_PLAYER_FORCED_LOOK_START)
    smaller = forced_look_starting_point(build_form, players - 1, q)
    found = EquilibriumHint(
        form,
        shape,
        lambda before: _extrapolate_thresholds(
            form, before=_answers_by_place(smaller.form, before)
        ),
        smaller,
        lambda before: _inherited_answers(form, _answers_by_place(smaller.form, before)),
    )
    if not EASY_Q[0] < q < EASY_Q[1]:
        return found
    calm = min(EASY_Q, key=lambda there: abs(there - q))
    first = forced_look_starting_point(build_form, players, calm)
    way = homotopy_in_q(lambda there: build_form(there, players), shape, first, calm, q)
    return replace(found, again=(way,))


def free_look_starting_point(build_form: FormBuilder, players: int, q: Fraction) -> EquilibriumHint:
    """Return where to look if looks are free: of two along q, of more from the smaller game."""
    form = build_form(q, players)
    if players == 2:
        shape = full_shape(form)
        near = Fraction(FREE_LOOK_START_Q)
        first = EquilibriumHint(
            build_form(near, 2), shape, lambda before: TWO_PLAYER_FREE_LOOK_START
        )
        return homotopy_in_q(lambda there: build_form(there, 2), shape, first, near, q)
    smaller = free_look_starting_point(build_form, players - 1, q)
    tighter = EquilibriumHint(
        form,
        full_shape(form),
        lambda before: _tighter_free_looks(form, before),
        smaller,
        lambda before: _answers_after_drop(form, before),
        floors=True,
    )
    if players not in FREE_LOOK_STARTS:
        return tighter
    found = [
        replace(tighter, start=lambda before, cuts=cuts: cuts)  # type: ignore[misc]
        for cuts in free_look_thresholds(form, q)[:MAX_STARTS]
    ]
    return replace(found[0], again=tuple(found[1:]))


def _tighter_free_looks(form: ContinuousBettingForm, before: ThresholdProfile) -> StartingCuts:
    """Return cuts to begin with after player 1 has entered: those of a like turn, tighter."""
    shape = full_shape(form)
    found = {}
    for turn in form.turns():
        if not is_new_turn(turn.view):
            continue
        key = turn_key(form, turn)
        like, share = like_turn(turn, blind=len(form.seats))
        cuts = _tighten_thresholds(before[like], share)
        if len(cuts) == len(shape[key]) - 2:  # no bluff, or nobody drops: an empty interval
            cuts = (0.0, *cuts)
        elif len(shape[key]) == len(BLUFFING_SHAPE):
            cuts = (float(before[like].cuts[0]) * share, *cuts[1:])
        found[key] = cuts
    return found


def like_turn(turn: TurnNode, blind: int) -> tuple[str, float]:
    """Return a turn of the game with one player fewer, and how much tighter this one is played.

    Of the others one is left out: the last who dropped before the blind's turn, else the last who
    entered.
    """
    said = [(int(seat), action) for seat, action in _parse_view(turn)]
    own = turn.seat + 1
    if not said:
        return "1: -", FIRST_PLAYER_SHARE
    if len(said) == 1:
        return "2: 1 enter", TIGHTER_SHARE
    entered = [seat for seat, action in said if action == "enter"]
    gone = [seat for seat, _ in said if seat not in (*entered, blind)]
    out = gone[-1] if gone else [seat for seat in entered if seat != own][-1]
    left = [f"{seat - (seat > out)} {action}" for seat, action in said if seat != out]
    share = TIGHTER_SHARE if gone else ALL_ENTERED_SHARE
    return f"{own - (own > out)}: {', '.join(left)}", share


def _answers_after_drop(
    form: ContinuousBettingForm, before: ThresholdProfile
) -> dict[str, ThresholdRule]:
    """Return the rules after player 1 has dropped: those of the smaller game."""
    found = {}
    for turn in form.turns():
        if not is_new_turn(turn.view):
            said = [f"{int(seat) - 1} {action}" for seat, action in _parse_view(turn)[1:]]
            found[turn_key(form, turn)] = before[f"{turn.seat}: {', '.join(said) or '-'}"]
    return found


def homotopy_in_q(
    build_form: Callable[[Fraction], ContinuousBettingForm],
    shape: IntervalActions,
    found: EquilibriumHint,
    near: Fraction,
    q: Fraction,
) -> EquilibriumHint:
    """Return a way from a parameter at which the game is *found* to another, in small steps."""
    while near != q:
        near = max(q, near - Q_STEP) if q < near else min(q, near + Q_STEP)
        found = EquilibriumHint(build_form(near), shape, _same_thresholds, found)
    return found


def _same_thresholds(before: ThresholdProfile) -> StartingCuts:
    return {key: tuple(map(float, rule.cuts)) for key, rule in before.items()}


def _parse_view(turn: TurnNode) -> list[list[str]]:
    return [] if turn.view == "-" else [part.split(" ") for part in turn.view.split(", ")]


TurnPlace = tuple[int, Entered]
"""Whose turn, and who entered before."""


def _turn_place(turn: TurnNode) -> TurnPlace:
    entered = (int(seat) - 1 for seat, action in _parse_view(turn) if action == "enter")
    return turn.seat, tuple(entered)


def _answers_by_place(
    form: ContinuousBettingForm, profile: ThresholdProfile
) -> dict[TurnPlace, ThresholdRule]:
    return {_turn_place(turn): profile[turn_key(form, turn)] for turn in form.turns()}


def _inherited_answers(
    form: ContinuousBettingForm, before: Mapping[TurnPlace, ThresholdRule]
) -> dict[str, ThresholdRule]:
    """Return the rules after player 1 has dropped: those of the smaller game."""
    found = {}
    for turn in form.turns():
        seat, entered = _turn_place(turn)
        if seat and 0 not in entered:
            same = seat - 1, tuple(player - 1 for player in entered)
            found[turn_key(form, turn)] = before[same]
    return found


def _extrapolate_thresholds(
    form: ContinuousBettingForm, before: Mapping[TurnPlace, ThresholdRule]
) -> StartingCuts:
    """Return cuts to begin with, for one player more."""
    kept = _inherited_answers(form, before)
    found = {}
    for turn in form.turns():
        key = turn_key(form, turn)
        if key in kept:
            found[key] = tuple(map(float, kept[key].cuts))
            continue
        seat, entered = _turn_place(turn)
        gone = [player for player in range(seat) if player not in entered]
        if not seat:
            like, share = before[0, ()], FIRST_PLAYER_SHARE
        elif gone:
            last = gone[-1]
            fewer = tuple(player - (player > last) for player in entered)
            like, share = before[seat - 1, fewer], TIGHTER_SHARE
        else:
            like, share = before[seat - 1, entered[:-1]], ALL_ENTERED_SHARE
        found[key] = _tighten_thresholds(like, share)
    return found


def _tighten_thresholds(like: ThresholdRule, share: float) -> tuple[float, ...]:
    """Return the same cuts with fewer hands above them."""
    return tuple(1 - (1 - float(cut)) * share for cut in like.cuts)


def von_neumann_starting_point(
    form: ContinuousBettingForm, high: Fraction, low: Fraction
) -> EquilibriumHint:
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
    return EquilibriumHint(form, shape, lambda before: start)
