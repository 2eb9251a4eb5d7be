"""What is said at play: as at a card table, from what the seat may know."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from tests.unit.cli.verbs.test_play import ran
from tests.unit.play.test_session import evenly, kuhn, mixed_by, play_out

import sabot
from sabot.game_rules.family import REGISTRY
from sabot.games.whist.render.narrator import WhistNarrator
from sabot.play.events import KnownItem
from sabot.play.session import Session
from sabot.render.document import Document
from sabot.render.views.session import EquilibriumNarrator, Narrator, narrator_for
from sabot.render.writers.terminal import render


def first_words(session):
    """Return what is said before the first question that comes up."""
    while not session.waiting:
        session.deal()
    return render(Narrator(session).question(session.waiting))


# ---------------------------------------------------------------------- whose card, whose move


def test_ones_card_the_move_before_and_the_pot_are_told_apart():
    session = Session("leduc-poker", seed=3)
    voice = Narrator(session)
    session.deal()
    assert render(voice.question(session.waiting)) == "  Your card: J. Pot 2: 1 each.\n"
    session.answer("bet")
    assert [known.source for known in session.waiting.seen] == ["held", "own", "move", "common"]
    said = render(voice.question(session.waiting))
    assert said == "  The second seat: call. On the table: Q. Pot 6: 3 each.\n"
    (_, result) = session.answer("bet")
    said = render(voice.closing(result))
    assert "The second seat: call. Cards: you J; the second seat Q.\n  You lose 7." in said


def test_a_raise_says_what_there_is_to_match():
    session = Session("leduc-poker", seed=3)
    voice = Narrator(session)
    play_out(session, lambda question: "bet", 1)
    session.deal()
    session.answer("bet")
    said = render(voice.question(session.waiting))
    assert "The second seat: raise." in said
    assert "Pot 8: you 3, the second seat 5; 2 more to match." in said


def test_at_baccara_it_is_said_what_the_hand_is_and_whether_player_stood():
    session = Session("baccara(model=B3, decks=6)", seat="Banker", seed=3)
    assert first_words(session) == "  Your two cards: (0,1). Player's third card: 3.\n"
    session.answer("stand")
    assert first_words(session) == "  Your two cards: (0,0). Player's third card: none, he stood.\n"
    result = session.answer("draw")[1]
    assert "Cards: you 0, 0, 5; Player 8, 8." in render(Narrator(session).closing(result))


def test_at_le_her_cards_have_their_names_and_an_exchange_is_seen():
    session = Session("le-her", seed=1)
    voice, seen = Narrator(session), ""
    for _ in range(40):
        session.deal()
        seen += render(voice.question(session.waiting))
        seen += render(voice.closing(session.answer("exchange")[-1]))
    assert "Your card: K (13).\n" in seen and "Your card: 7.\n" in seen
    assert re.search(r"Cards: you 7, then Q; the dealer Q, then 7, then A\.", seen)
    assert not re.search(r"Cards: .*\b1[123]\b", seen)


def test_a_game_of_ones_own_tells_holdings_and_stakes_with_two_verbs():
    @sabot.rules(name="one-card", seats=("north", "south"))
    def one_card(table):
        shoe = table.shoe(ranks=4, suits=1)
        mine, yours = shoe.draw(), shoe.draw()
        table.holds("north", mine)
        table.holds("south", yours)
        table.stakes(north=1, south=1)
        if table.ask("north", ("fold", "bet"), sees=mine) == "fold":
            return table.pay(north=-1)
        table.stakes({"north": "3/2"})
        if table.ask("south", ("fold", "call"), sees=yours) == "fold":
            return table.pay(north=1)
        return table.pay(north=Fraction(3, 2) if mine > yours else Fraction(-3, 2))

    session = Session(one_card(), seat="south", seed=2)
    said = first_words(session)
    assert re.search(r"Your card: \d\.\n? +Pot 5/2: you 1, north 3/2; 1/2 more to match\.", said)
    result = session.answer("call")[1]
    assert re.search(r"Cards: you \d; north \d\.", render(Narrator(session).closing(result)))


def test_without_those_verbs_the_draws_and_what_others_saw_are_told():
    @sabot.rules(name="bare", seats=("north", "south"))
    def bare(table):
        card = table.shoe(ranks=3, suits=1).draw()
        table.show("south", card)
        table.pay(north=card if table.ask("north", ("a", "b")) == "a" else -card)

    session = Session(bare(), seed=1)
    assert first_words(session) == "  You have seen nothing yet.\n"
    result = session.answer("a")[1]
    assert re.search(r"Drawn: (\d)\. south saw \1\.", render(Narrator(session).closing(result)))


def test_holding_and_staking_change_no_game():
    def play(table, *, words: int = 1):
        card = table.shoe(ranks=3, suits=1).draw()
        if words:
            table.holds("north", card)
            table.stakes(north=card)
        table.pay(north=card if table.ask("north", ("a", "b"), sees=card) == "a" else -card)

    family = sabot.rules(name="talkative", seats=("north", "south"))(play)
    assert family(words=1).form() == family(words=0).form()


def test_a_move_that_nobody_showed_stays_hidden_until_the_end():
    @sabot.rules(name="hidden", seats=("north", "south"))
    def hidden(table):
        one = table.ask("north", ("left", "right"))
        two = table.ask("south", ("left", "right"))
        table.announce(two)
        table.ask("south", ("go", "stay"))
        table.pay(north=1 if one == two else -1)

    session = Session(hidden(), seat="south", seed=5)
    assert first_words(session) == "  You have seen nothing yet.\n"
    session.answer("left")
    assert session.waiting.seen[1] == KnownItem("left", False, "own", "south")
    result = session.answer("go")[1]
    assert re.search(r"north: (left|right)\.", render(Narrator(session).closing(result)))


def test_a_choice_of_one_is_told_as_such():
    @sabot.rules(name="forced", seats=("north", "south"))
    def forced(table):
        table.ask("north", ("go",))
        table.pay(north=1 if table.ask("north", ("a", "b")) == "a" else 0)

    assert first_words(Session(forced())) == "  You: go, your only choice.\n"


# ---------------------------------------------------------------------- a screen


def test_hands_without_a_decision_are_passed_over_on_request(monkeypatch, capsys):
    words = ["baccara", "--seed", "3", "--hands", "14"]
    _, told, _ = ran(monkeypatch, capsys, *words, typed="1\n")
    _, passed, _ = ran(monkeypatch, capsys, *words, "--skip", typed="1\n")
    assert told.count("You had nothing to decide.") == 13
    assert "nothing to decide" not in passed and "Hand 12" in passed and "Hand 11" not in passed
    assert "11 hands without a decision: -6." in passed
    assert "2 hands without a decision: 0." in passed
    assert told[told.index("Review") :] == passed[passed.index("Review") :]
    _, typed, _ = ran(monkeypatch, capsys, *words[:3], typed="skip\n1\nskip\nq\n")
    assert "are passed over from now on" in typed and "are shown from now on" in typed


@pytest.mark.parametrize(
    "game", ["baccara(model=B3, decks=6)", "le-her", "leduc-poker", "whist(n=13)", "foster-1964"]
)
def test_the_rules_inside_play_fit_a_screen(game):
    session = Session(game)
    voice = narrator_for(session)
    lines = render(voice.rules(78)).splitlines()
    assert 4 < len(lines) <= 21 and max(map(len, lines)) <= 80
    assert "default" not in "".join(lines)


def test_long_rules_are_cut_and_say_where_the_rest_is():
    @sabot.rules(name="endless-talk", seats=("north", "south"))
    def endless_talk(table):
        table.pay(north=1 if table.ask("north", ("a", "b")) == "a" else 0)

    endless_talk.__doc__ = "\n\n".join(f"Paragraph {n}." for n in range(100))
    said = render(Narrator(Session(endless_talk())).rules(78))
    assert len(said.splitlines()) == 21 and "sabot show endless-talk has all of it" in said


# ---------------------------------------------------------------------- hints, habits, review


def test_a_hint_says_when_several_answers_are_optimal():
    session = kuhn(seat="first")
    seen = {}
    for seed in range(20):
        session = kuhn(seat="first", seed=seed)
        session.deal()
        seen[session.waiting.view] = render(Narrator(session).hint()), session.best()
    said, best = seen["K"]
    assert best == ("pass", "bet")
    assert "in one optimal strategy; " in said and "costs nothing either" in said
    said, best = seen["Q"]
    assert best == ("pass",) and said == "  Optimal play: pass.\n"


def test_the_leak_names_the_habits_the_worst_first():
    session = kuhn(seat="second", seed=1)
    play_out(session, lambda question: question.actions[-1], 160)
    said = render(Narrator(session).leak())
    rows = re.findall(r"^    (\w,\w+) +(\w+): (\d+) of (\d+) +(\S.*?)  +(\S+)", said, re.M)
    assert [(view, action, often, cost) for view, action, _, _, often, cost in rows] == [
        ("J,bet", "call", "never", "5/18"),
        ("J,pass", "bet", "1/3", "2/9"),
        ("Q,pass", "bet", "never", "1/6"),
        ("Q,bet", "call", "1/3", "1/9"),
    ]
    assert all(times == asked for _, _, times, asked, _, _ in rows)


def test_a_habit_inside_the_optimal_range_is_not_one():
    """Kuhn's family: bluff with J at p in [0, 1/3], bet K at 3p."""
    meter = kuhn(seat="first").meter
    a_third = {"bet": 1, "pass": 2}
    assert meter.habits({"J": a_third, "K": {"bet": 1}, "Q,pass,bet": {"fold": 1, "call": 2}}) == []
    (bluff,) = meter.habits({"J": {"bet": 1, "pass": 1}})
    assert (bluff.view, bluff.low, bluff.high) == ("J", 0, Fraction(1, 3)) and bluff.cost > 0
    jack, king = meter.habits({"J": a_third, "K": {"pass": 1}})  # each would do, but not together
    assert (jack.view, jack.cost, jack.saves) == ("J", 0, Fraction(1, 9))
    assert (king.view, king.cost, king.saves, king.low, king.high) == ("K", 0, Fraction(1, 9), 0, 1)


def test_a_number_has_the_caption_of_its_meaning():
    session = kuhn(seat="first", seed=1)
    session.deal()
    session.answer("pass")
    said = " ".join(render(Narrator(session).leak()).split())
    assert "not judged before 10 answers at a view; you have 1 at Q, the most so far." in said
    assert not Narrator(session).leak(habits=False).blocks
    session._counts = {"J": Counter(bet=4, **{"pass": 8}), "K": Counter({"pass": 12})}
    session._leaks = {}
    said = " ".join(render(Narrator(session).leak()).split())
    assert "Leak so far: 1/9 ≈ 0.111 per hand (95%: 0 to" in said
    assert "No habit costs anything by itself, but together they leak:" in said
    assert "saves: how much less you leak" in said and "costs:" not in said
    session._counts, session._leaks = {"J": Counter(bet=12)}, {}
    said = " ".join(render(Narrator(session).leak()).split())
    assert "J bet: 12 of 12 0 to 1/3 2/9" in said
    assert "costs: the least that any strategy with this habit leaks per hand." in said


def test_folding_a_king_is_the_worst_habit_though_some_strategies_never_come_to_it():
    habits = kuhn(seat="first").meter.habits(
        {"K": {"pass": 9}, "K,pass,bet": {"fold": 9}, "Q,pass,bet": {"fold": 9}}
    )
    assert [habit.view for habit in habits] == ["K,pass,bet", "Q,pass,bet"]
    assert (habits[0].action, habits[0].low, habits[0].high) == ("fold", 0, 0)


def test_the_review_puts_equal_mistakes_together():
    session = kuhn(seat="second", seed=1)
    play_out(session, lambda question: question.actions[-1], 60)
    summary = session.summary()
    assert len(summary.mistakes) < len(summary.costly)
    assert sum(one.total for one in summary.mistakes) == summary.lost
    assert sum(len(one.hands) for one in summary.mistakes) == len(summary.costly)
    totals = [one.total for one in summary.mistakes]
    assert totals == sorted(totals, reverse=True)
    said = render(Narrator(session).review())
    (line,) = re.findall(r"^  J,bet .*$", said[: said.index("habits")], re.M)
    assert re.search(r"call +fold +1 +12, 18, 21, 25 and 8 more +12$", line)
    assert max(map(len, said.splitlines())) <= 80


def test_who_plays_optimally_has_no_habits():
    solved = sabot.solve("kuhn-poker")
    session = kuhn(seat="first", seed=3)
    counts = {
        view: {a: int(18 * c) for a, c in mix.items()} for view, mix in solved["first"].items()
    }
    assert session.meter.habits(counts) == []
    play_out(session, mixed_by(solved["first"]), 5)
    assert "cost anything" in render(Narrator(session).review())


# ---------------------------------------------------------------------- one protocol


@pytest.mark.parametrize("game", ["kuhn-poker", "whist(n=4)", "misere-whist(n=3)", "baccara"])
def test_a_page_can_drive_any_session_without_a_print(capsys, game):
    session = Session(game, seed=4, hands=3)
    voice = narrator_for(session)
    decide, parts = evenly(), [voice.opening()]
    while not session.over:
        events = session.deal()
        while session.waiting is not None:
            parts += [voice.question(session.waiting), voice.why(), voice.hint()]
            events = session.answer(decide(session.waiting))
        parts.append(voice.closing(events[-1]))
    parts.append(voice.review())
    assert all(isinstance(part, Document) for part in parts)
    assert capsys.readouterr() == ("", "")
    summary = session.summary()
    assert summary.hands == 3
    assert isinstance(voice, WhistNarrator) == (summary.leak is None)
    if summary.leak is None:
        assert summary.luck == 0  # nothing is left to chance there


# ---------------------------------------------------------------------- a move, and whose it is


@pytest.fixture
def called_out():
    """Rules in which each move is announced with the seat that made it."""
    known = dict(REGISTRY)

    @sabot.rules(name="called-out", seats=("a", "b"))
    def called_out(table):
        """Pass or bet, in turn; the higher card wins."""
        shoe = table.shoe(ranks=3, suits=1)
        cards = {seat: shoe.draw() for seat in ("a", "b")}
        for seat in cards:
            table.show(seat, cards[seat])
        made = []
        for seat in cards:
            made.append(table.ask(seat, ("pass", "bet")))
            table.announce(seat, made[-1])
        if made[0] != made[1]:
            return table.pay(a=1 if made[0] == "bet" else -1)
        pot = 2 if made[0] == "bet" else 1
        return table.pay(a=pot if cards["a"] > cards["b"] else -pot)

    yield called_out()
    REGISTRY.clear()
    REGISTRY.update(known)


def test_a_move_that_is_announced_with_its_seat_is_told_once(called_out):
    session = Session(called_out, seat="b", seed=3)
    assert re.fullmatch(r"  You see \d\. a: (pass|bet)\.\n", first_words(session))
    assert [known.source for known in session.waiting.seen] == ["seen", "mover", "move"]
    session = Session(called_out, seat="a", seed=3)
    voice = Narrator(session)
    session.deal()
    voice.question(session.waiting)
    *_, result = session.answer("pass")
    said = render(voice.closing(result))
    assert re.search(r"^  b: (pass|bet)\. Drawn: ", said)
    assert "On the table" not in said


def test_help_fits_a_screen():
    for voice in (Narrator, EquilibriumNarrator):
        assert max(map(len, voice.help.splitlines())) < 80
