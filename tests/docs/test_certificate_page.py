"""The page that specifies certificates is held to what the checker does: digest, bounds, keys."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from tests.unit.forging import OLDER, document

import sabot
from sabot import MatrixForm, certify
from sabot.certify import documents, limits
from sabot.certify.algebra import formula_parser
from sabot.certify.parametric.inequality import REASONS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "certificate.md").read_text(
    encoding="utf-8"
)
SCHEMAS = sorted(
    {name for name in vars(documents).values() if re.fullmatch(r"sabot/.*/[0-9]", str(name))}
)
"""Of every document that the checker reads."""
SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def quoted(text):
    """Return a text as section 1 of the page writes it."""
    units = memoryview(text.encode("utf-16-be")).cast("B")
    found = []
    for k in range(0, len(units), 2):
        unit = units[k] * 256 + units[k + 1]
        letter = chr(unit)
        plain = letter if 0x20 <= unit <= 0x7E else f"\\u{unit:04x}"
        found.append(SHORT.get(letter, plain))
    return '"' + "".join(found) + '"'


def canonical(value):
    """Return the canonical form, written after section 1 of the page and nothing else."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(k)}:{canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    assert type(value) is int
    return str(value)


def digest(told):
    """Return the digest of a document, after the page."""
    told = dict(told)
    if told["schema"] in ("sabot/solution/2", "sabot/nash/1"):
        for key in ("method", "seconds", "decimal"):
            told.pop(key, None)
        told["certificate"] = {k: v for k, v in told["certificate"].items() if k != "digest"}
    else:
        told = {k: v for k, v in told.items() if k not in ("digest", "seconds")}
    return "sha256:" + hashlib.sha256(canonical(told).encode("ascii")).hexdigest()


def odd_labels():
    return MatrixForm.of(
        [[1, -1], [-1, 1]],
        rows=['été\n\t"\\', "冬\x00\x7f\x1f"],
        columns=["\U0001f0a1/", "\u2028\uffff"],
        seats=("ô", "z"),
    )


@pytest.mark.parametrize(
    "game",
    [
        "kuhn-poker",
        "whist(deal=KQ10/AJ9, lead=W)",
        [[0, 10**30], [10**30, 0]],
        odd_labels(),
        "matrix([[3|1,0|0],[0|0,1|3]])",
    ],
    ids=["kuhn", "whist", "large", "odd", "pairs"],
)
def test_the_digest_is_the_pages(game):
    told = document(game)
    assert digest(told) == told["certificate"]["digest"] == certify.check(told).digest


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.json")), ids=lambda path: path.name)
def test_the_digests_of_older_files_are_the_pages(path):
    told = json.loads(path.read_text(encoding="utf-8"))
    held = told["certificate"] if told["schema"] == "sabot/solution/1" else told
    if held is not None:
        assert digest(held) == held["digest"]


def test_the_reasons_are_the_pages_word_for_word():
    told = dict(re.findall(r"^\| `(value|shift|parts|sturm|even)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert told == REASONS


def test_the_bounds_are_the_pages():
    table = PAGE[PAGE.index("## 9. Bounds") : PAGE.index("## 10.")]
    bounds = [
        f"{limits.MAX_BYTES // 2**20} MiB",
        f"{limits.MOST_DOCUMENT_STEPS:,}",
        f"4,300; {limits.MAX_DIGITS:,}",
        "2^33; 2^32",
        "3·10^13",
        f"{2**16 - 1:,}; 10^11; 10^11",
        f"{limits.MOST_CARDS}; 1,000,000",
        f"{limits.MOST_DEGREE}; {limits.MOST_COEFFICIENT_BITS:,}",
        f"{limits.MOST_ROOT_WORK:,}",
        f"{limits.MOST_ROOT_BITS:,}",
        f"{limits.MOST_UNKNOWNS}; 2·10^8; {limits.MOST_DETERMINANT_BITS:,}",
        f"{formula_parser.MOST_FORMULA_CHARACTERS:,}; "
        f"{formula_parser.MOST_FORMULA_DEPTH}; 4,000; {formula_parser.MOST_FORMULA_POWER}; "
        f"{formula_parser.MOST_FORMULA_DEGREE}; {limits.MOST_FORMULA_BITS:,}",
        f"{limits.MOST_FORMULA_WORK:,}",
        f"{limits.MOST_GCD_WORK:,}",
        "2·10^10",
        "2·10^9; 2·10^9",
        f"{limits.MOST_CONTINUOUS_TERMINALS:,}; "
        f"{limits.MOST_CONTINUOUS_PLAYERS}; 40; {limits.MOST_CONTINUOUS_DIGITS}; "
        f"{limits.MOST_CONTINUOUS_INTERVALS:,}",
        f"10^9; {limits.MOST_CONTINUOUS_DENOMINATOR_BITS:,}; {limits.MOST_INDIFFERENCE_SETS}",
        f"{limits.MOST_CONTINUOUS_DENOMINATOR_BITS:,}",
        f"{limits.MOST_THRESHOLD_TERMINALS}; {limits.MOST_THRESHOLDS}; 2·10^8",
        f"{limits.MOST_THRESHOLD_DENOMINATOR_BITS:,}",
        f"{limits.MOST_OPTIMAL_SET_WORK:,}",
        f"{limits.MOST_PURE_STRATEGIES:,}; "
        f"{limits.MOST_EQUILIBRIA:,}; {limits.MOST_NASH_SUBSETS:,}",
        f"2·10^9; {limits.MOST_EQUILIBRIA_WEIGHTS:,}",
        "10^8",
        "2·10^9",
        f"{limits.MOST_VERTEX_WORK:,}",
        f"{limits.MOST_NORMAL_FORM_STRATEGIES}; {limits.MOST_NORMAL_FORM_WORK:,}",
        "2·10^9",
        f"{limits.MOST_BINARY_CHOICES:,}; "
        f"{limits.MOST_BINARY_CASES:,}; {limits.MOST_BINARY_INDIFFERENT}; "
        f"{limits.MOST_BINARY_VERTICES}",
        f"{limits.MOST_BINARY_WORK:,}",
        f"{limits.MOST_PARAMETRIC_NASH_STRATEGIES}; {limits.MOST_PARAMETRIC_NASH_CASES:,}; "
        f"{limits.MOST_PARAMETRIC_NASH_EQUILIBRIA:,}",
        f"{limits.MOST_PARAMETRIC_NASH_WORK:,}",
        f"{limits.MOST_PLAYERS}; 10^10",
        f"{limits.MOST_NUMBER_FIELD_DEGREE}; 4·10^9",
        f"{limits.MOST_NUMBER_FIELD_BITS:,}; {limits.MOST_NUMBER_FIELD_BITS:,}; 2·10^8",
        f"{limits.MOST_CORRELATED_BITS:,}; {limits.MOST_CORRELATED_WORK:,}",
        f"{limits.MOST_CELL_PROFILES:,}; {limits.MOST_CELL_BITS:,}; {limits.MOST_SUBSET_VERTICES}",
        f"{limits.MOST_INDEX_WORK:,}",
        f"{limits.MOST_PROPERTY_PROFILES:,}; {limits.MOST_PROPERTY_WORK:,}",
        f"{limits.MOST_PRIVATE_HANDS:,}; {limits.MOST_RANGE_HANDS:,}; {limits.MOST_PACK_HANDS:,}; "
        f"{limits.MOST_PRIVATE_HAND_SIZE}; {limits.MOST_PRIVATE_CARDS:,}; "
        f"{limits.MOST_PRIVATE_NODES:,}; {limits.MOST_PRIVATE_DEPTH}; "
        f"{limits.MOST_PRIVATE_AMOUNT_BITS:,}",
        f"{limits.MOST_PRIVATE_WORK:,}",
    ]
    assert re.findall(r"\| ([^|]*) \|$", table, re.MULTILINE)[2:] == bounds


def test_the_bounds_that_the_page_writes_as_powers_are_these():
    assert limits.MOST_THRESHOLD_WORK == 2 * 10**8 and limits.MOST_CONTINUOUS_WORK == 10**9
    assert limits.MOST_EQUILIBRIA_WORK == limits.MOST_CASE_TREE_WORK == 2 * 10**9
    assert limits.MOST_NASH_SUBSET_WORK == 10**8
    assert limits.MOST_PLAN_BITS == 2**33 and limits.MOST_DETERMINANT_WORK == 2 * 10**8
    assert limits.MOST_PLAN_WORK == 3 * 10**13 and limits.MOST_RANK_WORK == 10**11
    assert limits.MOST_SHIFT_WORK == 2 * 10**10 and limits.MOST_NPLAYER_WORK == 10**10
    assert limits.MOST_SIGN_WORK == limits.MOST_CLASSIFICATION_WORK == 2 * 10**9


def test_every_document_that_is_checked_is_on_the_page():
    for schema in SCHEMAS:
        assert f"| `{schema}` |" in PAGE


@pytest.mark.parametrize("game", ["kuhn-poker", "whist(deal=KQ10/AJ9, lead=W)", [[1, 2], [2, 1]]])
def test_every_key_of_a_solution_is_on_the_page(game):
    told = sabot.solve(game).to_json()
    for key in (*told, *told["certificate"], *told["certificate"]["form"]):
        assert f"`{key}`" in PAGE or f'"{key}"' in PAGE


def test_every_key_of_an_equilibrium_is_on_the_page():
    told = sabot.solve("von-neumann").to_json()
    form = told["certificate"]["form"]
    for key in (*told, *told["certificate"], *form, *form["after"][0]):
        assert f"`{key}`" in PAGE or f'"{key}"' in PAGE


@pytest.mark.parametrize("name", ["le-her", "kuhn"])
def test_every_key_of_a_proof_is_on_the_page(name):
    proof = json.loads((OLDER / f"{name}-proof-1.json").read_text(encoding="utf-8"))
    parts = [proof, proof["form"], proof["domain"], *proof["pieces"]]
    parts += [one for piece in proof["pieces"] for one in piece["inequalities"]]
    parts += [one for piece in proof["pieces"] for one in piece["basis"].values()]
    parts += [one for piece in proof["pieces"] for one in piece["plans"].values()]
    for key in {key for part in parts for key in part}:
        assert f"`{key}`" in PAGE or f'"{key}"' in PAGE


def every_node(node):
    yield node
    for after in node.get("after", ()):
        yield from every_node(after)


def test_every_key_of_a_theorem_on_real_hands_is_on_the_page():
    proof = json.loads(json.dumps(sabot.prove("von-neumann(A=*, B=1)").document))
    assert digest(proof) == proof["digest"]
    parts = [proof, proof["domain"], *proof["pieces"], *every_node(proof["form"])]
    section = PAGE[PAGE.index("### 6.9") : PAGE.index("## 7.")]
    for key in {key for part in parts for key in part}:
        assert f"`{key}`" in section or f'"{key}"' in section


def test_every_key_of_properties_and_indices_is_on_the_page():
    told = sabot.properties([[(2, 1), (0, 0)], [(0, 0), (1, 1)]]).to_json()
    parts = [told, told["certificate"], told["potential"], told["potential"]["four_cycles"][0]]
    parts += [told["supermodularity"], told["symmetry"], told["symmetry"]["witness"]]
    listed = sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 1)]], index=True).to_json()
    parts += [listed, listed["indices"], listed["indices"]["equilibria"][0]]
    for key in (key for part in parts for key in part):
        assert f"`{key}`" in PAGE or f'"{key}"' in PAGE, key


def test_every_key_of_refined_equilibria_is_on_the_page():
    told = sabot.equilibria([[(1, 1), (0, 0)], [(0, 0), (0, 0)]], refine="perfect").to_json()
    shown = told["certificate"]
    parts = told, told["equilibria"][0], shown, shown["form"], shown["evidence"][0]
    section = PAGE[PAGE.index("## 22.") :]
    for key in (key for part in parts for key in part):
        assert f"`{key}`" in section or f'"{key}"' in section


def test_every_key_of_correlated_equilibria_is_on_the_page():
    sexes, coin = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]], {("1", "1"): "1/2", ("2", "2"): "1/2"}
    told = sabot.correlated(sexes, objective="sum", vertices=True, device=coin).to_json()
    parts = told, told["certificate"], told["extremes"][0], told["vertices"][0], told["device"]
    for key in (key for part in parts for key in part):
        assert f"`{key}`" in PAGE or f'"{key}"' in PAGE
