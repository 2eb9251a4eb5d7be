"""The whist family as games: strings, rules told to tables, solutions, certificates."""

import copy
import json

import pytest
from tests.unit.forging import older

import sabot
from sabot.analysis.best_response import infoset_values_against
from sabot.certify import sealed
from sabot.forms.extensive import TerminalNode
from sabot.game_rules.table import Dealer
from sabot.games.whist import minimax
from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, MISERE, WHIST, Deal, Position
from sabot.games.whist.family import VARIANTS
from sabot.games.whist.judge import WhistJudge
from sabot.games.whist.parameters import start_position
from sabot.games.whist.puzzle import PUZZLE_KINDS, find_puzzle, is_puzzle
from sabot.play.session import Session
from sabot.results.solution import Solution

NAMES = sorted(VARIANTS)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("whist(deal=EWEWWE)", "whist(deal=EWEWWE, lead=W)"),
        ("whist( deal = ewewwe , lead=E )", "whist(deal=EWEWWE, lead=E)"),
        ("greedy-whist(deal=kq10/aj9)", "greedy-whist(deal=KQ10/AJ9, lead=W)"),
        ("five-card(hands=KQ10/AJ9)", "five-card(hands=KQ10/AJ9, lead=W)"),
        ("misere-whist(n=13, seed=7)", "misere-whist(n=13, seed=7, lead=W)"),
        ("whist(file=deal.txt, lead=E)", "whist(file=deal.txt, lead=E)"),
        ("whist(deal=KQ10/AJ9, led=k)", "whist(deal=KQ10/AJ9, lead=W, led=k)"),
        ("greedy-whist(deal=EWWE, score= 1 / 2)", "greedy-whist(deal=EWWE, lead=W, score=1/2)"),
    ],
)
def test_a_game_string_prints_to_itself(written, printed):
    game = sabot.load(written)
    assert str(game) == printed
    assert sabot.load(printed) == game
    assert game.seats == ("West", "East")


@pytest.mark.parametrize(
    ("written", "where", "said"),
    [
        ("whist", "deal", "is missing"),
        ("whist(deal=EWE)", "deal", "West has 1, East 2"),
        ("whist(deal=EWxW)", "deal", "'x' is neither (letter 3)"),
        ("whist(deal=kq/xj)", "deal", "'x' in the hand 'xj'"),
        ("whist(deal=)", "deal", "at least two cards"),
        ("whist(deal=KQ/QJ)", "deal", "held twice"),
        ("whist(deal=KQJ/A9)", "deal", "West has 3, East 2"),
        ("whist(hands=EWEW)", "hands", "not two hands"),
        ("whist(deal=EW, n=3, seed=1)", "deal and n", "one deal is enough"),
        ("whist(n=3)", "seed", "is missing"),
        ("whist(deal=EW, seed=3)", "seed", "needs n"),
        ("whist(n=5000001, seed=3)", "n", "out of range"),
        ("whist(deal=EWEW, lead=N)", "lead", "neither West nor East"),
        ("whist(deal=EWEW, led=1)", "led", "not held"),
        ("whist(deal=EWEW, led=5)", "led", "numbered 1 to 4"),
        ("whist(deal=KQ10/AJ9, led=8)", "led", "not dealt"),
        ("whist(trumps=1, deal=EW)", "trumps", "no parameter"),
        ("whist(deal=EW, score=2)", "score", "no parameter"),
        ("greedy-whist(deal=EWWE, score=1/2/3)", "score", "has 3 payments, and the deal 2 tricks"),
        ("greedy-whist(deal=EWWE, score=2/1)", "score", "trick 2 pays less than trick 1"),
        ("greedy-whist(deal=EWWE, score=0/0)", "score", "no trick pays anything"),
        ("greedy-whist(deal=EWWE, score=1/-2)", "score", "not a list of whole numbers"),
        ("greedy-whist(deal=EWWE, score=1/1000001)", "score", "at most 1,000,000"),
    ],
)
def test_a_bad_deal_is_refused_with_the_reason(written, where, said):
    with pytest.raises(sabot.GameStringError) as fault:
        sabot.load(written)
    found = [one for one in fault.value.faults if one.where == where]
    assert found and said in found[0].what


def test_a_score_is_solved_played_and_checked():
    game = "greedy-whist(deal=KQ108/AJ97, lead=W, score=1/2/3/5)"
    found = sabot.solve(game)
    won = {i for i, trick in enumerate(found.facts["line"], 1) if trick["winner"] == "West"}
    assert won == {2, 4} and found.value == 2 + 5 == sabot.check(found, rules=True)
    assert found.facts["tricks"] == {"West": 7, "East": 4}
    judge = sabot.load(game).rules.judge(sabot.load(game), "East")
    assert judge.prices(["K"]) == {"A": 4}


@pytest.mark.slow
def test_a_long_deal_comes_from_a_file(tmp_path):
    deal = Deal.random(40_000, seed=2)
    file = tmp_path / "deal.txt"
    file.write_text("\n".join(deal.holders[i : i + 70] for i in range(0, 80_000, 70)))
    found = sabot.solve(f"whist(file={file}, lead=E)")
    assert found.facts["tricks"] == sabot.solve("whist(n=40000, seed=2, lead=E)").facts["tricks"]
    assert found.facts["best_complete"] and not found.facts["line_complete"]
    assert not found.certificate
    file.write_text("kq10 /\nAJ9\n")
    named = sabot.solve(f"whist(file={file}, led=K)")
    assert named.facts["prices"] == {"9": 1, "J": 2, "A": 2}
    with pytest.raises(sabot.FileError, match="cannot be read"):
        sabot.solve(f"whist(file={tmp_path / 'none.txt'})")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("we\n ewx\n", ", line 2, letter 4: .*'x' is neither"),
        ("WE" * 60_000 + "\nWE?E", ", line 2, letter 3: .*'\\?' is neither"),
        ("kq10/\naj9 z", ", line 2, letter 5: 'z' in the hand 'aj9z' is not a card"),
        ("ewe", "deal.txt: a deal gives each seat n cards"),
        ("kq" * 99 + "/aj9", "deal.txt: the card K is held twice in 'kq.{35}\\.\\.\\.'"),
    ],
)
def test_what_is_wrong_in_a_file_has_its_place(tmp_path, text, said):
    file = tmp_path / "deal.txt"
    file.write_text(text)
    with pytest.raises(sabot.FileError, match=said):
        sabot.solve(f"whist(file={file})")


def test_the_lead_is_read_as_deals_are():
    for written in ("w", "W", "west", " West "):
        assert str(sabot.load(f"whist(deal=ew, lead={written})")) == "whist(deal=EW, lead=W)"
    assert str(sabot.load("whist(deal=ew, lead=e)")) == "whist(deal=EW, lead=E)"


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_as_told_have_the_value_of_the_theorems(name):
    """Two roads: the tree walked from the rules and solved as a form, and the solver."""
    for n in (1, 2, 3):
        for letters in list(iterate_deals(n))[:: 1 if n < 3 else 5]:
            for lead in ("W", "E"):
                game = sabot.load(f"{name}(deal={letters}, lead={lead})")
                by_tree, ours = sabot.solve(game.form()), sabot.solve(game)
                assert by_tree.value == ours.value
                assert by_tree.uniqueness == ours.uniqueness


def ends(node, played=()):
    if isinstance(node, TerminalNode):
        yield played, node.payoffs
        return
    for label, child in zip(node.labels, node.children, strict=True):
        yield from ends(child, (*played, int(label)))


@pytest.mark.parametrize("name", NAMES)
def test_each_end_of_the_tree_pays_what_the_tricks_pay(name):
    """Counted from the cards played alone: the higher card of each pair takes the trick."""
    pays = {"whist": (1, 1, 1), "greedy-whist": (1, 1, 1), "five-card": (0, 0, 1)}
    pay = pays.get(name, (-1, -1, -1))
    found = list(ends(sabot.load(f"{name}(deal=EWEWWE, lead=E)").tree().root))
    for cards, paid in found:
        tricks = [max(cards[i : i + 2]) in (2, 4, 5) for i in (0, 2, 4)]
        assert sorted(cards) == [1, 2, 3, 4, 5, 6]
        assert paid[0] == sum(p for p, won in zip(pay, tricks, strict=True) if won) == -paid[1]
        leads = ["E", *("W" if won else "E" for won in tricks)]
        assert [("W" if cards[i] in (2, 4, 5) else "E") for i in (0, 2, 4)] == leads[:3]
    if name in ("whist", "misere-whist"):
        assert len({cards for cards, _ in found}) == len(found) == 36


def test_the_greedy_rule_binds_the_second_hand():
    game = sabot.load("greedy-whist(deal=KQ10/AJ9, led=K)")
    actions = {infoset.key: infoset.actions for infoset in game.tree().infosets[1]}
    assert actions["K"] == ("A",)
    free = sabot.load("whist(deal=KQ10/AJ9, led=K)").tree().infosets[1]
    assert {infoset.key: infoset.actions for infoset in free}["K"] == ("9", "J", "A")


def test_random_hands_end_within_the_tricks_there_are():
    game = sabot.load("whist(n=7, seed=1)")
    pays = {Dealer(game.seats, seed=seed).play_hand(game.play) for seed in range(40)}
    assert all(0 <= west <= 7 and east == -west for west, east in pays)
    assert sabot.simulate("five-card(n=6, seed=3)", hands=5).mean in (0, 1)


def test_a_solution_of_example_5():
    found = sabot.solve("whist(deal=KQ10/AJ9, lead=W, led=K)")
    assert type(found) is Solution and found.open
    assert (found.value, found.unique, found.uniqueness) == (
        1,
        False,
        {"West": False, "East": True},
    )
    facts = found.facts
    assert facts["tricks"] == {"West": 1, "East": 2}
    assert (facts["H"], facts["H_lower"], facts["H_upper"], facts["case"]) == (
        0,
        0,
        1,
        "III for East",
    )
    assert (facts["best"], facts["prices"]) == (["9"], {"9": 1, "J": 2, "A": 2})
    assert [trick["winner"] for trick in facts["line"]] == ["West", "East", "East"]
    assert found["East"]["K"] == {"9": 1}
    lines = str(found).splitlines()
    assert (lines[0], lines[3]) == (found.game, "  tricks  1 to West, 2 to East")
    assert "  value        1, paid to West" in lines
    assert "1 to West, 2 to East" in found._repr_html_()


def test_the_document_keeps_the_contract_and_adds_the_tricks():
    document = sabot.solve("whist(deal=EWEWWE, lead=W)").to_json()
    contract = ["schema", "game", "seats", "value", "decimal", "strategies", "unique", "method"]
    assert set(contract) | {"seconds", "certificate"} <= set(document)
    assert {"tricks", "H", "H_lower", "H_upper", "best", "line"} <= set(document)
    assert document["schema"] == "sabot/solution/2"
    assert document["value"] == "1" and document["unique"] == {"West": False, "East": False}


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_solution_is_checked_and_comes_back(name, tmp_path):
    found = sabot.solve(f"{name}(n=7, seed=5, lead=E)")
    found.save(tmp_path / "deal.json")
    assert sabot.check(tmp_path / "deal.json") == found.value
    again = Solution.load(tmp_path / "deal.json")
    assert again == found and again.facts == found.facts


def forged(document, change):
    copied = copy.deepcopy(document)
    change(copied)
    return copied


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(value="2"),
        lambda d: d.update(best=["2"]),
        lambda d: d["tricks"].update(West=2),
        lambda d: d["prices"].update({"2": 2}),
        lambda d: d["line"][0].update(led="2"),
        lambda d: d["line"].pop(),
        lambda d: d["unique"].update(West=True),
        lambda d: d["strategies"]["West"].update({"-": {"2": "1"}}),
        lambda d: d["certificate"]["form"].update(rule="greedy"),
        lambda d: d.update(lead="East"),
        lambda d: d.update(deal="WEEWWE"),
    ],
)
def test_a_changed_solution_is_not_proved(change):
    document = json.loads(json.dumps(sabot.solve("whist(deal=EWEWWE)").to_json()))
    assert sabot.check(document) == 1
    with pytest.raises(sabot.CertificateError):
        sabot.check(forged(document, change))


def resealed(document, change):
    """Return the certificate of a solution, standing alone, changed and sealed again."""
    alone = older(document)
    return sealed(forged(alone["certificate"], change))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(value="0"),
        lambda c: c.update(best=["2", "4"]),
        lambda c: c["uniqueness"]["East"].update(unique=True),
        lambda c: c["form"].update(rule="greedy"),
    ],
)
def test_a_false_claim_under_a_right_digest_is_found_by_search(change):
    document = sabot.solve("whist(deal=EWEWWE)").to_json()
    with pytest.raises(sabot.CertificateError):
        sabot.check(resealed(document, change))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(value="0"),
        lambda d: d.update(best=["2", "4"]),
        lambda d: d["unique"].update(East=True),
        lambda d: d["certificate"]["form"].update(rule="greedy"),
        lambda d: d["strategies"]["West"].update({"-": {"2": "1"}}),
        lambda d: d.update(lead="East"),
    ],
)
def test_a_false_claim_of_a_whole_solution_is_found_by_search(change):
    document = sabot.solve("whist(deal=EWEWWE)").to_json()
    with pytest.raises(sabot.CertificateError):
        sabot.check(sealed(forged(document, change)))


@pytest.mark.parametrize(
    "change",
    [
        lambda form: form.update(deal="EWEWW"),
        lambda form: form.update(deal="EWEWEE"),
        lambda form: form.update(pays=[1, 1]),
        lambda form: form.update(names=["1"] * 6),
        lambda form: form.update(lead="N"),
        lambda form: form.update(led=1),
        lambda form: form.update(rule="free"),
        lambda form: form.update(deal="WE" * 40, pays=[1] * 40, names=list(map(str, range(80)))),
    ],
)
def test_a_form_that_is_no_deal_is_a_bad_file(change):
    document = sabot.solve("whist(deal=EWEWWE)").to_json()
    with pytest.raises(sabot.FileError):
        sabot.check(resealed(document, lambda c: change(c["form"])))


def test_uniqueness_of_large_deals_is_decided():
    assert sabot.solve("whist(n=60, seed=3)").uniqueness == {"West": False, "East": False}


@pytest.mark.slow
def test_uniqueness_of_a_deal_of_thousands_is_decided_or_left_out():
    assert set(sabot.solve("whist(n=2000, seed=1)").uniqueness.values()) <= {False}


def test_what_needs_the_tree_of_a_large_deal_is_refused():
    for verb in (sabot.reduce, sabot.equilibria):
        with pytest.raises(sabot.NoMethodError, match="4 are the most"):
            verb("whist(n=6, seed=1)")
    with pytest.raises(sabot.NoMethodError, match="5 are the most"):
        sabot.load("whist(n=6, seed=1)").tree()
    with pytest.raises(sabot.NoMethodError, match="up to 30 cards"):
        sabot.solve("misere-whist(n=31, seed=1)")
    assert sabot.equilibria("whist(deal=EWEW, lead=E)").counts["West"] == 1


def test_a_referee_prices_every_card_for_the_seat_it_judges():
    referee = WhistJudge(start_position(hands="KQ10/AJ9"), WHIST, seat="E")
    assert referee.value == -1 and referee.tricks(referee.value) == 2
    assert referee.best_card([]) == "K"
    assert referee.prices(["K"]) == {"9": 2, "J": 1, "A": 1}
    assert referee.best_card(["K"]) == "9" and referee.reply(["K"]) == {"9": 1}
    line = referee.line(["K", "J"])
    assert [won.winner for won in line].count("E") == 1 and str(line[0]) == "K/J:W"
    assert referee.prices(["K"]) == {"9": 2, "J": 1, "A": 1}  # after looking further ahead
    with pytest.raises(sabot.RulesError, match="played to the end"):
        referee.prices(["K", "9", "10", "J", "A", "Q"])


@pytest.mark.parametrize("variant", [WHIST, GREEDY_WHIST, FIVE_CARD, MISERE], ids=lambda v: v.name)
def test_hints_played_to_the_end_give_the_value(variant):
    for seed in range(6):
        for seat in ("West", "East"):
            session = Session(f"{variant.name}(n=7, seed={seed})", seat=seat)
            session.deal()
            while session.waiting is not None:
                assert session.answer(next(iter(session.hint())))[0].loss == 0
            (result,) = session.results
            assert session.over and result.payoff == result.value == session.value


@pytest.mark.parametrize("variant", [WHIST, MISERE], ids=lambda v: v.name)
def test_a_session_pays_what_the_told_rules_pay_and_its_worths_are_the_trees(variant):
    """The second road: the price of each card by the tree of the told rules, not by theorems."""
    for seed in range(4):
        game = sabot.load(f"{variant.name}(n=3, seed={seed})")
        session = Session(str(game), seat="East")
        solved = sabot.solve(game.form())
        worths = infoset_values_against(game.form(), solved["West"], of="West")
        session.deal()
        while session.waiting is not None:
            worth, by_tree = session.worth(), worths[session.waiting.view]
            if by_tree.chance:  # the tree's West may have led another card
                assert worth == by_tree.worth
            session.answer(session.waiting.actions[0])


@pytest.mark.parametrize("sort", PUZZLE_KINDS)
def test_a_puzzle_is_what_it_says(sort):
    for seed in range(4):
        found = find_puzzle(sort, n=5, seed=seed)
        assert found == find_puzzle(sort, n=5, seed=seed)
        prices = minimax.minimax_prices(found.position)
        good = (max if found.position.turn == "W" else min)(prices.values())
        best = {card for card, price in prices.items() if price == good}
        assert len(best) < len(prices)
        assert is_puzzle(found.position, sort)
        if sort == "one-card":
            assert len(best) == 1
        if sort == "hold-up":
            assert max(best) < found.position.led < max(prices)
        assert sabot.solve(found.game).facts["best"] == [str(card) for card in sorted(best)]


def positions(n):
    for letters in iterate_deals(n):
        for lead in ("W", "E"):
            for led in (None, *Deal(letters).hand(lead)):
                yield Position(Deal(letters), lead, led)


def test_puzzles_that_cannot_be_are_refused():
    with pytest.raises(sabot.NoMethodError, match="no puzzles of the sort hold-up"):
        find_puzzle("hold-up", seed=1, variant=GREEDY_WHIST)
    with pytest.raises(sabot.FormError, match=r"3 to 20 .* not 2: fewer than three leave nothing"):
        find_puzzle("hold-up", n=2, seed=1)
    for sort in PUZZLE_KINDS:
        assert not any(is_puzzle(one, sort) for one in positions(2))
        assert any(is_puzzle(one, sort) for one in positions(3))
    with pytest.raises(sabot.FormError, match="3 to 20 cards per hand, not 21"):
        find_puzzle(n=21, seed=1)
