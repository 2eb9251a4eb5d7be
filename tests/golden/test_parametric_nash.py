"""Theorems on all equilibria of bimatrix games with one letter, known from textbooks."""

from fractions import Fraction

import pytest

import sabot


def told(proof):
    """Return by piece its ends, and the supports of its equilibria."""
    return [
        (
            str(piece.extent),
            [
                " ".join("+".join(one.support(seat)) for seat in proof.seats)
                for one in piece.part.equilibria
            ],
        )
        for piece in proof.pieces
    ]


def mixed(proof, number=0):
    """Return the only equilibrium of a piece in which both seats mix."""
    (found,) = (
        one
        for one in proof.pieces[number].part.equilibria
        if all(len(one.support(seat)) > 1 for seat in proof.seats)
    )
    return {
        seat: {action: str(chance) for action, chance in table["-"].items()}
        for seat, table in found.strategies.items()
    }, tuple(map(str, found.payoffs))


def test_battle_of_the_sexes():
    proof = sabot.prove("matrix([[2|1,0|0],[0|0,t|2]], t=*)", low="-inf")
    assert told(proof) == [("0 and less", ["1 1"]), ("0 and more", ["1 1", "2 2", "1+2 1+2"])]
    assert mixed(proof, 1) == (
        {"row": {"1": "2/3", "2": "1/3"}, "column": {"1": "t/(t + 2)", "2": "2/(t + 2)"}},
        ("2*t/(t + 2)", "2/3"),
    )


def test_hawks_and_doves_mix_by_value_over_cost_and_are_hawks_above():
    # cost 4: the hawk's share is V/C, and a hawk is dominant from V = C on
    proof = sabot.prove(
        "matrix([[v/2-2|v/2-2,v|0],[0|v,v/2|v/2]], rows=[hawk,dove], columns=[hawk,dove], v=*)"
    )
    assert told(proof) == [
        ("0 to 4", ["hawk dove", "dove hawk", "hawk+dove hawk+dove"]),
        ("4 and more", ["hawk hawk"]),
    ]
    strategies, payoffs = mixed(proof)
    assert strategies["row"] == strategies["column"] == {"hawk": "v/4", "dove": "(-v + 4)/4"}
    assert payoffs == ("(-v**2 + 4*v)/8", "(-v**2 + 4*v)/8")
    (point,) = proof.breakpoints
    assert (point.at, point.part.count) == (4, 3)
    assert [part.dimension for part in point.part.components] == [1]
    assert proof.unique_at(5) == {"row": True, "column": True}


def test_stag_hunt():
    proof = sabot.prove([["t", 0], [1, 1]], [["t", 1], [0, 1]])
    assert told(proof) == [("0 to 1", ["2 2"]), ("1 and more", ["1 1", "2 2", "1+2 1+2"])]
    assert mixed(proof, 1)[0]["row"] == {"1": "1/(t)", "2": "(t - 1)/(t)"}


def test_matching_pennies_own_payoff_leaves_the_own_mix_as_it_is():
    proof = sabot.prove("matrix([[t|-1,-1|1],[-1|1,1|-1]], t=*)")
    assert told(proof) == [("0 and more", ["1+2 1+2"])]
    assert mixed(proof)[0] == {
        "row": {"1": "1/2", "2": "1/2"},
        "column": {"1": "2/(t + 3)", "2": "(t + 1)/(t + 3)"},
    }
    assert proof.verdict("row") == proof.verdict("column") == "unique"


def test_an_inspection_game():
    # shirk or work; inspect at cost 1 or not; wage 3, effort 2, output 5, the fine f
    proof = sabot.prove([["-f", 3], [1, 1]], [["f - 1", -3], [1, 2]], low=0)
    strategies, _ = mixed(proof)
    assert strategies == {
        "row": {"1": "1/(f + 3)", "2": "(f + 2)/(f + 3)"},
        "column": {"1": "2/(f + 3)", "2": "(f + 1)/(f + 3)"},
    }
    assert all(piece.part.count == 1 for piece in proof.pieces)


ENTRY = """
from fractions import Fraction
from sabot import rules

@rules(name="entry", seats=("entrant", "incumbent"))
def entry(table, *, cost: Fraction = Fraction(1)):
    if table.ask("entrant", ("out", "in")) == "out":
        return table.pay(entrant=0, incumbent=4)
    if table.ask("incumbent", ("share", "fight"), sees="in") == "share":
        return table.pay(entrant=2 - cost, incumbent=2)
    return table.pay(entrant=-cost, incumbent=1)
"""


def test_entry_deterrence_in_written_rules(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(ENTRY)
    proof = sabot.prove(f"{path}:entry(cost=*)")
    assert told(proof) == [
        ("0 to 2", ["out in:fight", "in in:share", "out in:share+in:fight"]),
        ("2 and more", ["out in:share", "out in:fight"]),
    ]
    # the threat needs to be carried out with probability (2 - cost)/2 at least
    threat = proof.pieces[0].part.equilibria[2].strategies["incumbent"]["-"]["in:fight"]
    assert str(threat) == "(-cost + 2)/2"
    assert [part.dimension for part in proof.pieces[0].part.components] == [1, 0]
    sabot.check(proof, rules=f"{path}:entry(cost=*)")


IRRATIONAL = "matrix([[3|3,1|t,1|2],[t|1,0|0,2|t],[2|1,t|2,3|3]], t=*)"


def test_three_strategies_and_an_irrational_breakpoint():
    proof = sabot.prove(IRRATIONAL)
    assert [str(piece.extent) for piece in proof.pieces] == [
        "0 to 5/2",
        "5/2 to 3",
        "3 to about 3.41421",
        "about 3.41421 and more",
    ]
    assert [piece.part.count for piece in proof.pieces] == [3, 5, 3, 1]
    root = proof.breakpoints[-1].at
    assert root.root_of == (2, -4, 1)  # 2 + sqrt(2)
    # beside the root the number of equilibria is that of the pieces
    for at, count in ((Fraction(34142, 10000), 3), (Fraction(34143, 10000), 1)):
        assert sabot.equilibria(IRRATIONAL.replace("t=*", f"t={at}")).count == count


@pytest.mark.parametrize("at", ["0", "1/3", "1", "2", "7/2"])
def test_a_game_that_is_degenerate_for_all_values(at):
    text = "matrix([[t|1,t|1,0|0],[0|0,0|0,2|t]], t=*)"
    proof = sabot.prove(text)
    one = sabot.equilibria(text.replace("t=*", f"t={at}"))
    assert proof.count_at(at) == one.count
    assert sorted(part.dimension for part in proof.part_at(at).components) == sorted(
        part.dimension for part in one.components
    )
    assert max(part.dimension for part in proof.pieces[0].part.components) == 1
