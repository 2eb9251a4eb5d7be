"""Why a goal is missed: a reason for each, by its row and the beginning of its task."""

from __future__ import annotations

_SMALL = (
    "games of a few milliseconds: the value costs about as much as theirs; the rest is the verdict "
    "on uniqueness, with a second optimal strategy that is proved to be one, and the certificate"
)
_BARE = (
    "exploring the rules, uniqueness and the certificate are in our time; QSopt_ex solves the bare "
    "linear program"
)
_READING = (
    "reading all payoffs, most of them 0, takes half of our time; QSopt_ex is given its program of "
    "three entries in each row"
)
_DOCUMENT = "uniqueness and the document take more of our time than the program"

REASONS: dict[tuple[str, str], str] = {
    ("1", "le Her 14x14"): "a tenth of our time is the document with its digest",
    ("2", "50x50"): "a fifth of our time is the digest of the document",
    ("3", ""): "the exact solve of the basis grows faster than the float walk",
    ("4", "Kuhn"): "a third is the betting that all poker games share, explored by its rules",
    ("5", "leduc-poker"): _BARE,
    ("5-growth", ""): "HiGHS's simplex on the whole program is most of the time",
    ("5-held-out", ""): (
        "exploring the rules, which are Python, is most of our time; QSopt_ex solves the bare "
        "linear program"
    ),
    ("5-held-out", "narrow"): (
        "the rules go through 160,000 rounds in 802 hands: run with verbs that do nothing they "
        "take 73 ms"
    ),
    ("5-held-out", "signalling"): (
        "the rules alone, run once for each word and reply with verbs that do nothing, take half "
        "as long as QSopt_ex on the bare linear program; 1,000 hands are run again to check"
    ),
    ("5-held-out", "wide"): (
        "the rules alone, run once for each pair of words with verbs that do nothing, take longer "
        "than QSopt_ex on the bare linear program"
    ),
    (
        "8-leduc",
        "leduc-poker(bet1",
    ): "245 pieces, and their check",
    ("8-leduc", "leduc-poker(bet2"): "348 pieces, of which nothing takes more than a tenth",
    ("8-equilibria", "estimate before"): "how many pieces a theorem has is not known before",
    ("8-equilibria", ""): "degenerate games have many cases for each piece",
    ("8-size", "estimate before"): "how many pieces a theorem has is not known before",
    ("8-size", ""): "uniqueness at irrational breakpoints, each in a number field of its own",
    ("12", "12 orders"): _SMALL,
    ("12", "duplicates"): _SMALL,
    ("12", "skew"): _SMALL,
    ("12", "0/1"): _SMALL,
    ("12", "-1/0/1"): _SMALL,
    ("12", "integers"): _SMALL,
    ("12", "trees"): _BARE,
    ("12", "two scales"): "floats do not find the basis, and exact pivots follow",
    ("12", "300 orders"): _SMALL,
    ("12", ""): _SMALL,
    ("12-structured", "diagonal"): _READING,
    ("12-structured", "fractions"): "the exact solve works with numbers of thousands of digits",
    ("12-structured", "fractions of 200 digits 30x30: exact"): (
        "stopped after 30 CPU seconds: the document has all payoffs over one denominator of "
        "180,000 digits, and writing them takes nearly half of the time"
    ),
    ("12-structured", ""): _DOCUMENT,
    ("12-vandermonde", ""): "no float finds the basis: every pivot is exact",
    ("13", "check, leduc-poker to"): "the numbers of larger games are longer, too",
    ("13", "check, 100x100 to"): "the numbers of larger games are longer, too",
    ("13", "check"): "the checker is plain Python",
    ("13-saved", "every saved file"): "the checker is plain Python, the solver is not",
    ("15", "degenerate"): "every equilibrium is proved, and that no other exists",
    ("15", "8x8"): "fixed costs of a millisecond",
    ("17", "every verb"): (
        "equilibria of kuhn-poker with a rake are 31 dominated strategies and 8,615 cases; "
        "risticz-1973 section-2.7 values 31 holds of all 134,459 classes of hands, in arrays; and "
        "Python compiles the package's own source for the first time"
    ),
    ("17", "`sabot solve le-her`"): "Python, click and rich alone take half of it",
    ("18", "middle of the announced time"): "how hard a linear program is, its size does not show",
    ("18", "announced range of time"): "times of small games vary with the machine's load",
    ("18", "memory"): "the peak of HiGHS on this family is not modelled",
    ("18", "announced memory"): "the peak of HiGHS on this family is not modelled",
    ("8-jobs", ""): "start-up of the processes, and sending what they find",
    ("20", "prove"): "start-up, and sending the pieces to the workers and back",
    ("20", "equilibria"): "start-up, the first open cases, and numbering what was found",
    ("20", "paper"): "the claims of a paper are few, and one of them is most of the work",
    ("16", "4-PG"): (
        "the machine was slower: 191 ms, 1,670x, were measured on 17 November at commit d15db01d"
    ),
    ("21", "blind-poker(hands=cards), gap"): (
        "two thirds of the time are sums over sets of cards of 134,459 hands, two in each "
        "iteration; the machine was slower than on other days"
    ),
    ("15-correlated", "worst of 50x50"): (
        "the worst for the sum uses 1,400 profiles, with chances of 12,500 bits: the "
        "interior point takes half of the time; the median of eight games is 1.90 s"
    ),
    ("19", "requests, home page"): "the page is made again for each request",
}


def reason(row: str, task: str) -> str:
    """Return why a goal is missed, by the longest beginning that fits; "not explained" else."""
    fitting = [key for key in REASONS if key[0] == row and task.startswith(key[1])]
    return REASONS[max(fitting, key=lambda key: len(key[1]))] if fitting else "not explained"
