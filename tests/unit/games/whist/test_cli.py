"""Deals of whist on the command line: solve, size, check, table, play, puzzle."""

import json
import re

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.games.whist.deal import Deal


def run(*words, typed=None):
    return CliRunner().invoke(cli, list(words), input=typed, env={"COLUMNS": "80"})


EXAMPLE = "whist(deal=KQ10/AJ9, lead=W, led=K)"


def test_solve_shows_the_price_on_each_card():
    result = run("solve", EXAMPLE)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    east = next(i for i, line in enumerate(lines) if line.startswith("  East"))
    assert lines[east].split() == ["East", "9", "J", "A"]
    assert lines[east + 1].split() == ["1", "2", "2"]
    assert lines[2:4] == [
        "  play    East replies to West's K with 9  (1 of 3 cards)",
        "  tricks  1 to West, 2 to East",
    ]
    assert "  line  K/9:W  10/J:E  A/Q:E" in lines
    assert "H lower 0, H upper 1; case III for East" in result.stdout
    assert "checked in" in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["solve", EXAMPLE],
        ["solve", "whist(n=13, seed=7)"],
        ["solve", "five-card(n=30, seed=7, lead=E)"],
        ["solve", "whist(n=60, seed=7)"],
        pytest.param(["solve", "whist(n=3000, seed=7)"], marks=pytest.mark.slow),
        pytest.param(["solve", "misere-whist(n=12, seed=7)"], marks=pytest.mark.slow),
        pytest.param(["solve", f"whist(deal={'WE' * 2000})"], marks=pytest.mark.slow),
        ["size", "whist(n=1000000, seed=7)"],
        ["show", "misere-whist"],
        ["whist", "puzzle", "one-card", "--n", "12", "--seed", "3", "--answer"],
    ],
    ids=lambda words: " ".join(words)[:50],
)
def test_no_answer_is_wider_than_80_columns(words):
    result = run(*words)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 50


def test_the_json_of_solve_and_of_size():
    document = json.loads(run("solve", "greedy-whist(deal=EWEWWE)", "--json").stdout)
    assert document["schema"] == "sabot/solution/2"
    assert document["tricks"] == {"West": 2, "East": 1}
    assert document["value"] == "2" and document["H"] == 1
    size = json.loads(run("size", "whist(n=5, seed=1)", "--json").stdout)
    assert size["kind"] == "perfect" and "Theorem 9.1" in size["words"]


def test_a_saved_deal_is_checked_and_shown_again(tmp_path):
    file = str(tmp_path / "deal.json")
    assert run("solve", EXAMPLE, "-o", file).exit_code == 0
    checked = run("check", file)
    assert checked.exit_code == 0
    assert "proved" in checked.stdout and "value 1, paid to West" in checked.stdout
    assert "West not unique, East unique" in checked.stdout
    assert "K/9:W" in run("table", file).stdout
    assert run("table", file, "--csv").stdout.startswith("seat,view,action")


def test_a_saved_deal_is_set_as_tables_of_cards_and_tricks(tmp_path):
    file = str(tmp_path / "deal.json")
    assert run("solve", EXAMPLE, "-o", file).exit_code == 0
    paper, wiki = run("table", file, "--latex"), run("table", file, "--markdown")
    assert paper.exit_code == wiki.exit_code == 0
    assert "West & 10 Q K" in paper.stdout and "9 & 1 & best" in paper.stdout
    assert r"1 & West & K & 9 & West \\" in paper.stdout
    assert "1 to West, 2 to East; value 1 to West" in wiki.stdout
    assert "| J          |             2 |      |" in wiki.stdout
    assert "| 3     | East | A    | Q     | East     |" in wiki.stdout


def test_tables_of_five_card_say_who_takes_the_last_trick(tmp_path):
    """A deal of more than ten cards may leave uniqueness open; its tables do not need it."""
    file = str(tmp_path / "deal.json")
    assert run("solve", "five-card(n=13, seed=7, lead=E)", "-o", file).exit_code == 0
    text = run("table", file, "--markdown").stdout
    assert "West takes the last trick; value 1" in text and "1 if West takes the last trick" in text


def test_a_large_deal_is_saved_without_a_certificate(tmp_path):
    file = str(tmp_path / "deal.json")
    result = run("solve", "whist(n=20, seed=1)", "-o", file)
    assert result.exit_code == 0 and "certificate  none" in result.stdout
    checked = run("check", file)
    assert checked.exit_code == 1
    assert "carries no certificate" in checked.stderr


def test_what_has_no_certificate_is_read_back_and_shown_as_not_proved(tmp_path):
    file = tmp_path / "deal.json"
    solved = run("solve", "whist(n=20, seed=1)", "-o", str(file))
    found = sabot.Solution.load(file)
    assert type(found) is sabot.Solution and found.certificate is None
    assert found == sabot.solve("whist(n=20, seed=1)")
    for form in ([], ["--markdown"]):
        shown = run("table", str(file), *form)
        assert shown.exit_code == 0 and "nothing in it is proved" in shown.stderr
    assert run("table", str(file)).stdout.partition("method")[0] in solved.stdout
    document = json.loads(file.read_text())
    for key in ("prices", "tricks", "turn"):
        file.write_text(json.dumps({k: v for k, v in document.items() if k != key}))
        refused = run("table", str(file))
        assert refused.exit_code == 3 and "not a saved solution" in refused.stderr


@pytest.mark.parametrize(
    "verb", [["reduce"], ["equilibria"], ["export", "--efg"], ["export", "--nfg"]]
)
def test_what_needs_the_tree_says_why_it_cannot(verb):
    result = run(verb[0], "whist(n=8, seed=1)", *verb[1:])
    assert result.exit_code == 5
    assert "too large" in result.stderr and "need no tree" in result.stderr
    assert run(verb[0], "whist(deal=EWWE)", *verb[1:]).exit_code == 0


def test_simulation_follows_the_line():
    result = run("simulate", "whist(n=6, seed=1)", "--hands", "5", "--json")
    assert json.loads(result.stdout)["counts"] == {"3": 5}
    assert run("simulate", "whist(n=300, seed=1)", "--hands", "5").exit_code == 5


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ("whist(deal=EWE)", 2),
        ("whist(file=nowhere.txt)", 3),
        ("misere-whist(n=31, seed=1)", 5),
    ],
)
def test_bad_deals_have_their_exit_codes(game, code):
    result = run("solve", game)
    assert result.exit_code == code
    assert result.stderr.startswith("sabot: error: ")
    assert "Traceback" not in result.output


def test_play_with_prices_and_help():
    typed = "prices\nhint\n?\nrules\nnonsense\n\n9\nJ\n"
    result = run("play", EXAMPLE, "--seat", "East", "--prices", typed=typed)
    assert result.exit_code == 0, result.output
    assert "you are East, against the optimum" in result.stdout
    assert "You take 2 of 3 tricks when both play well." in result.stdout
    assert "A best card: 9." in result.stdout
    assert "'nonsense' is no card that you may play" in result.stdout
    assert result.stdout.count("2  1  1") == 2 and "West's tricks" not in result.stdout
    assert "under East's cards: your tricks, when the card is played now" in result.stdout
    assert "9: costs nothing." in result.stdout
    assert "You take 2 of 3 tricks. You take 2 of 3 tricks with best play." in result.stdout
    assert "None of 2 decisions cost anything." in result.stdout


def test_h_and_the_case_are_explained_where_they_appear():
    said = " ".join(run("solve", EXAMPLE).stdout.split())
    assert "West takes (n + H) / 2 of the deal's n tricks: rounded down if West leads" in said
    assert "case III for East: H lower and H upper differ, and East gets the better one" in said
    last = " ".join(run("solve", "five-card(n=4, seed=1)").stdout.split())
    assert "West takes the last trick if H upper > 0, East if H lower < 0, else who leads" in last
    assert "this one is searched" in " ".join(
        run("solve", "misere-whist(n=4, seed=1)").stdout.split()
    )


def test_a_card_that_was_led_lies_on_the_table_not_in_the_hand():
    for printed in (run("solve", EXAMPLE).stdout, run("play", EXAMPLE, "--seat", "E").stdout):
        (west,) = re.findall(r"^  West  (\S.*)$", printed, re.MULTILINE)
        assert west.split() == ["10", "Q"]
    assert "West has led K; you reply." in run("play", EXAMPLE, "--seat", "E").stdout


def test_a_size_is_enough_to_play_and_each_hand_is_another_deal():
    typed = "hint\n" + "\n".join("12345678910") + "\n10\n" * 9
    result = run("play", "whist(n=2)", "--seed", "4", "--hands", "3", typed="1\n2\n3\n4\n" * 9)
    assert result.exit_code == 0, result.output
    for hand in (1, 2, 3):
        assert f"Hand {hand}  whist(n=2, seed={hand + 3}, lead=W)" in result.stdout
    assert "3 deals as West, seed 4" in result.stdout and "Hand 4" not in result.stdout
    assert run("play", "whist(n=5)", "--seed", "4", typed=typed).exit_code == 0
    bare = run("play", "whist", "--seed", "4", "--seat", "East", typed="q\n")
    assert "whist, 6 cards per hand: you are East" in bare.stdout
    assert "Hand 1  whist(n=6, seed=4, lead=W)" in bare.stdout
    assert run("play", "whist(n=5)", "--seed", "-1", typed="q\n").exit_code == 0


def test_a_single_deal_is_played_as_often_as_was_asked():
    once = run("play", EXAMPLE, "--seat", "E", typed="9\nJ\n" * 5)
    thrice = run("play", EXAMPLE, "--seat", "E", "--hands", "3", typed="9\nJ\n" * 5)
    assert once.stdout.count("with best play.") == 1
    assert thrice.stdout.count("with best play.") == 3 and "3 deals as East" in thrice.stdout


def test_solving_still_wants_the_seed():
    result = run("solve", "whist(n=5)")
    assert result.exit_code == 2 and "seed" in result.stderr and "is missing" in result.stderr


@pytest.mark.parametrize("game", ["whist", "five-card", "misere-whist"])
def test_prices_are_those_of_the_seat_one_sits_in(game):
    text = f"{game}(n=4, seed=1, lead=E)"
    west = run("solve", text, "--json")
    prices = json.loads(west.stdout)["prices"]
    whole = 1 if game == "five-card" else 4
    shown = run("play", text, "--seat", "East", "--prices", typed="q\n").stdout
    east = shown[shown.index("  East") :].splitlines()
    assert east[0].split()[1:] == list(prices)
    assert east[1].split() == [str(whole - price) for price in prices.values()]


def test_a_mistake_is_priced_in_the_review():
    result = run("play", EXAMPLE, "--seat", "e", "--quiet", typed="a\nJ\n")
    assert result.stdout.count("costs 1 trick; best was 9") == 1
    assert "You take 1 of 3 tricks. You take 2 of 3 tricks with best play." in result.stdout


def test_play_stops_when_the_person_goes():
    for typed in ("", "q\n", "7\nq\n"):
        result = run("play", "five-card(deal=EWEWWE)", typed=typed)
        assert result.exit_code == 0
        assert "Stopped in trick 1 of 3." in result.stdout


@pytest.mark.slow
def test_a_large_deal_can_be_played():
    result = run("play", "whist(n=300, seed=2)", typed="hint\nq\n")
    assert result.exit_code == 0
    assert "300 cards per hand; your lowest:" in result.stdout
    large = run("play", "whist(n=10000, seed=2)", typed="prices\nhint\nq\n")
    assert large.exit_code == 0 and "10,000 cards per hand" in large.stdout
    counted = re.findall(r" to you: ([\d,]+) cards?,", large.stdout)
    assert sum(int(count.replace(",", "")) for count in counted) == 10_000
    assert run("play", "whist(n=10001, seed=2)").exit_code == 5


def test_a_puzzle_is_set_and_answered():
    document = json.loads(
        run("whist", "puzzle", "hold-up", "--n", "4", "--seed", "1", "--json").stdout
    )
    assert document["schema"] == "sabot/puzzle/1" and document["sort"] == "hold-up"
    right = document["best"][0]
    wrong = next(card for card in document["prices"] if card not in document["best"])
    words = ["whist", "puzzle", "hold-up", "--n", "4", "--seed", "1"]
    assert f"{right}: right." in run(*words, typed=f"{right}\n").stdout
    assert f"{wrong}: costs 1 trick" in run(*words, typed=f"{wrong}\n").stdout
    assert "no card that you may play" in run(*words, typed="99\n").stdout
    assert "Right: " in run(*words, typed="").stdout
    assert run("play", document["game"], "--seat", document["turn"], typed="").exit_code == 0


def test_the_line_of_a_deal_is_no_strategy_to_judge(tmp_path):
    file = str(tmp_path / "deal.json")
    for n in (4, 6):
        assert run("solve", f"whist(n={n}, seed=3)", "-o", file).exit_code == 0
        result = run("value", f"whist(n={n}, seed=3)", "--strategy", file)
        assert result.exit_code == 5
        assert "along one line of best play" in result.stderr
        assert "--strategy optimal" in result.stderr and "sabot play" in result.stderr
    assert run("value", "whist(n=3, seed=3)", "--strategy", "optimal").exit_code == 0


def test_a_puzzle_that_cannot_be():
    assert run("whist", "puzzle", "hold-up", "--n", "2").exit_code == 2
    assert run("whist", "puzzle", "hold-up", "--game", "greedy-whist").exit_code == 5
    assert run("whist", "puzzle", "no-such").exit_code == 2
    assert run("whist", "puzzle").exit_code == 0


@pytest.mark.slow
def test_a_deal_of_ten_thousand_letters_is_read_from_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deal.txt").write_text(str(Deal.random(5000, seed=1)))
    result = run("solve", "whist(file=deal.txt, lead=E)", "--json")
    document = json.loads(result.stdout)
    assert document["n"] == 5000 and len(document["prices"]) == 5000
    assert document["best_complete"] is True and document["line_complete"] is False
    assert sum(document["tricks"].values()) == 5000
