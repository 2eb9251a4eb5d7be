"""Check the conformance of a verified certificate: one comparator for each kind of verdict.

A name is written in no time, and the game that it names may take long to enumerate. So a few random
hands are dealt first: each information set in them must be one of the certificate's, and who wants
a large game to be enumerated must write about as many down. Which hands are dealt depends on the
certificate's digest, or a forger would write just those. Single-suit whist deals are compared as
such and played out beside the enumerated tree.

Theorems, about all values of a parameter, are compared with the parametric form of the rules: the
payoffs as polynomials, and at the first values of the parameter also with the game of that value,
derived independently.

Betting trees of games with continuous types are compared turn by turn and end by end; amounts are
numbers or, for a theorem, polynomials in the open parameter, compared as such or at one value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_poly

from sabot.certify import (
    AlgebraicNashVerdict,
    AllNashVerdict,
    BinaryNashVerdict,
    ContinuousVerdict,
    CorrelatedVerdict,
    NashVerdict,
    NPlayerNashVerdict,
    NPlayerVerdict,
    OptimalSetVerdict,
    ParametricBinaryNashVerdict,
    ParametricContinuousVerdict,
    ParametricNashVerdict,
    ParametricVerdict,
    PerfectInformationVerdict,
    PrivateHandsVerdict,
    PropertiesVerdict,
    PureNashVerdict,
    RefinementVerdict,
    ValueBoundsVerdict,
    Verdict,
    ZeroSumVerdict,
)
from sabot.conformance.derivations import (
    BY_ENUMERATION,
    DIRECTLY,
    FROM_RULES,
    MAX_ENUMERATED_NODES,
    ComparisonTarget,
    Conformance,
    RefutedError,
    comparison_size_text,
    derive_forms,
    derive_forms_by_seat,
    different_payoffs_error,
    enumerate_tree,
    explain_unreadable_file,
    not_zero_sum_error,
    require_no_difference,
)
from sabot.conformance.labelled_form import (
    AmountWriter,
    LabelledForm,
    ParameterRange,
    SequenceName,
    SingleSuitDeal,
    deal_of_certificate,
    deal_of_game,
    first_difference,
    first_difference_by_seat,
    label_infosets,
    labelled_form_of,
    labelled_form_of_certificate,
    labelled_numeric_pair,
    labelled_pair_at,
    labelled_pair_of_certificate,
    labelled_parametric_pair,
    missing_infoset_words,
    parameter_range_of,
    parametric_game_of_certificate,
    seats_difference,
)
from sabot.errors import GameStringError, NoMethodError, RulesError, SabotError, SeatsError, shorten
from sabot.exact import format_fraction
from sabot.forms.base import GameForm
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    TurnNode,
)
from sabot.forms.extensive import DecisionNode, GameTree, Node, ObservationHistory, TerminalNode
from sabot.forms.hand_deals import HandDeal
from sabot.forms.parametric import (
    ParametricContinuousGame,
    PolynomialGeneralSumForm,
    evaluate_polynomial,
)
from sabot.forms.private_hands import (
    PrivateHandsForm,
    PublicDecision,
    describe_deal,
    describe_node,
    walk_public_tree,
)
from sabot.forms.sequence import SequenceForm
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    as_nplayer_form,
    bimatrix_form_for_all_nash,
    nplayer_form_of_tree,
    with_constant_sum,
)
from sabot.game_rules.capabilities import CertifiedDeal, continuous_types
from sabot.game_rules.family import possible_infosets
from sabot.game_rules.game import Game
from sabot.game_rules.private_hands import private_hands_of
from sabot.game_rules.table import Dealer, infoset_key
from sabot.game_rules.to_form import form_of_game
from sabot.loading import load

if TYPE_CHECKING:
    from sabot.forms.parametric import ParameterDomain, PolynomialForm, RingElement


def betting_difference(file: Any, form: ContinuousBettingForm) -> str | None:
    """Return the first turn or end in which two bettings differ; None if they are one.

    *file* is the betting as the checker read it.
    """
    return _node_difference(file, form.root, form.seats, "the start")


def _node_difference(
    file: Any, node: BettingNode, seats: tuple[str, ...], where: str
) -> str | None:
    if isinstance(node, TurnNode):
        return _turn_difference(file, node, seats, where)
    if isinstance(node, FoldNode):
        if file.kind != "fold":
            return f"after {where} the hands are not compared in the game"
        return _amounts_difference(file.payoffs, node.payoffs, seats, where, "is paid")
    return _showdown_difference(file, node, seats, where)


def _turn_difference(file: Any, turn: TurnNode, seats: tuple[str, ...], where: str) -> str | None:
    if file.kind != "turn":
        return f"after {where} the game goes on, with {seats[turn.seat]}, and the file ends"
    if seats[file.seat] != seats[turn.seat]:
        here, there = seats[file.seat], seats[turn.seat]
        return f"after {where} it is the turn of {here} in the file, of {there} in the game"
    if file.view != turn.view:
        return f"a turn is called {shorten(file.view)!r} in the file, {turn.view!r} in the game"
    if set(file.actions) != set(turn.actions):
        theirs = ", ".join(turn.actions)
        return f"after {where} the file has {shorten(', '.join(file.actions))}; the game {theirs}"
    for action, after in zip(turn.actions, turn.after, strict=True):
        own = file.after[file.actions.index(action)]
        said = f"{seats[turn.seat]} {action}"
        further = said if turn.view == "-" else f"{turn.view}, {said}"
        if found := _node_difference(own, after, seats, further):
            return found
    return None


def _showdown_difference(
    file: Any, end: ShowdownNode, seats: tuple[str, ...], where: str
) -> str | None:
    if file.kind != "showdown":
        return f"after {where} hands are compared in the game, and not in the file"
    if set(file.among) != set(end.contenders):
        names = ", ".join(seats[seat] for seat in end.contenders)
        return f"after {where} the hands of {names} are compared in the game, others in the file"
    if file.better != end.better:
        here, there = format_fraction(file.better), format_fraction(end.better)
        return (
            f"after {where} a hand improves with chance {shorten(here)} in the file, {there} here"
        )
    return _amounts_difference(file.paid, end.paid, seats, where, "has paid")


def _amounts_difference(
    file: Any, own: Any, seats: tuple[str, ...], where: str, what: str
) -> str | None:
    for seat, here, there in zip(seats, file, own, strict=True):
        if here != there:
            found = shorten(format_fraction(here))
            expected = format_fraction(there)
            return f"after {where} {seat} {what} {found} in the file, {expected} in the game"
    return None


ParameterValue = Fraction | None
"""One value of the parameter; None: all of them, as polynomials."""
_NODE_WORDS = {"turn": "turn", "fold": "end without showdown", "showdown": "showdown"}


def parametric_betting_difference(
    file: Any, form: ContinuousBettingForm, at: ParameterValue = None
) -> str | None:
    """Return where the file's betting, as polynomials or at one value, is not this; else None."""
    found = seats_difference(file.seats, form.seats)
    return found or _parametric_node_difference(file.root, form.root, at, "-")


def _parametric_node_difference(
    file: Any, own: BettingNode, at: ParameterValue, where: str
) -> str | None:
    if file.kind != own.kind:
        found, expected = _NODE_WORDS[file.kind], _NODE_WORDS[own.kind]
        return f"after {where}: the file has a {found}, the game a {expected}"
    if isinstance(own, TurnNode):
        if (file.seat, file.view, file.actions) != (own.seat, own.view, own.actions):
            return f"after {where}: the file asks another player, or otherwise"
        for action, one, two in zip(own.actions, file.after, own.after, strict=True):
            there = action if where == "-" else f"{where}, {action}"
            difference = _parametric_node_difference(one, two, at, there)
            if difference is not None:
                return difference
        return None
    if isinstance(own, FoldNode):
        return _parametric_amounts_difference(file.payoffs, own.payoffs, at, where)
    assert isinstance(own, ShowdownNode)
    if file.among != frozenset(own.contenders):
        return f"after {where}: the file compares the hands of others"
    numbers = (*file.paid, file.better), (*own.paid, own.better)
    return _parametric_amounts_difference(*numbers, at, where)


def _parametric_amounts_difference(
    file: Any, own: Any, at: ParameterValue, where: str
) -> str | None:
    for one, two in zip(file, own, strict=True):
        here: Any = _amount_polynomial(one)
        if at is not None:
            found = here(fmpq(at.numerator, at.denominator))
            here = Fraction(int(found.p), int(found.q))
        if here != two:
            ours = format_fraction(two) if isinstance(two, Fraction) else str(two)
            theirs = shorten(str(here), 60)
            return f"after {where}: the file has {theirs}, the game {shorten(ours, 60)}"
    return None


def _amount_polynomial(number: Any) -> fmpq_poly:
    """Return an amount as the checker has read it: a polynomial over a number."""
    top, (below,) = number
    return fmpq_poly(top, below)


AS_POLYNOMIALS = "as polynomials"


def compare_parametric(proved: ParametricVerdict, against: ComparisonTarget) -> Conformance:
    """Hold polynomials against those of the game, and at some values against that game itself."""
    file = parametric_game_of_certificate(proved)
    reach = file.reach
    if against.game is None:
        first = _game_at(file.game, reach.parameter, reach.samples()[0])
        compare_sample(file.form, file.game, proved.digest, first)
    name, form = _zero_sum_parametric_form(file.game, against)
    require_no_difference(name, _range_difference(reach, form.parameter, form.domain))
    require_no_difference(
        name, first_difference(file.form, labelled_form_of(form), _quotient_writer(reach.parameter))
    )
    for at, named, numbers in file.points:
        own = _game_at(file.game, reach.parameter, at)
        if named != own:
            require_no_difference(
                name, f"at {reach.parameter} = {format_fraction(at)} the file is about {named}"
            )
        require_no_difference(own, first_difference(numbers, labelled_form_of(form.at(at))))
    taken: dict[str, list[str]] = {}
    missing = ""
    for at in reach.samples():
        there, missing = _compare_derivations_at(_game_at(name, reach.parameter, at), form, at)
        for derivation in there:
            taken.setdefault(derivation, []).append(format_fraction(at))
    ways = (
        f"{derivation} at {reach.parameter} = {', '.join(ats)}" for derivation, ats in taken.items()
    )
    return Conformance(name, comparison_size_text(file.form), (AS_POLYNOMIALS, *ways), missing)


def _zero_sum_parametric_form(named: str, against: ComparisonTarget) -> tuple[str, PolynomialForm]:
    try:
        name, form = against.family(named)
    except SeatsError as fault:
        raise not_zero_sum_error(str(against.game or named), fault) from None
    if isinstance(form, ParametricContinuousGame):
        raise different_payoffs_error(name, "its hands are real numbers, those of the file are not")
    if isinstance(form, PolynomialGeneralSumForm):
        raise different_payoffs_error(name, "its payoffs do not sum to 0, and those of the file do")
    return name, form


def _compare_derivations_at(
    game: str, form: PolynomialForm, at: Fraction
) -> tuple[tuple[str, ...], str]:
    """Hold the polynomials at one value against the game of that value; how, or why not."""
    try:
        one = load(game, run=False)
    except GameStringError:  # a letter of a file's, or a parameter that only theorems have
        return (), ""
    return compare_derivations(labelled_form_of(form.at(at)), one, game)


def compare_parametric_continuous(
    proved: ParametricContinuousVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare a theorem on continuous types with the betting of its rules."""
    name, own = against.family(proved.game)
    if not isinstance(own, ParametricContinuousGame):
        raise different_payoffs_error(
            name, "its hands are not real numbers, and those of the file are"
        )
    reach = parameter_range_of(proved)
    require_no_difference(name, _range_difference(reach, own.parameter, own.domain))
    require_no_difference(name, parametric_betting_difference(proved.form, own.form))
    for at in reach.samples():
        one = load(_game_at(name, reach.parameter, at), run=False)
        hint = continuous_types(one)
        assert hint is not None
        require_no_difference(str(one), parametric_betting_difference(proved.form, hint.form, at))
    there = ", ".join(map(format_fraction, reach.samples()))
    ways = AS_POLYNOMIALS, f"by running its rules at {reach.parameter} = {there}"
    return Conformance(name, f"{own.form.ends} ends of the betting", ways)


def compare_parametric_binary_nash(
    proved: ParametricBinaryNashVerdict, against: ComparisonTarget
) -> Conformance:
    """Hold a theorem on all equilibria against the payoffs of both seats."""
    name, own = against.family(proved.game)
    if not isinstance(own, PolynomialGeneralSumForm):
        raise different_payoffs_error(name, "its payoffs sum to 0, or its hands are real numbers")
    reach, file = parameter_range_of(proved), labelled_pair_of_certificate(proved.form)
    require_no_difference(name, _range_difference(reach, own.parameter, own.domain))
    require_no_difference(
        name,
        first_difference_by_seat(
            file, labelled_parametric_pair(own), _quotient_writer(own.parameter)
        ),
    )
    ends = reach.samples()
    if not reach.whole and reach.low is not None and reach.high is not None:
        ends = [reach.low, reach.high]
    sampled = []
    for at in ends:
        there = _game_at(name, reach.parameter, at)
        try:
            one = load(there, run=False)
        except GameStringError:  # a parameter of theorems only, as the cards of each rank
            continue
        pair = labelled_numeric_pair(form_of_game(one))
        assert pair is not None
        require_no_difference(there, first_difference_by_seat(labelled_pair_at(file, at), pair))
        sampled.append(format_fraction(at))
    ways = [f"directly at {reach.parameter} = {', '.join(sampled)}"] if sampled else []
    return Conformance(
        name, f"payoffs of both seats, {comparison_size_text(file[0])}", (AS_POLYNOMIALS, *ways)
    )


def compare_parametric_nash(
    proved: ParametricNashVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare a theorem on all equilibria of a matrix with the reduced strategic form of a game.

    Two polynomials are equal if they agree at more values than their degrees.
    """
    name, own = against.family(proved.game)
    if not isinstance(own, PolynomialGeneralSumForm):
        raise different_payoffs_error(name, "its payoffs sum to 0, or its hands are real numbers")
    reach, file = parameter_range_of(proved), proved.form
    require_no_difference(name, seats_difference(file.seats, own.seats))
    require_no_difference(name, _range_difference(reach, own.parameter, own.domain))
    degrees = [len(p) for table in file.payoffs for row in table for p in row]
    degrees += [len(below) for below in file.denominators]
    degrees += [amount.degree() for *_, both in own.payoffs for amount in both]
    start = 0 if reach.low is None else ceil(reach.low)
    values = (Fraction(start + k) for k in range(10**6))
    usable = (at for at in values if evaluate_polynomial(own.denominator, at) > 0)
    for at in islice(usable, 2 * max(degrees) + own.denominator.degree() + 2):
        _require_same_matrices(name, proved, own.at(at), at)
    sampled = []
    for at in reach.samples():
        one = form_of_game(load(_game_at(name, reach.parameter, at), run=False))
        if not one.zero_sum:
            _require_same_matrices(name, proved, as_nplayer_form(one), at)
            sampled.append(format_fraction(at))
    ways = [f"directly at {reach.parameter} = {', '.join(sampled)}"] if sampled else []
    size = f"{len(file.actions[0])} x {len(file.actions[1])}"
    return Conformance(name, f"payoffs of both seats, {size}", (AS_POLYNOMIALS, *ways))


def _require_same_matrices(
    name: str, proved: ParametricNashVerdict, game: NPlayerSequenceForm, at: Fraction
) -> None:
    """Demand that the payoffs in a file, at a value of the parameter, are those of a game."""
    own, file = bimatrix_form_for_all_nash(game), proved.form
    for labels, there in zip(file.actions, (own.rows, own.columns), strict=True):
        if tuple(labels) != tuple(there):
            require_no_difference(name, f"its strategies are {shorten(', '.join(there))}")
    paid = proved.payoffs_at(at)
    height, width = own.shape
    for i in range(height):
        for j in range(width):
            for seat, amount in enumerate(own[i, j]):
                if paid[seat][i][j] != amount:
                    require_no_difference(
                        name,
                        f"at {format_fraction(at)}, row {i + 1}, column {j + 1}, it pays "
                        f"{file.seats[seat]} {format_fraction(amount)}, and the file "
                        f"{format_fraction(paid[seat][i][j])}",
                    )


def _quotient_writer(parameter: str) -> AmountWriter:
    """Return how one polynomial over another is written in a parameter."""
    from sabot.forms.parametric import as_polynomial, quotient_expression

    def text(top: RingElement, below: RingElement) -> str:
        return quotient_expression(as_polynomial(top), as_polynomial(below), parameter)

    return text


def _range_difference(file: ParameterRange, parameter: str, domain: ParameterDomain) -> str | None:
    """Return how the file speaks of values that the family has not; None if it does not."""
    if file.parameter != parameter:
        return f"the file's parameter is {shorten(file.parameter)}, the game's {parameter}"
    if domain.whole and not file.whole:
        return f"the file speaks of real numbers, and {parameter} is a whole one"
    above = domain.low is None or (file.low is not None and file.low >= domain.low)
    inside = above and (domain.high is None or (file.high is not None and file.high <= domain.high))
    if inside or domain.free:
        return None
    end = "infinity" if file.high is None else format_fraction(file.high)
    start = "-infinity" if file.low is None else format_fraction(file.low)
    return f"the file speaks of {parameter} from {start} to {end}; it may be {domain}"


def _game_at(game: str, parameter: str, at: Fraction) -> str:
    """Return the game string at one value of its open parameter."""
    return game.replace(f"{parameter}=*", f"{parameter}={format_fraction(at)}", 1)


SAMPLED_HANDS = 64
"""Some milliseconds; a file that lacks one question in twenty is found out nearly always."""


def first_difference_in_sample(
    seats: Sequence[str], views: Sequence[Collection[str]], game: Game, digest: str
) -> str | None:
    """Return an information set of random hands that a file lacks; None if it has them all.

    *views* are the file's information sets, by seat.
    """
    if tuple(seats) != tuple(game.seats):
        return None  # said elsewhere, in words of its own
    table = _SamplingDealer(seats, views, int(digest[-16:], 16))
    try:
        for _ in range(SAMPLED_HANDS):
            table.play_hand(game.play)
    except _MissingInfoset as question:
        return missing_infoset_words(question.seat, question.view, "the game", "the file")
    except (NoMethodError, RulesError):
        pass  # no hand can be dealt: running the rules, where that is done, says why
    return None


class _MissingInfoset(Exception):
    """A question that the file has not."""

    def __init__(self, seat: str, view: str) -> None:
        super().__init__(seat, view)
        self.seat, self.view = seat, view


class _SamplingDealer(Dealer):
    """Deals hands with uniform strategies, as long as the file has the information sets."""

    def __init__(self, seats: Sequence[str], views: Sequence[Collection[str]], seed: int) -> None:
        super().__init__(seats, seed=seed)
        self._views = dict(zip(seats, views, strict=True))

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Choose evenly."""
        if infoset_key(view) not in self._views[seat]:
            raise _MissingInfoset(seat, infoset_key(view))
        return super().choose(seat, view, actions)


class _CountingDealer(Dealer):
    """Deals hands with uniform strategies, and notes the questions with a choice."""

    def __init__(self, seats: Sequence[str], seed: int) -> None:
        super().__init__(seats, seed=seed)
        self.asked: dict[str, set[str]] = {seat: set() for seat in seats}

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Choose evenly."""
        if len(actions) > 1:
            self.asked[seat].add(infoset_key(view))
        return super().choose(seat, view, actions)


def too_few_strategies(file: Sequence[LabelledForm], game: Game, digest: str) -> str | None:
    """Return that a file of pure strategies has too few for the questions of some random hands.

    A player who is asked at n information sets has more than n pure strategies, even if those that
    differ only where its own choices never lead are counted once. None if there are enough.
    """
    table = _CountingDealer(game.seats, int(digest[-16:], 16))
    try:
        for _ in range(SAMPLED_HANDS):
            table.play_hand(game.play)
    except (NoMethodError, RulesError):
        return None  # no hand can be dealt: running the rules, where that is done, says why
    for number, seat in enumerate(game.seats):
        found = sum(len(view.actions) for view in file[number].views[number].values())
        if len(table.asked[seat]) >= found:
            return f"{seat} has more pure strategies in the game than the {found:,} of the file"
    return None


_FIELD_WORDS = {
    "holders": "who holds each card, lowest first",
    "names": "the cards' names",
    "lead": "the lead",
    "led": "the card led",
    "greedy": "that the second hand must win if it can",
    "pays": "what West is paid for each trick",
}


def deals_difference(file: SingleSuitDeal, game: SingleSuitDeal) -> str | None:
    """Return the first thing in which two deals differ; None if they are one."""
    for one in fields(SingleSuitDeal)[1:]:
        here, there = getattr(file, one.name), getattr(game, one.name)
        if here != there:
            found, expected = _field_text(here), _field_text(there)
            return f"{_FIELD_WORDS[one.name]}: the file has {found}, the game {expected}"
    return None


def _field_text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def play_difference(file: SingleSuitDeal, tree: GameTree) -> str | None:
    """Return where the file's deal, played card by card, differs from the tree of the rules.

    None if they agree in every play: who is to move, which cards may be played, what is paid.
    """
    cards = range(1, len(file.holders) + 1)
    left = {card: file.holders[card - 1] for card in cards}
    return _DealReplay(file, tree).differs(tree.root, left, file.lead, file.led, 0)


class _DealReplay:
    """A deal being played down every branch of a tree."""

    def __init__(self, deal: SingleSuitDeal, tree: GameTree) -> None:
        self.deal = deal
        self.seats = [seat[0] for seat in tree.seats]  # a deal calls West W and East E

    def differs(
        self, node: Node, left: dict[int, str], lead: str, led: int | None, paid: int
    ) -> str | None:
        """Return the first difference at a node or below it."""
        if not left:
            same = isinstance(node, TerminalNode) and node.payoffs[self.seats.index("W")] == paid
            return None if same else f"a hand pays West {paid} in the file and not in the game"
        turn = lead if led is None else "E" if lead == "W" else "W"
        cards = self._playable(left, turn, led)
        names = {self.deal.names[card - 1]: card for card in cards}
        if not isinstance(node, DecisionNode) or self.seats[node.seat] != turn:
            return f"{turn} is to play in the file and not in the game"
        if set(node.labels) != set(names):
            theirs = " ".join(node.labels)
            return f"{turn} may play {' '.join(names)} in the file, {theirs} in the game"
        for label, child in zip(node.labels, node.children, strict=True):
            card = names[label]
            if led is None:
                found = self.differs(child, left, lead, card, paid)
            else:
                found = self._trick(child, left, (lead, led), (turn, card), paid)
            if found:
                return found
        return None

    def _trick(
        self,
        child: Node,
        left: dict[int, str],
        one: tuple[str, int],
        two: tuple[str, int],
        paid: int,
    ) -> str | None:
        winner = max(one, two, key=lambda played: played[1])[0]
        rest = {card: seat for card, seat in left.items() if card not in (one[1], two[1])}
        number = len(self.deal.pays) - len(left) // 2
        paid += self.deal.pays[number] if winner == "W" else 0
        return self.differs(child, rest, winner, None, paid)

    def _playable(self, left: dict[int, str], turn: str, led: int | None) -> list[int]:
        held = [card for card, seat in left.items() if seat == turn]
        if self.deal.greedy and led is not None:
            return [card for card in held if card > led] or held
        return held


def nplayer_difference(file: Any, form: NPlayerSequenceForm, *, ends: bool = False) -> str | None:
    """Return the first difference between a file and its game; None where they agree.

    With *ends* those that pay nothing are compared too: what is reached depends on them.
    """
    seats = tuple(seat.name for seat in file.seats)
    if seats != form.seats:
        return f"the game's seats are {', '.join(form.seats)}"
    theirs = [
        label_infosets((view, actions, parent) for view, actions, parent, _ in seat.cells)
        for seat in file.seats
    ]
    ours = [label_infosets((c.key, c.actions, c.parent) for c in side.cells) for side in form.sides]
    for seat, (one, _), (two, _) in zip(seats, theirs, ours, strict=True):
        odd = next((view for view in {**one, **two} if one.get(view) != two.get(view)), None)
        if odd is not None:
            return f"{seat} at {odd}: not the same choices in the file and in the game"
    named, own_names = [names for _, names in theirs], [names for _, names in ours]
    if ends and {_names_at(named, spot) for spot, _ in file.entries} != {
        _names_at(own_names, end.sequences) for end in form.ends
    }:
        return "not the same ends of a hand in the file and in the game, those that pay 0 included"
    entries = ((spot, paid) for spot, paid in file.entries)
    paid_at_ends = ((end.sequences, end.payoffs) for end in form.ends)
    theirs_paid = _payoffs_by_name(entries, named, file.denominator)
    own = _payoffs_by_name(paid_at_ends, own_names, form.denominator)
    return _payoffs_difference(theirs_paid, own, seats)


PayoffsByName = dict[tuple[SequenceName, ...], tuple[Fraction, ...]]


def _payoffs_by_name(
    entries: Iterable[tuple[Sequence[int], Sequence[int]]],
    names: Sequence[Sequence[SequenceName]],
    below: int,
) -> PayoffsByName:
    """Return what is paid by what the seats chose last, without the zeros."""
    return {
        _names_at(names, spot): tuple(Fraction(amount, below) for amount in paid)
        for spot, paid in entries
        if any(paid)
    }


def _payoffs_difference(
    file: PayoffsByName, own: PayoffsByName, seats: Sequence[str]
) -> str | None:
    nothing = (Fraction(0),) * len(seats)
    for spot in {**file, **own}:
        one, two = file.get(spot, nothing), own.get(spot, nothing)
        if one != two:
            after = ", ".join("-" if name is None else f"{name[0]}: {name[1]}" for name in spot)
            said, meant = (", ".join(map(format_fraction, paid)) for paid in (one, two))
            return f"after {after}: {said} in the file, {meant} in the game"
    return None


def compare_zero_sum(
    proved: ZeroSumVerdict | ValueBoundsVerdict | OptimalSetVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare a matrix or a sequence form with the game, by every derivation."""
    form = labelled_form_of_certificate(proved.form)
    if against.game is None:
        compare_sample(form, proved.game, proved.digest)
    game = against.one(proved.game)
    name = str(game)
    try:
        require_no_difference(
            name, seats_difference(form.seats, game.seats)
        )  # before anything is counted
        taken, missing = compare_derivations(form, game, name)
        _require_unreachable_infosets(proved.source.unreachable, game)
    except SeatsError as fault:
        raise not_zero_sum_error(name, fault) from None
    unseen = check_off_path(proved, game) if isinstance(proved, ZeroSumVerdict) else ""
    return Conformance(name, comparison_size_text(form), taken, missing, unseen)


def compare_sample(form: LabelledForm, named: str, digest: str, loaded: str | None = None) -> None:
    """Deal some hands of the game that a file names; for a theorem, at one value of its parameter.

    It comes before any enumeration, which a mere name must not cause. A game that cannot be loaded
    is left to the comparison, which says why.
    """
    try:
        game = load(loaded or named, run=False)
    except SabotError:
        return
    require_no_difference(named, first_difference_in_sample(form.seats, form.views, game, digest))


def compare_derivations(form: LabelledForm, game: Game, name: str) -> tuple[tuple[str, ...], str]:
    """Compare numbers with a game by every derivation; return those used, and why one was not."""
    taken, missing = [], ""
    for derivation, own in derive_forms(game):
        if isinstance(own, str):
            missing = own
            continue
        require_no_difference(name, first_difference(form, own))
        taken.append(derivation)
    return tuple(taken), missing


def compare_nash(proved: NashVerdict | AllNashVerdict, against: ComparisonTarget) -> Conformance:
    """Hold what a file pays each seat against the game, seat by seat."""
    forms = tuple(map(labelled_form_of_certificate, proved.forms))
    pure = isinstance(proved, AllNashVerdict)  # whose strategies are no views of the game
    if against.game is None and not pure:
        compare_sample(forms[0], proved.game, proved.digest)
    game = against.one(proved.game)
    name = str(game)
    require_no_difference(name, seats_difference(forms[0].seats, game.seats))
    if against.game is None and pure:
        require_no_difference(name, too_few_strategies(forms, game, proved.digest))
    taken, missing = [], ""
    for derivation, own in derive_forms_by_seat(game, pure=pure):
        if isinstance(own, str):
            missing = own
            continue
        for seat, here, there in zip(game.seats, forms, own, strict=True):
            found = first_difference(here, there)
            require_no_difference(name, None if found is None else f"what {seat} is paid: {found}")
        taken.append(derivation)
    _require_unreachable_infosets(proved.source.unreachable, game)
    both = [comparison_size_text(form).split(", ")[0] for form in forms]
    unseen = check_off_path(proved, game) if isinstance(proved, NashVerdict) else ""
    return Conformance(name, " and ".join(both), tuple(taken), missing, unseen)


def check_off_path(proved: ZeroSumVerdict | NashVerdict, game: Game) -> str:
    """Refuse information sets that the file calls unreachable and that the rules reach.

    Returns why that was not checked, if so. The checker knows only the payoffs of a file and not
    hands that pay nothing. What it proved, that a seat's own plan does not reach an information
    set, is not repeated.
    """
    said = proved.source.off_path
    if said is None:
        return ""
    claimed = {
        one.seat.name: views & _infosets_reached(one.seat.cells, one.plan()[0])
        for one, views in zip(proved.source.strategies, said, strict=True)
    }
    if not any(claimed.values()):
        return ""
    try:
        form = _form_with_chances(game)
    except NoMethodError as fault:
        return _reason_without_remedy(fault)
    plans = [side.plan(proved.strategies[side.name]) for side in form.sides]
    for seat, (side, plan) in enumerate(zip(form.sides, plans, strict=True)):
        ends = list(map(bool, form.arrivals(seat, plans)[0]))
        for cell in reversed(side.cells):
            comes = any(ends[s] for s in cell.sequences)
            ends[cell.parent] = ends[cell.parent] or comes
            if comes and plan[cell.parent] and cell.key in claimed[side.name]:
                raise RefutedError(
                    f"'off_path' is not true of {side.name} at {cell.key}: by the rules of "
                    f"{shorten(str(game), 200)} it comes up"
                )
    return ""


def _infosets_reached(
    cells: Collection[tuple[str, list[str], int, int]], plan: list[int]
) -> set[str]:
    """Return the views to which a seat's own plan comes."""
    return {view for view, _, parent, _ in cells if plan[parent]}


def _form_with_chances(game: Game) -> GameForm:
    """Return the game's form with the probabilities of its hands."""
    form: GameForm = form_of_game(game)
    if not isinstance(form, SequenceForm) or form.keeps_chances:
        return form
    return nplayer_form_of_tree(enumerate_tree(game, MAX_ENUMERATED_NODES))


def _require_unreachable_infosets(unreachable: Mapping[str, Collection[str]], game: Game) -> None:
    """Refuse views that a file calls unreachable and that are no views of the game."""
    possible = possible_infosets(game)
    for seat, views in unreachable.items():
        for view in sorted(views):
            if view not in possible.get(seat, ()):
                raise RefutedError(
                    f"'unreachable' is not true of {seat} at {view}: it is not a view of "
                    f"{shorten(str(game), 200)}"
                )


def compare_perfect_information(
    proved: PerfectInformationVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare a deal of one suit with the game, and play it beside the rules."""
    game = against.one(proved.game)
    name, file = str(game), deal_of_certificate(proved)
    deal = game.rules.deal(game) if isinstance(game.rules, CertifiedDeal) else None
    if deal is None:
        raise different_payoffs_error(
            name, "the file holds a deal of one suit, and the game is not such a deal"
        )
    require_no_difference(name, deals_difference(file, deal_of_game(name, deal)))
    taken, missing = [DIRECTLY], ""
    try:
        require_no_difference(
            name, play_difference(file, enumerate_tree(game, MAX_ENUMERATED_NODES))
        )
        taken.append(BY_ENUMERATION)
    except NoMethodError as fault:
        missing = _reason_without_remedy(fault)
    cards = len(file.holders)
    return Conformance(name, f"{cards} cards, {cards // 2} tricks", tuple(taken), missing)


def compare_nplayer(
    proved: NPlayerVerdict | AlgebraicNashVerdict | PureNashVerdict | NPlayerNashVerdict,
    against: ComparisonTarget,
) -> Conformance:
    """Compare a profile, or a list of profiles, of three or more players with its game."""
    game = _game_after_sample(proved, against)
    name = str(game)
    form = form_of_game(game)
    if not isinstance(form, NPlayerSequenceForm):
        raise different_payoffs_error(
            name, "the game is a zero-sum game for two, and the file's is not"
        )
    reached_only = isinstance(proved, NPlayerNashVerdict) and proved.source.reached_only
    require_no_difference(name, nplayer_difference(proved.form, form, ends=reached_only))
    return Conformance(name, _nplayer_size_text(form), (FROM_RULES,))


def _names_at(
    names: Sequence[Sequence[SequenceName]], spot: Sequence[int]
) -> tuple[SequenceName, ...]:
    """Return the last choices of the seats by their names."""
    return tuple(own[s] for own, s in zip(names, spot, strict=True))


def compare_correlated(
    proved: CorrelatedVerdict | PropertiesVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare the payoffs of each player with those of the game, zero-sum or not."""
    game = _game_after_sample(proved, against)
    name = str(game)
    form = with_constant_sum(form_of_game(game), game.rules.constant_sum(game))
    require_no_difference(name, nplayer_difference(proved.form, form))
    return Conformance(name, _nplayer_size_text(form), (FROM_RULES,))


def compare_refinement(proved: RefinementVerdict, against: ComparisonTarget) -> Conformance:
    """Compare the tree of a file with that of the game, node by node."""
    game = against.one(proved.game)
    name = str(game)
    require_no_difference(name, seats_difference(proved.seats, game.seats))
    tree = game.tree().with_constant_sum(game.rules.constant_sum(game))
    require_no_difference(name, tree_difference(proved, tree))
    return Conformance(name, f"{tree.size:,} nodes", (FROM_RULES,))


def tree_difference(proved: RefinementVerdict, tree: GameTree) -> str | None:
    """Return where the tree of a file first differs from that of the game; None: nowhere."""
    file = proved.form
    if tree.size != len(file.nodes):
        return f"{len(file.nodes):,} nodes in the file, {tree.size:,} in the game"
    pairs: dict[tuple[int, int], int] = {}
    for number, (theirs, node) in enumerate(zip(file.nodes, tree.walk(), strict=True)):
        at = f"node {number}"
        if isinstance(node, TerminalNode):
            if theirs.payoffs != tuple(map(Fraction, node.payoffs)):
                return f"{at}: not the same payoffs in the file and in the game"
        elif isinstance(node, DecisionNode):
            own = tree.infosets[node.seat][node.view]
            if theirs.seat != node.seat:
                return f"{at}: {tree.seats[node.seat]} moves in the game and not in the file"
            held = file.infosets[node.seat][theirs.infoset]
            same = held.view == own.key and held.actions == own.actions
            if (
                not same
                or pairs.setdefault((node.seat, node.view), theirs.infoset) != theirs.infoset
            ):
                return f"{at}: another information set in the file than {own.key} in the game"
        else:
            shares = tuple(Fraction(weight, node.total) for weight in node.weights)
            if theirs.chances != shares:
                return f"{at}: not the same chances in the file and in the game"
    return None


def _game_after_sample(
    proved: (
        NPlayerVerdict
        | AlgebraicNashVerdict
        | PureNashVerdict
        | NPlayerNashVerdict
        | CorrelatedVerdict
        | PropertiesVerdict
    ),
    against: ComparisonTarget,
) -> Game:
    """Return the game of a file, after its seats and some hands were compared."""
    game = against.one(proved.game)
    name = str(game)
    require_no_difference(name, seats_difference(proved.seats, game.seats))
    if against.game is None:
        views = [seat.views for seat in proved.form.seats]
        require_no_difference(
            name, first_difference_in_sample(proved.seats, views, game, proved.digest)
        )
    return game


def _nplayer_size_text(form: NPlayerSequenceForm) -> str:
    count = sum(len(side.cells) for side in form.sides)
    return f"{form.amounts:,} payoffs, {count:,} information sets"


def compare_continuous(proved: ContinuousVerdict, against: ComparisonTarget) -> Conformance:
    """Compare the betting of a game with continuous types with that of the rules."""
    game = against.one(proved.game)
    name, real = str(game), continuous_types(game)
    if real is None:
        raise different_payoffs_error(
            name, "the file is about hands that are real numbers, and the game has none"
        )
    if proved.seats != real.form.seats:
        require_no_difference(name, f"the game's seats are {', '.join(real.form.seats)}")
    require_no_difference(name, betting_difference(proved.form, real.form))
    turns = sum(1 for _ in real.form.turns())
    return Conformance(name, f"{turns} turns, {proved.source.ends} ends", ("by running its rules",))


def compare_private_hands(proved: PrivateHandsVerdict, against: ComparisonTarget) -> Conformance:
    """Compare a deal and a public tree with those of the rules."""
    game = against.one(proved.game)
    name, own = str(game), private_hands_of(game)
    if own is None:
        raise different_payoffs_error(
            name, "the file is about private hands and a public tree, and the game is not"
        )
    require_no_difference(name, seats_difference(proved.seats, own.seats))
    require_no_difference(name, _deal_difference(proved.form.deal.described, own.deal))
    require_no_difference(name, _public_difference(proved.form.described, own))
    one, two = own.hands
    size = f"{own.public_nodes:,} nodes of the public tree, {one:,} and {two:,} hands"
    return Conformance(name, size, ("by running its rules",))


def _deal_difference(file: tuple[object, ...], deal: HandDeal) -> str | None:
    """Return how two deals of private hands differ; None if they are one."""
    own = describe_deal(deal)
    words = (
        "the hands of the file are not dealt as in the game",
        "the file has other cards than the game",
        "the cards of the file are dealt with other probabilities than in the game",
        "the cards of the file are compared in another order than in the game",
    )
    differ = (word for word, here, there in zip(words, file, own, strict=True) if here != there)
    return next(differ, None)


def _public_difference(file: list[tuple[object, ...]], form: PrivateHandsForm) -> str | None:
    """Return the first node in which two public trees differ; None if they are one."""
    where = "the start"
    own = list(walk_public_tree(form.root))
    for here, node in zip(file, own, strict=False):
        there = describe_node(node)
        if here != there:
            return f"in the public tree, after {where}: {_node_text(here)}; {_node_text(there)}"
        if isinstance(node, PublicDecision):
            where = f"{form.seats[node.seat]} at {node.key}"
    return None if len(file) == len(own) else "the public trees are not of one size"


def _node_text(node: tuple[object, ...]) -> str:
    """Return a node in words."""
    if node[0] == "decision":
        return shorten(f"a decision between {node[-1]}", 120)
    assert isinstance(node[2], tuple)
    amounts = ", ".join(dict.fromkeys(format_fraction(amount) for amount in node[2]))
    return shorten(f"{'hands are compared for' if node[1] else 'paid is'} {amounts}", 120)


def compare_binary_nash(proved: BinaryNashVerdict, against: ComparisonTarget) -> Conformance:
    """Compare a list of all equilibria with the payoffs of both seats, by two derivations."""
    game = against.one(proved.game)
    name, file = str(game), labelled_pair_at(labelled_pair_of_certificate(proved.form), Fraction(0))
    require_no_difference(name, seats_difference(file[0].seats, game.seats))
    if against.game is None:
        require_no_difference(
            name, first_difference_in_sample(file[0].seats, file[0].views, game, proved.digest)
        )
    own = labelled_numeric_pair(form_of_game(game))
    if own is None:
        raise different_payoffs_error(
            name, "the game is not one of two seats told by their choices"
        )
    require_no_difference(name, first_difference_by_seat(file, own))
    taken, missing = [DIRECTLY if game.direct else FROM_RULES], ""
    try:
        tree = labelled_numeric_pair(
            nplayer_form_of_tree(enumerate_tree(game, MAX_ENUMERATED_NODES))
        )
        assert tree is not None
        require_no_difference(name, first_difference_by_seat(file, tree))
        taken.append(BY_ENUMERATION)
    except NoMethodError as fault:
        missing = _reason_without_remedy(fault)
    return Conformance(
        name, f"payoffs of both seats, {comparison_size_text(file[0])}", tuple(taken), missing
    )


def _reason_without_remedy(fault: NoMethodError) -> str:
    """Return why a derivation was left out, without the remedy."""
    return str(fault).split(";")[0]


COMPARATORS: Mapping[type[Verdict], Callable[[Any, ComparisonTarget], Conformance]] = {
    ZeroSumVerdict: compare_zero_sum,
    ValueBoundsVerdict: compare_zero_sum,
    PrivateHandsVerdict: compare_private_hands,
    OptimalSetVerdict: compare_zero_sum,
    PerfectInformationVerdict: compare_perfect_information,
    NashVerdict: compare_nash,
    AllNashVerdict: compare_nash,
    BinaryNashVerdict: compare_binary_nash,
    ContinuousVerdict: compare_continuous,
    NPlayerVerdict: compare_nplayer,
    AlgebraicNashVerdict: compare_nplayer,
    PureNashVerdict: compare_nplayer,
    CorrelatedVerdict: compare_correlated,
    PropertiesVerdict: compare_correlated,
    RefinementVerdict: compare_refinement,
    NPlayerNashVerdict: compare_nplayer,
    ParametricVerdict: compare_parametric,
    ParametricContinuousVerdict: compare_parametric_continuous,
    ParametricBinaryNashVerdict: compare_parametric_binary_nash,
    ParametricNashVerdict: compare_parametric_nash,
}
"""The comparator for each kind of verdict."""


def check_conformance(proved: Verdict, game: Game | str | None = None) -> Conformance:
    """Return how the payoffs of a *proved* verdict were compared with those of its game.

    CertificateError says where they differ; NoMethodError says that the rules are not available.
    *game* is the game to compare with, where the caller names it: only then is a user's file run.
    Information sets that the file calls unreachable must be unreachable in the game, too.
    """
    with explain_unreadable_file(proved.game):
        return COMPARATORS[type(proved)](proved, ComparisonTarget(game))
