"""How figures look: words, ticks, sizes and inks as a journal's editor asks for them."""

from __future__ import annotations

import re
from fractions import Fraction as F
from itertools import combinations
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from tools import figures as gallery

import sabot
from sabot.cli.program import cli
from sabot.errors import NumberError
from sabot.render.figures import matplotlib_backend, matplotlib_tables, style
from sabot.render.figures.figure import Figure
from sabot.render.figures.matplotlib_backend import draw_figure
from sabot.render.figures.panels import Curve, GridPanel, Mark, Panel, RangePanel
from sabot.render.figures.style import FigureStyle
from sabot.render.figures.sweep import sweep_figure

pytest.importorskip("matplotlib")
COLUMN = "8.6cm"


@pytest.fixture(scope="module")
def kuhn():
    return sabot.plot("kuhn-poker(ranks=3, bet=*)")


def svg(figure: Figure) -> str:
    return draw_figure(figure, "svg").decode()


def words(picture: str) -> list[str]:
    return [text.strip() for text in ElementTree.fromstring(picture).itertext() if text.strip()]


def under(picture: str) -> list[str]:
    """Return the names of the ticks on the lower axis of the first panel."""
    part = picture.partition('id="axes_1"')[2].partition('id="matplotlib.axis_2"')[0]
    return re.findall(r">([^<>\n]+)</text>", part)[:-1]  # the last is the name of the axis


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("source", "name", "title"),
    [
        ("baccara(model=A1)", None, "Baccara: what Player secures by mixing"),
        ("baccara(model=B3, decks=6)", None, "Baccara: optimal strategies"),
        ("kuhn-poker(rake=1/20)", None, "Kuhn's poker: strategies in equilibrium"),
        ("le-her(ranks=5, suits=*)", "value", "Le Her: value against suits"),
        ("blind-poker(players=2)", None, "Blind poker: what is done with which hand"),
        ("blind-poker(players=2, q=*)", None, "Blind poker: value and cuts against q"),
        (
            "whist(n=6, seed=1)",
            None,
            "Whist with one suit: the price of each card that West may play",
        ),
    ],
    ids=str,
)
def test_titles_are_words_and_no_game_strings(source, name, title):
    assert sabot.plot(source, name).title == title


def test_what_was_held_fixed_stands_below_a_theorem_and_a_sweep(kuhn):
    assert kuhn.note.startswith("held fixed: ranks 3, ante 1, players 2, rake 0; pieces: 0 to 1")
    rows = [row.to_json() for row in sabot.sweep("le-her(ranks=2..4, suits=2)")]
    assert sweep_figure(rows, "s").note == "held fixed: suits 2"


def test_the_unit_of_a_payoff_is_said_and_chances_are_in_per_cent(kuhn):
    value, mixes = kuhn.panels
    assert value.y == "value, paid to first (units)"
    assert sabot.plot("baccara(model=A1)").panels[0].y.endswith("(stakes)")
    assert {"0 %", "20 %", "100 %"} <= set(words(svg(Figure("t", (mixes,)))))
    hands = sabot.plot("blind-poker(players=2, q=*)").panels[1]
    assert not [word for word in words(svg(Figure("t", (hands,)))) if "%" in word]


# ---------------------------------------------------------------------- ticks and labels


def test_ticks_stand_at_the_breakpoints(kuhn):
    assert {"0", "1", "2"} <= set(under(svg(kuhn)))
    proof = sabot.prove("le-her(ranks=5, suits=*)")
    names = under(svg(sabot.plot(proof, "value")))
    assert names[:2] == ["1", "2"]  # the pieces begin there
    # of breakpoints between the round numbers each has its name, exact where that is short
    line = Curve("value", ((F(0), F(0)), (F(1), F(1))))
    marks = (Mark("breakpoint", F(3, 7)), Mark("breakpoint", 0.618034))
    assert {"3/7", "0.618"} <= set(under(svg(Figure("t", (Panel("x", "y", (line,), marks),)))))


def test_the_best_point_of_an_envelope_has_its_fraction_on_the_axis():
    assert "9/11" in under(svg(sabot.plot("baccara(model=A1)")))


def test_names_under_the_axis_never_touch():
    spots = matplotlib_backend._ticks_with_room(
        [F(k, 40) for k in range(40)], [0.0, 0.5, 1.0], 0.01
    )
    for (one, name), (two, other) in combinations(spots, 2):
        assert abs(one - two) >= 0.01 * (len(name) + len(other)) / 2


def test_a_label_stands_beside_its_point_and_clear_of_the_curve():
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(5, 3))
    FigureCanvasAgg(picture)
    axis = picture.subplots()
    axis.plot([0, 0.8, 1], [0, 1, 0])
    matplotlib_backend.place_labels(
        picture, [matplotlib_backend.PointLabel(axis, "p = 4/5, value 1", 0.8, 1.0)]
    )
    box = matplotlib_backend.LabelBox.around(axis.texts[0].get_window_extent())
    assert not any(box.holds(*spot) for spot in matplotlib_backend._curve_points(axis))
    assert box.within(matplotlib_backend.LabelBox.around(axis.get_window_extent()))
    x, y = axis.transData.transform((0.8, 1.0))
    near = matplotlib_backend.LabelBox(box.left - 40, box.low - 40, box.right + 40, box.high + 40)
    assert near.holds(x, y)


# ---------------------------------------------------------------------- strategies


@pytest.fixture(scope="module")
def b3():
    return sabot.plot("baccara(model=B3, decks=6)")


def test_hands_of_a_total_stand_together_and_those_that_agree_share_a_line(b3):
    board = next(panel for panel in b3.panels if isinstance(panel, GridPanel))
    rows = matplotlib_tables.group_rows(board, FigureStyle())
    assert [row.group for row in rows if row.label == ("all",)] == ["0", "1", "2", "3", "4", "7"]
    assert [row.label for row in rows if row.group == "5"] == [
        ("(0,5)",),
        ("(1,4) (2,3)",),
        ("(6,9) (7,8)",),
    ]
    # nothing is lost: each row of the table is drawn with its own letters
    whole = dict(zip(board.rows, board.letters, strict=True))
    assert len(whole) == 44
    for name, group in zip(board.rows, board.groups, strict=True):
        (drawn_as,) = [
            row
            for row in rows
            if row.group == group and (row.label == ("all",) or name in " ".join(row.label))
        ]
        assert drawn_as.letters == whole[name]


def test_the_mix_stands_in_the_cell_and_exactly_in_the_numbers(b3):
    solution = sabot.solve("baccara(model=B3, decks=6)")
    board = next(panel for panel in b3.panels if isinstance(panel, GridPanel))
    assert board.mixes == {("(0,6)", "-"): solution["Banker"]["(0,6),-"]}
    assert "D 51 %" in words(svg(b3))
    chance = solution["Banker"]["(0,6),-"]["draw"]
    assert ("draw", "(0,6),-", chance) in [(s, x, y) for _, s, x, y in b3.records()]


def test_leduc_is_a_table_of_ranges_and_every_cell_is_the_solution():
    solution = sabot.solve("leduc-poker")
    panels = sabot.plot(solution).panels
    assert all(isinstance(panel, RangePanel) for panel in panels) and len(panels) == 4
    first, second = panels[:2]
    assert first.rows == ("at first", "check bet", "bet raise")
    assert first.columns == ("J", "Q", "K")
    assert second.columns == ("J J", "J Q", "J K", "Q J", "Q Q", "Q K", "K J", "K Q", "K K")
    assert second.rows[:3] == (
        "check check /",
        "check check / check bet",
        "check check / bet raise",
    )
    for seat, part in (("first", panels[:2]), ("second", panels[2:])):
        for panel in part:
            for view, mix in panel.cells.values():
                assert mix == solution[seat][view]
    assert second.cells["check check / check bet", "J Q"][0] == "J,check,check,Q,check,bet"


def test_a_game_that_is_no_card_game_keeps_its_bars():
    assert type(sabot.plot("le-her").panels[0]).__name__ == "BarPanel"
    assert type(sabot.plot([[1, 0, 3], [2, 5, 0], [1, 1, 1]], "strategies").panels[0]).__name__ == (
        "BarPanel"
    )


@pytest.mark.parametrize(
    ("chance", "told"),
    [(F(1, 10**9), "< 0.1 %"), (1 - F(1, 10**9), "> 99.9 %"), (F(1, 2), "50 %"), (F(1), "100 %")],
)
def test_what_is_neither_never_nor_always_is_not_said_to_be(chance, told):
    assert matplotlib_tables.percent_label(chance) == told


# ---------------------------------------------------------------------- sizes and inks


@pytest.mark.parametrize(("width", "points"), [("3.4", 244.8), ("8.6cm", 243.78), ("86mm", 243.78)])
def test_a_figure_is_as_wide_as_it_is_told_to_be(width, points):
    picture = svg(sabot.plot("le-her", width=width))
    (wide,) = re.findall(r'<svg [^>]*?\bwidth="([\d.]+)pt"', picture.replace("\n", " "))
    assert float(wide) == pytest.approx(points, abs=0.1)


def test_the_resolution_of_a_png_is_told(tmp_path):
    for dpi, across in ((100, 640), (300, 1920)):
        sabot.plot("le-her", dpi=dpi).save(tmp_path / "v.png")
        head = (tmp_path / "v.png").read_bytes()[16:20]
        assert int.from_bytes(head, "big") == across


@pytest.mark.slow
def test_without_a_title_the_line_below_is_left_out_too():
    plain, bare = (sabot.plot("le-her", title=title) for title in (True, False))
    assert plain.title in words(svg(plain)) and "277/11050" in svg(plain)
    assert plain.title not in words(svg(bare)) and "277/11050" not in svg(bare)
    assert bare.title == plain.title  # it is still there to be read


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("baccara(model=A1)", None),
        ("baccara(model=B3, decks=6)", None),
        ("kuhn-poker(ranks=3, bet=*)", None),
        pytest.param("leduc-poker", None, marks=pytest.mark.slow),
        ("blind-poker(players=2)", None),
        ("foster-1964", "fig-3"),
    ],
    ids=str,
)
def test_no_letters_are_smaller_than_seven_points_in_one_column(source, name):
    picture = svg(sabot.plot(source, name, width=COLUMN))
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: [a-z0-9 ]*?([\d.]+)px", picture)]
    assert len(sizes) > 10 and min(sizes) >= 7
    assert "Verdana, sans-serif" in picture  # where the first font is not there


def test_grey_paper_tells_the_areas_apart():
    shades = [style.lightness(colour) for colour in style.AREA_COLOURS[:5]]
    assert all(abs(one - two) > 0.08 for one, two in combinations(shades, 2))
    for colour in style.AREA_COLOURS:
        assert abs(style.lightness(style.text_colour_on(colour)) - style.lightness(colour)) > 0.4


def test_curves_that_lie_on_one_another_are_both_seen():
    points = ((F(0), F(0)), (F(1), F(1)))
    curves = tuple(Curve(name, points) for name in "abcd")
    picture = svg(Figure("t", (Panel("x", "y", curves),)))
    strokes = re.findall(
        r'style="fill: none; (stroke-dasharray: [^;]*)?[^"]*?stroke-width: ([\d.]+)', picture
    )
    kinds = {stroke for stroke in strokes if float(stroke[1]) > 1}
    assert len(kinds) == 4


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--width", "3 feet", "-o", "v.svg"], 2, "width '3 feet': that is no width"),
        (["--width", "1cm", "-o", "v.svg"], 2, "width '1cm': too narrow"),
        (["--width", "9999", "-o", "v.svg"], 2, "width '9999': too wide"),
        (["--width", "1/0", "-o", "v.svg"], 2, "width '1/0': that is no width"),
        (["--width", "nan", "-o", "v.svg"], 2, "from 2.5 to 20 inches: 3.4, 3.4in, 8.6cm or 86mm"),
        (["--dpi", "0", "-o", "v.png"], 2, "dpi '0': that is no resolution"),
        (["--dpi", "1e9", "-o", "v.png"], 2, "from 50 to 1200: 300"),
        (["--dpi", "300"], 2, "write it to a file that ends with .svg, .pdf or .png"),
        (["--no-title", "-o", "v.csv"], 2, "say how a figure is drawn, and none is"),
    ],
    ids=str,
)
def test_a_bad_size_is_refused_with_the_remedy(options, code, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["plot", "le-her", *options])
    assert result.exit_code == code, result.output
    assert says in result.stderr and "Traceback" not in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_flow_diagram_is_not_squeezed_until_its_words_collide(tmp_path):
    figure = sabot.plot("risticz-1973", "fig-6", width=COLUMN)
    with pytest.raises(NumberError, match=re.escape("below 4.8 inches")):
        figure.save(tmp_path / "v.svg")
    sabot.plot("risticz-1973", "fig-6", width=5).save(tmp_path / "v.svg")


# ---------------------------------------------------------------------- the gallery


def test_every_picture_of_the_gallery_has_its_command_and_no_other_lies_there():
    assert list(gallery.commands()) == gallery.shown()
    there = {path.stem for path in gallery.PICTURES.glob("*.svg")}
    assert there == set(gallery.shown()) and gallery.FRONT.exists()


@pytest.mark.parametrize(
    "name", ["column", "le-her", "kuhn", "flow", *(pytest.param("b3", marks=pytest.mark.slow),)]
)
def test_pictures_of_the_gallery_are_what_their_commands_draw(name):
    import matplotlib

    (now,) = gallery.drawn([name]).values()
    kept = (gallery.PICTURES / f"{name}.svg").read_bytes()
    if f"Matplotlib v{matplotlib.__version__}".encode() in kept:
        assert now == kept
    else:  # another version draws the same words in other strokes
        said = [
            [word for word in words(p.decode()) if "Matplotlib" not in word] for p in (now, kept)
        ]
        assert said[0] == said[1]
