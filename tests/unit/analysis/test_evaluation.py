"""Strategies as people write them, and what they are worth."""

import json
import time
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.analysis.best_response import best_response_to, expected_payoff_of_first
from sabot.analysis.evaluation import infoset_losses
from sabot.analysis.outcomes import outcome_distribution
from sabot.analysis.strategy_input import complete_strategies
from sabot.cli.program import cli
from sabot.errors import FormError
from sabot.forms.sequence import Treeplex
from sabot.games.baccara.count import banker_view_key, player_view_key
from sabot.games.baccara.payoff_distribution import house_edges
from sabot.games.baccara.rules import BANKER_DRAWS, casino_strategies, seat_rules, two_card_hands

B1 = "baccara(model=B1, decks=8)"


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **options)


def judged(*words):
    result = run("value", *words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# ------------------------------------------------------------------ the casino


def test_punto_banco_of_eight_decks_has_the_well_known_counts():
    found = sabot.value(B1, "casino")
    ends = found.outcomes
    assert ends.denominator == 4998398275503360
    assert (ends.lose, ends.win, ends.tie) == (2292252566437888, 2230518282592256, 475627426473216)
    assert found.expectation == ends.mean == Fraction(ends.win - ends.lose, ends.denominator)
    edges = {bet: round(float(100 * edge), 4) for bet, edge in found.bets.items()}
    assert edges == {"Player": 1.2351, "Banker": 1.0579, "tie": 14.3596}


def test_the_casinos_expectation_is_the_same_whatever_the_seats_see():
    found = {
        sabot.value(f"baccara(model={m}, decks=1)", "casino").expectation for m in ("B1", "B3")
    }
    assert len(found) == 1


@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_the_casinos_table_is_keyed_by_what_each_seat_sees(model):
    table = casino_strategies(sabot.load(f"baccara(model={model}, decks=6)").form())
    one, two = seat_rules(model)
    for total, draws in BANKER_DRAWS.items():
        for hand in two_card_hands(total):
            for third in (*range(10), None):
                move = "draw" if third in draws else "stand"
                assert table["Banker"][banker_view_key(two, hand, third)] == {move: 1}
    assert all(
        table["Player"][player_view_key(one, hand)] == {"draw": 1} for hand in two_card_hands(5)
    )


def test_fosters_game_takes_the_casinos_rules_too():
    found = sabot.value("foster-1964", {"Banker": "casino"})
    assert found["Banker"].reply.actions == {"5": "draw"}
    assert found["Banker"].exploitability > 0


def test_the_casinos_rules_are_for_baccara_only():
    with pytest.raises(FormError, match="no strategy 'casino' for le-her"):
        sabot.value("le-her", "casino")
    assert run("value", "le-her", "--strategy", "casino").exit_code == 2


# ------------------------------------------------------------------ outcomes, by two roads


SMALL = [
    "baccara(model=B1, shoe=[3,0,1,2,0,4,1,1,0,2])",
    "baccara(model=B3, shoe=[2,1,1,0,0,1,1,1,1,0])",
    "baccara(model=B2, shoe=[1,1,1,1,1,1,0,0,0,0])",
    "baccara(model=A1, shoe=[2,1,0,0,1,1,1,0,0,0])",
    "baccara(model=B1, shoe=[2,1,0,1,1,1,1,0,0,1], player_free=[3,5], player_draws=[])",
]


def by_tree(game, tables):
    """Count the ends of hands from the rules alone, in chances."""
    found = {}

    def walk(node, chance):
        if not hasattr(node, "children"):
            pay = Fraction(node.payoffs[0])
            found[pay] = found.get(pay, 0) + chance
            return
        for n, child in enumerate(node.children):
            if hasattr(node, "weights"):
                walk(child, chance * Fraction(node.weights[n], node.total))
            else:
                seat = tree.seats[node.seat]
                mix = tables[seat][tree.infosets[node.seat][node.view].key]
                walk(child, chance * mix.get(node.labels[n], 0))

    tree = game.tree()
    walk(tree.root, Fraction(1))
    return {pay: chance for pay, chance in found.items() if chance}


@pytest.mark.slow
@pytest.mark.parametrize("text", few(1, SMALL))
@pytest.mark.parametrize("name", ["casino", "mixed"])
def test_counting_ends_agrees_with_the_tree(text, name):
    game = sabot.load(text)
    written = {"rest": {"stand": "2/5", "draw": "3/5"}}
    both = (
        casino_strategies(game.form())
        if name == "casino"
        else {"Player": written, "Banker": written}
    )
    tables = complete_strategies(game.form().sides, both, game=game)
    found = outcome_distribution(game, tables)
    chances = {pay: Fraction(n, found.denominator) for pay, n in found.counts.items() if n}
    assert chances == by_tree(game, tables)
    assert sum(found.counts.values()) == found.denominator
    assert found.mean == expected_payoff_of_first(game.form(), tables)


@pytest.mark.parametrize("text", ["le-her(ranks=4, suits=2)", "kuhn-poker", "foster-1964"])
def test_other_games_are_counted_from_their_trees(text):
    found = sabot.value(text, "optimal")
    assert found.outcomes.mean == found.expectation == found.value == sabot.solve(text).value
    assert sum(found.outcomes.counts.values()) == found.outcomes.denominator
    assert found.bets is None


def test_a_matrix_is_counted_from_its_entries(tmp_path):
    path = tmp_path / "game.csv"
    path.write_text("2,-1\n-1,1\n")
    found = sabot.value(f"matrix(file={path})", "optimal")
    assert found.outcomes.mean == found.value == Fraction(1, 5)
    assert found.outcomes.counts == {2: 4, 1: 9, -1: 12}


def test_bets_at_other_terms():
    ends = sabot.value("baccara(model=B1, decks=1)", "casino").outcomes
    fair = house_edges(ends, commission=Fraction(0), tie=9)
    assert fair["Banker"] == -fair["Player"]
    assert fair["tie"] == 1 - Fraction(10 * ends.tie, ends.denominator)


# ------------------------------------------------------------------ what a strategy is worth


def test_optimal_strategies_lose_nothing():
    found = sabot.value("baccara(model=B2, decks=6)", "optimal")
    for one in found.appraisals.values():
        assert one.exploitability == 0
        assert one.losses == one.gains == one.meets == ()
        assert one.secures == found.value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("baccara(model=A1)", {"Player": {"5": {"draw": "1/2", "stand": "1/2"}}}),
        ("baccara(model=B2, decks=1)", {"Banker": {"rest": "draw"}}),
        ("baccara(model=B3, decks=1)", {"Player": {"rest": "stand"}}),
        ("kuhn-poker", {"first": {"rest": "bet"}}),
        ("kuhn-poker", {"second": {"rest": "pass"}}),
        ("le-her(ranks=5)", {"dealer": {"rest": "keep"}}),
    ],
)
def test_exploitability_is_losses_and_gains(text, written):
    game = sabot.load(text)
    if game.rules.name == "kuhn-poker":
        views = game.form().sides[game.seats.index(next(iter(written)))].cells
        pick = -1 if "first" in written else 0
        written = {seat: {c.key: c.actions[pick] for c in views} for seat in written}
    found = sabot.value(game, written)
    (one,) = found.appraisals.values()
    parts = sum(loss.hand for loss in (*one.losses, *one.gains))
    assert one.exploitability == parts > 0
    assert one.exploitability == abs(one.secures - found.value)
    assert sum(loss.hand for loss in one.losses) == abs(one.earns - found.value)
    hands = [loss.hand for loss in one.losses]
    assert hands == sorted(hands, reverse=True)


def test_losses_against_a_given_opponent_add_to_what_the_best_reply_earns_more():
    game = sabot.load("baccara(model=B2, decks=1)")
    found = sabot.value(game, {"Banker": {"6,*": "draw", "rest": "stand"}, "Player": "casino"})
    banker = found["Banker"]
    best = best_response_to(game.form(), found["Player"].strategy, of="Player").value
    assert sum(loss.hand for loss in banker.meets) == found.expectation - best
    again = infoset_losses(
        game.form(), banker.strategy, of="Banker", against=found["Player"].strategy
    )
    assert again == banker.meets


def test_the_house_edge_of_one_strategy_is_against_the_optimum():
    found = sabot.value("baccara(model=A1)", {"Player": {"5": "stand"}})
    assert found.expectation is None
    assert found.edge == -found["Player"].earns == Fraction(679568, 53094899)


def test_a_matrix_is_judged_without_a_name():
    found = sabot.value([[1, -1], [-1, 1]], {"row": {"-": "1"}})
    assert found["row"].exploitability == 1
    assert sabot.value([[1, -1], [-1, 1]], {"row": "optimal"})["row"].exploitability == 0
    with pytest.raises(FormError, match="only a game with a name has these"):
        sabot.value([[1, -1], [-1, 1]], {"row": "casino"})


# ------------------------------------------------------------------ how strategies are written


def test_a_total_stands_for_its_hands_and_the_nearest_line_wins():
    game = sabot.load("baccara(model=B2, decks=6)")
    written = {"(0,6),-": "draw", "6,-": "stand", "6,*": "draw", "*,9": "stand", "rest": "draw"}
    table = complete_strategies(game.form().sides, {"Banker": written}, game=game)["Banker"]
    assert table["(0,6),-"] == {"draw": 1}
    assert table["(8,8),-"] == {"stand": 1}
    assert table["(8,8),9"] == {"draw": 1}
    assert table["(1,2),9"] == {"stand": 1}
    assert table["(1,2),8"] == {"draw": 1}


def test_views_that_a_shoe_never_shows_may_be_answered_all_the_same():
    full = sabot.solve("baccara(model=B1, decks=1)")
    game = sabot.load("baccara(model=B1, shoe=[0,2,2,2,2,2,2,2,2,2])")
    written = {seat: dict(full[seat]) for seat in full.seats}
    assert "0,0" not in complete_strategies(game.form().sides, written, game=game)["Banker"]
    rest = {"Banker": {"*,0": "draw", "rest": "stand"}}
    assert complete_strategies(game.form().sides, rest, game=game)


def test_a_view_called_rest_is_that_view():
    @sabot.rules(name="told", seats=("one", "two"))
    def told(table):
        seen = table.roll({"work": 1, "rest": 1})
        right = table.ask("one", ("work", "rest"), sees=seen) == seen
        table.pay(one=1 if right else -1)

    form = told().form()
    with pytest.raises(FormError, match="no answer at work"):
        complete_strategies(form.sides, {"one": {"rest": "rest"}})
    table = complete_strategies(form.sides, {"one": {"rest": "rest", "*": "work"}})["one"]
    assert table == {"work": {"work": 1}, "rest": {"rest": 1}}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"Banker": {"3,8": "stand"}}, ["no answer at 0,0, 0,1", "and 81 more", '"rest": "stand"']),
        ({"Player": {"5": "draw", "55": "draw"}}, ["never asked at 55", "did you mean '5'"]),
        ({"Player": {"5": "hit"}}, ["at '5': no action 'hit'; known: stand, draw"]),
        ({"Player": {"5": {"draw": "1/2"}}}, ["add to 1; these add to 1/2"]),
        ({"Player": {"5": {"draw": "3/2", "stand": "-1/2"}}}, ["one is negative"]),
        ({"Player": {"5": {"draw": 0.5, "stand": 0.5}}}, ["0.5 is a float"]),
        ({"Player": {"5": []}}, ["expected an action"]),
        ({"Player": {"5": {}}}, ["expected an action"]),
        ({"Player": {"5": None}}, ["expected an action"]),
        ({"Player": {"5": {"draw": "x"}}}, ["'x' is not an exact number"]),
        ({"Player": {"5": {"draw": "1/0"}}}, ["divides by zero"]),
        ({"player": {"5": "draw"}}, ["no seat 'player'; did you mean 'Player'?"]),
        ({"Player": "5"}, ["there is no strategy '5'"]),
        ({"Player": 7}, ["expected views and answers"]),
        ({"Player": {"9*": "draw", "rest": "draw"}}, ["never asked at 9*"]),
        ({}, ["no strategy is given"]),
    ],
)
def test_what_is_wrong_with_a_strategy_is_said_with_the_remedy(written, words):
    with pytest.raises(FormError) as caught:
        sabot.value("baccara(model=A1)", written)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.slow
def test_hostile_patterns_take_no_time():
    written = {
        "Banker": {"*" * 3000 + "x" + "*" * 3000: "draw", "*,*" * 2000: "draw", "rest": "draw"}
    }
    with pytest.raises(FormError, match="never asked at"):
        sabot.value("baccara(model=A2)", written)
    many = {f"{n}*": "draw" for n in range(2000)}
    with pytest.raises(FormError, match=r"more than 1,000 lines with \*"):
        sabot.value("baccara(model=A1)", {"Banker": many})


def test_all_faults_are_listed_at_once():
    with pytest.raises(FormError) as caught:
        sabot.value("baccara(model=A1)", {"Player": {"5": "hit"}, "Banker": {}, "Dealer": {}})
    text = str(caught.value)
    assert "hit" in text and "Banker has no answer" in text and "no seat 'Dealer'" in text


# ------------------------------------------------------------------ the verb


def test_the_verb_reads_files_and_names(tmp_path):
    one, two = tmp_path / "p.json", tmp_path / "b.json"
    one.write_text('{"Player": {"5": "stand"}}')
    two.write_text('{"Banker": {"6,-": "stand", "rest": "draw"}}')
    game = "baccara(model=A1)"
    found = judged(game, "--strategy", str(one), "--strategy", str(two))
    assert found["schema"] == "sabot/value/1"
    assert found["sources"] == {"Player": str(one), "Banker": str(two)}
    both = {"Player": {"5": "stand"}, "Banker": {"6,-": "stand", "rest": "draw"}}
    assert found["expectation"] == str(sabot.value(game, both).expectation)
    pair = judged(game, "--strategy", str(one), "--strategy", "Banker=casino")
    assert pair["strategies"]["Banker"]["losses_against_given"]
    assert sum(int(n) for n in pair["outcomes"]["counts"].values()) == int(
        pair["outcomes"]["denominator"]
    )


def test_a_saved_solution_is_a_strategy(tmp_path):
    path = tmp_path / "s.json"
    sabot.solve("baccara(model=B1, decks=6)").save(path)
    found = judged("baccara(model=B1, decks=6)", "--strategy", f"Player={path}")
    assert found["strategies"]["Player"]["exploitability"] == "0"
    shorter = judged("baccara(model=B1, decks=1)", "--strategy", str(path))
    assert shorter["strategies"]["Banker"]["exploitability"] != "0"


def test_the_screen_says_where_it_loses():
    text = run("value", "baccara(model=B2, decks=6)", "--strategy", "Banker=casino").stdout
    assert "    (2,3),4  draw   stand   0.0000025716   0.0046546\n" in text
    assert max(map(len, text.splitlines())) <= 80
    text = run("value", B1, "--strategy", "casino").stdout
    assert "  tie           475627426473216   9.5156 %\n" in text
    assert "Banker at 5 % commission 1.05791" in text
    assert "    6 S S S S S S D D S S D\n" in text


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        ('{"Player": {"5": "dr', 3, "not JSON"),
        ("[1]", 3, "JSON object"),
        ("{}", 3, "no strategies in it"),
        ('{"strategies": 3}', 3, "no strategies in it"),
        ('{"Player": "optimal"}', 3, "expected"),
        ('{"Player": {"5": "hit"}}', 3, "no action 'hit'"),
        ('{"Player": {"\\u001b[2J": "draw", "5": "draw"}}', 3, "never asked at"),
        ('{"Player": {"5": {"draw": "1e999999999", "stand": 0}}}', 3, "number"),
        ("[" * 100000, 3, ""),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path, content, code, words):
    path = tmp_path / "bad.json"
    path.write_text(content)
    result = run("value", "baccara(model=A1)", "--strategy", str(path))
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert str(path) in result.stderr and words in result.stderr
    assert "Traceback" not in result.stderr and "\x1b" not in result.stderr


def test_bad_words_are_refused(tmp_path):
    game = "baccara(model=A1)"
    assert run("value", game).exit_code == 2
    assert run("value", game, "--strategy", str(tmp_path / "none.json")).exit_code == 3
    twice = run("value", game, "--strategy", "casino", "--strategy", "optimal")
    assert (twice.exit_code, "two strategies for Player" in twice.stderr) == (2, True)
    path = tmp_path / "p.json"
    path.write_text('{"Player": {"5": "stand"}}')
    result = run("value", game, "--strategy", f"Banker={path}")
    assert (result.exit_code, "no strategy for Banker" in result.stderr) == (3, True)


def test_decimals_in_a_file_are_read_by_their_digits(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"Player": {"5": {"stand": 0.1, "draw": 0.90000000000000000000}}}')
    exact = sabot.value(B1, {"Player": {"5": {"stand": "1/10", "draw": "9/10"}}})
    found = judged(B1, "--strategy", str(path))
    assert Fraction(found["strategies"]["Player"]["secures"]) == exact["Player"].secures
    path.write_text('{"Player": {"5": {"stand": 0.1, "draw": 0.9000000000000000000001}}}')
    wrong = run("value", B1, "--strategy", str(path))
    assert wrong.exit_code == 3 and "chances are 0 or more and add to 1" in wrong.stderr


def test_a_strategy_of_many_views_is_read_in_time_in_proportion_to_them():
    """Four times the views take four times the time; a search through all for each took sixteen."""

    def seconds(views):
        actions = {f"{view},bet": ("fold", "call") for view in range(views)}
        written = {"ann": dict.fromkeys(actions, "call")}
        found = []
        for _ in range(3):
            begun = time.process_time()
            complete_strategies([Treeplex.flat("ann", actions)], written)
            found.append(time.process_time() - begun)
        return min(found)

    assert seconds(6000) < 9 * seconds(1500)
