"""Verify a solved deal of single-suit whist (perfect information) by minimax search.

The file says who holds each card, who leads, whether the second hand must win if it can, and
what West is paid for each trick. Recomputed by a search that uses no theorem: the value, the
best cards, the claims of uniqueness, and every other fact of the solution except the method and
the time: tricks, prices, H, the line of play card by card.

The search answers yes or no: can the player on lead get at least so much. A deal is an integer;
bit i is 0 if the i-th lowest card is held by the player on lead, so the hands are exchanged
whenever the lead passes. Each deal keeps a lower and an upper bound; at first those of the
highest and lowest runs of cards. H lower, H upper, H and the class of a deal are computed from
the definitions of Wästlund's paper (single-suit whist), entry by entry of the matrix A; none of
his theorems is used. A ``sabot/solution/2`` states the holders at its top; older certificates
repeat them in the form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import count, islice
from typing import ClassVar

from sabot.certify.documents import (
    CERTIFICATE_V1_SCHEMA,
    require_certificate,
    require_digest,
    require_same_facts,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    as_float,
    describe_value,
    read_integer,
    read_uniqueness_claim,
    require_text,
)
from sabot.certify.limits import MOST_CARDS, spend
from sabot.certify.record_codec import (
    Field,
    NamedDocument,
    Record,
    SolvedDocument,
    integer,
    list_of,
    nullable,
    one_of,
    raw,
    text,
)
from sabot.certify.verdict import (
    ValueVerdict,
)
from sabot.errors import CertificateError, FileError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SEAT_NAMES = {"W": "West", "E": "East"}
_SEAT_LETTERS = {name: letter for letter, name in SEAT_NAMES.items()}
_RULE_IS_GREEDY = {"relaxed": False, "greedy": True}
_RECOMPUTED_KEYS = frozenset(
    {"decimal", "deal", "n", "cards", "lead", "led", "turn", "best_complete", "line_complete"}
    | {"no_certificate", "prices", "counts", "tricks", "H_lower", "H_upper", "H", "case"}
)
_CLAIMED_KEYS = frozenset({"seats", "value", "unique", "best", "certificate"})


@dataclass(frozen=True, slots=True)
class CertificateDeal:
    """Who holds each card (lowest first), who leads, the card led, the rule, the payments."""

    holders: str
    names: tuple[str, ...]
    lead: str
    led: int | None
    greedy: bool
    pays: tuple[int, ...]
    """To West, for each trick that West takes."""

    @property
    def n(self) -> int:
        """How many cards each seat holds."""
        return len(self.holders) // 2


# ---------------------------------------------------------------------- fields and their readers


def _require_seats(seats: Json) -> None:
    if seats != list(_SEAT_LETTERS):
        raise ValueError("the seats of a deal are West and East, and West is paid")


def _read_holders(data: Json) -> str:
    holders = require_text(data, "the deal")
    n = len(holders) // 2
    if n > MOST_CARDS:
        raise FileError(f"{n} cards per hand; at most {MOST_CARDS} can be checked by search")
    if set(holders) != {"W", "E"} or holders.count("W") != n or holders.count("E") != n:
        raise ValueError("the deal is not n cards for each seat")
    return holders


def _read_card_names(data: Json, size: int) -> tuple[str, ...]:
    """Return the names of the cards; without any, numbers from 1."""
    if data is None:
        return _numbers_as_names(size)
    if type(data) is not list or any(type(name) is not str for name in data):
        raise ValueError("the names of the cards are not texts")
    if len(set(data)) != len(data) or len(data) != size:
        raise ValueError("the names do not fit the cards")
    return tuple(data)


def _numbers_as_names(size: int) -> tuple[str, ...]:
    return tuple(str(card) for card in range(1, size + 1))


def _read_value(value: Json) -> int:
    if type(value) is not str or len(value) > 9:
        raise ValueError("the value of a deal is a short whole number, written as text")
    number = read_integer(value)
    if value != str(number):
        raise ValueError(f"the value of a deal is written {number}, not {value}")
    return number


_BEST_CARDS = list_of(text("a best card"), "the best cards are not a list of names")
_NOT_PAYMENTS = "the payments are not a list of whole numbers"


class _DealRules(Record, what="the form of a deal"):
    kind = Field(raw)
    greedy = Field(one_of(_RULE_IS_GREEDY, "the rule is neither relaxed nor greedy"), "rule")
    pays = Field(list_of(integer(_NOT_PAYMENTS), _NOT_PAYMENTS))


class _DealForm(_DealRules, what="a deal"):
    """The form of version 1, which repeats the holders."""

    seats = Field(_require_seats)
    deal = Field(_read_holders)
    names = Field(raw)
    lead = Field(one_of({"W": "W", "E": "E"}, "the lead is neither W nor E"))
    led = Field(nullable(integer("the card led is not a number")))


class _UniquenessClaims(Record, what="the uniqueness claims"):
    west = Field(read_uniqueness_claim, "West")
    east = Field(read_uniqueness_claim, "East")


class _UniquenessClaim(Record, what="the claim on a seat's uniqueness"):
    unique = Field(read_uniqueness_claim)


class _UniquenessClaimsV1(Record, what="the uniqueness claims"):
    west = Field(_UniquenessClaim, "West")
    east = Field(_UniquenessClaim, "East")


class _DealCertificateV1(NamedDocument, what="the certificate of a deal"):
    form = Field(_DealForm)
    value = Field(_read_value)
    best = Field(_BEST_CARDS)
    uniqueness = Field(_UniquenessClaimsV1)
    digest = Field(raw)


class _DealEvidence(Record, what="the certificate of a deal"):
    form = Field(_DealRules)
    digest = Field(raw)


class CertificateTrick(Record, what="a trick of the line"):
    """One trick of a line of play."""

    lead = Field(text("a card"))
    led = Field(text("a card"))
    reply = Field(text("a card"))
    winner = Field(text("a card"))


class _DealFacts(
    SolvedDocument, what="the solution of a deal", also=_RECOMPUTED_KEYS | _CLAIMED_KEYS
):
    line = Field(list_of(CertificateTrick, "the line is not a list of tricks"))
    strategies = Field(raw)


class _DealSolution(_DealFacts, what="the solution of a deal", also=_RECOMPUTED_KEYS):
    seats = Field(_require_seats)
    deal = Field(_read_holders)
    cards = Field(raw)
    lead = Field(one_of(_SEAT_LETTERS, "the lead is neither West's nor East's"))
    led = Field(raw)
    value = Field(_read_value)
    best = Field(_BEST_CARDS)
    unique = Field(_UniquenessClaims)
    certificate = Field(_DealEvidence)


# ---------------------------------------------------------------------- documents


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What a solution says of a deal besides its value: all of it is computed again."""

    recomputed: JsonObject
    """Each must be, as JSON, just what the checker finds."""
    line: tuple[CertificateTrick, ...]
    strategies: Json
    """Must be what the line says, as JSON."""


@dataclass(frozen=True, slots=True)
class PerfectInformationDocument:
    """A solved deal as a file states it."""

    game: str
    deal: CertificateDeal
    value: int
    best: tuple[str, ...]
    unique: Mapping[str, bool | None]
    facts: DealFacts | None
    digest: str


def read_deal_solution(document: JsonObject) -> PerfectInformationDocument:
    """Return what a ``sabot/solution/2`` says of a deal."""
    digest = require_digest(document, "solution")
    found = _DealSolution(document)
    names = _read_card_names(found.cards, len(found.deal))
    if found.led is not None and found.led not in names:
        raise ValueError(f"the card led, {describe_value(found.led)}, is not in the deal")
    led = None if found.led is None else names.index(str(found.led)) + 1
    deal = _make_deal(found.deal, names, found.lead, led, found.certificate.form)
    unique = {"West": found.unique.west, "East": found.unique.east}
    facts = _make_facts(found, document)
    return PerfectInformationDocument(
        found.game, deal, found.value, found.best, unique, facts, digest
    )


def read_deal_certificate_v1(data: JsonObject) -> PerfectInformationDocument:
    """Return what a ``sabot/certificate/1`` says of a deal."""
    if data.get("schema") != CERTIFICATE_V1_SCHEMA:
        raise FileError(f"certificate schema {describe_value(data.get('schema'))} is not known")
    digest = require_digest(data, "certificate")
    found = _DealCertificateV1(data)
    form, claims = found.form, found.uniqueness
    names = _read_card_names(form.names, len(form.deal))
    deal = _make_deal(form.deal, names, form.lead, form.led, form)
    unique = {"West": claims.west.unique, "East": claims.east.unique}
    return PerfectInformationDocument(
        found.game, deal, found.value, found.best, unique, None, digest
    )


def read_deal_solution_v1(document: JsonObject) -> PerfectInformationDocument:
    """Return what a ``sabot/solution/1`` says of a deal: its certificate, and that once more."""
    held = require_certificate(document)
    found = read_deal_certificate_v1(held)
    facts = _make_facts(_DealFacts(document), document)
    said_twice = {key: held[key] for key in ("game", "value", "best")}
    said_twice |= {"seats": list(_SEAT_LETTERS), "unique": dict(found.unique)}
    require_same_facts(document, said_twice)
    return replace(found, facts=facts)


def _make_facts(found: _DealFacts, document: JsonObject) -> DealFacts:
    recomputed = {key: document[key] for key in _RECOMPUTED_KEYS}
    return DealFacts(recomputed, found.line, found.strategies)


def _make_deal(
    holders: str, names: tuple[str, ...], lead: str, led: int | None, rules: _DealRules
) -> CertificateDeal:
    if len(rules.pays) != len(holders) // 2:
        raise ValueError("the payments do not fit the deal")
    own = [card for card, holder in enumerate(holders, 1) if holder == lead]
    if led is not None and led not in own:
        raise ValueError("the card led is not the leader's")
    return CertificateDeal(holders, names, lead, led, rules.greedy, rules.pays)


def _require_names_and_pays(deal: CertificateDeal) -> None:
    """Demand names of cards in their order, and payments that such a game has."""
    ranks = tuple(rank for rank in RANKS if rank in deal.names)
    if deal.names not in (ranks, _numbers_as_names(2 * deal.n)):
        raise CertificateError("the names of the cards are not in their order, the lowest first")
    if not _has_score(deal.pays):
        return
    if not deal.greedy or deal.pays[0] < 0 or list(deal.pays) != sorted(deal.pays):
        raise CertificateError(
            "a deal pays 1 or -1 for every trick, or for the last one only; or, under the greedy "
            "rule, payments from 0 on that never fall"
        )
    if not 0 < deal.pays[-1] <= MOST_PAYMENT:
        raise CertificateError(f"the last trick pays from 1 to {MOST_PAYMENT:,}")


def _has_score(pays: tuple[int, ...]) -> bool:
    """Say whether tricks pay otherwise than 1 or -1, for each or for the last only."""
    n, last = len(pays), pays[-1]
    return abs(last) != 1 or pays not in ((last,) * n, (0,) * (n - 1) + (last,))


MOST_PAYMENT = 1_000_000
"""The largest payment for a trick; a value then has at most eight digits."""
MOST_POSITIONS = 1_000_000
"""A search that needs more is given up: it keeps about 200 bytes per position."""
_STEPS_OF_A_POSITION = 400
"""Steps of the document that a position takes, with the moves that are tried in it."""


class MinimaxSearch:
    """Bounds on the deals met so far, for one rule and one payment per trick."""

    def __init__(self, pays: Sequence[int], *, greedy: bool) -> None:
        self.greedy = greedy
        self.pays = tuple(reversed(pays))
        """For the last trick first, so that the payment with m tricks left is at m - 1."""
        self.known: dict[int, tuple[int, int]] = {1: (0, 0)}
        """What the leader gets at least and at most, by the deal under a leading 1."""
        self.totals = [0]
        self.least: list[list[int]] = [[0]]
        self.most: list[list[int]] = [[0]]
        for m, pay in enumerate(self.pays, 1):
            self.totals.append(self.totals[-1] + pay)
            order = sorted(self.pays[:m])
            self.least.append([sum(order[:won]) for won in range(m + 1)])
            self.most.append([sum(order[m - won :]) for won in range(m + 1)])

    def bounds(self, deal: int, m: int) -> tuple[int, int]:
        """Return what the seat on lead gets at least and at most, as far as it is known."""
        key = deal | 1 << 2 * m
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_POSITIONS:
                raise FileError(f"more than {MOST_POSITIONS:,} positions: too many to be checked")
            spend(_STEPS_OF_A_POSITION, "positions of a deal")
            found = self.known[key] = self._ends(deal, m)
        return found

    def reaches(self, deal: int, m: int, goal: int) -> bool:
        """Say whether the seat on lead, with m cards in each hand, can get at least *goal*."""
        low, high = self.bounds(deal, m)
        if low >= goal or high < goal:
            return low >= goal
        full = (1 << 2 * m) - 1
        leads = ~deal & (deal >> 1 | 1 << (2 * m - 1)) & full  # the highest of each run only
        theirs = deal & ~(deal >> 1)
        found = False
        while leads and not found:
            led = leads & -leads
            leads ^= led
            found = self._holds(deal, m, goal, led, theirs)
        low, high = self.known[deal | full + 1]
        self.known[deal | full + 1] = (goal, high) if found else (low, goal - 1)
        return found

    def _holds(self, deal: int, m: int, goal: int, led: int, theirs: int) -> bool:
        """Say whether a lead reaches the goal against every reply."""
        losers = theirs & (led - 1)
        winners = theirs ^ losers
        if self.greedy and winners:
            losers = 0
        for reply in self._replies(winners, losers, m):
            if self.beats(deal, m, goal, led, reply):
                return False
        return True

    def beats(self, deal: int, m: int, goal: int, led: int, reply: int) -> bool:
        """Say whether a reply to a lead keeps the leader from the goal; both cards are bits."""
        low, high = (led, reply) if led < reply else (reply, led)
        below, between = low - 1, (high >> 1) - 1
        rest = deal & below | deal >> 1 & between & ~below | deal >> 2 & ~between
        if reply < led:
            return not self.reaches(rest, m - 1, goal - self.pays[m - 1])
        swapped = rest ^ ((1 << 2 * m - 2) - 1)
        return self.reaches(swapped, m - 1, self.totals[m - 1] - goal + 1)

    def _replies(self, winners: int, losers: int, m: int) -> list[int]:
        """Return the responses, the likely ones first; the order changes the time alone.

        Who likes tricks takes one as cheaply as possible, or throws the lowest card; who is shy of
        them throws the highest.
        """
        if self.pays[m - 1] < 0:
            return [*reversed(_single_bits(losers)), *reversed(_single_bits(winners))]
        above = _single_bits(winners)
        return [*above[:1], *_single_bits(losers), *above[1:]]

    def _ends(self, deal: int, m: int) -> tuple[int, int]:
        """Return the bounds that the runs of highest and of lowest cards give."""
        size = 2 * m
        full = (1 << size) - 1
        few, many = 0, m
        if deal >> (size - 1):
            many = m - (size - (deal ^ full).bit_length())
        else:
            few = size - deal.bit_length()
        if deal & 1:
            few = max(few, (~deal & (deal + 1)).bit_length() - 1)
        else:
            many = min(many, m - (deal & -deal).bit_length() + 1)
        return min(self.least[m][few : many + 1]), max(self.most[m][few : many + 1])


def _single_bits(bits: int) -> list[int]:
    """Return the bits of a set of cards, lowest first."""
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found


def matrix_diagonal(deal: str, k: int) -> list[int]:
    """Return the entries A_(i, i + k) by i: 1 where West's i-th card beats East's (i + k)-th.

    >>> matrix_diagonal("EWEWWE", 1), matrix_diagonal("EWEWWE", 0)
    ([-1, -1], [1, 1, -1])
    """
    west, east = ([card for card, seat in enumerate(deal) if seat == own] for own in "WE")
    pairs = zip(west[max(0, -k) :], east[max(0, k) :], strict=False)
    return [1 if one > two else -1 for one, two in pairs]


def height_bounds(deal: str) -> tuple[int, int]:
    """Return H lower and H upper: where T_k, the sum along a diagonal, changes its sign.

    >>> height_bounds("EWEWWE"), height_bounds("EEWW"), height_bounds("EWWE")
    ((0, 1), (2, 2), (0, 0))
    """
    n = len(deal) // 2
    low = -n  # where T_k was positive last; -n where all of East's cards are high
    for k in range(1 - n, n):
        total = sum(matrix_diagonal(deal, k))
        if total == 0:
            return k, k
        if total < 0:
            return (low, k) if k > 1 - n else (-n, -n)
        low = k
    return n, n


def greedy_height(lower: int, upper: int) -> int:
    """Return H of greedy whist, (10) of the paper."""
    return upper if upper > 0 else min(lower, 0)


def proof_case(deal: str, h: int) -> str | None:
    """Return the class of the proof of Theorem 9.1 that a deal of whist with this H is in.

    >>> proof_case("EWEWWE", 0), proof_case("EWWE", 0)
    ('III for East', None)
    """
    lower, upper = height_bounds(deal)
    if lower == upper:
        return None
    if h == lower:  # East's cases are West's in the deal with the hands exchanged
        return f"{_proof_case_for_west(deal.translate({87: 'E', 69: 'W'}), -upper)} for East"
    return f"{_proof_case_for_west(deal, lower)} for West"


def _proof_case_for_west(deal: str, lower: int) -> str:
    if deal[-1] == "E":
        return "IV"
    if lower > 0:
        return "I"
    # the rows 2 - H lower to n - 1 of the diagonal, which begins at the row 1 - H lower
    return "II" if sum(matrix_diagonal(deal, lower)[1:-1]) > 0 else "III"


TrickPosition = tuple[str, str, int | None]
"""What is left of the deal, who leads, and the card that was led, if the trick has begun."""


class TrickGame:
    """The game in the certificate; West's payment from a position on is asked of the search."""

    def __init__(self, deal: CertificateDeal) -> None:
        self.deal = deal.holders
        self.names = deal.names
        self.pays = deal.pays
        self.n = deal.n
        self.greedy = deal.greedy
        self.start: TrickPosition = deal.holders, deal.lead, deal.led
        self.search = MinimaxSearch(deal.pays, greedy=deal.greedy)
        self.forced = cache(self._forced)

    def cards(self, place: TrickPosition) -> list[int]:
        """Return the cards that may be played, numbered from 1 in what is left."""
        deal, _, led = place
        seat = player_to_move(place)
        held = [card for card, holder in enumerate(deal, 1) if holder == seat]
        if self.greedy and led is not None:
            return [card for card in held if card > led] or held
        return held

    def play(self, place: TrickPosition, card: int) -> tuple[int, TrickPosition]:
        """Return what West is paid for playing a card there, and the place it leads to."""
        deal, lead, led = place
        if led is None:
            return 0, (deal, lead, card)
        winner = lead if led > card else player_to_move(place)
        pay = self.pays[self.n - len(deal) // 2] if winner == "W" else 0
        return pay, (remove_two_cards(deal, led, card), winner, None)

    def reaches(self, place: TrickPosition, goal: int) -> bool:
        """Say whether West can get at least *goal* from a place on."""
        deal, lead, led = place
        m = len(deal) // 2
        bits = sum(1 << i for i, holder in enumerate(deal) if holder != lead)
        # what East is not kept from taking, West does not get
        wanted = goal if lead == "W" else self.search.totals[m] - goal + 1
        if led is None:
            return self.search.reaches(bits, m, wanted) == (lead == "W")
        replies = (1 << card - 1 for card in self.cards(place))
        beaten = any(self.search.beats(bits, m, wanted, 1 << led - 1, one) for one in replies)
        return beaten == (lead == "E")

    def value(self, place: TrickPosition, near: int = 0) -> int:
        """Return what West is paid from a place on; *near* is where to look first."""
        left = self.pays[self.n - len(place[0]) // 2 :]
        low, high = sum(min(pay, 0) for pay in left), sum(max(pay, 0) for pay in left)
        for asked in count():
            if low == high:
                break
            if asked > 1:
                near = (low + high + 1) // 2
            near = min(max(near, low + 1), high)
            if self.reaches(place, near):
                low = near
                near += 1
            else:
                high = near - 1
        return low

    def prices(self, place: TrickPosition, near: int = 0) -> dict[int, int]:
        """Return what West is paid from here on for every card that may be played now."""
        found = {}
        for card in self.cards(place):
            pay, there = self.play(place, card)
            found[card] = pay + self.value(there, near - pay)
        return found

    def keeps(self, place: TrickPosition, card: int, value: int) -> bool:
        """Say whether a card loses nothing where West is to be paid *value*."""
        pay, there = self.play(place, card)
        if player_to_move(place) == "W":
            return self.reaches(there, value - pay)
        return not self.reaches(there, value - pay + 1)

    def unique(self, seat: str, place: TrickPosition, value: int) -> bool:
        """Say whether a seat has one optimal strategy from a place on, worth *value* to West."""
        if not place[0]:
            return True
        if player_to_move(place) == seat:
            best = list(islice((c for c in self.cards(place) if self.keeps(place, c, value)), 2))
            if len(best) > 1:
                return False
            pay, there = self.play(place, best[0])
            return self.unique(seat, there, value - pay)
        for card in self.cards(place):
            pay, there = self.play(place, card)
            if self.forced(seat, there):
                continue
            # after a mistake of the opponent there is something to spare, so any choice will do
            if not self.keeps(place, card, value) or not self.unique(seat, there, value - pay):
                return False
        return True

    def _forced(self, seat: str, place: TrickPosition) -> bool:
        """Say whether a seat has nothing to choose any more."""
        if not place[0]:
            return True
        cards = self.cards(place)
        if player_to_move(place) == seat and len(cards) > 1:
            return False
        return all(self.forced(seat, self.play(place, card)[1]) for card in cards)


def player_to_move(place: TrickPosition) -> str:
    """Return who plays next."""
    _, lead, led = place
    return lead if led is None else {"W": "E", "E": "W"}[lead]


def remove_two_cards(deal: str, one: int, two: int) -> str:
    """Return the deal without two of its cards."""
    low, high = min(one, two), max(one, two)
    return deal[: low - 1] + deal[low : high - 1] + deal[high:]


@dataclass(frozen=True)
class PerfectInformationVerdict(ValueVerdict):
    """A deal played trick by trick: what it is worth."""

    source: PerfectInformationDocument = field(repr=False)
    tied_by: ClassVar[str] = "cards and payments"

    @property
    def kind(self) -> str:
        """``tricks``."""
        return "tricks"

    @property
    def form(self) -> CertificateDeal:
        """The cards, and what is paid."""
        return self.source.deal


def verify_perfect_information(document: PerfectInformationDocument) -> PerfectInformationVerdict:
    """Return what the file of a deal proves; raise CertificateError if something in it is false."""
    check_deal(document)
    west, east = SEAT_NAMES.values()
    value = Fraction(document.value)
    return PerfectInformationVerdict(
        document.game, (west, east), document.digest, value, document.unique, source=document
    )


def check_deal(document: PerfectInformationDocument) -> None:
    """Raise CertificateError with what is not true of a deal as a file states it."""
    _require_names_and_pays(document.deal)
    game = TrickGame(document.deal)
    value = game.value(game.start, document.value)
    if document.value != value:
        raise CertificateError(f"the deal is worth {value}, not {document.value}")
    prices = game.prices(game.start, value)
    best = [game.names[card - 1] for card, price in prices.items() if price == value]
    if list(document.best) != best:
        raise CertificateError(f"the best cards are {', '.join(best)}")
    for key, seat in SEAT_NAMES.items():
        said = document.unique[seat]
        if said is not None and _has_score(game.pays):
            # what a mistake leaves to spare may be less than another card costs
            raise CertificateError("uniqueness is not decided where tricks have a score")
        if said is not None and said is not game.unique(key, game.start, value):
            raise CertificateError(f"the claim on {seat}'s uniqueness is not true")
    if document.facts is not None:
        expected = _expected_facts(document, game, prices, value)
        require_same_facts(document.facts.recomputed, expected)
        if not _is_optimal_line(game, document.facts.line, value):
            raise CertificateError("the solution's 'line' is not what its certificate proves")
        followed = _strategies_along_line(game, document.facts.line)
        if document.facts.strategies != followed:
            raise CertificateError("the solution's 'strategies' do not follow its line")


def _expected_facts(
    document: PerfectInformationDocument, game: TrickGame, prices: Mapping[int, int], value: int
) -> dict[str, Json]:
    """Return what a solution must say of its deal, given what has been searched."""
    _, lead, led = game.start
    sign = -1 if min(game.pays) < 0 else 1
    west, counted = value * sign, abs(sum(game.pays))
    lower, upper = height_bounds(game.deal)
    h = _compute_height(game, lower, upper, value)
    return {
        "decimal": as_float(Fraction(value)),
        "deal": game.deal,
        "n": game.n,
        "cards": None if game.names == _numbers_as_names(2 * game.n) else list(game.names),
        "lead": SEAT_NAMES[lead],
        "led": None if led is None else game.names[led - 1],
        "turn": SEAT_NAMES[player_to_move(game.start)],
        "best_complete": True,
        "line_complete": True,
        "no_certificate": None,
        "prices": {game.names[card - 1]: price * sign for card, price in sorted(prices.items())},
        "counts": _what_counts(game, document.game),
        "tricks": {"West": west, "East": counted - west},
        "H_lower": lower,
        "H_upper": upper,
        "H": h,
        "case": None if h is None or game.greedy else proof_case(game.deal, h),
    }


def _what_counts(game: TrickGame, name: str) -> str:
    """Return what is counted: of a single trick, which is the last too, the name of the game says.

    The tricks before the last are worth nothing where only the last one counts.
    """
    if _has_score(game.pays):
        return "the score"
    last = name.startswith("five-card") if game.n == 1 else not any(game.pays[:-1])
    return "the last trick" if last else "tricks"


def _compute_height(game: TrickGame, lower: int, upper: int, value: int) -> int | None:
    """Return H: where every trick counts for one, West's tricks with and without the lead, less n.

    It is None at misère, which has no such number; five-card has that of greedy whist.
    """
    if set(game.pays) == {1}:
        return sum(game.value((game.deal, lead, None), value) for lead in SEAT_NAMES) - game.n
    return greedy_height(lower, upper) if game.greedy else None


def _is_optimal_line(game: TrickGame, line: tuple[CertificateTrick, ...], value: int) -> bool:
    """Say whether a line is legal, complete and best at every card."""
    place, names = game.start, list(game.names)
    for trick in line:
        deal, lead, led = place
        if not deal or trick.lead != SEAT_NAMES[lead]:
            return False
        if trick.led not in names or trick.reply not in names:
            return False
        first, reply = names.index(trick.led) + 1, names.index(trick.reply) + 1
        if led is None:
            if first not in game.cards(place) or not game.keeps(place, first, value):
                return False
            _, place = game.play(place, first)
        if place[2] != first or reply not in game.cards(place):
            return False
        if not game.keeps(place, reply, value):
            return False
        pay, place = game.play(place, reply)
        if trick.winner != SEAT_NAMES[place[1]]:
            return False
        value -= pay
        names = [name for card, name in enumerate(names, 1) if card not in (first, reply)]
    return not place[0]


def _strategies_along_line(
    game: TrickGame, line: tuple[CertificateTrick, ...]
) -> dict[str, dict[str, dict[str, str]]]:
    """Return what each seat plays along a line, by the cards it has seen."""
    tables: dict[str, dict[str, dict[str, str]]] = {seat: {} for seat in SEAT_NAMES.values()}
    seen = [] if game.start[2] is None else [game.names[game.start[2] - 1]]
    for number, trick in enumerate(line):
        for seat in (trick.lead, *(one for one in SEAT_NAMES.values() if one != trick.lead)):
            card = trick.led if seat == trick.lead else trick.reply
            if number or seat != trick.lead or game.start[2] is None:
                tables[seat][",".join(seen) or "-"] = {card: "1"}
                seen.append(card)
    return tables
