"""V(p) on its page, to be dragged; theorems drawn with their pieces and formulas."""

from fractions import Fraction
from itertools import pairwise
from urllib.parse import unquote

import pytest

import sabot
from sabot.exact import as_rational, format_fraction
from sabot.render.formula import factored_text
from sabot.render.text import decimal_text
from sabot.web.pages.parametric import games_with_open_parameter
from sabot.web.tasks.parametric import compute_envelope

pytestmark = pytest.mark.slow

A1 = "baccara(model=A1)"


def test_the_corners_are_those_of_the_figure_that_is_found_by_another_road():
    told = compute_envelope({"game": A1})
    figure = sabot.plot(A1, "envelope").panels[0]
    curve = next(curve for curve in figure.curves if curve.label == "V(p)")
    ours = [(as_rational(one["p"]), as_rational(one["v"])) for one in told["points"]]
    assert ours == list(curve.points)
    named = {one["p"]: one["cells"] for one in told["points"]}
    assert named["9/11"] == [["6,-", "stand", "draw"]]


@pytest.mark.parametrize(
    "game", ["le-her", "baccara(model=B1, decks=6)", "baccara(model=B3, decks=1)"]
)
def test_every_corner_is_what_the_best_reply_leaves(game):
    told = compute_envelope({"game": game})
    solution = sabot.solve(game)
    assert told["value"] == format_fraction(solution.value)
    for one in told["points"]:
        p = as_rational(one["p"])
        table = {view: dict(mix) for view, mix in solution[told["seat"]].items()}
        table[told["view"]] = {told["else"]: 1 - p, told["action"]: p}
        judged = sabot.value(game, {told["seat"]: table})[told["seat"]]
        assert format_fraction(judged.secures) == one["v"]


def at(page, name):
    return page.locator(f".at-{name}").get_attribute("data-exact")


HURRIED = """async () => {
    const svg = document.querySelector("envelope-plot svg");
    let moves = 0;
    const watch = new MutationObserver((records) => { moves += records.length; });
    watch.observe(svg.querySelector(".handle"), { attributeFilter: ["cx"] });
    const { left, top, width } = svg.getBoundingClientRect();
    for (let k = 0; k < 200; k += 1) {
        const place = { clientX: left + (width * (200 + k)) / 600, clientY: top + 50 };
        svg.dispatchEvent(new PointerEvent("pointermove", place));
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    watch.disconnect();
    return moves;
}"""
"""Two hundred movements of the pointer between two frames; how often the handle is drawn."""


def test_the_handle_begins_at_the_peak_and_is_dragged_without_a_request(page):
    page.goto(f"/envelope?g={A1}")
    assert (at(page, "p"), at(page, "v")) == ("9/11", "-679568/53094899")
    page.wait_for_load_state("networkidle")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    box = page.locator("envelope-plot svg").bounding_box()
    handle = page.locator(".handle").bounding_box()
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    assert page.evaluate(HURRIED) == 1
    for step in range(1, 20):
        page.mouse.move(handle["x"] - step * box["width"] / 60, handle["y"])
    page.mouse.up()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    moved = as_rational(at(page, "p"))
    assert moved < Fraction(9, 11)
    figure = sabot.plot(A1, "envelope").panels[0]
    points = next(curve for curve in figure.curves if curve.label == "V(p)").points
    left, right = next((a, b) for a, b in pairwise(points) if b[0] >= moved)
    height = left[1] + (right[1] - left[1]) * (moved - left[0]) / (right[0] - left[0])
    assert at(page, "v") == format_fraction(height)
    assert [url for url in asked if not url.endswith("mark.svg")] == []


def test_the_keyboard_moves_the_handle_and_the_address_keeps_it(page):
    page.goto(f"/envelope?g={A1}")
    slider = page.get_by_label("p: how often Player plays draw")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert at(page, "p") == "1/1000"
    page.wait_for_url("**p=1%2F1000")
    page.reload()
    assert at(page, "p") == "1/1000"


SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg.plot text")].map((word) => {
    const { a, b } = word.getScreenCTM(); // a word may stand upright
    return parseFloat(getComputedStyle(word).fontSize) * Math.hypot(a, b);
}))"""
"""The smallest writing of all figures, in pixels of the screen."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["/envelope?g=baccara(model=B3, decks=6)", "/theorem?g=baccara(model=B3, decks=*)"]
)
def test_on_a_telephone_a_figure_is_laid_out_anew_and_its_axes_can_be_read(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    page.locator("svg.plot.narrow").first.wait_for()
    assert page.evaluate(SMALLEST) > 11.5
    boxes = page.locator("svg.plot").evaluate_all(
        """drawings => drawings.flatMap((svg) => [...svg.querySelectorAll("text")].map((word) => {
            const [a, b] = [svg.getBoundingClientRect(), word.getBoundingClientRect()];
            return Math.min(b.left - a.left, a.right - b.right);
        }))"""
    )
    assert min(boxes) >= -1  # no word is cut at the side
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_window_of_another_shape_keeps_its_place_on_the_curve(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/envelope?g={A1}&p=71/176")
    page.locator("svg.plot.narrow").wait_for()
    assert page.get_by_text("Here the answer changes: 3,9 stand → draw").is_visible()
    page.locator(".handle").scroll_into_view_if_needed()  # what is above it may be long
    handle = page.locator(".handle").bounding_box()
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(handle["x"] + 120, handle["y"], steps=3)
    page.mouse.up()
    page.wait_for_url(lambda url: "p=" in url and "71/176" not in unquote(url))
    moved = at(page, "p")
    assert as_rational(moved) > Fraction(71, 176)
    page.set_viewport_size({"width": 844, "height": 390})  # turned: too low for the wide drawing
    assert at(page, "p") == moved and page.locator("svg.plot.narrow").count() == 1
    page.set_viewport_size({"width": 844, "height": 900})
    page.locator("svg.plot:not(.narrow)").wait_for()
    assert at(page, "p") == moved and page.locator("envelope-plot svg").count() == 1
    across = page.locator(".handle").get_attribute("cx")
    axes = page.locator("envelope-plot .hand").evaluate("hand => ({...hand.dataset})")
    left, right = float(axes["left"]), float(axes["right"])
    assert abs(float(across) - (left + (right - left) * float(as_rational(moved)))) < 0.1


def test_decimals_in_the_browser_are_those_of_the_terminal(page):
    page.goto("/")
    numbers = [Fraction(n, d) for n in (-679568, 1, 5, 999999, 2_000_001) for d in (1, 3, 8, 7**9)]
    numbers += [Fraction(0), Fraction(25, 2 * 10**7), Fraction(10**20), Fraction(1234565, 10**7)]
    written = page.evaluate(
        """async (texts) => {
            const { decimal, read } = await import("/static/exact.js");
            return texts.map((text) => decimal(read(text)));
        }""",
        [format_fraction(number) for number in numbers],
    )
    assert written == [decimal_text(number, 6)[0] for number in numbers]


def test_theorems_that_would_take_hours_are_offered_nowhere(http):
    assert "le-her(suits=*)" in games_with_open_parameter()
    assert not [game for game in games_with_open_parameter() if game.startswith("leduc-poker")]
    assert "All values of" not in http.get("/game?g=leduc-poker").text
    assert "All values of" in http.get("/game?g=kuhn-poker").text


def test_a_theorem_is_drawn_with_its_pieces_and_formulas(page):
    page.goto("/theorem?g=le-her(ranks=4, suits=*)")
    page.locator(".theorem").wait_for()
    proof = sabot.prove("le-her(ranks=4, suits=*)")
    dots = page.locator("svg [data-series=value] circle").evaluate_all(
        "dots => dots.map(dot => [dot.dataset.x, dot.dataset.y])"
    )
    assert len(dots) >= 20
    assert dots == [[x, format_fraction(proof.value_at(int(x)))] for x, _ in dots]
    assert page.locator("svg line[data-x]").first.get_attribute("data-x") == "3/2"
    assert "checked in" in page.locator(".theorem").inner_text()
    # the formula stands beside the figure, in fractions and powers
    value = page.locator(".theorem math").first
    assert value.get_attribute("alttext") == factored_text(proof.pieces[-1].value)
    assert value.locator("mfrac").count() == 1 and value.locator("msup").count() >= 1
    figure, words = (page.locator(one).bounding_box() for one in (".theorem-figure", ".theorem"))
    assert figure["x"] + figure["width"] <= words["x"] and abs(figure["y"] - words["y"]) < 2


def test_a_theorem_of_commission_draws_what_each_seat_is_paid(page):
    page.goto("/theorem?g=baccara(model=A1, commission=*)")
    page.locator(".theorem math").first.wait_for()
    names = page.locator(".theorem-figure svg text").all_text_contents()
    assert {"Player", "Banker", "Player 5 draw", "Banker 6,- draw"} <= set(names)
    # told apart without colours
    assert page.locator(".theorem-figure svg path[stroke-dasharray]").count() >= 2


def test_files_of_a_theorem_and_of_an_envelope_are_whole(page, http, tmp_path):
    page.goto("/theorem?g=le-her(ranks=3, suits=*)")
    page.locator(".downloads").wait_for()
    place = page.get_by_role("link", name="Proof").get_attribute("href")
    saved = tmp_path / "proof.json"
    saved.write_text(http.get(place).text)
    assert sabot.check(saved)
    for name in ("LaTeX", "CSV", "SVG"):
        answer = http.get(page.get_by_role("link", name=name).get_attribute("href"))
        assert answer.status_code == 200 and len(answer.text) > 100
    page.goto(f"/envelope?g={A1}")
    drawn = http.get(page.get_by_role("link", name="SVG").get_attribute("href"))
    assert drawn.text == sabot.plot(A1, "envelope")._repr_svg_()
    assert drawn.headers["content-type"] == "image/svg+xml"


def test_the_slider_is_in_sight(page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/envelope")
    slider = page.locator("envelope-plot input[type=range]")
    slider.wait_for()
    box = slider.bounding_box()
    assert box["y"] + box["height"] <= 900


def test_a_game_without_such_a_choice_says_so(page):
    page.goto("/envelope?g=leduc-poker")
    assert "who choose once" in page.locator(".fault").inner_text()


def test_what_the_second_seat_concedes_is_least_where_it_mixes_best(http):
    assert "<h2>The peak</h2>" in http.get("/envelope?g=le-her").text
    dealer = http.get("/envelope?g=le-her&seat=dealer").text
    assert "<h2>The lowest point</h2>" in dealer and "The peak" not in dealer
