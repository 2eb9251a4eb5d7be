"""Lookahead and Rosen's gradient: payoffs in floats, runs, options, traces."""

from fractions import Fraction as F
from itertools import pairwise

import pytest

import sabot
from sabot.api.lookahead import MethodOptions, run_method
from sabot.errors import FormError, NoMethodError
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.forms.smooth import project_ordered, project_shares
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.games.traffic_network import DAFERMOS, Sender, TrafficNetwork
from sabot.games.traffic_network.smooth import NetworkGame
from sabot.render.formats import render_document
from sabot.render.views.lookahead import method_trace_figure, method_trace_table
from sabot.solvers.continuous.smooth_payoffs import SmoothBetting, bluffing_shape, plain_shape
from sabot.solvers.lookahead import Lookahead

NUMBERS = [F(k * 37 % 101, 101) for k in range(1, 40)]


def _rising(game, numbers):
    """Return cuts that rise at every turn."""
    each = iter(numbers)
    return [
        float(cut)
        for low, high in game.places.values()
        for cut in sorted(next(each) for _ in range(low, high))
    ]


@pytest.mark.parametrize(("players", "free"), [(2, True), (3, True), (4, False)])
def test_payoffs_in_floats_are_the_exact_ones(players, free):
    form = blind_poker_form(F(287, 1000), free, players)
    game = SmoothBetting(form, bluffing_shape(form))
    point = _rising(game, NUMBERS[: len(game.names)] * 2)
    profile = game.profile(point)
    for seat in range(players):
        exact = threshold_payoff(form, profile, seat)
        assert game.payoff(seat, point) == pytest.approx(float(exact), abs=1e-8)


def test_cuts_that_are_kept_are_part_of_the_payoffs():
    form = blind_poker_form(F(1, 4), False, 2)
    kept = {"1: -": ThresholdRule((0, 1), (F(3, 5),))}
    game = SmoothBetting(form, plain_shape(form), kept)
    assert game.names == ("2: 1 enter (1)", "2: 1 enter (2)")
    exact = threshold_payoff(form, game.profile([0.5, 0.75]), 1)
    assert game.payoff(1, [0.5, 0.75]) == pytest.approx(float(exact), abs=1e-12)


def test_only_who_can_be_answered_may_bluff():
    shape = bluffing_shape(blind_poker_form(F(1, 4), True, 2))
    assert shape == {
        "1: -": (1, 0, 1),
        "2: 1 enter": (2, 0, 1, 2),
        "1: 1 enter, 2 double": (0, 1),
    }


def test_a_degree_more_asks_for_more_and_the_thesis_counts_nine_for_each_pair():
    form = blind_poker_form(F(287, 1000), True, 2)
    game = SmoothBetting(form, bluffing_shape(form))
    asked = []
    for degree in (0, 1, 2):
        ahead = Lookahead(game, degree)
        ahead.cycle([0.1, 0.2, 0.3, 0.1, 0.2, 0.3], 0.01)
        asked.append(ahead.evaluations)
    assert asked == [3 * 6, 3 * 6 * (1 + 9), 3 * 6 * (1 + 9 * (1 + 9))]


def test_the_first_to_move_can_be_chosen():
    one, two = (
        run_method("blind-poker", "lookahead", MethodOptions(order=order, least=0.05))
        for order in (("1", "2"), ("2", "1"))
    )
    assert [at.point for at in one.trace.steps] != [at.point for at in two.trace.steps]


def test_a_network_ends_at_the_flows_of_its_equilibrium():
    found = run_method("dafermos-network", "rosen", MethodOptions(step=1e-6))
    flow = NetworkGame(DAFERMOS).exact_flow(found.trace.point)
    exact = DAFERMOS.optimum("game")
    assert max(abs(a - b) for a, b in zip(flow, exact, strict=True)) < F(1, 100)
    assert max(found.judged.gains) < F(1, 10**6)


def test_shares_that_are_rounded_up_still_send_the_whole_amount():
    free = tuple((F(0),) * 4 for _ in range(4))
    network = TrafficNetwork(tuple("abcd"), free, (F(1),) * 4, (Sender("s", F(1), (0, 1, 2, 3)),))
    flow = NetworkGame(network).exact_flow([0.2500000006, 0.2500000006, 0.4999999988])
    assert sum(flow) == 1 and min(flow) == 0


def test_a_best_reply_on_the_roads_costs_no_more_than_any_other_division():
    flow = tuple(map(F, (50, 60, 40, 60, 30)))
    for sender in DAFERMOS.senders:
        best = DAFERMOS.best_reply(sender, flow)
        assert sum(best.values()) == sender.amount and min(best.values()) >= 0

        def cost(own, sender=sender):
            one = [own.get(road, amount) for road, amount in enumerate(flow)]
            return sum(DAFERMOS.costs(one)[road] for road in sender.roads)

        for a, b in pairwise(sender.roads):
            moved = {**best, a: best[a] + 1, b: best[b] - 1}
            assert cost(moved) > cost(best) < cost({**best, a: best[a] - 1, b: best[b] + 1})


def test_a_run_is_judged_by_the_exact_best_response_and_writes_its_trace():
    found = run_method("borel", "lookahead", MethodOptions(least=0.01))
    form = sabot.solve("borel").form
    cuts = {
        seat: {
            turn.view: [
                [str(end), turn.actions[action]]
                for end, action in zip((*rule.cuts, F(1)), rule.actions, strict=True)
            ]
            for turn in form.of(number)
            for rule in (found.judged.profile[f"{seat}: {turn.view}"],)
        }
        for number, seat in enumerate(found.judged.seats)
    }
    assert found.judged.gains == sabot.value("borel", cuts).gains != (0, 0)
    table = render_document(method_trace_table(found), "csv")
    assert len(table.splitlines()) == 1 + len(found.trace.steps)
    figure = method_trace_figure(found)
    assert [panel.title for panel in figure.panels][-1] == "left to gain, exact"
    document = found.to_json()
    assert document["schema"] == "sabot/value/1" and document["equilibrium"] is False
    assert document["search"]["evaluations"] == found.trace.evaluations


def test_projections_are_the_nearest_points():
    assert project_ordered([0.2, 0.2, -1.0]) == pytest.approx([0.0, 0.0, 0.0])
    assert project_ordered([0.9, 0.7, 0.8]) == pytest.approx([0.8, 0.8, 0.8])
    assert project_shares([0.9, 0.7, -1.0]) == pytest.approx([0.6, 0.4, 0.0])


@pytest.mark.parametrize(
    ("method", "options", "words"),
    [
        ("lookahead", {"degree": 4}, "degree 4"),
        ("lookahead", {"share": 1.0}, "share 1"),
        ("lookahead", {"step": 0.0}, "step 0"),
        ("lookahead", {"least": 0.5}, "least step 0.5"),
        ("lookahead", {"order": ("1", "1")}, "name every player once"),
        ("lookahead", {"start": (0.1, 0.2)}, "2 numbers to start with"),
        ("lookahead", {"start": (2.0,)}, "the start is not allowed"),
        ("lookahead", {"start": (float("nan"),)}, "not finite"),
        ("lookahead", {"cycles": 0}, "0 cycles"),
        ("rosen", {"degree": 2}, "for lookahead only"),
        ("newton", {}, "is not a method"),
    ],
)
def test_options_that_make_no_sense_are_refused(method, options, words):
    with pytest.raises(FormError, match=words):
        run_method("von-neumann", method, MethodOptions(**options))


def test_a_game_of_cards_has_nothing_to_move():
    with pytest.raises(NoMethodError, match="has none"):
        run_method("kuhn-poker")
