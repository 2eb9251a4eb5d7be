"""Every value and mix that the two papers print for some number of decks; two misprints."""

from fractions import Fraction as F
from functools import cache
from math import prod

import pytest

import sabot
from sabot.games.baccara import ethier_gamez
from sabot.games.baccara.ethier_gamez import (
    banker_crossings,
    kernel_matrix,
    mixed_strategy_uniqueness,
    restrict_game,
)
from sabot.games.baccara.foster import GainCurve, initial_total_counts

PAPER = "Ethier and Gamez 2013"
DECKS = [*range(1, 21), 50]


@cache
def solved(model, decks=None):
    return sabot.solve(named(model, decks))


def named(model, decks=None):
    return f"baccara(model={model})" if decks is None else f"baccara(model={model}, decks={decks})"


def draws(solution, seat):
    return ethier_gamez.mixing_frequencies(solution.strategies)[seat]


def falling(d):
    return prod(52 * d - n for n in range(6))


def at(coefficients, d):
    """Evaluate a polynomial, highest power first."""
    value = 0
    for number in coefficients:
        value = value * d + number
    return value


# ---------------------------------------------------------------------- with replacement


@pytest.mark.golden(f"{PAPER}, (24), (25), (26)")
def test_kemeny_and_snell():
    found = solved("A1")
    assert found.value == F(-679568, 53094899)
    assert found["Player"]["5"]["draw"] == F(9, 11)
    assert found["Banker"]["6,-"]["draw"] == F(859, 2288)
    assert found.unique
    assert all(mixed_strategy_uniqueness(found.strategies, found.uniqueness).values())


@pytest.mark.golden(f"{PAPER}, (23)")
def test_the_kernel_of_model_a1():
    found = kernel_matrix(sabot.load(named("A1")).form(), solved("A1").strategies)
    printed = [[-4564, -2692], [-3705, -4121]]
    assert [[found[i, j] for j in (0, 1)] for i in (0, 1)] == [
        [F(number * 2**4, 13**6) for number in row] for row in printed
    ]


@pytest.mark.parametrize("model", ["A2", "A3"])
def test_models_a2_and_a3_have_the_value_of_a1_and_many_solutions(model):
    found = solved(model)
    assert found.value == F(-679568, 53094899)
    assert found.uniqueness == {"Player": model == "A2", "Banker": False}


# ---------------------------------------------------------------------- model B1


def b1(d):
    """Return p, q, v of Theorem 5."""
    below = at([5632, -1138, 69, -1], d)
    p = F(at([36864, -9312, 732, -23], d), 8 * below)
    if d <= 3:
        q = F(at([224000, -55712, 2936, 163, -14], d), 2 * (52 * d - 5) * below)
        top = at(
            [44396707840, -18908426240, 3279293696, -294129728, 14418160, -407352, 9543, -220], d
        )
        return p, q, F(-32 * d**2 * top, below * falling(d))
    q = F(at([439808, -107456, 5248, 374, -31], d), 4 * (52 * d - 5) * below)
    top = at(
        [89072336896, -38873874432, 6969345536, -655761920, 34638784, -1090952, 26286, -537], d
    )
    return p, q, F(-16 * d**2 * top, below * falling(d))


@pytest.mark.golden(f"{PAPER}, Theorem 5")
@pytest.mark.parametrize("d", DECKS)
def test_model_b1(d):
    found, (p, q, v) = solved("B1", d), b1(d)
    assert found.value == v
    assert draws(found, "Player") == {"5": p}
    assert draws(found, "Banker") == {"6,-": q}
    assert found.unique


@pytest.mark.golden(f"{PAPER}, (29), (30), (31) and the kernel before them")
def test_model_b1_with_six_decks():
    found = solved("B1", 6)
    assert draws(found, "Player") == {"5": F(7631761, 9407656)}
    assert draws(found, "Banker") == {"6,-": F(546971813, 1444075196)}
    assert found.value == F(-23174205422119131, 1794292354051081885)
    printed = [[-23256431632, -13884629124], [-18880657128, -21061456188]]
    inner = kernel_matrix(sabot.load(named("B1", 6)).form(), found.strategies)
    assert [[inner[i, j] * 1525814595305 for j in (0, 1)] for i in (0, 1)] == printed


@pytest.mark.golden(f"{PAPER}, proof of Theorem 5")
@pytest.mark.parametrize("d", [4, 6, 20])
def test_the_kernel_of_model_b1_for_every_d(d):
    inner = kernel_matrix(sabot.load(named("B1", d)).form(), solved("B1", d).strategies)
    scale = F(-64 * d**2, falling(d))
    assert inner[0, 0] == 4 * at([1168384, -284720, 22320, -446, -11], d) * scale
    assert inner[0, 1] == at([2756608, -470336, 4656, 3072, -159], d) * scale
    assert inner[1, 0] == 2 * at([1896960, -461984, 39392, -1266, 9], d) * scale
    assert inner[1, 1] == at([4219904, -954112, 68384, -852, -57], d) * scale


# ---------------------------------------------------------------------- model B2


def b2(d):
    """Return p, q, v of Theorem 6."""
    inner = at([1408, -220, 9], d)
    p = F((8 * d - 1) * (12 * d - 1) * (24 * d - 1), 2 * d * inner)
    alone = {
        1: (F(290383, 450072), F(-22932137, 1666583100)),
        2: (F(2591845, 4119192), F(-8220886553, 620866384425)),
        3: (F(9294089, 14521368), F(-210084639838, 16053072820785)),
    }
    if d in alone:
        return p, *alone[d]
    if d <= 7:
        tops = [368640, -68624, -2168, 981, -48], [
            11125325824, -4182669312, 615333888, -43467904, 1329008, 5040, -1551, 39,
        ]  # fmt: skip
    elif d <= 9:
        tops = [367616, -67728, -2416, 1015, -51], [
            11129683968, -4218739712, 635681024, -47725760, 1738944, -14344, -1093, 33,
        ]  # fmt: skip
    else:
        tops = [366592, -67344, -2456, 1017, -51], [
            11134042112, -4259389440, 648152320, -49007232, 1788256, -14816, -1089, 33,
        ]  # fmt: skip
    q = F(at(tops[0], d), 8 * d * (52 * d - 5) * inner)
    return p, q, F(-32 * d * at(tops[1], d), inner * falling(d))


@pytest.mark.golden(f"{PAPER}, Theorem 6")
@pytest.mark.parametrize("d", DECKS)
def test_model_b2(d):
    found, (p, q, v) = solved("B2", d), b2(d)
    assert found.value == v
    assert draws(found, "Player") == {"5": p}
    assert draws(found, "Banker") == {"(0,6),-": q}
    assert found.unique


@pytest.mark.golden(f"{PAPER}, Section 7 and (38)")
def test_model_b2_with_six_decks():
    found = solved("B2", 6)
    assert draws(found, "Player") == {"5": F(477191, 592524)}
    assert draws(found, "Banker") == {"(0,6),-": F(77143741, 121269912)}
    assert found.value == F(-974653793197999, 75340147272374985)
    printed = [[-22721165499, -18033241115], [-19018265931, -20151297323]]
    inner = kernel_matrix(sabot.load(named("B2", 6)).form(), found.strategies)
    assert [[inner[i, j] * 1525814595305 for j in (0, 1)] for i in (0, 1)] == printed


@pytest.mark.golden(f"{PAPER}, proof of Theorem 6")
@pytest.mark.parametrize("d", DECKS)
def test_the_crossings_of_model_b2(d):
    """Only (3,3),6 belongs to T10, and only if d <= 10."""
    found = banker_crossings(sabot.load(named("B2", d)).form())
    falls = [crossing.view for crossing in found if crossing.sort == "10"]
    assert falls == (["(3,3),6"] if d <= 10 else [])


@pytest.mark.golden(f"{PAPER}, V(p22) in the proof of Theorem 6")
@pytest.mark.parametrize("d", [20, 50])
def test_the_envelope_of_model_b2_at_another_crossing(d):
    form = sabot.load(named("B2", d)).form()
    p = next(c.p for c in banker_crossings(form) if c.view == "(8,8),-")
    top = at([2783510528, -1188571136, 203128704, -16568896, 596408, -16158, 1855, -93], d)
    printed = F(-32 * d * top, at([352, -71, 4], d) * falling(d))
    assert sabot.forms.additive.AdditiveForm(form).envelope(p) == printed


# ---------------------------------------------------------------------- model B3


def b3(d):
    """Return p, Banker's view, q, v of Theorem 7, with the misprint of v_1 corrected."""
    below = 11 * d - 1
    p = F(1, 19) if d == 1 else F((12 * d - 1) * at([16, -14, 1], d), 32 * d**2 * below)
    alone = {
        1: ("(8,8),-", F(4519, 10716), V1),
        2: ("(0,6),-", F(17431, 64512), F(-49424010137, 3823801581600)),
        3: ("(0,6),-", F(4425647, 11132928), F(-31717439249, 2461444457472)),
        8: ("(0,6),-", F(316815305, 585842688), F(-2789416947665657, 217430324984396160)),
    }
    if d in alone:
        return p, *alone[d]
    if d <= 7:
        tops = [92160, -120128, 26336, -2000, 47], [
            1390665728, -491115520, 50698240, 2428032, -990512, 89192, -3462, 47,
        ]  # fmt: skip
    else:
        tops = [91648, -119488, 26032, -1932, 41], [
            1391755264, -500535296, 54174464, 1931136, -948816, 85792, -3238, 41,
        ]  # fmt: skip
    q = F(at(tops[0], d), 256 * d**2 * below * (52 * d - 5))
    return p, "(0,6),-", q, F(-2 * at(tops[1], d), below * falling(d))


V1_PRINTED = F(-3439451, 25482800)
V1 = F(-37833961, 2901089100)  # 37833961 = 11 x 3439451


@pytest.mark.golden(f"{PAPER}, Theorem 7; the uniqueness that it suspects is decided here")
@pytest.mark.parametrize("d", DECKS)
def test_model_b3(d):
    found, (p, view, q, v) = solved("B3", d), b3(d)
    assert draws(found, "Player") == {"(1,4)": p}
    assert draws(found, "Banker") == {view: q}
    assert found.value == v
    assert found.unique
    assert all(mixed_strategy_uniqueness(found.strategies, found.uniqueness).values())


def test_the_printed_value_of_one_deck_cannot_be():
    """Player sees more in B3 than in B2, so it cannot cost him ten times as much; 0.135 is printed.

    The value follows from the printed p and q: kernel, mixes and value agree.
    """
    assert V1_PRINTED < solved("B2", 1).value < V1 == solved("B3", 1).value
    inner = kernel_matrix(sabot.load(named("B3", 1)).form(), solved("B3", 1).strategies)
    p, q = F(1, 19), F(4519, 10716)
    for j in (0, 1):
        assert (1 - p) * inner[0, j] + p * inner[1, j] == V1
    for i in (0, 1):
        assert (1 - q) * inner[i, 0] + q * inner[i, 1] == V1


@pytest.mark.golden(f"{PAPER}, (45), (46), (47) and the kernel before them")
def test_model_b3_with_six_decks():
    found = solved("B3", 6)
    assert draws(found, "Player") == {"(1,4)": F(35003, 74880)}
    assert draws(found, "Banker") == {"(0,6),-": F(18885571, 36781056)}
    assert found.value == F(-73356216203119, 5712649844821920)
    printed = [[-19769569403, -19425699931], [-19391857983, -19783609631]]
    inner = kernel_matrix(sabot.load(named("B3", 6)).form(), found.strategies)
    assert inner.rows == ("S on (1,4)", "D on (1,4)")
    assert inner.columns == ("S on (0,6),-", "D on (0,6),-")
    assert [[inner[i, j] * 1525814595305 for j in (0, 1)] for i in (0, 1)] == printed


ROWS_19_AND_27 = {"(0,5)": "draw", "(2,3)": "stand", "(6,9)": "draw", "(7,8)": "draw"}


@pytest.mark.golden(f"{PAPER}, proof of Theorem 7: n_d of rows 19 and 27")
@pytest.mark.parametrize("d", range(1, 12))
def test_the_crossings_between_rows_19_and_27(d):
    form = restrict_game(sabot.load(named("B3", d)).form(), 0, ROWS_19_AND_27)
    found = banker_crossings(form)
    printed = [7, 9, 8, 9, 6, 6, 6, 7, 7, 6, 6][d - 1]
    assert sum(crossing.p is not None for crossing in found) == printed
    falls = [crossing.view for crossing in found if crossing.sort == "10"]
    assert falls == (["(3,3),6"] if d == 4 else [])  # "T10 is empty" is too strong for four decks
    assert sabot.forms.additive.AdditiveForm(form).envelope.value == solved("B3", d).value


@pytest.mark.golden(f"{PAPER}, V(p6) in the proof of Theorem 7")
@pytest.mark.parametrize("d", [10, 50])
def test_the_envelope_between_rows_19_and_27(d):
    form = restrict_game(sabot.load(named("B3", d)).form(), 0, ROWS_19_AND_27)
    p = next(c.p for c in banker_crossings(form) if c.view == "(8,8),-")
    top = at([695877632, -281198592, 34472064, 1177024, -901592, 119896, -6755, 123], d)
    assert sabot.forms.additive.AdditiveForm(form).envelope(p) == F(
        -8 * top, (22 * d - 3) * falling(d)
    )


@pytest.mark.parametrize("d", [10**6, 10**8])
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_a_million_decks_and_more(model, d):
    """Slacks of 1e-8 and below: no float separates them, the formulas do."""
    found = solved(model, d)
    view, *expected = {
        "B1": lambda: ("6,-", *b1(d)),
        "B2": lambda: ("(0,6),-", *b2(d)),
        "B3": lambda: (b3(d)[1], b3(d)[0], *b3(d)[2:]),
    }[model]()
    own = "(1,4)" if model == "B3" else "5"
    assert [draws(found, "Player")[own], draws(found, "Banker")[view], found.value] == expected
    assert found.unique
    assert sabot.check(found) == found.value


# ---------------------------------------------------------------------- Foster


@pytest.mark.golden("Foster 1964, Tables 1, 3")
def test_the_curve_of_foster():
    ways = initial_total_counts()
    assert F(ways[0], sum(ways)) == F(595, 4043)
    assert int(F(ways[5], sum(ways)) * 10**10) == 949789760
    assert int(F(ways[2], sum(ways)) * 10**10) == 944842938
    gain = GainCurve.of()
    printed = {
        "0": "1.539", "0.25": "1.453", "0.5": "1.373", "0.75": "1.302", "0.775": "1.294",
        "0.8": "1.287", "0.85": "1.298", "0.9": "1.322", "1": "1.371",
    }  # fmt: skip
    assert {h: f"{float(100 * gain(F(h))):.3f}" for h in printed} == printed


def test_the_exact_breakpoints_and_minimum_of_foster():
    """Read off a graph as 0.5, 0.8, 0.9, 1.29 % and 0.6."""
    gain = GainCurve.of()
    assert [h for h, _ in gain.points] == [0, F(1709, 4224), F(575, 704), F(2557, 2688), 1]
    h, least = gain.best
    assert (h, least) == (F(575, 704), F(389724220, 30386933291))
    assert 1 - gain.mix["6,-"] == F(34093, 54626)
    found = sabot.solve("foster-1964")
    assert found.value == -least and found.unique
    assert found["Player"]["5"]["draw"] == h


@pytest.mark.golden("Foster 1964, Tables 4 to 7")
def test_the_decision_tables_of_foster():
    lines = {
        3: "1 1 1 1 1 1 1 1 0 0 1",
        4: "0 0 1 1 1 1 1 1 0 0 1",
        5: "0 0 0 0 1 1 1 1 0 0 1",
        6: "0 0 0 0 0 0 1 1 0 0 0",
    }
    expected = {(j, k): int(m) for j, line in lines.items() for k, m in enumerate(line.split())}
    changes = [None, (3, 9), (6, 10), (4, 1)]
    for change, (_, _, found) in zip(changes, GainCurve.of().ranges, strict=True):
        if change is not None:
            expected[change] = 1
        assert found == expected
