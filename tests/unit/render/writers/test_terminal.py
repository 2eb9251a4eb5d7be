"""Results on a screen: widths, cuts and colours."""

import io
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

import sabot
from sabot.analysis.simulation import Simulation
from sabot.forms.sequence import MatrixForm
from sabot.render.strategy_table import build_strategy_grid
from sabot.render.views.dominance import (
    matrix_blocks,
    reduction_steps_sheet,
    reduction_steps_tables,
    reduction_steps_view,
)
from sabot.render.views.evaluation import evaluation_view
from sabot.render.views.optimal_set import optimal_set_view
from sabot.render.views.simulation import simulation_view
from sabot.render.views.solution import imperfect_information_tables, imperfect_information_view
from sabot.render.writers import csv, latex, markdown
from sabot.render.writers.terminal import to_rich
from sabot.solvers.dominance import EliminationStep


def text_of(*views, width=80):
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    for view in views:
        console.print(to_rich(view))
    return console.file.getvalue()


def lines_of(*views, width=80):
    return [line.rstrip() for line in text_of(*views, width=width).splitlines()]


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_a_solution_fits_any_width(width, le_her_solution):
    lines = lines_of(imperfect_information_view(le_her_solution, checked=0.1), width=width)
    assert max(map(len, lines)) <= width
    assert "  1-6   exchange" in lines


def test_a_certificate_that_was_not_checked_is_not_called_checked(le_her_solution):
    assert "certificate  not checked" in text_of(imperfect_information_view(le_her_solution))


def test_long_tables_are_cut_and_counted():
    text = text_of(imperfect_information_view(sabot.solve("leduc-poker")))
    assert "more lines; a saved solution has them all" in text


def test_labels_are_never_markup():
    game = MatrixForm.of([[1, 0], [0, 1]], rows=["[bold]x[/bold]", ":smile:"])
    text = text_of(imperfect_information_view(sabot.solve(game)))
    assert "[bold]x[/bold]" in text
    assert ":smile:" in text


def test_wide_letters_and_long_labels_fold():
    game = MatrixForm.of([[1, 0], [0, 1]], rows=["引" * 90, "y" * 150])
    solution = sabot.solve(game)
    for view in (imperfect_information_view(solution), optimal_set_view(sabot.equilibria(game))):
        console = Console(file=io.StringIO(), width=80, color_system=None)
        with console.capture() as captured:
            console.print(to_rich(view))
        from rich.cells import cell_len

        assert max(map(cell_len, captured.get().splitlines())) <= 80


def test_a_small_matrix_is_exact_a_wider_one_rounded_a_large_one_named():
    random.seed(2)

    def square(size, top):
        numbers = [
            [Fraction(random.randint(1, top), top + 1) for _ in range(size)] for _ in range(size)
        ]
        return text_of(*matrix_blocks(MatrixForm.of(numbers)))

    assert "rows: row, columns: column" in square(3, 100)
    assert "(to five digits)" in square(7, 10**12)
    assert "(40 in all)" not in square(40, 10)
    assert "1-40" in square(40, 10)


def test_steps_with_long_names_stand_below_each_other():
    game = sabot.reduce("kuhn-poker")
    text = text_of(reduction_steps_view("kuhn", game.start, game.steps, game.left, replayed=False))
    assert "is strictly dominated by" in text
    assert "more (--json has them all)" in text


def test_no_step_is_no_table():
    game = sabot.reduce([[1, -1], [-1, 1]])
    text = text_of(
        reduction_steps_view("pennies", game.start, game.steps, game.left, replayed=True)
    )
    assert "0 strategies replayed" in text
    assert "because" not in text


def test_a_simulation_outside_its_intervals_says_so():
    found = Simulation("x", 100, 1, {Fraction(1): 100})
    text = text_of(simulation_view(replace(found, exact=(Fraction(0),)), seconds=1))
    assert "outside both intervals" in text
    text = text_of(simulation_view(replace(found, unknown="three seats"), seconds=0))
    assert "exact  not known: three seats" in text


def test_steps_of_hostile_names_are_harmless_everywhere():
    steps = [
        EliminationStep(
            "row\x1b", "a\nb", {"c\x07|d": Fraction(1, 3), "e&f": Fraction(2, 3)}, "weak"
        )
    ]
    for text in (
        writer.render(reduction_steps_tables("t\n", steps)) for writer in (latex, markdown)
    ):
        assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert r"$1/3$ of c\textbackslash{}x07\textbar{}d + $2/3$ of e\&f \\" in (
        latex.render(reduction_steps_tables("t", steps))
    )
    assert len(csv.render(reduction_steps_sheet("t", steps)).splitlines()) >= 3


def test_a_long_fraction_in_latex_is_a_decimal():
    game = MatrixForm.of([[10**40, 1], [0, 3**30]])
    text = latex.render(imperfect_information_tables(sabot.solve(game)))
    assert r"\times 10^{" in text
    assert all(len(line) < 100 for line in text.splitlines() if not line.startswith("%"))


def test_two_part_views_make_a_grid():
    lines = lines_of(imperfect_information_view(sabot.solve("baccara(model=A1)")))
    assert "    0 1 2 3 4 5 6 7 8 9 -" in lines
    assert "  3 D D D D D D D D S D D" in lines
    assert "  6 S S S S S S D D S S *" in lines
    spot = lines.index("  rows     his total")
    assert lines[spot + 1] == "  columns  Player's third card, - if he stood"
    assert lines[spot + 2] == "  D draw, S stand, * mixed:"
    mix = "stand 1429/2288 ≈ 0.624563 (62.46%), draw 859/2288 ≈ 0.375437 (37.54%)"
    assert f"  6,-  {mix}" in lines


def test_a_grid_says_what_this_model_shows():
    lines = lines_of(imperfect_information_view(sabot.solve("baccara(model=A2)")))
    assert "  rows     his two cards" in lines


def test_a_grid_of_rules_that_say_nothing_of_their_views_has_a_legend_all_the_same():
    bet, fold = {"bet": Fraction(1)}, {"fold": Fraction(1)}
    mixed = {f"{a},{b}": bet if a > b else fold for a in range(5) for b in range(5)}
    grid, _ = build_strategy_grid(mixed)
    assert grid.key == ["rows     what it saw first", "columns  and then", "B bet, F fold"]


def test_the_best_reply_in_a_grid_has_a_legend():
    found = sabot.value("baccara(model=A1)", {"Player": {"5": "stand"}})
    lines = lines_of(evaluation_view(replace(found, sources={"Player": "stand.json"})))
    assert "    columns  Player's third card, - if he stood" in lines
    assert "    D draw, S stand" in lines


def test_views_that_make_no_grid_are_left_alone():
    bet, fold = {"bet": Fraction(1)}, {"fold": Fraction(1)}
    few = {"J,1": bet, "J,2": fold}
    assert build_strategy_grid(few) == (None, few)
    shared = {f"{a},{b}": {"draw": Fraction(1)} for a in range(4) for b in range(4)}
    shared["0,0"] = {"double": Fraction(1)}
    assert build_strategy_grid(shared)[0] is None  # draw and double have one letter
    thin = {f"{a},{a}": bet if a % 2 else fold for a in range(9)}
    assert build_strategy_grid(thin)[0] is None
    wide = {f"{a},{b * 10**9}": bet if a > b else fold for a in range(9) for b in range(9)}
    assert build_strategy_grid(wide)[0] is None
    mixed = {f"{a},{b}": bet if a > b else fold for a in range(5) for b in range(5)}
    grid, rest = build_strategy_grid({"7": bet, **mixed})
    assert grid is not None
    assert rest == {"7": bet}
