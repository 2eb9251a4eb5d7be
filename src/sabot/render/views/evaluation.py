"""Views of evaluated strategies: expectation, outcomes, best responses, losses.

For a pair of strategies of a zero-sum game and for a strategy profile of any game. A loss is what
an action gives up against the best one at an information set, weighted by how often it is reached;
answers of a best response at unreached information sets are marked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.analysis.evaluation import (
    InfosetLoss,
    Judgement,
    PlayerEvaluation,
    ProfileJudgement,
    StrategyEvaluation,
)
from sabot.analysis.outcomes import OutcomesWithoutChoices
from sabot.forms.base import PayoffDistribution
from sabot.game_rules.capabilities import bet_in_words
from sabot.loading import find_family
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    GridBlock,
    Heading,
    Phrase,
    Remark,
    StrategyLine,
    StyledText,
    TableBlock,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.strategy_table import (
    build_strategy_grid,
    infoset_legend,
    merge_equal_infosets,
    sort_infosets,
)
from sabot.render.text import (
    count_noun,
    decimal_text,
    fraction_and_decimal,
    mixed_action_text,
    payee_text,
    percent_text,
    shorten_fraction,
    with_article,
)

MOST_INFOSETS = 12
NO_CHOICES = "nobody chooses: there is no strategy"
OFF_PATH = " (never comes up)"
"""Said of an answer of a best reply at a view that never comes up: it is as good as any."""
SHEET_HEAD = ("seat", "what", "view", "plays", "better", "chance", "per hand", "when there")
MOST_OFF_PATH = 24
_MAX_GRID_ROWS = 20


def evaluation_view(found: Judgement, *, most: int | None = MOST_INFOSETS) -> Document:
    """Return the judgement; at most *most* views of each list (None: all)."""
    second = with_article(found.seats[1])
    chosen = found.chosen
    optimally = " when both play optimally" if chosen else ""
    rows: list[tuple[str, Phrase]] = [
        (
            "value",
            f"{fraction_and_decimal(found.value)}"
            f"{payee_text(found.value, found.seats[0], found.one_play)}{optimally}",
        )
    ]
    if found.expectation is not None and chosen:
        paid = StyledText(fraction_and_decimal(found.expectation), "strong")
        rows.append(
            ("expectation", (paid, payee_text(found.expectation, found.seats[0], found.one_play)))
        )
    family = find_family(found.game)
    if family is not None and family.edge:
        against = "" if found.expectation is not None else ", against an optimal opponent"
        rows.append((family.edge, f"{percent_text(found.edge)} for {second}{against}"))
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*rows)]
    if found.outcomes is not None:
        parts += [BREAK, outcome_table(found.outcomes, found.seats), *_house_edge_blocks(found)]
    for seat, one in found.appraisals.items() if chosen else ():
        parts += [BREAK, Heading(seat, f"by {found.sources.get(seat, 'you')}")]
        parts += _strategy_evaluation_blocks(one, found, most)
    return build_document(parts if chosen else [*parts, Remark(NO_CHOICES)])


def profile_evaluation_view(
    found: ProfileJudgement, *, most: int | None = MOST_INFOSETS
) -> Document:
    """Return the judgement of a strategy for each seat: payoffs and gains, then seat by seat."""
    rows = [
        (part.seat, *(decimal_text(number, 6)[0] for number in (part.payoff, part.gain)))
        for part in found.parts
    ]
    verdict = (
        "an equilibrium: no seat gains by any other strategy"
        if found.equilibrium
        else "not an equilibrium: a gain is what a seat's best reply to the others earns it more"
    )
    parts: list[Block] = [Heading(found.game), BREAK]
    parts += [
        build_table(rows, head=("seat", "payoff", "gain"), right=(1, 2)),
        BREAK,
        Remark(verdict),
    ]
    if found.outcomes is not None:
        parts += [BREAK, outcome_table(found.outcomes, found.seats), *_house_edge_blocks(found)]
    for part in found.parts:
        parts += [BREAK, *_player_blocks(part, found, most)]
    return build_document(parts)


def _player_blocks(
    part: PlayerEvaluation, found: ProfileJudgement, most: int | None
) -> list[Block]:
    """Return one seat's part of a profile; of a best reply, what it leaves the other seat."""
    replies = part.leaves is not None
    by = "by its best reply" if replies else f"by {found.sources.get(part.seat, 'you')}"
    rows: list[tuple[str, Phrase]] = [("payoff", fraction_and_decimal(part.payoff))]
    if not replies:
        rows.append(("gain", StyledText(fraction_and_decimal(part.gain), "strong")))
    parts: list[Block] = [Heading(part.seat, by), labelled_lines(*rows)]
    if part.leaves is not None and part.leaves[0] != part.leaves[1]:
        other = next(seat for seat in found.seats if seat != part.seat)
        least, top = map(fraction_and_decimal, part.leaves)
        parts.append(
            Remark(f"other best replies pay it as much, and {other} from {least} to {top}")
        )
    if not replies:
        parts += _loss_blocks("loses against the others", part.losses, most)
    if replies or part.gain:
        known = infoset_legend(found.find_game(), part.seat)
        parts += _best_response_blocks(
            part.reply, part.off_path, part.seat, known, everything=most is None
        )
    return parts


def evaluation_sheet(found: Judgement) -> Document:
    """Return one row for each view at which something is lost or gained: for a spreadsheet."""
    rows: list[tuple[Phrase, ...]] = []
    for seat, one in found.appraisals.items():
        rows += _loss_rows(seat, "loses against an optimal opponent", one.losses)
        rows += _loss_rows(seat, "loses against the strategy given", one.meets or ())
        rows += _loss_rows(one.reply.seat, "the best reply gains", one.gains)
        rows += _best_response_rows(one.reply.seat, one.reply.actions, one.off_path)
    return build_document(Heading(found.game), build_table(rows, head=SHEET_HEAD, right=(5, 6, 7)))


def profile_evaluation_sheet(found: ProfileJudgement) -> Document:
    """Return the same of a profile, after what each seat is paid and could gain."""
    paid = [(part.seat, ExactNumber(part.payoff), ExactNumber(part.gain)) for part in found.parts]
    rows: list[tuple[Phrase, ...]] = []
    for part in found.parts:
        rows += _loss_rows(part.seat, "loses against the others", part.losses)
        rows += _best_response_rows(part.seat, part.reply, part.off_path)
    return build_document(
        Heading(found.game),
        build_table(paid, head=("seat", "payoff", "gain"), right=(1, 2)),
        build_table(rows, head=SHEET_HEAD, right=(5, 6, 7)),
    )


def _loss_rows(seat: str, what: str, found: Sequence[InfosetLoss]) -> list[tuple[Phrase, ...]]:
    return [
        (
            seat,
            what,
            loss.view,
            " ".join(f"{action} {shorten_fraction(chance)}" for action, chance in loss.mix.items()),
            loss.best,
            ExactNumber(loss.chance),
            ExactNumber(loss.hand),
            ExactNumber(loss.given),
        )
        for loss in found
    ]


def _best_response_rows(
    seat: str, actions: Mapping[str, str], idle: Sequence[str]
) -> list[tuple[Phrase, ...]]:
    never = set(idle)
    return [
        (seat, f"best reply{OFF_PATH if view in never else ''}", view, actions[view])
        for view in sort_infosets(actions)
    ]


def outcome_table(found: PayoffDistribution, seats: Sequence[str]) -> TableBlock:
    """Return how hands end: counts over one denominator."""
    first, second = seats
    lines = []
    if len(found.counts) <= 3 and set(found.counts) <= {-1, 0, 1}:
        labels = (f"{first} wins", found.win), ("tie", found.tie)
        for label, count in (*labels, (f"{second} wins", found.lose)):
            lines.append(_outcome_row(label, count, found.denominator))
    else:
        lines = [
            _outcome_row(f"pays {shorten_fraction(pay)}", n, found.denominator)
            for pay, n in list(found.counts.items())[:40]
        ]
    lines.append(("all hands", shorten_fraction(found.denominator), ""))
    return build_table(lines, right=(1, 2))


def _house_edge_blocks(judged: Judgement | ProfileJudgement) -> list[Block]:
    """Return the casino's edge on the bets of onlookers, where there are such."""
    if judged.bets is None:
        return []
    edges = (f"{bet} {percent_text(edge)}" for bet, edge in house_edges(judged))
    return [Remark(f"the casino's edge on a bet: {', '.join(edges)}")]


def house_edges(
    judged: Judgement | ProfileJudgement | OutcomesWithoutChoices,
) -> list[tuple[str, Fraction]]:
    """Return each bet of onlookers in words, and the house's edge on it."""
    family = find_family(judged.game)
    return [
        (bet_in_words(family, bet, judged.terms), edge) for bet, edge in (judged.bets or {}).items()
    ]


def _outcome_row(label: str, count: int, below: int) -> tuple[str, str, str]:
    return label, shorten_fraction(count), percent_text(Fraction(count, below))


def _strategy_evaluation_blocks(
    one: StrategyEvaluation, found: Judgement, most: int | None
) -> list[Block]:
    other = next(seat for seat in found.seats if seat != one.seat)

    def paid(number: Fraction, by: str) -> str:
        return fraction_and_decimal(number) + payee_text(
            number, found.seats[0], found.one_play, by=by
        )

    rows: list[tuple[str, Phrase]] = [
        ("secures", paid(one.secures, "the best reply")),
        ("exploitability", StyledText(fraction_and_decimal(one.exploitability), "strong")),
        ("earns", paid(one.earns, "an optimal opponent")),
    ]
    parts: list[Block] = [labelled_lines(*rows)]
    parts += _loss_blocks("loses against an optimal opponent", one.losses, most)
    if one.meets is not None:
        parts += _loss_blocks("loses against the strategy given", one.meets, most)
    parts += _loss_blocks(f"the best reply gains over an optimal {other}", one.gains, most)
    known = infoset_legend(found.find_game(), other)
    reply = one.reply.actions
    return [
        *parts,
        *_best_response_blocks(reply, one.off_path, other, known, everything=most is None),
    ]


def _loss_blocks(title: str, found: Sequence[InfosetLoss], most: int | None) -> list[Block]:
    """Return the views at which something loses, the costliest first."""
    total = sum((loss.hand for loss in found), Fraction(0))
    if not found:
        return [Remark(f"{title}: nowhere")]
    shown = found if most is None else found[:most]
    lines = [
        (
            loss.view,
            _mixed_action_decimals(loss.mix),
            loss.best,
            *(decimal_text(number, 5)[0] for number in (loss.hand, loss.given)),
        )
        for loss in shown
    ]
    head = ("at", "plays", "better", "per hand", "when there")
    parts: list[Block] = [
        Remark(
            f"{title}: {decimal_text(total, 6)[0]} per hand, at {count_noun(len(found), 'view')}"
        ),
        build_table(lines, head=head, depth=2, right=(3, 4)),
    ]
    if len(shown) < len(found):
        parts.append(Remark(f"and {len(found) - len(shown):,} more (--all lists them)", depth=2))
    return parts


def _mixed_action_decimals(mix: Mapping[str, Fraction]) -> str:
    """Return a mix by rounded decimals: ``stand 0.6221, draw 0.3779``."""
    if len(mix) == 1:
        return next(iter(mix))
    return ", ".join(f"{action} {decimal_text(c, 4)[0]}" for action, c in mix.items())


def _best_response_blocks(
    actions: Mapping[str, str],
    idle: Sequence[str],
    other: str,
    known: tuple[str, ...],
    *,
    everything: bool,
) -> list[Block]:
    """Return the best reply: a grid where that is short, else runs of views.

    Its answers at views that never come up, the *idle* ones, are marked.
    """
    answers = {view: {action: Fraction(1)} for view, action in actions.items()}
    never = set(idle)
    marked = {
        view: {action + OFF_PATH * (view in never): Fraction(1)} for view, action in actions.items()
    }
    title = Remark(f"{other}'s best reply")
    grid, rest = build_strategy_grid(answers, known) if len(answers) > MOST_INFOSETS else (None, {})
    if grid is not None and len(grid.rows) > _MAX_GRID_ROWS and not everything:
        return [Remark(f"{other}'s best reply: --all draws it, --json lists it")]
    if grid is None:
        lines = merge_equal_infosets(marked)
        shown = lines[:MOST_INFOSETS]
        parts: list[Block] = [title, _line_table(shown)]
        if len(lines) > len(shown):
            parts.append(
                Remark(
                    f"and {count_noun(len(lines) - MOST_INFOSETS, 'more line')} (--json)", depth=2
                )
            )
        return parts
    parts = [title, GridBlock(grid, other, key=tuple(grid.key), depth=2)]
    if rest:
        parts.append(_line_table(merge_equal_infosets({view: marked[view] for view in rest})))
    off = [view for view in sort_infosets(actions) if view in never and view not in rest]
    if off:
        some = " ".join(off[:MOST_OFF_PATH]) + (" ..." if len(off) > MOST_OFF_PATH else "")
        parts.append(Remark(f"never comes up, at {count_noun(len(off), 'view')}: {some}", depth=2))
    return parts


def _line_table(lines: Sequence[StrategyLine]) -> TableBlock:
    return build_table(((x.piece, mixed_action_text(x.mix.items())) for x in lines), depth=2)
