"""The tables of what the workbench promises name tests that are there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
FAULTS = [f"A{k}" for k in range(1, 10)] + [f"B{k}" for k in range(1, 20)]


def test_every_fault_of_the_review_and_every_promise_names_a_test_that_is_there():
    text = "".join((HERE / name).read_text(encoding="utf-8") for name in ("README.md", "TABLES.md"))
    rows = dict(re.findall(r"^\| ([AB]\d+) [^|]* \| (.*) \|$", text, re.MULTILINE))
    assert list(rows) == FAULTS
    assert all("`test" in tests for tests in rows.values())
    files = {
        one if one.endswith(".py") else f"tests/web/{one}.py"
        for one in re.findall(r"`((?:tests/[\w/]*)?test_\w+(?:\.py)?)`", text)
    }
    missing = [one for one in files if not (HERE.parents[1] / one).is_file()]
    assert files and not missing
