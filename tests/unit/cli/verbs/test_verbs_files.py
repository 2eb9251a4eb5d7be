"""The verbs that read and write files: reduce, table, export, simulate, paper."""

import csv
import json
import re
from fractions import Fraction
from threading import Event

import pytest
from click.testing import CliRunner

import sabot
from sabot import papers
from sabot.analysis.cost_estimate import estimate_cost
from sabot.cli.program import cli
from sabot.exact import as_rational
from sabot.render.views.paper_report import item_view
from sabot.render.writers.terminal import render


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **options)


THRESHOLD = "le-her(strategies=threshold)"


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    run("solve", "le-her", "-o", str(folder / "le-her.json"))
    run("reduce", THRESHOLD, "-o", str(folder / "log.json"))
    return folder


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "hostile.json"
    game = {
        "payoffs": [[1, 2], [3, 0]],
        "rows": ["a\x1b[31mred", "50% & {x_1}\n|b|"],
        "columns": ["\u202eevil", "c\x07"],
    }
    path.write_text(json.dumps(game))
    return path


# ------------------------------------------------------------------ reduce


def test_reducing_le_her_gathers_equal_steps():
    text = run("reduce", THRESHOLD).stdout
    assert "    1-5  receiver  0-4      strictly dominated by 5\n" in text
    assert "24 strategies removed; left: 2 x 2\n" in text
    assert "  6  131/5525    11/425\n" in text
    assert "Every solution of the whole game" in text


def test_weak_removals_say_what_they_may_lose(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("1,0\n1,-1\n1,0\n")
    assert "may have lost" in run("reduce", f"matrix(file={path})", "--weak").stdout
    text = run("reduce", f"matrix(file={path})", "--duplicates").stdout
    assert "the same as" in text
    assert "may have lost" in text


def test_pure_dominance_removes_less(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("3,0\n0,3\n1,1\n")
    assert "1/2 of 1 + 1/2 of 2" in run("reduce", f"matrix(file={path})").stdout
    assert "0 strategies removed" in run("reduce", f"matrix(file={path})", "--pure").stdout


def test_a_log_is_saved_replayed_and_printed(saved):
    log = json.loads((saved / "log.json").read_text())
    assert log["schema"] == "sabot/reduction/1"
    assert len(log["steps"]) == 24
    assert json.loads(run("reduce", THRESHOLD, "--json").stdout) == log
    result = run("reduce", THRESHOLD, "--replay", str(saved / "log.json"))
    assert "24 strategies replayed and checked exactly; left: 2 x 2" in result.stdout
    again = run("reduce", THRESHOLD, "--replay", str(saved / "log.json"), "--json")
    assert json.loads(again.stdout) == log


def test_a_log_of_another_game_is_pointed_out(saved):
    log = str(saved / "log.json")
    other = run("reduce", "le-her(suits=5, strategies=threshold)", "--replay", log)
    assert "was made for le-her(ranks=13, suits=4" in other.stderr


# ------------------------------------------------------------------ table


def test_a_table_in_every_form(saved):
    path = str(saved / "le-her.json")
    assert "1-6   exchange" in run("table", path).stdout
    latex = run("table", path, "--latex").stdout
    assert r"1--6 & $0$ & $1$ \\" in latex
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule") == 2
    assert "| 7        |  5/8 |      3/8 |" in run("table", path, "--markdown").stdout
    lines = list(csv.DictReader(run("table", path, "--csv").stdout.splitlines()))
    assert len(lines) == 52
    assert ["dealer", "8", "draw", "5/8", "0.625"] in [list(line.values()) for line in lines]


def test_a_log_in_every_form(saved):
    path = str(saved / "log.json")
    assert "not checked" in run("table", path).stdout
    assert r"1--5 & receiver & 0--4 & strictly dominated by 5 \\" in (
        run("table", path, "--latex").stdout
    )
    assert "| 1-5   | receiver | 0-4     | strictly dominated by 5 |" in (
        run("table", path, "--markdown").stdout
    )
    assert len(run("table", path, "--csv").stdout.splitlines()) == 25


def test_a_table_goes_to_a_file_or_else_to_stdout(saved, tmp_path):
    path, target = str(saved / "le-her.json"), tmp_path / "t.tex"
    result = run("table", path, "--latex", "-o", str(target))
    assert (result.exit_code, result.stdout) == (0, "")
    assert target.read_text() == run("table", path, "--latex").stdout
    bare = tmp_path / "bare"
    assert run("table", path, "-o", str(bare)).exit_code == 2 and not bare.exists()
    assert run("table", path, "-o", str(bare), "--latex").exit_code == 0
    assert bare.read_text() == target.read_text()


def test_hostile_labels_cannot_break_the_terminal(hostile, tmp_path):
    game, path = f"matrix(file={hostile})", str(tmp_path / "s.json")
    shown = [run("solve", game, "-o", path), run("reduce", game), run("equilibria", game)]
    shown += [run("simulate", game, "--hands", "50"), run("size", game), run("check", path)]
    shown += [run("table", path, *form) for form in ([], ["--latex"], ["--markdown"])]
    for result in shown:
        assert result.exit_code == 0
        assert all(letter.isprintable() or letter == "\n" for letter in result.output)
    latex = shown[-2].stdout
    assert r"50\% \& \{x\_1\}\textbackslash{}n\textbar{}b\textbar{}" in latex


def test_csv_has_every_letter_or_its_escape(hostile, tmp_path):
    path = str(tmp_path / "s.json")
    run("solve", f"matrix(file={hostile})", "-o", path)
    text = run("table", path, "--csv").stdout
    labels = {line[2] for line in csv.reader(text.splitlines(keepends=True))}
    assert r"a\x1b[31mred" in labels
    assert r"50% & {x_1}\n|b|" in labels


# ------------------------------------------------------------------ export


@pytest.mark.parametrize("form", ["efg", "nfg", "csv"])
@pytest.mark.parametrize("game", ["kuhn-poker", "le-her(ranks=4, strategies=threshold)"])
def test_an_exported_game_comes_back_with_the_same_value(form, game, tmp_path):
    path = tmp_path / f"game.{form}"
    result = run("export", game, f"--{form}", "-o", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert run("export", game, f"--{form}").stdout == path.read_text()
    assert sabot.solve(str(path)).value == sabot.solve(game).value


# ------------------------------------------------------------------ equilibria


def test_equilibria_are_counted_listed_and_written():
    text = run("equilibria", "kuhn-poker").stdout
    found = sabot.equilibria("kuhn-poker")
    product = " x ".join(map(str, found.counts.values()))
    assert f"equilibria  {product} = {found.count} extreme ones" in text
    document = json.loads(run("equilibria", "kuhn-poker", "--json").stdout)
    assert document == found.to_json()
    assert document["seats"]["first"]["count"] == len(document["seats"]["first"]["vertices"])


def test_many_vertices_are_cut_unless_all_are_asked_for(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("\n".join(["0,0"] * 30))
    game = f"matrix(file={path})"
    text = run("equilibria", game).stdout
    assert "row  30 extreme optimal strategies" in text
    assert "and 18 more (--all lists them)" in text
    assert " 30.  " in run("equilibria", game, "--all").stdout


# ------------------------------------------------------------------ simulate


def test_payoffs_beyond_floats_are_averaged_all_the_same():
    words = ("simulate", "kuhn-poker(ante=1e400)", "--hands", "200", "--seed", "1")
    shown = run(*words)
    assert shown.exit_code == 0
    assert re.search(r"95 % +-?[\d.]+E\+39\d to -?[\d.]+E\+39\d", shown.stdout)
    assert "inside the 95 % interval" in " ".join(shown.stdout.split())
    document = json.loads(run(*words, "--json").stdout)
    assert (document["decimal"], document["standard_error"]) == (None, None)
    assert document["intervals"] == {"95": None, "99": None}
    assert abs(as_rational(document["mean"])) > 10**390


def test_an_error_that_a_float_holds_is_told_though_its_square_is_too_large():
    found = sabot.simulate("kuhn-poker(ante=1e200)", hands=200, seed=1)
    low, high = found.interval()
    assert 1e198 < found.error < 1e200
    assert low < found.mean < high


def test_a_simulation_shows_the_exact_value_beside_it():
    text = run("simulate", "le-her", "--hands", "4000", "--seed", "3").stdout
    assert "4,000 hands, seed 3" in text
    assert "exact  277/11050 ≈ 0.0250678733 (2.5068%), inside the 9" in text


def test_equal_seeds_give_equal_documents():
    words = ("simulate", "kuhn-poker", "--hands", "500", "--seed", "9", "--json")
    one, two = (json.loads(run(*words).stdout) for _ in range(2))
    for document in (one, two):
        del document["seconds"]
    assert one == two
    assert one["schema"] == "sabot/simulation/1"
    assert one["complete"] is True
    assert one["value"] == "-1/18"
    assert sum(one["counts"].values()) == one["hands"] == one["asked"] == 500
    assert one["intervals"]["99"][0] < one["intervals"]["95"][0] < one["decimal"]


def test_one_hand_has_no_interval():
    document = json.loads(run("simulate", "le-her", "--hands", "1", "--json").stdout)
    assert document["standard_error"] is None
    assert document["intervals"] == {"95": None, "99": None}
    assert "95 %" not in run("simulate", "le-her", "--hands", "1").stdout


def test_a_strategy_from_a_file_is_played(saved, tmp_path):
    path = tmp_path / "hold.json"
    never = {str(rank): {"hold": "1"} for rank in range(1, 14)}
    path.write_text(json.dumps({"receiver": never}))
    words = ("simulate", "le-her", "--hands", "3000", "--strategy", str(path))
    result = run(*words)
    assert f"receiver by {path}" in result.stderr
    assert float(json.loads(run(*words, "--json").stdout)["decimal"]) < -0.05
    optimal = str(saved / "le-her.json")
    assert run("simulate", "le-her", "--hands", "30", "--strategy", optimal).exit_code == 0


def test_a_strategy_is_written_as_for_value(tmp_path):
    path = tmp_path / "hold.json"
    path.write_text(json.dumps({"receiver": {"1": "exchange", "rest": "hold"}}))
    words = ("simulate", "le-her", "--hands", "300", "--json")
    found = json.loads(run(*words, "--strategy", str(path)).stdout)
    assert found["sources"] == {"receiver": str(path), "dealer": "optimal"}
    full = {str(k): {"hold": "1"} for k in range(2, 14)} | {"1": {"exchange": "1"}}
    path.write_text(json.dumps({"receiver": full}))
    assert json.loads(run(*words, "--strategy", str(path)).stdout)["counts"] == found["counts"]
    casino = run("simulate", "baccara(model=A1)", "--hands", "50", "--strategy", "Banker=casino")
    told = "exact is what these strategies earn, not the value of the game"
    assert casino.stderr == f"Banker by casino; {told}\n"
    words = ("simulate", "baccara(model=A1)", "--hands", "9", "--strategy", "casino", "--json")
    both = json.loads(run(*words).stdout)
    game = sabot.load("baccara(model=A1)")
    assert Fraction(both["expectation"]) == sabot.value(game, "casino").expectation
    assert both["expectation"] != both["value"]


def test_a_game_too_large_to_solve_is_simulated_by_given_strategies(tmp_path, monkeypatch):
    def too_large(game, **_):
        raise sabot.NoMethodError("too large")

    both = tmp_path / "both.json"
    both.write_text(json.dumps(sabot.solve("kuhn").to_json()["strategies"]))
    one = tmp_path / "one.json"
    one.write_text(json.dumps({"first": {"J": "pass"}}))
    monkeypatch.setattr("sabot.api.solving.solve", too_large)
    words = ("simulate", "kuhn", "--hands", "50", "--strategy")
    assert "exact  not known: too large" in run(*words, str(both)).stdout
    refused = run(*words, str(one))
    assert (refused.exit_code, refused.stdout) == (5, "")
    assert "give --strategy FILE with second" in refused.stderr


def test_ctrl_c_gives_the_hands_played_so_far(monkeypatch):
    from sabot.analysis.simulation import MemoizedDealer

    hands = iter(range(123))
    whole = MemoizedDealer.play_hand

    def hand(dealer, play):
        if next(hands, None) is None:
            raise KeyboardInterrupt
        return whole(dealer, play)

    monkeypatch.setattr(MemoizedDealer, "play_hand", hand)
    result = run("simulate", "le-her", "--hands", "1000", "--json")
    assert result.exit_code == 4
    document = json.loads(result.stdout)
    assert (document["hands"], document["asked"], document["complete"]) == (123, 1000, False)
    assert "interrupted after 123 of 1,000 hands" in result.stderr


# ------------------------------------------------------------------ size, games, show


def test_the_size_is_counted_and_guessed():
    document = json.loads(run("size", "leduc-poker", "--json").stdout)
    assert document["schema"] == "sabot/size/1"
    assert document["nodes"] == sabot.load("leduc-poker").tree().size
    assert 2_000_000 <= document["node_limit"] <= 10_000_000
    assert "1,939 nodes" in run("size", "leduc-poker").stdout
    assert document["views"] == [144, 144]
    text = run("size", "le-her").stdout
    assert "13 views, 26 moves, 8,192 reduced pure strategies" in text
    assert "under a second" in text


def test_stakes_far_apart_are_said_to_take_longer():
    near = json.loads(run("size", "leduc-poker", "--json").stdout)["seconds"]
    far = json.loads(run("size", "leduc-poker(ante=3e21, bet2=6)", "--json").stdout)["seconds"]
    assert far[0] == near[0]
    assert far[1] > 5 * near[1]


def test_what_could_not_be_counted_is_null_and_not_0(monkeypatch):
    asked = Event()  # whoever writes the game out is not done before it was given up
    monkeypatch.setattr("sabot.analysis.cost_estimate.form_of_explored", lambda told: asked.wait())
    monkeypatch.setattr(
        "sabot.analysis.cost_estimate.estimate_cost", lambda game: estimate_cost(game, seconds=0.0)
    )
    document = json.loads(run("size", "leduc-poker(ranks=9)", "--json").stdout)
    asked.set()
    assert "takes more than 0 s" in document["problem"]
    assert {document[key] for key in ("shape", "views", "pure", "entries", "digits")} == {None}
    assert (document["seconds"], document["memory"]) == (None, None)
    deal = json.loads(run("size", "whist(deal=EWEWWE, lead=W)", "--json").stdout)
    assert (deal["kind"], deal["shape"], deal["seconds"]) == ("perfect", None, None)


def test_games_and_rules_as_json():
    games = json.loads(run("games", "--json").stdout)["games"]
    assert {"le-her", "matrix"} <= {game["name"] for game in games}
    rules = json.loads(run("show", "le-her(suits=inf)", "--json").stdout)
    assert rules["schema"] == "sabot/rules/1"
    assert rules["values"]["suits"] == "inf"
    assert rules["parameters"]["ranks"]["default"] == "13"


def test_rules_in_words_say_whose_the_value_is():
    text = run("show", "kuhn").stdout
    assert text.startswith("kuhn-poker\n")
    assert "the value is the average payoff of the first seat" in text
    assert "ranks: a whole number from 2 to 1000000 (default 3)" in text


# ------------------------------------------------------------------ paper


def test_the_sources_are_listed():
    text = run("paper").stdout
    assert "ethier-2010-le-her\n" in text
    document = json.loads(run("paper", "--json").stdout)
    assert document["schema"] == "sabot/papers/1"
    assert [source["name"] for source in document["sources"]] == sabot.papers.names()


def test_an_item_shows_its_table_and_claims():
    for item in ("table-5.1", "Table 5.1"):
        result = run("paper", "ethier-2010-le-her", item)
        assert result.exit_code == 0
        assert "claims checked; all match" in result.stdout
        assert "printed and found" in result.stdout
    document = json.loads(run("paper", "ethier-2010-le-her", "eq-5.12", "--json").stdout)
    assert document["schema"] == "sabot/paper/1"
    assert document["counts"]["matches"] == 4


def test_a_difference_is_shown_with_its_evidence(monkeypatch):
    item = papers.Item("table-1", "A table", lambda: [])
    source = papers.Source("x-1900", "X", "X, 1900", (item,))
    claims = (
        papers.Claim("table-1", "row 5, column 7", "393", "393", "matches"),
        papers.Claim("table-1", "row 6", "339", "393", "misprint", "counted by hand\x1b[2J"),
        papers.Claim("table-1", "row 7", "0.1", "1/9", "superseded", "solved exactly"),
    )
    table = papers.PaperTable("table-1", "Table 1", "  7 8\n6 393 429")
    monkeypatch.setattr(papers, "source", lambda name: source)
    report = papers.Report(source, claims, (table,))
    monkeypatch.setattr(papers, "run", lambda name, item=None, executor=None: report)
    text = run("paper", "x-1900").stdout
    assert "3 claims checked; 1 match, 2 differ:" in text
    assert "misprint: table-1, row 6\n  printed  339\n  found    393\n" in text
    assert "\\x1b" in text
    assert "\x1b" not in text
    text = run("paper", "x-1900", "table-1").stdout
    assert "Table 1\n  7 8\n6 393 429\n" in text
    assert "row 5, column 7  393" in text
    assert "because\n" not in text  # nothing is to be said of what matches


def test_an_item_shows_the_evidence_for_what_matches_too():
    """Claims that rest on the same have one note."""
    claims = [
        papers.Claim("table-1", f"row {row}", "393", "393", "matches", evidence)
        for row, evidence in ((5, "counted by hand"), (6, ""), (7, "counted by hand"), (8, "told"))
    ]
    lines = render(item_view(claims, [])).splitlines()
    assert [line.split() for line in lines[2:]] == [
        ["matches", "printed", "and", "found", "because"],
        ["row", "5", "393", "see", "1"],
        ["row", "6", "393"],
        ["row", "7", "393", "see", "1"],
        ["row", "8", "393", "see", "2"],
        ["1", "counted", "by", "hand"],
        ["2", "told"],
    ]


@pytest.mark.parametrize(
    ("key", "said", "code", "words"),
    [
        ("left", {"receiver": ["6"], "dealer": ["7"]}, 1, "'left' is not what its steps leave"),
        ("keeps_all_solutions", 1, 1, "'keeps_all_solutions' is not what its steps leave"),
        ("more", 1, 3, "'more' is not a part of a reduction log"),
    ],
)
def test_a_log_that_says_more_than_its_steps_is_refused(key, said, code, words, tmp_path):
    game, path = "le-her(ranks=5, strategies=threshold)", tmp_path / "log.json"
    assert run("reduce", game, "-o", str(path)).exit_code == 0
    assert run("reduce", game, "--replay", str(path)).exit_code == 0
    log = json.loads(path.read_text())
    path.write_text(json.dumps(log | {key: said}))
    result = run("reduce", game, "--replay", str(path))
    assert (result.exit_code, words in result.stderr) == (code, True)


def test_what_is_free_fits_the_terminal_after_a_check(monkeypatch):
    """Fractions of thirty digits, as cuts of three players have."""
    from sabot.cli.verbs import check

    monkeypatch.setattr(check, "terminal_width", lambda: 80)
    long = "442871092020861072256790213827/500000000000000000000000000001"
    plain = f"free to 2 after '1 enter, 2 double': any {long} of the hands from {long} to {long}"
    for line in (
        f"{plain} may look, the rest drop",
        f"free to 2 after '-': of the hands from {long} to {long} {long} as told look, the rest "
        f"drop; or all look with chance {long}; or between",
        "by what is free, each by itself, all are paid the same and none can gain more than 8e-31",
    ):
        shown = check._wrap_what_is_free(line)
        assert max(map(len, shown.split("\n"))) <= 80
        assert " ".join(shown.split()) == line
