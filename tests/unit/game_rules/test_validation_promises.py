"""Promises of rules are held: an end is an end, even is even, and a name is one game's."""

import pytest

import sabot
from sabot.errors import GameStringError, RulesError
from sabot.game_rules.family import REGISTRY


def game(play, *, name="own", even=False):
    return sabot.rules(name=name, seats=("x", "y"), even=even)(play)()


@pytest.fixture(autouse=True)
def families_as_they_were():
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)


@pytest.mark.parametrize(
    "more",
    [
        lambda table: table.ask("y", ("a", "b")),
        lambda table: table.show("y", 1),
        lambda table: table.roll({1: 1, 2: 1}),
        lambda table: table.shoe(ranks=2, suits=1),
    ],
    ids=["ask", "show", "roll", "shoe"],
)
def test_nothing_comes_after_pay(more):
    def play(table):
        table.pay(x=1 if table.ask("x", ("l", "r")) == "l" else 0)
        more(table)

    with pytest.raises(RulesError, match=r"go on after pay\(\).*return table\.pay"):
        sabot.solve(game(play))


def test_nothing_comes_after_pay_where_cards_lie_face_down():
    def play(table):
        shoe = table.shoe(ranks=6, suits=2)
        x, y = shoe.draw(), shoe.draw()
        called = table.ask("y", ("fold", "call"), sees=y) == "call"
        raised = table.ask("x", ("pass", "bet", "all"), sees=x)
        if not called:
            table.pay(x=1)
        if raised == "all":
            table.ask("y", ("a", "b"))
        table.pay(x=2 if x > y else -2)

    with pytest.raises(RulesError, match=r"after pay|pay twice"):
        sabot.solve(game(play))


def won_or_lost(table, *, much: int = 1):
    shoe = table.shoe(ranks=4, suits=2)
    x, y = shoe.draw(), shoe.draw()
    kept = table.ask("x", ("keep", "change"), sees=x) == "keep"
    table.pay(x=much if (x if kept else shoe.draw()) > y else -1)


def test_a_promise_to_pay_one_or_minus_one_is_held():
    solution = sabot.solve(game(won_or_lost, even=True))
    assert solution.win_probability == (1 + solution.value) / 2


@pytest.mark.parametrize("much", [2, 0])
def test_and_rules_that_break_it_are_refused(much):
    def play(table):
        won_or_lost(table, much=much)

    assert sabot.solve(game(play)).win_probability is None
    with pytest.raises(RulesError, match=f"even=True promises .* a hand pays x {much}"):
        sabot.solve(game(play, even=True))


@pytest.mark.parametrize("name", [" ", "a(b)", "own,", "x=1", "a\nb", "own ", "[3]", 7])
def test_a_name_that_no_game_string_can_hold_is_refused(name):
    with pytest.raises(RulesError, match="rules need a name such as 'liars-dice'"):
        game(won_or_lost, name=name)


def test_a_name_that_can_be_read_back_is_taken():
    for name in ("own", "liar's dice", "3-card", "war.2", "von Neumann & co"):
        assert str(sabot.load(str(game(won_or_lost, name=name)))) == name


@pytest.mark.parametrize("loaded", [False, True], ids=["not loaded before", "loaded before"])
def test_a_name_that_ships_never_means_another_game(loaded):
    if loaded:
        sabot.load("kuhn-poker")
    else:
        REGISTRY.pop("kuhn-poker", None)
    own = game(won_or_lost, name="kuhn-poker")
    solution = sabot.solve(own)
    for ask in (
        lambda: sabot.solve("kuhn"),
        lambda: sabot.prove("kuhn-poker(bet=*)"),
        lambda: sabot.check(solution, rules="kuhn-poker"),
    ):
        with pytest.raises(GameStringError, match="defined another game of this name"):
            ask()
