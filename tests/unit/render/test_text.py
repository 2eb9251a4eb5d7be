"""Numbers, labels and tables as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.render import text as words
from sabot.render.strategy_table import (
    build_strategy_tables,
    merge_equal_infosets,
    sort_split_infosets,
    split_infoset_key,
)
from sabot.render.views.dominance import label_ranges_text
from sabot.render.writers import latex, markdown


@given(st.text())
def test_safe_text_is_printable_and_printable_text_is_safe(text):
    assert words.printable(text).isprintable()
    if text.isprintable():
        assert words.printable(text) == text


@pytest.mark.parametrize("text", ["\x1b[2J", "\r", "\x9b31m", "\u202e", "\u2028", "\ud800"])
def test_what_moves_a_cursor_is_written_out(text):
    assert words.printable(text).startswith("\\")
    assert words.printable(text).isascii() or text[0] == "\x9b"


@pytest.mark.parametrize(
    ("seat", "text"),
    [("ann", "ann"), ("Ann", "Ann"), ("dealer", "the dealer"), ("row", "the row seat"), ("", "")],
)
def test_a_person_has_no_article(seat, text):
    assert words.with_article(seat) == text


@given(st.text())
def test_a_name_for_a_file_needs_no_quotes(text):
    stem = words.file_stem(text)
    assert stem and all(letter.isalnum() or letter in "_-" for letter in stem)
    assert not stem.startswith("-")


@given(st.fractions())
def test_short_fractions_are_shown_whole(number):
    if len(str(number)) <= words.MAX_FRACTION_CHARS:
        assert Fraction(words.shorten_fraction(number)) == number


def test_long_fractions_are_cut_and_counted():
    text = words.fraction_and_decimal(Fraction(-(10**400) - 1, 3**900))
    assert text.startswith("-10000000...[401 digits]/")
    assert "≈ -" in text
    assert len(text) < 76


@given(st.fractions(), st.integers(1, 40))
def test_a_decimal_is_exact_exactly_when_it_says_so(number, digits):
    text, exact = words.decimal_text(number, digits)
    assert (Fraction(text) == number) == exact
    assert abs(Fraction(text) - number) <= abs(number) * Fraction(10) ** (1 - digits)


def test_decimals_beyond_all_floats():
    assert words.decimal_text(Fraction(10) ** 5000)[0] == "1E+5000"
    assert words.decimal_text(Fraction(1, 3 * 10**5000), 4) == ("3.333E-5001", False)
    assert words.decimal_text(Fraction(0)) == ("0", True)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(0, 0.5, "under a second"), (2.1, 2.54, "2 s to 3 s"), (4000, 9e9, "1 h to 200000 days")],
)
def test_guessed_times(low, high, text):
    assert words.duration_range_text(low, high) == text


def test_times_and_sizes():
    assert words.duration_text(0) == "0.000 s"
    assert words.duration_text(59.96) == "60.0 s"
    assert words.duration_text(3600 * 30) == "30 h 0 min"
    assert words.byte_size_text(1) == "1 MB"
    assert words.byte_size_text(2_500_000_000_000) == "2,500.0 GB"


ALWAYS, NEVER = (
    {"draw": Fraction(1), "keep": Fraction(0)},
    {"draw": Fraction(0), "keep": Fraction(1)},
)


def labels(table):
    return [line.label for line in merge_equal_infosets(table)]


def test_runs_need_neighbours_with_the_same_answer():
    assert labels({"1": ALWAYS, "2": ALWAYS, "3": NEVER, "4": ALWAYS}) == ["1-2", "3", "4"]
    assert labels({"1": ALWAYS, "3": ALWAYS}) == ["1", "3"]
    assert labels({"3,1": ALWAYS, "3,2": ALWAYS, "4,3": ALWAYS}) == ["3,1-2", "4,3"]
    assert labels({"J": ALWAYS, "Q": ALWAYS}) == ["J", "Q"]
    assert labels({"6,-": ALWAYS, "6,0": ALWAYS, "6,1": ALWAYS}) == ["6,0-1", "6,-"]
    assert labels({}) == []


def test_runs_lose_no_view():
    table = {str(k): ALWAYS if k % 5 else NEVER for k in range(40, 0, -1)}
    found = merge_equal_infosets(table)
    counts = [1 if "-" not in (text := line.label) else _length(text) for line in found]
    assert sum(counts) == 40
    assert found[0].label == "1-4"


def _length(text):
    low, high = map(int, text.split("-"))
    return high - low + 1


def test_views_are_split_outside_brackets_only():
    assert split_infoset_key("(0,6),(1,2),-") == ("(0,6)", "(1,2)", "-")
    assert split_infoset_key("-") == ("-",)
    assert split_infoset_key("") == ("",)


@given(st.lists(st.text("0123JQKA,()-", max_size=6), unique=True))
def test_natural_order_is_a_permutation(views):
    assert sorted(sort_split_infosets({view: split_infoset_key(view) for view in views})) == sorted(
        views
    )


def test_unreached_views_are_hidden_unless_everything_is_wanted():
    import sabot

    solution = sabot.solve("kuhn-poker")
    hidden = sum(table.hidden for table in build_strategy_tables(solution))
    shown = sum(len(table.lines) for table in build_strategy_tables(solution, everything=True))
    assert hidden >= 1
    assert shown == 12


def test_spans_of_labels():
    assert label_ranges_text([]) == ""
    assert label_ranges_text(["7", "8", "9", "11", "x\n", "3"]) == r"7-9, 11, x\n, 3"


@given(st.text())
def test_latex_has_no_bare_specials(text):
    escaped = latex.escape_latex(text)
    assert "\n" not in escaped
    left = escaped
    for code in (r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}"):
        left = left.replace(code, "")
    for code in (r"\textless{}", r"\textgreater{}", r"\textbar{}"):
        left = left.replace(code, "")
    for letter in "&%$#_{}":
        left = left.replace("\\" + letter, "")
    assert not set(left) & set("\\&%$#_{}~^<>|")


@given(st.text())
def test_markdown_cells_hold_no_bare_pipe(text):
    escaped = markdown.escape_markdown(text)
    assert "\n" not in escaped
    assert "|" not in escaped.replace(r"\|", "")
    assert "<" not in escaped
