"""A parameter of a user's own rules left open: one theorem, if the rules never look at it."""

from fractions import Fraction
from typing import Annotated

import pytest

import sabot
from sabot.errors import NoMethodError, RulesError, SabotError
from sabot.forms.sequence import SequenceForm
from sabot.game_rules.family import REGISTRY
from sabot.game_rules.parameters import Exact
from sabot.loading import load_parametric


@pytest.fixture(autouse=True)
def _forgotten():
    known = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(known)


def told(line, *, name="mine", seats=("ann", "bob")):
    """Return a game of one card and one question that ends with a line of code."""

    @sabot.rules(name=name, seats=seats)
    def mine(table, *, ranks: int = 3, fine: Fraction = Fraction(2)):
        """Claim or pass, believe or doubt."""
        card = table.shoe(ranks=ranks, suits=1).draw()
        if table.ask("ann", ("pass", "claim"), sees=card) == "pass":
            return table.pay(ann=-1)
        if table.ask("bob", ("believe", "doubt")) == "believe":
            return table.pay(ann=1)
        return line(table, card, fine)

    return mine


def test_one_theorem_holds_what_solving_finds_at_every_value():
    told(lambda table, card, fine: table.pay(ann=fine if card > 2 else -fine))
    proof = sabot.prove("mine(ranks=3, fine=*)")
    assert sabot.check(proof)
    for fine in (Fraction(1, 3), Fraction(1), Fraction(7, 5), Fraction(2), Fraction(40)):
        solved = sabot.solve(f"mine(fine={fine})")
        assert proof.value_at(fine) == solved.value


def test_sums_products_and_parts_are_polynomials():
    def line(table, card, fine):
        pot = sum([fine, 1, fine]) + 3 - fine / 2 * 4 + (2 - fine)
        return table.pay(bob=-(+pot) * fine if card > 2 else pot * fine)

    told(line)
    _, form = load_parametric("mine(fine=*)")
    assert max(amount.degree() for _, _, amount in form.entries()) == 2
    for fine in (Fraction(-3), Fraction(5, 7)):
        there = sabot.load(f"mine(fine={fine})").form()
        assert isinstance(there, SequenceForm)
        assert form.at(fine).payoffs == there.payoffs


def test_an_open_amount_is_paid_with_what_is_calculated_from_an_unseen_card():
    def line(table, card, fine):
        bluff = table.ask("ann", ("a", "b", "c"))
        gain = {"a": card - 9, "b": card * fine, "c": fine * (2 - card % 2)}[bluff]
        return table.pay({"ann": gain, "bob": 9 - card if bluff == "a" else -gain})

    told(line)
    _, form = load_parametric("mine(ranks=18, fine=*)")
    for fine in (Fraction(-3), Fraction(5, 7)):
        there = sabot.load(f"mine(ranks=18, fine={fine})").form()
        assert form.at(fine).payoffs == there.payoffs


def test_a_whole_power_is_the_product_it_stands_for():
    told(lambda table, card, fine: table.pay(ann=(1 + fine) ** 2 if card > 2 else -(fine**3)))
    _, form = load_parametric("mine(fine=*)")
    assert max(amount.degree() for _, _, amount in form.entries()) == 3
    for fine in (Fraction(-3), Fraction(5, 7)):
        there = sabot.load(f"mine(fine={fine})").form()
        assert isinstance(there, SequenceForm)
        assert form.at(fine).payoffs == there.payoffs


LOOKS = {
    "compares": lambda t, c, fine: t.pay(ann=1 if fine > 3 else -1),
    "equals": lambda t, c, fine: t.pay(ann=1 if fine == 3 else -1),
    "differs": lambda t, c, fine: t.pay(ann=1 if fine != 3 else -1),
    "is nothing": lambda t, c, fine: t.pay(ann=1 if fine else -1),
    "takes the least": lambda t, c, fine: t.pay(ann=min(fine, 5)),
    "prints": lambda t, c, fine: t.pay(ann=len(f"{fine}")),
    "shows": lambda t, c, fine: (t.ask("bob", (str(fine), "x")), t.pay(ann=1)),
    "represents": lambda t, c, fine: t.pay(ann=len(repr(fine))),
    "lets it be seen": lambda t, c, fine: (t.ask("bob", ("y", "x"), sees=fine), t.pay(ann=1)),
    "turns to a float": lambda t, c, fine: t.pay(ann=1 if float(fine) > 3 else 2),
    "turns to a whole number": lambda t, c, fine: t.pay(ann=int(fine)),
    "makes a fraction": lambda t, c, fine: t.pay(ann=Fraction(fine)),
    "takes it apart": lambda t, c, fine: t.pay(ann=fine.numerator),
    "halves it evenly": lambda t, c, fine: t.pay(ann=fine // 2),
    "takes the rest": lambda t, c, fine: t.pay(ann=fine % 2),
    "divides by it": lambda t, c, fine: t.pay(ann=1 / fine),
    "divides it by itself": lambda t, c, fine: t.pay(ann=fine / fine),
    "raises it": lambda t, c, fine: t.pay(ann=2**fine),
    "rounds": lambda t, c, fine: t.pay(ann=round(fine)),
    "sizes": lambda t, c, fine: t.pay(ann=abs(fine)),
    "adds a float": lambda t, c, fine: t.pay(ann=fine + 0.5),
    "keeps it in a table": lambda t, c, fine: t.pay(ann={fine: 1}[fine]),
    "weighs chance": lambda t, c, fine: t.pay(ann=t.roll({1: fine, 0: 1})),
    "asks for all of it": lambda t, c, fine: t.pay(ann=fine.as_integer_ratio()[0]),
    "takes a part that is a float": lambda t, c, fine: t.pay(ann=fine * 0.5),
    "adds text": lambda t, c, fine: t.pay(ann=fine + "1"),
    "divides by nothing": lambda t, c, fine: t.pay(ann=fine / 0),
    "takes a root": lambda t, c, fine: t.pay(ann=fine ** Fraction(1, 2)),
    "turns it over": lambda t, c, fine: t.pay(ann=fine**-1),
    "raises it by itself": lambda t, c, fine: t.pay(ann=fine**fine),
    "raises it too high": lambda t, c, fine: t.pay(ann=(fine + 1) ** 10**9),
}
SAID = {
    "compares": "compare it",
    "equals": "compare it",
    "differs": "compare it",
    "is nothing": "ask whether it is 0",
    "takes the least": "compare it",
    "prints": "print it or turn it into text",
    "shows": "print it or turn it into text",
    "represents": "print it or turn it into text",
    "turns to a float": "turn it into a float",
    "turns to a whole number": "turn it into a whole number",
    "makes a fraction": "look at it",
    "takes it apart": "look at it",
    "halves it evenly": "divide it and drop",
    "takes the rest": "divide it and drop",
    "divides by it": "divide by it",
    "divides it by itself": "divide by it",
    "raises it": "raise a number to its power",
    "rounds": "round it",
    "sizes": "drop its sign",
    "adds a float": r"the float 0\.5; write Fraction\('0\.5'\)",
    "keeps it in a table": "make it a key",
    "asks for all of it": "look at it",
    "takes a part that is a float": r"the float 0\.5; write Fraction\('0\.5'\)",
    "adds text": r"not an exact number \(a str\)",
    "divides by nothing": "divide it by 0",
    "takes a root": "raise it to the power 1/2; whole",
    "turns it over": "raise it to the power -1; whole",
    "raises it by itself": "raise a number to its power",
    "raises it too high": "whole powers up to 99",
    "lets it be seen": "",
    "weighs chance": "",
}


@pytest.mark.parametrize("how", LOOKS)
def test_rules_that_look_at_it_are_refused_and_told_what_they_tried(how):
    told(LOOKS[how])
    with pytest.raises(RulesError, match=f"multiply it and pay it; these .*{SAID[how]}"):
        sabot.prove("mine(fine=*)")


def test_rules_cannot_hide_that_they_looked():
    def line(table, card, fine):
        try:
            large = fine > 3
        except Exception:
            large = False
        return table.pay(ann=1 if large else -1)

    told(line)
    with pytest.raises(RulesError, match="these compare it"):
        sabot.prove("mine(fine=*)")


def test_rules_that_ask_what_it_is_are_refused():
    told(lambda table, card, fine: table.pay(ann=1 if type(fine) is Fraction else -1))
    with pytest.raises(NoMethodError, match=r"type\(\), id\(\) or `is`"):
        sabot.prove("mine(fine=*)")


def test_the_message_says_what_rules_may_do():
    told(LOOKS["compares"])
    with pytest.raises(RulesError, match=r"only add fine up, multiply it and pay it"):
        sabot.prove("mine(fine=*)")


def test_a_degree_beyond_the_most_is_refused():
    def line(table, card, fine):
        power = fine
        for _ in range(9):
            power = power * fine
        return table.pay(ann=power)

    told(line)
    with pytest.raises(NoMethodError, match="degree 10 in fine; 8 is the most"):
        sabot.prove("mine(fine=*)")


def test_the_range_is_that_of_the_parameter():
    @sabot.rules(name="bound", seats=("ann", "bob"))
    def bound(table, *, share: Annotated[Fraction, Exact(Fraction(0), Fraction(1))] = Fraction(0)):
        """Ann may take what is open, or a half."""
        half = Fraction(1, 2)
        took = table.ask("ann", ("open", "half"))
        return table.pay(ann=share if took == "open" else half)

    proof = sabot.prove("bound(share=*)")
    assert [(piece["from"], piece["to"]) for piece in proof.pieces] == [(0, "1/2"), ("1/2", 1)]
    with pytest.raises(SabotError, match="from 0 to 1"):
        sabot.prove("bound(share=*)", high=2)


def test_a_game_that_is_not_zero_sum_is_proved_and_parameters_that_are_no_amounts_are_refused():
    told(lambda table, card, fine: table.pay(ann=fine, bob=fine))
    assert isinstance(sabot.prove("mine(fine=*)"), sabot.NashTheorem)
    with pytest.raises(SabotError, match="parameters of mine that can: fine"):
        sabot.prove("mine(ranks=*)")


def test_a_file_of_rules_is_proved_checked_and_tied(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from fractions import Fraction\n"
        "import sabot\n\n"
        "@sabot.rules(name='own', seats=('ann', 'bob'))\n"
        "def own(table, *, bet: Fraction = Fraction(1)):\n"
        "    if table.ask('ann', ('one', 'open')) == 'one':\n"
        "        return table.pay(ann=1)\n"
        "    return table.pay(ann=bet)\n"
    )
    proof = sabot.prove("own.py:own(bet=*)")
    assert [piece["value"] for piece in proof.pieces] == ["1", "bet"]
    proof.save("own.json")
    assert sabot.check("own.json", rules=True)
