"""Views of a sweep: mixes beyond a few are counted, and one table has one notation."""

from __future__ import annotations

from fractions import Fraction as F

from sabot.analysis.sweep import Row
from sabot.render.views.sweep import sweep_rows_tables, sweep_rows_view
from sabot.render.writers import latex, terminal

BOTH = {"first": True, "second": False}


def row(bet: int, value: F, mixes: int) -> Row:
    mixed = {"first": {str(n): {"bet": F(1, 3), "pass": F(2, 3)} for n in range(mixes)}}
    return Row(f"kuhn-poker(bet={bet})", value, BOTH, mixed, "")


def test_more_than_a_few_mixes_are_counted():
    text = terminal.render(sweep_rows_view("kuhn", [row(1, F(1, 3), 1), row(2, F(1, 3), 9)], 2))
    assert "first 0 pass 0.6667; second+" in text
    assert "first 9 mixes; second+\n" in text
    assert "-o FILE.csv and --json give every mix and fraction" in text


def test_values_of_a_table_are_all_fractions_or_all_decimals():
    long = F(1, 3**70)
    for values, shown in (((F(1, 3), F(1, 7)), ("1/3", "1/7")), ((F(1, 3), long), ("0.33333333",))):
        rows = [row(n, value, 0) for n, value in enumerate(values, 1)]
        text = latex.render(sweep_rows_tables("kuhn", rows))
        assert all(number in text for number in shown) and "approx" not in text
    assert "decimals are rounded" in text and "1/3" not in text
