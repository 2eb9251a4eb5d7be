"""Views of dominance: logs of eliminated strategies, and dominance classes of actions.

Neighbouring eliminations by the same mixture are gathered on one line. A game with too many pure
strategies is classified action by action instead (Lemma 1 of Ethier and Gamez): which action is
best whatever the other player does, and where it depends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from sabot.exact import format_fraction
from sabot.forms.bimatrix import PAIR_SEPARATOR, BimatrixForm
from sabot.forms.extensive import MixedAction
from sabot.forms.sequence import MatrixForm
from sabot.game_rules.game import Game
from sabot.render.document import (
    BREAK,
    MIXED_CELL,
    Block,
    Document,
    ExactNumber,
    GridBlock,
    Heading,
    Inline,
    LabelRange,
    Paragraph,
    Phrase,
    Remark,
    build_document,
    build_table,
)
from sabot.render.strategy_table import (
    build_strategy_grid,
    infoset_legend,
    merge_equal_infosets,
    range_separator,
    sort_infosets,
    split_infoset_key,
)
from sabot.render.text import count_noun, decimal_text, printable, shorten_fraction, with_article
from sabot.results.dominance import SortedChoices
from sabot.solvers.dominance import EliminationStep, Reduction

MatrixGame = MatrixForm | BimatrixForm
DOMINANCE_WORDS = {
    "strict": "strictly dominated by",
    "weak": "weakly dominated by",
    "duplicate": "the same as",
}
MOST_STEPS = 200
MOST_LONG_STEPS = 12
MAX_MATRIX_COLUMNS = 8
MAX_LINE_CHARS = 76
"""Characters of a grid on a line."""
ROUNDED_REMARK = " (to five digits)"


@dataclass(frozen=True, slots=True)
class RemovalGroup:
    """Some strategies of one seat that fall together, by one mixture."""

    numbers: str
    seat: str
    removed: tuple[str, ...]
    sort: str
    by: Mapping[str, Fraction]

    @property
    def words(self) -> str:
        """What is said of them."""
        return f"{DOMINANCE_WORDS.get(self.sort, self.sort)} {mixture_text(self.by)}"


def group_removals(steps: Sequence[EliminationStep]) -> list[RemovalGroup]:
    """Return the steps with neighbours that share their reason gathered.

    >>> one = Fraction(1)
    >>> steps = [EliminationStep("row", name, {"5": one}, "strict") for name in "123"]
    >>> group_removals(steps)[0].numbers, label_ranges_text(group_removals(steps)[0].removed)
    ('1-3', '1-3')
    """
    found = []
    first = 1
    for (seat, by, sort), group in groupby(steps, lambda step: (step.seat, step.by, step.sort)):
        names = tuple(step.removed for step in group)
        last = first + len(names) - 1
        numbers = str(first) if first == last else f"{first}-{last}"
        found.append(RemovalGroup(numbers, seat, names, sort, by))
        first = last + 1
    return found


def label_ranges_text(names: Iterable[str]) -> str:
    """Return labels as text, runs of whole numbers as ranges.

    >>> label_ranges_text(["0", "1", "2", "4", "up"])
    '0-2, 4, up'
    """
    shown: list[str] = []
    start = last = ""
    names = tuple(names)
    to = range_separator(names)
    for name in names:
        if shown and name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            shown[-1] = f"{start}{to}{name}"
        else:
            shown.append(printable(name))
            start = name
        last = name
    return ", ".join(shown)


def _label_ranges_inline(names: tuple[str, ...]) -> Inline:
    text = label_ranges_text(names)
    return LabelRange(text) if range_separator(names) == "-" else text


def mixture_text(by: Mapping[str, Fraction]) -> str:
    """Return a mixture of strategies in words."""
    return " + ".join(
        name if chance == 1 else f"{shorten_fraction(chance)} of {name}"
        for name, chance in by.items()
    )


def reduction_steps_view(
    title: str,
    start: MatrixGame,
    steps: Sequence[EliminationStep],
    left: MatrixGame,
    *,
    replayed: bool,
) -> Document:
    """Return the log of a reduction and what is left."""
    steps, left = _order_step_names(steps), _order_form_names(left)
    blocks: list[Block] = [Heading(title, _shape_text(start)), BREAK, *_log_blocks(steps)]
    removed = count_noun(len(steps), "strategy", "strategies")
    done = "replayed and checked exactly" if replayed else "removed"
    blocks.append(Paragraph(f"{removed} {done}; left: {_shape_text(left)}"))
    blocks += matrix_blocks(left)
    by_seat = isinstance(start, BimatrixForm)
    return build_document(
        blocks, BREAK, Remark(preserved_solutions_text(steps, by_seat=by_seat), depth=0)
    )


def reduction_view(found: Reduction[MatrixForm] | Reduction[BimatrixForm]) -> Document:
    """Return a reduction that was just made."""
    return reduction_steps_view(
        _reduction_title(found), found.start, found.steps, found.left, replayed=False
    )


def reduction_tables(found: Reduction[MatrixForm] | Reduction[BimatrixForm]) -> Document:
    """Return the log of a reduction for a paper."""
    return reduction_steps_tables(_reduction_title(found), found.steps)


def reduction_sheet(found: Reduction[MatrixForm] | Reduction[BimatrixForm]) -> Document:
    """Return the log of a reduction for a spreadsheet."""
    return reduction_steps_sheet(_reduction_title(found), found.steps)


def order_pure_strategy_name(name: str) -> str:
    """Return the name of a pure strategy with its views in the game's order, by their first item.

    A tree lists them in the order in which it reaches them; that is the name in the log.

    >>> order_pure_strategy_name("Q,pass:pass Q,bet:fold J,pass:bet J,bet:fold")
    'J,pass:bet J,bet:fold Q,pass:pass Q,bet:fold'
    >>> order_pure_strategy_name("up"), order_pure_strategy_name("to the left")
    ('up', 'to the left')
    """
    answers = name.split(" ")
    views = [answer.rpartition(":")[0] for answer in answers]
    if len(views) == 1 or not all(views):
        return name
    place = {
        item: spot
        for spot, item in enumerate(sort_infosets(split_infoset_key(view)[0] for view in views))
    }
    order = sorted(range(len(views)), key=lambda n: place[split_infoset_key(views[n])[0]])
    return " ".join(answers[n] for n in order)


def _order_step_names(steps: Sequence[EliminationStep]) -> list[EliminationStep]:
    return [
        replace(
            s,
            removed=order_pure_strategy_name(s.removed),
            by={order_pure_strategy_name(name): c for name, c in s.by.items()},
        )
        for s in steps
    ]


def _order_form_names(form: MatrixGame) -> MatrixGame:
    rows, columns = (
        tuple(map(order_pure_strategy_name, names)) for names in (form.rows, form.columns)
    )
    if isinstance(form, BimatrixForm):
        return form.labelled(rows, columns)
    return replace(form, rows=rows, columns=columns)


def _reduction_title(found: Reduction[MatrixForm] | Reduction[BimatrixForm]) -> str:
    return found.game or "matrix"


def unchecked_log_view(title: str, steps: Sequence[EliminationStep]) -> Document:
    """Return a log by itself, its steps not checked."""
    return build_document(
        Heading(title),
        BREAK,
        _log_blocks(_order_step_names(steps)),
        Remark("as logged; not checked", depth=0),
    )


def _log_blocks(steps: Sequence[EliminationStep]) -> list[Block]:
    gathered = group_removals(steps)
    if any(" " in step.removed for step in steps[:1]):
        return _long_log_blocks(gathered)
    rows = [
        (removal.numbers, removal.seat, label_ranges_text(removal.removed), removal.words)
        for removal in gathered[:MOST_STEPS]
    ]
    head = ("step", "seat", "removed", "because it is")
    parts: list[Block] = [build_table(rows, right=(0,), head=head), BREAK] if rows else []
    if len(gathered) > MOST_STEPS:
        parts.append(Remark(f"and {len(gathered) - MOST_STEPS:,} more lines (--json has them all)"))
    return parts


def _long_log_blocks(gathered: Sequence[RemovalGroup]) -> list[Block]:
    """Return a log of strategies with long names: one below the other, each with its mixture."""
    parts: list[Block] = []
    for removal in gathered[:MOST_LONG_STEPS]:
        number, sort = f"{removal.numbers}.", DOMINANCE_WORDS.get(removal.sort, removal.sort)
        parts.append(
            Paragraph(
                f"{number} {removal.seat} {label_ranges_text(removal.removed)}", depth=1, hang=3
            )
        )
        parts.append(Paragraph(f"is {sort}", depth=3))
        width = max(len(shorten_fraction(chance)) for chance in removal.by.values())
        for name, chance in removal.by.items():
            share = "" if chance == 1 else f"{shorten_fraction(chance):>{width}} of "
            parts.append(Paragraph(f"{share}{name}", depth=4, hang=2))
    if len(gathered) > MOST_LONG_STEPS:
        parts.append(Remark(f"and {len(gathered) - MOST_LONG_STEPS:,} more (--json has them all)"))
    return [*parts, BREAK]


def reduction_steps_tables(title: str, steps: Sequence[EliminationStep]) -> Document:
    """Return a log as one table: for a paper or a wiki."""
    rows = [
        (LabelRange(one.numbers), one.seat, _label_ranges_inline(one.removed), _reason_phrase(one))
        for one in group_removals(_order_step_names(steps))
    ]
    head = ("step", "seat", "removed", "because it is")
    return build_document(Heading(title), build_table(rows, head=head, right=(0,)))


def _reason_phrase(one: RemovalGroup) -> Phrase:
    found: list[Inline] = [f"{DOMINANCE_WORDS.get(one.sort, one.sort)} "]
    for number, (name, chance) in enumerate(one.by.items()):
        found.append(" + " if number else "")
        found += [name] if chance == 1 else [ExactNumber(chance), " of ", name]
    return tuple(found)


def reduction_steps_sheet(title: str, steps: Sequence[EliminationStep]) -> Document:
    """Return one row for each strategy of each dominating mixture: for a spreadsheet."""
    rows = (
        (str(number), step.seat, step.removed, step.sort, name, ExactNumber(chance))
        for number, step in enumerate(steps, 1)
        for name, chance in step.by.items()
    )
    head = ("step", "seat", "removed", "sort", "by", "chance")
    return build_document(Heading(title), build_table(rows, head=head, right=(0, 5)))


def preserved_solutions_text(steps: Sequence[EliminationStep], *, by_seat: bool = False) -> str:
    """Return what the removals keep of the game's solutions: equilibria, if it has no value."""
    strict = all(step.sort == "strict" for step in steps)
    if by_seat:
        each = "Every equilibrium of what is left is one of the whole game"
        return (
            f"{each}, and vice versa."
            if strict
            else (f"{each}; weak or duplicate removals may have lost others.")
        )
    if strict:
        return "Every solution of the whole game is a solution of what is left, and vice versa."
    return (
        "The value is kept, and every solution of what is left is one of the whole game; weak or "
        "duplicate removals may have lost others."
    )


def _shape_text(form: MatrixGame) -> str:
    return "{:,} x {:,}".format(*form.shape)


def _payoff_text(form: MatrixGame, i: int, j: int) -> str:
    """Return what is paid at a row and a column, exactly; to both seats where they differ."""
    paid = form[i, j]
    return (
        PAIR_SEPARATOR.join(map(format_fraction, paid))
        if isinstance(paid, tuple)
        else format_fraction(paid)
    )


def _rounded_payoff_text(form: MatrixGame, i: int, j: int) -> str:
    """Return the same to five digits."""
    paid = form[i, j]
    both = paid if isinstance(paid, tuple) else (paid,)
    return PAIR_SEPARATOR.join(decimal_text(one, 5)[0] for one in both)


def matrix_blocks(form: MatrixGame) -> list[Block]:
    """Return a small matrix as a grid, or the labels of a larger one."""
    height, width = form.shape
    places = range(height) if width <= 60 else ()
    exact = [[_payoff_text(form, i, j) for j in range(width)] for i in places]
    if height <= 2 * MAX_MATRIX_COLUMNS and 0 < _matrix_width(form, exact) <= MAX_LINE_CHARS:
        cells = exact
    elif height <= 2 * MAX_MATRIX_COLUMNS and width <= MAX_MATRIX_COLUMNS:
        cells = [[_rounded_payoff_text(form, i, j) for j in range(width)] for i in range(height)]
        if _matrix_width(form, cells) > MAX_LINE_CHARS:
            short = (
                sum(max(len(row[j]) for row in exact) + 2 for j in range(width)) < MAX_LINE_CHARS
            )
            return (
                _numbered_matrix_blocks(form, exact)
                if short
                else _numbered_matrix_blocks(form, cells, ROUNDED_REMARK)
            )
    else:
        rows = [
            (seat, _label_list_text(labels))
            for seat, labels in zip(form.seats, (form.rows, form.columns), strict=True)
        ]
        return [build_table(rows)]
    head = ["", *form.columns]
    lines = [[label, *row] for label, row in zip(form.rows, cells, strict=True)]
    remark = "" if cells is exact else ROUNDED_REMARK
    return [
        build_table(lines, right=range(1, width + 1), head=head),
        Remark(f"rows: {form.seats[0]}, columns: {form.seats[1]}{remark}"),
    ]


def _numbered_matrix_blocks(
    form: MatrixGame, cells: Sequence[Sequence[str]], remark: str = ""
) -> list[Block]:
    """Return a matrix whose labels are too long for its margins: by numbers, explained below."""
    width = len(form.columns)
    lines = [[str(number), *row] for number, row in enumerate(cells, 1)]
    head = ["", *(str(number) for number in range(1, width + 1))]
    parts: list[Block] = [
        build_table(lines, right=range(width + 1), head=head),
        Remark(f"rows: {form.seats[0]}, columns: {form.seats[1]}{remark}; by number:"),
    ]
    for seat, labels in zip(form.seats, (form.rows, form.columns), strict=True):
        rows = ((str(number), label) for number, label in enumerate(labels, 1))
        parts += [Remark(seat), build_table(rows, right=(0,), depth=2)]
    return parts


def _label_list_text(labels: Sequence[str]) -> str:
    """Return labels as text, only as many as fit into a few lines."""
    total, fit = 0, 0
    while fit < len(labels) and total < 400:
        total += len(labels[fit]) + 2
        fit += 1
    rest = f", ... ({len(labels):,} in all)" if fit < len(labels) else ""
    return label_ranges_text(labels[:fit]) + rest


def _matrix_width(form: MatrixGame, cells: Sequence[Sequence[str]]) -> int:
    """Return the characters that a grid needs on a line, 0 when there is no table."""
    if not cells:
        return 0
    widths = [
        max(len(printable(label)), *(len(row[j]) for row in cells))
        for j, label in enumerate(form.columns)
    ]
    return max(len(printable(label)) for label in form.rows) + sum(widths) + 2 * len(widths)


def dominance_classes_view(choices: SortedChoices) -> Document:
    """Return the sorted choices of both seats."""
    game, sorts, actions = choices.game, choices.sorts, choices.actions
    settled = dict.fromkeys(sort for own in sorts.values() for sort in own.values())
    known = actions or tuple(sort for sort in settled if sort not in ("*", "-"))
    found: list[Block] = [Heading(game, "too many pure strategies: sorted view by view")]
    for seat, foe in zip(sorts, reversed(tuple(sorts)), strict=True):
        found += [BREAK, *_player_class_blocks(choices.find_game(), seat, foe, sorts[seat], known)]
    return build_document(found)


def dominance_classes_sheet(choices: SortedChoices) -> Document:
    """Return one row for each seat and view."""
    rows = (
        (seat, view, sort)
        for seat, own in choices.sorts.items()
        for view in sort_infosets(own)
        for sort in [own[view]]
    )
    return build_document(build_table(rows, head=("seat", "view", "sort")))


def _player_class_blocks(
    game: Game | None,
    seat: str,
    foe: str,
    sorts: Mapping[str, str],
    actions: tuple[str, ...],
) -> list[Block]:
    idle = sort_infosets(view for view, sort in sorts.items() if sort == "-")
    open_ = sort_infosets(view for view, sort in sorts.items() if sort == "*")
    sure = len(sorts) - len(idle) - len(open_)
    count = (
        f"{sure} of {count_noun(len(sorts), 'choice')} settled, whatever {with_article(foe)} does"
    )
    found: list[Block] = [Heading(seat, count)]
    shown = {view: _class_as_mixed_action(actions, sort) for view, sort in sorts.items()}
    grid, left = build_strategy_grid(
        {v: m for v, m in shown.items() if m}, infoset_legend(game, seat)
    )
    if grid is not None:
        down, across, letters = grid.key
        letters = letters.removesuffix(f", {MIXED_CELL} mixed:")
        said = f"{letters} whatever {with_article(foe)} does, {MIXED_CELL} it depends"
        found.append(GridBlock(grid, seat, key=(down, across, said)))
    lines = [
        (line.label, _class_text(line.mix))
        for line in merge_equal_infosets(left if grid else shown)
    ]
    if lines:
        found.append(build_table(lines))
    if idle:
        found.append(
            Remark(
                f"{count_noun(len(idle), 'choice')} that never matters: "
                f"{_first_infosets_text(idle)}"
            )
        )
    if grid is not None and open_:
        found.append(
            Remark(f"depends at {count_noun(len(open_), 'view')}: {_first_infosets_text(open_)}")
        )
    return found


def _class_as_mixed_action(actions: tuple[str, ...], sort: str) -> MixedAction:
    """Return a sort in the shape of a strategy: sure, mixed where it depends, empty where idle."""
    if sort == "-":
        return {}
    if sort == "*":
        return {action: Fraction(1, len(actions)) for action in actions}
    return {action: Fraction(int(action == sort)) for action in actions}


def _class_text(mix: MixedAction) -> str:
    played = [action for action, chance in mix.items() if chance]
    return printable(played[0]) if len(played) == 1 else "it depends" if played else "never matters"


def _first_infosets_text(views: list[str], most: int = 30) -> str:
    listed = " ".join(views[:most])
    return f"{listed} ..." if len(views) > most else listed
