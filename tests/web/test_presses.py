"""No press is lost: buttons and links mean what is in the fields, and keys are heard once."""

import pytest
from tests.web.seen import Late

pytestmark = pytest.mark.slow

OTHER = "le-her(ranks=13, suits=2)"


@pytest.fixture
def rules(page):
    """The page of le Her, whose answers about its rules are held back."""
    page.goto("/game?g=le-her")
    answered(page, "le-her(ranks=13, suits=4)")
    return Late(page, "**/part/rules*")


def solve(page):
    return page.get_by_role("button", name="Solve")


def suits(page):
    return page.get_by_label("suits", exact=True)


def answered(page, game):
    page.locator(f".solution[data-game='{game}']").wait_for()
    return page.url


def test_wrong_rules_are_told_and_not_solved_though_enter_was_pressed_before(page, rules):
    suits(page).fill("0")
    suits(page).press("Enter")
    rules.come()
    rules.go()
    page.locator(".faults").wait_for()
    assert "suits%3D0" not in page.url
    page.locator("#result.stale").wait_for()  # the answer to other rules is marked


def test_who_moves_off_a_button_before_letting_go_has_not_pressed_it(page):
    page.goto("/game?g=leduc-poker(ranks=20)")  # too long to be solved without a press
    page.locator(".size").wait_for()
    asked = []  # the mark in the tab may come as late as it likes
    page.on("request", lambda one: "/part/" in one.url and asked.append(one.url))
    solve(page).hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    page.get_by_role("button", name="0.12").click()
    assert asked == [] and page.locator(".placeholder").count() == 1


def test_a_link_means_the_rules_in_the_fields_though_they_are_not_told_yet(page, rules):
    suits(page).fill("2")
    page.get_by_role("link", name="Compare its rules").click()
    rules.come()
    rules.go()
    assert page.get_by_label("One game").input_value() == OTHER


def test_a_field_that_is_left_as_it_was_told_is_not_asked_about_again(page):
    asked = []
    page.on("request", lambda one: "/part/rules" in one.url and asked.append(one.url))
    page.goto("/game?g=le-her")
    suits(page).fill("2")
    page.locator(".string", has_text="suits=2").wait_for()
    page.get_by_label("ranks", exact=True).fill("5")
    page.locator(".string", has_text="le-her(ranks=5, suits=2)").wait_for()
    assert [("suits=2" in one, "ranks=5" in one) for one in asked] == [(True, False), (True, True)]


def test_a_slider_let_go_before_the_answer_to_the_last_one_is_solved_again(page):
    page.goto("/game?g=borel&solved=1")
    page.locator(".solution").wait_for()
    late = Late(page, "**/part/rules*")
    slider = page.get_by_label("bet, as a slider")
    slider.fill("4")
    late.come()
    slider.fill("2")
    late.go()
    answered(page, "borel(ante=1, bet=2)")


def test_a_key_that_is_held_down_answers_once(page):
    page.goto("/play?g=kuhn-poker&seed=1")
    for _ in range(2):
        page.locator("play-actions:defined").first.wait_for(state="attached")
        page.keyboard.down("1")
        page.wait_for_url("**a=0")
    page.keyboard.up("1")
    page.locator("[data-payoff]").wait_for()
    assert page.url.endswith("a=0")


def test_a_tree_that_comes_late_leaves_the_keyboard_to_who_types(page):
    late = Late(page, "**/part/tree*")
    page.goto("/tree?g=kuhn-poker&fold=1#n1")
    late.come()
    page.locator("input[name=g]").focus()
    late.go()
    page.locator("zoom-view:defined #n1").wait_for()
    page.keyboard.press("End")
    page.keyboard.type("x")
    assert page.locator("input[name=g]").input_value() == "kuhn-pokerx"


def test_what_is_solved_is_the_file_though_it_is_still_being_read(page, tmp_path):
    file = tmp_path / "one.csv"
    file.write_text("7")
    page.goto("/matrix")
    page.evaluate(
        """() => {
          const read = File.prototype.text;
          const late = new Promise((done) => (window.letGo = done));
          File.prototype.text = async function () { await late; return read.call(this); };
        }"""
    )
    page.get_by_label("or from a file").set_input_files(file)
    page.get_by_role("button", name="Solve").click()
    page.evaluate("window.letGo()")
    page.wait_for_url("**/game?g=matrix*")
    assert page.locator(".value [data-exact]").first.get_attribute("data-exact") == "7"


def test_rules_typed_before_the_scripts_are_there_are_those_that_are_solved(page):
    late = Late(page, "**/static/rules-form.js")
    page.goto("/game?g=le-her", wait_until="commit")
    suits(page).fill("2")
    late.come()
    late.go()
    answered(page, OTHER)
    assert "suits 4 → 2" in page.locator(".difference").inner_text()


def test_a_button_that_steps_a_rule_asks_at_once_and_only_once(page):
    page.goto("/game?g=le-her")
    answered(page, "le-her(ranks=13, suits=4)")
    asked = page.evaluate(
        """() => {
          window.asked = 0;
          document.addEventListener("htmx:beforeSend", () => { window.asked += 1; });
          document.querySelector("button[data-step='1'][data-field='field-suits']").click();
          return window.asked;
        }"""
    )
    answered(page, "le-her(ranks=13, suits=5)")
    page.wait_for_timeout(300)  # a question that is asked after a moment would be asked by then
    assert (asked, page.evaluate("window.asked")) == (1, 1)
