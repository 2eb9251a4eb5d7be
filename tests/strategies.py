"""Hypothesis strategies shared by all tests: numbers, matrices, packs, and games told as rules."""

import string
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from sabot import INF, Card, MatrixForm, Shoe, rules
from sabot.cards.card import SUITS
from sabot.forms.sequence import Treeplex, sequence_form_from_sums

SEATS = ("one", "two")

# ---------------------------------------------------------------------- numbers


def rationals(size=50):
    """Return fractions of small numerator and denominator."""
    return st.builds(Fraction, st.integers(-size, size), st.integers(1, size))


def any_rationals():
    """Return fractions of every size, up to numbers of thousands of digits."""
    huge = st.builds(lambda power, more: 10**power + more, st.integers(50, 6000), st.integers())
    tops = st.one_of(st.integers(), huge)
    return st.builds(Fraction, tops, tops.filter(bool))


# ---------------------------------------------------------------------- matrices


@st.composite
def tables(draw, entries=None, most=5, least=1):
    """Return a matrix as nested lists."""
    entries = st.integers(-9, 9) if entries is None else entries
    height, width = draw(st.integers(least, most)), draw(st.integers(least, most))
    line = st.lists(entries, min_size=width, max_size=width)
    return draw(st.lists(line, min_size=height, max_size=height))


def small_tables(most=4, size=2):
    """Return matrices of tiny integers: degenerate, with ties and many optimal strategies."""
    return tables(st.integers(-size, size), most)


@st.composite
def skew_tables(draw, most=5):
    """Return skew-symmetric matrices."""
    side = draw(st.integers(1, most))
    table = [[0] * side for _ in range(side)]
    for i in range(side):
        for j in range(i):
            table[i][j] = draw(st.integers(-9, 9))
            table[j][i] = -table[i][j]
    return table


def labels(count):
    """Return *count* different labels, some of them nasty."""
    letters = st.characters(exclude_categories=("C",)) | st.sampled_from(",\"'= <&>/")
    word = st.text(letters.filter(str.isprintable), min_size=1, max_size=8)
    word = word.map(str.strip).filter(bool)
    return st.lists(word, min_size=count, max_size=count, unique=True)


@st.composite
def labelled_forms(draw):
    """Return matrix forms with labels and fractions."""
    table = draw(tables(rationals(), most=4))
    rows = draw(st.none() | labels(len(table)))
    columns = draw(st.none() | labels(len(table[0])))
    return MatrixForm.of(table, rows=rows, columns=columns)


# ---------------------------------------------------------------------- cards and packs


@st.composite
def shoes(draw):
    """Return every sort of shoe that has a text."""
    if draw(st.booleans()):
        return Shoe.of_counts(draw(st.lists(st.integers(0, 400), min_size=1, max_size=13)))
    suited = draw(st.booleans())
    endless = draw(st.booleans())
    quarters = draw(st.integers(1, 40))
    size = Fraction(quarters) if suited else Fraction(quarters, 4)
    shoe = Shoe.decks(INF if endless else size, suited=suited)
    for rank in draw(st.lists(st.integers(1, 13), max_size=4, unique=True)):
        suit = draw(st.sampled_from(SUITS)) if suited else ""
        shoe = shoe - Card(rank, suit)
    return shoe


def packs(most_ranks=5, most_suits=4):
    """Return (ranks, suits) of a small le Her, endless ones too."""
    return st.tuples(
        st.integers(2, most_ranks), st.one_of(st.integers(1, most_suits), st.just(INF))
    )


# ---------------------------------------------------------------------- games told as rules


@dataclass(frozen=True)
class Pays:
    """The end: what seat one is paid."""

    amount: Fraction


@dataclass(frozen=True)
class Rolls:
    """Chance chooses a branch; some seats see which."""

    weights: tuple
    seen_by: tuple
    branches: tuple


@dataclass(frozen=True)
class Asks:
    """A seat chooses between two actions; the other may be told."""

    seat: str
    told: bool
    branches: tuple


def told_games(depth=4, chances=2):
    """Return small random games, as trees to be played by :func:`play`."""
    pays = st.builds(Pays, rationals(4) | st.integers(-3, 3).map(Fraction))
    if not depth:
        return pays
    deeper = st.deferred(lambda: told_games(depth - 1, chances))
    asks = st.builds(Asks, st.sampled_from(SEATS), st.booleans(), st.tuples(deeper, deeper))
    if not chances:
        return pays | asks if depth < 3 else asks
    less = st.deferred(lambda: told_games(depth - 1, chances - 1))
    weights = st.integers(1, 3)
    rolls = st.builds(
        Rolls,
        st.tuples(weights, weights),
        st.sampled_from([(), ("one",), ("two",), ("one", "two")]),
        st.tuples(less, less),
    )
    return pays | asks | rolls if depth < 3 else asks | rolls


def play(node, table):
    """Tell a random game to a table."""
    while not isinstance(node, Pays):
        if isinstance(node, Rolls):
            spot = table.roll(dict(enumerate(node.weights)))
            for seat in node.seen_by:
                table.show(seat, spot)
        else:
            action = table.ask(node.seat, ("left", "right"))
            spot = ("left", "right").index(action)
            if node.told:
                table.show(other(node.seat), spot)
        node = node.branches[spot]
    table.pay(one=node.amount)


def other(seat):
    """Return the seat opposite."""
    return SEATS[1 - SEATS.index(seat)]


def as_game(node):
    """Return the random game as a family of rules with one member."""

    @rules(name="random", seats=SEATS)
    def told(table):
        play(node, table)

    return told()


def words():
    """Return words of letters and hyphens, as names of games and keys are."""
    return st.text(string.ascii_lowercase + "-", min_size=1, max_size=12)


# ---------------------------------------------------------------------- flat games


@st.composite
def flat_forms(draw, most_cells=3, size=2):
    """Return games in which each seat chooses at several cells, at each only once."""
    sides = []
    for seat in SEATS:
        widths = draw(st.lists(st.integers(1, 3), min_size=0, max_size=most_cells))
        cells = {f"{k}": tuple("abc"[:width]) for k, width in enumerate(widths)}
        sides.append(Treeplex.flat(seat, cells))
    spots = [(i, j) for i in range(sides[0].count) for j in range(sides[1].count)]
    amounts = st.integers(-size, size)
    sums = draw(st.dictionaries(st.sampled_from(spots), amounts, max_size=len(spots)))
    below = draw(st.integers(1, 3))
    return sequence_form_from_sums((sides[0], sides[1]), {below: sums})
