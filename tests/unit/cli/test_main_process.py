"""The program as a process: exit codes, stdout and stderr, signals, pipes, imports."""

import json
import os
import re
import select
import signal
import subprocess
import sys

import pytest
from tests.few import few

MODULE = [sys.executable, "-c", "from sabot.cli.main import run; run()"]


def sabot(*words, **options):
    options = {"capture_output": True, "text": True, "timeout": 300, **options}
    return subprocess.run([*MODULE, *words], **options)


def test_answers_and_talk_are_kept_apart(tmp_path):
    done = sabot("solve", "le-her", "-o", str(tmp_path / "s.json"))
    assert done.returncode == 0
    assert done.stdout.startswith("le-her(ranks=13, suits=4)\n")
    assert done.stderr == f"saved to {tmp_path}/s.json; sabot check {tmp_path}/s.json\n"
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["games"], 0),
        (["solve", "nothing"], 2),
        (["check", "none.json"], 3),
        (["reduce", "leduc"], 5),
    ],
)
def test_exit_codes(words, code, tmp_path):
    done = sabot(*words, cwd=tmp_path)
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0)
    assert bool(done.stderr) == (code != 0)


def test_json_goes_through_any_encoding():
    done = sabot("solve", "kuhn-poker", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout)["value"] == "-1/18"
    done = sabot("solve", "kuhn-poker", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, "\\u2248" in done.stdout) == (0, True)


LIGHT = """
import sys
from sabot.cli.program import cli
assert cli.run(sys.argv[1:]) == 0
heavy = {"numpy", "flint", "rich", "highspy", "numba", "sabot.api"} & set(sys.modules)
print("HEAVY", sorted(heavy), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], []),
        (["--version"], []),
        (["show", "le-her"], ["rich"]),  # which prints it
        (["solve", "le-her"], ["rich", "sabot.api"]),
    ],
)
def test_looking_around_and_a_small_separable_game_import_nothing_heavy(words, heavy):
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, *words], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == f"HEAVY {heavy}"


def test_checking_needs_no_solver(tmp_path):
    path = tmp_path / "s.json"
    sabot("solve", "le-her", "-o", str(path))
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, "check", str(path)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stderr == "HEAVY []\n"


AT_WORK = """
import sys
from sabot import progress
stage = sys.argv.pop(1)
least = int(sys.argv.pop(1))
waiting = [True]
def report(*moment, tell=progress.report_progress):
    if waiting and moment[0] == stage and (not least or moment[1] >= least):
        waiting.clear()
        print("at work", file=sys.stderr, flush=True)
    tell(*moment)
progress.report_progress = report  # before anything that reports is imported
from sabot.cli import output
from sabot.cli.main import run
output.FIRST_LOG_AFTER = 86400.0  # the output must not depend on how busy the machine is
run()
"""


def interrupted(stage, *words, done=0):
    """Start a verb, send it Ctrl-C at a stage, and return its code, stdout and stderr.

    *done* is how much of the stage is done by then, at least.
    """
    with subprocess.Popen(
        [sys.executable, "-c", AT_WORK, stage, str(done), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr.readline() == "at work\n"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()
    return process.returncode, out, err


EARLY = """
import os, signal, sys, time
_, where, lost, *words = sys.argv
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != where:
            return None
        sys.meta_path.remove(self)
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        except KeyboardInterrupt:
            if not lost:
                raise
        raise ImportError("what a module in C makes of it")
sys.meta_path.insert(0, Finder())
sys.argv[1:] = words
from sabot.cli.main import run
run()
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
@pytest.mark.parametrize("where", ["sabot.cli.program", "click", "sabot.cli.verbs.prove", "flint"])
@pytest.mark.parametrize("lost", ["", "lost"])
def test_ctrl_c_while_modules_are_imported_is_quiet(where, lost):
    words = [sys.executable, "-c", EARLY, where, lost, "prove", "le-her(ranks=3, suits=*)"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", "sabot: interrupted\n")


RUNPY = "import runpy; runpy.run_module('sabot', None, '__main__')"
AS_MODULE = EARLY.partition("from sabot")[0] + RUNPY


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
@pytest.mark.parametrize(
    ("program", "where"), [(EARLY, "sabot.cli.interrupt"), (AS_MODULE, "sabot.cli.main")]
)
def test_ctrl_c_before_anybody_listens_is_quiet_too(program, where):
    words = [sys.executable, "-c", program, where, "", "games"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", "sabot: interrupted\n")


SWALLOWED = """
import ctypes, os, signal, sys, time
from sabot.cli import main, program
def called_back():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
def run():
    ctypes.CFUNCTYPE(None)(called_back)()
    for _ in range(6000):
        time.sleep(0.01)  # in pieces: what is heard in one is raised after it
program.cli.run = run
main.run()
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
def test_ctrl_c_that_a_callback_swallows_is_heard_all_the_same():
    words = [sys.executable, "-c", SWALLOWED]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", "sabot: interrupted\n")


FIRST = """
import sys
before = set(sys.modules)
from sabot.cli import interrupt
interrupt.install_handler = lambda: print(*sorted(set(sys.modules) - before)) or sys.exit(0)
from sabot.cli.main import run
run()
"""


def test_next_to_nothing_is_imported_before_ctrl_c_is_listened_for():
    """What is imported before can only end in Python's own traceback."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=300
    )
    ours = {"sabot", "sabot.cli", "sabot.cli.interrupt", "sabot.cli.main", "sabot.services"}
    assert set(done.stdout.split()) <= ours | {"__future__", "_signal"}, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
def test_ctrl_c_in_a_simulation_gives_what_there_is():
    code, out, err = interrupted("dealing", "simulate", "le-her", "--hands", "1000000000", done=2)
    assert code == 4
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert "95 %" in out
    assert "interrupted after" in err


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
def test_ctrl_c_in_a_solve_is_one_line(tmp_path):
    path = tmp_path / "m.csv"
    rows = [[(i * 7919 + j * 104729 + i * j * 31) % 2003 for j in range(900)] for i in range(900)]
    path.write_text("\n".join(",".join(map(str, row)) for row in rows))
    code, out, err = interrupted("guessing", "solve", f"matrix(file={path})")
    assert (code, out, err) == (4, "", "sabot: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes")
@pytest.mark.parametrize("verb", ["solve", "size", "export --efg"])
def test_ctrl_c_stops_rules_that_loop_and_ask_nothing(verb, tmp_path):
    path = tmp_path / "loop.py"
    path.write_text(
        "import sabot, sys\n"
        "@sabot.rules(name='loop', seats=('ann', 'bob'))\n"
        "def loop(table):\n"
        "    print('at work', file=sys.stderr, flush=True)\n"
        "    while True:\n"
        "        pass\n"
    )
    found = interrupted("told by the rules", *verb.split(), str(path))
    assert found == (4, "", "sabot: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_no_error(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    target = tmp_path / "s.json"
    process = subprocess.Popen(
        [*MODULE, "solve", "le-her", "-o", str(target)], stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 4
    assert err == b""
    assert target.exists()  # what was asked for is saved all the same


PRINTED = [
    ["--help"],
    ["--version"],
    ["games"],
    ["show", "le-her"],
    ["size", "kuhn"],
    ["solve", "kuhn"],
    ["solve", "kuhn", "--json"],
    ["solve", "whist(deal=KQ10/AJ9, lead=W)"],
    ["check", "kuhn.json"],
    ["reduce", "kuhn"],
    ["equilibria", "kuhn"],
    ["prove", "le-her(ranks=3, suits=*)"],
    ["value", "kuhn", "--strategy", "optimal"],
    ["sweep", "le-her(ranks=2..3)"],
    ["simulate", "kuhn", "--hands", "9"],
    ["play", "kuhn", "--seed", "1", "--hands", "1"],
    ["whist", "puzzle", "--answer", "--seed", "1"],
    ["table", "kuhn.json", "--csv"],
    ["export", "kuhn", "--efg"],
    ["paper"],
    ["completion", "bash"],
]


def closed(*words, both=False, **options):
    """Run a verb with nobody reading stdout (nor stderr, if both): its code, and what it said."""
    reader, writer = os.pipe()
    os.close(reader)
    said = writer if both else subprocess.PIPE
    options = {"stdin": subprocess.DEVNULL, "timeout": 300, **options}
    done = subprocess.run([*MODULE, *words], stdout=writer, stderr=said, **options)
    os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize("words", few(6, PRINTED), ids=" ".join)
def test_every_verb_falls_silent_when_the_reader_is_gone(words, tmp_path):
    if "kuhn.json" in words:
        sabot("solve", "kuhn", "-o", "kuhn.json", cwd=tmp_path)
    code, said = closed(*words, cwd=tmp_path)
    assert code == 4
    assert b"Traceback" not in said
    assert b"error" not in said.lower()


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize(
    ("words", "code"),
    [(["slove"], 2), ([], 4), (["solve", "nothing"], 2), (["check", "none"], 3), (["games"], 4)],
)
def test_a_complaint_that_nobody_hears_keeps_its_exit_code(words, code):
    assert closed(*words, both=True) == (code, None)


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_talk_that_nobody_hears_spoils_no_answer(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    done = sabot("solve", "kuhn", capture_output=False, stdout=subprocess.PIPE, stderr=writer)
    os.close(writer)
    assert done.returncode == 0
    assert "-1/18" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:
        done = sabot("games", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 3
    assert "cannot be written" in done.stderr


pty = pytest.importorskip("pty")


def on_a_terminal(words, **environment):
    """Run a verb on a terminal of its own; return its exit code and all it wrote."""
    pid, handle = pty.fork()
    if pid == 0:  # pragma: no cover - the child
        os.environ.update({"COLUMNS": "80", "TERM": "xterm", **environment})
        os.execv(sys.executable, [*MODULE, *words])
    written = b""
    while True:
        ready, _, _ = select.select([handle], [], [], 300)
        try:
            part = os.read(handle, 65536) if ready else b""
        except OSError:
            part = b""
        if not part:
            break
        written += part
    os.close(handle)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), written.decode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_terminal_has_colour_unless_told_otherwise(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    code, text = on_a_terminal(["solve", "le-her"])
    assert code == 0
    assert "\x1b[1m" in text
    code, text = on_a_terminal(["solve", "le-her"], NO_COLOR="1")
    assert code == 0
    assert "277/11050" in text
    assert not re.search("\x1b\\[[0-9;]*m", text)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_tab_on_a_terminal_is_a_tab(tmp_path):
    game = tmp_path / "m.json"
    game.write_text(json.dumps({"payoffs": [[1, 2], [2, 1]], "rows": ["a\tb", "c"]}))
    assert "a\tb" in on_a_terminal(["export", f"matrix(file={game})", "--csv"])[1]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_csv_on_a_terminal_cannot_move_the_cursor(tmp_path):
    game = tmp_path / "m.json"
    game.write_text(json.dumps({"payoffs": [[1, 2], [2, 1]], "rows": ["a\x1b[2J", "b"]}))
    code, text = on_a_terminal(["export", f"matrix(file={game})", "--csv"])
    assert code == 0
    assert "a\x1b" not in text
    assert r"a\x1b[2J" in text
