"""The checker's grammar, word by word: each function refuses what is not so, and nothing else.

Every refusal here was once noticed by no test when it was switched off (``make mutants``); whole
files hide that, because what one line lets pass another often stumbles over.
"""

import os

import pytest
from tests.unit.forging import PENNIES, certificate, document, older, resealed

from sabot import certify
from sabot.certify import documents, json_reader, perfect_information, sequence_form, zero_sum
from sabot.certify.limits import MOST_CARDS, MOST_PRIME
from sabot.errors import CertificateError, FileError

SEATS = ("first", "second")
FIRST = sequence_form.read_player_sequences(
    "first", [["J", ["bet", "check"], 0], ["K", ["bet", "check"], 1]]
)
SECOND = sequence_form.read_player_sequences("second", [["-", ["call", "fold"], 0]])


def refuses(words, call, *given, fault=ValueError, **named):
    with pytest.raises(fault, match=words) as told:
        call(*given, **named)
    assert type(told.value) is fault


# ---------------------------------------------------------------------- forms

MATRIX = {
    "kind": "matrix",
    "rows": ["a", "b"],
    "columns": ["c", "d", "e"],
    "denominator": 1,
    "payoffs": [[1, 2, 3], [4, 5, 6]],
}


def test_a_form_is_an_object_of_a_kind():
    assert sequence_form.read_form(MATRIX, SEATS).rows == [[1, 2, 3], [4, 5, 6]]
    refuses("the form is not an object", sequence_form.read_form, [], SEATS)
    refuses("kind 'cube' is not known", sequence_form.read_form, MATRIX | {"kind": "cube"}, SEATS)
    refuses("not positive", sequence_form.read_form, MATRIX | {"denominator": 0}, SEATS)
    refuses("not positive", sequence_form.read_form, MATRIX | {"denominator": -1}, SEATS)


@pytest.mark.parametrize("payoffs", [None, "ab", {"0": [1, 2, 3]}, ([1, 2, 3], [4, 5, 6])])
def test_the_payoffs_of_a_matrix_are_a_list(payoffs):
    refuses("not a list of rows", sequence_form.read_form, MATRIX | {"payoffs": payoffs}, SEATS)


@pytest.mark.parametrize("row", [None, "abc", (4, 5, 6), {"4": 1, "5": 1, "6": 1}, 7])
def test_the_rows_of_a_matrix_are_lists(row):
    refuses(
        "not a list of rows", sequence_form.read_form, MATRIX | {"payoffs": [[1, 2, 3], row]}, SEATS
    )


@pytest.mark.parametrize(
    "payoffs",
    [
        [[1, 2, 3]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[1, 2, 3], [4, 5]],
        [[1, 2, 3], [4, 5, 6, 7]],
        [[1, 2], [4, 5]],
    ],
)
def test_a_matrix_is_as_large_as_its_labels(payoffs):
    refuses(
        "does not fit its labels", sequence_form.read_form, MATRIX | {"payoffs": payoffs}, SEATS
    )


def test_cells_are_told_apart_and_follow_what_was_before():
    assert (FIRST.count, SECOND.count) == (5, 3)
    refuses(
        "two cells of one name",
        sequence_form.read_player_sequences,
        "x",
        [["J", ["a"], 0], ["J", ["b"], 0]],
    )
    refuses("cells are not a list", sequence_form.read_player_sequences, "x", {})
    refuses("is not .view, actions", sequence_form.read_player_sequences, "x", [("J", ["a"], 0)])
    refuses("is not .view, actions", sequence_form.read_player_sequences, "x", [["J", ["a"]]])
    for parent in (-1, 1, 2, True, "0", 0.0):
        refuses(
            "not follow an earlier",
            sequence_form.read_player_sequences,
            "x",
            [["J", ["a"], parent]],
        )
    refuses(
        "not follow an earlier",
        sequence_form.read_player_sequences,
        "x",
        [["J", ["a"], 0], ["K", ["a"], 2]],
    )
    assert sequence_form.read_player_sequences("x", [["J", ["a"], 0], ["K", ["a"], 1]]).count == 3


@pytest.mark.parametrize("actions", ["ab", None, {"a": 1}, ("a", "b"), [], ["a", "a"], [1]])
def test_actions_are_a_list_of_names(actions):
    # the second cell is read by a shorter way, for most cells offer what one before them did
    for before in ([], [["I", ["a", "b"], 0]]):
        refuses(
            "not a list of names|two of one name",
            sequence_form.read_player_sequences,
            "x",
            [*before, ["J", actions, 0]],
        )


def test_a_payoff_is_of_a_pair_that_is_there():
    assert sequence_form.read_payoff_entries([[4, 2, 7], [0, 0, 1]], FIRST, SECOND) == (
        (4, 0),
        (2, 0),
        (7, 1),
    )
    assert sequence_form.read_payoff_entries([], FIRST, SECOND) == ((), (), ())
    for entry in ([5, 0, 1], [-1, 0, 1], [0, 3, 1], [0, -1, 1]):
        refuses(
            "a sequence that is not there",
            sequence_form.read_payoff_entries,
            [entry],
            FIRST,
            SECOND,
        )


@pytest.mark.parametrize("entries", [None, {}, "abc", ([0, 0, 1],), [(0, 0, 1)], ["abc"], [7]])
def test_payoffs_are_a_list_of_lists(entries):
    refuses("are not a list of", sequence_form.read_payoff_entries, entries, FIRST, SECOND)


@pytest.mark.parametrize("entry", [[0, 0], [0, 0, 1, 1], []])
def test_a_payoff_is_three_things(entry):
    refuses(
        "are not a list of", sequence_form.read_payoff_entries, [[1, 1, 1], entry], FIRST, SECOND
    )


@pytest.mark.parametrize("entry", [[True, 0, 1], [0, True, 1], ["0", 0, 1], [0, 1.0, 1]])
def test_a_payoff_names_sequences_by_whole_numbers(entry):
    refuses(
        "by whole numbers", sequence_form.read_payoff_entries, [[1, 1, 1], entry], FIRST, SECOND
    )


def test_a_pair_is_paid_once():
    refuses(
        "the same pair",
        sequence_form.read_payoff_entries,
        [[1, 1, 1], [2, 1, 1], [1, 1, 2]],
        FIRST,
        SECOND,
    )


# ---------------------------------------------------------------------- strategies


def mixed(**mixes):
    return {"J": {"bet": "1"}, "K": {"bet": "1/3", "check": "2/3"}} | mixes


def test_a_strategy_answers_every_view_with_its_actions():
    assert sequence_form.read_strategy(FIRST, mixed(), {}).chances[1:3] == [(1, 1), (0, 1)]
    answers = "does not answer exactly its own views"
    refuses(answers, sequence_form.read_strategy, FIRST, [], {})
    refuses(answers, sequence_form.read_strategy, FIRST, {"J": {"bet": "1"}}, {})
    refuses(answers, sequence_form.read_strategy, FIRST, mixed(Q={"bet": "1"}), {})
    for mix in ("bet", ["bet", "check"], None):
        refuses("is not an object", sequence_form.read_strategy, FIRST, mixed(J=mix), {})


def test_a_strategy_plays_only_what_is_an_action():
    wrong = "plays what is not an action"
    refuses(wrong, sequence_form.read_strategy, FIRST, mixed(J={"raise": "1"}), {})
    refuses(wrong, sequence_form.read_strategy, FIRST, mixed(J={"bet": "1", "raise": "0"}), {})
    refuses(
        wrong,
        sequence_form.read_strategy,
        FIRST,
        mixed(J={"bet": "1", "check": "0", "raise": "0"}),
        {},
    )
    refuses(wrong, sequence_form.read_strategy, FIRST, mixed(J={"bet": "1", "check": None}), {})
    refuses(
        "a chance is no text",
        sequence_form.read_strategy,
        FIRST,
        mixed(J={"bet": [], "check": "1"}),
        {},
    )


@pytest.mark.parametrize("chances", [("-1", "2"), ("1/2", "1/3"), ("0", "0"), ("1", "1")])
def test_the_chances_at_a_view_are_a_mix(chances):
    mix = dict(zip(("bet", "check"), chances, strict=True))
    refuses(
        "do not make a mix",
        sequence_form.read_strategy,
        FIRST,
        mixed(J=mix),
        {},
        fault=CertificateError,
    )


def test_a_common_denominator_is_bounded(monkeypatch):
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 40)
    assert sequence_form.bounded_lcm({3, 5}, 10) == 15  # 4 bits, ten times
    refuses("too long a common denominator", sequence_form.bounded_lcm, {3, 7}, 10, fault=FileError)


# ---------------------------------------------------------------------- words


def test_a_name_of_a_file_is_a_text_or_a_path(tmp_path):
    for wrong in (7, b"x", "", None):
        refuses("is not the name of a file", json_reader.read_document, wrong, fault=FileError)
    refuses("cannot be read", json_reader.read_document, tmp_path / "none", fault=FileError)
    refuses("cannot be read", json_reader.read_document, "a\0b", fault=FileError)


def test_a_file_is_of_bounded_size(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    path.write_text('{"schema": 1}')
    monkeypatch.setattr(json_reader, "MAX_BYTES", 13)
    assert json_reader.read_document(path) == {"schema": 1}
    path.write_text('{"schema": 12}')
    refuses("larger than", json_reader.read_document, path, fault=FileError)
    assert json_reader.parse_document(b'{"schema": 1}', "x") == {"schema": 1}
    refuses("larger than", json_reader.parse_document, b'{"schema": 12}', "x", fault=FileError)


def test_what_comes_through_a_pipe_is_read():
    reader, writer = os.pipe()
    try:
        os.write(writer, b'{"schema": 1}')
        os.close(writer)
        assert json_reader.read_document(f"/dev/fd/{reader}") == {"schema": 1}
    finally:
        os.close(reader)


def test_nesting_is_told_as_such():
    refuses(
        "nested too deeply",
        json_reader.parse_document,
        b'{"a":' + b"[" * 10**5,
        "x",
        fault=FileError,
    )
    deep: list = []
    for _ in range(10**5):  # the limit differs between versions of Python
        deep = [deep]
    told = document(PENNIES)
    told["game"] = deep
    refuses("nested too deeply", certify.check, told, fault=FileError)


def test_a_record_has_just_its_keys():
    assert json_reader.require_keys({"a": 1}, {"a"}, "it", {"b"}) == {"a": 1}
    assert json_reader.require_keys({"a": 1, "b": 2}, {"a"}, "it", {"b"}) == {"a": 1, "b": 2}
    refuses("it is not an object", json_reader.require_keys, [], (), "it")
    refuses(
        "'c' is not a part of it", json_reader.require_keys, {"a": 1, "c": 1}, {"a"}, "it", {"b"}
    )
    refuses("'a' is missing in it", json_reader.require_keys, {"b": 1}, {"a"}, "it", {"b"})


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (rb'{"game": "ab\uD800"}', r"game: character 3 is half of one, \\ud800 alone"),
        (rb'{"a": [1, {"b": "\udfff"}]}', r"a\[1\].b: character 1 is half of one, \\udfff alone"),
        (rb'{"a": {"\udc00x": 1}}', r"a key of a: character 1 is half of one, \\udc00 alone"),
        (rb'{"\udBFF": 1}', r"f: a key: character 1 is half of one, \\udbff alone"),
        (rb'{"a": "\ud83c\udca1\udca1"}', r"a: character 2 is half of one, \\udca1 alone"),
    ],
)
def test_half_of_a_character_is_refused_wherever_it_stands(raw, place):
    refuses(place, json_reader.parse_document, raw, "f", fault=FileError)


def test_both_halves_of_a_character_are_one():
    assert json_reader.parse_document(rb'{"a": "\ud83c\udca1"}', "f") == {"a": "\U0001f0a1"}


def test_names_are_a_list_of_different_texts():
    assert json_reader.require_labels(["a", "é"], "names") == ["a", "é"]
    for wrong in (None, "ab", ("a",), {"a": 1}, [], [1], ["a", 1]):
        refuses("are not a list of names", json_reader.require_labels, wrong, "names")
    refuses("two of one name: 'a'", json_reader.require_labels, ["a", "b", "a"], "names")
    half = r"one of the names: character 2 is half of one, \\udc00 alone"
    refuses(half, json_reader.require_labels, ["a", "b\udc00"], "names")
    refuses(
        r"it: character 1 is half of one, \\ud800 alone", json_reader.require_text, "\ud800é", "it"
    )
    assert json_reader.require_text("\U0001f0a1", "it") == "\U0001f0a1"  # the ace of spades
    refuses("it is not a text", json_reader.require_text, 7, "it")


def test_seats_are_two_names():
    assert json_reader.read_two_seat_names(["a", "b"]) == ("a", "b")
    for wrong in (["a"], ["a", "b", "c"], ["a", ""], ["", "b"]):
        refuses("not two names", json_reader.read_two_seat_names, wrong)


def test_a_whole_number_is_digits_and_not_too_many(monkeypatch):
    assert (json_reader.read_integer("-007"), json_reader.read_integer(5)) == (-7, 5)
    for wrong in ("", "+1", "1.0", " 1", "1_0", "١", None, True, 1.0, ["1"], "1\n"):
        refuses("is not a whole number", json_reader.read_integer, wrong)
    monkeypatch.setattr(json_reader, "MAX_DIGITS", 3)
    assert json_reader.read_integer("123") == 123
    refuses("is not a whole number", json_reader.read_integer, "1234")


def test_a_fraction_has_a_positive_denominator():
    assert json_reader.read_ratio("-3/06") == (-3, 6)
    for wrong in ("1/0", "1/-2", "1/-0", "-1/00"):
        refuses("no positive denominator", json_reader.read_ratio, wrong)
    for wrong in ("1/", "/1", "1/2/3", "1/²", "٣/4", "1 /2", "--1"):
        refuses("is not a whole number", json_reader.read_ratio, wrong)
    refuses("not a fraction written as text", json_reader.read_ratio, 1)
    assert json_reader.read_ratio("1" * 3998 + "/3")[1] == 3
    assert json_reader.read_ratio("1" * 4400 + "/7")[1] == 7


def test_a_time_is_a_number_and_a_claim_is_a_claim():
    json_reader.require_number(1, "the time")
    json_reader.require_number(0.5, "the time")
    for wrong in (True, None, "1"):
        refuses("is not a number", json_reader.require_number, wrong, "the time")
    assert [json_reader.read_uniqueness_claim(claim) for claim in (True, False, None)] == [
        True,
        False,
        None,
    ]
    for wrong in (0, 1, "true", []):
        refuses("true, false or null", json_reader.read_uniqueness_claim, wrong)


# ---------------------------------------------------------------------- documents


def test_a_certificate_that_is_none_is_told_so():
    told = {"schema": documents.SOLUTION_SCHEMA}
    refuses("'certificate' is missing", documents.require_certificate, told)
    refuses("is not an object", documents.require_certificate, told | {"certificate": []})
    none = told | {"certificate": None}
    refuses("no certificate: nothing", documents.require_certificate, none, fault=CertificateError)
    none["no_certificate"] = "too large"
    refuses(
        "no certificate: too large", documents.require_certificate, none, fault=CertificateError
    )
    refuses(
        "the form is not an object",
        documents.is_perfect_information,
        told | {"certificate": {"form": []}},
    )


def test_what_is_off_the_path_is_a_view():
    refuses("not a view of first", sequence_form._read_off_path_infosets, FIRST, ["J", "Q"])
    assert sequence_form._read_off_path_infosets(FIRST, ["J"]) == {"J"}
    assert sequence_form._read_off_path_infosets(FIRST, []) == frozenset()
    refuses("are not a list of names", sequence_form._read_off_path_infosets, FIRST, "J")


def test_what_is_unreachable_is_not_in_the_game():
    game = sequence_form.CertificateForm((FIRST, SECOND), None, [], 1)
    told = {"unreachable": {"first": ["Q", "J"]}}
    refuses(
        "'J' is in the game", sequence_form.read_unreachable, game, told, fault=CertificateError
    )
    assert sequence_form.read_unreachable(game, {"unreachable": {"first": ["Q"]}}) == {
        "first": ("Q",)
    }


@pytest.mark.parametrize("prime", [2, 1, 0, -3, MOST_PRIME, MOST_PRIME + 43, True, "3", 3.0, None])
def test_remainders_are_by_an_odd_prime_of_bounded_size(prime):
    game = sequence_form.CertificateForm((FIRST, SECOND), None, [], 1)
    assert zero_sum._read_evidence(game, 0, True, {"prime": 3}, {}).prime == 3
    assert zero_sum._read_evidence(game, 0, True, {"prime": MOST_PRIME - 1}, {})
    refuses("odd prime below", zero_sum._read_evidence, game, 0, True, {"prime": prime}, {})


def older_certificate(**changes):
    return resealed(certificate(PENNIES) | changes)


def test_an_older_certificate_is_one():
    read = zero_sum.read_certificate_v1
    refuses("is not known", read, older_certificate(schema="x"), fault=FileError)
    for claims in ([], {"row": {"unique": True}}, None):
        refuses("do not name the two seats", read, older_certificate(uniqueness=claims))
    for claim in ([], None, "unique", {"prime": 5}):
        both = {"row": claim, "column": claim}
        refuses("uniqueness is missing", read, older_certificate(uniqueness=both))
    for said in (None, 1):
        told = {seat: {"unique": said, "prime": 5} for seat in ("row", "column")}
        refuses("true or false|true, false or null", read, older_certificate(uniqueness=told))


def test_an_older_solution_tells_what_is_off_the_path():
    told = older(document(PENNIES))
    del told["certificate"]["off_path"]
    told["certificate"] = resealed(told["certificate"])
    refuses("'off_path' is missing", zero_sum.read_solution_v1, told)


def test_what_is_said_twice_is_written_alike():
    differ = "'n' is not what"
    for said, fact in ((1, True), (1, 1.0), ([1], [2])):
        refuses(
            differ, documents.require_same_facts, {"n": said}, {"n": fact}, fault=CertificateError
        )
    documents.require_same_facts({"n": {"a": 1, "b": 2}}, {"n": {"b": 2, "a": 1}})


def test_a_decimal_is_a_decimal_number():
    demand = zero_sum._require_decimal
    demand(0.5, json_reader.read_fraction("1/2"))
    for wrong in (1, True, "1.0"):
        refuses("not a decimal number", demand, wrong, 1, fault=CertificateError)
    refuses("not what its certificate", demand, None, 1, fault=CertificateError)
    refuses("not what its certificate", demand, 0.25, 1, fault=CertificateError)


def test_a_digest_is_there_and_fits():
    told = certificate(PENNIES)
    assert documents.require_digest(told, "it") == told["digest"]
    bare = {key: part for key, part in told.items() if key != "digest"}
    refuses("'digest' is missing", documents.require_digest, bare, "it")
    for wrong in ("", None, told["digest"].upper()):
        changed = told | {"digest": wrong}
        refuses(
            "the digest does not fit",
            documents.require_digest,
            changed,
            "it",
            fault=CertificateError,
        )


# ---------------------------------------------------------------------- deals

DEAL = "whist(deal=KQ10/AJ9, lead=W)"


def forged_deal(**changes):
    told = certificate(DEAL)
    return resealed(told | {"form": told["form"] | changes})


def test_an_older_deal_is_one():
    assert (
        perfect_information.read_deal_certificate_v1(certificate(DEAL)).value
        == certify.check(document(DEAL)).value
    )
    wrong = resealed(certificate(DEAL) | {"schema": "x"})
    refuses("is not known", perfect_information.read_deal_certificate_v1, wrong, fault=FileError)
    for lead in ("X", "", "WE", None, ["W"], "West"):
        refuses(
            "neither W nor E", perfect_information.read_deal_certificate_v1, forged_deal(lead=lead)
        )
    for led in ("1", True, 1.0, [1]):
        refuses(
            "is not a number", perfect_information.read_deal_certificate_v1, forged_deal(led=led)
        )
    for claims in ([], None, {"West": {"unique": True}}):
        told = resealed(certificate(DEAL) | {"uniqueness": claims})
        refuses("the uniqueness claims", perfect_information.read_deal_certificate_v1, told)


def test_a_deal_is_as_many_cards_for_each_seat():
    assert perfect_information._read_holders("WE" * MOST_CARDS) == "WE" * MOST_CARDS
    refuses(
        "at most 18", perfect_information._read_holders, "WE" * (MOST_CARDS + 1), fault=FileError
    )
    for wrong in ("", "W", "WW", "EE", "WWE", "WEE", "WWWE", "WEx", "WEWx", "we"):
        refuses("not n cards for each seat", perfect_information._read_holders, wrong)


def test_the_names_of_cards_are_as_many_and_in_order():
    assert perfect_information._read_card_names(None, 2) == ("1", "2")
    assert perfect_information._read_card_names(["9", "K"], 2) == ("9", "K")
    for wrong in ("9K", ("9", "K"), {"9": 1}, 7, [9, "K"], ["9", None]):
        refuses("are not texts", perfect_information._read_card_names, wrong, 2)
    for wrong in (["9"], ["9", "K", "A"], ["9", "9"]):
        refuses("do not fit the cards", perfect_information._read_card_names, wrong, 2)
    for wrong in (("K", "9"), ("2", "1"), ("1", "3"), ("x", "y")):
        deal = perfect_information.CertificateDeal("WE", wrong, "W", None, greedy=False, pays=(1,))
        refuses(
            "not in their order",
            perfect_information._require_names_and_pays,
            deal,
            fault=CertificateError,
        )


def test_a_deal_has_a_rule_payments_and_a_card_that_can_be_led():
    def made(rule="relaxed", pays=(1, 1), lead="W", led=None):
        given = list(pays) if isinstance(pays, tuple) else pays
        rules = perfect_information._DealRules({"kind": "tricks", "rule": rule, "pays": given})
        return perfect_information._make_deal("WEWE", ("1", "2", "3", "4"), lead, led, rules)

    assert (made().greedy, made("greedy").greedy) == (False, True)
    for rule in ("free", None, ["greedy"], True):
        refuses("neither relaxed nor greedy", made, rule)
    for pays in (None, "11", {1: 1}, [1, True], [1, "1"], [1.0, 1]):
        refuses("list of whole numbers", made, "relaxed", pays)
    for pays in ((1,), (1, 1, 1), ()):
        refuses("do not fit the deal", made, "relaxed", pays)
    for pays in ((2, 2), (0, 0), (1, 0), (-1, 1), (1, -1), (0, 2), (2, 1)):
        refuses(
            "pays 1 or -1",
            perfect_information._require_names_and_pays,
            made("relaxed", pays),
            fault=CertificateError,
        )
    for pays in ((1, 1), (-1, -1), (0, 1), (0, -1)):
        assert made("relaxed", pays).pays == pays
        perfect_information._require_names_and_pays(made("relaxed", pays))
    assert made(led=3).led == 3
    for led in (2, 4, 0, 5):
        refuses("not the leader's", made, "relaxed", (1, 1), "W", led)


def test_the_value_of_a_deal_is_a_short_whole_number():
    assert perfect_information._read_value("123456789") == 123456789
    for wrong in (1, None, "1234567890"):
        refuses("written as text", perfect_information._read_value, wrong)
    for wrong in ("01", "-0"):
        refuses("is written", perfect_information._read_value, wrong)
    for wrong in ("9", {"9": 1}, [9], None):
        refuses("not a (list of names|text)", perfect_information._BEST_CARDS, wrong)
