"""Tables 1, 2, 4, 5, 6 of Ethier and Gamez, footnotes and all."""

from functools import cache

import pytest

import sabot
from sabot.games.baccara import ethier_gamez
from sabot.games.baccara.rules import two_card_hands

DECKS = range(1, 21)


def game(model, d):
    return sabot.load(f"baccara(model={model}, decks={d})")


@cache
def solved(model, d):
    return sabot.solve(game(model, d)).strategies


def views(total, marks, by_hand):
    """Return the marks of one printed line, by view."""
    own = [f"({a},{b})" for a, b in two_card_hands(total)] if by_hand else [str(total)]
    cards = [*map(str, range(10)), "-"]
    return {f"{hand},{card}": m for hand in own for card, m in zip(cards, marks, strict=True)}


def six_decks(by_hand):
    """Tables 1 and 2 with six decks, without what is starred."""
    lines = dict.fromkeys((0, 1, 2), "DDDDDDDDDDD") | {
        3: "DDDDDDDDS*D",
        4: "SSDDDDDDSSD",
        5: "SSSSSDDDSSD",
        6: "SSSSSSDDSS*",
        7: "SSSSSSSSSSS",
    }
    found = {}
    for total, marks in lines.items():
        found |= views(total, marks, by_hand)
    return found


def table_1(d):
    marks = six_decks(by_hand=True)
    for view in ("(6,8),1", "(7,7),1"):
        marks[view] = "*"
    if d == 1:
        for view in ("(1,2),8", "(0,4),2", "(1,3),2", "(2,2),2", "(5,9),2"):
            marks[view] = "*"
    for view in ("(0,5),4", "(6,9),4", "(7,8),4"):
        marks[view] = "S" if d == 1 else "*"
    marks["(0,3),8"] = "*" if d <= 2 else "S"
    marks["(5,8),8"] = marks["(6,7),8"] = "*" if d <= 3 else "S"
    marks["(2,2),1"] = "S" if d <= 3 else "*"
    marks["(4,9),8"] = "*" if d <= 5 else "S"
    for view in ("(1,3),1", "(5,9),1", "(1,4),4"):
        marks[view] = "*" if d >= 7 else "S"
    marks["(0,4),1"] = marks["(2,3),4"] = "*" if d >= 8 else "S"
    marks["(3,3),6"] = "D" if d >= 11 else "*"
    return marks


# Ethier and Gamez 2013, Table 1 and Theorem 3
@pytest.mark.parametrize("model", ["B2", "B3"])
@pytest.mark.parametrize("d", DECKS)
def test_table_1(model, d):
    found = ethier_gamez.preliminary_table(game(model, d))
    assert found.marks == table_1(d)
    assert found.count("*") == [23, 21, 20, 19, 19, 18, 21, 23, 23, 23, *[22] * 10][d - 1]


@pytest.mark.parametrize("model", ["A2", "A3"])
def test_table_1_with_replacement(model):
    found = ethier_gamez.preliminary_table(sabot.load(f"baccara(model={model})"))
    assert found.marks == table_1(11)


def table_2(d):
    marks = six_decks(by_hand=False)
    marks["3,8"] = "*" if d <= 3 else "S"
    marks["4,1"] = "S" if d <= 3 else "*"
    marks["4,2"] = "*" if d == 1 else "D"
    marks["5,4"] = "S" if d <= 2 else "*"
    return marks


# Ethier and Gamez 2013, Table 2 and Theorem 4
@pytest.mark.parametrize("d", DECKS)
def test_table_2(d):
    found = ethier_gamez.preliminary_table(game("B1", d))
    assert found.marks == table_2(d)
    assert found.count("*") == {1: 4, 2: 3}.get(d, 4)


def test_table_2_with_replacement():
    assert ethier_gamez.preliminary_table(sabot.load("baccara(model=A1)")).marks == table_2(4)


def final_lines(by_hand, six):
    lines = dict.fromkeys((0, 1, 2), ["D"] * 11) | {
        3: [*"DDDDDDDDSDD"],
        4: [*"SSDDDDDDSSD"],
        5: [*"SSSSDDDDSSD"],
        6: [*"SSSSSSDDSS", six],
        7: ["S"] * 11,
    }
    found = {}
    for total, marks in lines.items():
        found |= views(total, marks, by_hand)
    return found


# Ethier and Gamez 2013, Table 4
@pytest.mark.parametrize("d", DECKS)
def test_table_4(d):
    expected = final_lines(by_hand=False, six="(S,D)")
    expected["5,4"] = "D" if d >= 4 else "S"
    assert ethier_gamez.banker_table(game("B1", d), solved("B1", d)).marks == expected


def table_5(model, d):
    marks = final_lines(by_hand=True, six="S")
    if d == 1:
        marks["(4,9),8"] = "D"
    if d == 1 and model == "B3":
        marks["(6,7),8"] = "D"
    if d <= 2:
        marks["(6,8),1"] = marks["(7,7),1"] = "D"
    if d == 1:
        marks["(0,5),4"] = marks["(7,8),4"] = "S"
    if d <= 7:
        marks["(1,4),4"] = "S"
    if d <= (9 if model == "B2" else 8):
        marks["(2,3),4"] = "S"
    if d <= (2 if model == "B2" else 1):
        marks["(6,9),4"] = "S"
    if d <= 3:
        marks["(3,3),6"] = "S"
    alone = model == "B3" and d == 1
    marks["(0,6),-"] = "S" if alone else "(S,D)"
    marks["(8,8),-"] = "(S,D)" if alone else "D"
    return marks


# Ethier and Gamez 2013, Table 5
@pytest.mark.parametrize("model", ["B2", "B3"])
@pytest.mark.parametrize("d", [*range(1, 13), 20])
def test_table_5(model, d):
    assert ethier_gamez.banker_table(game(model, d), solved(model, d)).marks == table_5(model, d)


# Ethier and Gamez 2013, Table 6
@pytest.mark.parametrize("d", [1, 2, 6, 20])
def test_table_6(d):
    found = ethier_gamez.player_table(game("B3", d), solved("B3", d))
    assert found.marks == {
        "(0,5)": "D",
        "(1,4)": "(S,D)",
        "(2,3)": "S",
        "(6,9)": "D",
        "(7,8)": "D",
    }


def test_a_sheet_prints_as_the_paper_does():
    sheet = ethier_gamez.banker_table(game("B1", 6), solved("B1", 6))
    assert str(sheet).splitlines()[1:] == [
        "total  hand  0  1  2  3  4  5  6  7  8  9  ∅",
        "0,1,2        D  D  D  D  D  D  D  D  D  D  D",
        "3            D  D  D  D  D  D  D  D  S  D  D",
        "4            S  S  D  D  D  D  D  D  S  S  D",
        "5            S  S  S  S  D  D  D  D  S  S  D",
        "6            S  S  S  S  S  S  D  D  S  S  (S,D)",
        "7            S  S  S  S  S  S  S  S  S  S  S",
    ]
    assert sheet["6,-"] == "(S,D)"


def test_the_hands_of_a_total_are_listed_where_they_differ():
    lines = ethier_gamez.banker_table(game("B2", 6), solved("B2", 6)).merged()
    assert [hand for total, hand, _ in lines if total == "5"] == [
        "(0,5)",
        "(1,4)",
        "(2,3)",
        "(6,9)",
        "(7,8)",
    ]
    assert [hand for total, hand, _ in lines if total == "4"] == [""]


def test_views_that_are_never_seen_are_blank():
    shoe = sabot.load("baccara(model=B1, shoe=[0,2,2,2,2,2,2,2,2,2])")
    sheet = ethier_gamez.preliminary_table(shoe)
    assert sheet["3,0"] == ethier_gamez.NEVER_SEEN
    assert sheet["3,1"] in {"D", "S", "*"}


def test_saved_solutions_are_set_in_the_layout_of_the_papers():
    solution = sabot.solve("baccara(model=B3, decks=6)")
    text = solution.to_latex()
    sheet = ethier_gamez.banker_table(sabot.load("baccara(model=B3, decks=6)"), solution.strategies)
    assert r"Banker & 0 & 1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 & $\emptyset$ \\" in text
    for row in sheet.rows:
        a, b = row.hand
        assert rf"({a},{b}) & {' & '.join(row.marks)} \\" in text
    assert "(S,D)" in text and "| (S,D) |" in solution.to_markdown()
    assert r"(1,4) & $" in text and r"(0,6),- & $" in text
