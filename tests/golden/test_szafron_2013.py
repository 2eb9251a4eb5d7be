"""Szafron, Gibson and Sturtevant (AAMAS 2013): Kuhn's poker for three, judged exactly.

Their family has the chances a, b, c of the three players to bet or call, by card (1 to 4) and by
situation (1 to 4); a few parameters say which member it is. There are three sub-families: c11 = 0,
between 0 and 1/2, and 1/2. The formulas are those of the program for such profiles that the
authors' group published (Computer Poker Research Group, University of Alberta, 2013); the paper was
not read. Every member is judged here.
"""

from fractions import Fraction as F

import pytest

import sabot

GAME = "kuhn-poker(players=3)"
SITUATIONS = {
    "first": ("", "pass,pass,bet", "pass,bet,fold", "pass,bet,call"),
    "second": ("pass", "bet", "pass,pass,bet,fold", "pass,pass,bet,call"),
    "third": ("pass,pass", "pass,bet", "bet,fold", "bet,call"),
}


def table(seat, chances):
    """Return a strategy: the chance to bet or call, by card and by situation."""
    found = {}
    for card, row in enumerate(chances, 1):
        for said, chance in zip(SITUATIONS[seat], row, strict=True):
            daring, meek = ("call", "fold") if "bet" in said else ("bet", "pass")
            view = f"{card},{said}" if said else str(card)
            found[view] = {meek: 1 - F(chance), daring: F(chance)}
    return found


def member(*, b11, b21, b32, c33, c34, c11=F(0), b23=F(0), a33=F(1, 2)):
    """Return the profile with these parameters."""
    b33 = (1 + b11 + b21 + max(b11, b21)) / 2 - b23 * (1 - b21)
    b41 = 2 * b11 + 2 * b21
    return {
        "first": table("first", [[0] * 4, [0] * 4, [0, 0, a33, 0], [0, 1, 1, 1]]),
        "second": table(
            "second",
            [[b11, 0, 0, 0], [b21, 0, b23, 0], [0, b32, b33, 0], [b41, 1, 1, 1]],
        ),
        "third": table(
            "third", [[c11, 0, 0, 0], [F(1, 2) - c11, 0, 0, 0], [0, 0, c33, c34], [1, 1, 1, 1]]
        ),
    }


MEMBERS = [
    {"b11": F(0), "b21": F(0), "b32": F(0), "c33": F(1, 2), "c34": F(0)},
    {"b11": F(0), "b21": F(0), "b32": F(1, 2), "c33": F(0), "c34": F(1)},
    {"b11": F(1, 8), "b21": F(1, 8), "b32": F(1, 4), "c33": F(1, 4), "c34": F(1, 3)},
    {"b11": F(0), "b21": F(1, 4), "b32": F(1, 2), "c33": F(1, 4), "c34": F(1)},
    {"b11": F(1, 4), "b21": F(1, 4), "b32": F(1, 2), "c33": F(1, 4), "c34": F(0)},
    # 0 < c11 < 1/2: b21 is b11, and c11 at most (2 - b11) / (3 + 4 * b11) if b11 is above 1/6
    {"c11": F(1, 4), "b11": F(0), "b21": F(0), "b32": F(1, 2), "c33": F(0), "c34": F(1, 2)},
    {"c11": F(2, 5), "b11": F(1, 6), "b21": F(1, 6), "b32": F(1, 4), "c33": F(1, 4), "c34": F(1)},
    {"c11": F(7, 16), "b11": F(1, 4), "b21": F(1, 4), "b32": F(0), "c33": F(1, 2), "c34": F(0)},
    # c11 = 1/2: b21 is at most b11 and 1/2 - 2 * b11; b23 up to (b11 - b21) / (2 - 2 * b21)
    {"c11": F(1, 2), "b11": F(0), "b21": F(0), "b32": F(1, 4), "c33": F(1, 4), "c34": F(1)},
    {"c11": F(1, 2), "b11": F(1, 6), "b21": F(1, 6), "b32": F(1, 2), "c33": F(0), "c34": F(0)},
    {"c11": F(1, 2), "b11": F(1, 4), "b21": F(0), "b32": F(1, 2), "c33": F(0), "c34": F(1, 3)},
    {
        **{"c11": F(1, 2), "b11": F(1, 5), "b21": F(1, 10), "b23": F(1, 18)},
        **{"b32": F(1, 2), "c33": F(1, 10), "c34": F(1)},
    },
]


@pytest.mark.parametrize("parameters", MEMBERS)
def test_no_seat_gains_against_a_member_of_the_family(parameters):
    found = sabot.value(GAME, member(**parameters))
    assert found.gains == (0, 0, 0)
    assert found.equilibrium
    # the second player passes money from the first to the third, and keeps his own
    beta = max(parameters["b11"], parameters["b21"])
    paid = -F(1, 48) - beta / 24, -F(1, 48), F(1, 24) + beta / 24
    assert found.payoffs == paid


@pytest.mark.parametrize("call", [F(0), F(49, 100), F(51, 100), F(1)])
def test_the_first_player_must_call_with_a_king_just_half_the_time(call):
    found = sabot.value(GAME, member(**MEMBERS[0], a33=call))
    assert found["second"].gain > 0
    assert not found.equilibrium


@pytest.mark.parametrize(
    "parameters",
    [
        {"b11": F(1, 4), "b21": F(0), "b32": F(0), "c33": F(0), "c34": F(0)},
        # c11 above (2 - b11) / (3 + 4 * b11) = 7/16, and b21 above 1/2 - 2 * b11 = 1/10
        {
            "c11": F(15, 32),
            "b11": F(1, 4),
            "b21": F(1, 4),
            "b32": F(0),
            "c33": F(1, 2),
            "c34": F(0),
        },
        {"c11": F(1, 2), "b11": F(1, 5), "b21": F(1, 5), "b32": F(1, 2), "c33": F(0), "c34": F(0)},
    ],
)
def test_outside_the_family_somebody_gains(parameters):
    assert any(sabot.value(GAME, member(**parameters)).gains)
