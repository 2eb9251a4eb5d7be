import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import as_game, told_games

import sabot
from sabot.analysis.best_response import expected_payoff_of_first, infoset_values_against
from sabot.analysis.leaks import LeakEstimator
from sabot.errors import NoMethodError, NumberError, RulesError
from sabot.play.events import HandResult, JudgedDecision
from sabot.play.session import PlayerTable, Session

KUHN = sabot.load("kuhn-poker")
KUHN_SOLVED = sabot.solve(KUHN.form())


def kuhn(**options):
    return Session(KUHN, solution=KUHN_SOLVED, **options)


def play_out(session, decide, hands):
    """Play *hands* hands, each question answered by *decide*; return all events."""
    events = []
    for _ in range(hands):
        events += session.deal()
        while session.waiting is not None:
            events += session.answer(decide(session.waiting))
    return events


def mixed_by(strategy, seed=0):
    """Return a person who plays *strategy*."""
    rng = random.Random(seed)

    def decide(question):
        mix = strategy[question.view]
        return rng.choices(list(mix), [float(chance) for chance in mix.values()])[0]

    return decide


def evenly(seed=0):
    rng = random.Random(seed)
    return lambda question: rng.choice(question.actions)


# ---------------------------------------------------------------------- the session


def test_a_hand_waits_at_each_question_and_ends_with_its_result():
    session = kuhn(seat="first", seed=3)
    while not session.deal():
        first = session.waiting
        assert first.seat == "first" and first.actions == ("pass", "bet")
        assert [known.own for known in first.seen] == [False]
        events = session.answer("pass")
        if session.waiting is not None:
            second = session.waiting
            assert second.view == f"{first.view},pass,bet"
            assert [(known.text, known.own) for known in second.seen[1:]] == [
                ("pass", True),
                ("bet", False),
            ]
            assert [type(event) for event in events] == [JudgedDecision]
            events = session.answer("fold")
            assert [type(event) for event in events] == [JudgedDecision, HandResult]
            assert events[1].payoff == -1
            break


def test_the_same_seed_and_answers_give_the_same_hands():
    one, two = (play_out(kuhn(seed=9), evenly(4), 40) for _ in range(2))
    assert one == two
    assert play_out(kuhn(seed=10), evenly(4), 40) != one


def test_the_cards_of_a_hand_do_not_depend_on_earlier_answers():
    def dealt(decide):
        session = kuhn(seed=2)
        play_out(session, decide, 30)
        return [[s.text for s in r.steps if s.kind == "drawn"] for r in session.results]

    assert dealt(lambda q: q.actions[0]) == dealt(lambda q: q.actions[1])


def test_the_session_ends_after_the_hands_asked_for():
    session = kuhn(hands=2)
    play_out(session, evenly(), 2)
    assert session.over and len(session.results) == 2
    with pytest.raises(RulesError, match="all 2 hands"):
        session.deal()


def test_a_wrong_answer_changes_nothing():
    session = kuhn()
    session.deal()
    question = session.waiting
    with pytest.raises(RulesError, match="'raise' is not an action here"):
        session.answer("raise")
    assert session.waiting is question and not session.decisions
    with pytest.raises(RulesError, match="not over"):
        session.deal()


def test_without_a_question_there_is_nothing_to_answer():
    session = kuhn()
    for call in (lambda: session.answer("pass"), session.worth, session.hint):
        with pytest.raises(RulesError, match="no question is waiting"):
            call()


@pytest.mark.parametrize(
    ("options", "error"), [({"seat": "third"}, RulesError), ({"hands": 0}, NumberError)]
)
def test_bad_options_are_refused(options, error):
    with pytest.raises(error):
        kuhn(**options)


def test_rules_that_change_between_tellings_are_caught():
    tellings = iter(range(10**6))

    @sabot.rules(name="fickle", seats=("north", "south"))
    def fickle(table):
        told = next(tellings)
        table.show("north", "card")
        table.ask("north", ("a", "b"))
        if told > 50:
            table.show("south", told)
        table.ask("north", ("a", "b"), sees="more")
        table.pay(north=0)

    session = Session(fickle())
    for _ in range(60):
        next(tellings)
    session.deal()
    session.answer("a")
    with pytest.raises(RulesError, match="run again"):
        session.answer("a")


def test_rules_that_catch_every_exception_cannot_swallow_a_question():
    @sabot.rules(name="greedy", seats=("north", "south"))
    def greedy(table):
        try:
            action = table.ask("north", ("a", "b"))
        except Exception:
            action = "b"
        table.pay(north=1 if action == "a" else -1)

    session = Session(greedy())
    session.deal()
    assert session.waiting.actions == ("a", "b")
    assert session.answer("b")[0].loss == 2


def test_a_choice_of_one_is_made_without_asking():
    @sabot.rules(name="forced", seats=("north", "south"))
    def forced(table):
        table.ask("north", ("go",))
        table.pay(north=1 if table.ask("north", ("a", "b"), sees=None) == "a" else 0)

    session = Session(forced())
    session.deal()
    assert session.waiting.view == "go,-"
    assert [(known.text, known.own) for known in session.waiting.seen] == [
        ("go", True),
        ("-", False),
    ]


def test_a_seat_that_is_never_asked_has_nothing_to_play():
    @sabot.rules(name="alone", seats=("north", "south"))
    def alone(table):
        table.pay(north=1 if table.ask("north", ("a", "b")) == "a" else 0)

    with pytest.raises(NoMethodError, match="never asked"):
        Session(alone(), seat="south")


def test_three_seats_are_played_and_one_that_is_never_asked_has_nothing_to_play():
    @sabot.rules(name="trio", seats=("a", "b", "c"))
    def trio(table):
        table.pay(a=0, b=0, c=table.ask("a", ("x", "y")) == "x")

    assert Session(trio()).seat == "a"
    with pytest.raises(NoMethodError, match="never asked, so there is nothing to play"):
        Session(trio(), seat="c")


def test_a_huge_game_has_no_method():
    with pytest.raises(NoMethodError):
        Session("le-her(ranks=1000, reply=open)")


def test_a_seat_may_also_be_played_by_a_function():
    asked = []
    table = PlayerTable(
        KUHN.seats, seat="first", decide=lambda q: asked.append(q) or q.actions[0], seed=1
    )
    assert sum(table.play_hand(KUHN.play)) == 0
    assert asked[0].actions == ("pass", "bet")
    table.decide = lambda question: "elsewhere"
    with pytest.raises(RulesError, match="'elsewhere' is not an action"):
        table.play_hand(KUHN.play)


@given(told_games(), st.integers(0, 10**6), st.sampled_from(("one", "two")))
def test_a_question_holds_what_the_seat_knows_and_nothing_else(node, seed, seat):
    game = as_game(node)
    keys = {infoset.key for infoset in game.tree().infosets[game.seats.index(seat)]}
    try:
        session = Session(game, seat=seat, seed=seed)
    except NoMethodError:
        return
    rng = random.Random(seed)
    for _ in range(3):
        session.deal()
        while session.waiting is not None:
            question = session.waiting
            assert question.view in keys
            texts = [known.text for known in question.seen]
            assert ",".join(texts) == question.view or question.view == "-"
            (decision, *_) = session.answer(rng.choice(question.actions))
            assert decision.loss >= 0 and (decision.action in decision.best) == (not decision.loss)


# ---------------------------------------------------------------------- judging


@pytest.mark.parametrize("text", ["le-her", "kuhn-poker", "leduc-poker"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_loss_is_the_best_worth_minus_ones_own(text, seat):
    game = sabot.load(text)
    form, seats = game.form(), game.seats
    solution = sabot.solve(form)
    session = Session(game, seat=seats[seat], seed=1, solution=solution)
    worths = infoset_values_against(form, solution[seats[1 - seat]], of=seats[1 - seat])
    for event in play_out(session, evenly(), 30):
        if isinstance(event, JudgedDecision):
            assert event.loss == worths[event.view].loss(event.action)
            assert all(worths[event.view].loss(best) == 0 for best in event.best)


@pytest.mark.parametrize("seat", ["receiver", "dealer"])
def test_losses_weighed_by_how_often_they_come_are_what_a_strategy_gives_up(seat):
    form = sabot.load("le-her(ranks=6)").form()
    solution = sabot.solve(form)
    meter = LeakEstimator(form, solution, of=seat)
    bad = {view: {mix_action: Fraction(1)} for view, (mix_action, *_) in meter.optimal.items()}
    other = "dealer" if seat == "receiver" else "receiver"
    earned = expected_payoff_of_first(form, {seat: bad, other: solution[other]})
    given_up = sum(w.chance * w.loss(next(iter(bad[view]))) for view, w in meter.worths.items())
    assert meter.value - given_up == (earned if seat == "receiver" else -earned)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_optimal_play_loses_nothing(seat):
    session = kuhn(seat=seat, seed=4)
    play_out(session, mixed_by(KUHN_SOLVED[seat]), 100)
    summary = session.summary()
    assert summary.lost == 0 and summary.costly == ()
    assert summary.luck == summary.won - 100 * session.value
    assert summary.leak.low == 0


@pytest.mark.slow
def test_result_is_value_less_losses_plus_luck_and_luck_is_fair():
    session = kuhn(seat="second", seed=6)
    play_out(session, evenly(), 3000)
    found = session.summary()
    assert found.won == sum(result.payoff for result in session.results)
    assert found.won == 3000 * session.value - found.lost + found.luck
    assert found.lost > 500
    assert abs(found.luck) < 4 * 3000**0.5 * 2


def test_the_review_has_every_mistake_the_worst_first():
    session = kuhn(seat="first", seed=0)
    play_out(session, evenly(), 60)
    found = session.summary()
    losses = [decision.loss for decision in found.costly]
    assert len(set(losses)) > 1 and losses == sorted(losses, reverse=True)
    assert sum(losses) == found.lost


def twice(table):
    paid = sum(table.ask("north", ("good", "bad")) == "good" for _ in range(2))
    table.pay(north=paid)


def test_a_hand_left_unfinished_is_in_the_review_but_not_in_the_totals():
    session = Session(sabot.rules(name="twice", seats=("north", "south"))(twice)())
    play_out(session, lambda question: "good", 1)
    session.deal()
    session.answer("bad")
    found = session.summary()
    assert session.hand == 2 and found.hands == 1
    assert found.lost == found.luck == 0 and found.won == found.expected == 2
    assert [(decision.hand, decision.loss) for decision in found.costly] == [(2, 1)]
