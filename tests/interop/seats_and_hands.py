"""Files of deals, of profiles and of real hands, and forgeries that know what such files say.

Random games are made here with everything that their files claim, worked out by brute force or by
the solvers; then one claim is changed. What is left may be true or false: a checker must know.
"""

import copy
import json
from fractions import Fraction as F
from itertools import pairwise, product

from tests.interop import edits
from tests.unit import degenerate_games, forging
from tests.unit.solvers.refinement import classical

import sabot
from sabot.forms.continuous import betting_game as betting
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.io.nfg import parse_nplayer_nfg

# ---------------------------------------------------------------------- files as Sabot saves them

DEALS = {
    "deal": "whist(deal=KQ10/AJ9, lead=W)",
    "deal, a card led": "whist(deal=AK3/Q109, lead=E, led=10)",
    "greedy deal": "greedy-whist(deal=EWEWWEWE, lead=E)",
    "deal with a score": "greedy-whist(deal=EWEWWEWE, lead=E, score=0/2/2/5)",
    "misère deal": "misere-whist(deal=WEEWEW, lead=W, led=1)",
    "last trick": "five-card(deal=EWEWWE, lead=W)",
    "one trick": "five-card(deal=EW, lead=E)",
}
HANDS = {
    "borel": "borel",
    "von Neumann": "von-neumann(A=3, B=2)",
    "real Kuhn": "continuous-kuhn",
    "blind poker": "blind-poker(players=2, q=1/4)",
    "blind poker for three": "blind-poker(players=3, q=1/10)",
    "bets at the same time": "bet-sizes(bets=together)",
}
THEOREMS = {
    "theorem of von Neumann's A": "von-neumann(A=*, B=1)",
    "theorem of von Neumann's B": "von-neumann(A=3, B=*)",
    "theorem of blind poker": "blind-poker(players=2, q=*)",
}
CIRCLE = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 1 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3 '
ROOTED = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 0 0 0 1 1 0 0 1 2 2 0 0 2 0 0 0 2 2 2 0 0 0 0 0 '
FOUR = 'NFG 1 R "" { "A" "B" "C" "D" } { 2 2 2 2 } ' + " ".join(
    str((7 * k * k + 3 * k) % 5 - 1) for k in range(64)
)
TREE = (
    'EFG 2 R "" { "A" "B" "C" } c "" 1 "" { "hi" 1/3 "lo" 2/3 } 0 '
    'p "" 1 1 "hi" { "bet" "fold" } 0 p "" 2 1 "bet" { "call" "drop" } 0 '
    'p "" 3 1 "c" { "x" "y" } 0 t "" 1 "" { 4 -5 1 } t "" 2 "" { 1 -1 0 } '
    'p "" 3 1 "c" { "x" "y" } 0 t "" 5 "" { 0 2 1 } t "" 6 "" { 2 1 3 } t "" 3 "" { 0 1/2 0 } '
    'p "" 1 2 "lo" { "bet" "fold" } 0 p "" 2 1 "bet" { "call" "drop" } 0 t "" 4 "" { -4 3 2 } '
    'p "" 1 3 "again" { "up" "down" } 0 t "" 7 "" { 1 1 1 } t "" 8 "" { 3 0 0 } t "" 3 '
)
BY_SEAT = {
    "profile": ("circle.nfg", CIRCLE, "approximate"),
    "profile of a tree": ("tree.efg", TREE, "approximate"),
    "pure": ("circle.nfg", CIRCLE, "equilibria"),
    "pure for four": ("four.nfg", FOUR, "equilibria"),
    "pure of a tree": ("tree.efg", TREE, "equilibria"),
    "field": ("rooted.nfg", ROOTED, "solve"),
    "correlated": ("circle.nfg", CIRCLE, "correlated"),
    "correlated of a tree": ("tree.efg", TREE, "correlated"),
    "coarse": ("circle.nfg", CIRCLE, "correlated"),
    "all for three": ("rooted.nfg", ROOTED, "equilibria"),
    "properties": ("circle.nfg", CIRCLE, "properties"),
    "properties of a tree": ("tree.efg", TREE, "properties"),
    "nondegenerate": ("rooted.nfg", degenerate_games.REGULAR["rooted"], "properties"),
    "not quasi-strict": ("between.nfg", degenerate_games.UNPLAYED["between"], "properties"),
    "singular": ("double.nfg", degenerate_games.SINGULAR["double with roots"], "properties"),
    "undominated": ("damme.nfg", classical.THREE, "equilibria"),
    "regular": ("rooted.nfg", ROOTED, "equilibria"),
    "subgame-perfect": ("ties.efg", classical.TIES, "equilibria"),
    "sequential": ("horse.efg", classical.HORSE, "equilibria"),
    "quasi-perfect": ("beer.efg", classical.BEER_QUICHE, "solve"),
    "extensive-form-perfect": ("selten.efg", classical.SELTEN_2, "solve"),
}
COIN = [["1", "2", "1", "1/2"], ["2", "1", "2", "1/3"], ["2", "2", "2", "1/6"]]
MORE = {
    "singular": {"seconds": 60},
    "profile": {"gap": F(0), "iterations": 30},
    "profile of a tree": {"gap": F(0), "iterations": 30},
    "correlated": {"vertices": True, "objective": "sum", "device": COIN},
    "all for three": {"index": True},
    "undominated": {"refine": "undominated"},
    "regular": {"refine": "perfect"},
    "subgame-perfect": {"refine": "subgame-perfect"},
    "sequential": {"refine": "sequential"},
    "quasi-perfect": {"refine": "quasi-perfect"},
    "extensive-form-perfect": {"refine": "extensive-form-perfect"},
    "coarse": {"coarse": True, "vertices": True, "objective": "B", "device": COIN},
}
"""What a file is made with."""
KINDS = [
    *(name + kind for name in DEALS for kind in ("", "/1", "/certificate")),
    *HANDS,
    *THEOREMS,
    *BY_SEAT,
]


def document(kind, folder):
    """Return a file as Sabot saves it; *folder* is for the games that are read from files."""
    name, _, older = kind.partition("/")
    if name in DEALS:
        told = forging.document(DEALS[name])
        told = forging.older(told) if older else told
        return told["certificate"] if older == "certificate" else told
    if kind in HANDS:
        return forging.document(HANDS[kind])
    if kind in THEOREMS:
        return json.loads(json.dumps(sabot.prove(THEOREMS[kind]).document))
    file, text, verb = BY_SEAT[kind]
    path = folder / file
    path.write_text(text, encoding="utf-8")
    more = MORE.get(kind, {})
    if verb == "equilibria" and not more:
        more = {"pure": True}
    found = getattr(sabot, verb)(str(path), **more).to_json()
    return edits.sealed(json.loads(json.dumps(found | {"game": kind})))


# ---------------------------------------------------------------------- deals


def random_deal(random):
    """Return the solution of a small deal."""
    rule = random.choice(["whist", "greedy-whist", "misere-whist", "five-card"])
    size = random.randrange(1, 5)
    letters = list("WE" * size)
    random.shuffle(letters)
    lead = random.choice("WE")
    own = [card + 1 for card, letter in enumerate(letters) if letter == lead]
    led = f", led={random.choice(own)}" if random.random() < 0.3 else ""
    return forging.document(f"{rule}(deal={''.join(letters)}, lead={lead}{led})")


def bent_deal(told, other, random):
    """Return a deal with a claim changed; *other* is one from which facts may be taken."""
    forged = copy.deepcopy(told)
    how = random.randrange(6)
    if how == 0:
        seat = random.choice(forged["seats"])
        forged["unique"][seat] = random.choice([True, False, None])
    elif how == 1:
        worth = int(told["value"]) + random.choice([-1, 1])
        forged |= {"value": str(worth), "decimal": float(worth)}
        forged["tricks"] = {"West": abs(worth), "East": sum(told["tricks"].values()) - abs(worth)}
    elif how == 2:
        key = random.choice(["H", "H_lower", "H_upper"])
        forged[key] = random.choice([None, (told[key] or 0) + random.choice([-1, 0, 1])])
    elif how == 3:
        forged["case"] = random.choice(
            [None, *(f"{c} for {seat}" for c in ("I", "II", "III", "IV") for seat in told["seats"])]
        )
    elif how == 4:
        keys = random.choice([["line", "strategies"], ["best"], ["prices", "best"], ["case", "H"]])
        forged |= {key: copy.deepcopy(other[key]) for key in keys}
    else:
        pays = forged["certificate"]["form"]["pays"]
        forged["certificate"]["form"]["rule"] = random.choice(["relaxed", "greedy"])
        if random.random() < 0.5:
            pays[:] = [-pay for pay in pays]
    return edits.sealed(forged)


# ---------------------------------------------------------------------- profiles of finite games


def _weights(cells, strategy):
    """Return the weights of a seat's sequences."""
    weights = [F(1)]
    for view, actions, parent in cells:
        weights += [weights[parent] * F(strategy[view].get(action, 0)) for action in actions]
    return weights


def _pure_strategies(cells):
    """Return the pure strategies of a seat: an action for each view, 1, all others 0."""
    for picks in product(*(actions for _, actions, _ in cells)):
        yield {view: {pick: F(1)} for (view, _, _), pick in zip(cells, picks, strict=True)}


def _paid(form, seats, plans, seat):
    sum_ = F(0)
    for entry in form["payoffs"]:
        amount = F(int(entry[len(seats) + seat]))
        for own, spot in zip(plans, entry, strict=False):
            amount *= own[spot]
        sum_ += amount
    return sum_ / int(form["denominator"])


def judged(told):
    """Return what each seat is paid by the strategies of a profile, and what it could gain."""
    form, seats = told["certificate"]["form"], told["seats"]
    plans = [_weights(form["cells"][seat], told["strategies"][seat]) for seat in seats]
    payoffs = [_paid(form, seats, plans, k) for k in range(len(seats))]
    best = [
        max(
            _paid(form, seats, [*plans[:k], _weights(cells, pure), *plans[k + 1 :]], k)
            for pure in _pure_strategies(cells)
        )
        for k, cells in enumerate(form["cells"][seat] for seat in seats)
    ]
    return payoffs, [high - low for high, low in zip(best, payoffs, strict=True)]


def _mix(actions, random):
    weights = [random.choice([0, 0, 1, 1, 2, 3]) for _ in actions]
    weights = weights if any(weights) else [1] * len(weights)
    return {a: str(F(w, sum(weights))) for a, w in zip(actions, weights, strict=True)}


def _random_payoffs(form, random):
    count = len(form["cells"])
    for entry in form["payoffs"]:
        entry[count:] = [random.randrange(-3, 4) for _ in range(count)]
    form["denominator"] = random.choice([1, 2, 6])


def random_profile(told, random):
    """Return the file of another profile of another game of the same shape, perhaps with a lie."""
    forged = copy.deepcopy(told)
    form = forged["certificate"]["form"]
    _random_payoffs(form, random)
    for seat, cells in form["cells"].items():
        forged["strategies"][seat] = {view: _mix(actions, random) for view, actions, _ in cells}
    payoffs, gains = judged(forged)
    for numbers in (payoffs, gains):
        if random.random() < 0.25:
            k = random.randrange(len(numbers))
            numbers[k] += random.choice([-1, 1]) * F(1, random.choice([2, 10**9, 10**40]))
    forged |= {"payoffs": list(map(str, payoffs)), "gains": list(map(str, gains))}
    forged["equilibrium"] = not any(gains) if random.random() < 0.9 else random.random() < 0.5
    return edits.sealed(forged)


def _reached(cells, strategy):
    """Leave out the views that a pure strategy does not reach."""
    weights = _weights(cells, strategy)
    return {
        view: dict.fromkeys(strategy[view], "1") for view, _, parent in cells if weights[parent]
    }


def random_correlated(random):
    """Return correlated equilibria of a random game and a random device, perhaps with a lie."""
    rows, columns = random.choice([(2, 2), (2, 3), (3, 2)])
    amounts = [
        [(random.randint(-3, 3), random.randint(-3, 3)) for _ in range(columns)]
        for _ in range(rows)
    ]
    spots = random.sample([*product(range(1, rows + 1), range(1, columns + 1))], 2)
    device = {(str(i), str(j)): F(1, 2) for i, j in spots}
    found = sabot.correlated(
        amounts,
        coarse=random.random() < 0.5,
        vertices=True,
        objective=random.choice(["sum", "row", "column"]),
        device=device,
    )
    return _with_a_lie(json.loads(json.dumps(found.to_json())), random)


def random_properties(random):
    """Return properties of a random game, perhaps symmetric, and perhaps with a lie."""
    rows, columns, most = random.randint(1, 3), random.randint(1, 3), random.choice([1, 2, 4])
    one, two = (
        [[random.randint(0, most) for _ in range(columns)] for _ in range(rows)] for _ in (0, 1)
    )
    if rows == columns and random.random() < 0.5:
        two = [list(row) for row in zip(*one, strict=True)]
    return _with_a_lie(json.loads(json.dumps(sabot.properties(one, two).to_json())), random)


def random_properties_of_three(random):
    """Return properties of a random game for three, perhaps with another verdict or witness."""
    most = random.choice([2, 9, 99])
    text = degenerate_games.as_nfg((2, 2, 2), lambda *_: [random.randint(0, most) for _ in "ABC"])
    told = json.loads(json.dumps(sabot.properties(degenerate_games.form(text)).to_json()))
    lie = random.randrange(4)
    if lie == 0:
        told["nondegenerate"] = random.choice([True, False, None])
    elif lie == 1:
        told["unplayed_response"] = {"seat": random.randrange(3), "response": random.randrange(2)}
    elif lie == 2 and "equilibria" in told:
        listed = told["equilibria"]
        row = random.choice(listed["certificate"]["form"]["payoffs"])
        row[random.randrange(3, 6)] += random.choice([-1, 1])
    return edits.sealed(told)


def random_indices(random):
    """Return all equilibria of a random game with their indices, perhaps with a lie there."""
    rows, columns, most = random.randint(1, 3), random.randint(1, 3), random.choice([1, 2, 4])
    one, two = (
        [[random.randint(0, most) for _ in range(columns)] for _ in range(rows)] for _ in (0, 1)
    )
    two[0][0] += one[0][0] + two[0][0] == 0  # else it may be zero-sum
    told = json.loads(json.dumps(sabot.equilibria(one, two, index=True).to_json()))
    if random.random() < 0.5:
        place = random.randrange(len(told["indices"]["components"]))
        told["indices"]["components"][place] += random.choice([-1, 1])
    elif random.random() < 0.7:
        said = random.choice(told["indices"]["equilibria"])
        key = random.choice(list(said))
        said[key] = not said[key]
    return edits.sealed(told)


def random_indices_of_three(random):
    """Return all equilibria of a random game for three with indices, perhaps with a lie there."""
    most = random.choice([9, 99])
    payoffs = " ".join(str(random.randint(0, most)) for _ in range(24))
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} {payoffs}')
    told = json.loads(json.dumps(sabot.equilibria(form, index=True).to_json()))
    if told.get("indices") and random.random() < 0.6:
        said = random.choice(told["indices"])
        key = random.choice(list(said))
        if key != "index":
            said[key] = not said[key]
        else:
            said[key] = random.choice([one for one in (1, -1, None, 0) if one != said[key]])
    return edits.sealed(told)


def _with_a_lie(told, random):
    """Return a document with one number changed, mostly."""
    if random.random() < 0.3:
        return told
    sorts = edits.sorts_of_places({key: told[key] for key in told if key not in ("game", "schema")})
    numbers = [
        [place for place in sort if isinstance(edits.reach(told, place), str | int)]
        for sort in sorts
    ]
    *holder, key = random.choice(random.choice([sort for sort in numbers if sort]))
    old = edits.reach(told, holder)[key]
    if isinstance(old, bool):
        new = not old
    elif isinstance(old, int):
        new = old + random.choice([-1, 1])
    elif old[-1:].isdigit() and "sha" not in old:
        new = str(F(old) + random.choice([F(1, 2), F(-1, 3), F(1, 7)]))
    else:
        new = random.choice(told["seats"])
    edits.reach(told, holder)[key] = new
    return edits.sealed(told)


def random_pure(told, random):
    """Return all pure equilibria of another game of the same shape, perhaps with a lie."""
    forged = copy.deepcopy(told)
    form, seats = forged["certificate"]["form"], forged["seats"]
    _random_payoffs(form, random)
    own = []
    for seat in seats:
        cells = form["cells"][seat]
        found = {json.dumps(_reached(cells, one)): one for one in _pure_strategies(cells)}
        own.append(list(found.items()))
    others = []
    listed = []
    for profile in product(*own):
        entry = {
            "strategies": {
                seat: json.loads(text) for seat, (text, _) in zip(seats, profile, strict=True)
            }
        }
        whole = {
            "certificate": forged["certificate"],
            "seats": seats,
            "strategies": {seat: one for seat, (_, one) in zip(seats, profile, strict=True)},
        }
        payoffs, gains = judged(whole)
        entry["payoffs"] = list(map(str, payoffs))
        (others if any(gains) else listed).append(entry)
    how = random.randrange(5)
    if how == 0 and listed:
        listed.pop(random.randrange(len(listed)))
    elif how == 1 and others:
        listed.append(random.choice(others))
    elif how == 2 and listed:
        entry = random.choice(listed)
        entry["payoffs"][0] = str(F(entry["payoffs"][0]) + F(1, 1000))
    random.shuffle(listed)
    forged |= {"equilibria": listed, "count": len(listed)}
    return edits.sealed(forged)


NUMBERS = {
    "t": ["t/1", "1*t", "t**1", "t**001", "2*t/2", "(2*t)/2", "t + 0", "(t + 0)/1", "t + 0*t**0"],
    "-t + 1": ["-1*t + 1", "(-2*t + 2)/2", "-t**1 + 1", "-t + 01", "(-07*t + 7)/07"],
}
"""Numbers of a field and the same written otherwise, as section 18 allows."""
NOT_NUMBERS = {
    "t": ["0 + t", "t + -0", "t/0", "--t", "- t", "+t", "t ", "(t)", "t*1", "2*t - t", "t+0"],
    "-t + 1": ["1 - t", "-2*t/2 + 1", "-t + 1/1", "(-t + 1)", "-(t - 1)", "-t +1", "-t - -1"],
}
"""The same written as section 18 does not allow."""
ROOTS = [
    {"root_of": [-1, 3, 1], "between": ["-9", "-1"]},  # the other root
    {"root_of": [-1, 3, 1], "between": ["-9", "1"]},
    {"root_of": [1, -3, -1], "between": ["1/4", "1/2"]},
    {"root_of": [3, -10, 0, 1], "between": ["0", "1"]},  # (t^2 + 3 t - 1)(t - 3)
    {"root_of": [1, -4, 2, 1], "between": ["0", "1/2"]},  # (t^2 + 3 t - 1)(t - 1)
    {"root_of": [-1, 4], "between": ["0", "1"]},
    {"root_of": [-1, 3, 1], "between": ["0", "1/4"]},
]


DIVIDED = {
    "t": "(-3*t + 2)/d",
    "-t + 1": "(5*t + 1)/d",
    "8*t - 2": "(-28*t + 10)/d",
    "-4*t + 2": "(16*t - 2)/d",
}
"""Numbers of the field times 2 t + 3, over it."""
DENOMINATORS = [[6, 4], [-3, -2], [3, 3], [0, 1], [3, 2, 0], [-1, 3, 1], [], [1]]
WAYS_TO_DIVIDE = ["/(1*d)", "/(2*d)", "/(d)", "/d/1", "*1/d", "/(0*d)", "/(d*1)", "/1", ""]


def _divided(told, random):
    """Return a document with its numbers over a denominator: another one, or one bent number."""
    forged = copy.deepcopy(told)
    forged["root"] = told["root"] | {"denominator": [3, 2]}
    places = [(forged["payoffs"], k) for k in range(3)]
    for table in forged["strategies"].values():
        places += [(mix, action) for mix in table.values() for action in mix]
    for part, key in places:
        part[key] = DIVIDED.get(part[key], part[key])
    if random.random() < 0.4:
        forged["root"]["denominator"] = random.choice(DENOMINATORS)
    elif random.random() < 0.7:
        part, key = random.choice(places)
        part[key] = part[key].replace("/d", random.choice(WAYS_TO_DIVIDE))
    return edits.sealed(forged)


def bent_field(told, random):
    """Return an equilibrium in a field with a number written otherwise, another root or payoff."""
    forged = copy.deepcopy(told)
    how = random.randrange(6)
    if how > 3:
        return _divided(told, random)
    mix = forged["strategies"]["A"]["-"]
    if how == 0:
        action = random.choice(list(mix))
        mix[action] = random.choice(NUMBERS[mix[action]] + NOT_NUMBERS[mix[action]])
    elif how == 1:
        forged["root"] = random.choice(ROOTS)
    elif how == 2:
        k = random.randrange(3)
        forged["payoffs"][k] = random.choice(["8*t - 2", "-4*t + 2", "0", "(8*t - 1)/2", "t"])
    else:
        entry = random.choice(forged["certificate"]["form"]["payoffs"])
        entry[3 + random.randrange(3)] += random.choice([-1, 0, 1])
    return edits.sealed(forged)


# ---------------------------------------------------------------------- real hands


def _amount(random):
    return F(random.randrange(-3, 5), random.choice([1, 1, 1, 2, 3]))


def _tree(count, depth, said, random):
    """Return a random betting tree for so many seats."""
    if depth == 0 or (depth < 3 and random.random() < 0.35):
        if random.random() < 0.3:
            return betting.FoldNode(tuple(_amount(random) for _ in range(count)))
        among = sorted(random.sample(range(count), min(count, random.choice([1, 2, 2, 3]))))
        paid = tuple(abs(_amount(random)) for _ in range(count))
        better = random.choice([F(0), F(1, 2), F(1, 10), F(2, 7), F(1)])
        return betting.ShowdownNode(tuple(among), paid, better)
    seat, actions = random.randrange(count), "abc"[: random.choice([2, 2, 3])]
    after = (_tree(count, depth - 1, said + f"{seat}{action}", random) for action in actions)
    return betting.TurnNode(seat, said or "-", tuple(actions), tuple(after))


def _node(node, seats):
    if isinstance(node, betting.TurnNode):
        after = [_node(one, seats) for one in node.after]
        turn = {"turn": seats[node.seat], "view": node.view}
        return turn | {"actions": list(node.actions), "after": after}
    if isinstance(node, betting.FoldNode):
        return {"pays": list(map(str, node.payoffs))}
    among = [seats[seat] for seat in node.contenders]
    return {"in": among, "paid": list(map(str, node.paid)), "better": str(node.better)}


def _number(exact):
    """Write a number that is not negative: rounded up if it is long."""
    if len(str(exact)) < 200:
        return str(exact)
    return f"{-(-exact.numerator * 10**32 // exact.denominator)}e-32"


def value_of(text):
    """Return the number that a text of section 8 is."""
    above, _, power = text.partition("e-")
    return F(above) / 10 ** int(power or 0)


def random_hands(random):
    """Return a random profile of a random betting tree, with its exact payoffs and gains."""
    count = random.choice([2, 2, 2, 3, 3, 4])
    seats = tuple(f"s{k}" for k in range(count))
    depth = random.choice([2, 3, 3, 4] if count < 4 else [2, 3])
    root = _tree(count, depth, "", random)
    root = _blind(root, {}) if random.random() < 0.4 else root
    form = betting.ContinuousBettingForm(seats, root)
    profile, thresholds = {}, {seat: {} for seat in seats}
    for turn in form.turns():
        parts = random.choice([2, 3, 5, 7, 12])
        cuts = sorted(F(random.randrange(parts + 1), parts) for _ in range(random.randrange(4)))
        mixes = tuple(_mixture(len(turn.actions), random) for _ in (*cuts, 1))
        rule = betting.BehaviourRule.of(mixes, tuple(cuts))
        profile[f"{seats[turn.seat]}: {turn.view}"] = rule
        thresholds[seats[turn.seat]][turn.view] = [
            [str(end), {turn.actions[k]: str(share) for k, share in mix}]
            if len(mix) > 1
            else [str(end), turn.actions[mix[0][0]]]
            for end, mix in zip([*cuts, 1], mixes, strict=True)
        ]
    found = [payoff_and_best_response(form, profile, seat) for seat in range(count)]
    told: dict = {"schema": "sabot/equilibrium/1", "game": "random", "seats": list(seats)}
    told |= {"payoffs": [str(one.payoff) for one in found], "thresholds": thresholds}
    told |= {"gains": [_number(one.gain) for one in found], "method": "", "seconds": 0.0}
    told["certificate"] = {"form": _node(form.root, seats), "digest": ""}
    return bounded(told)


def _mixture(actions, random):
    """Return an action, or two with their probabilities."""
    if actions < 2 or random.random() < 0.7:
        return ((random.randrange(actions), F(1)),)
    one, two = random.sample(range(actions), 2)
    share = F(random.randrange(1, 6), 6)
    return (one, share), (two, 1 - share)


def _blind(node, done):
    """Return a betting in which each seat sees its own choices only, and what it may do."""
    if not isinstance(node, betting.TurnNode):
        return node
    own = done.get(node.seat, "")
    after = tuple(
        _blind(one, {**done, node.seat: f"{own}{action};"})
        for action, one in zip(node.actions, node.after, strict=True)
    )
    view = f"{own} {'|'.join(node.actions)}"
    return betting.TurnNode(node.seat, view, node.actions, after)


def bounded(told):
    """Return a profile with its largest gain as its bound."""
    return edits.sealed(told | {"bound": max(told["gains"], key=value_of)})


def _with_a_point(number, digits):
    top = int(abs(number) * 10**digits)
    sign = "-" if number < 0 else ""
    return f"{sign}{top // 10**digits}.{top % 10**digits:0{digits}d}"


def bent_hands(told, random):
    """Return a profile with a gain or a payoff that is a little more, less or otherwise written."""
    forged = copy.deepcopy(told)
    k, little = random.randrange(len(told["seats"])), F(1, 10 ** random.choice([1, 5, 20, 25]))
    gain, paid = value_of(told["gains"][k]), value_of(told["payoffs"][k])
    how = random.randrange(6)
    if how == 0:
        forged["gains"][k] = _number(max(gain - little, F(0)))
    elif how == 1:
        forged["gains"][k] = _number(gain + little)
    elif how == 2:
        forged["payoffs"][k] = str(paid + random.choice([-1, 1]) * little)
    elif how == 3:
        forged["payoffs"][k] = _with_a_point(paid, random.choice([20, 27, 28, 29, 30, 35]))
    elif how == 4:
        claim = _free(forged, random)
        forged["free"] = [claim] if claim else []
        if random.random() < 0.7:
            forged["gains"] = ["9"] * len(told["seats"])
    return bounded(forged)


def _free(told, random):
    """Return a claim of what is free that fits the thresholds at its turn, mostly."""
    turns = [(seat, view) for seat, views in told["thresholds"].items() for view in views]
    if not turns:
        return None
    seat, view = random.choice(turns)
    ends = [(value_of(end), action) for end, action in told["thresholds"][seat][view]]
    parts = [
        (low, high, action)
        for (high, action), low in zip(ends, [F(0), *(end for end, _ in ends)], strict=False)
        if low < high
    ]
    pairs = [(one, two) for one, two in pairwise(parts) if one[2] != two[2]]
    if not pairs:
        return None
    one, two = random.choice(pairs)
    low = one[0] + (one[1] - one[0]) * random.choice([F(0), F(0), F(1, 3), F(5, 6)])
    high = two[0] + (two[1] - two[0]) * random.choice([F(1), F(1), F(1, 3), F(1, 6)])
    lower = random.random() < 0.5
    mass = one[1] - low if lower else high - two[0]
    mass += random.choice([F(0)] * 9 + [F(1, 100)])
    action, instead = (one[2], two[2]) if lower else (two[2], one[2])
    claim = {"seat": seat, "view": view, "action": action, "instead": instead}
    claim |= {"from": str(low), "to": str(high), "mass": str(mass)}
    return claim | {"spread": random.choice(["any", "even"])}


def bent_freedom(told, random):
    """Return an equilibrium with another claim of what is free, or one that is changed."""
    forged = copy.deepcopy(told)
    if random.random() < 0.6:
        claim = _free(forged, random)
        forged["free"] = [claim] if claim else []
    else:
        claim = random.choice(forged["free"])
        lists = [one for views in told["thresholds"].values() for one in views.values()]
        cuts = [end for one in lists for end, _ in one]
        how = random.randrange(5)
        if how == 0:
            claim["from"] = random.choice(["0", *cuts])
        elif how == 1:
            claim["to"] = random.choice(cuts)
        elif how == 2:
            claim["spread"] = random.choice(["any", "even"])
        elif how == 3:
            claim["action"], claim["instead"] = claim["instead"], claim["action"]
            mass = value_of(claim["to"]) - value_of(claim["from"]) - value_of(claim["mass"])
            claim["mass"] = str(mass)
        else:
            claim["mass"] = str(value_of(claim["mass"]) * random.choice([2, F(1, 2), F(99, 100)]))
        forged["free"] = [claim]
    if random.random() < 0.3:
        forged["gains"] = [random.choice(["1e-3", "1/2"])] * len(told["seats"])
    return bounded(forged)


REASONS = [[word, at] for word in ("sturm", "even") for at in ("1/3", "1/4", "3/4", "1/2", "2")]


def _scaled(told, factor):
    """Multiply the polynomials of all inequalities on what is earned."""
    for piece in told["pieces"]:
        for stated in piece["inequalities"]:
            if "earns no more" in stated["says"]:
                stated["polynomial"] = [factor * int(c) for c in stated["polynomial"]]


def _showdown(node):
    while "in" not in node:
        node = next(one for one in node["after"] if "pays" not in one)
    return node


AMOUNTS = {
    "2/2": 2,
    "1/2 + 1/2": 2,
    "1/2 + 1/3 + 1/6": 6,
    "(1/2)*(4/2)": 4,
    "1.0": 1,
    "0.5*2": 2,
    "-1/(-1)": 1,
}
"""Ways to write 1 as an amount, and the denominator that is read."""


def bent_theorem(told, random):
    """Return a theorem on real hands with another reason, range, amount or order of its cuts."""
    forged = copy.deepcopy(told)
    piece = random.choice(forged["pieces"])
    how = random.randrange(5)
    if how == 0:
        random.choice(piece["inequalities"])["why"] = random.choice(edits.REASONS + REASONS)
    elif how == 1:
        at = random.choice([1, "1/2", "2", {"root_of": [-2, 0, 1], "between": ["0", "2"]}, None])
        forged["domain"]["to"] = at
        forged["pieces"] = forged["pieces"][: forged["pieces"].index(piece) + 1]
        piece["to"] = at
    elif how == 2 and len(piece["order"]) > 1:
        one, two = random.sample(range(len(piece["order"])), 2)
        piece["order"][one], piece["order"][two] = piece["order"][two], piece["order"][one]
    elif how == 3:
        node = _showdown(forged["form"])
        ones = [k for k in range(2) if node["paid"][k] == "1"]
        if ones:
            text, factor = random.choice(list(AMOUNTS.items()))
            node["paid"][random.choice(ones)] = text
            _scaled(forged, random.choice([1, factor, factor]))
    else:
        stated = random.choice(piece["inequalities"])["polynomial"]
        k = random.randrange(len(stated))
        stated[k] = int(stated[k]) + random.choice([-1, 1])
    return edits.sealed(forged)
