"""Check Sections 1.6, 2.9 and 2.12, figures 1 to 3, table 6 and appendix B: the simulator.

Friedman's bluff (1.6), the shuffle, the discards and the steps of the program of chapter 2, its
betting rules, the number of games that it needs, and two random numbers made of one (appendix B).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from sabot.api import solving
from sabot.cards.poker_hand import HAND_KINDS, PAIR, all_strengths, suit_classes
from sabot.cards.poker_odds.all_hands import holds_by_common_rule
from sabot.exact import format_decimal, format_fraction
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.forms.sequence import MatrixForm
from sabot.games.poker.five_card_draw.players import (
    ThesisPlayer,
    random_player,
    thesis_chances_before_draw,
)
from sabot.games.poker.five_card_draw.rules import Observation, play_draw_poker
from sabot.games.poker.five_card_draw.simulation import AgentDealer
from sabot.games.poker.five_card_draw.tournament import PlayerStanding, run_tournament
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
ONE = Fraction(1)
EPSILONS = (0, 1, 2, 3, 5, 10)
"""Values of epsilon that one player tries; the thesis has 1."""


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
RUN_LENGTH, RUN_COUNT, CELLS = 1000, 1000, 10
"""n, m and the intervals of appendix B."""


def serial_eigenvalues() -> Counter[int]:
    """Return of which squares the serial statistic is a sum in the limit: weights, and how many.

    The counts of overlapping pairs (i, j), divided by the root of n, have in the limit covariances
    C = d(ij, km)/100 + (d(jk) + d(im))/10^3 - 3/10^4, d being 1 where its letters agree; the
    statistic is a sum of squares of normal variables with the eigenvalues of 100 C as weights.
    """
    pairs = list(product(range(CELLS), repeat=2))
    matrix = np.array(
        [
            [100 * ((i, j) == (k, m)) + 10 * (j == k) + 10 * (i == m) - 3 for k, m in pairs]
            for i, j in pairs
        ]
    )
    weights = np.linalg.eigvalsh(matrix / 100)
    found = Counter(int(number) for number in np.rint(weights))
    exact = int(np.trace(matrix)), int((matrix * matrix.T).sum())
    sums = [sum(count * weight**power for weight, count in found.items()) for power in (1, 2)]
    require_agreement("traces", (Fraction(exact[0], 100), Fraction(exact[1], 10**4)), tuple(sums))
    return found


def run_frequency_tests() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both statistics of appendix B for so many runs of a good generator (PCG64, seed 1)."""
    drawn = np.random.default_rng(1).integers(0, CELLS, (RUN_COUNT, RUN_LENGTH + 1))
    single = np.stack([np.bincount(run[:-1], minlength=CELLS) for run in drawn])
    pairs = np.stack([np.bincount(CELLS * run[:-1] + run[1:], minlength=CELLS**2) for run in drawn])
    return _statistics(single), _statistics(pairs)


def _statistics(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the sum of squared differences over the expected number, run by run."""
    due = RUN_LENGTH / counts.shape[1]
    return np.asarray(((counts - due) ** 2 / due).sum(axis=1))


def _check_serial_test() -> Iterator[Claim | PaperTable]:
    """Check whether the statistics of appendix B have the distribution that they are given."""
    weights = serial_eigenvalues()
    variance = 2 * sum(count * weight**2 for weight, count in weights.items())
    pairs = 2 * (CELLS**2 - 1)
    why = (
        f"overlapping pairs: in the limit it is a sum of {weights[1]} squares of normal variables "
        f"and twice {weights[2]} more, so its variance is {variance}, where chi-square with "
        f"{CELLS**2 - 1} degrees of freedom has {pairs}. Good (1953), reference 14 of the thesis, "
        "is about such counts. Pairs that do not overlap would have it"
    )
    where = "the statistic of the serial test has a chi-square distribution"
    ours = weights == Counter({1: CELLS**2 - 1, 0: 1})
    yield compare_text("appendix-B", where, True, ours, evidence=why, otherwise="error")
    rows = []
    for name, found, freedom in zip(
        ("single numbers", "overlapping pairs"), run_frequency_tests(), (9, 99), strict=True
    ):
        expected = variance if freedom == 99 else 2 * freedom
        numbers = f"{found.mean():.1f}", str(freedom), f"{found.var(ddof=1):.0f}", str(expected)
        rows.append((name, (*numbers, str(2 * freedom))))
    title = (
        f"both tests redone with {RUN_COUNT:,} runs of {RUN_LENGTH:,} numbers of another generator "
        "(PCG64, seed 1); RN2 of the CDC 6000 is not described in the thesis"
    )
    head = ("mean", "due", "variance", "due", "chi-square has")
    yield PaperTable("appendix-B", title, format_grid("statistic of", head, rows))


def check_appendix_b() -> Iterator[Claim | PaperTable]:
    """Ask of the way from one random number to two whether it is what it is said to be."""
    yield from _check_serial_test()
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


def check_section_2_9() -> Iterator[Claim | PaperTable]:
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
    rows = []
    for one, others in (("thesis-l", "thesis"), ("thesis", "thesis-l")):
        standing = play_tournament([others] * 4 + [one])[one]
        rule = {"thesis": "l/2", "thesis-l": "l"}
        rows.append((f"from {rule[one]}, the others from {rule[others]}", _standing_row(standing)))
    title = (
        "what the rule is worth: one of five players of 2.9, "
        f"{TOURNAMENT_HANDS:,} hands with seed 1 (sabot draw tournament)"
    )
    head = ("units per hand", "standard error")
    yield PaperTable(item, title, format_grid("as the blind he plays on", head, rows))


TOURNAMENT_HANDS = 20_000
"""Hands of five players, with seed 1."""


def play_tournament(names: Sequence[str]) -> Mapping[str, PlayerStanding]:
    """Return how players fare at a table of draw poker, the button moving."""
    found = run_tournament(list(names), hands=TOURNAMENT_HANDS, seed=1)
    return {standing.name: standing for standing in found.standings}


def _standing_row(one: PlayerStanding) -> tuple[str, str]:
    return f"{float(one.mean):+.3f}", f"{one.error:.3f}"


def check_section_2_10() -> Iterator[Claim]:
    """Repeat the check of 2.10: some 60 games, every choice before the draw compared with 2.9."""
    made, right = 0, 0
    for seed in range(printed.games_2_10):
        for seen, answer in _choices_before_draw(seed):
            made += 1
            right += answer == _choice_by_rules_2_9(seen)
    why = (
        f"{printed.games_2_10} games of five of our players that follow 2.9: {made} choices before "
        "the draw, each compared with f(n), g(l) with 1/3, and l/2. The log of 1973 is not in the "
        "thesis"
    )
    where = "plays made consistent with the logic used"
    yield compare_text("section-2.10", where, True, made == right > 0, evidence=why)


def _choices_before_draw(seed: int) -> list[tuple[Observation, str]]:
    """Return what players of the thesis choose in one game before the draw, and what they see."""
    found: list[tuple[Observation, str]] = []
    player = ThesisPlayer()

    def answers(seen: Observation) -> str | Sequence[int]:
        answer = player(seen)
        if seen.stage in ("enter", "blind"):
            found.append((seen, str(answer)))
        return answer

    stacks = {str(number): 100 for number in range(1, 6)}
    table = AgentDealer(stacks, dict.fromkeys(stacks, ("thesis", answers)), seed=seed)
    table.play_hand(lambda there: play_draw_poker(there, stacks, 3))
    return found


def _choice_by_rules_2_9(seen: Observation) -> str:
    """Return what 2.9 says of a hand, from its formulas."""
    chance = thesis_chances_before_draw()[seen.rank]
    needed: list[Fraction] = []
    seats = [str(number) for number in range(1, seen.players + 1)]
    for seat in seats[: seats.index(seen.seat) + 1]:
        if seat in seen.entered or seat == seen.seat:
            left = seen.players - int(seat)
            needed.append(
                needed[-1] + (1 - needed[-1]) / 3 if needed else f_of_n(left) if left else ONE
            )
    if seen.stage == "enter":
        return "enter" if chance >= needed[-1] else "drop"
    least = needed[-2]
    return "drop" if chance < least / 2 else "double" if chance > (1 + least) / 2 else "play"


def check_section_2_12() -> Iterator[Claim | PaperTable]:
    """Check how many games fix an expectation to within one per cent, and vary epsilon."""
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
    rows = []
    for epsilon in EPSILONS:
        name = f"thesis(epsilon={epsilon})"
        one = play_tournament(["thesis"] * 4 + [name])[name]
        error = one.error / abs(float(one.mean)) if one.mean else math.inf
        games = f"{TOURNAMENT_HANDS * (100 * error) ** 2:.1e}"
        rows.append((str(epsilon), (*_standing_row(one), games)))
    title = (
        "the experiment of 2.12: one of five players has another epsilon, "
        f"{TOURNAMENT_HANDS:,} hands with seed 1 (as sabot draw tournament plays them)"
    )
    head = ("units per hand", "standard error", "hands for 1 %")
    yield PaperTable(item, title, format_grid("epsilon", head, rows))
