"""The best profile found as a document; it is called an equilibrium only where no seat gains."""

from __future__ import annotations

from sabot.exact import show
from sabot.forms.algebra.number import Algebraic, Real
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Note,
    Number,
    Phrase,
    Table,
    Text,
    document,
    pairs,
    table,
)
from sabot.render.layout import runs
from sabot.render.seats.surds import decimal_of, exactly, mix_of, root_phrase, surd
from sabot.render.words import ENDED, LONG_CHANCE, MIX_DIGITS, both, decimal_text, plural
from sabot.results.seats.profile import Profile

MOST = 24
SHEET_DIGITS = 15


def profile_view(found: Profile, *, most: int | None = MOST) -> Document:
    """Return what each seat is paid and could gain, and its strategy; *most* lines of each."""
    rows: list[tuple[Phrase, ...]] = [
        (seat, exactly(found.payoffs[seat], 6), both(found.gains[seat], 6)) for seat in found.seats
    ]
    parts: list[Block] = [Heading(found.game), BREAK]
    parts += [table(rows, head=("seat", "payoff", "gain"), right=(1, 2)), BREAK]
    parts += [Note(verdict(found)), BREAK, pairs(*_root(found), ("found in", _ran(found)))]
    for seat in found.seats:
        parts += [BREAK, Heading(seat)]
        parts.append(
            pairs(("payoff", exactly(found.payoffs[seat])), ("gain", both(found.gains[seat])))
        )
        lines = runs(found.strategies[seat])
        shown = lines if most is None else lines[:most]
        parts.append(table(((x.piece, mix_of(x.mix)) for x in shown), depth=2))
        if len(shown) < len(lines):
            parts.append(Note(f"and {plural(len(lines) - len(shown), 'more line')} (--json)"))
    return document(parts)


def profile_tables(found: Profile) -> Document:
    """Return the same for a paper or a wiki: exact numbers, one table a seat."""
    rows = (
        (seat, _readable(found.payoffs[seat]), _readable(found.gains[seat])) for seat in found.seats
    )
    parts: list[Block] = [table(rows, head=("seat", "payoff", "gain"), right=(1, 2))]
    parts.append(Note(verdict(found)))
    if found.root is not None:
        parts.append(Text(("t is ", *root_phrase(found.root), ".")))
    parts.append(Note(f"found in {_ran(found)}"))
    return document(Heading(found.game), parts, (_strategy(found, seat) for seat in found.seats))


def _strategy(found: Profile, seat: str) -> Table:
    """Return the chances of a seat's actions, view by view; of its one choice, action by action."""
    lines = runs(found.strategies[seat])
    if list(found.strategies[seat]) == ["-"]:
        chances = [(action, _readable(c)) for line in lines for action, c in line.mix.items() if c]
        return table(chances, head=(seat, "probability"), right=(1,))
    actions = list(dict.fromkeys(action for line in lines for action in line.mix))
    rows = (
        (line.piece, *(_readable(line.mix[a]) if a in line.mix else "" for a in actions))
        for line in lines
    )
    return table(rows, head=(seat, *actions), right=range(1, 1 + len(actions)))


def _exact(number: Real) -> Phrase:
    return surd(number) if isinstance(number, Algebraic) else Number(number)


def _readable(number: Real) -> Phrase:
    """Return a number exactly, or as a decimal where its fraction is too long for a line."""
    if isinstance(number, Algebraic) or len(show(number)) <= LONG_CHANCE:
        return _exact(number)
    return f"≈ {decimal_text(number, MIX_DIGITS)[0]}"


def _ran(found: Profile) -> str:
    """Return how long it took, and what was done."""
    if not found.iterations:
        return f"{found.seconds:.2f} s, from {found.method}"
    return f"{found.iterations:,} iterations, {found.seconds:.2f} s{_ended(found)}"


def _ended(found: Profile) -> str:
    """Return why the search ended, where that is not said by what it found."""
    words = "" if found.equilibrium else ENDED.get(found.ended, "")
    return f", {words}" if words else ""


def verdict(found: Profile) -> str:
    """Return what is proved of a profile, in words."""
    if found.equilibrium:
        field = "" if found.root is None else "; chances and payoffs are numbers with the root t"
        return f"an equilibrium: no seat gains by any other strategy{field}"
    most = decimal_text(found.gap, 6, up=True)[0]
    return f"not an equilibrium: each seat can gain at most {most} by any other strategy; proved"


def _root(found: Profile) -> list[tuple[str, Phrase]]:
    return [] if found.root is None else [("t", root_phrase(found.root))]


def profile_sheet(found: Profile) -> Document:
    """Return one row for each seat, view and action: for a spreadsheet.

    Numbers with a root stand there as they are, with a decimal beside them.
    """
    more = () if found.root is None else ("decimal",)
    paid: list[tuple[Phrase, ...]] = [
        (seat, *_cells(found.payoffs[seat], more), Number(found.gains[seat]))
        for seat in found.seats
    ]
    rows: list[tuple[Phrase, ...]] = [
        (seat, view, action, *_cells(chance, more))
        for seat in found.seats
        for view, mix in found.strategies[seat].items()
        for action, chance in mix.items()
    ]
    return document(
        Heading(found.game),
        table(paid, head=("seat", "payoff", *more, "gain"), right=(1, 2)),
        table(rows, head=("seat", "view", "action", "chance", *more), right=(3,)),
    )


def _cells(number: Real, more: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Return a number, and its decimal where a column is kept for it."""
    return (_exact(number), *(decimal_of(number, SHEET_DIGITS) for _ in more))
