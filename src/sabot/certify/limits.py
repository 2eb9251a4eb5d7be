"""Limits on the work that a certificate may cause, each with its reason, and work meters.

A file may come from anywhere; it must not cause unbounded time or memory. Most limits are of one
part: a number, a polynomial, a list. What all parts together may take is counted by one meter for
the document, in steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sabot.errors import FileError

MOST_DOCUMENT_STEPS = 500_000_000
"""Of a document, all its parts together: a step is a product of two numbers of 64 bits, or what
takes as long, some 50 nanoseconds. So a file is refused after about half a minute. Of our
files long lists of equilibria take most, up to a third."""
MAX_BYTES = 512 * 2**20
"""Of a file: the certificate of a game of a million sequences has some hundred MiB."""
MAX_DIGITS = 200_000
"""Of one number: twice as many as a game may be given, and read in a fraction of a second."""
MOST_PRIME = 2**24
"""Above every prime of a rank test, so that sums of products of remainders fit into 64 bits."""
MOST_CARDS = 18
"""In a hand of a deal that is searched. At 18 whist takes up to some seconds, at 20 a minute."""
MOST_PLAN_BITS = 2**33
"""Of all probabilities of a strategy over one denominator, together: a GiB. Real ones need a
tenth."""
MOST_DEGREE = 160
"""Of a polynomial in a file, and of one whose roots are counted: at 160 Sturm's chain takes some
seconds, and grows with the fourth power. No theorem that Sabot has proved comes near it."""
MOST_COEFFICIENT_BITS = 200_000
"""Of a coefficient in a file: ranges are doubled about as often until nothing changes any more."""
MOST_ROOT_WORK = 4_000_000
"""Of a polynomial whose roots are counted: its terms, squared, times the bits of a coefficient. The
numbers of Sturm's chain grow with the degree."""
MOST_ROOT_BITS = 20_000
"""Of the numbers that name a root, times the terms of its polynomial: its interval is halved about
as often as they have bits."""
MOST_UNKNOWNS = 40
"""Probabilities that the equations of a piece determine."""
MOST_DETERMINANT_WORK = 200_000_000
"""Of their determinants, together: their number, cubed, times the terms one may have, squared."""
MOST_DETERMINANT_BITS = 100_000
"""Of the longest coefficients of its rows, together."""
MOST_FORMULA_BITS = 200_000
"""Of a number in a formula on the way: powers of powers grow fast."""
MOST_FORMULA_WORK = 10**9
"""Of the products in a formula, together: for each the terms of both, times the bits of both."""
MOST_GCD_WORK = 2 * MOST_ROOT_WORK
"""Of two polynomials whose common factor is looked for: terms of the longer, squared, times bits.
Twice the work of roots, because the numbers of a factor may be somewhat longer than its own."""
MOST_SHIFT_WORK = 2 * 10**10
"""Of p(t + a): terms, squared, times bits of the result, more where a is long: some seconds."""
MOST_SIGN_WORK = 2 * 10**9
"""Of a polynomial whose signs at integers are looked for: terms, cubed, times the bits of its
greatest root or range (so often a range is doubled and halved), times bits: about a second. Our
theorems take a thousandth."""
MOST_CLASSIFICATION_WORK = MOST_SIGN_WORK
"""The same of all polynomials that sort a choice on a range, together."""
MOST_RANK_WORK = 10**11
"""Of a rank test: unknowns left after peeling and sparse elimination, squared, times the rows left;
and 256 for each entry of a sparse row that is changed before: some minutes. Of games that people
play a handful is left."""
MOST_PLAN_WORK = 3 * 10**13
"""Of a strategy made a plan: bits times bits of the numbers that meet: some twenty seconds. Leduc
poker of ten ranks takes a hundred-thousandth."""
MOST_CONTINUOUS_TERMINALS = 4_000
"""Ways in which betting may end, in a game with continuous types; seven players have 190."""
MOST_CONTINUOUS_PLAYERS = 12
"""Players of such a game: the degree of the curves, and a dimension of every tree."""
MOST_CONTINUOUS_DIGITS = 400
"""Of a number in such a file: two players have some dozens, and curves multiply them."""
MOST_CONTINUOUS_INTERVALS = 2_000
"""Intervals of hands in it, of all turns together: seven players have some 300, and those of two
turns of a player are compared with each other."""
MOST_CONTINUOUS_WORK = 10**9
"""Of it: players, cubed (so often curves are multiplied, of such a degree), times ends, times
intervals, times the 128-bit words of the common denominator, times the intervals of indifferent
hands and one. Seven players have less than half of it, which takes a second or two."""
MOST_CONTINUOUS_DENOMINATOR_BITS = 4_000
"""Bits of their common denominator: those of more than two players have thirty decimal digits, and
everything is counted in such units."""
MOST_INDIFFERENCE_SETS = 200
"""Claims of what is free in such a file, each about as dear as a check; four players have some
20."""
MOST_PLAYERS = 32
"""Of a finite game for many: each is a column of its payoffs."""
MOST_NPLAYER_WORK = 10**10
"""Of a profile for many players: payoffs, times players squared, times the square of the 64-bit
words of all denominators: about a minute. Kuhn's poker for three has a few thousand."""
MOST_ALGEBRAIC_WORK = 4 * 10**9
"""The same of probabilities with a root: payoffs, times players, times the products of their terms
and of the 64-bit words of these: about half a minute. Five players at degree 44 have 10**9."""
MOST_NUMBER_FIELD_DEGREE = 64
"""Of the root in whose field the probabilities of an equilibrium are. Five players with two actions
each have 44 complex solutions at most."""
MOST_NUMBER_FIELD_BITS = 4_000_000
"""By which a number with such a root may be away from 0, and common denominators may have: about as
often its interval is halved before the sign is seen. Baccara banque has some hundred."""
MOST_NUMBER_FIELD_WORK = 2 * 10**8
"""Of all signs of such numbers, together: terms squared, times 2 and a 50th of the 64-bit words of
what is looked at, and halvings of the interval times its words: some ten seconds."""
MOST_CELL_PROFILES = 4_096
"""Of actions, in a list of all equilibria of a game for many: payoffs at the vertices of a cell."""
MOST_CELL_BITS = 4_096
"""Of a payoff at vertices of a cell and of the sum of a vertex's weights: each cut adds some."""
MOST_SUBSET_VERTICES = 64
"""Strategies of a player whose mixtures are a set of equilibria in such a list."""
MOST_PURE_PROFILES = 1_000_000
"""Of pure strategies, where a list of pure equilibria is checked: each is looked at."""
MOST_PURE_WORK = 20_000_000
"""Of adding up what they are paid: payoffs times the profiles that reach them, times players, times
64-bit words: some ten seconds."""
MOST_TREE_NODES = 500_000
"""Of a game tree in a file of refined equilibria; each is looked at for each of them."""
MOST_REFINED_EQUILIBRIA = 10_000
"""In such a file."""
MOST_TREMBLE_DEGREE = 400
"""Of the polynomials of trembles; extensive-form perfect play of Leduc poker has some sixty."""
MOST_BELIEF_PROFILES = 100_000
"""Of the other players, each with a weight, in a belief that shows a strategy undominated."""
MOST_CORRELATED_WORK = 200_000_000
"""Of correlated equilibria: what deviations gain at profiles, times the 64-bit words of the numbers
that are multiplied there: about a minute. The six extremes of a 20 x 20 game take a hundredth."""
MOST_CORRELATED_BITS = 400_000
"""Of the common denominator of the probabilities of a distribution, or of the multipliers of a
bound; those of a 50 x 50 game have some thousand."""
MOST_PROPERTY_PROFILES = 20_000
"""Of pure strategies, in a file with the properties of a game: a potential has a number for
each."""
MOST_PROPERTY_WORK = 60_000_000
"""Of such a file: payoffs that are compared or multiplied, times the 64-bit words of the numbers,
orders of strategies that are tried, times the profiles that are looked at: about a minute. A random
5 x 5 game takes a hundredth."""
MOST_THRESHOLD_TERMINALS = 64
"""Ways in which betting may end, in a theorem on continuous types; that of two players with a blind
has 5, and every one is followed for every cell, choice and turn."""
MOST_THRESHOLDS = 100
"""Of both players, in such a theorem: two sizes with a raise, both betting, have 38."""
MOST_THRESHOLD_DENOMINATOR_BITS = 20_000
"""Bits of the common denominator of its amounts, and of that of its probabilities."""
MOST_THRESHOLD_WORK = 200_000_000
"""Of its pieces, together: turns and points, times ends and points added, times the square of the
terms of the longest polynomial, times the words of the longest coefficient. Two players with a
blind have 20,000 of it, two sizes with a raise, both betting, a quarter, which takes 5 seconds."""
MOST_BINARY_CHOICES = 5_000
"""Of a player, in a game with payoffs by player whose equilibria are all listed: baccara has
484."""
MOST_BINARY_CASES = 50_000
"""Of all trees of cases of such a document, together; a theorem on baccara has some hundred."""
MOST_BINARY_INDIFFERENT = 10
"""Choices that are indifferent at once in such a game: the edges of their cube are gone through."""
MOST_BINARY_VERTICES = 8
"""Open probabilities whose parts have no one sign on a range: gains are looked at in all
vertices."""
MOST_BINARY_WORK = 20_000_000
"""Of all cases of such a document, together: terms of gains that are added up, fewer where their
numbers have more than 1,000 bits: about a minute. Baccara takes 50,000 a deck."""
MOST_PARAMETRIC_NASH_STRATEGIES = 64
"""Of a player, in a theorem on all equilibria of a matrix; the prover stops at 24."""
MOST_PARAMETRIC_NASH_CASES = 100_000
"""Of all parts of such a theorem, together; the prover stops at 50,000."""
MOST_PARAMETRIC_NASH_EQUILIBRIA = 20_000
"""Of all its parts, together: each is some formulas that are read and compared."""
MOST_PARAMETRIC_NASH_WORK = 100_000_000
"""Of the products of polynomials in it: terms of both, times the 64-bit words of both: about a
minute. A random 5 x 5 game takes a hundredth."""
MOST_EQUILIBRIA_WORK = 2 * 10**9
"""Of the entries of a list of all equilibria, together: products of a probability and a payoff,
more where numbers are long, and fiftieths of the steps of rank tests: some minutes."""
MOST_EQUILIBRIA_WEIGHTS = 2**25
"""Different strategies of a player in it, times its actions: a quarter of a GiB."""
MOST_NASH_SUBSET_WORK = 10**8
"""Of what such a list spans: sets of up to 512 strategies that are compared with each other, pairs
in them, and products of numbers of up to 4,096 bits: about half a minute."""
MOST_INDEX_WORK = 30_000_000
"""Of the indices in such a list: supports near its equilibria, times the cube of their size, times
the 64-bit words of a payoff: about a minute. A nondegenerate game has one pair of supports for each
equilibrium."""
MOST_PURE_STRATEGIES = 4_000
"""Strategies of both players together, in a list of all equilibria."""
MOST_EQUILIBRIA = 200_000
"""Equilibria in such a list: some minutes."""
MOST_CASE_TREE_WORK = 2 * 10**9
"""Of the cases that show such a list complete: their number times the payoffs of a player, more
where numbers are long: some minutes. A random 15 x 15 game takes a thousandth."""
MOST_VERTEX_WORK = 100_000_000
"""Of the faces of such cases that are more than a point, together: pairs of vertices, comparisons
of a pair with all others, and eighths of products of numbers: some ten seconds."""
MOST_OPTIMAL_SET_WORK = 100_000_000
"""Of showing that the extreme optimal strategies of a player are all listed, and that the
conditions on them are right: steps as of such faces, and payoffs that are added up. Baccara takes a
thousandth."""
MOST_NASH_SUBSETS = 100_000
"""Maximal Nash subsets of one component of such a list."""
MOST_PRIVATE_HANDS = 1_000_000
"""Different hands of a player, in a game with private hands."""
MOST_RANGE_HANDS = 3_000
"""The same where hands have several cards: two of 52 have 1,326."""
MOST_PACK_HANDS = 30_000
"""The same of all hands of several cards of one pack, copies of a card alike: three of 52 have
22,100."""
CLASS_STEPS = {1: 1_000, 2: 10_000, 3: 100_000, 4: 2_000_000, 5: 40_000_000}
"""What listing all hands of so many cards of the pack of 52 takes, up to suits, in steps."""
MOST_PRIVATE_LEVEL = 1_999_999
"""The strength of a hand, as a number."""
MOST_PRIVATE_CARDS = 2**31 - 1
"""Cards of its pack, and the sum of the weights of a range."""
MOST_PRIVATE_HAND_SIZE = 5
"""Cards of a hand: all its subsets are counted."""
MOST_PRIVATE_NODES = 20_000
"""Of its public tree."""
MOST_PRIVATE_DEPTH = 64
"""Decisions on a path of it."""
MOST_PRIVATE_UNIT = 65_535
"""Probabilities are integers over a unit, of two bytes each."""
MOST_PACK_UNIT = 4_294_967_295
"""The same with one card per player: of four bytes each where two are not enough."""
MOST_PRIVATE_AMOUNT_BITS = 1_000
"""Of an amount, and of the common denominator of all."""
MOST_PRIVATE_WORK = 40_000_000
"""Of its best responses: nodes of the public tree times the hands of both players, more where hands
have several cards and where numbers have over 256 bits: about half a minute. Kuhn's poker with a
million ranks takes half of it."""
MOST_NORMAL_FORM_STRATEGIES = 500
"""Pure strategies of a player of a tree that are written out to show that its strategy is
unique."""
MOST_NORMAL_FORM_WORK = 20_000_000
"""Of writing them out: those of the first player times the payoffs, and times those of the second
times its sequences: some seconds."""


class DocumentMeter:
    """How many steps of work a document may still cause, and what they were spent on."""

    def __init__(self) -> None:
        self.left, self.spent = MOST_DOCUMENT_STEPS, Counter[str]()

    def spend(self, steps: int, on: str) -> None:
        """Count steps before they are made; refuse the document where too few are left."""
        self.left -= steps
        self.spent[on] += steps
        if self.left < 0:
            subject, most = self.spent.most_common(1)[0]
            raise FileError(
                f"the document takes more than {MOST_DOCUMENT_STEPS:,} steps to check, "
                f"{most:,} of them for {subject}: more than this checker makes"
            )


_METER: ContextVar[DocumentMeter | None] = ContextVar("document meter", default=None)


@contextmanager
def one_document() -> Iterator[DocumentMeter]:
    """Count the work of all that is checked inside as that of one document."""
    token = _METER.set(DocumentMeter())
    try:
        meter = _METER.get()
        assert meter is not None
        yield meter
    finally:
        _METER.reset(token)


def spend(steps: int, on: str) -> None:
    """Count steps of the document that is being checked; nothing where none is."""
    meter = _METER.get()
    if meter is not None:
        meter.spend(steps, on)


class WorkMeter:
    """How much of what a document may take of one thing is left."""

    def __init__(self, left: int, much: str, steps: int = 1) -> None:
        self.left, self.much = left, much
        self.steps = steps
        """What a unit of it costs, in steps of the document."""

    def take(self, work: int) -> None:
        """Demand that so much is left, and take it."""
        self.left -= work
        if self.left < 0:
            raise FileError(f"{self.much} too long to be checked")
        spend(work * self.steps, "what is listed")
