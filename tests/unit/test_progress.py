"""A watch sees what is done, and stops it: in every stage, and from any thread."""

import inspect
import random
import signal
import threading
import time

import pytest

import sabot
from sabot import papers
from sabot.errors import Interrupted
from sabot.progress import (
    Moment,
    Watch,
    WatchCancelled,
    is_cancelled,
    progress_scope,
    raise_if_cancelled,
    report_progress,
    run_interruptible_kernel,
    use_watch,
    without_watch,
)


def stopper(*stages, after=1):
    """Return a watch that says stop when a stage of this name comes for the *after*-th time."""
    count = 0

    def tell(moment):
        nonlocal count
        count += any(stage in str(moment) for stage in stages)
        if count == after:
            found.cancel()

    found = Watch(tell, every=0)
    return found


def stages(call):
    """Return the stages of a verb, in order, without repetitions."""
    seen = []
    call(Watch(lambda moment: seen.append(moment.stage), every=0))
    return [stage for n, stage in enumerate(seen) if not n or stage != seen[n - 1]]


# ---------------------------------------------------------------------- the watch itself


def test_without_a_watch_nothing_is_told_and_nothing_stops():
    report_progress("exact", 1, 2)
    raise_if_cancelled()
    with progress_scope("piece 1"):
        assert not is_cancelled()


def test_a_moment_says_what_is_done_and_how_much_of_it():
    assert str(Moment("exact")) == "exact"
    assert str(Moment("exploring", 12345, unit="nodes")) == "exploring, 12,345 nodes"
    dealing = Moment("dealing", 5, 1000, "hands", ("3 of 9",))
    assert str(dealing) == "3 of 9: dealing, 5 of 1,000 hands"


def test_a_stage_is_told_when_it_begins_and_then_now_and_then():
    seen = []
    with use_watch(Watch(seen.append, every=3600)):
        for turn in range(5):
            report_progress("exact", turn)
        report_progress("uniqueness")
        with progress_scope("piece 2"):
            report_progress("uniqueness")
    assert [str(moment) for moment in seen] == ["exact, 0", "uniqueness", "piece 2: uniqueness"]


def test_a_stop_is_heard_where_it_is_looked_for_and_is_an_error_outside():
    own = Watch()

    def work():
        with use_watch(own):
            report_progress("exact", 3, 7)
            own.cancel()
            assert is_cancelled()
            raise_if_cancelled()

    with pytest.raises(Interrupted, match=r"stopped while exact, 3 of 7"):
        work()


def test_inside_a_stop_is_what_ctrl_c_is():
    own = Watch()
    own.cancel()
    with use_watch(own), pytest.raises(KeyboardInterrupt) as stop:
        report_progress("exact")
    assert isinstance(stop.value, WatchCancelled)
    assert stop.value.moment.stage == "exact"


def test_what_keeps_the_work_of_a_stopped_verb_is_not_stopped_again():
    own = Watch()
    own.cancel()
    with use_watch(own):
        with without_watch():
            report_progress("exact")
        assert is_cancelled()


def test_a_verb_without_a_watch_is_seen_by_the_one_around_it():
    seen = []
    with use_watch(Watch(lambda moment: seen.append(moment.stage))):
        sabot.solve("kuhn-poker")
    assert "exact" in seen


# ---------------------------------------------------------------------- stages


def test_a_solve_tells_its_stages_in_order():
    found = stages(lambda own: sabot.solve("kuhn-poker", watch=own))
    assert found == ["exploring", "guessing", "exact", "uniqueness", "writing the certificate"]


def test_exploring_tells_how_many_nodes_there_are():
    seen = []
    sabot.solve("kuhn-poker", watch=Watch(seen.append, every=0))
    counts = [moment.done for moment in seen if moment.stage == "exploring"]
    assert counts == sorted(counts)
    assert counts[-1] == 58


@pytest.mark.parametrize("stage", ["exploring", "guessing", "exact", "uniqueness"])
@pytest.mark.parametrize("game", ["kuhn-poker", "leduc-poker"])
def test_a_solve_is_stopped_in_every_stage(game, stage):
    with pytest.raises(Interrupted, match=f"stopped while {stage}"):
        sabot.solve(game, watch=stopper(stage))
    assert sabot.solve(game).value  # and the next one is none the worse for it


def test_a_matrix_is_stopped_between_pivots_of_the_guess():
    rows = [[(7 * i * j + i * i + 3 * j) % 11 for j in range(12)] for i in range(12)]
    with pytest.raises(Interrupted, match="stopped while guessing, 2 pivots"):
        sabot.solve(rows, watch=stopper("guessing, 2"))


def test_exact_pivots_are_stopped_too():
    tiny = [[10**40, 1, 0], [1, 10**40 + 1, 1], [0, 1, 10**40]]
    from sabot.forms.sequence import MatrixForm
    from sabot.solvers.lp.exact_simplex import solve_program
    from sabot.solvers.lp.program import DenseMatrix, LinearProgram, LPBasis
    from sabot.solvers.zero_sum.matrix_game import make_payoffs_positive

    payoffs, _ = make_payoffs_positive(MatrixForm.of(tiny))
    program = LinearProgram(DenseMatrix(payoffs), [1] * 3, [1] * 3)
    raised = pytest.raises(Interrupted, match="stopped while exact, 1 pivots")
    with raised, use_watch(stopper("exact, 1")):
        solve_program(program, LPBasis((), ()))


def test_highs_hears_a_stop_while_it_works(monkeypatch):
    from sabot.solvers.lp import highs

    own, asked = Watch(), []
    hear = is_cancelled

    def stopping():
        asked.append(1)
        if len(asked) == 20:
            own.cancel()
        return hear()

    monkeypatch.setattr(highs, "is_cancelled", stopping)
    monkeypatch.setattr(highs, "_HEARS_FROM", 0)
    with pytest.raises(Interrupted, match="stopped while guessing"):
        sabot.solve("leduc-poker", watch=own)
    assert len(asked) < 40  # the four hundred iterations of a whole run were not made
    monkeypatch.undo()
    assert sabot.solve("leduc-poker").unique is not None


def test_the_interior_point_of_highs_hears_ctrl_c(monkeypatch):
    from sabot.solvers import correlated
    from sabot.solvers.lp import highs

    asked = 0

    def pressing():
        nonlocal asked
        asked += 1
        if asked == 5:
            signal.raise_signal(signal.SIGINT)
        if asked >= 5:
            time.sleep(0.01)  # longer than an iteration, so that the main thread has its turn
        return False

    monkeypatch.setattr(correlated, "guess_support", lambda *_: None)
    dice = random.Random(1)
    one, two = ([[dice.randrange(99) for _ in range(25)] for _ in range(25)] for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(highs, "is_cancelled", pressing)
        with pytest.raises(KeyboardInterrupt):
            sabot.correlated(one, two, objective="sum", extreme="worst", nash=False)
    assert 5 <= asked < 200  # the thousands of a whole run were not made
    assert sabot.correlated(one, two, objective="sum", extreme="worst", nash=False).extremes


def test_the_compiled_tableau_in_pieces_is_the_plain_one(monkeypatch):
    import numpy as np

    from sabot.solvers.lp import dense_simplex

    table = np.random.default_rng(5).integers(1, 1000, (40, 50)) / 1000
    plain = dense_simplex.guess_basis(table, np.ones(40), np.ones(50))
    monkeypatch.setattr(dense_simplex, "_compiles", lambda *shape: True)
    monkeypatch.setattr(dense_simplex, "_FIRST_PIVOTS", 0)
    monkeypatch.setattr(dense_simplex, "_PIECE", 0)
    assert dense_simplex.guess_basis(table, np.ones(40), np.ones(50)) == plain
    raised = pytest.raises(Interrupted, match="stopped while guessing, 8 pivots")
    with raised, use_watch(stopper("guessing, 8")):
        dense_simplex.guess_basis(table, np.ones(40), np.ones(50))


def test_enumeration_is_stopped():
    found = sabot.equilibria("kuhn-poker", watch=stopper("enumerating", after=2))
    assert not found.complete
    assert found.counts == {"first": 1, "second": 1}  # one optimal strategy each is kept


def test_dominance_is_stopped():
    game = "le-her(ranks=5, strategies=threshold)"
    with pytest.raises(Interrupted, match="stopped while trying to dominate"):
        sabot.reduce([[3, 0], [0, 3], [1, 1]], watch=stopper("dominate"))
    assert sabot.reduce(game).left


def test_judging_is_stopped():
    with pytest.raises(Interrupted, match="stopped while"):
        sabot.value("kuhn-poker", "optimal", watch=stopper("exact"))


def test_checking_is_stopped():
    solution = sabot.solve("kuhn-poker")
    with pytest.raises(Interrupted, match="stopped while checking"):
        sabot.check(solution, watch=stopper("checking"))


def test_comparing_with_the_rules_is_stopped():
    solution = sabot.solve("kuhn-poker")
    with pytest.raises(Interrupted, match="stopped while comparing with the rules"):
        sabot.check(solution, rules=True, watch=stopper("comparing"))


def test_a_figure_and_a_source_are_stopped():
    with pytest.raises(Interrupted, match="stopped while exact"):
        sabot.plot("le-her(ranks=4)", watch=stopper("exact"))
    with pytest.raises(Interrupted, match="stopped while regenerating"):
        papers.run("foster-1964", "fingers", watch=stopper("regenerating"))


def test_every_long_verb_takes_a_watch():
    words = {name for name, home in sabot._HOME.items() if home.startswith(("api.", "plotting"))}
    verbs = {name for name in words if name.islower()}
    assert verbs >= {"solve", "prove", "check", "equilibria", "reduce", "sweep", "plot"}
    for name in verbs:
        assert "watch" in inspect.signature(getattr(sabot, name)).parameters, name


def test_the_checker_is_stopped_in_its_midst(monkeypatch):
    from sabot.api import checking

    own, ended = Watch(), []

    def endless(source, *_):
        try:
            own.cancel()
            while True:
                pass
        finally:
            ended.append("nobody is left at work")

    monkeypatch.setattr(checking, "check_document", endless)
    with pytest.raises(Interrupted, match="stopped while checking"):
        sabot.check({}, watch=own)
    assert ended


def test_what_the_checker_says_under_a_watch_is_what_it_says():
    with pytest.raises(sabot.FileError):
        sabot.check({}, watch=Watch())
    assert sabot.check(sabot.solve("kuhn-poker"), watch=Watch()) == sabot.solve("kuhn-poker").value


# ---------------------------------------------------------------------- what is done is kept


def test_a_proof_that_is_stopped_is_a_theorem_on_a_shorter_range():
    from sabot.results.parametric import ProofInterrupted

    with pytest.raises(ProofInterrupted) as stop:
        sabot.prove("le-her(ranks=4, suits=*)", watch=stopper("piece 2, suits = 2"))
    assert [(piece["from"], piece["to"]) for piece in stop.value.proof.pieces] == [(1, 1)]
    assert sabot.check(stop.value.proof)


@pytest.mark.parametrize("stage", ["covering, 2 pieces", "breakpoints, 1 of", "breakpoints, 2 of"])
def test_a_stopped_proof_on_all_equilibria_is_a_theorem_on_a_shorter_range(stage):
    from sabot.results.parametric import ProofInterrupted

    game = [[("t", "1"), ("0", "0")], [("1", "t-2"), ("2-t", "3-t")]]
    every = sabot.prove(game).pieces
    with pytest.raises(ProofInterrupted) as stop:
        sabot.prove(game, watch=stopper(stage))
    pieces = stop.value.proof.pieces
    assert 0 < len(pieces) < len(every)
    assert [piece.extent for piece in pieces] == [piece.extent for piece in every][: len(pieces)]
    sabot.check(stop.value.proof)


def test_a_proof_that_is_stopped_at_once_keeps_nothing():
    from sabot.results.parametric import ProofInterrupted

    with pytest.raises(ProofInterrupted) as stop:
        sabot.prove("le-her(ranks=4, suits=*)", watch=stopper("piece 1"))
    assert stop.value.proof is None
    assert isinstance(stop.value, sabot.Interrupted)
    assert str(stop.value) == "interrupted; there is nothing to keep yet"


def test_a_proof_tells_the_piece_it_is_at():
    seen = []
    sabot.prove("le-her(ranks=4, suits=*)", watch=Watch(lambda m: seen.append(str(m)), every=0))
    assert "proving piece 1, suits = 1: exact" in seen
    assert "proving piece 2, suits = 2" in seen


def test_an_interval_that_is_stopped_is_the_best_so_far():
    found = sabot.approximate("kuhn-poker", gap="1/10000000", watch=stopper("bounding", after=4))
    assert found.found.stopped
    assert found.low < sabot.solve("kuhn-poker").value < found.high


def test_a_sweep_that_is_stopped_has_given_its_rows():
    rows = []

    def work():
        for row in sabot.sweep("le-her(ranks=2..10, suits=1)", watch=stopper("3 of 9")):
            rows.append(row)
            assert not is_cancelled()  # the watch sees nothing of what is done here

    with pytest.raises(Interrupted, match="3 of 9"):
        work()
    assert [str(row.value) for row in rows] == ["0", "1/3"]


def test_a_simulation_that_is_stopped_has_its_hands():
    from sabot.analysis.simulation import SimulationInterrupted

    with pytest.raises(SimulationInterrupted) as stop:
        sabot.simulate("kuhn-poker", hands=1000, watch=stopper("dealing, 25 of 1,000 hands"))
    assert stop.value.partial.hands == 25


# ---------------------------------------------------------------------- other threads


def test_a_solve_in_a_thread_is_stopped_from_another():
    at_work, go_on, ends = threading.Event(), threading.Event(), []

    def tell(moment):
        if moment.stage == "guessing":
            at_work.set()
            assert go_on.wait(300)

    own = Watch(tell)

    def work():
        try:
            sabot.solve("leduc-poker", watch=own)
        except Interrupted as stop:
            ends.append(str(stop))

    worker = threading.Thread(target=work)
    worker.start()
    assert at_work.wait(300)
    own.cancel()
    go_on.set()
    worker.join(300)
    assert ends == ["stopped while guessing"]
    assert own.moment == Moment("guessing")


def test_a_stop_reaches_no_other_thread():
    own = Watch()
    own.cancel()
    values = []
    worker = threading.Thread(target=lambda: values.append(sabot.solve("kuhn-poker").value))
    with use_watch(own):
        worker.start()
        worker.join(300)
    assert values == [sabot.solve("kuhn-poker").value]


def test_who_waits_for_workers_hears_a_stop():
    from concurrent.futures import Executor, Future

    own = Watch()

    class Idle(Executor):
        def submit(self, work, /, *args, **kwargs):
            own.cancel()
            return Future()  # that nobody works on

    with pytest.raises(Interrupted):
        list(sabot.sweep("le-her(ranks=2..4)", executor=Idle(), watch=own))


# ---------------------------------------------------------------------- whist


def test_a_search_aside_is_stopped():
    own, halt = Watch(), [0]

    def work():
        own.cancel()
        while not halt[0]:
            pass
        return 1

    with pytest.raises(Interrupted, match="stopped"), use_watch(own):
        run_interruptible_kernel(work, halt)
    assert halt == [1]


def test_ctrl_c_is_heard_during_a_search_aside_which_then_ends():
    halt, ended = [0], []

    def work():
        while not halt[0]:
            time.sleep(0.001)
        time.sleep(0.05)
        ended.append(True)

    threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        run_interruptible_kernel(work, halt)
    assert ended


def test_a_fault_of_a_search_aside_is_raised():
    def work():
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        run_interruptible_kernel(work, [0])


def test_a_table_of_all_deals_is_stopped_between_its_parts(monkeypatch):
    from sabot.games.whist import minimax

    whole = minimax.values_of_all_deals(4)
    monkeypatch.setattr(minimax, "_LAYER_PART", 7)
    assert (minimax.values_of_all_deals(4).west_lead == whole.west_lead).all()
    raised = pytest.raises(Interrupted, match="deals of 4 cards per hand, 14 of 70")
    with raised, use_watch(stopper("deals of 4 cards per hand, 14")):
        minimax.values_of_all_deals(4)


def test_counting_all_deals_is_stopped(monkeypatch):
    from sabot.games.whist import batch

    whole = batch.count_invariants(5)
    monkeypatch.setattr(batch, "_STOPPABLE_FROM", 1)
    assert batch.count_invariants(5) == whole
    with pytest.raises(Interrupted, match="counting 252 deals"), use_watch(stopper("counting 252")):
        batch.count_invariants(5)


def test_looking_for_a_puzzle_is_stopped():
    from sabot.games.whist.puzzle import find_puzzle

    with pytest.raises(Interrupted, match="looking"), use_watch(stopper("looking for a puzzle, 1")):
        find_puzzle("not-normal", n=6, seed=1)


def test_a_deal_is_stopped_while_its_uniqueness_is_looked_at():
    with pytest.raises(Interrupted, match="stopped while uniqueness"):
        sabot.solve("whist(deal=KQ10/AJ9, lead=W)", watch=stopper("uniqueness"))


def test_a_stop_is_no_answer_on_a_game_for_three():
    """That no equilibrium was found is said of a search that came to its end."""
    game = "kuhn-poker(players=3, ranks=6)"
    with pytest.raises(Interrupted, match="stopped while learning"):
        sabot.solve(game, watch=stopper("learning", after=2))
    found = sabot.approximate(game, gap=0, watch=stopper("learning", after=2))
    assert found.ended == "stopped"  # who asks for a profile has the best so far


def test_counting_and_all_cases_are_told_and_stopped():
    game = "baccara(model=A1, commission=1/20)"
    seen = stages(lambda watch: sabot.equilibria(game, watch=watch))
    assert seen[:3] == ["counting", "comparing choices", "going through the cases"]
    with pytest.raises(Interrupted, match="stopped while going through the cases, 3 cases"):
        sabot.equilibria(game, watch=stopper("the cases", after=4))


def test_a_deal_tells_what_is_done_with_it():
    seen = stages(lambda watch: sabot.solve("whist(n=2000, seed=3)", watch=watch))
    assert seen[:3] == ["counting tricks", "pricing the cards", "playing the deal out"]
