"""``@rules``: with and without brackets, and what a first file of rules gets wrong."""

import re
from types import SimpleNamespace

import pytest

import sabot
from sabot.errors import GameStringError, RulesError


def first_file(tmp_path, body, head="@sabot.rules(name='duel-of-two', seats=('ann', 'bob'))"):
    file = tmp_path / "duel.py"
    file.write_text(f"import sabot\n{head}\n{body}\n")
    return str(file)


def test_without_brackets_the_function_says_its_name_and_its_seats():
    @sabot.rules
    def bare_rules(table):
        if table.ask("ann", ("bet", "check")) == "bet":
            return table.pay(bob=-1, ann=max(1, 2, key=abs))
        return table.pay(ann=0)

    assert (bare_rules.name, bare_rules.seats) == ("bare_rules", ("ann", "bob"))
    with pytest.raises(RulesError, match=r"the rules name only 'ann'; write @sabot.rules\(seats="):
        sabot.rules(name="lonely")(lambda table: table.pay(ann=0))
    with pytest.raises(RulesError, match=r"got 'war'; write @sabot.rules\(name="):
        sabot.rules("war")


def test_only_the_verbs_of_the_table_name_seats():
    log = SimpleNamespace(show=lambda *words: None, pay=lambda **words: None)

    @sabot.rules
    def logged_rules(felt):
        log.show("starting")
        log.pay(carol=1)
        felt.show("bob", felt.ask("ann", ("bet", "pass")))
        log.show("ending")
        return next(felt.pay(ann=paid) for paid in (0,))

    assert logged_rules.seats == ("bob", "ann")


def test_the_name_of_the_game_and_of_the_function_both_find_it(tmp_path):
    file = first_file(tmp_path, "def le_her_2(table):\n    table.pay(ann=1)")
    assert str(sabot.load(f"{file}:duel-of-two")) == str(sabot.load(f"{file}:le_her_2"))

    @sabot.rules(name="found-by-two", seats=("ann", "bob"))
    def found_by_function(table):
        table.pay(ann=1)

    assert str(sabot.load("found_by_function")) == str(found_by_function()) == "found-by-two"
    with pytest.raises(GameStringError, match="there is no game"):
        sabot.load("found_by_another")


class CallableRules:
    def __call__(self, table):
        table.pay(ann=1)


def test_rules_without_a_name_of_a_function_leave_the_search_for_names_in_order():
    family = sabot.rules(name="called-object", seats=("ann", "bob"))(CallableRules())
    assert sabot.solve(family()).value == 1
    with pytest.raises(GameStringError, match="there is no game"):
        sabot.load("found_by_nobody")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "def g(table):\n    return table.aks('ann', ('a', 'b'))",
            r"duel\.py, line 4: a table has no 'aks'; did you mean 'ask'\? it has: ask, pay, ",
        ),
        (
            "def g(table):\n    return table.shoe().darw()",
            r"duel\.py, line 4: a shoe has no 'darw'; did you mean 'draw'\? it has: draw, deal",
        ),
        (
            "def g(table):\n    table.show('ann', 1)\n    yield table.pay(ann=1)",
            r"duel\.py, line 5: the rules 'duel-of-two' contain `yield`; .* return table\.pay\(",
        ),
        ("async def g(table):\n    pass", r"duel\.py, line 2: .* write def, without async"),
        (
            "def g(table, bet=1.5, ranks: int = 2.5, *, odd: list = 1):\n    table.pay(ann=bet)",
            r"duel\.py, line 2: the parameters of rules 'duel-of-two' are not clear\n"
            r"  bet: it must come after a bare \*; a float is not exact; use a Fraction\n"
            r"  ranks: it must come after a bare \*; a float is not exact; use a Fraction\n"
            r"  odd: annotate it as int, .*\n"
            r"  write: def g\(table, \*, bet: Fraction = Fraction\('1.5'\), .*\):$",
        ),
        (
            "def g(table, *, bet: Fraction = 1):\n    pass",
            r".*duel\.py, line 3: NameError: .*\n  write from fractions import Fraction at the top",
        ),
        (
            "def g(table, *, bet: 'Fraction' = 1):\n    pass",
            r"duel\.py, line 2: an annotation .* uses the name 'Fraction', which is not known",
        ),
        (
            "def g():\n    pass",
            r"(?s).*table: the first parameter is missing; .*\n  write: def g\(table\)",
        ),
    ],
)
def test_a_first_file_is_told_what_to_write(tmp_path, body, said):
    file = first_file(tmp_path, body)
    with pytest.raises(RulesError) as fault:
        sabot.solve(file)
    assert re.match(said, str(fault.value))
