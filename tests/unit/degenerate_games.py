"""Games for three and more players of which it is known whether every equilibrium is regular."""

from fractions import Fraction
from itertools import product

from sabot.io.nfg import parse_nplayer_nfg


def as_nfg(sizes, pay):
    """Return an .nfg file of a game: *pay* returns what all players get at a profile."""
    paid = (pay(*reversed(profile)) for profile in product(*map(range, reversed(sizes))))
    names = " ".join(f'"{"ABCDEFG"[k]}"' for k in range(len(sizes)))
    amounts = " ".join(str(Fraction(amount)) for amounts in paid for amount in amounts)
    return f'NFG 1 R "" {{ {names} }} {{ {" ".join(map(str, sizes))} }} {amounts} '


def form(text):
    """Return the game of a file."""
    return parse_nplayer_nfg(text)


def _ring(x, y, z):
    return int(x == y), int(y == z), int(z != x)


def _free(x, y, z):
    """A and B play matching pennies, and C is never paid: it may do anything."""
    return int(x == y), int(x != y), 0


def _touching(x, y, z):
    """At (1/2, 1/2, first) C may as well play the second action: then A's chance would be less."""
    return (2 * y - 1) * x, -(4 * x - 2 + z) * y, (2 * x - 1) * z


def _double(x, y, z):
    """Each is indifferent on a curve of the others; the three meet twice at (1/2, 1/2, 1/2)."""
    own, places = (x, y, z), [Fraction(2 * one - 1, 2) for one in (x, y, z)]
    curves = (3, Fraction(-1, 2)), (Fraction(1, 6), Fraction(-3, 2)), (2, 0)
    found = []
    for k, (slope, bend) in enumerate(curves):
        first, second = places[(k + 1) % 3], places[(k + 2) % 3]
        found.append((slope * second - first * (1 + bend * second)) * own[k] * 24)
    return tuple(found)


def _meeting(x, y, z):
    """All meet at the first place, or at the second: or each is there with chance sqrt(2) - 1."""
    return (2 * (x == y == z) * (1 + x),) * 3


_ROOTED = [(1, 6, 0), (1, 5, 0), (8, 2, 9), (4, 8, 5), (9, 9, 3), (0, 2, 8), (8, 0, 0), (1, 6, 7)]
"""At the profiles 000, 001, ..., 111: the only equilibrium has roots."""


def _rooted(x, y, z):
    return _ROOTED[4 * x + 2 * y + z]


def _between(x, y, z):
    """The game with roots; a third action of A pays all half of both others."""
    if x < 2:
        return tuple(2 * amount for amount in _rooted(x, y, z))
    return tuple(map(sum, zip(_rooted(0, y, z), _rooted(1, y, z), strict=True)))


def _padded(x, y, z):
    """Matching pennies for three; each has two more actions, which are dominated."""
    own = (x, y, z)
    paid = _ring(*(min(one, 1) for one in own))
    return tuple(amount - 2 * max(0, one - 1) for one, amount in zip(own, paid, strict=True))


REGULAR = {
    "ring": as_nfg((2, 2, 2), _ring),
    "meeting": as_nfg((2, 2, 2), _meeting),
    "rooted": as_nfg((2, 2, 2), _rooted),
    "padded": as_nfg((4, 4, 4), _padded),
}
"""Nondegenerate: matching pennies in a ring (Jordan 1993), two with square roots, one to reduce."""
UNPLAYED = {
    "free": as_nfg((2, 2, 2), _free),
    "touching": as_nfg((2, 2, 2), _touching),
    "between": as_nfg((3, 2, 2), _between),
}
"""With an equilibrium that is not quasi-strict: a segment, an isolated one, one with roots."""
SINGULAR = {
    "double": as_nfg((2, 2, 2), _double),
    "double with roots": as_nfg(
        (2, 2, 2, 2, 2, 2), lambda *own: _double(*own[:3]) + _rooted(*own[3:])
    ),
}
"""With a quasi-strict equilibrium whose Jacobian matrix is singular: the only one nearby."""
