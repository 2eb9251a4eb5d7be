"""Row 14: regret minimisation on Leduc poker and larger ones, beside OpenSpiel's C++ CFR+."""

from __future__ import annotations

from typing import Any

from benchmarks.children import child
from benchmarks.settings import Record, Settings
from benchmarks.table import duration, times

GOAL = 100.0  # our iterations a second over theirs
ITERATIONS = 1000

LEGEND = (
    "it/s: iterations a CPU second, both sides updated, looks at the gap not counted, best of five "
    "blocks. gap: the sum of what both best replies gain, after as many iterations as stand "
    "beside it (ours exact, theirs float). whole: the time of our cfr() with every look and the "
    "exact proof. OpenSpiel's leduc_poker(suit_isomorphism=True) is our game cell by cell; its "
    "plain one, and universal_poker, tell suits apart, which makes the tree up to eight times "
    "larger."
)


def universal(ranks: int) -> str:
    """Return Leduc poker with more ranks in OpenSpiel's words."""
    return (
        "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,raiseSize=2 4,"
        f"firstPlayer=1 1,maxRaises=2 2,numSuits=2,numRanks={ranks},numHoleCards=1,"
        "numBoardCards=0 1)"
    )


PLAN = (  # our game; OpenSpiel's words for it, how they are shown, and whether the goal is meant
    ("leduc-poker", "leduc_poker(suit_isomorphism=True)", "suits merged", True),
    ("leduc-poker", "leduc_poker", "suits apart", False),
    ("leduc-poker(ranks=6)", universal(6), "universal_poker", False),
    ("leduc-poker(ranks=9)", universal(9), "universal_poker", False),
)


def cfr_row(settings: Settings) -> Record:
    """Compare iterations a second, and the gaps after equally many iterations."""
    record = Record("14", "regret minimisation: Leduc poker, CFR against CFR+", settings)
    for game, theirs, words, meant in PLAN[:1] if settings.quick else PLAN:
        settings.progress(f"{game}: OpenSpiel")
        budget = 5.0 if settings.quick else 20.0
        peer = _child("openspiel", theirs, ITERATIONS, budget)
        settings.progress(f"{game}: Sabot")
        equal = peer.get("iterations", ITERATIONS)
        ours = {count: _child("sabot", game, count, 2.0) for count in sorted({equal, ITERATIONS})}
        _say(record, game, ours, peer, words)
        _keep(record, game, ours, peer, words, meant)
    record.note(LEGEND)
    return record


def _child(tool: str, game: str, iterations: int, seconds: float) -> dict[str, Any]:
    """Return a child's report; {"missing": why} where there is none."""
    job = {"tool": tool, "game": game, "iterations": iterations, "seconds": seconds}
    return child("cfr", job)


def _say(
    record: Record,
    game: str,
    ours: dict[int, dict[str, Any]],
    peer: dict[str, Any],
    words: str,
) -> None:
    head = [game, "iterations", "it/s", "ratio", "gap", "whole", "building"]
    body = []
    for report in ours.values():
        if "missing" in report:
            record.note(f"{game}: {report['missing']}")
            continue
        row = [
            "  Sabot",
            f"{report['iterations']:,}",
            _speed(report),
            "",
            f"{report['gap']:.1e}",
        ]
        body.append([*row, duration(report["whole"]), duration(report["building"])])
    if "missing" in peer:
        record.note(f"OpenSpiel missing: {peer['missing']}")
    else:
        ratio = _ratio(ours, peer)
        shown = "" if ratio is None else times(ratio)
        row = [
            f"  {words}",
            f"{peer['iterations']:,}",
            _speed(peer),
            shown,
            f"{peer['gap']:.1e}",
        ]
        body.append([*row, "", duration(peer["building"])])
    record.table(head, body)


def _keep(
    record: Record,
    game: str,
    ours: dict[int, dict[str, Any]],
    peer: dict[str, Any],
    words: str,
    meant: bool,
) -> None:
    """Keep the figures and decide the goals; a tool that is not here leaves them open."""
    mine = ours[peer.get("iterations", ITERATIONS)]
    ratio = _ratio(ours, peer)
    record.figures.append(
        {"game": game, "peer": words, "ratio": ratio}
        | {"ours": list(ours.values()), "openspiel": peer}
    )
    known = ratio is not None
    why = f"OpenSpiel: {peer['missing']}" if "missing" in peer else "ours is missing"
    if meant:
        goal = f">= {GOAL:.0f}x OpenSpiel's iterations a second"
        shown = times(ratio) if ratio is not None else ""
        record.goal(game, goal, shown, ratio >= GOAL if ratio is not None else None, why)
        gaps = f"{mine['gap']:.1e}, theirs {peer['gap']:.1e}" if known else ""
        smaller = mine["gap"] <= peer["gap"] if known else None
        record.goal(game, "gap no larger after as many iterations", gaps, smaller, why)
    if known and abs(mine["value"] - peer["value"]) > mine["gap"] + peer["gap"]:
        record.note(f"{game}, {words}: THE VALUES DISAGREE.")


def _ratio(ours: dict[int, dict[str, Any]], peer: dict[str, Any]) -> float | None:
    mine = ours[peer.get("iterations", ITERATIONS)]
    if "missing" in mine or "missing" in peer:
        return None
    return float(mine["speed"] / peer["speed"])


def _speed(report: dict[str, Any]) -> str:
    speed = report["speed"]
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"
