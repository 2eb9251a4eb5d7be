"""Wästlund 2005: its printed examples, lemmas, theorems and formulas, by exact computation."""

from fractions import Fraction
from math import comb, exp, factorial, log, pi, sqrt

import pytest

from sabot.games.whist import deal_statistics, minimax, strategy
from sabot.games.whist import deal_statistics as limit
from sabot.games.whist.batch import invariants_of_all_deals, iterate_deals
from sabot.games.whist.deal import GREEDY_WHIST, WHIST, Deal, Position
from sabot.games.whist.wastlund_values import alternating_subset, diagonal_sums, invariants_of

golden = pytest.mark.golden
PAPER = "Wästlund 2005, A solution of two-person single-suit whist"


def every(most, least=1):
    for n in range(least, most + 1):
        for letters in iterate_deals(n):
            yield Deal(letters)


def entry(matrix, i, j):
    """Return A_ij with the paper's numbering from 1."""
    assert i >= 1 and j >= 1
    return matrix[i - 1][j - 1]


@golden(f"{PAPER}, (5)")
def test_holding_up_wins_a_trick_in_example_5():
    deal = Deal.parse("KQ10/AJ9")
    assert deal.n - invariants_of(deal).tricks("W") == 2
    assert deal.n - invariants_of(deal).tricks("W", game="greedy-whist") == 1
    king = Position(deal, "W", led=5)
    assert strategy.card_prices(king) == {1: 1, 3: 2, 6: 2}  # only the nine keeps both tricks
    assert strategy.best_cards(Position(king.deal, "W")) == (2, 4, 5)


@golden(f"{PAPER}, Section 3: the matrix of (5) and its diagonals")
def test_the_matrix_of_example_5():
    deal = Deal.parse("KQ10/AJ9")
    assert deal.matrix() == [[1, -1, -1], [1, 1, -1], [1, 1, -1]]
    assert diagonal_sums(deal) == {-2: 1, -1: 2, 0: 1, 1: -2, 2: -1}


@golden(f"{PAPER}, (14)")
def test_most_tricks_and_the_last_one_conflict_in_example_14():
    start = Position(Deal.parse("KQ87/AJ109"), "W")

    def east_fails(won):
        return int(len(won) > 1 or 4 in won)

    assert minimax.search_score(start, lambda won: int(4 in won)) == 0
    assert minimax.minimax_prices(start) == {1: 1, 2: 1, 6: 1, 7: 1}
    assert minimax.search_score(start, east_fails) == 1
    assert minimax.search_score(start, east_fails, rule="greedy") == 0
    king = Position(start.deal, "W", led=7)
    assert strategy.best_cards(king) == (8,)  # East must win with the ace
    assert minimax.search_score(king, east_fails) == 1


@golden(f"{PAPER}, Proposition 4.1")
def test_the_normal_lead_leaves_the_largest_matrix_sum():
    for deal in every(6, 2):
        leads = {}
        for led in deal.west:
            reply = Position(deal, "W", led)
            rest = reply.after(strategy.normal_card(reply)).deal
            leads[led] = sum(map(sum, rest.matrix()))
        assert leads[strategy.normal_card(Position(deal, "W"))] == max(leads.values())


@pytest.mark.slow
@golden(f"{PAPER}, Lemma 5.1, (7) and (9)")
def test_a_cheaply_taken_trick_changes_each_diagonal_by_one():
    for deal in every(6, 2):
        n, before, matrix = deal.n, diagonal_sums(deal), deal.matrix()
        for low in range(1, 2 * n):
            if deal.holders[low - 1] == deal.holders[low]:
                continue
            pair = (low, low + 1) if deal.holders[low - 1] == "W" else (low + 1, low)
            i, j = deal.west.index(pair[0]) + 1, deal.east.index(pair[1]) + 1
            rest = deal.without(*pair)
            after, left = diagonal_sums(rest), rest.matrix()
            for k in range(2 - n, n - 1):
                shift = entry(matrix, i, j) if k == j - i else (-1 if k > j - i else 1)
                assert after[k] == before[k] - shift
            for p in range(1, n):
                for q in range(1, n):
                    if p < i or q < j:
                        assert entry(left, p, q) == entry(matrix, p, q)
                    if p >= i or q >= j:
                        assert entry(left, p, q) == entry(matrix, p + 1, q + 1)


@pytest.mark.slow
@golden(f"{PAPER}, Lemma 5.2")
def test_the_diagonal_sums_rise_fall_and_rise():
    for deal in every(7):
        n = deal.n
        sums = {-n: 0, **diagonal_sums(deal), n: 0}
        r = max(k for k in sums if all(sums[q] == n + q for q in range(-n, k + 1)))
        s = min(k for k in sums if all(sums[q] == q - n for q in range(k, n + 1)))
        assert r < s
        assert all(sums[k] > sums[k + 1] for k in range(r, s))


@golden(f"{PAPER}, Section 6, after Theorem 6.1: a symmetry that whist lacks")
def test_greedy_whist_does_not_mind_turning_the_deal_round():
    broken = None
    for deal in every(6):
        found, turned = invariants_of(deal), invariants_of(deal.swapped.reversed)
        assert found.greedy == turned.greedy
        if found.whist != turned.whist:
            broken = broken or str(deal)
    assert broken == "EWEWWE"  # example (5) itself


@pytest.mark.slow
@golden(f"{PAPER}, Theorem 6.2")
def test_the_lead_never_decides_the_majority_of_an_odd_greedy_deal():
    for n in (1, 3, 5, 7, 9):
        whole = invariants_of_all_deals(n)
        majority = {lead: whole.tricks(lead, game="greedy-whist") > n // 2 for lead in ("W", "E")}
        assert (majority["W"] == majority["E"]).all()


@golden(f"{PAPER}, Section 7, the alternating subsets of 1, 2, 3, 4")
def test_the_alternating_sets_of_four_tricks():
    printed = [(), (1,), (2,), (1, 3), (2, 4), (1, 3, 4), (2, 3, 4), (1, 2, 3, 4)]
    ours = {alternating_subset(4, size, first=one) for size in range(5) for one in (True, False)}
    assert ours == set(map(frozenset, printed))


@pytest.mark.slow
@golden(f"{PAPER}, Theorem 8.1: H is H lower or H upper, and not having the lead costs nothing")
def test_whist_differs_from_greedy_whist_by_at_most_a_trick():
    for n in range(1, 10):
        whole = invariants_of_all_deals(n)
        table = minimax.values_of_all_deals(n, WHIST)
        gain = table.east_lead - table.west_lead
        assert set(gain.tolist()) <= {0, 1}
        height = table.west_lead + table.east_lead - n
        assert ((height == whole.lower) | (height == whole.upper)).all()
        greedy = minimax.values_of_all_deals(n, GREEDY_WHIST)
        assert abs(greedy.west_lead - table.west_lead).max() <= 1


@pytest.mark.slow
@golden(f"{PAPER}, Lemma 9.2")
def test_the_largest_k_decides():
    for deal in every(8):
        found, n = invariants_of(deal), deal.n
        if found.lower == found.upper or found.upper < 0:
            continue
        matrix, low, up = deal.matrix(), found.lower, found.upper
        first, second = {}, {}
        for k in range(1, n):
            if 2 * k + 1 <= n - up - 1:
                first[k] = sum(entry(matrix, i, i + low) for i in range(2, 2 * k + 1))
                second[k] = sum(entry(matrix, i, i + up) for i in range(2 * k + 1, n - up))
        positive = [k for k in second if second[k] > 0]
        if any(first[k] > 0 for k in positive):
            assert first[positive[-1]] > 0


@pytest.mark.slow
@golden(f"{PAPER}, Lemma 9.3 and Theorem 9.4")
def test_nobody_need_hold_up_while_a_card_below_the_ace_wins():
    for deal in every(6):
        lowest, ace = deal.west[0], 2 * deal.n
        for led in Position(deal, "W").distinct_cards():
            reply = Position(deal, "W", led)
            winner = strategy.normal_card(reply)
            smallest = deal.top_of_run(lowest) == led
            if winner > led and (winner != ace or smallest):
                assert winner in minimax.minimax_prices(reply)
                priced = minimax.minimax_prices(reply)
                assert priced[winner] == min(priced.values())


@golden(f"{PAPER}, Section 4.1, after Kahn, Lagarias and Witsenhausen")
def test_the_cheapest_winner_or_the_lowest_card_is_optimal():
    for deal in every(6):
        for led in Position(deal, "E").distinct_cards():
            reply = Position(deal, "E", led)
            priced = minimax.minimax_prices(reply)
            two = {strategy.normal_card(reply), deal.west[0]}
            assert max(priced[card] for card in two) == max(priced.values())


@golden(f"{PAPER}, Section 10: the array T, with room for T[-n] and the loop over i")
def test_the_linear_procedure_with_one_more_cell():
    for deal in every(6):
        n = deal.n
        cells = {k: n + k if k < 0 else k - n for k in range(-n, n)}
        height = 0
        for i, held in enumerate(deal.holders, 1):
            if held == "E":
                cells[height] = cells.get(height, 0) - (i - 1)
                height += 1
            else:
                height -= 1
                cells[height] = cells.get(height, 0) + i
        assert {k: cells[k] for k in range(1 - n, n)} == diagonal_sums(deal)


@golden(f"{PAPER}, Section 10: A_ij from the partial sums")
def test_matrix_entries_are_signs_of_partial_sums():
    for deal in every(5):
        matrix, path = deal.matrix(), [0]
        for held in deal.holders:
            path.append(path[-1] + (1 if held == "E" else -1))
        for i in range(1, deal.n + 1):
            for j in range(1, deal.n + 1):
                assert (entry(matrix, i, j) == 1) == (path[i + j - 1] > j - i)


@golden(f"{PAPER}, Lemma 11.2 (Chung and Feller)")
def test_the_trace_is_uniform():
    for n in (1, 2, 5, 12):
        assert set(deal_statistics.diagonal_counts(n, 0).values()) == {deal_statistics.catalan(n)}


@golden(f"{PAPER}, (38) against the distribution of T_k")
def test_formula_38():
    for n in (5, 9, 30):
        for k in range(1, n):
            positive = sum(c for t, c in deal_statistics.diagonal_counts(n, k).items() if t > 0)
            assert deal_statistics.positive_deals(n, k) == positive


@golden(f"{PAPER}, Lemma 11.9")
def test_a_diagonal_sum_of_one_or_two_is_rare():
    for n in (4, 11, 40):
        for k in range(n):
            counts = deal_statistics.diagonal_counts(n, k)
            few = Fraction(counts.get(1, 0) + counts.get(2, 0), comb(2 * n, n))
            assert few <= Fraction(2, n - k + 3)


@golden(f"{PAPER}, Theorem 11.11")
def test_an_ace_held_back_is_rare():
    for n in (10, 20, 40):
        exceptional = sum(deal_statistics.exceptional_deals(n, h) for h in range(n))
        assert exceptional / (comb(2 * n, n) // 2) < 2 * sqrt(log(n) / n)


@golden(f"{PAPER}, Theorem 11.6 and the Taylor series of (55)")
def test_the_hypergeometric_form_and_its_series():
    def kummer(z):  # (54) for 1F1(2, 3/2; z)
        total = term = 1.0
        for i in range(200):
            term *= (2 + i) * z / ((1.5 + i) * (i + 1))
            total += term
        return total

    for x in (0.05, 0.3, 1.0, 2.0):
        right = (0.5 + x * x) * exp(-x * x) - 2 * x * exp(-2 * x * x) / sqrt(pi) * kummer(x * x)
        assert limit.limit_tail(x) == pytest.approx(right, rel=1e-9)
    x = 0.02
    even = 1 / 2 + x**2 / 2 - 3 * x**4 / 4 + 5 * x**6 / 12
    odd = (-2 * x + 4 * x**3 / 3 - 4 * x**5 / 15) / sqrt(pi)
    assert limit.limit_tail(x) == pytest.approx(even + odd, abs=1e-12)


@golden(f"{PAPER}, Theorem 11.12: n/2 + 1/4, from the exact gains of two sizes")
def test_the_dealers_gain_tends_to_a_quarter():
    gain = {n: deal_statistics.dealer_tricks(n) - Fraction(n, 2) for n in (4, 5, 6, 8, 16, 24, 32)}
    assert gain[4] == gain_by_hand(4) and gain[5] == gain_by_hand(5) == Fraction(1, 7)
    for n in (4, 6, 8):  # 4n is even, and odd sizes approach from elsewhere
        assert abs(2 * gain[4 * n] - gain[n] - Fraction(1, 4)) < Fraction(1, 50)


def gain_by_hand(n):
    """Return what the dealer takes beyond n/2, by minimax over every deal."""
    table = minimax.values_of_all_deals(n, WHIST)
    return Fraction(int(table.east_lead.sum()), comb(2 * n, n)) - Fraction(n, 2)


@pytest.mark.slow
def test_the_dealers_gain_with_thirteen_cards():
    """Not in print: found here by formula and deal by deal."""
    whole = invariants_of_all_deals(13)
    won = Fraction(int(whole.tricks("E").sum(dtype="int64")), comb(26, 13))
    assert (
        deal_statistics.dealer_tricks(13)
        == won
        == Fraction(13, 2) + Fraction(2_029_963, 10_400_600)
    )


@pytest.mark.slow
@golden(f"{PAPER}, Section 11.4: E[H upper] is 1 with the ace; the king")
def test_the_ace_and_the_king():
    for n in (2, 5, 9):
        deals = [Deal(letters) for letters in iterate_deals(n)]
        ace, king = (
            [invariants_of(deal) for deal in deals if deal.holders[-at] == "W"] for at in (1, 2)
        )
        half = comb(2 * n, n) // 2
        assert Fraction(sum(r.upper for r in ace), half) == 1
        assert Fraction(sum(r.upper for r in king), half) == 1 - Fraction(1, 2 * n - 1)
        worths = limit.card_worths(n)
        assert worths[-1] == Fraction(sum(r.whist for r in ace), half)
        assert worths[-2] == Fraction(sum(r.whist for r in king), half)


@golden("docs/results/new-results.md, the proof of Theorem 13")
def test_exchanging_ace_and_king_lowers_h_upper_from_1_to_0_or_not_at_all():
    for n in range(2, 7):
        deals = [Deal(letters) for letters in iterate_deals(n) if letters[-2:] == "EW"]
        pairs = [(deal, Deal(deal.holders[:-2] + "WE")) for deal in deals]
        uppers = [(invariants_of(one).upper, invariants_of(two).upper) for one, two in pairs]
        assert {(one, two) for one, two in uppers if one != two} == {(1, 0)}
        assert uppers.count((1, 0)) == comb(2 * n - 2, n - 1) // n
        rest = [diagonal_sums(Deal(deal.holders[:-2]))[0] in (0, 1) for deal in deals]
        assert rest == [one != two for one, two in uppers]


@golden(f"{PAPER}, Section 11.4: the involution psi")
def test_turning_the_deal_below_the_ace():
    for deal in every(6, 2):
        if deal.holders[-1] == "W":
            turned = Deal(deal.holders[-2::-1] + "W")
            ours, theirs = diagonal_sums(deal), diagonal_sums(turned)
            assert all(theirs[k] == 1 - ours[1 - k] for k in range(2 - deal.n, deal.n))


@golden(f"{PAPER}, Theorem 11.1: paths are deals")
def test_ballot_numbers():
    assert deal_statistics.touching_paths(3, 5, 0) == Fraction(2, 8) * comb(8, 3)
    assert deal_statistics.touching_paths(6, 6, 2) == Fraction(2, 6) * comb(12, 8)
    assert deal_statistics.catalan(13) == factorial(26) // (factorial(13) * factorial(14))
