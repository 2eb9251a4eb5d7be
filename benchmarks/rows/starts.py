"""Row 17: the first use of every verb on a fresh machine, and a warm start."""

from __future__ import annotations

from benchmarks.settings import WORD, Record, Settings
from benchmarks.table import duration

FIRST, WARM = 1.0, 0.15  # CPU seconds


def starts_row(settings: Settings) -> Record:
    """Run every verb on a copy of the package that nothing was compiled for."""
    record = Record("17", "first use on a fresh machine; warm start", settings)
    try:
        from benchmarks.rows.first_use import COMMANDS, rows_of_first_use, warm_start
    except ImportError as error:
        record.goal("every verb, first use", f"< {FIRST:.0f} s CPU", "", None, str(error))
        return record
    commands = COMMANDS[::6] if settings.quick else COMMANDS
    rows, failed = [], []
    for command in commands:
        name = " ".join(command)
        settings.progress(f"first use: {name}")
        try:
            rows += list(rows_of_first_use([command]))
        except RuntimeError as error:
            failed.append(f"{name}: {error}")
    body = [[name, duration(cpu), duration(wall), WORD[cpu < FIRST]] for name, cpu, wall in rows]
    record.figures += [{"verb": name, "cpu": cpu, "wall": wall} for name, cpu, wall in rows]
    late = [name for name, cpu, _ in rows if cpu >= FIRST]
    slowest = max(rows, key=lambda row: row[1], default=("none", 0.0, 0.0))
    measured = f"{len(rows) - len(late)} of {len(commands)}; slowest {duration(slowest[1])}"
    reached = not late and not failed
    record.goal(
        "every verb, first use", f"< {FIRST:.0f} s CPU", f"{measured} ({slowest[0]})", reached
    )
    name, cpu, wall = warm_start(3 if settings.quick else 9)
    body.append([name, duration(cpu), duration(wall), WORD[cpu < WARM]])
    record.figures.append({"verb": name, "cpu": cpu, "wall": wall})
    record.goal("`sabot solve le-her`, warm", f"< {WARM} s CPU", duration(cpu), cpu < WARM)
    record.table(["command", "CPU", "wall", "verdict"], body)
    for each in failed:
        record.note(f"FAILED: {each}")
    return record
