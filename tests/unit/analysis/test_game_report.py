"""The designer's report: every number a second time, by enumeration or by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.few import few

import sabot
from sabot.analysis.game_report import GameReport
from sabot.analysis.outcomes import outcome_distribution
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node


def hands(tree: GameTree, strategies, node: Node | None = None, taken=(), chance=Fraction(1)):
    """Yield every hand: its decisions (player, information set, action), payoffs, probability."""
    node = tree.root if node is None else node
    if isinstance(node, ChanceNode):
        for child, weight in zip(node.children, node.weights, strict=True):
            yield from hands(tree, strategies, child, taken, chance * Fraction(weight, node.total))
    elif isinstance(node, DecisionNode):
        seat = tree.seats[node.seat]
        view = tree.infosets[node.seat][node.view].key
        for child, action in zip(node.children, node.labels, strict=True):
            one = (*taken, (seat, view, action)) if len(node.labels) > 1 else taken
            mix = strategies[seat][view]
            yield from hands(tree, strategies, child, one, chance * mix.get(action, 0))
    else:
        yield taken, tuple(map(Fraction, node.payoffs)), chance


def strategies_of(found: GameReport):
    table: dict[str, dict[str, dict[str, Fraction]]] = {}
    for at in found.infosets:
        mix = {use.action: use.chance for use in at.options}
        table.setdefault(at.seat, {})[at.view] = mix
    return table


@pytest.mark.parametrize(
    "name", few(3, ["kuhn-poker", "kuhn-poker(players=3)", "kuhn-poker(rake=1/10)", "leduc-poker"])
)
def test_every_number_is_that_of_all_hands_played_out(name: str) -> None:
    found = sabot.report(name)
    played = list(hands(sabot.load(name).tree(), strategies_of(found)))
    assert sum(chance for _, _, chance in played) == 1
    for number, seat in enumerate(found.seats):
        paid = sum(chance * pays[number] for _, pays, chance in played)
        asked = sum(chance * sum(s == seat for s, _, _ in taken) for taken, _, chance in played)
        assert (found.payoffs[seat], found.decisions[seat]) == (paid, asked)
    for at in found.infosets:
        reach = sum(
            chance for taken, _, chance in played if (at.seat, at.view) in {t[:2] for t in taken}
        )
        assert at.reach == reach
    for one in found.options:
        times = sum(
            chance * sum((s, a) == (one.seat, one.action) for s, _, a in taken)
            for taken, _, chance in played
        )
        assert one.taken == times
    assert found.length is not None
    assert found.length.expected == sum(len(taken) * chance for taken, _, chance in played)
    assert found.length.longest == max(len(taken) for taken, _, _ in played)
    assert found.length.shortest == min(len(taken) for taken, _, _ in played)
    for end in found.outcomes:
        assert end.chance == sum(chance for _, pays, chance in played if pays == end.pays)


def test_kuhn_by_hand() -> None:
    """What Kuhn (1950) proves of his game, in the words of the report."""
    found = sabot.report("kuhn-poker")
    never = {(at.seat, at.view, use.action) for at, use in found.with_verdict("never")}
    assert never == {
        ("first", "Q", "bet"),
        ("first", "J,pass,bet", "call"),
        ("first", "K,pass,bet", "fold"),
        ("second", "J,bet", "call"),
        ("second", "Q,pass", "bet"),
        ("second", "K,pass", "pass"),
        ("second", "K,bet", "fold"),
    }
    # the first player has optimal strategies that pass with a king, and so come to call there
    assert not found.with_verdict("undecided")
    assert found.leader == "second"
    assert found.decisions["second"] == 1  # the second player is asked exactly once


@pytest.mark.parametrize("name", ["kuhn-poker", "kuhn-poker(ranks=4)", "kuhn-poker(bet=3)"])
def test_never_is_what_no_vertex_of_the_optimal_set_plays(name: str) -> None:
    found = sabot.report(name)
    sides = sabot.load(name).form().sides
    extreme = sabot.equilibria(name)
    for side in sides:
        plans = [side.plan(one) for one in extreme[side.name]]
        for cell in side.cells:
            at = next(a for a in found.infosets if (a.seat, a.view) == (side.name, cell.key))
            for use, sequence in zip(at.options, cell.sequences, strict=True):
                assert (use.verdict == "never") == (not any(plan[sequence] for plan in plans))


def test_all_equilibria_decide_what_a_small_matrix_never_plays() -> None:
    chicken = [[(0, 0), (-1, 1), (-9, -9)], [(1, -1), (-10, -10), (-9, -9)]]
    found = sabot.report(chicken)
    listed = sabot.equilibria(chicken)
    for at, use in product(found.infosets, range(3)):
        if use < len(at.options):
            action = at.options[use].action
            played = any(one[at.seat]["-"].get(action) for one in listed)
            assert (at.options[use].verdict == "never") == (not played)
    assert [one.action for one in found.options if one.verdict == "never"] == ["3"]


def test_outcomes_without_a_tree_are_those_of_the_family() -> None:
    found = sabot.report("baccara(model=A1)")
    ends = outcome_distribution(sabot.load(found.game), sabot.solve(found.game).strategies)
    assert {end.pays[0]: end.chance for end in found.outcomes} == {
        pay: Fraction(count, ends.denominator) for pay, count in ends.counts.items()
    }
    assert found.length is None and "not counted" in found.notes[0]


def test_a_document_is_read_back_and_shown_alike() -> None:
    found = sabot.report("kuhn-poker", vary="bet=1|2")
    again = GameReport.from_json(found.to_json())
    assert again == found and str(again) == str(found)
    assert [one.game for one in found.others] == ["kuhn-poker(ranks=3, bet=2)"]
    # with a bet of 2 the first player never bets, and the game is fair
    (dear,) = found.others
    assert not any(dear.payoffs.values())
    bet = next(one for one in dear.options if (one.seat, one.action) == ("first", "bet"))
    assert (bet.verdict, bet.taken) == ("never", 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blind-poker", "a hand is a real number"),
        ("draw-poker", "sabot simulate"),
        ("whist(deal=KQ10/AJ9)", "the moves and the result: sabot solve"),
        ("misere-whist(n=8, seed=1)", "there is no report"),
        ("punto-banco", "nobody chooses in punto-banco.*\n.*house edge"),
        ("matrix([[1]])", "nobody chooses"),
    ],
)
def test_what_cannot_be_reported_on_says_why(name: str, words: str) -> None:
    with pytest.raises(sabot.NoMethodError, match=words):
        sabot.report(name)


@pytest.mark.parametrize("name", ["le-her(strategies=threshold, ranks=3)", "baccara-grid"])
def test_averages_over_hands_are_not_taken_for_hands(name: str) -> None:
    found = sabot.report(name)
    assert (found.length, found.outcomes, found.decisions) == (None, (), {})
    shown = str(found)
    assert "averages over hands" in shown
    assert "How a hand ends" not in shown and "How long a hand takes" not in shown
    # a matrix of payoffs is played as it is written
    assert sabot.report("matrix([[1,-1],[-1,1]])").length is not None


def test_counts_have_no_percentages() -> None:
    shown = str(sabot.report("baccara(model=A1)"))
    (line,) = (line for line in shown.splitlines() if line.startswith("  decisions"))
    assert line.split("  ")[-1] == "20961/28561 ≈ 0.733903 per hand"


def test_the_title_of_a_comparison_is_what_the_games_share() -> None:
    found = sabot.report("kuhn-poker(ante=2)", vary="bet=2..3")
    first, _, head = str(found).splitlines()[:3]
    assert first == "kuhn-poker(ranks=3, ante=2)  compared by bet"
    assert head.split() == ["bet=2", "bet=3"]


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("bet", "--vary 'bet': write KEY=VALUES.*\n.*parameters of kuhn-poker: ranks"),
        ("bet=3..1", "--vary 'bet=3..1': '3..1' is empty; write the smaller"),
        ("bet=1/2..1/0", "'1/2..1/0' is not a range of numbers; write 1..20"),
        ("bet=1..1000000", "1,000,000 values; 24 games at most"),
        ("bet=1..5, ante=1..5", "25 games; a report compares 24 at most"),
        (["bet=1", "bet=2"], "bet is given twice"),
    ],
)
def test_what_cannot_be_varied_says_why(vary: str | list[str], words: str) -> None:
    with pytest.raises(sabot.SabotError, match=words):
        sabot.report("kuhn-poker", vary=vary)


def test_bad_arguments_are_refused_with_a_remedy() -> None:
    with pytest.raises(sabot.GameStringError, match="did you mean 'bet'"):
        sabot.report("kuhn-poker", vary="bett=1..2")
    with pytest.raises(sabot.NumberError, match="probability from 0 to 1"):
        sabot.report("kuhn-poker", rare=2)
    with pytest.raises(sabot.FormError, match="a matrix has none"):
        sabot.report([[1, 0], [0, 1]], vary="bet=1..2")


def test_with_three_players_dominated_options_are_never_used(tmp_path) -> None:
    found = sabot.report("kuhn-poker(players=3)")
    never = {(at.view[0], use.action) for at, use in found.with_verdict("never")}
    assert never == {("4", "fold"), ("1", "call"), ("2", "call")}
    assert "proved by dominance, no equilibrium plays it where it comes up" in str(found)


def test_the_parameters_of_a_users_rules_can_be_varied(tmp_path) -> None:
    rules = tmp_path / "mine.py"
    rules.write_text(sabot.game_table.rules_source("kuhn-poker"))
    own = sabot.report(f"{rules}:kuhn_poker", vary="bet=1..3")
    shipped = sabot.report("kuhn-poker", vary="bet=1..3")
    assert [one.payoffs for one in own.others] == [one.payoffs for one in shipped.others]
    assert "compared by bet" in str(own)


def test_that_payoffs_are_averages_is_kept_in_the_file(tmp_path) -> None:
    found = sabot.report("le-her(strategies=threshold)")
    found.save(tmp_path / "report.json")
    assert found.averaged and GameReport.load(tmp_path / "report.json").averaged
    assert not sabot.report("kuhn-poker").averaged
