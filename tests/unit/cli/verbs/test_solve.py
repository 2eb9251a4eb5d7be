"""``sabot solve`` and ``sabot check``: the answer on a screen, as JSON, in a file."""

import json
import random
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.loading import families


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **options)


def matrix(path, rows):
    path.write_text("\n".join(",".join(map(str, row)) for row in rows))
    return f"matrix(file={path})"


def test_le_her_is_a_pleasure_to_read():
    result = run("solve", "le-her(ranks=13, suits=4)")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:13] == [
        "le-her(ranks=13, suits=4)",
        "",
        "  value       277/11050 ≈ 0.0250678733 (2.5068%), paid to the receiver",
        "  win chance  11327/22100 ≈ 0.5125339367 (51.253%) for the receiver",
        "",
        "receiver  the only optimal strategy",
        "  1-6   exchange",
        "  7     hold 5/8 = 0.625, exchange 3/8 = 0.375",
        "  8-13  hold",
        "",
        "dealer  the only optimal strategy",
        "  1-7   draw",
        "  8     keep 3/8 = 0.375, draw 5/8 = 0.625",
    ]
    assert "certificate  checked in 0." in result.stdout
    assert "save it" in result.stderr
    assert "save it" not in result.stdout


def test_the_hint_to_save_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hint = run("solve", "le-her(suits=2)").stderr
    assert hint == "save it: sabot solve 'le-her(ranks=13, suits=2)' -o le-her.json\n"
    assert " --anyway -o le-her.json" in run("solve", "le-her(suits=2)", "--anyway").stderr


def test_digits_are_those_asked_for():
    text = run("solve", "kuhn-poker", "--digits", "25").stdout
    assert "-1/18 ≈ -0.05555555555555555555555556: the first seat loses 1/18 per" in text


def test_views_that_are_never_reached_are_left_out_and_counted():
    text = run("solve", "kuhn-poker").stdout
    assert "one of several optimal strategies" in text
    assert "forced or never reached, left out" in text
    assert "win chance" not in text  # Kuhn's poker pays 1 and 2


def test_json_is_the_solution_and_nothing_else():
    result = run("solve", "le-her(ranks=13, suits=4)", "--json")
    document = json.loads(result.stdout)
    assert result.stderr == ""
    assert result.stdout.count("\n") == 1
    wanted = "schema game seats value decimal strategies unique method seconds certificate"
    assert set(wanted.split()) <= set(document)
    assert document["schema"] == "sabot/solution/2"
    assert document["value"] == "277/11050"
    assert document["strategies"]["receiver"]["7"] == {"hold": "5/8", "exchange": "3/8"}
    assert sabot.check(document) == sabot.solve("le-her").value


def test_a_saved_solution_is_checked(tmp_path):
    path = tmp_path / "s.json"
    saved = run("solve", "le-her", "-o", str(path))
    assert saved.exit_code == 0
    assert f"saved to {path}" in saved.stderr
    result = run("check", str(path))
    assert result.exit_code == 0
    assert "proved" in result.stdout
    assert "value 277/11050" in result.stdout
    assert "receiver unique, dealer unique" in result.stdout


def test_rules_in_a_file_are_saved_under_a_name_that_a_shell_likes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my own.py").write_text(
        "import sabot\n"
        "@sabot.rules(name='coin', seats=('ann', 'bob'))\n"
        "def one_card(table):\n"
        "    table.pay(ann=1)\n"
    )
    result = run("solve", "my own.py:one_card")
    assert result.stderr == "save it: sabot solve 'my own.py:one_card' -o one_card.json\n"
    assert "1, paid to ann\n" in result.stdout


@pytest.mark.parametrize("words", [["--json"], []])
def test_a_file_that_fails_at_last_loses_nothing(words, tmp_path, monkeypatch):
    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", crash)
    target = tmp_path / "s.json"
    result = run("solve", "le-her", "-o", str(target), *words)
    assert result.exit_code == 3
    assert "277/11050" in result.stdout
    assert f"sabot: error: {target}: cannot be written: No space left" in result.stderr


def test_a_certificate_from_stdin():
    document = run("solve", "kuhn-poker", "--json").stdout
    result = run("check", "-", input=document)
    assert result.exit_code == 0
    assert "-: proved" in result.stdout


def test_every_file_is_looked_at_and_a_false_one_decides(tmp_path):
    good, false = tmp_path / "good.json", tmp_path / "false.json"
    run("solve", "le-her", "-o", str(good))
    false.write_text(good.read_text().replace("277/11050", "278/11050"))
    result = run("check", str(tmp_path / "none.json"), str(false), str(good), "--json")
    assert result.exit_code == 1
    files = json.loads(result.stdout)["files"]
    assert [entry["proved"] for entry in files] == [False, False, True]
    assert files[2]["value"] == "277/11050"
    assert result.stderr.count("sabot: error:") == 2
    assert run("check", str(tmp_path / "none.json"), str(good)).exit_code == 3


def test_a_large_matrix_shows_only_what_is_played(tmp_path):
    random.seed(5)
    rows = [[random.randint(-99, 99) for _ in range(120)] for _ in range(120)]
    result = run("solve", matrix(tmp_path / "m.csv", rows))
    assert result.exit_code == 0
    assert "the 40 most frequent of" in result.stdout or "never played" in result.stdout
    assert len(result.stdout.splitlines()) < 110
    assert " digits]/" in result.stdout  # long fractions are shortened
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_saddle_point_is_played_always(tmp_path):
    text = run("solve", matrix(tmp_path / "m.csv", [[3, 1], [4, 2]])).stdout
    assert "value  2, paid to the row seat" in text
    assert text.count("always") == 2
    assert text.count("1 other choice never played") == 2


def test_a_fair_game_is_called_fair(tmp_path):
    text = run("solve", matrix(tmp_path / "m.csv", [[1, -1], [-1, 1]])).stdout
    assert "0 to the row seat: the game is fair" in text
    assert "win chance  1/2 = 0.5" in text


def test_huge_and_tiny_numbers_stay_readable(tmp_path):
    text = run("solve", matrix(tmp_path / "m.csv", [["1e300", 0], [0, "1e-300"]])).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "E-300" in text


@pytest.mark.parametrize("family", [f for f in families() if f.even])
def test_games_that_promise_even_money_pay_it(family):
    from sabot.forms.extensive import TerminalNode

    small = {"le-her": [{"ranks": 4, "suits": 2}, {"ranks": 3, "reply": "open"}]}
    for values in small.get(family.name, [{}]):
        leaves = [node for node in family(**values).tree().walk() if isinstance(node, TerminalNode)]
        assert {leaf.payoffs[0] for leaf in leaves} <= {1, -1}


def test_an_interval_of_private_hands_is_solved_saved_checked_shown_and_evaluated(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("sabot.game_rules.private_hands.PRIVATE_HANDS_FROM", 1)
    path = str(tmp_path / "hands.json")
    told = run("solve", "kuhn-poker(ranks=4)", "--gap", "1/100", "-o", path)
    assert told.exit_code == 0, told.output
    assert "proved, not exact" in told.stdout and "4 per player, 9 nodes" in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 80
    document = json.loads((tmp_path / "hands.json").read_text())
    assert document["schema"] == "sabot/private-hands/1"
    checked = run("check", path, "--rules")
    assert checked.exit_code == 0 and "found by running its rules" in " ".join(
        checked.stdout.split()
    )
    shown = run("table", path)
    assert shown.exit_code == 0 and "*,pass,bet" in shown.stdout
    rows = run("table", path, "--csv").stdout.splitlines()
    assert rows[0] == "seat,view,action,chance,decimal" and len(rows) == 1 + 4 * 4 * 2
    judged = json.loads(run("value", "kuhn-poker(ranks=4)", "--strategy", path, "--json").stdout)
    secured = [judged["strategies"][seat]["secures"] for seat in ("first", "second")]
    assert secured == [document["low"], document["high"]]


def test_a_gap_proves_an_interval_and_never_calls_it_exact():
    told = run("solve", "kuhn-poker", "--gap", "1/1000", "--json")
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    low, high = (Fraction(found[end]) for end in ("low", "high"))
    assert found["schema"] == "sabot/interval/2"
    assert low <= Fraction(-1, 18) <= high
    assert high - low <= Fraction(1, 1000)
    assert "proved, not exact" in run("solve", "kuhn-poker", "--gap", "1/1000").stdout


def test_a_gap_of_0_is_the_exact_value_of_a_game_with_one_card_each(tmp_path):
    path = str(tmp_path / "hands.json")
    said = run("solve", "kuhn-poker", "--gap", "0", "-o", path).stdout
    assert "-1/18" in said and "a loss for the first seat; proved\n" in said and "gap" not in said
    assert "-1/18" in run("value", "kuhn-poker", "--strategy", path).stdout
    refused = run("solve", "leduc-poker", "--gap", "0")
    assert refused.exit_code == 2 and "only games with one card per player" in refused.stderr


def test_a_tree_of_private_hands_that_becomes_too_large_is_given_up_early(monkeypatch):
    monkeypatch.setattr("sabot.api.solving.LOOKED_AT_AFTER", 100)
    monkeypatch.setattr("sabot.api.solving.TOO_MANY_PAIRS", 3_000_000)
    refused = run("solve", "von-neumann(ranks=900)")
    assert refused.exit_code == 5 and "about 4,050,000 nodes" in refused.stderr
    assert "--gap 0 looks for the exact value" in refused.stderr


@pytest.mark.parametrize("gap", ["1/10", "1/100", "1/1000"])
def test_the_ends_of_a_proved_interval_are_rounded_outward(gap):
    found = sabot.approximate("kuhn-poker", gap=gap)
    words = re.search(r"between (\S+) and (\S+)\n", str(found))
    low, high = map(Fraction, words.groups())
    assert low <= found.low < found.high <= high
    gap = Fraction(re.search(r"gap +(\S+) after", str(found))[1])
    assert gap >= found.high - found.low


def test_an_interval_that_stays_wider_than_asked_is_shown_and_not_called_done():
    result = run("solve", "kuhn-poker(ante=1e30)", "--gap", "1e-30", "--json")
    assert result.exit_code == 5
    assert json.loads(result.stdout)["ended"] == "stalled"
    assert "not as narrow as --gap 1e-30" in result.stderr


@pytest.mark.parametrize("verb", ["solve", "equilibria"])
@pytest.mark.parametrize("form", ["latex", "csv", "markdown", "html"])
def test_a_flag_prints_the_tables_that_a_file_gets(verb, form, tmp_path):
    """What --latex prints is what -o FILE.tex saves, and with both it is only saved."""
    suffix = {"latex": ".tex", "csv": ".csv", "markdown": ".md", "html": ".html"}[form]
    printed = run(verb, "kuhn-poker", f"--{form}")
    assert printed.exit_code == 0 and "save it" not in printed.stderr
    saved, named = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    assert "kuhn-poker" in run(verb, "kuhn-poker", "-o", str(saved)).stdout
    assert run(verb, "kuhn-poker", f"--{form}", "-o", str(named)).stdout == ""
    texts = (saved.read_text(), named.read_text(), printed.stdout)
    assert len({re.sub(r"[0-9.]+ (µs|ms|s)\b", "TIME", text) for text in texts}) == 1


def test_two_formats_are_one_error():
    for verb in ("solve", "equilibria"):
        assert "--json and --csv together" in run(verb, "kuhn", "--csv", "--json").stderr
    assert "ends in .tex" in run("solve", "kuhn", "--latex", "-o", "a.csv").stderr
    assert run("solve", "kuhn", "--gap", "1/9", "--csv").stdout.startswith("seat,view,action")


def test_baccarat_points_to_the_game_of_casinos():
    note = "the game of casinos, in which nobody chooses, is punto-banco"
    assert note in run("solve", "baccarat").stderr and note in run("value", "baccarat").stderr
    assert "punto-banco" not in run("solve", "baccara").stderr


def test_a_page_says_that_its_certificate_was_checked(tmp_path):
    shown = run("solve", "matrix([[1,0],[0,1]])", "--html").stdout
    run("solve", "matrix([[1,0],[0,1]])", "-o", str(tmp_path / "page.html"))
    for page in (shown, (tmp_path / "page.html").read_text()):
        assert "checked in" in page
        assert "not checked" not in page
