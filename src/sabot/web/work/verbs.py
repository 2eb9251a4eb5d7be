"""The verbs of the command line as work: each answers with the document of its ``--json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.errors import FormError
from sabot.web.work.asked import asked_game, demand_no_file

Question = Mapping[str, Any]
Document = dict[str, Any]


def games(question: Question) -> Document:
    """Return what games there are."""
    from sabot.render.described import games_document

    return games_document()


def show(question: Question) -> Document:
    """Return the rules of a game, or of a whole family where only its name is given."""
    from sabot.games import family_named
    from sabot.render.described import rules_document

    text = str(question.get("game", ""))
    if not question.get("opened"):
        demand_no_file(text)
    family = family_named(text) if "(" not in text else None
    return rules_document(asked_game(question) if family is None else family)


def size(question: Question) -> Document:
    """Return what solving will cost."""
    from sabot.analyse.size import survey
    from sabot.render.described import size_document

    game = asked_game(question)
    return size_document(game, survey(game, seconds=float(question.get("seconds", 5))))


def solve(question: Question) -> Document:
    """Return the solution, checked."""
    from sabot import api

    found = api.solve(asked_game(question))
    if found.certificate:
        api.check(found)
    return found.to_json()


def prove(question: Question) -> Document:
    """Return a theorem, checked."""
    from sabot import api
    from sabot.exact import rational

    text = str(question.get("game", ""))
    demand_no_file(text)
    low, high = (
        None if question.get(end) is None else rational(str(question[end]))
        for end in ("low", "high")
    )
    found = api.prove(text, low=low, high=high)
    api.check(found)
    return found.to_json()


def equilibria(question: Question) -> Document:
    """Return all extreme optimal strategies, or all extreme equilibria."""
    from sabot import api

    return api.equilibria(asked_game(question)).to_json()


def value(question: Question) -> Document:
    """Return what given strategies earn."""
    from sabot import api

    given = question.get("strategies")
    if not isinstance(given, str | Mapping):
        raise FormError("strategies are missing; write {seat: {view: action}}, or a name")
    return api.value(asked_game(question), given).to_json()


def reduce(question: Question) -> Document:
    """Return the steps by which dominated strategies go."""
    from sabot import api

    game = asked_game(question)
    return {"game": str(game), **api.reduce(game).to_json()}


def hand(question: Question) -> Document:
    """Return a poker hand's class, its chances and the value of every hold."""
    from sabot.results.hand import hand as looked_up

    asked, against = str(question.get("cards", "")), str(question.get("against", "improved"))
    return looked_up(asked, against=against).to_json()


def paper(question: Question) -> Document:
    """Return a source, or one item of it, regenerated and compared with print."""
    from sabot import papers, watch

    name, item = str(question.get("name", "")), str(question.get("item", ""))
    if item:
        return papers.run(name, item).to_json()
    book = papers.source(name)
    found: list[Any] = []
    for done, part in enumerate(book.items):
        watch.at(f"regenerating {part.name}", done, len(book.items), unit="items")
        found += papers.regenerate(name, part.name)
    claims = tuple(one for one in found if isinstance(one, papers.Claim))
    tables = tuple(one for one in found if isinstance(one, papers.PaperTable))
    return papers.Report(book, claims, tables).to_json()


def check(question: Question) -> Document:
    """Return what a certificate proves; with ``rules`` also whether its numbers are the game's."""
    from sabot.web.work.checking import checked

    document = question.get("certificate")
    if not isinstance(document, Mapping):
        raise FormError("certificate: a JSON document is wanted, as sabot solve -o saves it")
    name = str(question.get("name", "certificate"))[:200]
    return checked(name, document, rules=bool(question.get("rules")))
