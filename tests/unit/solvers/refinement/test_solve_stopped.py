"""Refined equilibria of a tree whose equilibria take long to list: what is found soon, and kept."""

import json

import pytest
from click.testing import CliRunner
from tests.unit.solvers.refinement import classical

import sabot
from sabot import certify
from sabot.api.correlated import correlated
from sabot.cli import long_search
from sabot.cli.program import cli
from sabot.progress import TimeLimitReached, Watch, report_progress
from sabot.solvers.nplayer_nash import solve as nplayer_nash
from sabot.solvers.refinement import trembles

CANDIDATES = "pure candidates"
REFINEMENTS = ["subgame-perfect", "sequential", "quasi-perfect", "extensive-form-perfect"]


@pytest.fixture
def ties(tmp_path):
    path = tmp_path / "ties.efg"
    path.write_text(classical.MANY_TIES)
    return str(path)


def raising(fault):
    def list_nplayer_equilibria(*given, **more):
        report_progress("cutting the strategy space")
        raise fault

    return list_nplayer_equilibria


def list_ends_with(fault, monkeypatch):
    monkeypatch.setattr(nplayer_nash, "list_nplayer_equilibria", raising(fault))


@pytest.mark.parametrize("refinement", [*REFINEMENTS, "perfect"])
def test_one_equilibrium_is_found_without_the_list_of_all(ties, refinement, monkeypatch):
    list_ends_with(AssertionError, monkeypatch)
    found = sabot.solve(ties, refine=refinement)
    assert found.count == 1 and not found.stopped
    certify.check(found.to_json())


def test_a_mixed_equilibrium_is_returned_when_the_list_has_met_it(monkeypatch):
    """The two who guess pennies have no pure equilibrium; the rest of the search is not made."""
    game = [[[(a == b, a != b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    game = [[[tuple(map(int, paid)) for paid in row] for row in table] for table in game]
    ended = []
    whole = nplayer_nash.list_nplayer_equilibria
    monkeypatch.setattr(
        nplayer_nash,
        "list_nplayer_equilibria",
        lambda *own, **more: ended.append(whole(*own, **more)) or ended[-1],
    )
    for refinement in ("perfect", "undominated"):
        found = sabot.solve(game, refine=refinement)
        assert found.count == 1 and not ended
        certify.check(found.to_json())


@pytest.mark.parametrize("refinement", REFINEMENTS)
@pytest.mark.parametrize("stop", [KeyboardInterrupt(), TimeLimitReached(None, 5)])
def test_a_list_that_is_stopped_keeps_what_is_proved(ties, refinement, stop, monkeypatch):
    list_ends_with(stop, monkeypatch)
    found = sabot.equilibria(ties, refine=refinement)
    assert found.count >= 2 and found.complete is False
    assert found.stopped == ("stopped" if type(stop) is KeyboardInterrupt else "stopped after 5 s")
    assert found.open[0].startswith(found.stopped)
    assert found.to_json()["method"].endswith(f"{found.stopped}: the list is not complete")
    certify.check(found.to_json())


def test_a_list_that_is_stopped_before_anything_is_proved_is_an_interrupt(monkeypatch):
    list_ends_with(KeyboardInterrupt, monkeypatch)
    game = [[[(int(a == b), int(a != b), c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    with pytest.raises(KeyboardInterrupt):
        sabot.equilibria(game, refine="perfect")


def test_a_watch_ends_the_search_for_beliefs(ties):
    """It is cancelled at the third candidate: two are proved by then."""
    watch = Watch(
        lambda at: watch.cancel() if at.done == 3 and at.unit == CANDIDATES else None, every=0
    )
    found = sabot.equilibria(ties, refine="sequential", watch=watch)
    assert watch.moment.stage == "looking for beliefs"
    assert found.stopped == "stopped" and found.count >= 1


def test_a_stop_has_its_exit_code_and_the_search_is_announced(ties, tmp_path, monkeypatch):
    list_ends_with(KeyboardInterrupt, monkeypatch)
    monkeypatch.setattr(long_search, "SHORT_SEARCH", 0)
    saved = tmp_path / "found.json"
    run = CliRunner().invoke(cli, ["equilibria", ties, "--refine", "sequential", "-o", str(saved)])
    assert run.exit_code == 4
    assert "candidates are all Nash equilibria; 6 free probabilities: up to about" in run.stderr
    assert "stopped; the list is not complete" in run.stderr
    assert certify.check(json.loads(saved.read_text())).words.startswith("proved: ")


def test_a_timed_list_is_not_announced_and_says_that_it_is_not_complete(ties, monkeypatch):
    list_ends_with(TimeLimitReached(None, 5), monkeypatch)
    monkeypatch.setattr(long_search, "SHORT_SEARCH", 0)
    asked = ["equilibria", ties, "--refine", "subgame-perfect", "--seconds", "5"]
    run = CliRunner().invoke(cli, asked)
    assert run.exit_code == 0 and "free probabilities" not in run.stderr
    assert "stopped after 5 s; the list is not complete" in run.stderr


def test_the_prices_beside_correlated_equilibria_are_bounded_and_say_so(ties, monkeypatch):
    monkeypatch.setattr(nplayer_nash, "most_cells_of", lambda form, numbers: 50)
    found = correlated(ties, objective="sum", extreme="best")
    assert found.nash.pure
    assert "pure ones only: the search for all was given up after about 50 cells" in str(found)
    list_ends_with(KeyboardInterrupt, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        correlated(ties, objective="sum", extreme="best")


def test_a_check_of_a_large_tree_is_made_where_a_stop_ends_it(monkeypatch):
    game = [[[(a, b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    made = []
    monkeypatch.setattr(trembles, "_SMALL_TREE", 1)
    monkeypatch.setattr(
        trembles, "run_interruptible_python", lambda work: made.append(work) or work()
    )
    assert sabot.solve(game, refine="perfect").count == 1
    assert len(made) == 1
