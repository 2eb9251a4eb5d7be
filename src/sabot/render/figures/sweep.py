"""Figures of a sweep: values against the varying parameter, removal effects, distribution.

Where a game is not zero-sum the payoff of each player is drawn, with the mixed probabilities below;
with continuous types the payoffs, with the thresholds below. Many games without a common numeric
parameter are drawn as the cumulative distribution of their values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sabot.analysis.sweep import value_of_saved_row
from sabot.errors import FileError, NumberError, SabotError
from sabot.exact import as_rational
from sabot.game_rules.game_string import split_game_string
from sabot.loading import load
from sabot.render.figures.captions import (
    fixed_parameters_text,
    game_title,
    join_caption,
    payoff_unit,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Mark, Panel
from sabot.render.figures.solution import history_label
from sabot.render.text import clip_label, count_noun, decimal_text

SweepRows = Sequence[Mapping[str, Any]]
_MOST_SERIES = 10
_WIDE = 100
"""Where the largest number is so many times the least, the axis doubles from step to step."""


def sweep_figure(rows: SweepRows, name: str) -> Figure:
    """Return the figure that suits the rows of a sweep; *name* is that of its file."""
    solved = [row for row in rows if value_of_saved_row(row) is not None]
    if not solved:
        raise FileError(f"{name}: no row has a value")
    refused = len(rows) - len(solved)
    note = f"{count_noun(refused, 'refused game')} left out" if refused else ""
    effects = [row for row in solved if "effect" in row]
    if effects:
        return _removal_effects_figure(effects, solved, note)
    parsed = [_parse_row(row) for row in solved]
    key = _varying_parameter(parsed)
    by_seat = any("payoffs" in row and "value" not in row for row in solved)
    if key is not None and (by_seat or all("payoffs" in row for row in solved)):
        rest = {(name, *sorted(t for t in texts.items() if t[0] != key)) for name, texts in parsed}
        points = [_parameter_value(name, texts, key) for name, texts in parsed]
        at = [point for point in points if point is not None]
        if len(rest) == 1 and len(at) == len(solved):
            real = not by_seat or all("expectation" in row for row in solved)
            what = "payoffs and thresholds" if real else "payoffs and mixes"
            title = f"{_game_titles(parsed)}: {what} against {key}"
            note = join_caption(_common_parameters_text(parsed, key), note)
            return (threshold_sweep_figure if real else payoff_sweep_figure)(
                key, at, solved, title, note
            )
    if key is None:
        return _distribution_figure(solved, parsed, note)
    return _value_figure(key, solved, parsed, note)


ParsedGames = Sequence[tuple[str, Mapping[str, str]]]


def _game_titles(parsed: ParsedGames) -> str:
    """Return what the games of a sweep are called."""
    return ", ".join(dict.fromkeys(game_title(name) for name, _ in parsed))


def _common_parameters_text(parsed: ParsedGames, *varied: str) -> str:
    """Return what all games of a sweep have in common: their parameters that do not vary."""
    if len({name for name, _ in parsed}) > 1:
        return ""
    name, first = parsed[0]
    every = dict.fromkeys(key for _, texts in parsed for key in texts)
    more = [key for key in every if len({texts.get(key) for _, texts in parsed}) > 1]
    same = ", ".join(f"{key}={text}" for key, text in first.items() if key not in more)
    return fixed_parameters_text(f"{name}({same})", *varied, *more)


def _first_player(rows: SweepRows) -> str:
    """Return who is paid: the first seat, by its name where the game is known."""
    from sabot.loading import load

    try:
        return load(str(rows[0]["game"]), run=False).seats[0]
    except SabotError:
        return "the first seat"


def _parse_row(row: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    try:
        found = split_game_string(str(row["game"]))
    except SabotError:
        return str(row["game"]), {}
    return found[0], dict(found[1])


def _parse_number(text: str | None) -> Fraction | None:
    try:
        return None if text is None else as_rational(text)
    except NumberError:
        return None


def _parameter_value(name: str, texts: Mapping[str, str], key: str) -> Fraction | None:
    """Return the value of a parameter, where a game string leaves it out its default."""
    from sabot.loading import find_family

    if key in texts:
        return _parse_number(texts[key])
    family = find_family(name)
    found = None if family is None else family.defaults.get(key)
    return Fraction(found) if isinstance(found, int | Fraction) else None


def _varying_parameter(parsed: ParsedGames) -> str | None:
    """Return the parameter with the most values that are numbers, if it has two at least."""
    keys = dict.fromkeys(key for _, texts in parsed for key in texts)
    counts = {
        key: len(
            {found for _, texts in parsed if (found := _parse_number(texts.get(key))) is not None}
        )
        for key in keys
    }
    best = max(counts, key=lambda key: counts[key], default=None)
    return best if best is not None and counts[best] > 1 else None


def _value_figure(
    key: str,
    rows: SweepRows,
    parsed: ParsedGames,
    note: str,
) -> Figure:
    series: dict[str, list[tuple[Fraction, Fraction]]] = {}
    levels: dict[Fraction, list[str]] = {}
    others = [
        other
        for other in dict.fromkeys(k for _, texts in parsed for k in texts)
        if other != key and len({texts.get(other) for _, texts in parsed}) > 1
    ]
    many = len({game for game, _ in parsed}) > 1
    for row, (game, texts) in zip(rows, parsed, strict=True):
        words = [game] * many + [f"{k}={texts[k]}" for k in others if k in texts]
        label = ", ".join(words) or "value"
        value = value_of_saved_row(row)
        assert value is not None
        at = _parameter_value(game, texts, key)
        if at is None:
            word = f"{key}={texts[key]}" if key in texts else str(row["game"])
            levels.setdefault(value, []).append(f"{label}: {word}" if words else word)
        else:
            series.setdefault(label, []).append((at, value))
    curves = []
    for label, points in list(series.items())[:_MOST_SERIES]:
        ordered = tuple(sorted(points))
        curves += [Curve(label, ordered, faint=True), Curve(label, ordered, "dots")]
    if len(series) > _MOST_SERIES:
        note = join_caption(note, f"{len(series) - _MOST_SERIES} series left out")
    marks = tuple(Mark(" and ".join(labelled), y=value) for value, labelled in levels.items())
    what = "expectation" if "expectation" in rows[0] else "value"
    up = f"{what}, paid to {_first_player(rows)} ({payoff_unit(str(rows[0]['game']))})"
    every = [at for points in series.values() for at, _ in points]
    wide = min(every) > 0 and max(every) >= _WIDE * min(every)
    panels = [Panel(key, up, tuple(curves), marks[:_MOST_SERIES], doubling=wide)]
    if wide and len(levels) == 1 and any(y not in levels for p in series.values() for _, y in p):
        panels.append(_distance_panel(key, series, *levels))
    title = f"{_game_titles(parsed)}: {what} against {key}"
    return Figure(title, tuple(panels), join_caption(_common_parameters_text(parsed, key), note))


def _distance_panel(
    key: str, series: Mapping[str, Sequence[tuple[Fraction, Fraction]]], level: Fraction
) -> Panel:
    """Return how far the values are from the level line; a value upon it has no point."""
    curves = []
    for label, points in list(series.items())[:_MOST_SERIES]:
        apart = tuple((at, abs(value - level)) for at, value in sorted(points) if value != level)
        curves += [Curve(label, apart, faint=True), Curve(label, apart, "dots")]
    return Panel(key, "distance to the dashed line", tuple(curves), doubling=True, powers=True)


def _removal_effects_figure(rows: SweepRows, every: SweepRows, note: str) -> Figure:
    by_card: dict[int, Fraction] = {}
    for row in rows:
        by_card.setdefault(int(row["removed"]), as_rational(row["effect"]))
    cards = sorted(by_card)
    panel = Panel(
        "value of the card taken out",
        f"change of what {_first_player(every)} is paid ({payoff_unit(str(every[0]['game']))})",
        (
            Curve(
                "effect",
                tuple((Fraction(at), by_card[card]) for at, card in enumerate(cards, 1)),
                "bars",
            ),
        ),
        (Mark("", y=Fraction(0)),),
        ticks=tuple(map(str, cards)),
    )
    game = str(every[0]["game"])
    title = f"{game_title(game)}: the effect of one card taken out"
    return Figure(title, (panel,), join_caption(clip_label(game), note))


def _distribution_figure(rows: SweepRows, parsed: ParsedGames, note: str) -> Figure:
    """Return how the values of many games lie: how many are at most each value."""
    values = sorted(value for row in rows if (value := value_of_saved_row(row)) is not None)
    count = len(values)
    mean = sum(values, Fraction(0)) / count
    points = tuple((value, Fraction(k, count)) for k, value in enumerate(values, 1))
    panel = Panel(
        f"value, paid to {_first_player(rows)} ({payoff_unit(str(rows[0]['game']))})",
        "share of the games with at most this value",
        (Curve(count_noun(count, "game"), points, "steps"),),
        (Mark(f"mean {decimal_text(mean, 6)[0]}", mean),),
        chances=True,
    )
    title = f"{_game_titles(parsed)}: how the values of {count_noun(count, 'game')} lie"
    return Figure(
        title,
        (panel,),
        join_caption(_common_parameters_text(parsed), count_noun(count, "game"), note),
    )


MOST_CHANCE_CURVES = 10
"""Mixing chances that are drawn."""


def payoff_sweep_figure(
    key: str, at: Sequence[Fraction], rows: SweepRows, title: str, note: str
) -> Figure:
    """Return what each seat is paid, and where it mixes, against the number *key*.

    A row of a zero-sum game among the others (no rake, no commission) pays its value and as much
    less.
    """
    order = sorted(range(len(rows)), key=lambda k: at[k])
    points = [(at[k], rows[k]) for k in order]
    paid = [(x, _payoffs_in_row(row)) for x, row in points]
    curves = []
    for number, seat in enumerate(_player_names(rows)):
        line = tuple((x, both[number]) for x, both in paid)
        curves += [Curve(seat, line, faint=True), Curve(seat, line, "dots")]
    up = f"paid ({payoff_unit(str(rows[0]['game']))})"
    panels = [Panel(key, up, tuple(curves), (Mark("", y=Fraction(0)),), title="payoffs")]
    mixes, left = _chance_curves(points)
    if mixes:
        panels.append(Panel(key, "chance", mixes, title="where they mix", chances=True))
    more = f"{left} more mixing chances left out" if left else ""
    return Figure(title, tuple(panels), "; ".join(filter(None, (note, more))))


def _payoffs_in_row(row: Mapping[str, Any]) -> tuple[Fraction, ...]:
    if "payoffs" in row:
        return tuple(map(as_rational, row["payoffs"]))
    value = as_rational(row.get("value", row.get("expectation")))
    return value, -value


def _player_names(rows: SweepRows) -> list[str]:
    named = next((list(row["unique"]) for row in rows if row.get("unique")), None)
    if named is not None:
        return named
    try:
        return list(load(str(rows[0]["game"]), run=False).seats)
    except SabotError:
        return [f"seat {number}" for number, _ in enumerate(_payoffs_in_row(rows[0]), 1)]


def _chance_curves(
    points: Sequence[tuple[Fraction, Mapping[str, Any]]],
) -> tuple[tuple[Curve, ...], int]:
    """Return a curve of dots for each chance, where it is neither 0 nor 1, and how many more."""
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for x, row in points:
        for seat, views in row.get("mixed", {}).items():
            for view, mix in views.items():
                where = "" if view == "-" else f" {view}"
                for action, chance in list(mix.items())[1 if len(mix) == 2 else 0 :]:
                    label = f"{seat}{where} {action}"
                    found.setdefault(label, []).append((x, as_rational(chance)))
    kept = list(found.items())[:MOST_CHANCE_CURVES]
    curves = tuple(Curve(label, tuple(line), "dots") for label, line in kept)
    return curves, len(found) - len(kept)


MOST_THRESHOLD_CURVES = 7
"""Thresholds of a seat that are drawn: as many as there are colours."""


def threshold_sweep_figure(
    key: str, at: Sequence[Fraction], rows: SweepRows, title: str, note: str
) -> Figure:
    """Return payoffs and thresholds of real hands against the number *key* that a sweep changes."""
    order = sorted(range(len(rows)), key=lambda k: at[k])
    points = [(at[k], rows[k]) for k in order]
    seats = list(rows[0].get("thresholds", {})) or [
        str(number + 1) for number in range(len(rows[0]["payoffs"]))
    ]
    paid = []
    for number, seat in enumerate(seats):
        line = tuple((x, as_rational(row["payoffs"][number])) for x, row in points)
        name = f"player {seat}"
        paid += [Curve(name, line, faint=True), Curve(name, line, "dots")]
    up = f"paid ({payoff_unit(str(rows[0]['game']))})"
    panels = [Panel(key, up, tuple(paid), (Mark("", y=Fraction(0)),), title="payoffs")]
    if "thresholds" in rows[0]:
        panels += [_threshold_panel(key, seat, points) for seat in seats]
    return Figure(title, tuple(panels), note)


def _taken_text(taken: str | Mapping[str, str]) -> str:
    """Return an action, or a mixture of some, as a row has it."""
    if isinstance(taken, str):
        return taken
    return " and ".join(f"{share} {action}" for action, share in taken.items())


def _threshold_panel(
    key: str, seat: str, points: Sequence[tuple[Fraction, Mapping[str, Any]]]
) -> Panel:
    """Return a seat's thresholds: a curve for each, where its turn has the same actions."""
    curves: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for x, row in points:
        for view, steps in row["thresholds"][seat].items():
            for (end, below), (_, above) in pairwise(steps):
                label = f"{history_label(view)}: {_taken_text(below)} | {_taken_text(above)}"
                curves.setdefault(label, []).append((x, as_rational(end)))
    kept = list(curves.items())[:MOST_THRESHOLD_CURVES]
    more = len(curves) - len(kept)
    title = f"thresholds of player {seat}" + (f" ({more} more left out)" if more > 0 else "")
    lines = tuple(Curve(label, tuple(line)) for label, line in kept)
    return Panel(key, "hand, worst 0, best 1", lines, title=title, chances=True, shares=False)
