"""Figures: their numbers are those of the solver, and what is drawn is a proper file."""

from __future__ import annotations

import csv
import json
import re
import sys
from fractions import Fraction as F
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sabot
from sabot import papers
from sabot.errors import FileError, FormError, NoMethodError, NumberError
from sabot.games.whist import deal_statistics
from sabot.games.whist.render.figures import (
    card_worth_figure,
    dealer_figure,
    density_figure,
    limit_law_figure,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.matplotlib_backend import draw_figure
from sabot.render.figures.panels import Curve, GridPanel, Panel
from sabot.render.figures.solution import envelope_figure
from sabot.render.figures.sweep import sweep_figure


def only(figure: Figure) -> Panel:
    (panel,) = figure.panels
    assert isinstance(panel, Panel)
    return panel


def curve(panel: Panel, label: str, kind: str = "line") -> Curve:
    return next(c for c in panel.curves if c.label == label and c.kind == kind)


def drawing(source: str, name: str) -> Figure:
    return next(d.draw() for d in papers.source(source).figures if d.name == name)


# ---------------------------------------------------------------------- the envelope


@pytest.mark.parametrize(
    "rows",
    [
        [[1, -1], [-1, 1]],
        [[3, 0, 5, 1], [0, 4, 2, 2]],
        [[3, 0], [0, 4], [2, 2], [1, 1]],
        [[F(1, 3), F(2, 7)], [F(1, 5), 1]],
        [[2, 5], [3, 4]],
    ],
)
def test_best_point_of_the_envelope_is_the_value_of_the_game(rows):
    solution = sabot.solve(rows)
    panel = only(sabot.plot(solution))
    seat = "row" if len(rows) == 2 else "column"
    chances = {mark.x for mark in panel.marks}
    assert {mark.y for mark in panel.marks} == {solution.value}
    if solution.uniqueness[seat]:
        assert chances == {solution[seat]["-"]["2"]}
    lines = [c.points for c in panel.curves if c.faint]
    assert len(lines) == len(rows) if seat == "column" else len(rows[0])
    pick = min if seat == "row" else max
    for p, height in curve(panel, "V(p)").points:
        assert height == pick(a + (b - a) * p for (_, a), (_, b) in lines)


def test_the_probabilities_of_a_figure_have_one_notation():
    short, long = (sabot.plot(game, "strategies") for game in ("kuhn-poker", "leduc-poker"))
    assert all(panel.exact and panel.key.endswith("probabilities") for panel in short.panels)
    assert not any(panel.exact for panel in long.panels)
    assert all(panel.key.endswith("probabilities in per cent") for panel in long.panels)


def test_additive_games_have_their_corners():
    panel = only(sabot.plot("baccara(model=A1)"))
    assert [m.x for m in panel.marks] == [F(9, 11)]
    assert panel.marks[0].y == F(-679568, 53094899)


def test_solution_in_a_file_has_the_figure_of_its_game(tmp_path):
    path = tmp_path / "b2.json"
    sabot.solve("baccara(model=B2, decks=3)").save(path)
    assert sabot.plot(sabot.Solution.load(path)) == sabot.plot("baccara(model=B2, decks=3)")


def test_envelope_is_refused_where_nobody_has_one_choice():
    form = sabot.load("kuhn").form()
    with pytest.raises(NoMethodError, match="one choice between two actions"):
        envelope_figure(form, "kuhn")
    with pytest.raises(FormError, match="known: strategies"):
        sabot.plot("kuhn", "envelope")


# ---------------------------------------------------------------------- Foster's figures


def test_foster_figure_3_has_the_exact_corners_and_the_printed_points():
    panel = only(drawing("foster-1964", "fig-3"))
    corners = [h for h, _ in curve(panel, "G(h), exactly").points]
    assert corners == [0, F(1709, 4224), F(575, 704), F(2557, 2688), 1]
    assert [(m.x, m.y) for m in panel.marks] == [(F(575, 704), 100 * F(389724220, 30386933291))]
    said = curve(panel, "Table 3, as printed", "dots").points
    assert said[0] == (0, F("1.539")) and said[-1] == (1, F("1.371")) and len(said) == 9


def test_foster_figures_1_and_2_cross_where_the_games_are_solved():
    one, two = (only(drawing("foster-1964", name)) for name in ("fig-1", "fig-2"))
    assert [(m.x, m.y) for m in one.marks] == [(F(1, 2), 0)]
    assert [m.x for m in two.marks] == [F(575, 704)]
    heights = [a + (b - a) * F(575, 704) for (_, a), (_, b) in (c.points for c in two.curves)]
    assert max(heights) == two.marks[0].y == 100 * F(389724220, 30386933291)


# ---------------------------------------------------------------------- theorems


def test_theorem_of_whole_numbers_shows_what_solving_gives():
    proof = sabot.prove("baccara(model=B1, decks=*)")
    figure = sabot.plot(proof, to=F(9))
    value, mixes = figure.panels
    points = dict(curve(value, "value", "dots").points)
    assert list(points) == list(range(1, 10))
    breaks = [mark.x for mark in value.marks if mark.label == "breakpoint"]
    assert breaks == [F(piece["from"]) - F(1, 2) for piece in proof.pieces[1:]]
    limit = sabot.solve("baccara(model=A1)").value
    assert [m.y for m in value.marks if m.x is None] == [limit]
    for d in (1, 2, 8):
        solution = sabot.solve(f"baccara(model=B1, decks={d})")
        assert points[d] == solution.value
        for label in {c.label for c in mixes.curves}:
            seat, view, action = label.split()
            assert dict(curve(mixes, label, "dots").points)[d] == solution[seat][view][action]


def test_theorem_over_the_reals_is_drawn_piece_by_piece():
    proof = sabot.prove("kuhn-poker(ranks=3, bet=*)")
    value, mixes = sabot.plot(proof).panels
    assert [m.x for m in value.marks if m.label == "breakpoint"] == [1, 2]
    for line in value.curves:
        for bet, height in line.points[:: len(line.points) // 4]:
            assert height == proof.value_at(bet)
    assert all(0 <= y <= 1 for line in mixes.curves for _, y in line.points)


def test_theorem_may_be_shown_at_one_value():
    proof = sabot.prove("baccara(model=B1, decks=*)")
    assert curve(sabot.plot(proof, to=1).panels[0], "value", "dots").points == (
        (1, proof.value_at(1)),
    )


def test_level_envelope_is_named_once():
    panel = only(sabot.plot(sabot.solve([[1, 1], [1, 1]])))
    assert [m.label for m in panel.marks] == ["every p from 0 to 1, value 1", ""]


def test_papers_are_drawn_from_python_too(tmp_path):
    assert sabot.plot("foster-1964", "fig-3") == drawing("foster-1964", "fig-3")
    assert "per cent" in sabot.plot("foster-1964", "fig-3").panels[0].marks[0].label
    sabot.prove("le-her(ranks=3, suits=*)").save(tmp_path / "p.json")
    assert sabot.plot(tmp_path / "p.json", to=5) == sabot.plot("le-her(ranks=3, suits=*)", to=5)


def test_theorem_is_not_shown_beyond_what_was_proved():
    proof = sabot.prove("le-her(ranks=4, suits=*)", high=6)
    with pytest.raises(NumberError, match="proved is every whole number suits from 1 to 6"):
        sabot.plot(proof, to=F(9))


# ---------------------------------------------------------------------- sweeps and strategies


def rows_of(spec: str) -> list[dict]:
    return [row.to_json() for row in sabot.sweep(spec)]


def test_sweep_is_drawn_against_the_number_that_varies():
    panel = only(sweep_figure(rows_of("le-her(ranks=2..4, suits=1|inf)"), "s"))
    assert panel.x == "ranks"
    assert [c.label for c in panel.curves if not c.faint] == ["suits=1", "suits=inf"]
    assert curve(panel, "suits=1", "dots").points == ((2, 0), (3, F(1, 3)), (4, F(1, 4)))


def test_a_game_whose_parameter_is_as_usual_is_a_point_of_a_sweep():
    panel = only(sweep_figure(rows_of("kuhn-poker(bet=1..3)"), "s"))
    assert curve(panel, "value", "dots").points == ((1, F(-1, 18)), (2, 0), (3, 0))
    assert not panel.marks


def test_sweep_with_infinitely_many_decks_has_a_level():
    panel = only(sweep_figure(rows_of("baccara(model=B1, decks=1|2|inf)"), "s"))
    assert [(m.label, m.y) for m in panel.marks] == [("decks=inf", F(-679568, 53094899))]


def test_a_wide_sweep_has_a_second_panel_with_the_distance_to_the_level():
    rows = rows_of("borel(ranks=3|10|301|inf)")
    above, below = sweep_figure(rows, "s").panels
    level = above.marks[0].y
    assert level == F(-1, 9) and above.doubling and below.doubling and below.powers
    values = dict(curve(above, "value", "dots").points)
    assert dict(curve(below, "value", "dots").points) == {
        at: abs(value - level) for at, value in values.items() if value != level
    }
    assert list(values) == [3, 10, 301]


def test_sweep_of_shoes_shows_their_spread_and_counts_refusals():
    games = [f"baccara(model=B1, shoe=[{k},1,1,1,1,1,1,1,1,1])" for k in (4, 7, 9)]
    rows = [row.to_json() for row in sabot.sweep([*games, "baccara(model=B1, decks=0)"])]
    figure = sweep_figure(rows, "s")
    points = only(figure).curves[0].points
    assert [share for _, share in points] == [F(1, 3), F(2, 3), 1]
    assert [v for v, _ in points] == sorted(F(row["value"]) for row in rows[:3])
    assert figure.note == "held fixed: model B1, commission 0; 3 games; 1 refused game left out"
    with pytest.raises(FileError, match="no row has a value"):
        sweep_figure(rows[3:], "s")


def test_strategies_are_boards_or_bars():
    figure = sabot.plot("baccara(model=B3, decks=6)")
    board = next(panel for panel in figure.panels if isinstance(panel, GridPanel))
    at = board.rows.index("(0,6)"), board.columns.index("-")
    assert board.letters[at[0]][at[1]] == "*"
    assert board.legend == {"S": "stand", "D": "draw", "*": "mixes"}
    bars = sabot.plot("le-her").panels
    assert dict(bars[0].lines)["7"] == {"hold": F(5, 8), "exchange": F(3, 8)}


# ---------------------------------------------------------------------- whist


def test_laws_of_whist_are_the_counts():
    panel = only(limit_law_figure((6,)))
    tail = dict(curve(panel, "H, n = 6", "steps").points)
    counts = deal_statistics.whist_counts(6)
    assert tail[0.0] == F(sum(c for h, c in counts.items() if h > 0), 924)
    limit = dict(curve(panel, "limit law (53)").points)
    assert limit[0.0] == 0.5 and limit[1.0] == deal_statistics.limit_tail(1.0)
    bars = only(density_figure(6)).curves[0].points
    assert {round(x * 6**0.5): round(y / 6**0.5 * 924) for x, y in bars} == {
        h: count for h, count in counts.items() if abs(h) <= 4
    }


def test_dealer_and_cards_are_drawn_from_exact_numbers():
    panel = only(dealer_figure(range(1, 6), (13,), deals=20_000, seed=1))
    assert panel.curves[0].points[1] == (2, deal_statistics.dealer_tricks(2) - 1)
    ((_, middle),) = panel.curves[1].points
    (error,) = panel.curves[1].errors
    assert abs(float(middle - (deal_statistics.dealer_tricks(13) - F(13, 2)))) < 2 * error < 0.02
    worth = only(card_worth_figure(3)).curves[0].points
    assert [y for _, y in worth] == list(deal_statistics.card_worths(3))


def test_prices_of_a_deal_are_those_of_its_solution():
    solution = sabot.solve("whist(deal=KQ10/AJ9, lead=W)")
    panel = only(sabot.plot(solution))
    drawn = {panel.ticks[int(x) - 1]: y for c in panel.curves for x, y in c.points}
    assert drawn == solution.facts["prices"]
    best = {panel.ticks[int(x) - 1] for x, _ in curve(panel, "best", "bars").points}
    assert best == set(solution.facts["best"])


@pytest.mark.slow
def test_figures_of_very_large_deals_are_dots_or_refused_with_the_bound():
    """n = 200,000 went on to count the law of H, for minutes; n = 2,000 drew 2,000 bars."""
    panel = only(sabot.plot("whist(n=2000, seed=1)"))
    assert {c.kind for c in panel.curves} == {"dots"}
    with pytest.raises(NoMethodError, match="up to 100,000"):
        sabot.plot("whist(n=100001, seed=1)")
    for name in ("law", "density"):
        with pytest.raises(NoMethodError, match="up to 1,000"):
            sabot.plot("whist(n=1001, seed=1)", name)


def test_names_of_cards_stay_apart_and_tricks_are_whole():
    pytest.importorskip("matplotlib")
    svg = draw_figure(sabot.plot("whist(n=60, seed=1)"), "svg").decode()
    across = re.findall(r'<g id="xtick_', svg)
    names = re.findall(r">([\d.]+)</text>", svg)
    assert 10 <= len(across) <= 15  # of sixty, up to three digits each
    small = draw_figure(sabot.plot("whist(deal=KQ10/AJ9, lead=W, led=K)"), "svg").decode()
    names += re.findall(r">([\d.]+)</text>", small)
    assert names and not [name for name in names if "." in name]


@pytest.mark.slow  # seconds, and the estimate is held to the count elsewhere
def test_the_dealer_is_estimated_only_where_counting_is_slow(monkeypatch):
    monkeypatch.setattr("sabot.sources.wastlund_2005.DEALS", 200)
    exact, estimated = only(drawing("wastlund-2005", "dealer")).curves
    assert max(x for x, _ in exact.points) < min(x for x, _ in estimated.points)
    assert (60, deal_statistics.dealer_advantage(60)) in exact.points


# ---------------------------------------------------------------------- files


HARD = Figure(
    "a title <&> with $dollars$ and 牌",
    (Panel("x", "y", (Curve("_hidden", ((F(0), F(1)), (F(1), F(2))), faint=True),)),),
    "note",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "figure", [HARD, pytest.param(None, marks=pytest.mark.slow)], ids=["hard", "board"]
)
def test_drawings_are_proper_files_and_always_the_same(figure, tmp_path):
    pytest.importorskip("matplotlib")
    figure = figure or sabot.plot("baccara(model=B1, decks=2)", "strategies")
    for form, start in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        one, two = tmp_path / f"one.{form}", tmp_path / f"two.{form}"
        figure.save(one), figure.save(two)
        assert one.read_bytes().startswith(start)
        assert one.read_bytes() == two.read_bytes()
    words = "".join(ElementTree.parse(tmp_path / "one.svg").getroot().itertext())
    assert figure.title in words and "2026" not in words
    assert figure._repr_svg_().startswith("<?xml")


def test_numbers_are_written_exactly(tmp_path):
    figure = sabot.plot("baccara(model=A1)")
    figure.save(tmp_path / "v.csv")
    with open(tmp_path / "v.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [F(row["x"]) for row in rows if row["series"] == "V(p)"] == [
        p for p, _ in only(figure).curves[0].points
    ]
    figure.save(tmp_path / "v.json")
    body = json.loads((tmp_path / "v.json").read_text())
    assert body["schema"] == "sabot/figure/1" and len(body["points"]) == len(rows)


def test_unknown_endings_are_refused(tmp_path):
    with pytest.raises(FormError, match=r"\.svg, \.pdf, \.png, \.csv, \.json"):
        sabot.plot("le-her").save(tmp_path / "v.gif")


def test_without_matplotlib_the_numbers_are_still_there(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NoMethodError, match=r"pip install 'sabot-games\[plot\]'"):
        HARD.save(tmp_path / "v.svg")
    assert not Path(tmp_path / "v.svg").exists()
    HARD.save(tmp_path / "v.csv")
