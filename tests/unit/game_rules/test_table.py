from collections import Counter
from fractions import Fraction

import pytest

import sabot
from sabot import Card, Shoe
from sabot.errors import FormError, NumberError, RulesError
from sabot.game_rules.table import Dealer, Recorder, Table, infoset_key

SEATS = ("north", "south")


class Scripted(Table):
    """A table whose chance and seats do what the test says, and which notes what they saw."""

    def __init__(self, *moves, seats=SEATS):
        super().__init__(seats)
        self.moves = list(moves)
        self.asked = []
        self.picked = []

    def pick(self, labels, weights, total, spots=None):
        self.picked.append((list(labels), list(weights), total))
        return self.moves.pop(0)

    def choose(self, seat, view, actions):
        self.asked.append((seat, view, actions))
        return self.moves.pop(0)


# ---------------------------------------------------------------------- verbs


def test_a_seat_knows_what_it_was_shown_and_what_it_chose_in_order():
    table = Scripted(1, 0, 0)

    def play(t):
        t.show("north", 7)
        t.announce("trump")
        t.ask("north", ("pass", "bet"))
        t.show("south", 9)
        t.ask("south", ("fold", "call"), sees="bet")
        t.ask("north", ("yes", "no"))
        t.pay(north=1)

    table.play_hand(play)
    assert [(seat, view) for seat, view, _ in table.asked] == [
        ("north", (7, "trump")),
        ("south", ("trump", 9, "bet")),
        ("north", (7, "trump", "bet")),
    ]


def test_what_one_seat_sees_at_an_ask_stays_with_it_and_only_it():
    table = Scripted(0, 0, 0)

    def play(t):
        t.ask("north", ("a", "b"), sees=3)
        t.ask("south", ("a", "b"))
        t.ask("north", ("a", "b"))
        t.pay(north=0)

    table.play_hand(play)
    assert table.asked[0][1] == (3,)
    assert table.asked[1][1] == ()
    assert table.asked[2][1] == (3, "a")


def test_none_can_be_seen():
    table = Scripted(0)
    table.play_hand(lambda t: (t.ask("north", ("a",), sees=None), t.pay(north=0)))
    assert table.asked[0][1] == (None,)


def test_each_hand_starts_with_empty_memories():
    table = Scripted(0, 1)

    def play(t):
        t.ask("north", ("a", "b"), sees="x")
        t.pay(north=0)

    table.play_hand(play)
    table.play_hand(play)
    assert table.asked[0][1] == table.asked[1][1] == ("x",)


def test_draws_weigh_what_is_left_in_the_shoe():
    table = Scripted(0, 0, 0)

    def play(t):
        shoe = t.shoe(ranks=2, suits=2)
        assert [shoe.draw(), shoe.draw(), shoe.draw()] == [1, 1, 2]
        assert len(shoe) == 1
        t.pay(north=0)

    table.play_hand(play)
    assert table.picked == [([1, 2], [2, 2], 4), ([1, 2], [1, 2], 3), ([2], [2], 2)]


def test_draws_from_an_endless_shoe_are_with_replacement():
    table = Scripted(1, 1)

    def play(t):
        shoe = t.shoe(ranks=2, suits=sabot.INF)
        assert [shoe.draw(), shoe.draw()] == [2, 2]
        t.pay(north=0)

    table.play_hand(play)
    assert table.picked == [([1, 2], [1, 1], 2)] * 2


def test_a_shoe_of_ones_own_may_be_put_on_the_table():
    table = Scripted(8)

    def play(t):
        assert t.shoe(Shoe.parse("1 deck -9")).draw() == Card(9)
        t.pay(north=0)

    table.play_hand(play)
    assert table.picked[0][1][8] == 3


def test_drawing_from_an_empty_shoe_breaks_the_rules():
    def play(t):
        shoe = t.shoe(ranks=1, suits=1)
        shoe.draw()
        shoe.draw()

    with pytest.raises(RulesError, match="empty shoe"):
        Scripted(0).play_hand(play)


def test_a_roll_drops_what_weighs_nothing():
    table = Scripted(1)
    found = []
    table.play_hand(lambda t: (found.append(t.roll({"a": 1, "b": 0, "c": 3})), t.pay(north=0)))
    assert found == ["c"]
    assert table.picked == [(["a", "c"], [1, 3], 4)]


@pytest.mark.parametrize(
    "weights", [{}, {"a": 0}, {"a": 1, "b": -1}, {"a": 0.5, "b": 0.5}, {"a": Fraction(1, 2)}]
)
def test_a_roll_needs_whole_weights_that_are_not_all_0(weights):
    with pytest.raises(RulesError, match="none below 0 and not all 0"):
        Scripted(0).play_hand(lambda t: t.roll(weights))


# ---------------------------------------------------------------------- manners


@pytest.mark.parametrize(
    "play",
    [
        lambda t: t.show("west", 1),
        lambda t: t.ask("west", ("a", "b")),
        lambda t: t.pay(west=1),
        lambda t: t.pay(north=1, west=-1),
    ],
)
def test_an_unknown_seat_is_named_with_the_known_ones(play):
    with pytest.raises(RulesError, match=r"no seat 'west'.*: north, south"):
        Scripted(0).play_hand(play)


@pytest.mark.parametrize("actions", [(), ("a", "a")])
def test_actions_must_be_different_and_some(actions):
    with pytest.raises(RulesError, match="different actions"):
        Scripted(0).play_hand(lambda t: t.ask("north", actions))


def test_paying_twice_breaks_the_rules():
    with pytest.raises(RulesError, match="pay twice"):
        Scripted().play_hand(lambda t: (t.pay(north=1), t.pay(north=1)))


def test_a_hand_that_ends_without_pay_breaks_the_rules():
    with pytest.raises(RulesError, match="without pay"):
        Scripted().play_hand(lambda t: None)


def test_with_two_seats_the_other_pays():
    assert Scripted().play_hand(lambda t: t.pay(south=Fraction(3, 2))) == (
        Fraction(-3, 2),
        Fraction(3, 2),
    )
    assert Scripted().play_hand(lambda t: t.pay(north=2, south=5)) == (2, 5)
    assert Scripted().play_hand(lambda t: t.pay({"north": "0.25"})) == (
        Fraction(1, 4),
        Fraction(-1, 4),
    )


def test_with_three_seats_every_one_must_be_paid():
    table = Scripted(seats=("a", "b", "c"))
    with pytest.raises(RulesError, match="no amount for b, c"):
        table.play_hand(lambda t: t.pay(a=1))
    assert table.play_hand(lambda t: t.pay(c=3, a=1, b=2)) == (1, 2, 3)


def test_with_two_seats_paying_nobody_breaks_the_rules():
    with pytest.raises(RulesError, match="no amount for north, south"):
        Scripted().play_hand(lambda t: t.pay())


def test_a_float_is_not_paid():
    with pytest.raises(NumberError, match="float"):
        Scripted().play_hand(lambda t: t.pay(north=0.5))


def test_a_thing_of_ones_own_is_no_amount_whatever_it_can_do():
    class Pot:
        def paid(self):
            return 3

    with pytest.raises(NumberError, match="Pot"):
        Scripted().play_hand(lambda table: table.pay(north=Pot()))


@pytest.mark.parametrize(
    ("view", "key"),
    [
        ((), "-"),
        ((7,), "7"),
        (((0, 6), None), "(0,6),-"),
        ((6, 9), "6,9"),
        (("J", "pass", "bet"), "J,pass,bet"),
        ((Fraction(3, 8), Card(10, "h")), "3/8,10h"),
        (((1, (2, None)),), "(1,(2,-))"),
    ],
)
def test_what_a_seat_knows_prints_as_a_short_key(view, key):
    assert infoset_key(view) == key


# ---------------------------------------------------------------------- Dealer and Recorder


def coin(table):
    side = table.roll({"heads": 3, "tails": 1})
    call = table.ask("north", ("heads", "tails"))
    table.pay(north=1 if call == side else -1)


def test_the_same_seed_deals_the_same_hands():
    def hands(seed):
        dealer = Dealer(SEATS, seed=seed)
        return [dealer.play_hand(coin)[0] for _ in range(200)]

    assert hands(5) == hands(5)
    assert hands(5) != hands(6)


def test_the_dealer_deals_in_proportion_to_the_weights():
    dealer = Dealer(SEATS, {"north": {"-": {"heads": Fraction(1)}}}, seed=1)
    wins = Counter(dealer.play_hand(coin)[0] for _ in range(4000))
    assert abs(wins[1] - 3000) < 4 * (4000 * 3 / 16) ** 0.5


def test_a_seat_plays_its_mix():
    mix = {"heads": Fraction(1, 10), "tails": Fraction(9, 10)}
    recorder = Dealer(SEATS, {"north": {"-": mix}}, seed=2)
    calls = Counter()

    def play(table):
        calls[table.ask("north", ("heads", "tails"))] += 1
        table.pay(north=0)

    for _ in range(4000):
        recorder.play_hand(play)
    assert abs(calls["heads"] - 400) < 4 * (4000 * 0.09) ** 0.5


@pytest.mark.slow
def test_a_seat_without_strategy_plays_evenly():
    dealer = Dealer(SEATS, seed=3)
    calls = Counter()
    for _ in range(3000):
        dealer.play_hand(
            lambda t: (calls.update([t.ask("south", ("a", "b", "c"))]), t.pay(north=0))
        )
    assert all(abs(calls[action] - 1000) < 4 * (3000 * 2 / 9) ** 0.5 for action in "abc")


@pytest.mark.parametrize(
    ("mix", "reason"),
    [
        ({}, "no answer at -"),
        ({"-": {"heads": Fraction(1, 2)}}, "adds to 1/2"),
        ({"-": {"heads": Fraction(3, 2), "tails": Fraction(-1, 2)}}, "negative|not a mix"),
        ({"-": {"edge": Fraction(1)}}, "adds to 0|not a mix"),
    ],
)
def test_a_mix_that_is_none_is_refused(mix, reason):
    with pytest.raises(RulesError, match=reason):
        Dealer(SEATS, {"north": mix}).play_hand(coin)


def test_the_recorder_writes_every_step():
    def play(t):
        shoe = t.shoe(ranks=3, suits=1)
        card = shoe.draw()
        t.ask("north", ("keep", "swap"), sees=card)
        t.pay(north=Fraction(1, 2))

    recorder = Recorder(SEATS, seed=0)
    recorder.play_hand(play)
    chance, view, may, does, pays = recorder.lines
    rank = chance.split()[1]
    assert chance == f"chance {rank} (1/3)"
    assert view == f"view   north: {rank}"
    assert may == "may    north: keep | swap"
    assert does in ("does   north: keep", "does   north: swap")
    assert pays == "pays   north 1/2, south -1/2"


def test_the_recorder_plays_as_the_dealer_does():
    recorder, dealer = Recorder(SEATS, seed=9), Dealer(SEATS, seed=9)
    assert [recorder.play_hand(coin) for _ in range(20)] == [
        dealer.play_hand(coin) for _ in range(20)
    ]
    assert sum(line.startswith("pays") for line in recorder.lines) == 20


# ---------------------------------------------------------------------- simulation


def test_a_simulation_agrees_with_the_exact_value():
    exact = sabot.solve("le-her(ranks=3, suits=2)")
    found = sabot.simulate("le-her(ranks=3, suits=2)", hands=4000, seed=7)
    low, high = found.interval(99)
    assert low < exact.value < high
    assert found.hands == sum(found.counts.values()) == 4000
    assert found.mean == sum(pay * n for pay, n in found.counts.items()) / 4000


def test_a_simulation_is_repeated_by_its_seed():
    one, two = (sabot.simulate("le-her", hands=50, seed=3).counts for _ in range(2))
    assert one == two
    assert sabot.simulate("le-her", hands=50, seed=4).counts != one


def test_the_standard_error_is_that_of_the_sample():
    found = sabot.analysis.simulation.Simulation("x", 4, 0, {Fraction(0): 2, Fraction(2): 2})
    assert found.mean == 1
    assert found.error == pytest.approx((4 / 3 / 4) ** 0.5, rel=1e-12)
    assert sabot.analysis.simulation.Simulation("x", 1, 0, {Fraction(0): 1}).error == float("inf")


@pytest.mark.parametrize("hands", [0, -5])
def test_no_hands_are_refused(hands):
    with pytest.raises(NumberError, match="at least 1"):
        sabot.simulate("le-her", hands=hands)


def test_a_strategy_for_a_seat_that_is_not_there_is_refused():
    with pytest.raises(FormError, match="'reciever'; did you mean 'receiver'"):
        sabot.simulate("le-her", {"reciever": {}}, hands=5)


def test_progress_is_told_as_hands_are_played():
    seen = []
    sabot.simulate("le-her(ranks=2)", hands=10, progress=seen.append)
    assert seen[0] == 0
