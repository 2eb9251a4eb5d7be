"""``sabot whist deals`` and the census behind it: every number against deals counted one by one."""

import json
from fractions import Fraction
from math import comb

import pytest
from click.testing import CliRunner

from sabot.cli.program import cli
from sabot.errors import FormError
from sabot.games.whist import deal_statistics
from sabot.games.whist.batch import count_invariants, invariants_of_all_deals
from sabot.games.whist.deal import Deal
from sabot.games.whist.deal_statistics import compute_deal_statistics


def run(*words):
    return CliRunner().invoke(cli, ["whist", "deals", *words], env={"COLUMNS": "80"})


@pytest.mark.parametrize("n", [1, 2, 3, 6, 9])
def test_a_census_is_what_counting_one_by_one_finds(n):
    found, counted, every = (
        compute_deal_statistics(n),
        count_invariants(n),
        invariants_of_all_deals(n),
    )
    assert found.deals == comb(2 * n, n) == len(every)
    assert (found.lower, found.upper) == (counted.lower, counted.upper)
    assert found.whist == counted.whist
    for game in ("whist", "greedy-whist"):
        won = every.tricks("E", game=game)
        assert found.dealer[game] == Fraction(int(won.sum(dtype=int)), len(every))
    assert found.ace == deal_statistics.card_worth(n, 2 * n)


@pytest.mark.parametrize("n", [1, 2, 5, 30, 71])
def test_h_lower_is_counted_as_the_diagonals_are(n):
    """Two roads: binomials carried along, and every T_k written out."""
    reach = {k: deal_statistics.diagonal_counts(n, k) for k in range(1 - n, n)}
    at_least = {k: sum(c for t, c in counts.items() if t >= 0) for k, counts in reach.items()}
    at_least |= {-n: comb(2 * n, n), n: at_least[n - 1], n + 1: 0}
    expected = {h: at_least[h] - at_least[h + 1] for h in range(-n, n + 1)}
    assert deal_statistics.lower_counts(n) == {h: count for h, count in expected.items() if count}


def test_beyond_a_hundred_h_of_whist_is_left_out():
    found = compute_deal_statistics(150)
    assert found.whist is None and found.ace is None and set(found.dealer) == {"greedy-whist"}
    assert sum(found.lower.values()) == found.deals
    with pytest.raises(FormError, match="1 to 2,000"):
        compute_deal_statistics(2001)


def test_the_dealers_tricks_are_printed_as_a_fraction():
    result = run("13")
    assert result.exit_code == 0
    assert "10,400,600" in result.stdout
    assert "69633863/10400600 ≈ 6.69517749 tricks" in result.stdout
    assert "the ace" in result.stdout and "4893437/5200300" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines() if line}
    assert rows["0"] == ["1,996,548", "1,996,548", "0", "1,564,536"]


def test_the_document_is_exact():
    document = json.loads(run("9", "--diagonal", "2", "--cards", "--json").stdout)
    assert document["schema"] == "sabot/deals/1"
    assert document["H"] == {str(h): str(count) for h, count in count_invariants(9).whist.items()}
    assert document["dealer"]["whist"] == str(deal_statistics.dealer_tricks(9))
    exact = deal_statistics.diagonal_counts(9, 2)
    assert document["T"] == {"k": 2, "counts": {str(t): str(c) for t, c in exact.items()}}
    assert [Fraction(worth) for worth in document["cards"].values()] == list(
        deal_statistics.card_worths(9)
    )
    assert document["ace"] == document["cards"]["18"]


@pytest.mark.slow
def test_two_hundred_cards_with_estimates():
    result = run("200", "--samples", "400", "--card", "399", "--seed", "3")
    assert result.exit_code == 0
    assert "H lower 0.0746" in result.stdout
    assert "--samples estimates it" in result.stdout and "H with card 399" in result.stdout
    assert "the 41 likeliest of" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    document = json.loads(run("200", "--samples", "400", "--seed", "3", "--json").stdout)
    assert document["H"] is None and document["deals"] == str(comb(400, 200))
    told = document["samples"]["dealer, whist"]
    assert told["low"] < told["mean"] < told["high"] < 102
    assert document == json.loads(run("200", "--samples", "400", "--seed", "3", "--json").stdout)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["0"], 2, "not in the range"),
        (["2001"], 2, "not in the range"),
        (["5", "--diagonal", "5"], 2, "-n < k < n"),
        (["15", "--cards"], 5, "reaches N = 14, not 15"),
        (["5", "--card", "3"], 2, "add --samples"),
        (["5", "--samples", "9", "--card", "11"], 2, "no card 11"),
    ],
)
def test_what_cannot_be_counted_is_refused(words, code, said):
    result = run(*words)
    assert result.exit_code == code, result.output
    assert said in result.stderr and result.stdout == ""


def test_any_whole_number_is_a_seed():
    """Equal seeds, equal deals; a negative one is not its positive one."""
    words = ["5", "--samples", "50", "--json", "--seed"]
    found = [run(*words, seed) for seed in ("-1", "-1", "1")]
    assert [one.exit_code for one in found] == [0, 0, 0]
    minus, again, plus = (json.loads(one.stdout)["samples"] for one in found)
    assert minus == again and minus["seed"] == -1
    assert minus["H with card 10"] != plus["H with card 10"]
    assert Deal.random(9, seed=-3) == Deal.random(9, seed=-3) != Deal.random(9, seed=3)


def test_cards_beyond_exact_reach_are_sent_to_the_option_that_estimates():
    result = run("15", "--cards")
    assert result.exit_code == 5
    assert "sabot whist deals 15 --samples 10000 --card 30" in result.stderr
