package main

// The index of each component of equilibria of a bimatrix game (section 14).

import "math/big"

const indexWork = 30_000_000

// perturbed is a game with positive payoffs, by a seat's own strategy and the other's. Its polyhedra have e, e^2, ...
// added to the right sides, so that the first strategy is moved most.
type perturbed struct {
	own  [2][][]*big.Int
	work *meter
}

func newPerturbed(a *allNash) *perturbed {
	p := &perturbed{work: &meter{indexWork, "indices"}}
	for seat := range p.own {
		table := a.game.table(seat)
		lowest := table[0][0]
		for _, row := range table {
			for _, amount := range row {
				if amount.Cmp(lowest) < 0 {
					lowest = amount
				}
			}
		}
		lift := new(big.Int).Sub(big.NewInt(1), lowest)
		for _, row := range table {
			up := make([]*big.Int, len(row))
			for j, amount := range row {
				up[j] = new(big.Int).Add(amount, lift)
			}
			p.own[seat] = append(p.own[seat], up)
		}
	}
	return p
}

// inverse is that of a part of a seat's payoffs, with the sign of its determinant; 0 where there is none.
func (p *perturbed) inverse(seat int, rows, columns []int) (int, [][]*big.Rat) {
	n := len(rows)
	p.work.spend(int64(2 * n * n * n))
	left := make([][]*big.Rat, n)
	for k, i := range rows {
		for _, j := range columns {
			left[k] = append(left[k], new(big.Rat).SetInt(p.own[seat][i][j]))
		}
		for m := 0; m < n; m++ {
			left[k] = append(left[k], new(big.Rat))
		}
		left[k][n+k].SetInt64(1)
	}
	sign := 1
	for c := 0; c < n; c++ {
		at := c
		for at < n && left[at][c].Sign() == 0 {
			at++
		}
		if at == n {
			return 0, nil
		}
		if at != c {
			left[at], left[c] = left[c], left[at]
			sign = -sign
		}
		sign *= left[c][c].Sign()
		pivot := new(big.Rat).Set(left[c][c])
		for m := range left[c] {
			left[c][m].Quo(left[c][m], pivot)
		}
		for k := range left {
			if k == c || left[k][c].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(left[k][c])
			for m := range left[k] {
				left[k][m].Sub(left[k][m], new(big.Rat).Mul(factor, left[c][m]))
			}
		}
	}
	for k := range left {
		left[k] = left[k][n:]
	}
	return sign, left
}

// sign is that of the determinant where replies are best to a mix in the perturbed game; else 0. used are the
// strategies that the mix without the perturbation has, tied all best replies to it.
func (p *perturbed) sign(seat int, replies, mixed, used, tied []int) int {
	sign, inverse := p.inverse(seat, replies, mixed)
	if sign == 0 {
		return 0
	}
	for k, strategy := range mixed {
		if has(used, strategy) {
			continue
		}
		for _, term := range inverse[k] {
			if term.Sign() != 0 {
				if term.Sign() < 0 {
					return 0
				}
				break
			}
		}
	}
	for _, other := range tied {
		if has(replies, other) {
			continue
		}
		for n := 0; ; n++ {
			if n == len(replies) || replies[n] > other {
				break // its own term comes first, and is 1
			}
			sum := new(big.Rat)
			for k, strategy := range mixed {
				sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt(p.own[seat][other][strategy]), inverse[k][n]))
			}
			if sum.Sign() > 0 {
				return 0
			}
			if sum.Sign() < 0 {
				break
			}
		}
	}
	return sign
}

func has(list []int, one int) bool {
	for _, other := range list {
		if other == one {
			return true
		}
	}
	return false
}

// subsets calls a function with every set of so many strategies that holds used and is part of best.
func subsets(used, best []int, size int, each func([]int)) {
	var choose func(k int, taken []int)
	choose = func(k int, taken []int) {
		if k == len(best) {
			if len(taken) == size {
				each(append([]int{}, taken...))
			}
			return
		}
		choose(k+1, append(append([]int{}, taken...), best[k]))
		if !has(used, best[k]) {
			choose(k+1, taken)
		}
	}
	choose(0, nil)
}

func (m *mix) support() (found []int) {
	for k, top := range m.tops {
		if top.Sign() != 0 {
			found = append(found, k)
		}
	}
	return found
}

// near is the sum of the indices of the equilibria of the perturbed game near a pair of mixes.
func (p *perturbed) near(one, two *mix) (sum int) {
	rows, columns := one.support(), two.support()
	for size := max(len(rows), len(columns)); size <= min(len(two.replies), len(one.replies)); size++ {
		subsets(rows, two.replies, size, func(I []int) {
			p.work.spend(int64(1) << min(len(one.replies)-len(columns), 40))
			subsets(columns, one.replies, size, func(J []int) {
				index := p.sign(0, I, J, columns, two.replies)
				if index != 0 {
					index *= p.sign(1, J, I, rows, one.replies)
				}
				if size%2 == 0 {
					index = -index
				}
				sum += index
			})
		})
	}
	return sum
}

// indices demands the index of every component, and what is said of every equilibrium.
func (a *allNash) indices(v, components *value) {
	told := v.fields("indices", "components", "equilibria")
	p := newPerturbed(a)
	items := told["equilibria"].list("indices")
	demand(len(items) == len(a.entries), "indices: must be one for each equilibrium")
	listed := told["components"].list("indices")
	parts := components.list("components")
	demand(len(listed) == len(parts), "indices: must be one for each component")
	total := int64(0)
	isolated := map[int]bool{}
	for k, part := range parts {
		seen := map[int]bool{}
		shape := part.fields("component", "dimension", "subsets")
		for _, subset := range shape["subsets"].list("subsets") {
			for _, item := range subset.list("subset") {
				seen[item.index("a number", len(a.entries))-1] = true
			}
		}
		sum := 0
		for at := range seen {
			sum += p.near(a.mixes[0][a.entries[at][0]], a.mixes[1][a.entries[at][1]])
			isolated[at] = shape["dimension"].integer("dimension").Sign() == 0
		}
		demand(listed[k].integer("an index").Cmp(big.NewInt(int64(sum))) == 0, "indices: component %d has index %d", k+1, sum)
		total += int64(sum)
	}
	demand(total == 1, "indices: their sum is not 1")
	for at, item := range items {
		one, two := a.mixes[0][a.entries[at][0]], a.mixes[1][a.entries[at][1]]
		rows, columns := one.support(), two.support()
		quasi := len(rows) == len(two.replies) && len(columns) == len(one.replies)
		regular := quasi && len(rows) == len(columns)
		if regular {
			first, _ := p.inverse(0, rows, columns)
			second, _ := p.inverse(1, columns, rows)
			regular = first != 0 && second != 0
		}
		said := item.fields("indices", "strict", "quasi_strict", "isolated", "regular")
		for key, due := range map[string]bool{"strict": quasi && len(rows)+len(columns) == 2, "quasi_strict": quasi,
			"isolated": isolated[at], "regular": regular} {
			demand(said[key].truthOf(key) == due, "indices: equilibrium %d: %s is the other", at+1, key)
		}
	}
}
