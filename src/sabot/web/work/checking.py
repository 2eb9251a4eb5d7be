"""A file checked: what ``sabot check --json`` says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot import certify
from sabot.errors import CertificateError, SabotError
from sabot.render.views.kinds import demand_kind
from sabot.web.work.asked import demand_no_file

PROVES = (
    *("proof", "threshold-proof", "pair-proof"),
    *("interval", "equilibria", "pair-equilibria", "profile"),
)
"""The kinds of documents besides solutions that carry a proof."""


def checked(name: str, document: Mapping[str, Any], *, rules: bool) -> dict[str, Any]:
    """Return what a document proves, or why it proves nothing."""
    told: dict[str, Any] = {"file": name, "proved": False, "value": None, "digest": None}
    told["rules"], told["reason"] = None, ""
    try:
        demand_kind(name, document, "check", *PROVES)
        proved = certify.check(document)
        told |= {"proved": True, **proved.to_json()}
        if rules:
            from sabot.tying import tie

            demand_no_file(str(document.get("game", "")))
            tie(proved, None, unreachable=document.get("unreachable", {}))
            told["rules"] = True
    except SabotError as fault:
        told["reason"] = str(fault)
        if told["proved"] and isinstance(fault, CertificateError):
            told["rules"] = False
    return {"schema": "sabot/check/1", "files": [told]}
