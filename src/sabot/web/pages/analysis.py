"""The page of analyses: the verbs of the command line that have no page of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import SabotError
from sabot.game_rules.parameters import Whole
from sabot.game_table import default_game
from sabot.loading import load
from sabot.results.refinement import REFINEMENTS
from sabot.web.components import chip_link, chips, error_html, select_field, text_field
from sabot.web.components import field as labelled_field
from sabot.web.figures.charts import figure_html
from sabot.web.game_links import game_question, load_requested_game
from sabot.web.html import Markup, Part, escape_lines, scrollable, tag
from sabot.web.jobs import Job, client_id, job_queue, require_answer
from sabot.web.layout import page_status, render_page
from sabot.web.messages import AnalysisAnswer
from sabot.web.pages import Page
from sabot.web.pages.equilibria import checked_html
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.pages.saving_links import PAGE_LABEL, PICTURE_LABELS, result_downloads
from sabot.web.tasks.analysis import MAX_GAMES, MAX_SHOWN_CHARACTERS


def _bimatrix() -> str:
    return "matrix([[6|6,2|7],[7|2,0|0]])"


def _dilemma() -> str:
    return "matrix([[3|3,0|5],[5|0,1|1]])"


def _several_games() -> str:
    """Return the usual game with a range for its first whole number."""
    family = load(default_game()).rules
    key = next(key for key, kind in family.kinds.items() if isinstance(kind, Whole))
    low = int(str(family.defaults[key]))
    return f"{family.name}({key}={low}..{low + 5})"


@dataclass(frozen=True, slots=True)
class Analysis:
    """One verb on the page: its words, what it is asked, and an example."""

    title: str
    words: str
    example: Callable[[], str] | None = None
    """The game that is asked about where the address names none; None: no game is asked for."""
    texts: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Fields to type in: a label, and what they hold at first."""
    choices: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    """Fields to choose from: a label, and the values with their words."""
    long: str = ""
    """The field of several lines, where there is one."""
    elsewhere: str = ""
    """What that field holds at first for another game than the example."""

    def first_text(self, key: str, game: str) -> str:
        """Return what a field holds before anything is typed."""
        return self.elsewhere if game and key == self.long else self.texts[key][1]

    @property
    def options(self) -> tuple[str, ...]:
        """The parameters of the address that this verb takes."""
        return (*self.texts, *self.choices)


ANALYSES = {
    "properties": Analysis(
        "Properties",
        "What kind of game it is, with proof: degenerate, dominant strategies, potential, "
        "supermodular, symmetric.",
        _bimatrix,
    ),
    "reduce": Analysis(
        "Dominance",
        "Dominated strategies are removed, step by step, and what dominates each is named.",
        _dilemma,
        choices={
            "sort": (
                "Remove",
                {
                    "": "strictly dominated",
                    "weak": "weakly dominated too",
                    "pure": "dominated by pure strategies only",
                },
            )
        },
    ),
    "correlated": Analysis(
        "Correlated equilibria",
        "The best and the worst correlated equilibria, for each player and for the sum.",
        _bimatrix,
        choices={
            "sort": ("Kind", {"": "correlated", "coarse": "coarse correlated"}),
            "list": ("List", {"": "the best and the worst", "all": "all vertices too"}),
        },
    ),
    "refine": Analysis(
        "Refinements",
        "Equilibria that also survive small mistakes: perfect, proper, sequential and others.",
        _bimatrix,
        choices={
            "refinement": ("Refinement", {"": "perfect", **{n: n for n in REFINEMENTS}}),
            "list": ("List", {"": "one of them", "all": "all of them"}),
        },
    ),
    "value": Analysis(
        "Value of a strategy",
        "What given strategies earn, the best response to each, and how much it wins. Write a "
        "name (optimal), or strategies as JSON: {seat: {view: action}}.",
        _bimatrix,
        texts={"strategies": ("Strategies", '{"row": {"-": "1"}, "column": {"-": "2"}}')},
        long="strategies",
        elsewhere="optimal",
    ),
    "simulate": Analysis(
        "Simulation",
        "Random hands between optimal players: the average beside the exact value.",
        default_game,
        texts={"hands": ("Hands", "20000"), "seed": ("Seed", "1")},
    ),
    "sweep": Analysis(
        "Sweep",
        "Many games at once, with a plot: a value may be a range (1..8) or a list (1|2|inf). At "
        f"most {MAX_GAMES} games.",
        _several_games,
    ),
    "equity": Analysis(
        "Equity",
        "Range against range in Texas hold'em, exactly. The board has 3, 4 or 5 cards.",
        texts={
            "one": ("One range", "AsKs"),
            "two": ("The other range", "QQ"),
            "board": ("Board", "Qs7h2d"),
        },
    ),
    "export": Analysis(
        "Export",
        "The tree, the matrix or the linear program of a game, for other programs.",
        default_game,
        choices={
            "form": (
                "As",
                {
                    "efg": "tree for Gambit (.efg)",
                    "nfg": "matrix for Gambit (.nfg)",
                    "csv": "matrix as CSV",
                    "lp": "linear program (.lp)",
                    "mps": "linear program (.mps)",
                },
            )
        },
    ),
}
"""The verbs of the page, in its order."""


async def analysis_page(request: Request) -> Response:
    """Show the verbs, and what the one of the address finds."""
    asked = request.query_params
    verb, game = asked.get("verb", ""), asked.get("g", "").strip()
    status = 200
    inside: Part = None
    if verb and verb not in ANALYSES:
        inside = error_html(f"verb: {verb[:40]!r} is not known; there are {', '.join(ANALYSES)}")
    elif verb:
        try:
            inside = await _found_html(request, verb, game)
        except SabotError as fault:
            inside, status = error_html(str(fault)), page_status(fault)
    parts: list[Part] = [tag("h1", "Analyse a game"), _verb_links(verb, game)]
    if verb in ANALYSES:
        parts += [tag("p", ANALYSES[verb].words, class_="lead"), _form(verb, game, asked)]
    else:
        parts.append(_overview(game))
    return render_page(request, "Analyse", *parts, inside, status=status)


def _analysis_url(verb: str, game: str) -> str:
    query = {"verb": verb, **({"g": game} if game and ANALYSES[verb].example is not None else {})}
    return f"/analysis?{urlencode(query)}"


def _verb_links(chosen: str, game: str) -> Markup:
    """Return the verbs, each with the game that is asked about; that of a sweep is many games."""
    kept = "" if chosen == "sweep" else game
    return chips(
        chip_link(one.title, _analysis_url(verb, kept), current=verb == chosen)
        for verb, one in ANALYSES.items()
    )


def _overview(game: str) -> Markup:
    """Return what each verb is for."""
    about = tag("p", "About ", tag("code", game), ":") if game else None
    listed = [
        tag("li", tag("a", one.title, href=_analysis_url(verb, game)), ": ", one.words)
        for verb, one in ANALYSES.items()
    ]
    return tag("div", about, tag("ul", *listed), class_="panel")


def _form(verb: str, game: str, asked: Mapping[str, str]) -> Markup:
    one = ANALYSES[verb]
    fields: list[Part] = [tag("input", type="hidden", name="verb", value=verb)]
    if one.example is not None:
        fields.append(text_field("Game", "g", game or one.example()))
    for key, (label, _) in one.texts.items():
        text = asked.get(key, one.first_text(key, game))
        if key == one.long:
            area = tag("textarea", escape_lines(text), name=key, rows="4", spellcheck="false")
            fields.append(labelled_field(label, area))
        else:
            fields.append(text_field(label, key, text))
    for key, (label, options) in one.choices.items():
        fields.append(select_field(label, key, options, asked.get(key, "")))
    button = tag("p", tag("button", "Compute", class_="main"))
    return tag("form", *fields, button, action="/analysis", class_="panel forms")


async def _found_html(request: Request, verb: str, game: str) -> Part:
    """Return what a verb finds, or the progress of its job."""
    one = ANALYSES[verb]
    asked = request.query_params
    options = {key: asked[key] for key in one.options if asked.get(key)}
    options |= {key: one.first_text(key, game) for key in one.texts if key not in asked}
    if one.example is None:
        question: dict[str, object] = {"verb": verb, **options}
    else:
        text = game or one.example()
        name = text if verb == "sweep" else str(load_requested_game(request, text))
        question = game_question(request, name, verb=verb, **options)
    job = job_queue(request).submit("analysis", question, client_id(request))
    late = await wait_for_jobs(request, job)
    return _answer_html(request, job, require_answer(job)) if late is None else late


def _answer_html(request: Request, job: Job, answer: AnalysisAnswer) -> Markup:
    here = f"/analysis?{request.url.query}"
    return tag(
        "div",
        figure_html(answer["drawing"]) if "drawing" in answer else None,
        scrollable(Markup(answer["html"]), "Result") if answer["html"] else None,
        _file_html(answer),
        result_downloads(job.id, _files(answer), here),
        None if answer["checked"] is None else checked_html(answer["checked"]),
        class_="panel",
        data_verb=str(job.question["verb"]),
    )


def _files(answer: AnalysisAnswer) -> dict[str, str]:
    """Return the files of an answer: by the form of each its word."""
    if "file" in answer:
        return {"file": f"Download {answer['file']['suffix']}"}
    certified = answer["checked"] is not None
    return {**PAGE_LABEL, "json": "Certificate" if certified else "JSON", **PICTURE_LABELS}


def _file_html(answer: AnalysisAnswer) -> Part:
    """Return the beginning of a file for other programs."""
    if "file" not in answer:
        return None
    text = answer["file"]["text"]
    shown = text[:MAX_SHOWN_CHARACTERS]
    more = len(text) - len(shown)
    return [
        tag("pre", escape_lines(shown), class_="printed", tabindex="0"),
        tag("p", f"and {more:,} characters more: download it", class_="note") if more else None,
    ]


PAGES = (
    Page(
        "/analysis",
        "Analyse",
        analysis_page,
        "Analyse",
        takes=(
            "verb",
            "g",
            *dict.fromkeys(key for one in ANALYSES.values() for key in one.options),
        ),
        numbers="Below a result with a certificate you see that the checker has verified it; a "
        "simulation is an estimate.",
    ),
)
