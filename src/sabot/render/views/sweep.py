"""Views of a sweep: one line per game, labelled by the parameters that differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.analysis.sweep import Row, Sweep
from sabot.errors import FileError, SabotError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.loading import find_family
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Phrase,
    Remark,
    build_document,
    build_table,
)
from sabot.render.strategy_table import sort_infosets
from sabot.render.text import count_noun, decimal_text
from sabot.results.codec import MALFORMED_JSON_ERRORS, JsonObject

_VALUE_DIGITS = 8
_MIX_DIGITS = 4
_MAX_FRACTION_CHARS = 30
"""A longer fraction does not fit into a column of a paper."""
_MOST_MIXES = 8
"""Mixes of one game that are listed; more are counted."""
_LONG_LABEL = 28
"""A longer label has spaces after the commas in its lists, at which it may be broken."""


@dataclass(frozen=True)
class _SweepColumns:
    """What the rows of one sweep contain: the columns of its table."""

    removal: bool
    """A card is gone from some shoe."""
    given: bool
    """Strategies are given; else they are optimal."""
    bets: tuple[str, ...]
    """Bets of onlookers."""
    paid: tuple[str, ...]
    """The heads of what every seat is paid, where some game does not sum to 0."""
    chosen: bool
    """Somebody chooses in some game, so that there are strategies to speak of."""

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _SweepColumns:
        """Return the columns that some rows need."""
        return cls(
            any(row.removed is not None for row in rows),
            any(row.given for row in rows),
            next((tuple(row.bets) for row in rows if row.bets), ()),
            _payoff_heads(rows),
            any(_has_decisions(row) for row in rows),
        )

    @property
    def numbers(self) -> tuple[str, ...]:
        """The heads of what is paid: to each seat, or to the first."""
        return self.paid or ("expectation" if self.given else "value",)

    @property
    def last(self) -> list[str]:
        """The head of the last column, where there is one."""
        if not self.given:
            return ["where it mixes"] if self.chosen else []
        return ["each could gain"] if self.paid else []

    def labels(self, rows: Sequence[Row]) -> list[str]:
        """Return what each row is called."""
        if self.removal:
            labels = [_removal_label(row) for row in rows]
        else:
            games = [row.game for row in rows]
            labels = distinguishing_labels(games, [row.find_game() for row in rows])
        return [_breakable_label(label) for label in labels]

    def amounts(self, row: Row) -> Sequence[Fraction]:
        """Return the value of a row, or what each seat is paid in it."""
        assert row.value is not None
        return row.paid if self.paid else (row.value,)

    def refused(self, label: str, row: Row) -> list[Phrase]:
        """Return the line of a game that has no value: why."""
        return [label, "refused", *[""] * (self.removal + len(self.numbers) - 1), row.error]


def sweep_rows_view(title: str, rows: Sequence[Row], asked: int) -> Document:
    """Return the rows that were found of *asked* games."""
    columns = _SweepColumns.of(rows)
    removal, bets = columns.removal, columns.bets
    lines: list[list[Phrase]] = []
    said = ""
    for label, row in zip(columns.labels(rows), rows, strict=True):
        said, before = row.error, said
        if row.value is None:
            lines.append(columns.refused(label, row))
            lines[-1][-1] = "as above" if said == before else said
            continue
        numbers = [decimal_text(one, _VALUE_DIGITS)[0] for one in columns.amounts(row)]
        extra = [_signed_decimal(row.effect)] if removal and not bets else []
        extra += [_bet_cell(row, bet) for bet in bets]
        lines.append([label, *numbers, *extra, *(_last_cell(row) if columns.chosen else ())])
    real = any(row.hands for row in rows)
    effects = bets or ("effect",) * removal
    head = ["game", *columns.numbers, *effects]
    head += ["paid to each; a gain at most"] if real else columns.last
    right = range(1, 1 + len(columns.numbers) + len(effects))
    parts: list[Block] = [
        Heading(title, count_noun(len(rows), "game")),
        BREAK,
        build_table(lines, head=head, right=tuple(right)),
        BREAK,
    ]
    if bets:
        what = "; with a card removed, its change" if removal else ""
        parts.append(Remark(f"columns of bets: the average return on the stake{what}"))
    if (
        columns.chosen
        and not columns.given
        and not real
        and any(row.value is not None for row in rows)
    ):
        parts += [Remark(said) for said in _uniqueness_remarks(rows)]
    if len(rows) < asked:
        parts.append(Remark(f"stopped: {asked - len(rows):,} games are missing"))
    where = "-o FILE and --json give every fraction"
    if columns.chosen and not columns.given and any(_counts_mixes(row) for row in rows):
        where = "-o FILE.csv and --json give every mix and fraction"
    parts.append(Remark(f"decimals are rounded; {where}"))
    return build_document(parts)


def sweep_rows_tables(title: str, rows: Sequence[Row]) -> Document:
    """Return the rows for a paper or a wiki: what is paid, and where each seat mixes.

    Numbers of one table are written alike: as fractions, or where one is too long as decimals.
    """
    columns = _SweepColumns.of(rows)
    removal = columns.removal
    exact = all(
        len(format_fraction(one)) <= _MAX_FRACTION_CHARS
        for row in rows
        if row.value is not None
        for one in (*columns.amounts(row), row.effect or 0)
    )
    decimals = exact and not columns.paid  # beside the fraction

    def number(one: Fraction) -> Phrase:
        return ExactNumber(one) if exact else decimal_text(one, _VALUE_DIGITS)[0]

    lines: list[list[Phrase]] = []
    for label, row in zip(columns.labels(rows), rows, strict=True):
        if row.value is None:
            lines.append(columns.refused(label, row))
            continue
        numbers = [*map(number, columns.amounts(row))]
        numbers += [number(row.effect or Fraction(0))] * removal
        numbers += [decimal_text(row.value, _VALUE_DIGITS)[0]] * decimals
        last = [] if (row.hands and columns.given) or not columns.chosen else _last_cell(row)
        lines.append([label, *numbers, *last])
    head = ["game", *columns.numbers, *(["effect"] * removal), *(["decimal"] * decimals)]
    right = range(1, len(head))
    games = count_noun(len(rows), "game")
    return build_document(
        Heading(title, games if exact else f"{games}; decimals are rounded"),
        build_table(lines, head=[*head, *columns.last], right=right),
    )


def sweep_rows_sheet(rows: Sequence[Row]) -> Document:
    """Return one row per game: its value as a fraction and a decimal, or why it was refused.

    After these what each seat is paid where that does not sum to 0, whether strategies are unique,
    and each mix with its fractions.
    """
    columns = _SweepColumns.of(rows)
    removal, given, paid = columns.removal, columns.given, columns.paid
    lines: list[list[Phrase]] = []
    for row in rows:
        cells: list[Phrase] = ["", ""]
        if row.value is not None and not row.payoffs:
            cells = [ExactNumber(row.value), decimal_text(row.value, 15)[0]]
        if removal:
            cells += ["" if row.removed is None else str(row.removed)]
            cells += ["" if row.effect is None else ExactNumber(row.effect)]
        for bet in columns.bets:
            cells += [ExactNumber(row.bets[bet]) if bet in row.bets else ""]
            cells += [ExactNumber(row.bet_effects[bet]) if bet in row.bet_effects else ""] * removal
        if paid:
            cells += [*map(ExactNumber, row.paid), *([""] * (len(paid) - len(row.paid)))]
        if paid and given:
            cells += [*map(ExactNumber, row.gains), *([""] * (len(paid) - len(row.gains)))]
        lines.append([row.game, *cells, row.error, *([] if given else _uniqueness_cells(row))])
    head = ("game", "value", "decimal", *(("removed", "effect") if removal else ()))
    for bet in columns.bets:
        head += (f"edge on {bet}", *((f"effect on {bet}",) if removal else ()))
    head += paid
    head += tuple(name.replace(" is paid", " could gain") for name in paid) if given else ()
    head += ("error",)
    head += () if given else ("unique", "mixes")
    return build_document(build_table(lines, head=head, right=(1, 2)))


def _has_decisions(row: Row) -> bool:
    """Return whether a seat has a choice in a game, as far as its family knows."""
    family = find_family(row.game)
    return family is None or family.has_choices


def _payoff_heads(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the heads of what every seat is paid, where some game does not sum to 0."""
    one = next((row for row in rows if row.payoffs), None)
    if one is None:
        return ()
    seats = list(one.unique)
    if not seats:
        try:
            seats = list(game.seats) if (game := one.find_game()) is not None else []
        except SabotError:  # a file that is not here
            seats = []
        seats = seats or [f"seat {number}" for number, _ in enumerate(one.payoffs, 1)]
    return tuple(f"{seat} is paid" for seat in seats)


def _last_cell(row: Row) -> list[Phrase]:
    """Return where a row mixes; of given strategies by seat what each seat could gain."""
    if row.hands:
        return [_continuous_payoffs_text(row)]
    if not row.given:
        return [_mixes_text(row)]
    if not row.payoffs:
        return []
    return [", ".join(decimal_text(gain, 6)[0] for gain in row.gains)]


def _uniqueness_cells(row: Row) -> list[Phrase]:
    """Return whether optimal strategies are unique, and every mix of those found."""
    if row.value is None:
        return ["", ""]
    several = ", ".join(seat for seat, one in row.unique.items() if one is False)
    open_ = ", ".join(seat for seat, one in row.unique.items() if one is None)
    said = [f"not for {several}"] * bool(several) + [f"not decided for {open_}"] * bool(open_)
    mixes = [
        f"{seat} {view} "
        + ", ".join(f"{action} {format_fraction(c)}" for action, c in views[view].items())
        for seat, views in row.mixed.items()
        for view in sort_infosets(views)
    ]
    return ["; ".join(said) or "yes", "; ".join(mixes)]


def _common_family_name(sweep: Sweep) -> str:
    """Return what the games have in common: the name before their parameters."""
    names = {row.game.partition("(")[0] for row in sweep.rows}
    return names.pop() if len(names) == 1 else "games"


def sweep_result_view(sweep: Sweep) -> Document:
    """Return a sweep as one table."""
    return sweep_rows_view(_common_family_name(sweep), sweep.rows, sweep.asked)


def sweep_result_tables(sweep: Sweep) -> Document:
    """Return a sweep for a paper or a wiki."""
    return sweep_rows_tables(_common_family_name(sweep), sweep.rows)


def sweep_result_sheet(sweep: Sweep) -> Document:
    """Return a sweep for a spreadsheet."""
    return sweep_rows_sheet(sweep.rows)


def sweep_row_sheet(row: Row) -> Document:
    """Return one game of a sweep for a spreadsheet."""
    return sweep_rows_sheet([row])


def sweep_row_tables(row: Row) -> Document:
    """Return one game of a sweep for a paper."""
    return sweep_rows_tables(row.game, [row])


def sweep_row_view(row: Row) -> Document:
    """Return one game of a sweep."""
    return sweep_rows_view(row.game, [row], 1)


def _uniqueness_remarks(rows: Sequence[Row]) -> list[str]:
    """Return what is known of uniqueness in all rows."""
    solved = [row for row in rows if row.value is not None]
    what = "equilibrium" if any(row.payoffs for row in solved) else "optimal"
    several = sum(any(one is False for one in row.unique.values()) for row in solved)
    undecided = sum(any(one is None for one in row.unique.values()) for row in solved)
    said = []
    if not several and not undecided:
        return [f"{what} strategies are unique for both seats, in every game solved"]
    games = count_noun(len(rows), "game")
    if any(len(row.unique) > 2 for row in solved):
        return ["one equilibrium per game; whether there are others is not decided (?)"]
    if several:
        said.append(f"in {several:,} of {games} a seat has several {what} strategies (+)")
    if undecided:
        said.append(f"in {undecided:,} of {games} that is not decided (?): sabot equilibria GAME")
    return said


def _continuous_payoffs_text(row: Row) -> str:
    """Return what every seat is paid where hands are real, and the most that one could gain."""
    paid = ", ".join(decimal_text(as_rational(text), 6)[0] for text in row.hands["payoffs"])
    gains = row.hands["gains"]
    return f"{paid}; {row.hands['bound'] if 'bound' in row.hands else ', '.join(gains)}"


def _breakable_label(label: str) -> str:
    """Return a label; a long one may be broken after every comma of a list.

    >>> _breakable_label("model=B1, shoe=[86,21,23,20,19,22,20,18,22,21]")
    'model=B1, shoe=[86, 21, 23, 20, 19, 22, 20, 18, 22, 21]'
    """
    return re.sub(r",(?=\S)", ", ", label) if len(label) > _LONG_LABEL else label


def _removal_label(row: Row) -> str:
    if row.removed is None:
        return row.game
    family, known = find_family(row.game), _all_parameters(row.game, row.find_game()) or {}
    always = () if family is None else family.in_rows
    shown = [f"{key}={known[key]}" for key in always if key in known]
    return ", ".join([*shown, f"less one {row.removed}"])


def _bet_cell(row: Row, bet: str) -> str:
    """Return what a bet is paid, or how much more it is with a card gone."""
    if row.removed is not None:
        return _signed_decimal(row.bet_effects.get(bet), _MIX_DIGITS)
    return decimal_text(-row.bets[bet], 5)[0] if bet in row.bets else ""


def _signed_decimal(number: Fraction | None, digits: int = 5) -> str:
    if number is None:
        return ""
    text = decimal_text(number, digits)[0]
    return text if text.startswith("-") else f"+{text}"


def _mixes_text(row: Row) -> str:
    """Return where each seat mixes; ``+`` after a seat that has several optimal strategies.

    More than a few mixes are counted.
    """
    parts = []
    counted = _counts_mixes(row)
    for seat in row.unique:
        views = row.mixed.get(seat, {})
        mark = {True: "", False: "+", None: "?"}[row.unique[seat]]
        said = "; ".join(
            f"{view} "
            + " ".join(f"{a} {decimal_text(c, _MIX_DIGITS)[0]}" for a, c in _chances_to_print(mix))
            for view in sort_infosets(views)
            for mix in [views[view]]
        )
        if counted and views:
            said = count_noun(len(views), "mix", "mixes")
        if said or mark:
            parts.append(f"{seat}{mark} {said}".rstrip())
    return "; ".join(parts) or "nowhere"


def _counts_mixes(row: Row) -> bool:
    return sum(map(len, row.mixed.values())) > _MOST_MIXES


def _chances_to_print(mix: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Return the chances of a mix; of two the last only, as the other is the rest."""
    found = list(mix.items())
    return found[-1:] if len(found) == 2 else found


def _all_parameters(game: str, found: Game | None) -> dict[str, str] | None:
    """Return the parameters of a game as they are meant, those too that are left out.

    None for a game that is refused: what it leaves out is not known.
    """
    texts = split_game_string(game)[1]
    if found is None:
        return None
    kind = found.rules.kind
    meant = {key: kind(key).show(value) for key, value in found.values if value is not None}
    return meant | texts


def distinguishing_labels(games: Sequence[str], loaded: Sequence[Game | None]) -> list[str]:
    """Return what distinguishes games: the parameters that differ, or their whole strings.

    Parameters that the family wants in every row are there too.

    *loaded* are the games where they are known.

    >>> from sabot import load
    >>> strings = ["le-her(ranks=2, suits=4)", "le-her(ranks=3, suits=4)"]
    >>> distinguishing_labels(strings, [load(one) for one in strings])
    ['ranks=2', 'ranks=3']
    >>> strings = ["baccara(decks=1)", "baccara(decks=2)"]
    >>> distinguishing_labels(strings, [load(one) for one in strings])
    ['model=B1, decks=1', 'model=B1, decks=2']
    """
    try:
        parsed = [split_game_string(game)[:2] for game in games]
    except SabotError:
        return list(games)
    meant = [_all_parameters(*one) for one in zip(games, loaded, strict=True)]
    keys = dict.fromkeys(key for own in meant for key in own or ())
    keys |= dict.fromkeys(key for _, texts in parsed for key in texts)
    differ = [key for key in keys if _parameter_differs(key, meant, [texts for _, texts in parsed])]
    if not differ or len({name for name, _ in parsed}) > 1:
        return list(games)
    family = find_family(games[0])
    always = () if family is None else family.in_rows
    differ = [key for key in keys if key in differ or key in always]
    known = [texts if own is None else own for own, (_, texts) in zip(meant, parsed, strict=True)]
    labels = [", ".join(f"{k}={texts[k]}" for k in differ if k in texts) for texts in known]
    return [label or game for label, game in zip(labels, games, strict=True)]


def _parameter_differs(
    key: str, meant: Sequence[dict[str, str] | None], typed: Sequence[dict[str, str]]
) -> bool:
    """Whether a parameter differs; of a refused game only what was typed is compared."""
    found = {own.get(key) for own in meant if own is not None}
    found |= {
        texts[key] for own, texts in zip(meant, typed, strict=True) if own is None and key in texts
    }
    return len(found) > 1


def read_sweep_rows(file: str, rows: Sequence[JsonObject]) -> list[Row]:
    """Return the rows of a saved sweep."""
    try:
        return [Row.from_json({"error": "", **row}) for row in rows]
    except MALFORMED_JSON_ERRORS as fault:
        raise FileError(f"{file}: not the rows of a sweep: {fault}") from None
