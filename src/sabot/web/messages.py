"""Types of the JSON that workers and pages exchange: requests, messages, and answers by task.

An answer is written by a task of :mod:`sabot.web.tasks` and read by a page. Numbers are exact, as
text: ``"3/8"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

TaskQuestion = Mapping[str, object]
"""What a task is asked, by key. It may come from a request, so that a task checks what it reads."""


class TaskRequest(TypedDict):
    """The line that starts a task in a worker."""

    work: str
    question: TaskQuestion


class WorkerMessage(TypedDict, total=False):
    """A line from a worker: it is ready, has begun, is at some moment, has an answer or a fault."""

    ready: int
    begun: bool
    moment: str
    share: float | None
    answer: int
    """The length of the answer, which follows."""
    peak: int
    fault: str
    state: str
    code: int
    tired: bool


class GridRow(TypedDict):
    """One row of a table of information sets: its labels and the views of its cells."""

    labels: list[str]
    views: list[str]
    part: NotRequired[str]
    """The part of a long table that it belongs to."""


class GridLayout(TypedDict):
    """A table of a player's information sets."""

    head: list[str]
    rows: list[GridRow]
    sees: NotRequired[list[str]]
    """What is down and what is across."""
    division: NotRequired[str]
    """What a long table is divided by."""


class DrawnFigure(TypedDict):
    """A drawing as a worker returns it: the SVG, and where the axes of its panels are."""

    svg: str
    frames: Sequence[Sequence[float]]


class PageFigure(TypedDict):
    """A figure of a page."""

    wide: DrawnFigure
    narrow: DrawnFigure


class KnownNumber(TypedDict):
    """A number that a game is known by, and the words that follow it."""

    number: str
    words: str


class SolutionAnswer(TypedDict):
    """A solution with what its page shows beside it.

    ``costs`` are by seat and view; ``earns`` by seat and action, where a seat chooses once.
    """

    game: str
    solution: Mapping[str, object]
    checked: float | None
    costs: dict[str, dict[str, str]]
    earns: dict[str, dict[str, str]]
    layouts: dict[str, GridLayout | None]
    html: str
    sees: dict[str, str]
    drawing: NotRequired[PageFigure]
    caption: NotRequired[str]
    pays: NotRequired[dict[str, str]]
    """What each seat is paid, of a result that is no solution."""
    known: NotRequired[KnownNumber]
    """The number by which a result without seats that are paid is known."""


class GameFile(TypedDict):
    """A game as a file for other programs."""

    suffix: str
    text: str


class AnalysisAnswer(TypedDict):
    """What a verb of the command line finds, as a part of a page; ``checked``: by the checker."""

    solution: Mapping[str, object]
    html: str
    checked: float | None
    drawing: NotRequired[PageFigure]
    file: NotRequired[GameFile]


class GridAnswer(TypedDict):
    """All solutions of a typed matrix; ``best``: row, column and player of each best response."""

    game: str
    best: list[tuple[int, int, str]]
    listed: SolutionAnswer


class ExpectationLine(TypedDict):
    """One term of an expectation: what the other player holds and does."""

    other: str
    chance: str
    pays: str
    part: str


class Explanation(TypedDict):
    """What each action earns at one information set, and why."""

    game: str
    seat: str
    view: str
    other: str
    zero_sum: bool
    once: bool
    chance: str
    mix: dict[str, str]
    worth: dict[str, str]


class Holding(TypedDict):
    """A hand that the opponent may hold: how likely it is, and what each action then earns."""

    holds: str
    chance: str
    pays: dict[str, str]


class HoldingsAnswer(TypedDict):
    """The values of all actions at an information set by what the opponent may hold."""

    game: str
    seat: str
    view: str
    other: str
    actions: list[str]
    holdings: list[Holding] | None
    """None where the rules name no holdings, or too many hands lead there."""
    lines: dict[str, list[ExpectationLine]]
    """What is known then: the terms of each expectation by what the opponent does."""


class ChangedResponse(TypedDict):
    """An information set at which the best response differs from the optimal strategy."""

    view: str
    optimal: dict[str, str]
    reply: str


class LockedCells(TypedDict):
    """What is left of an optimal strategy with some of its cells changed."""

    seat: str
    other: str
    zero_sum: bool
    payee: str
    secures: str
    wins: str
    changed: list[ChangedResponse]


class SquaresPicture(TypedDict):
    """The information sets of each player, by the probability of each action."""

    kind: Literal["squares"]
    rows: list[list[list[str]]]


class StripsPicture(TypedDict):
    """Types from 0 to 1, each row with pairs: up to which type an action is taken."""

    kind: Literal["strips"]
    actions: list[str]
    rows: list[list[list[str]]]


class RowsPicture(TypedDict):
    """Mixed actions, cards, or names with numbers: one row each."""

    kind: Literal["bars", "cards", "lengths"]
    rows: list[list[str]]


Picture = SquaresPicture | StripsPicture | RowsPicture


class Headline(TypedDict):
    """The number that a game is known by, words that follow it, and a picture."""

    game: str
    number: str
    words: str
    picture: Picture


class TreeNode(TypedDict):
    """A node of a game tree; *parent* is its parent's place in the list, -1 at the root."""

    kind: Literal["chance", "decision", "end"]
    parent: int
    seat: str
    view: str
    labels: list[str]
    chances: list[str | None]
    reach: str | None
    pays: list[str] | None


class TreeAnswer(TypedDict):
    """The tree of a game, parents first, with reach probabilities where the game is solved."""

    game: str
    seats: list[str]
    solved: bool
    nodes: list[TreeNode]


class RulesFault(TypedDict):
    """An error in a rules file."""

    line: int | None
    words: str


class DescribedParameter(TypedDict):
    """A parameter of rules: what may be written, and its default as text."""

    kind: Literal["whole", "exact", "choice", "text"]
    words: str
    given: bool
    default: NotRequired[str]
    low: NotRequired[str]
    high: NotRequired[str]
    endless: NotRequired[bool]
    options: NotRequired[list[str]]


class DescribedFamily(TypedDict):
    """What pages show and check of a family in a rules file."""

    name: str
    original_name: str
    title: str
    words: str
    seats: list[str]
    sees: dict[str, list[str]]
    always: list[str]
    changed: list[str]
    sample: str
    even: bool
    plays_cards: bool
    has_choices: bool
    in_hands: bool
    one_play: str
    leaves_open: dict[str, dict[str, str]]
    offers_open: bool
    open_plainly: list[str]
    stays_closed: dict[str, str]
    parameters: dict[str, DescribedParameter]


class DescribedRules(TypedDict):
    """The families of a rules file, by their names in it, and when it was read; or its fault."""

    fault: str
    stamp: list[int]
    families: dict[str, DescribedFamily]


class DraftAnswer(TypedDict):
    """What the text of an editor makes: its errors by line, or its game, size, tree and solution.

    ``report`` is the designer's report as a part of a page, empty without one. ``note`` says
    why there is no tree or no solution, where the rules may be right.
    """

    faults: list[RulesFault]
    families: dict[str, DescribedFamily]
    game: str
    size: list[tuple[str, str]]
    """Labels and words, as ``sabot size`` prints them."""
    tree: TreeAnswer | None
    solution: SolutionAnswer | None
    report: str
    note: str


class SessionLine(TypedDict):
    """A line of a hand that is played: a question, an answer, a verdict or the end."""

    kind: Literal["answer", "verdict", "closing", "question"]
    text: NotRequired[str]
    html: NotRequired[str]
    loss: NotRequired[str]
    view: NotRequired[str]
    best: NotRequired[list[str]]
    payoff: NotRequired[str]
    hand: NotRequired[int]
    again: NotRequired[bool]
    """Whether an answer was given for the person: the same as before."""


ANSWER_AS_BEFORE = "same"
"""What an address of a session says where a situation that comes again is answered as before."""


class FinishedHand(TypedDict):
    """A hand that ended while another one is on the table: view and action of each answer."""

    hand: int
    answers: list[tuple[str, str]]
    again: bool
    """Whether all answers were given for the person."""
    lines: list[SessionLine]
    loss: str
    payoff: str


class KnownCard(TypedDict):
    """Cards that the person holds or that lie open."""

    text: str
    source: str


class WaitingQuestion(TypedDict):
    """The decision that the person has to make."""

    view: str
    actions: list[str]
    cards: list[KnownCard]
    stakes: list[tuple[str, str]]
    pot: str


class HeldBackAnswer(TypedDict):
    """An answer that costs something, which may be taken back."""

    action: str
    number: int


class SessionLeak(TypedDict):
    """What a person's habits lose."""

    exact: str
    html: str


class SessionAnswer(TypedDict):
    """A session of play after the answers so far."""

    game: str
    seats: list[str]
    seat: str
    called: dict[str, str]
    seed: int
    hands: int | None
    hand: int
    explained: bool
    """Whether the cells of the game are explained on its page."""
    opening: str
    rules: list[str]
    lines: list[SessionLine]
    waiting: WaitingQuestion | None
    held_back: HeldBackAnswer | None
    over: bool
    ended: bool
    leak: SessionLeak | None
    review: str
    total: str
    plays_cards: bool
    lies_open: list[tuple[str, str]]
    answers: str
    idle: int
    repeatable: bool
    """Whether situations come again, so that they may be answered as before."""
    before: list[FinishedHand]
    """The hands that ended since the person's last answer, except the one on the table."""


class EnvelopePoint(TypedDict):
    """A breakpoint of V(p): view, action before and action after of each cell that changes."""

    p: str
    v: str
    cells: list[list[str]]


EnvelopeAnswer = TypedDict(
    "EnvelopeAnswer",
    {
        "game": str,
        "seat": str,
        "other": str,
        "first": str,
        "secures": bool,
        "view": str,
        "action": str,
        "else": str,
        "value": str,
        "peak": list[str],
        "played": str,
        "choices": list[list[str]],
        "points": list[EnvelopePoint],
        "responses": list[list[str]],
        "drawing": NotRequired[PageFigure],
    },
)
"""V(p) of a mixed action, by its breakpoints."""


class TheoremAnswer(TypedDict):
    """A theorem with its words, its figures and its files."""

    game: str
    parameter: str
    solution: Mapping[str, object]
    checked: float
    html: str
    drawing: PageFigure
    files: dict[str, str]


class CheckedFile(TypedDict):
    """What ``sabot check --json`` says about one file."""

    file: str
    proved: bool
    reason: str
    rules: bool | None
    value: NotRequired[str | None]
    digest: NotRequired[str | None]
    game: NotRequired[str]


class HoldAnswer(TypedDict):
    """The cards of a poker hand that are kept, and what they are worth."""

    hold: str
    discard: str
    value: str
    value_removal: str
    value_joint: NotRequired[str]
    improves: str


HandAnswer = TypedDict(
    "HandAnswer",
    {
        "hand": str,
        "class": str,
        "name": str,
        "rank": int,
        "against": str,
        "discard": str,
        "discard_removal": str,
        "discard_whole": str,
        "discard_common": str,
        "holds": list[HoldAnswer],
    },
)
"""A poker hand: the document of ``sabot hand --json``, without its probabilities."""
