"""A sweep drawn: values against the number that varies, effects of removal, or their spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.analyse.sweeping.sweep import value_in
from sabot.errors import FileError, NumberError, SabotError
from sabot.exact import rational
from sabot.render.figures.captions import caption, held_fixed, titled, unit
from sabot.render.figures.figure import Curve, Figure, Mark, Panel
from sabot.render.words import clipped, decimal_text, plural
from sabot.telling.strings import dissect

Rows = Sequence[Mapping[str, Any]]
_MOST_SERIES = 10


def sweep_figure(rows: Rows, name: str) -> Figure:
    """Return the figure that suits the rows of a sweep; *name* is that of its file."""
    solved = [row for row in rows if value_in(row) is not None]
    if not solved:
        raise FileError(f"{name}: no row has a value")
    refused = len(rows) - len(solved)
    note = f"{plural(refused, 'refused game')} left out" if refused else ""
    effects = [row for row in solved if "effect" in row]
    if effects:
        return _effects(effects, solved, note)
    parsed = [_parsed(row) for row in solved]
    key = _number_that_varies(parsed)
    by_seat = any("payoffs" in row and "value" not in row for row in solved)
    if key is not None and (by_seat or all("payoffs" in row for row in solved)):
        rest = {(name, *sorted(t for t in texts.items() if t[0] != key)) for name, texts in parsed}
        points = [_at(name, texts, key) for name, texts in parsed]
        at = [point for point in points if point is not None]
        if len(rest) == 1 and len(at) == len(solved):
            from sabot.render.hands.figures import against
            from sabot.render.seats.figures import sweep_by_seat

            real = not by_seat or all("expectation" in row for row in solved)
            what = "payoffs and thresholds" if real else "payoffs and mixes"
            title = f"{_titles(parsed)}: {what} against {key}"
            note = caption(_fixed(parsed, key), note)
            return (against if real else sweep_by_seat)(key, at, solved, title, note)
    if key is None:
        return _spread(solved, parsed, note)
    return _against(key, solved, parsed, note)


Parsed = Sequence[tuple[str, Mapping[str, str]]]


def _titles(parsed: Parsed) -> str:
    """Return what the games of a sweep are called."""
    return ", ".join(dict.fromkeys(titled(name) for name, _ in parsed))


def _fixed(parsed: Parsed, *varied: str) -> str:
    """Return what all games of a sweep have in common: their parameters that do not vary."""
    if len({name for name, _ in parsed}) > 1:
        return ""
    name, first = parsed[0]
    every = dict.fromkeys(key for _, texts in parsed for key in texts)
    more = [key for key in every if len({texts.get(key) for _, texts in parsed}) > 1]
    same = ", ".join(f"{key}={text}" for key, text in first.items() if key not in more)
    return held_fixed(f"{name}({same})", *varied, *more)


def _seat(rows: Rows) -> str:
    """Return who is paid: the first seat, by its name where the game is known."""
    from sabot.games import load

    try:
        return load(str(rows[0]["game"]), run=False).seats[0]
    except SabotError:
        return "the first seat"


def _parsed(row: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    try:
        found = dissect(str(row["game"]))
    except SabotError:
        return str(row["game"]), {}
    return found[0], dict(found[1])


def _exact(text: str | None) -> Fraction | None:
    try:
        return None if text is None else rational(text)
    except NumberError:
        return None


def _at(name: str, texts: Mapping[str, str], key: str) -> Fraction | None:
    """Return the value of a parameter, where a game string leaves it out its default."""
    from sabot.games import family_named

    if key in texts:
        return _exact(texts[key])
    family = family_named(name)
    found = None if family is None else family.defaults.get(key)
    return Fraction(found) if isinstance(found, int | Fraction) else None


def _number_that_varies(parsed: Parsed) -> str | None:
    """Return the parameter with the most values that are numbers, if it has two at least."""
    keys = dict.fromkeys(key for _, texts in parsed for key in texts)
    counts = {
        key: len({found for _, texts in parsed if (found := _exact(texts.get(key))) is not None})
        for key in keys
    }
    best = max(counts, key=lambda key: counts[key], default=None)
    return best if best is not None and counts[best] > 1 else None


def _against(
    key: str,
    rows: Rows,
    parsed: Parsed,
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
        value = value_in(row)
        assert value is not None
        at = _exact(texts.get(key))
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
        note = caption(note, f"{len(series) - _MOST_SERIES} series left out")
    marks = tuple(Mark(" and ".join(told), y=value) for value, told in levels.items())
    what = "expectation" if "expectation" in rows[0] else "value"
    up = f"{what}, paid to {_seat(rows)} ({unit(str(rows[0]['game']))})"
    panel = Panel(key, up, tuple(curves), marks[:_MOST_SERIES])
    title = f"{_titles(parsed)}: {what} against {key}"
    return Figure(title, (panel,), caption(_fixed(parsed, key), note))


def _effects(rows: Rows, every: Rows, note: str) -> Figure:
    by_card: dict[int, Fraction] = {}
    for row in rows:
        by_card.setdefault(int(row["removed"]), rational(row["effect"]))
    cards = sorted(by_card)
    panel = Panel(
        "value of the card taken out",
        f"change of what {_seat(every)} is paid ({unit(str(every[0]['game']))})",
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
    title = f"{titled(game)}: the effect of one card taken out"
    return Figure(title, (panel,), caption(clipped(game), note))


def _spread(rows: Rows, parsed: Parsed, note: str) -> Figure:
    """Return how the values of many games lie: how many are at most each value."""
    values = sorted(value for row in rows if (value := value_in(row)) is not None)
    count = len(values)
    mean = sum(values, Fraction(0)) / count
    points = tuple((value, Fraction(k, count)) for k, value in enumerate(values, 1))
    panel = Panel(
        f"value, paid to {_seat(rows)} ({unit(str(rows[0]['game']))})",
        "share of the games with at most this value",
        (Curve(plural(count, "game"), points, "steps"),),
        (Mark(f"mean {decimal_text(mean, 6)[0]}", mean),),
        chances=True,
    )
    title = f"{_titles(parsed)}: how the values of {plural(count, 'game')} lie"
    return Figure(title, (panel,), caption(_fixed(parsed), plural(count, "game"), note))
