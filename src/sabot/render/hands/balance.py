"""Equilibria of games with real hands as documents: payoffs, gains, and cuts turn by turn."""

from __future__ import annotations

from fractions import Fraction

from sabot.exact import decimal, show
from sabot.forms.threshold.betting import Turn
from sabot.forms.threshold.freedom import Freedom
from sabot.render.document import BREAK, Block, Document, Heading, Pairs, Table, Text, document
from sabot.render.words import both, rounded
from sabot.results.balance import Equilibrium, above

_LABELS = 10
_DIGITS = 10
_LONG, _SHORT = 16, 7
"""Characters of a payoff, and of a cut, that is shown as a fraction."""
MOST_TURNS = 24
"""More turns than this are left to --json and -o."""


def screen(found: Equilibrium) -> Document:
    """Return what ``sabot solve`` shows."""
    return _tables(found, MOST_TURNS)


def paper(found: Equilibrium) -> Document:
    """Return the same for a paper or a wiki, with every turn."""
    return _tables(found, None)


def _tables(found: Equilibrium, most: int | None) -> Document:
    head = ("player", "paid", "could gain")
    rows = [
        (seat, _amount(found, found.payoffs[seat]), _gain(found, found.gains[seat]))
        for seat in found.seats
    ]
    said = (
        "No player can gain, whatever he does with which hand."
        if found.exact
        else f"No strategy of any kind gains a player more than {above(found.bound)}: proved."
    )
    pairs = Pairs((("method", found.method), ("", f"{found.seconds:.2f} s")), width=_LABELS)
    turns = list(found.form.turns())
    lines = [(found.seats[t.seat], t.view, _answer(found, t)) for t in turns[:most]]
    left = len(turns) - len(lines)
    more = (Text(f"... and {left} turns more, in --json and in the file", depth=1),) if left else ()
    rough = any("." in words for *_, words in lines)
    return document(
        Heading(found.game),
        BREAK,
        Table(tuple(rows), head=head),
        BREAK,
        Text(said, depth=1),
        pairs,
        BREAK,
        Table(tuple(lines), head=("player", "after", "with which hands")),
        more,
        (BREAK, Text("Hands written as decimals are rounded.", depth=1)) if rough else (),
        *_free(found, most),
    )


def _free(found: Equilibrium, most: int | None) -> tuple[Block, ...]:
    """Return what is free, line by line."""
    if not found.free:
        return ()
    rows = [
        (found.seats[free.seat], free.view, free_words(found, free)) for free in found.free[:most]
    ]
    left = len(found.free) - len(rows)
    more = (
        (Text(f"... and {left} places more, in --json and in the file", depth=1),) if left else ()
    )
    said = (
        "One equilibrium of many. At each of these places hands may change with each other: all "
        "are paid the same, and nobody can gain more."
    )
    table = Table(tuple(rows), head=("player", "after", "what is free"))
    return (BREAK, Text(said, depth=1), BREAK, table, *more)


def free_words(found: Equilibrium, free: Freedom) -> str:
    """Return what is free at a turn: how many hands of which do what, and which of them may."""
    actions = found.turn(free.seat, free.view).actions
    ends = f"{_cut(found, free.low)} to {_cut(found, free.high)}"
    says = f"{actions[free.action]} with {_cut(found, free.mass)} of {ends}, else "
    which = "any of them"
    if free.even:
        which = f"from these to all alike, with chance {_cut(found, free.chance)}"
    return f"{says}{actions[free.other]}: {which}"


def sheet(found: Equilibrium) -> Document:
    """Return the cuts for a spreadsheet: one line for each interval of each turn."""
    rows = []
    for seat, views in found.thresholds().items():
        for view, answers in views.items():
            low = "0"
            for end, action in answers:
                rows.append((seat, view, low, end, action))
                low = end
    return document(Table(tuple(rows), head=("player", "after", "from", "to", "action")))


def _amount(found: Equilibrium, amount: Fraction) -> str:
    fits = found.exact and len(show(amount)) <= _LONG
    return both(amount, _DIGITS) if fits else rounded(amount, _DIGITS)


def _gain(found: Equilibrium, gain: Fraction) -> str:
    return show(gain) if found.exact else f"at most {above(gain)}"


def _answer(found: Equilibrium, turn: Turn) -> str:
    """Return what is done at a turn, from the lowest hands up: ``drop to 0.6, enter``."""
    answer = found.answer(turn)
    parts = [
        f"{turn.actions[action]} to {_cut(found, cut)}"
        for action, cut in zip(answer.actions, answer.cuts, strict=False)
    ]
    return ", ".join([*parts, turn.actions[answer.actions[-1]]])


def _cut(found: Equilibrium, cut: Fraction) -> str:
    whole = show(cut)
    return whole if found.exact and len(whole) <= _SHORT else decimal(cut, 6)
