"""A file checked: what ``sabot check --json`` says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot import certify
from sabot.errors import CertificateError, Fault, GameStringError, SabotError
from sabot.games.files import names_rules, rules_file
from sabot.render.views.kinds import PROOFS, demand_kind, proved_lines
from sabot.web.work.asked import FILE, demand_no_file


def checked(name: str, document: Mapping[str, Any], *, rules: bool) -> dict[str, Any]:
    """Return what a document proves, or why it proves nothing."""
    return {"schema": "sabot/check/1", "files": [_told(name, document, rules=rules)[0]]}


def dropped(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same of a file as it is, its text; and what the terminal would print of it."""
    name, text = str(question["name"])[:200], str(question["text"])
    try:
        document = certify.parsed(text.encode(), name)
    except SabotError as fault:
        told: dict[str, Any] = {"file": name, "proved": False, "rules": None, "reason": str(fault)}
        return {"told": told, "lines": []}
    own = str(question.get("own", ""))
    told, lines = _told(name, document, rules=bool(question["rules"]), own=own)
    return {"told": told, "lines": lines}


def _told(
    name: str, document: Mapping[str, Any], *, rules: bool, own: str = ""
) -> tuple[dict[str, Any], list[str]]:
    """Return what ``--json`` says of a file, and the lines of what is proved."""
    told: dict[str, Any] = {"file": name, "proved": False, "value": None, "digest": None}
    told["rules"], told["reason"] = None, ""
    lines: list[str] = []
    try:
        demand_kind(name, document, "check", *PROOFS)
        proved = certify.check(document)
        told |= {"proved": True, **proved.to_json()}
        lines = proved_lines(proved)
        if rules:
            lines.append(f"payoffs: {_tied(name, proved, own)}")
            told["rules"] = True
        else:
            lines.append(proved.untied)
    except SabotError as fault:
        told["reason"] = str(fault)
        if told["proved"] and isinstance(fault, CertificateError):
            told["rules"] = False
    return told, lines


def _tied(name: str, proved: certify.Statement, own: str) -> str:
    """Return by what it was seen that the payoffs are the game's; refuse if they are not.

    *own* is the file of rules that was opened at the terminal, the only one that is run.
    """
    from sabot.tying import tie

    if own and rules_file(proved.game) == own:
        return tie(proved, proved.game).words
    if names_rules(proved.game):
        remedy = f"check it at the terminal: sabot check {name} --game '{proved.game}'"
        raise GameStringError(proved.game, [Fault(FILE, "no page opens a file", remedy)])
    demand_no_file(proved.game)
    return tie(proved).words
