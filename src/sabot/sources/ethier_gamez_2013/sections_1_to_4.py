"""Check Sections 1 to 4: Lemmas 1 and 2, the payoffs, Tables 1 and 2, Theorems 3 and 4.

Lemma 2 (Foster's algorithm) is compared set by set and point by point; the payoff formulas (6) to
(22) triple by triple with Sabot's form. Also here: the layout of Tables 1, 2, 4 and 5, marks with
footnotes that say for which d they change. It is made from what ``sabot.prove`` finds for every d;
only the way a table is set is taken from print: Tables 1 and 2 show six decks and number a footnote
by the d at which it turns; Tables 4 and 5 show one line per total and explain by hand what depends
on the hand or on d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from sabot.exact import format_fraction
from sabot.forms.additive import AdditiveForm
from sabot.forms.sequence import count_pure_strategies
from sabot.games.baccara.ethier_gamez import (
    ACTION_LETTERS,
    THIRD_CARD_HEADING,
    kernel_matrix,
    table_of_views,
)
from sabot.papers.report import (
    Claim,
    CrossCheckError,
    PaperTable,
    frequency_text,
    require_agreement,
)
from sabot.sources.ethier_gamez_2013 import printed_formulas
from sabot.sources.ethier_gamez_2013.games import (
    ALL_DECKS,
    DECK_NUMBERS,
    INFINITE_DECKS,
    Decks,
    PureStrategyPayoffs,
    RationalFunction,
    additive_model,
    compare_exact,
    deck_runs,
    draw_gaps,
    final_marks,
    hand_keys,
    infoset_key,
    lemma_2_crossings,
    model_b3_rows_19_27,
    model_form,
    model_polynomials,
    paper_triple,
    preliminary_marks,
    prove_model,
    pure_strategy_payoffs,
    sign_runs,
    solve_model,
)
from sabot.sources.ethier_gamez_2013.printed_formulas import printed

_DECKS_EVIDENCE = "d = 1 to 20, 50 and infinity"
LEMMA_2_CASES: tuple[tuple[str, Decks], ...] = tuple(
    (model, decks) for model in ("B1", "B2", "19-27") for decks in (1, 4, INFINITE_DECKS)
)
"""Where (2) and (3) are compared; at d = 4 rows 19 and 27 have a triple in T10."""


def check_lemma_1() -> Iterator[Claim]:
    """Check what Lemma 1 asks for: every triple is met whatever Player does."""
    for model in ("B1", "B2", "B3"):
        met = [bool((pure_strategy_payoffs(model, decks).reach > 0).all()) for decks in ALL_DECKS]
        yield compare_exact(
            "lemma-1",
            f"Theorems 3, 4: Lemma 1 applies to models {model} and A{model[1]}, p_i(l) > 0",
            "always",
            frequency_text(sum(met), len(met)),
            evidence=f"every pure strategy of Player, {_DECKS_EVIDENCE}",
        )


def player_rows(model: str) -> tuple[int, int]:
    """Return Player's two pure strategies between which p runs."""
    return (19, 27) if model == "19-27" else (0, 31)


def paper_products(
    model: str, decks: Decks
) -> Mapping[printed_formulas.BankerInformation, printed_formulas.MovePayoffs]:
    """Return e_i,j(l) by the formulas of Section 3."""
    d = None if decks == INFINITE_DECKS else int(decks)
    numbers = printed_formulas.all_totals if model == "B1" else printed_formulas.all_triples
    one, two = (numbers(u, d) for u in player_rows(model))
    return printed_formulas.lemma_2_products(one, two)


def sabot_form(model: str, decks: Decks) -> AdditiveForm:
    """Return the same game as Sabot counts it."""
    return model_b3_rows_19_27(decks) if model == "19-27" else additive_model(model, decks)


def sample_points(
    own: Mapping[printed_formulas.BankerInformation, printed_formulas.MovePayoffs],
) -> list[Fraction]:
    """Return 0, 1, every p(l) and a point between each two of them."""
    ends = {Fraction(0), Fraction(1)}
    ends |= {p for e in own.values() if (p := printed_formulas.crossing_point(e)) is not None}
    corners = sorted(ends)
    return sorted([*corners, *((a + b) / 2 for a, b in pairwise(corners))])


def _compare_replies(model: str, decks: Decks) -> Iterator[Claim]:
    """Compare (2) as a set and (3) as a number, at every vertex of V and between."""
    paper, ours = paper_products(model, decks), sabot_form(model, decks)
    sets, heights = [], []
    at = sample_points(paper)
    for p in at:
        drawing = printed_formulas.best_reply_set(paper, p)
        best = ours.reply(p)
        strict = {view for view, moves in best.items() if moves == ["draw"]}
        sets.append({infoset_key(seen) for seen in drawing} == strict)
        heights.append(printed_formulas.lower_envelope(paper, p, drawing) == ours.envelope(p))
    name = "rows 19 and 27 of B3" if model == "19-27" else f"model {model}"
    evidence = (
        f"{len(at)} values of p: 0, 1, every p(l), and one between each two; T(p) and V(p) by the "
        "formulas of Section 3, Banker's best reply from the form that Sabot counts"
    )
    where = f"(2), {name}, d = {decks}: T(p) is where drawing is strictly better"
    yield compare_exact(
        "lemma-2", where, "always", frequency_text(sum(sets), len(sets)), evidence=evidence
    )
    where = f"(3), {name}, d = {decks}: V(p)"
    yield compare_exact(
        "lemma-2", where, "always", frequency_text(sum(heights), len(heights)), evidence=evidence
    )


def check_lemma_2() -> Iterator[Claim]:
    """Check Lemma 2 on the games of one mix: its sets, (2), (3), the value, the kernel."""
    for model in ("B1", "B2"):
        cases = [(decks, lemma_2_crossings(model, decks)) for decks in ALL_DECKS]
        split = [all("=" not in point.sort for point in found) for _, found in cases]
        where = f"model {model}: T00, T01, T10 and T11 are everything"
        ours = frequency_text(sum(split), len(split))
        yield compare_exact("lemma-2", where, "always", ours, evidence=_DECKS_EVIDENCE)
        highest = []
        for decks, found in cases:
            curve = additive_model(model, decks).envelope
            at = [Fraction(0), Fraction(1), *(c.p for c in found if c.p is not None)]
            highest.append(max(curve(p) for p in at) == solve_model(model, decks).value)
        where = f"model {model}: the value is the highest of V(0), V(1), V(p(l))"
        ours = frequency_text(sum(highest), len(highest))
        yield compare_exact(
            "lemma-2", where, "always", ours, evidence=f"against sabot.solve, {_DECKS_EVIDENCE}"
        )
    for model, decks in LEMMA_2_CASES:
        yield from _compare_replies(model, decks)
    shapes = [
        kernel_matrix(model_form(model, decks), solve_model(model, decks).strategies).shape
        for model in ("B1", "B2")
        for decks in ALL_DECKS
        if (model, decks) != ("B2", INFINITE_DECKS)
    ]
    where = "models A1, B1 and B2: the kernel is 2 x 2"
    ours = frequency_text(shapes.count((2, 2)), len(shapes))
    yield compare_exact("lemma-2", where, "always", ours, evidence=_DECKS_EVIDENCE)


def check_sizes() -> Iterator[Claim]:
    """Count the pure strategies of both seats in every model."""
    for model, exponents in printed.sizes.items():
        own = model_form(model, INFINITE_DECKS if model[0] == "A" else 6)
        says, ours = (
            tuple(2**e for e in exponents),
            tuple(count_pure_strategies(side) for side in own.sides),
        )
        found = "a 2^{} x 2^{} game".format(*(many.bit_length() - 1 for many in ours))
        where = f"model {model}: a 2^{exponents[0]} x 2^{exponents[1]} game"
        yield compare_exact("sizes", where, True, says == ours, evidence=found)
    one, two = (model_form("B3", 6).sides[seat].cells for seat in (0, 1))
    fives = " ".join(cell.key for cell in one)
    yield compare_exact("sizes", "Section 3: Player's hands of total 5", printed.fives, fives)
    hands = {cell.key.rpartition(",")[0] for cell in two}
    where = "Section 3: Banker's hands without a natural"
    yield compare_exact("sizes", where, printed.pairs, len(hands))
    seen = {cell.key.rpartition(",")[2] for cell in two}
    yield compare_exact("sizes", "Section 3: what he sees of Player", printed.cards, len(seen))
    yield compare_exact("sizes", "Section 3: 44 x 11 triples", printed.triples, len(two))


def _count_equal_triples(u: int, decks: Decks) -> int:
    """Return at how many triples the paper's p and a are those of Sabot's form."""
    own = printed_formulas.all_triples(u, None if decks == INFINITE_DECKS else int(decks))
    return _count_agreeing(own, pure_strategy_payoffs("B3", decks), u)


def _count_agreeing(
    own: Mapping[printed_formulas.BankerInformation, printed_formulas.TripleNumbers],
    found: PureStrategyPayoffs,
    u: int,
) -> int:
    same = 0
    for seen, numbers in own.items():
        view = infoset_key(seen)
        met = Fraction(found.reach[found.views.index(view), u], found.whole)
        same += numbers == (met, *found.expected(view, u))
    return same


def check_section_3() -> Iterator[Claim]:
    """Compare the payoff formulas with Sabot's form, triple by triple."""
    for where, cases in (
        ("(8) to (18)", ((19, 1), (0, 6), (31, 6))),
        ("(12), (14), (19) to (22)", ((27, INFINITE_DECKS),)),
    ):
        for u, decks in cases:
            yield compare_exact(
                "section-3",
                f"{where}: strategy {u}, d = {decks}, triples",
                484,
                _count_equal_triples(u, decks),
                evidence="p_S, a_S,0, a_S,1 by the formulas and from the form that Sabot counts",
            )
    for d in (1, 6):
        wins, loses, either = printed_formulas.natural_probabilities(d)
        where = f"(6), d = {d}: naturals of Player and of Banker cancel"
        why = "all pairs of two-card hands"
        yield compare_exact("section-3", where, wins, loses, evidence=why, basis="formula")
        reach = model_form("B3", d).reach
        assert reach is not None
        ends = sum(amount for i, j, amount in reach.payoffs if (i, j) == (0, 0))
        where = f"Section 4, d = {d}: p_i(0) is the chance of a natural"
        ours = Fraction(ends, reach.denominator)
        yield compare_exact("section-3", where, either, ours, basis="formula")
    ways = printed_formulas.ways_to_totals()
    drawn, stood = tuple(ways[:5]), tuple(ways[6:8])
    where = "after (22): 89, the ways to a total that draws"
    yield compare_exact("section-3", where, printed.drawn, sum(drawn))
    yield compare_exact("section-3", "after (22): the summands of 89", printed.low_ways, drawn)
    where = "after (22): 32, the ways to a total that stands"
    yield compare_exact("section-3", where, printed.stood, sum(stood))
    yield compare_exact("section-3", "after (22): the summands of 32", printed.high_ways, stood)


# ---------------------------------------------------------------------- models A1 and B1

_OPERATOR_RANGES = {
    "P": (lambda a: 0 <= a <= 1, "a chance: from 0 to 1"),
    "E": (lambda a: -1 <= a <= 1, "an expected gain: from -1 to 1"),
}
"""What numbers an operator can give of a gain that is -1, 0 or 1."""


def check_totals() -> Iterator[Claim]:
    """Check the sums that end Section 3, by which models A1 and B1 come from A3 and B3."""
    evidence = "p, a_0, a_1 as sums over the hands of a total, and from the form that Sabot counts"
    for decks in (1, 6, INFINITE_DECKS):
        d = None if decks == INFINITE_DECKS else int(decks)
        for u, row in ((0, 0), (31, 1)):
            own = printed_formulas.all_totals(u, d)
            where = f"p and a_l of model {_model_name(decks)}, strategy {row}: pairs (j,k)"
            yield compare_exact(
                "totals",
                where,
                len(own),
                _count_agreeing(own, pure_strategy_payoffs("B1", decks), row),
                evidence=evidence,
            )
        yield from _compare_payoff_entries(decks)
    gains = [
        a
        for u in (0, 31)
        for d in (1, 6)
        for _, *both in printed_formulas.all_totals(u, d).values()
        for a in both
    ]
    fits, kind = _OPERATOR_RANGES[printed.operator_b1]
    yield compare_exact(
        "totals",
        f"a_l(j,k) := {printed.operator_b1}(G | ...) is {kind}",
        "always",
        frequency_text(sum(map(fits, gains)), len(gains)),
        evidence=f"the a_l(j,k) lie between {format_fraction(min(gains))} and "
        f"{format_fraction(max(gains))}: the "
        "expected gain E[G | ...] is meant, as in (7)",
    )


def _model_name(decks: Decks) -> str:
    return "A1" if decks == INFINITE_DECKS else f"B1, d = {decks}"


def _compare_payoff_entries(decks: Decks) -> Iterator[Claim]:
    """Compare a_S,T of the kernel, of a Banker who always draws and of one who never does."""
    d = None if decks == INFINITE_DECKS else int(decks)
    marks = final_marks("B1", decks)
    columns = {
        "stands on 6,-": {view for view, mark in marks.items() if mark == "D"},
        "draws on 6,-": {view for view, mark in marks.items() if mark != "S"},
        "always draws": set(marks),
        "never draws": set(),
    }
    inner = kernel_matrix(model_form("B1", decks), solve_model("B1", decks).strategies)
    own = pure_strategy_payoffs("B1", decks)
    for row, u in enumerate((0, 31)):
        numbers = printed_formulas.all_totals(u, d)
        for column, (name, drawing) in enumerate(columns.items()):
            says = printed_formulas.payoff_by_8(
                numbers, {seen for seen in numbers if infoset_key(seen) in drawing}
            )
            entries = (own.draw if view in drawing else own.stand for view in own.views)
            sums = sum(int(table[n][row]) for n, table in enumerate(entries))
            ours = Fraction(int(own.payoffs[0][row]) + sums, own.below)
            if column < 2:
                require_agreement(f"kernel of model {_model_name(decks)}", ours, inner[row, column])
            where = f"a_S,T of model {_model_name(decks)}: strategy {row}, Banker {name}"
            why = "the sums of Section 3, and the form"
            yield compare_exact("totals", where, says, ours, evidence=why, basis="formula")


MarkSpan = tuple[str, int, int | None]
"""A mark, and the range of numbers of decks for which it is printed; None: no upper end."""
MarkSpans = tuple[MarkSpan, ...]
FootnoteSwaps = Mapping[int, tuple[Mapping[str, str], int, int | None]]
"""Footnotes of Tables 1, 2 by number: which marks to replace by which, and for which decks."""
SHOWN_DECKS = 6
"""The number of decks that the tables show."""
FOOTNOTE_SIGNS = "*†"
"""What marks a footnote where the hands of a total do not agree."""


def deck_range_text(low: int, high: int | None) -> str:
    """Return a range of decks in words.

    >>> deck_range_text(1, 1), deck_range_text(1, 3)
    ('d = 1', 'd <= 3')
    >>> deck_range_text(8, None), deck_range_text(8, 9)
    ('d >= 8', '8 <= d <= 9')
    """
    if low == high:
        return f"d = {low}"
    if high is None:
        return f"d >= {low}"
    return f"d <= {high}" if low == 1 else f"{low} <= d <= {high}"


def spans_text(spans: MarkSpans) -> str:
    """Return a mark that depends on d in words.

    >>> spans_text((("S", 1, 3), ("D", 4, None))), spans_text((("S", 1, None),))
    ('S if d <= 3, D if d >= 4', 'S')
    """
    if len(spans) == 1:
        return spans[0][0]
    return ", ".join(f"{mark} if {deck_range_text(low, high)}" for mark, low, high in spans)


def mark_at(spans: MarkSpans, d: int) -> str:
    """Return the mark at d decks."""
    return next(mark for mark, low, high in spans if low <= d and (high is None or d <= high))


# ---------------------------------------------------------------------- what is proved


@cache
def preliminary_spans(model: str) -> dict[str, MarkSpans]:
    """Return the marks of Table 1 or 2 for every d, by view."""
    return {
        view: tuple((ACTION_LETTERS.get(sort, sort), low, high) for low, high, sort in ranges)
        for view, ranges in prove_model(model).classification["Banker"].items()
    }


@cache
def final_spans(model: str) -> dict[str, MarkSpans]:
    """Return the marks of Table 4 or 5 for every d, by view."""
    found: dict[str, list[MarkSpan]] = {}
    for piece in prove_model(model).pieces:
        low, high = piece.low, piece.high
        assert isinstance(low, int) and (high is None or isinstance(high, int)), "decks are whole"
        for view, mix in piece.strategies["Banker"].items():
            draw = mix["draw"].constant
            mark = "S" if draw == 0 else "D" if draw == 1 else "(S,D)"
            own = found.setdefault(view, [])
            start = own.pop()[1] if own and own[-1][0] == mark else low
            own.append((mark, start, high))
    return {view: tuple(own) for view, own in found.items()}


# ---------------------------------------------------------------------- Tables 1 and 2


@dataclass(frozen=True)
class PreliminaryTable:
    """Table 1 or 2: rows of words such as ``S8``, and the footnotes by number."""

    title: str
    words: Mapping[str, str]
    notes: FootnoteSwaps

    @property
    def rows(self) -> dict[str, str]:
        """Return the lines by total or hand, equal ones merged as in print."""
        return {
            hand or total: " ".join(marks)
            for total, hand, marks in table_of_views(self.title, self.words).merged()
        }

    def __str__(self) -> str:
        notes = [f"{number}  {footnote_text(note)}" for number, note in sorted(self.notes.items())]
        return "\n".join([str(table_of_views(self.title, self.words)), "", *notes])


def footnote_text(note: tuple[Mapping[str, str], int, int | None]) -> str:
    """Return a footnote in words.

    >>> footnote_text(({"S": "*", "*": "S"}, 1, 3))
    'Replace S by * and * by S if d <= 3.'
    """
    swap, low, high = note
    words = " and ".join(f"{mark} by {other}" for mark, other in swap.items())
    return f"Replace {words} if {deck_range_text(low, high)}."


@cache
def preliminary_table(model: str) -> PreliminaryTable:
    """Return Table 1 (models B2, B3) or 2 (B1), from what is proved for every d."""
    words: dict[str, str] = {}
    notes: dict[int, tuple[dict[str, str], int, int | None]] = {}
    for view, spans in preliminary_spans(model).items():
        mark = mark_at(spans, SHOWN_DECKS)
        others = [span for span in spans if span[0] != mark]
        words[view] = mark
        if others:
            if len(others) != 1 or len(spans) != 2:
                raise CrossCheckError(
                    f"{view}: {spans_text(spans)} is more than one footnote can say"
                )
            other, low, high = others[0]
            number = low if high is None else high
            words[view] += str(number)
            notes.setdefault(number, ({}, low, high))[0][mark] = other
    ordered = {
        number: ({mark: swap[mark] for mark in "SD*" if mark in swap}, low, high)
        for number, (swap, low, high) in notes.items()
    }
    title = f"Banker's move whatever Player does: model {model}, d = {SHOWN_DECKS}"
    return PreliminaryTable(title, words, ordered)


# ---------------------------------------------------------------------- Tables 4 and 5


@dataclass(frozen=True)
class FinalFootnote:
    """A footnote of Table 4 or 5: one total and one card, hand by hand, model by model."""

    total: str
    card: str
    hands: Mapping[str, tuple[str, ...]]
    """By hand (empty where only the total is seen): what each model says."""

    def lines(self, models: Sequence[str]) -> list[str]:
        """Return the footnote in lines."""
        seen = (
            "Player stands"
            if self.card == THIRD_CARD_HEADING[-1]
            else f"Player's third card is {self.card}"
        )
        found = [f"Banker's two-card total is {self.total} and {seen}"]
        groups: dict[tuple[str, ...], list[str]] = {}
        for hand, says in self.hands.items():
            groups.setdefault(says, []).append(hand)
        for says, hands in groups.items():
            names = " ".join(hands)
            if len(set(says)) == 1:
                found.append(f"{names}  {says[0]}".strip())
            else:
                own = "; ".join(f"{s} (model {m})" for s, m in zip(says, models, strict=True))
                found.append(f"{names}  {own}".strip())
        return found


@dataclass(frozen=True)
class FinalTable:
    """Table 4 or 5: a line a total, and its footnotes."""

    models: tuple[str, ...]
    rows: Mapping[str, str]
    notes: Mapping[str, FinalFootnote]

    def __str__(self) -> str:
        marks = {
            f"{total},{'-' if card == THIRD_CARD_HEADING[-1] else card}": word
            for total, line in self.rows.items()
            for card, word in zip(THIRD_CARD_HEADING, line.split(), strict=True)
        }
        lines = [
            str(table_of_views(f"Banker's optimal move: {' and '.join(self.models)}", marks)),
            "",
        ]
        for sign, note in self.notes.items():
            first, *others = note.lines(self.models)
            lines += [f"{sign}  {first}", *(f"   {line}" for line in others)]
        return "\n".join(lines)


@cache
def final_table(*models: str) -> FinalTable:
    """Return Table 4 (model B1) or 5 (B2 and B3), from what is proved for every d."""
    tables = [final_spans(model) for model in models]
    cells: dict[tuple[str, str], dict[str, tuple[MarkSpans, ...]]] = {}
    for view in tables[0]:
        own, _, third = view.rpartition(",")
        hand = own if own.startswith("(") else ""
        total = str((int(own[1]) + int(own[3])) % 10) if hand else own
        card = THIRD_CARD_HEADING[-1] if third == "-" else third
        cells.setdefault((total, card), {})[hand] = tuple(table[view] for table in tables)
    rows: dict[str, list[str]] = {}
    notes: dict[str, FinalFootnote] = {}
    numbers, signs = iter(range(1, 10)), iter(FOOTNOTE_SIGNS)
    for (total, card), hands in sorted(cells.items(), key=lambda cell: _cell_order(*cell[0])):
        every = {spans for own in hands.values() for spans in own}
        now = {mark_at(spans, SHOWN_DECKS) for spans in every}
        if len(every) == 1 and len(next(iter(every))) == 1:
            word = now.pop()
        else:
            agree = len(now) == 1 and len(hands) > 1
            sign = str(next(numbers)) if agree else next(signs)
            word = now.pop() + sign if agree else sign
            said = {hand: tuple(map(spans_text, own)) for hand, own in hands.items()}
            notes[sign] = FinalFootnote(total, card, said)
        rows.setdefault(total, []).append(word)
    return FinalTable(models, {total: " ".join(row) for total, row in rows.items()}, notes)


def _cell_order(total: str, card: str) -> tuple[int, int]:
    return int(total), THIRD_CARD_HEADING.index(card)


Footnotes = FootnoteSwaps
LAST_CONSECUTIVE_D = DECK_NUMBERS[-2]
_BEYOND_EVIDENCE = "beyond by the signs of polynomials in d"


def in_deck_range(decks: Decks, low: int, high: int | None) -> bool:
    """Whether a number of decks lies in a printed range; infinity lies in every open one."""
    if decks == INFINITE_DECKS:
        return high is None
    return low <= int(decks) and (high is None or int(decks) <= high)


def _printed_mark(word: str, decks: Decks, notes: Footnotes) -> str:
    """Return a printed mark at one number of decks, its footnote applied."""
    mark, note = word[0], word[1:]
    if note:
        swap, low, high = notes[int(note)]
        if in_deck_range(decks, low, high):
            return swap[mark]
    return mark


def expand_rows(rows: Mapping[str, str], *, hands: bool) -> dict[str, list[str]]:
    """Return the printed words of each total, or of each hand: merged rows taken apart."""
    found = {}
    for label, line in rows.items():
        names = [label]
        if label[0] != "(":
            totals = [int(total) for total in label.split(",")]
            names = hand_keys(*totals) if hands else [str(total) for total in totals]
        found.update(dict.fromkeys(names, line.split()))
    return found


def _row_views(label: str) -> list[str]:
    return [f"{label},{third}" for third in (*range(10), "-")]


def computed_row(marks: Mapping[Decks, Mapping[str, str]], label: str) -> str:
    """Return one row of a table for all decks: a mark, or its runs in brackets."""
    words = []
    for view in _row_views(label):
        word = deck_runs((decks, own[view]) for decks, own in marks.items())
        words.append(f"[{word}]" if " " in word else word)
    return " ".join(words)


def printed_row(words: list[str], notes: Footnotes) -> str:
    """Return a printed row for all decks, its footnotes applied."""
    found = (
        deck_runs((decks, _printed_mark(word, decks, notes)) for decks in ALL_DECKS)
        for word in words
    )
    return " ".join(f"[{word}]" if " " in word else word for word in found)


@cache
def _is_proved_beyond(model: str) -> bool:
    """Whether the sorts proved for every d are the marks, and none changes after d = 20."""
    found = prove_model(model)
    last = max(low for ranges in found.classification["Banker"].values() for low, _, _ in ranges)
    return last <= LAST_CONSECUTIVE_D and all(
        {view: ACTION_LETTERS.get(sort, sort) for view, sort in found.sorts_at(d).items()}
        == preliminary_marks(model, d)
        for d in DECK_NUMBERS
    )


def _check_preliminary_table(
    item: str, rows: Mapping[str, str], notes: Footnotes, models: str
) -> Iterator[Claim]:
    hands = "B2" in models
    yield from _compare_preliminary_layout(item, rows, notes, models)
    for model in models.split():
        marks = {decks: preliminary_marks(model, decks) for decks in ALL_DECKS}
        for label, words in expand_rows(rows, hands=hands).items():
            yield compare_exact(
                item,
                f"Table {item[-1]}, model {model}, {label}",
                printed_row(words, notes),
                computed_row(marks, label),
                evidence="all pure strategies of Player, d = 1 to 20, 50, infinity; "
                f"{_BEYOND_EVIDENCE}",
            )
        where = f"Table {item[-1]}, model {model}: the same for every d >= {LAST_CONSECUTIVE_D + 1}"
        yield compare_exact(item, where, True, _is_proved_beyond(model), evidence=_BEYOND_EVIDENCE)


def _compare_preliminary_layout(
    item: str, rows: Mapping[str, str], notes: Footnotes, models: str
) -> Iterator[Claim]:
    """Compare the table as it is set: words with the numbers of footnotes, and what these say."""
    ours = preliminary_table(models.split()[0])
    evidence = "set from the ranges of d that sabot.prove finds"
    for label, line in rows.items():
        where = f"Table {item[-1]} with its footnotes, {label}"
        yield compare_exact(
            item, where, line, ours.rows.get(label, "no such line"), evidence=evidence
        )
    yield compare_exact(item, "its lines", " ".join(rows), " ".join(ours.rows), evidence=evidence)
    for number in sorted({*notes, *ours.notes}):
        says, found = (
            footnote_text(own[number]) if number in own else "no such footnote"
            for own in (notes, ours.notes)
        )
        yield compare_exact(item, f"footnote {number}", says, found, evidence=evidence)


def check_table_1() -> Iterator[Claim | PaperTable]:
    """Compare Table 1 and its footnotes, for models B2 and B3 (A2 and A3 at infinity)."""
    yield from _check_preliminary_table("table-1", printed.table_1, printed.notes_1, "B3 B2")
    one, two = (preliminary_table(model) for model in ("B3", "B2"))
    same = (one.rows, one.notes) == (two.rows, two.notes)
    yield compare_exact(
        "table-1", "Table 1 is identical under models B2 and B3, every d", True, same
    )
    yield PaperTable(
        "table-1", "Table 1: models B2 and B3, every positive whole number of decks", str(one)
    )


def check_table_2() -> Iterator[Claim | PaperTable]:
    """Compare Table 2 and its footnotes, for model B1 (A1 at infinity)."""
    yield from _check_preliminary_table("table-2", printed.table_2, printed.notes_2, "B1")
    sheet = preliminary_table("B1")
    yield PaperTable(
        "table-2", "Table 2: model B1, every positive whole number of decks", str(sheet)
    )


def _compare_star_counts(item: str, model: str, says: tuple[int, ...]) -> Iterator[Claim]:
    for decks in ALL_DECKS:
        n = says[-1] if decks == INFINITE_DECKS else says[min(int(decks), len(says)) - 1]
        ours = list(preliminary_marks(model, decks).values()).count("*")
        yield compare_exact(item, f"model {model}: n_d, d = {decks}", n, ours)


def _compare_mark_counts(item: str, model: str, says: tuple[int, ...]) -> Iterator[Claim]:
    words = {
        view: deck_runs((decks, preliminary_marks(model, decks)[view]) for decks in ALL_DECKS)
        for view in preliminary_marks(model, 6)
    }
    counts = Counter(word if len(word) == 1 else "footnote" for word in words.values())
    for mark, many in zip(("D", "S", "*", "footnote"), says, strict=True):
        where = (
            f"proof, model {model}: entries {mark} for every d"
            if mark != "footnote"
            else (f"proof, model {model}: entries that depend on d")
        )
        yield compare_exact(
            item, where, many, counts[mark], evidence=f"d = 1 to 20, 50; {_BEYOND_EVIDENCE}"
        )
    if item == "theorem-4":
        stars = " ".join(paper_triple(view) for view, word in words.items() if word == "*")
        yield compare_exact(item, "proof: entries * for every d", printed.always_4, stars)


def check_theorem_3() -> Iterator[Claim]:
    """Compare n_d, the counts in the proof, b_0 and b_31 at (3,3,6), and the exceptions."""
    for model in ("B3", "B2"):
        yield from _compare_star_counts("theorem-3", model, printed.stars_3)
    yield from _compare_mark_counts("theorem-3", "B3", printed.split_3)
    yield from _compare_mark_counts("theorem-3", "B2", printed.split_3)
    stars = [list(preliminary_marks("B3", d).values()).count("*") for d in DECK_NUMBERS]
    yield compare_exact("theorem-3", "18 <= n_d <= 23", printed.bounds_3, (min(stars), max(stars)))
    for u, formula in printed.b_336.items():
        yield from _compare_b_formula("theorem-3", formula, "B3", "(3,3),6", u)
        yield _compare_b_signs("theorem-3", formula, "B3", "(3,3),6", u, printed.signs_336[u])
    yield _check_exceptions()
    yield _check_condition()


def _check_exceptions() -> Claim:
    """Find, for every d, where b_u is not between b_0 and b_31."""
    own, limit = model_polynomials("B3"), pure_strategy_payoffs("B3", INFINITE_DECKS)
    out: dict[str, list[str]] = {}
    for view, at in own.outside(own.gaps).items():
        for d in at or ("without end",):
            out.setdefault(f"d = {d}", []).append(paper_triple(view))
    if strange := {view for view, _ in limit.outside(limit.draw - limit.stand)}:
        out["infinity"] = [paper_triple(view) for view in strange]
    return compare_exact(
        "theorem-3",
        "proof: b_u is not between b_0 and b_31, every d",
        printed.exceptions_3,
        "; ".join(f"{where}: {' '.join(sorted(views))}" for where, views in out.items()),
        evidence="30 strategies between 0 and 31 at 484 triples, every whole d >= 1 by "
        "polynomials, and infinity",
    )


def inequality_chain_holds(condition: str, **letters: int) -> bool:
    """Tell whether a printed chain of <= holds.

    >>> inequality_chain_holds("0 <= a <= b", a=1, b=2)
    True
    >>> inequality_chain_holds("0 <= a <= b", a=2, b=1)
    False
    """
    words = (word.strip() for word in condition.split("<="))
    numbers = [letters[word] if word in letters else int(word) for word in words]
    return numbers == sorted(numbers)


def _check_condition() -> Claim:
    """Count the pairs for which the b_u(j1,j2,k) are defined, as printed."""
    pairs = [(j1, j2) for j1 in range(10) for j2 in range(10) if (j1 + j2) % 10 <= 7]
    said = [
        pair
        for pair in pairs
        if inequality_chain_holds(printed.condition_3, j1=pair[0], j2=pair[1])
    ]
    hands = {view.rpartition(",")[0] for view in preliminary_marks("B3", 6)}
    return compare_exact(
        "theorem-3",
        f"proof: pairs with {printed.condition_3} and M(j1+j2) <= 7",
        len(said),
        len(hands),
        evidence="the hands that Banker may hold. As printed the condition leaves j2 free and each "
        "hand of two different cards is there twice; j1 <= j2 is meant, as in (5)",
    )


def check_theorem_4() -> Iterator[Claim]:
    """Compare n_d, the counts in the proof, and b_0 and b_1 at (5,4)."""
    yield from _compare_star_counts("theorem-4", "B1", printed.stars_4)
    yield from _compare_mark_counts("theorem-4", "B1", printed.split_4)
    for u, formula in printed.b_54.items():
        yield from _compare_b_formula("theorem-4", formula, "B1", "5,4", u)
        yield _compare_b_signs("theorem-4", formula, "B1", "5,4", u, printed.signs_54[u])
    yield _check_star_table()


def _check_star_table() -> Claim:
    """Find the table that has a * at every (j,k) where b_0 and b_1 have opposite signs."""
    own = pure_strategy_payoffs("B1", 6)
    pairs = [view for view in own.views if own.b(view, 0) * own.b(view, 1) < 0]
    stars = {}
    for name, rows in (("Table 1", printed.table_1), ("Table 2", printed.table_2)):
        words = {
            f"{label},{third}": word
            for label, line in expand_rows(rows, hands=name == "Table 1").items()
            for third, word in zip((*range(10), "-"), line, strict=True)
        }
        stars[name] = sum(words.get(view, "no entry").startswith("*") for view in pairs)
    found = " ".join(name for name, many in stars.items() if many == len(pairs)) or "no table"
    where = "proof: the table whose entry (j,k) is * where b_0 and b_1 have opposite signs"
    evidence = ", ".join(f"{name} has {many}" for name, many in stars.items())
    evidence = f"d = 6: of {len(pairs)} such entries {evidence}; the entries of Table 1 are triples"
    return compare_exact("theorem-4", where, printed.star_table_4, found, evidence=evidence)


def _compare_b_formula(
    item: str, formula: printed_formulas.PrintedFormula, model: str, view: str, u: int
) -> Iterator[Claim]:
    """Compare a printed b_u for every d, with its limit; and at some d by the other method."""
    top, reach = draw_gaps(model)[view][u], model_polynomials(model).reach[view][u]
    where = f"proof: {formula.where}, every d"
    says, ours = str(RationalFunction.of(formula)), str(RationalFunction(top, reach))
    yield compare_exact(item, where, says, ours, evidence="as rational functions, in lowest terms")
    for d in DECK_NUMBERS:
        own = pure_strategy_payoffs(model, d).b(view, u)
        place = f"proof: {formula.where}, d = {d}"
        yield compare_exact(item, place, formula(d), own, basis="formula")
    where = f"proof: {formula.where}, its limit"
    yield compare_exact(
        item, where, formula.limit, pure_strategy_payoffs(model, INFINITE_DECKS).b(view, u)
    )


def _compare_b_signs(
    item: str, formula: printed_formulas.PrintedFormula, model: str, view: str, u: int, says: str
) -> Claim:
    """Compare the sign of b_u at every d, from the counted game and not from the formula."""
    ours = sign_runs(draw_gaps(model)[view][u])
    where = f"proof: sign of {formula.where}, every d"
    return compare_exact(
        item, where, says, ours, evidence="a Taylor shift, and each d below it by itself"
    )
