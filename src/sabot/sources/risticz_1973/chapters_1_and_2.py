"""Check Sections 1.6, 2.9 and 2.12, figures 1 to 3, table 6 and appendix B: the simulator.

Friedman's bluff (1.6), the shuffle, the discards and the steps of the program of chapter 2, its
betting rules, the number of games that it needs, and two random numbers made of one (appendix B).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial

from sabot.api import solving
from sabot.cards.poker_hand import HAND_KINDS, PAIR, all_strengths, suit_classes
from sabot.cards.poker_odds.all_hands import holds_by_common_rule
from sabot.exact import format_decimal, format_fraction
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.forms.sequence import MatrixForm
from sabot.games.poker.five_card_draw.players import random_player
from sabot.games.poker.five_card_draw.rules import Observation, play_draw_poker
from sabot.games.poker.five_card_draw.simulation import AgentDealer
from sabot.papers.report import Claim, PaperTable, format_grid, require_agreement
from sabot.sources.risticz_1973 import printed_formulas
from sabot.sources.risticz_1973.chapter_2_hand_odds import improvement_probability
from sabot.sources.risticz_1973.chapters_5_to_7 import squared_payoff_form
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    Q,
    check_holds,
    compare_text,
    profile_2pg,
    round_decimal,
    solve_equilibrium,
    thesis_form,
)
from sabot.sources.risticz_1973.section_5_5_real_hands import class_bounds, f_of_n

SMALL_PACKS = (2, 3, 4, 5, 6)
"""Packs whose every shuffle is gone through."""
_KEPT_TEXT = {4: "four to a flush or an open straight", 1: "nothing of the kind"}
"""What a hand without a pair has, by how many cards of it are kept."""
_SIMULATED_HANDS = 100


def shuffle_counts(cards: int) -> Counter[tuple[int, ...]]:
    """Return how often each order comes, over all choices of figure 1, each as likely."""
    found: Counter[tuple[int, ...]] = Counter()
    for chosen in product(*(range(place, cards) for place in range(cards - 1))):
        pack = list(range(cards))
        for place, other in enumerate(chosen):
            pack[place], pack[other] = pack[other], pack[place]
        found[tuple(pack)] += 1
    return found


def check_figure_1() -> Iterator[Claim]:
    """Check the example, and that all orders of a small pack are equally likely."""
    place, x, says = printed.figure_1
    ours = place + int(Fraction(x) * (53 - place))
    yield compare_text("figure-1", f"i = {place}, x = {x}: n", says, ours)
    even = all(
        set(found.values()) == {1} and len(found) == factorial(cards)
        for cards in SMALL_PACKS
        for found in (shuffle_counts(cards),)
    )
    why = f"all choices for {SMALL_PACKS[0]} to {SMALL_PACKS[-1]} cards: every order comes once"
    yield compare_text("figure-1", "all orders are equally likely", True, even, evidence=why)
    last = 52 + int(Fraction(1) * (53 - 52))
    why = "x = 1 would exchange with a 53rd card: the interval must be open at 1"
    yield compare_text(
        "figure-1",
        "x from the closed interval [0, 1]",
        True,
        last <= 52,
        evidence=why,
        otherwise="error",
    )


def check_figure_2() -> Iterator[Claim | PaperTable]:
    """Draw up what is thrown away, kind by kind, with all hands of the pack; the print is lost."""
    ways: Counter[tuple[str, str]] = Counter()
    throws: dict[str, set[int]] = {}
    for hold, number, rank in zip(
        holds_by_common_rule(), suit_classes().ways, suit_classes().ranks, strict=True
    ):
        kind, kept = HAND_KINDS[all_strengths()[int(rank) - 1].kind], int(hold).bit_count()
        ways[kind, _KEPT_TEXT[kept] if kind == HAND_KINDS[0] else ""] += int(number)
        throws.setdefault(kind, set()).add(5 - kept)
    require_agreement("hands that are thrown from", sum(ways.values()), comb(52, 5))
    (ours,) = throws[HAND_KINDS[PAIR]]
    yield compare_text("figure-2", "cards thrown away of one pair (2.7)", printed.pair_throws, ours)
    lines = []
    for (kind, which), number in sorted(ways.items(), key=lambda one: -HAND_KINDS.index(one[0][0])):
        thrown = 4 if which == _KEPT_TEXT[1] else 1 if which else max(throws[kind])
        lines.append((f"{kind}, {which}" if which else kind, (str(thrown), f"{number:,}")))
    title = "figure 2: what players throw away, and of how many of the 2,598,960 hands"
    yield PaperTable("figure-2", title, format_grid("a hand of", ("cards thrown", "hands"), lines))


def check_figure_3() -> Iterator[Claim]:
    """Check that the rules of the game go through the steps of the program, in their order."""
    orders = {tuple(dict.fromkeys(decisions_asked(seed))) for seed in range(_SIMULATED_HANDS)}
    met = {step for order in orders for step in order}
    ours = [step for step in printed.figure_3 if step in met] + sorted(met - {*printed.figure_3})
    why = f"{_SIMULATED_HANDS} hands of five players, by the rules as they are described"
    says = ", ".join(printed.figure_3)
    yield compare_text("figure-3", "what is asked for", says, ", ".join(ours), evidence=why)
    rising = all(order == tuple(step for step in ours if step in order) for order in orders)
    yield compare_text("figure-3", "always in this order", True, rising, evidence=why)


def decisions_asked(seed: int) -> list[str]:
    """Return what the players of one hand are asked for, in order; they answer evenly."""
    found: list[str] = []

    def answers(seen: Observation) -> str:
        found.append("enter" if seen.stage == "blind" else seen.stage)
        return random_player(seen)

    stacks = {str(number): 100 for number in range(1, 6)}
    table = AgentDealer(stacks, dict.fromkeys(stacks, ("anybody", answers)), seed=seed)
    table.play_hand(lambda there: play_draw_poker(there, stacks, 3))
    return found


def table_6_decisions(share: Fraction) -> dict[int, str]:
    """Return what players 1 to 6 of table 6 do, with g(l) = l + share (1 - l)."""
    found: dict[int, str] = {}
    least: Fraction | None = None
    for player, (chance, _) in printed.table_6.items():
        needed = f_of_n(7 - player) if least is None else least + share * (1 - least)
        enters = Fraction(chance) >= needed
        found[player] = "enters" if enters else "drops"
        if enters:
            least = needed
    return found


def check_table_6() -> Iterator[Claim]:
    """Redo the example of the betting algorithm, with either g."""
    says = " ".join(what for _, what in printed.table_6.values())
    for share in (Fraction(1, 3), Fraction(1, 2)):
        ours = " ".join(table_6_decisions(share).values())
        yield compare_text("table-6", f"players 1 to 6 with g of {share}", says, ours)
    chance = Fraction(printed.seventh)
    for share in (Fraction(1, 3), Fraction(1, 2)):
        least = f_of_n(6) + share * (1 - f_of_n(6))
        top = least + (1 - least) / 2
        ours = "drops" if chance < least / 2 else "plays on" if chance <= top else "doubles"
        why = f"l/2 = {format_decimal(least / 2, 4)}, l + (1 - l)/2 = {format_decimal(top, 4)}"
        yield compare_text(
            "table-6", f"the blind with g of {share}", "plays on", ours, evidence=why
        )
    ours = round_decimal(f_of_n(6), 2)
    yield compare_text("table-6", "f(6), with the minus of 5.5.4", printed.f_of_6, ours)


_INDEX_SLIP = "appendix B: the index of a pair"


def check_appendix_b() -> Iterator[Claim]:
    """Ask of the way from one random number to two whether it is what it is said to be."""
    for m in (2, 3, 10):
        places = [divmod(k, m) for k in range(1, m * m + 1)]
        pairs = [(high + 1, low) for high, low in places]
        inside = sum(0 <= i <= m - 1 and 0 <= j <= m - 1 for i, j in pairs)
        corrected = {divmod(k - 1, m) for k in range(1, m * m + 1)}
        require_agreement("pairs", corrected, {(i, j) for i in range(m) for j in range(m)})
        why = (
            f"k = m(i-1) + j with 0 <= j <= m-1 gives i from 1 to m+1: {inside} of {m * m} "
            "intervals land in the set; k - 1 = m i + j gives every pair once"
        )
        where = f"m = {m}: every interval goes to a pair of the set"
        yield compare_text(
            "appendix-B", where, m * m, inside, evidence=why, otherwise="error", slip=_INDEX_SLIP
        )
    yield compare_text(
        "appendix-B",
        "the statistic chi^2_1: the square of",
        printed.squared,
        "(f_i - n/10)",
        evidence="observed less expected, as in the second statistic of appendix B",
        otherwise="unreadable",
    )


POT_SIZES = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5))
"""Pots k with which Friedman's game is solved."""


def solve_friedman_game(pot: Fraction, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Return how often A bluffs after a miss and how often B looks, in Friedman's game.

    The pot has *pot* units. A fills his flush with *chance* and then bets 1; else he bets 1 as a
    bluff or not. B looks or folds. Neither improves otherwise.
    """
    miss = 1 - chance
    rows = (
        (chance * (pot + 1) - miss, pot),
        (chance * (pot + 1), chance * pot),
    )
    names = ("bluff", "check"), ("look", "fold")
    form = MatrixForm.of(rows, rows=names[0], columns=names[1], seats=("A", "B"))
    found = solving.solve(form)
    return found["A"]["-"]["bluff"], found["B"]["-"]["look"]


def check_section_1_6() -> Iterator[Claim]:
    """Check Friedman's game of a four-flush against three of a kind, as 1.6 reports it."""
    item = "section-1.6"
    ways = improvement_probability("three of a kind", 2)
    one = improvement_probability("three of a kind", 1)
    why = (
        f"exactly {format_fraction(ways)} when two cards are drawn, as in table 2; "
        f"{format_fraction(one)} = "
        f"{round_decimal(one, 3)} is the chance when one is drawn"
    )
    where = "player B, three of a kind, discards 2 cards: his chance to improve"
    yield compare_text(
        item, where, printed.improves_1_6, round_decimal(ways, 3), evidence=why, otherwise="error"
    )
    flush = improvement_probability("4 flush", 1, "flush")
    why = f"exactly {format_fraction(flush)}"
    yield compare_text(
        item, "A's chance p of the flush", printed.flush_1_6, round_decimal(flush, 1), evidence=why
    )
    p = Fraction(printed.flush_1_6)
    solutions = {pot: solve_friedman_game(pot, p) for pot in POT_SIZES}
    said = printed_formulas.friedman
    why = f"the 2 x 2 game solved for p = 0.2 and k = {', '.join(map(format_fraction, POT_SIZES))}"
    same = [said(pot, p)[0] == found[0] for pot, found in solutions.items()]
    yield check_holds(item, "A bluffs after a miss with chance p/((1+k)(1-p))", same, why)
    same = [said(pot, p)[1] == found[1] for pot, found in solutions.items()]
    yield check_holds(item, "B looks with chance k/(1+k)", same, why)
    bluffs, looks = solutions[Fraction(1)]
    share = (1 - p) * bluffs / (p + (1 - p) * bluffs)
    bluffing, looking = printed.example_1_6
    where = "k = 1: the share of A's bets that are bluffs"
    yield compare_text(item, where, bluffing, format_fraction(share))
    yield compare_text(item, "k = 1: B looks", looking, format_fraction(looks))


def check_section_2_9() -> Iterator[Claim]:
    """Hold the blind's rule of 2.9 against chapter 5, to which it refers."""
    item, key = "section-2.9", "4: 1 drop, 2 drop, 3 enter"
    found = solve_equilibrium("blind-poker(players=4, q=0.287)")
    (least,) = found.profile["3: 1 drop, 2 drop"].cuts
    plays, doubles = found.profile[key].cuts
    pair = class_bounds()["6"]
    why = (
        "2.9 refers to chapter 5. There (5.5.3 (b), 5.5.4 (c)) the blind plays on with a hand at "
        "least as good as that of the player who entered: a pair of 6's, about "
        f"{round_decimal(pair, 2)}, after a pair of 5's. In the solution of the 4-PG l is "
        f"{round_decimal(least, 4)}, half of it {round_decimal(least / 2, 4)}, and he plays from "
        f"{round_decimal(plays, 4)} on. The text has l/2 twice"
    )
    where = "the blind plays on from (l: the least hand of the last who entered)"
    ours = "l/2" if plays <= least / 2 else "above l" if plays > least else "below l"
    yield compare_text(item, where, printed.blind_from, ours, evidence=why, otherwise="error")
    why = f"{format_decimal(doubles, 12)} against {format_decimal((1 + least) / 2, 12)}"
    near = round_decimal(doubles, 10) == round_decimal((1 + least) / 2, 10)
    where = "the blind doubles above l + (1 - l)/2, one other being in"
    yield compare_text(item, where, True, near, evidence=why)


def check_section_2_12() -> Iterator[Claim]:
    """Check how many games fix an expectation to within one per cent."""
    item = "section-2.12"
    a, b, d, e = printed_formulas.analytic_solution(Q)
    form, profile = thesis_form(2, free=True), profile_2pg((a, b, b, d, e, Fraction(0)))
    mean = threshold_payoff(form, profile, 0)
    spread = threshold_payoff(squared_payoff_form(form, 0), profile, 0) - mean**2
    needed = spread / (mean / 100) ** 2
    ours = f"{round(int(needed), -4):,}"
    why = (
        f"the 2-PG at its printed solution pays {format_decimal(mean, 4)}, with a standard "
        "deviation of "
        f"{float(spread) ** 0.5:.3f}: so many games for one standard error of 1 % "
        "(for 2.12's several thousand it is about 10 %)"
    )
    where = "games for an expectation within 1 %"
    yield compare_text(item, where, printed.games_2_12, ours, evidence=why, otherwise="error")
