"""Addresses: what a page takes it obeys, and what it does not know it says."""

from html import unescape

import pytest

from sabot.web.site import all_pages

SHOWN = sorted(
    page.path
    for page in all_pages()
    if page.methods == ("GET",)
    and not page.path.startswith(("/part/", "/file/"))
    and "." not in page.path
    and "{" not in page.path
)


def told(http, address):
    answer = http.get(address, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


@pytest.mark.parametrize("path", [*SHOWN, "/papers/risticz-1973", "/papers/risticz-1973/table-1"])
def test_a_parameter_that_a_page_does_not_know_is_told_and_those_it_takes_are_not(http, path):
    text = http.get(path, params={"<i>nonsense": "1"}, follow_redirects=True).text
    said = text[text.index("not-taken") :]
    assert said.index("&lt;i&gt;nonsense") < said.index("</ul>") and "<i>" not in text
    assert "not-taken" not in told(http, path)


def test_what_was_perhaps_meant_is_told(http):
    assert "did you mean 'players'?" in told(http, "/blind-poker?player=3")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/whist?n=27", "up to 26 cards per hand are shown"),
        ("/whist?n=many", "n: a whole number is wanted"),
        ("/whist?deal=KQ10/AJ9&puzzle=easy", "not a sort of puzzle"),
        ("/whist/random?game=misere-whist", "'misere-whist' is not shown here"),
        ("/whist/random?cards=5", "<code>cards</code>"),
        ("/envelope?g=le-her&p=7", "no chance; it lies from 0 to 1"),
        ("/envelope?g=le-her&p=x", "not an exact number"),
        ("/envelope?g=le-her&view=99", "no seat has a choice between two actions at '99'"),
        ("/envelope?g=le-her&seat=cook", "cook has no choice between two actions; the first"),
        ("/tree?fold=1,all", "fold: 'all' is no node"),
        ("/compare?a=kuhn-poker", "Change a rule in one of them"),
    ],
)
def test_an_address_that_asks_for_what_is_not_there_is_answered(http, address, said):
    assert said in told(http, address)


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/theorem?g=kuhn-poker(bet=*", 'value="kuhn-poker(bet=*"'),
        ("/compare?a=le-her&b=le-her(suits=2", 'value="le-her(suits=2"'),
        ("/envelope?g=le-her(suits=2", 'value="le-her(suits=2"'),
        ("/game?g=le-her(suits=", 'id="field-suits"'),
    ],
)
def test_a_bracket_that_nothing_closes_leaves_the_form_where_it_is_mended(http, address, field):
    answer = http.get(address)
    assert answer.status_code == 422
    assert "the closing" in answer.text and "is missing" in answer.text
    assert field in answer.text and "<nav" in answer.text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("view=1", "seat: '' is none of this game; its seats are first and"),
        ("seat=third&view=1", "'third' is none of this game"),
    ],
)
def test_a_cell_of_no_seat_is_told_beside_the_solution(page, asked, said):
    page.goto(f"/game?g=kuhn-poker&{asked}")
    page.get_by_text(said).wait_for()


def test_a_deal_of_which_only_the_size_is_told_is_dealt(http):
    answer = http.get("/whist?n=7&game=greedy-whist&lead=E", follow_redirects=True)
    asked = dict(answer.url.params)
    assert (asked["n"], asked["seed"], asked["game"], asked["lead"]) == (
        *("7", "1", "greedy-whist", "E"),
    )
    assert len(asked["deal"]) == 14 and answer.text.count("data-card=") == 7


def test_a_puzzle_of_which_the_address_names_size_and_seed_is_asked(http):
    answer = http.get("/whist?puzzle=hold-up&n=4&seed=1", follow_redirects=True)
    assert dict(answer.url.params)["from"] == "1" and "A puzzle: you are" in answer.text


@pytest.mark.parametrize(("text", "exact"), [("0.3", "3/10"), ("3/10", "3/10"), ("", "3/8")])
def test_a_chance_may_be_written_as_a_decimal_too(http, text, exact):
    assert f'data-start="{exact}"' in told(http, f"/envelope?g=le-her&p={text}")


def test_a_seat_alone_is_enough_for_its_first_choice(http):
    page = told(http, "/envelope?g=le-her&seat=dealer")
    assert "how often dealer plays draw at 8" in page


@pytest.mark.parametrize("asked", ["verdict=zz", "basis=zz", "source=zz"])
def test_a_filter_of_errata_that_is_not_known_is_told_with_those_that_are(http, asked):
    told = unescape(http.get(f"/errata?{asked}").text)
    assert f"{asked.partition('=')[0]}: 'zz' is not known; there are " in told


def test_an_option_of_the_terminal_is_not_what_a_page_asks_for(http):
    told = unescape(http.get("/report?g=kuhn-poker&vary=bet").text)
    assert "change 'bet': write KEY=VALUES" in told and "--vary" not in told
    told = unescape(http.get("/equilibria?g=kuhn-poker(players=3)").text)
    assert "`sabot value`" in told
    assert "Words that begin with sabot or -- are commands for a terminal." in told
