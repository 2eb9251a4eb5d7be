"""Equilibria of small games by another method: supports, Newton's method from many starts, floats.

It shares nothing with the solver: no cells, no exact numbers. It may miss an equilibrium, and is
unlikely to miss one often; the sum of the indices of all equilibria, which is 1 in a regular game,
says whether it did.
"""

from itertools import combinations, product

import numpy as np

STARTS, STEPS, CLOSE = 24, 14, 1e-6


def nfg(payoffs):
    """Return a game as text; *payoffs* is an array per player, by profile of actions."""
    sizes = payoffs[0].shape
    names = " ".join(f'"P{k}"' for k in range(len(sizes)))
    body = []
    for spot in np.ndindex(*sizes[::-1]):  # the first player's actions change first
        body += [str(paid[spot[::-1]]) for paid in payoffs]
    return f'NFG 1 R "g" {{ {names} }} {{ {" ".join(map(str, sizes))} }}\n\n{" ".join(body)}\n'


def random_payoffs(seed, sizes, most=10**6):
    """Return random payoffs, each of its own: such a game is regular."""
    random = np.random.default_rng(seed)
    return [random.integers(-most, most + 1, sizes) for _ in sizes]


def _earned(paid, mixes, player):
    """Return what each action pays, for a batch of profiles."""
    letters = "abcdefg"[: paid.ndim]
    others = [k for k in range(paid.ndim) if k != player]
    parts = ",".join(f"z{letters[k]}" for k in others)
    return np.einsum(f"{letters},{parts}->z{letters[player]}", paid, *(mixes[k] for k in others))


def _slopes(paid, mixes, player, unknown):
    letters = "abcdefg"[: paid.ndim]
    others = [k for k in range(paid.ndim) if k not in (player, unknown)]
    parts = "".join(f",z{letters[k]}" for k in others)
    if not others:
        table = paid if player < unknown else paid.T
        return np.broadcast_to(table, (len(mixes[0]), *table.shape))
    out = f"z{letters[player]}{letters[unknown]}"
    return np.einsum(f"{letters}{parts}->{out}", paid, *(mixes[k] for k in others))


def _linear_system(tables, mixes):
    sizes = [own.shape[1] for own in mixes]
    ends = np.cumsum([0, *sizes])
    batch = len(mixes[0])
    values, rows = np.zeros((batch, ends[-1])), np.zeros((batch, ends[-1], ends[-1]))
    for player, paid in enumerate(tables):
        start, end = ends[player], ends[player + 1]
        values[:, start], rows[:, start, start:end] = mixes[player].sum(1) - 1, 1
        earned = _earned(paid, mixes, player)
        values[:, start + 1 : end] = earned[:, 1:] - earned[:, :1]
        for k in range(len(tables)):
            if k != player:
                slopes = _slopes(paid, mixes, player, k)
                rows[:, start + 1 : end, ends[k] : ends[k + 1]] = slopes[:, 1:] - slopes[:, :1]
    return values, rows


def _solutions(tables, random):
    """Yield the solutions of the equations of a support that Newton's method finds."""
    sizes = tables[0].shape
    mixes = [random.dirichlet(np.ones(size), STARTS) for size in sizes]
    ends = np.cumsum([0, *sizes])
    for _ in range(STEPS):
        values, rows = _linear_system(tables, mixes)
        good = np.abs(np.linalg.det(rows)) > 1e-14
        if not good.any():
            return
        step = np.linalg.solve(rows[good], values[good][:, :, None])[:, :, 0]
        mixes = [own[good] - step[:, ends[k] : ends[k + 1]] for k, own in enumerate(mixes)]
        inside = np.max([abs(own).max(1) for own in mixes], axis=0) < 50
        mixes = [own[inside] for own in mixes]
        if not len(mixes[0]):
            return
    values, rows = _linear_system(tables, mixes)
    for n in np.flatnonzero(abs(values).max(1) < 1e-10):
        yield [own[n] for own in mixes], rows[n]


def equilibria(payoffs, seed=0):
    """Return the equilibria found, each as one vector, and the sum of their indices."""
    random = np.random.default_rng(seed)
    scale = max(abs(paid).max() for paid in payoffs)
    tables = [paid / scale for paid in payoffs]
    sizes = tables[0].shape
    subsets = [
        [s for r in range(1, size + 1) for s in combinations(range(size), r)] for size in sizes
    ]
    found, index = [], 0
    for supports in product(*subsets):
        counts = [len(s) - 1 for s in supports]
        if any(count > sum(counts) - count for count in counts):
            continue  # more equations than unknowns: none in a regular game
        part = [table[np.ix_(*supports)] for table in tables]
        for mixes, rows in _solutions(part, random):
            if min(own.min() for own in mixes) < 1e-9:
                continue
            full = []
            for size, s, own in zip(sizes, supports, mixes, strict=True):
                mix = np.zeros(size)
                mix[list(s)] = own
                full.append(mix)
            if not _is_equilibrium(tables, full, supports):
                continue
            point = np.concatenate(full)
            if all(abs(point - other).max() > CLOSE for other in found):
                found.append(point)
                index += int(np.sign(np.linalg.det(rows))) * (-1) ** sum(counts)
    return found, index


def _is_equilibrium(tables, full, supports):
    for player, paid in enumerate(tables):
        earned = _earned(paid, [own[None] for own in full], player)[0]
        if earned.max() > earned[list(supports[player])].min() + 1e-9:
            return False
    return True
