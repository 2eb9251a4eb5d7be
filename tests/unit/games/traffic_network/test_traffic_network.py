"""Networks with quadratic costs: exact optima, what they must satisfy, and files that are wrong."""

import json
import re
from fractions import Fraction as F
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.errors import FileError, FormError, GameStringError, NoMethodError, SabotError
from sabot.games.traffic_network import (
    DAFERMOS,
    SOLUTION_CONCEPTS,
    NetworkFlows,
    Sender,
    TrafficNetwork,
)
from sabot.games.traffic_network.family import DafermosNetwork, parse_network
from sabot.render.figures.panels import BarPanel
from sabot.sources.risticz_1973.chapters_5_to_7 import COUNTEREXAMPLE_NETWORK, total_cost


def solved(name):
    """Return the optima of a network."""
    found = sabot.solve(name)
    assert isinstance(found, NetworkFlows)
    return found


def optimal(network, aim, flow):
    """Return whether nobody who decides would move any of his flow, and all of it is sent."""
    slopes = network.slopes(aim, flow)
    for sender in network.senders:
        least = min(slopes[road] for road in sender.roads)
        if sum(flow[road] for road in sender.roads) != sender.amount:
            return False
        if any(flow[road] and slopes[road] != least for road in sender.roads):
            return False
    return min(flow) >= 0


@pytest.mark.parametrize(
    ("aim", "flow", "cost"),
    [
        ("system", "42720/851 1520/23 29960/851 1240/23 1280/37", F(270241600, 851)),
        ("game", "215920/3959 7080/107 160720/3959 5760/107 920/37", F(134827363200, 423613)),
        ("user", "52200/851 1480/23 40720/851 1280/23 400/37", F(273969600, 851)),
    ],
)
def test_the_three_optima_of_the_thesis(aim, flow, cost):
    """Risticz 1973, Table 19, as fractions."""
    found = solved("dafermos-network")
    assert found.flows[aim] == tuple(map(F, flow.split()))
    assert found.total(aim) == cost
    assert optimal(DAFERMOS, aim, found.flows[aim])


def test_json_has_flows_and_costs_under_each_way_to_decide():
    document = solved("dafermos-network").to_json()
    for aim in SOLUTION_CONCEPTS:
        part = document[aim]
        assert list(part["flows"]) == list(part["costs"]) == ["1", "2", "3", "4", "5"]
        assert sum(map(F, part["costs"].values())) == F(part["total"])


def test_two_senders_may_cost_more_than_travellers_each_for_himself():
    """Section 6.2.3 finds the contrary in its one example, and conjectures why; not that it is so
    in every network."""
    costs = {
        aim: total_cost(COUNTEREXAMPLE_NETWORK, COUNTEREXAMPLE_NETWORK.optimum(aim))
        for aim in SOLUTION_CONCEPTS
    }
    assert costs == {"system": F(2429, 8), "game": F(645, 2), "user": F(911, 3)}
    assert all(
        optimal(COUNTEREXAMPLE_NETWORK, aim, COUNTEREXAMPLE_NETWORK.optimum(aim))
        for aim in SOLUTION_CONCEPTS
    )


small = st.integers(0, 9).map(F)


@st.composite
def networks(draw):
    """Two senders with two roads each; neighbours across disturb each other."""
    mutual = [[F(0)] * 4 for _ in range(4)]
    for road in range(4):
        mutual[road][road] = F(draw(st.integers(3, 9)))
    for one, two in ((0, 2), (1, 3)):
        mutual[one][two], mutual[two][one] = F(draw(st.integers(0, 3))), F(draw(st.integers(0, 3)))
    amounts = [F(draw(st.integers(0, 20))) for _ in range(2)]
    return TrafficNetwork(
        ("1", "2", "3", "4"),
        tuple(map(tuple, mutual)),
        tuple(draw(small) * 3 for _ in range(4)),
        (Sender("one", amounts[0], (0, 1)), Sender("two", amounts[1], (2, 3))),
    )


@given(networks())
def test_every_optimum_satisfies_its_conditions_and_the_system_costs_least(network):
    flows = {aim: network.optimum(aim) for aim in SOLUTION_CONCEPTS}
    assert all(optimal(network, aim, flow) for aim, flow in flows.items())
    costs = {aim: total_cost(network, flow) for aim, flow in flows.items()}
    assert costs["system"] <= min(costs["game"], costs["user"])


@given(networks())
def test_one_sender_alone_is_the_system(network):
    alone = TrafficNetwork(
        network.roads,
        network.mutual,
        network.plain,
        (Sender("all", sum((s.amount for s in network.senders), F(0)), (0, 1, 2, 3)),),
    )
    assert total_cost(alone, alone.optimum("game")) == total_cost(alone, alone.optimum("system"))


@given(networks(), st.integers(1, 5))
def test_another_unit_of_cost_changes_no_flow(network, unit):
    scaled = TrafficNetwork(
        network.roads,
        tuple(tuple(a * unit for a in row) for row in network.mutual),
        tuple(b * unit for b in network.plain),
        network.senders,
    )
    for aim in SOLUTION_CONCEPTS:
        cost = total_cost(network, network.optimum(aim))
        assert total_cost(scaled, scaled.optimum(aim)) == unit * cost


def test_pigou_two_roads_one_of_them_empty():
    """The user's road costs what is on it, the other always 1: all take the first, or half do."""
    pigou = TrafficNetwork(
        ("a", "b"), ((F(1), F(0)), (F(0), F(0))), (F(0), F(1)), (Sender("s", F(1), (0, 1)),)
    )
    assert pigou.optimum("user") == (1, 0)
    assert pigou.optimum("system") == pigou.optimum("game") == (F(1, 2), F(1, 2))
    assert (
        total_cost(pigou, pigou.optimum("user")),
        total_cost(pigou, pigou.optimum("system")),
    ) == (
        1,
        F(3, 4),
    )


GOOD = {
    "roads": ["1", "2"],
    "senders": {"s": {"amount": "10", "roads": ["1", "2"]}},
    "costs": {"1": {"plain": "1", "1": "1"}, "2": {"plain": "2", "2": "1/2"}},
}


def changed(**parts):
    return {**GOOD, **parts}


def test_a_file_is_solved(tmp_path):
    path = tmp_path / "roads.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    found = solved(f"network(file={path})")
    assert found.flows["user"] == (F(4), F(6))
    assert found.flows["system"] == found.flows["game"] == (F(11, 3), F(19, 3))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (changed(costs={"1": {"1": "-4"}, "2": {}}), "not convex"),
        (changed(senders={"s": {"amount": "10", "roads": []}}), "'s' has no road to send on"),
        (changed(senders={}), "no road to send on"),
        (changed(senders={"s": {"amount": "10", "roads": ["1"]}}), "exactly one sender"),
        (changed(senders={"s": {"amount": "-1", "roads": ["1", "2"]}}), "negative"),
        (changed(senders={"s": {"amount": "10", "roads": ["1", "7"]}}), "there is no road '7'"),
        (changed(senders={"s": {"amount": "10"}}), "an amount and a list of roads"),
        (changed(senders={"s": {"amount": [1], "roads": ["1", "2"]}}), "is not a number"),
        (changed(senders=[1]), "senders: expected names"),
        (changed(costs={"1": {"1": "1"}}), "says what each road costs"),
        (changed(costs={"1": {"9": "1"}, "2": {}}), "cost of road '1': there is no road '9'"),
        (changed(roads=["1", "1"]), "different names"),
        (changed(roads="12"), "'roads' is a list of names"),
        (changed(roads=[]), "different names"),
    ],
)
def test_a_network_that_is_none_is_refused_by_name(said, words):
    with pytest.raises(FormError, match=words):
        parse_network(said)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[1]", "the keys costs, roads, senders"),
        (json.dumps({**GOOD, "more": 1}), "and no others"),
        ('{"roads": [], "roads": []}', "given twice"),
        ("[" * 100_000, "not"),
        (json.dumps(changed(costs={"1": {"1": "x"}, "2": {}})), "x"),
    ],
)
def test_a_file_that_is_no_network_is_refused_with_its_name(tmp_path, text, words):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=r"bad\.json") as fault:
        sabot.solve(f"network(file={path})")
    assert words in str(fault.value)


def test_too_many_roads_are_refused_before_they_are_tried():
    many = 17
    with pytest.raises(NoMethodError, match="17 roads"):
        TrafficNetwork(
            tuple(map(str, range(many))),
            ((F(0),) * many,) * many,
            (F(1),) * many,
            (Sender("s", F(1), tuple(range(many))),),
        )


def test_a_network_has_a_file_and_no_hands():
    with pytest.raises(GameStringError, match="file"):
        sabot.load("network")
    with pytest.raises(GameStringError):
        sabot.load("network(file=a.json, roads=2)")
    with pytest.raises(SabotError, match="not played in hands"):
        sabot.load("dafermos-network").form()


def test_a_figure_divides_the_traffic_of_each_sender(tmp_path):
    found = sabot.solve("dafermos-network")
    there, back = sabot.plot("dafermos-network").panels
    assert isinstance(back, BarPanel)
    assert (there.title, there.actions) == ("x to y", ("road 1", "road 3", "road 5"))
    shares = dict(there.lines)["game"]
    assert sum(shares.values()) == 1
    assert 120 * shares["road 5"] == found.flows["game"][4]
    assert all(sum(mix.values()) == 1 for _, mix in back.lines)
    found.save(tmp_path / "flows.json")
    assert sabot.plot(tmp_path / "flows.json").panels == (there, back)


def test_where_nobody_sends_anything_nothing_is_drawn(tmp_path):
    still = {"roads": ["a"], "costs": {"a": {"a": 1}}}
    still["senders"] = {"one": {"amount": 0, "roads": ["a"]}}
    (tmp_path / "still.json").write_text(json.dumps(still), encoding="utf-8")
    with pytest.raises(SabotError, match="nobody sends anything"):
        sabot.plot(f"network(file={tmp_path / 'still.json'})")


PAGE = Path(__file__).parents[4] / "docs/games/network.md"


@pytest.mark.parametrize(
    "told", [PAGE.read_text(encoding="utf-8"), DafermosNetwork.__doc__], ids=["page", "show"]
)
def test_dafermos_can_be_rebuilt_from_the_rules_as_told(told):
    """The costs as the page and `sabot show` print them give the network, 1220 for road 5."""
    plain = told.replace("$", "").replace("_", "").replace("\n    ", " ")
    rows = re.findall(r"(\d) ?\|[^|]*\| (\d+ \+ [^|]*?) \|", plain) or re.findall(
        r"on road (\d) (?:costs )?(\d+(?: \+ \d+ f\d)+)", plain
    )
    assert [road for road, _ in rows] == list(DAFERMOS.roads)
    for place, (_, formula) in enumerate(rows):
        base, *parts = formula.split(" + ")
        assert F(base) == DAFERMOS.plain[place]
        costs = [F(0)] * 5
        for part in parts:
            factor, road = part.split(" f")
            costs[int(road) - 1] = F(factor)
        assert tuple(costs) == DAFERMOS.mutual[place]
    for sender in DAFERMOS.senders:
        assert f"{sender.amount} units go from" in told or f"{sender.amount} from y to x" in told
