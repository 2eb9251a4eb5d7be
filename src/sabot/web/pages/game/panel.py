"""The rules of a game as a form: what is typed is told at once, and what it will cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import Fault, GameStringError, SabotError
from sabot.exact import rational, show
from sabot.games import family_named
from sabot.games.files import family_in_file, names_rules
from sabot.render.views.family import documentation
from sabot.render.views.size import survey_lines
from sabot.telling.company import Company
from sabot.telling.family import Family
from sabot.telling.game import Game
from sabot.telling.parameters import Choice, Exact, Kind
from sabot.telling.strings import dissect
from sabot.web.address import LONGEST, fields, game_address, shows_answer
from sabot.web.app import desk, owner
from sabot.web.jobs.desk import Failed
from sabot.web.markup import Markup, Part, lines, markup, tag
from sabot.web.pages import Page
from sabot.web.pages.game.asked import is_own, loaded, question
from sabot.web.pages.game.doors import doors, doors_part, theorems
from sabot.web.refused import fault_part
from sabot.web.work.asked import FILE
from sabot.web.work.rules import game_string
from sabot.web.work.tree import MOST_NODES as DRAWN

FEW = 5
"""Parameters that are all shown at once; of more, those that are less used are folded away."""
SLIDES = 4
"""Where a slider ends, unless the number is larger; what is typed has no such end."""
_PREFIX = "p."


def panel(request: Request, family: Family, game: Game | None) -> Markup:
    """Return the form of a family's parameters, filled in with those of a game."""
    values = {} if game is None else game.parameters
    real = game is not None and family.real_hands(game) is not None
    told = documentation(family)[1]
    shown = [key for key in family.kinds if key != FILE]
    often = {*family.always, *family.leaves_open, *family.changed}
    often |= set(dissect(f"x({family.sample})")[1])
    first = [key for key in shown if len(shown) <= FEW or key in often]
    rest = [key for key in shown if key not in first]

    def field(key: str) -> Markup:
        kind = family.kinds[key]
        default = kind.show(family.defaults[key]) if key in family.defaults else ""
        text = kind.show(values[key]) if key in values else default
        slides = real and isinstance(kind, Exact)
        return _field(key, kind, text, default, told.get(key, ""), slides=slides)

    unusual = any(key in values and values[key] != family.defaults.get(key) for key in rest)
    more = tag("details", tag("summary", "More rules"), *map(field, rest), open=unusual)
    form = tag(
        "form",
        tag("input", type="hidden", name="family", value=family.name),
        *map(field, first),
        more if rest else None,
        id="rules",
        autocomplete="off",
        hx_get="/part/rules",
        hx_trigger="input changed delay:250ms, change, submit",
        hx_target="#verdict",
        hx_sync="this:queue last",
    )
    head = tag("h2", "Rules", class_="visually-hidden")  # the form says it to those who see it
    both = tag("rules-form", form, _asking(game))
    return tag("aside", head, both, class_="panel rules", aria_label="Rules")


def _asking(game: Game | None) -> Markup:
    """Return what the rules come to, and the way to solve it.

    Only the verdict is told anew as rules are typed: a button that is replaced between press and
    release hears no click, and loses the keyboard's focus.
    """
    wrong = "true" if game is None else None
    solve = tag(
        "button",
        "Solve",
        type="button",
        class_="main",
        aria_disabled=wrong,
        hidden=game is not None and isinstance(game.rules, Company),
        hx_post="/part/solve",
        hx_include="#verdict",
        hx_target="#result",
        hx_swap="innerHTML",
        hx_sync="this:queue last",
        data_solve=True,
    )
    link = tag(
        "button",
        "Copy link",
        type="button",
        class_="quiet",
        aria_disabled=wrong,
        data_copy="address",
    )
    return tag(
        "div",
        tag("div", _verdict(game), id="verdict", aria_live="polite"),
        tag("div", solve, link, class_="row"),
        class_="asking",
    )


def _slider(key: str, place: str, text: str) -> Markup:
    """Return a slider beside a number: the game is solved again where it is let go."""
    at = rational(text) if text else Fraction(0)
    most = max(Fraction(SLIDES), 2 * at) if at > 1 else Fraction(SLIDES)
    return tag(
        "input",
        type="range",
        min="0",
        max=show(Fraction(int(most))),
        step="any",
        value=str(float(at)),
        data_field=place,
        aria_label=f"{key}, as a slider",
    )


def _field(
    key: str, kind: Kind, text: str, default: str, told: str, *, slides: bool = False
) -> Markup:
    name, place = _PREFIX + key, f"field-{key}"
    hint = f"{place}-hint"
    if isinstance(kind, Choice):
        options = [tag("option", one, value=one, selected=one == text) for one in kind.options]
        box = tag("select", *options, id=place, name=name, aria_describedby=hint)
    else:
        typed = "" if text == "none" else text
        box = tag(
            "input",
            id=place,
            name=name,
            value=typed,
            placeholder=default,
            autocomplete="off",
            spellcheck="false",
            aria_describedby=hint,
        )
    words = kind.words.removeprefix("write ")
    said = f"{told[:1].upper()}{told[1:]}" if told else words[:1].upper() + words[1:]
    return tag(
        "div",
        tag("label", key, for_=place),
        box,
        _slider(key, place, text) if slides else None,
        tag("p", said, id=hint, class_="hint", title=f"{said} ({words})" if told else words),
        class_="field",
    )


def invitation(game: Game | None) -> Part:
    """Return what stands where the solution will be."""
    if game is None:
        return tag("p", "Mend the rules, then solve.", class_="placeholder")
    if isinstance(game.rules, Company):
        return played_only(game)
    return tag("p", "Solve it, and the value and the strategies stand here.", class_="placeholder")


def played_only(game: Game) -> Markup:
    """Return what stands there of a game that nothing solves: what can be done with it."""
    looks = ["button main", *["button"] * len(doors(game))]
    ways = [
        tag("li", tag("a", words, href=place, class_=look))
        for (place, words), look in zip(doors(game), looks, strict=False)
    ]
    words = "Too many hands can be dealt for it to be solved. They are dealt, played and judged:"
    return tag("div", tag("p", words), tag("ul", *ways, class_="actions"), class_="placeholder")


def _verdict(game: Game | None) -> Part:
    """Return which game the rules make, where it is seen when solved, and what it costs."""
    if game is None:
        return None
    text = str(game)
    address = game_address(text, solved="1")
    size = tag(
        "div",
        hx_get="/part/size",
        hx_vals=_values(g=text),
        hx_trigger="load",
        hx_target="this",
        class_="size",
    )
    held = tag(
        "input",
        type="hidden",
        name="g",
        value=text,
        data_address=address if len(address) < LONGEST else "",
    )
    string = tag("code", text, class_="string") if len(text) < 400 else None
    said = "" if game.parameters.get(FILE) else game.rules.remark(game)  # no file is opened here
    remark = tag("p", said, class_="hint") if said else None
    return [held, string, remark, size if _is_counted(game) else None]


def _is_counted(game: Game) -> bool:
    """Tell whether what it costs is known by counting its hands."""
    return game.rules.in_hands and not isinstance(game.rules, Company)


def _values(**given: str) -> str:
    import json

    return json.dumps(given)


async def rules(request: Request) -> Response:
    """Say which game the typed rules make, or all that is wrong with them."""
    sent = await fields(request)
    name = sent.get("family", "")
    typed = {
        key.removeprefix(_PREFIX): text for key, text in sent.items() if key.startswith(_PREFIX)
    }
    try:
        told = family_in_file(name, run=False) if is_own(request, name) else None
        family = family_named(name) if told is None else told[0]
        if family is None:
            raise GameStringError(name[:80], [Fault("game", "there is no such game")])
        game = loaded(request, game_string(family, typed))
    except GameStringError as fault:
        return HTMLResponse(tag("div", *map(_fault, fault.faults), class_="faults", role="alert"))
    except SabotError as fault:
        return HTMLResponse(fault_part(str(fault)))
    address = game_address(str(game))
    body = markup(tag("div", _verdict(game)), doors_part(game, moved=True))
    kept = len(address) >= LONGEST or shows_answer(request)
    return HTMLResponse(body, headers={} if kept else {"HX-Replace-Url": address})


def _fault(fault: Fault) -> Markup:
    head = tag("a", fault.where, href=f"#field-{fault.where}")
    remedy = tag("span", fault.remedy, class_="remedy") if fault.remedy else None
    return tag("p", tag("b", head), " ", fault.what, remedy, class_="fault")


async def size(request: Request) -> Response:
    """Say what solving will cost."""
    text = (await fields(request)).get("g", "")
    try:
        told = await desk(request).ask("size", question(request, text), owner(request))
    except (Failed, SabotError) as fault:
        return HTMLResponse(tag("p", str(fault), class_="warning"))
    drawn = f"/tree?{urlencode({'g': text})}" if 0 < (told.get("nodes") or 0) <= DRAWN else ""
    rows = [
        tag(
            "tr",
            tag("th", a, scope="row") if a else tag("td"),
            tag("td", tag("a", f"{b}, drawn", href=drawn) if a == "tree" and drawn else lines(b)),
        )
        for a, b in ((f"player {a}" if a.isdecimal() else a, b) for a, b in survey_lines(told))
    ]
    rows += _proofs(request, text, told)
    limits = desk(request).limits
    warn = None
    seconds = told.get("seconds")
    if seconds and seconds[0] > limits.seconds:
        warn = f"This will take longer than the {limits.seconds:g} s that a job may take here."
    elif seconds and seconds[-1] > limits.seconds:
        warn = f"This may take longer than the {limits.seconds:g} s that a job may take here."
    elif not seconds and _unforeseen(told):
        most = f"{limits.seconds:g} s and {limits.memory // 10**6} MB"
        warn = f"A job may take {most} here, and then ends without an answer."
    elif (told.get("memory") or 0) > limits.memory:
        warn = f"This needs more memory than the {limits.memory // 10**6} MB of a job."
    return HTMLResponse(
        tag("div", tag("table", *rows), tag("p", warn, class_="warning") if warn else None)
    )


def _unforeseen(told: Mapping[str, Any]) -> bool:
    """Tell whether nothing is known of how long solving takes; of open games the words say it."""
    return bool(told.get("problem") and told.get("solvable") and told.get("kind") != "perfect")


def _proofs(request: Request, text: str, told: Mapping[str, Any]) -> list[Markup]:
    """Return the ways to theorems on rules in a file, which are zero-sum as their tree tells."""
    if told.get("kind") in (None, "general") or not names_rules(text):
        return []
    links = [tag("a", words, href=place) for place, words in theorems(loaded(request, text))]
    parts = [part for link in links for part in (tag("br"), link)][1:]
    return [tag("tr", tag("th", "theorem", scope="row"), tag("td", *parts))] if links else []


PAGES = (
    Page("/part/rules", "rules", rules),
    Page("/part/size", "size", size),
)
