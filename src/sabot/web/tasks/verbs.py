"""The verbs of the command line as tasks: each answers with the document of its ``--json``.

The check of a document answers as ``sabot check --json`` does; of the rules files that it may name
only the one opened at the terminal is run.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot import certify
from sabot.errors import CertificateError, Fault, FormError, GameStringError, SabotError
from sabot.kinds import require_kind
from sabot.loading import names_rules_file, rules_file_path
from sabot.render.text import verdict_lines
from sabot.web.messages import TaskQuestion
from sabot.web.tasks.game_input import (
    FILE_PARAMETER,
    NOT_OPENED,
    load_game_of_question,
    named_game_file,
    require_no_file,
)

JsonDocument = dict[str, object]


def games(question: TaskQuestion) -> JsonDocument:
    """Return what games there are."""
    from sabot.render.views.game_info import games_document

    return games_document()


def show(question: TaskQuestion) -> JsonDocument:
    """Return the rules of a game, or of a whole family where only its name is given."""
    from sabot.loading import find_family
    from sabot.render.views.game_info import rules_document

    text = str(question.get("game", ""))
    if not question.get("opened"):
        require_no_file(text)
    family = find_family(text) if "(" not in text else None
    return rules_document(load_game_of_question(question) if family is None else family)


def size(question: TaskQuestion) -> JsonDocument:
    """Return what solving will cost."""
    from sabot.analysis.cost_estimate import estimate_cost
    from sabot.render.views.game_info import size_document

    game = load_game_of_question(question)
    found = estimate_cost(game, seconds=float(str(question.get("seconds", 5))))
    return size_document(str(game), game.seats, game.cost(), found)


def solve(question: TaskQuestion) -> JsonDocument:
    """Return the solution, checked."""
    from sabot.api import checking, solving

    found = solving.solve(load_game_of_question(question))
    if found.certificate:
        checking.check(found)
    return found.to_json()


def prove(question: TaskQuestion) -> JsonDocument:
    """Return a theorem, checked."""
    from sabot.api import checking, proving

    text = str(question.get("game", ""))
    if not question.get("opened"):
        require_no_file(text)
    low, high = (
        None if question.get(end) is None else proving.read_range_end(str(question[end]))
        for end in ("low", "high")
    )
    found = proving.prove(text, low=low, high=high)
    checking.check(found)
    return found.to_json()


def equilibria(question: TaskQuestion) -> JsonDocument:
    """Return all extreme optimal strategies, or all extreme equilibria."""
    from sabot.api import solving

    return solving.equilibria(load_game_of_question(question)).to_json()


def value(question: TaskQuestion) -> JsonDocument:
    """Return what given strategies earn."""
    from sabot.api import evaluation

    given = question.get("strategies")
    if not isinstance(given, str | Mapping):
        raise FormError("strategies are missing; write {seat: {view: action}}, or a name")
    return evaluation.value(load_game_of_question(question), given).to_json()


def reduce(question: TaskQuestion) -> JsonDocument:
    """Return the steps by which dominated strategies go."""
    from sabot.api import solving

    game = load_game_of_question(question)
    return {"game": str(game), **solving.reduce(game).to_json()}


def report(question: TaskQuestion) -> JsonDocument:
    """Return the designer's report, with changed parameters where ``vary`` names them."""
    from sabot.api import reporting

    vary = str(question.get("vary", ""))
    game = load_game_of_question(question)
    return reporting.report(game, vary=[vary] if vary else []).to_json()


def hand(question: TaskQuestion) -> JsonDocument:
    """Return a poker hand's class, its chances and the value of every hold."""
    from sabot.results.poker_hand import hand as looked_up

    asked, against = str(question.get("cards", "")), str(question.get("against", "improved"))
    return looked_up(asked, against=against).to_json()


def paper(question: TaskQuestion) -> JsonDocument:
    """Return a source, or one item of it, regenerated and compared with print."""
    from sabot import papers
    from sabot.progress import report_progress

    name, item = str(question.get("name", "")), str(question.get("item", ""))
    if item:
        return papers.run(name, item).to_json()
    book = papers.source(name)
    found: list[papers.Claim | papers.PaperTable] = []
    for done, part in enumerate(book.items):
        report_progress(f"regenerating {part.name}", done, len(book.items), unit="items")
        found += papers.regenerate(name, part.name)
    claims = tuple(one for one in found if isinstance(one, papers.Claim))
    tables = tuple(one for one in found if isinstance(one, papers.PaperTable))
    return papers.Report(book, claims, tables).to_json()


def check(question: TaskQuestion) -> JsonDocument:
    """Return what a certificate proves; with ``rules`` also whether its numbers are the game's."""
    document = question.get("certificate")
    if not isinstance(document, Mapping):
        raise FormError("certificate: a JSON document is wanted, as sabot solve -o saves it")
    name = str(question.get("name", "certificate"))[:200]
    own = str(question.get("own", ""))
    report, _ = _check_report(name, document, rules=bool(question.get("rules")), own=own)
    return {"schema": "sabot/check/1", "files": [report]}


def check_dropped_file(question: TaskQuestion) -> JsonDocument:
    """Return the same of a file as it is, its text; and what the terminal would print of it."""
    name, text = str(question["name"])[:200], str(question["text"])
    try:
        document = certify.parse_document(text.encode(), name)
    except SabotError as fault:
        report: JsonDocument = {"file": name, "proved": False, "rules": None, "reason": str(fault)}
        return {"report": report, "lines": []}
    own = str(question.get("own", ""))
    report, lines = _check_report(name, document, rules=bool(question["rules"]), own=own)
    return {"report": report, "lines": lines}


def _check_report(
    name: str, document: Mapping[str, object], *, rules: bool, own: str = ""
) -> tuple[JsonDocument, list[str]]:
    """Return what ``--json`` says of a file, and the lines of what is proved."""
    report: JsonDocument = {"file": name, "proved": False, "value": None, "digest": None}
    report["rules"], report["reason"] = None, ""
    lines: list[str] = []
    try:
        require_kind(name, document, "check")
        proved = certify.check(document)
        report |= {"proved": True, **proved.to_json()}
        lines = verdict_lines(proved)
        if rules:
            lines.append(f"payoffs: {_conformance_text(name, proved, own)}")
            report["rules"] = True
        else:
            lines.append(proved.untied)
    except SabotError as fault:
        report["reason"] = str(fault)
        if report["proved"] and isinstance(fault, CertificateError):
            report["rules"] = False
    return report, lines


def _conformance_text(name: str, proved: certify.Verdict, own: str) -> str:
    """Return by what it was seen that the payoffs are the game's; refuse if they are not.

    *own* is the file that was opened at the terminal, the only one that is run or read.
    """
    from sabot.conformance import check_conformance

    if own and rules_file_path(proved.game) == own:
        return check_conformance(proved, proved.game).words
    if own and named_game_file(proved.game) == own:
        return check_conformance(proved).words
    rules = names_rules_file(proved.game)
    if rules or named_game_file(proved.game):
        remedy = f"check it at the terminal: sabot check {name}"
        remedy += f" --game '{proved.game}'" if rules else ""
        raise GameStringError(proved.game, [Fault(FILE_PARAMETER, NOT_OPENED, remedy)])
    require_no_file(proved.game)
    return check_conformance(proved).words
