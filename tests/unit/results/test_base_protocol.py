"""One protocol for all results: a document, read back as the same; five ways to be written."""

import inspect
import json
import pkgutil
import sys
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from tests.schema import faults, page_of

import sabot
from sabot import papers
from sabot.analysis.sweep import Row, SweepItem, solve_item
from sabot.cli.program import cli
from sabot.game_rules.private_hands import private_hands_of
from sabot.games.poker.five_card_draw.tournament import run_tournament
from sabot.papers import Report
from sabot.render.formats import TABLE_FORMATS
from sabot.results.base import Result
from sabot.results.equity import equity
from sabot.results.private_hands import PrivateHandsInterval
from sabot.solvers.private_hands import run_private_hands

PAIRS = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
CUTS = {"1": {"-": [["1/2", "low"], ["1", "high"]]}}
BOTH = {"Player": "casino", "Banker": "casino"}


def private_hands_interval(game):
    """Return bounds for the value of a game with private hands."""
    form = private_hands_of(sabot.load(game))
    found = run_private_hands(form, gap=Fraction(1, 100))
    return PrivateHandsInterval.of(str(sabot.load(game)), form, found)


FOUND = {
    "solution": lambda: sabot.solve("le-her(ranks=4, suits=2)"),
    "solution of a deal": lambda: sabot.solve("whist(deal=KQ10/AJ9, lead=W)"),
    "solution, not zero-sum": lambda: sabot.solve(PAIRS),
    "strategy": lambda: sabot.solve("kuhn-poker")["first"],
    "equilibrium on real hands": lambda: sabot.solve("von-neumann"),
    "equilibrium with a bound": lambda: sabot.solve("blind-poker(players=3)"),
    "equilibrium of three": lambda: sabot.solve("kuhn-poker(players=3)"),
    "flows": lambda: sabot.solve("dafermos-network"),
    "interval": lambda: sabot.approximate("kuhn-poker", gap="1/10"),
    "profile": lambda: sabot.approximate("kuhn-poker(players=3)", gap="1/10"),
    "theorem": lambda: sabot.prove("le-her(ranks=3, suits=*)"),
    "theorem on real hands": lambda: sabot.prove("von-neumann(B=*)", low=1, high=2),
    "theorem on all equilibria": lambda: sabot.prove("baccara(model=A1, commission=*)"),
    "optimal strategies": lambda: sabot.equilibria("kuhn-poker"),
    "all equilibria": lambda: sabot.equilibria(PAIRS),
    "all equilibria of choices": lambda: sabot.equilibria("baccara(model=A1, commission=1/20)"),
    "correlated equilibria": lambda: sabot.correlated(PAIRS, vertices=True),
    "properties": lambda: sabot.properties(PAIRS),
    "a theorem on all equilibria of a matrix": lambda: sabot.prove(
        [["t", 0], [0, 1]], [[1, 0], [0, 2]]
    ),
    "an interval with private hands": lambda: private_hands_interval("kuhn-poker(ranks=20)"),
    "all equilibria with indices": lambda: sabot.equilibria(PAIRS, index=True),
    "refined equilibria": lambda: sabot.equilibria(PAIRS, refine="perfect"),
    "pure equilibria": lambda: sabot.equilibria(three(), pure=True),
    "all equilibria for three": lambda: sabot.equilibria(three()),
    "reduction": lambda: sabot.reduce("le-her(strategies=threshold)"),
    "choices sorted": lambda: sabot.reduce("baccara(model=B1, decks=6)"),
    "reduction of numbers": lambda: sabot.reduce([["1/3", 2], [0, 1]]),
    "reduction in thirds": lambda: sabot.reduce([[3, 0], [0, 3], [1, 1]]),
    "report": lambda: sabot.report("kuhn-poker"),
    "reports compared": lambda: sabot.report("kuhn-poker", vary="bet=1|2"),
    "simulation": lambda: sabot.simulate("kuhn-poker", hands=30, seed=2),
    "simulation of one hand": lambda: sabot.simulate("kuhn-poker", hands=1, seed=2),
    "simulation of a deal": lambda: sabot.simulate("whist(n=3, seed=1)", hands=9, seed=2),
    "simulation by seat": lambda: sabot.simulate("blind-poker(players=3)", hands=30, seed=2),
    "simulation of pairs": lambda: sabot.simulate("matrix([[2|1,0|0],[0|0,1|2]])", hands=9),
    "simulation of players": lambda: sabot.simulate("draw-poker(players=2)", hands=9, seed=2),
    "one seat's simulation": lambda: sabot.simulate("von-neumann", hands=30, seed=2).of(1),
    "judgement": lambda: sabot.value("baccara(model=A1)", "casino"),
    "judgement of one seat": lambda: sabot.value("baccara(model=A1)", {"Player": {"5": "stand"}}),
    "judgement by seat": lambda: sabot.value("baccara(model=A1, commission=1/20)", "casino"),
    "judgement on real hands": lambda: sabot.value("von-neumann", "optimal"),
    "judgement of cuts": lambda: sabot.value("von-neumann", CUTS),
    "judgement with a bound": lambda: sabot.value("blind-poker(players=3)", "optimal"),
    "sweep": lambda: sabot.sweep("le-her(ranks=2..3)"),
    "row": lambda: next(sabot.sweep("le-her(ranks=3)")),
    "row of real hands": lambda: next(sabot.sweep("blind-poker(players=2)")),
    "row with bets": lambda: next(sabot.sweep("baccara(model=A1)", BOTH, bets={})),
    "row of an error": lambda: solve_item(SweepItem("baccara(shoe=[5,0,0,0,0,0,0,0,0,0])")),
    "judgement of private hands": lambda: sabot.value(
        "kuhn-poker(ranks=400)", {"second": {"rest": "pass", "*,bet": "fold"}}
    ),
    "hand": lambda: sabot.hand("AsKdQhJc9s"),
    "equity": lambda: equity("AA", "KK", "Ah8c5s2cKd"),
    "tournament": lambda: run_tournament(["thesis", "random"], hands=20, seed=1),
    "numbers of a figure": lambda: sabot.plot("foster-1964", "fig-3").numbers,
    "paper": lambda: papers.run("foster-1964", "fingers"),
}


def three():
    """Return a game of three who each choose once."""

    @sabot.rules(name="three", seats=("one", "two", "three"))
    def told(table):
        picked = [table.ask(seat, ("left", "right")) for seat in table.seats]
        table.pay({seat: picked.count(own) for seat, own in zip(table.seats, picked, strict=True)})

    return told()


UNTOLD = {"row", "row of real hands", "row with bets", "row of an error"}
"""Lines of a file say nothing of themselves: `sabot table` shows them as a sweep."""


@pytest.fixture(scope="module")
def results():
    made = {}

    def made_once(kind):
        if kind not in made:
            made[kind] = FOUND[kind]()
        return made[kind]

    return made_once


def kinds(base=Result):
    """Return every class of results that can be made, in whatever room it is told."""
    for one in base.__subclasses__():
        if not inspect.isabstract(one) and one.__module__.startswith("sabot."):
            yield one
        yield from kinds(one)


def test_every_class_of_results_is_tried_here(results):
    for module in pkgutil.walk_packages(sabot.__path__, "sabot."):
        if "__main__" not in module.name:
            import_module(module.name)
    tried = {type(results(kind)) for kind in FOUND}
    assert {one.__name__ for one in kinds()} == {one.__name__ for one in tried}


def test_every_verb_that_returns_results_is_tried_here(results):
    words = {"solve", "prove", "approximate", "reduce", "equilibria", "simulate", "value", "sweep"}
    words |= {"report", "correlated", "properties"}
    public = {name for name, home in sabot._HOME.items() if home.startswith("api.")}
    # check returns what a result proves, the other a stream of parts of a result
    assert public == words | {"check", "iter_equilibria"}
    source = inspect.getsource(inspect.getmodule(test_every_class_of_results_is_tried_here))
    for verb in words | {"hand"}:
        assert f"sabot.{verb}(" in source.split("UNTOLD =")[0], verb


@pytest.mark.parametrize("kind", FOUND)
def test_a_document_is_read_back_as_what_was_written(kind, results):
    found = results(kind)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    again = type(found).from_json(told)
    assert again.to_json() == found.to_json()
    if isinstance(found, sabot.Solution) and found.perfect:
        found = replace(found, perfect=False)  # only the solver says so, no file
    if isinstance(found, sabot.CorrelatedEquilibria):
        found = replace(found, nash=None)  # computed beside, in no file
    if isinstance(found, sabot.RefinedEquilibria):
        found = replace(found, listed=False)  # no file proves a list complete
    if isinstance(found, sabot.NPlayerEquilibria):
        found = replace(found, symmetry=None)  # computed beside, in no file
    assert str(again) == str(found)
    for form in TABLE_FORMATS:
        assert getattr(again, f"to_{form}")() == getattr(found, f"to_{form}")(), form


@pytest.mark.parametrize("kind", sorted(set(FOUND) - {"sweep"}))  # a sweep goes on: it has no hash
def test_equal_results_have_equal_hashes(kind, results):
    found = results(kind)
    again = type(found).from_json(json.loads(json.dumps(found.to_json())))
    assert hash(found) == hash(replace(found))
    assert found != again or hash(found) == hash(again)
    assert {found: 1}[replace(found)] == 1


@pytest.mark.parametrize("kind", FOUND)
def test_every_result_is_an_array_of_latex_and_a_frame(kind, results, monkeypatch):
    found = results(kind)
    shown = found._repr_latex_()
    assert shown.count("begin{array}") == shown.count("end{array}") == shown.count("$") // 2
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(sabot.NoMethodError, match="to_frame\\(\\) needs pandas"):
        found.to_frame()
    made = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", made)
    rows, columns = found.to_frame()
    assert columns is None or {len(row) for row in rows} <= {len(columns)}


@pytest.mark.parametrize("kind", FOUND)
def test_a_document_is_of_its_schema(kind, results):
    told = json.loads(json.dumps(results(kind).to_json()))
    page = page_of(told["schema"]) if "schema" in told else "sweep-row-1.json"
    assert faults(told, page) == []


@pytest.mark.parametrize("kind", FOUND)
def test_every_result_is_written_in_five_ways(kind, results):
    found = results(kind)
    texts = [str(found), *(getattr(found, f"to_{form}")() for form in TABLE_FORMATS)]
    assert all(text.strip() for text in texts) and len(set(texts)) > 3
    assert found._repr_html_() == found.to_html() and found.to_html().startswith("<")


@pytest.mark.parametrize("kind", FOUND)
def test_what_is_saved_is_loaded_by_its_class_and_by_any(kind, results, tmp_path):
    found, file = results(kind), tmp_path / "found.json"
    found.save(file)
    assert type(found).load(file).to_json() == found.to_json()
    if not isinstance(found, Report):  # a paper is no verb of the library
        assert type(Result.load(file)) is type(found)


@pytest.mark.parametrize("kind", [kind for kind in FOUND if kind not in UNTOLD])
def test_the_table_of_a_file_is_read_in_every_form(kind, results, tmp_path):
    found, file = results(kind), str(tmp_path / "found.json")
    found.save(file)
    for form in TABLE_FORMATS:
        told = CliRunner().invoke(cli, ["table", file, f"--{form}"])
        assert told.exit_code == 0 and told.stdout.strip(), (form, told.stderr)
    shown = CliRunner().invoke(cli, ["table", file], env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.stderr
    for verb in ("check", "plot"):  # what they have no use for they say in one line
        told = CliRunner().invoke(cli, [verb, file])
        assert told.exit_code in (0, 3), (verb, told.stderr)
        assert (told.exit_code == 0) is not (file in told.stderr), (verb, told.stderr)


def test_equal_results_are_equal_after_a_file(results):
    """Where a document holds all of a result; a judgement's has no strategies."""
    for kind in ("solution", "reduction", "reduction of numbers", "simulation", "interval", "row"):
        found = results(kind)
        assert type(found).from_json(json.loads(json.dumps(found.to_json()))) == found, kind


def test_a_file_of_another_kind_is_refused_by_name(results, tmp_path):
    file = tmp_path / "found.json"
    results("simulation").save(file)
    with pytest.raises(sabot.FileError, match="not a saved solution: it holds a simulation"):
        sabot.Solution.load(file)
    results("theorem").save(file)
    with pytest.raises(sabot.FileError, match="not a saved approximation: it holds a theorem"):
        sabot.Approximation.load(file)
    file.write_text('{"schema": "sabot/simulation/1"}', encoding="utf-8")
    with pytest.raises(sabot.FileError, match="not a saved simulation: 'seats'"):
        Result.load(file)


def test_a_forged_file_is_not_loaded(results, tmp_path):
    file = tmp_path / "found.json"
    proved = [kind for kind in FOUND if results(kind).document is not None]
    assert {"interval", "profile", "pure equilibria", "theorem", "all equilibria"} <= set(proved)
    for kind in proved:
        told = json.loads(json.dumps(results(kind).to_json()))
        told["game"] = "kuhn-poker(ranks=9)"
        file.write_text(json.dumps(told), encoding="utf-8")
        with pytest.raises(sabot.SabotError):
            Result.load(file)
        for form in ("", "--latex", "--csv"):  # nor shown as if it were proved
            result = CliRunner().invoke(cli, ["table", str(file), *form.split()])
            assert result.exit_code == 1 and result.stdout == "", kind


def test_an_older_log_without_payoffs_says_what_to_do(results, tmp_path):
    told, file = results("reduction").to_json(), tmp_path / "log.json"
    del told["start"]
    file.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(sabot.FileError, match="reduce the game again"):
        sabot.Reduction.load(file)
    assert CliRunner().invoke(cli, ["table", str(file)]).exit_code == 0


def test_a_simulation_in_a_file_is_what_the_command_line_prints(tmp_path):
    words = ["simulate", "kuhn-poker", "--hands", "9", "--seed", "3", "--json"]
    told = json.loads(CliRunner().invoke(cli, words).stdout)
    found = sabot.simulate("kuhn-poker", hands=9, seed=3)
    assert told | {"seconds": 0.0, "value": None} == found.to_json() | {"value": None}
    assert replace(found, asked=12).to_json()["complete"] is False


def test_a_row_is_known_by_what_it_lacks(results):
    assert type(Row.from_json(results("row").to_json())) is Row


def test_a_judgement_says_whose_strategies_they_are():
    named = sabot.value("kuhn-poker", "optimal")
    assert named.sources == {"first": "optimal", "second": "optimal"}
    assert "by optimal" in str(named) and "by you" not in str(named)
    mixed = sabot.value("baccara(model=A1)", {"Player": {"5": "stand"}, "Banker": "casino"})
    assert "by you" in str(mixed) and "by casino" in str(mixed)
    assert mixed.to_json()["sources"] == {"Player": "you", "Banker": "casino"}
    assert "by a solution" in str(sabot.value("kuhn-poker", sabot.solve("kuhn-poker")))
    cuts = str(sabot.value("von-neumann", {"1": {"-": [["1/2", "low"], ["1", "high"]]}}))
    assert [line.split()[:2] for line in cuts.splitlines()[3:5]] == [["1", "you"], ["2", "optimal"]]
