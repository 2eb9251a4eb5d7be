package main

// Whether a game for other than two seats is degenerate: whether an equilibrium is not regular (section 23).

import "math/big"

// mostFree is the number of free probabilities of a support up to which its matrix is looked at.
const mostFree = 16

// nplayerDegenerate demands what is said of a game for other than two seats.
func (g *strategic) nplayerDegenerate(has map[string]*value, tied bool) string {
	claimed, witness, listed, unplayed := has["nondegenerate"], has["degenerate_mix"], has["equilibria"], has["unplayed_response"]
	demand(witness.kind == null, "degenerate_mix: only of two seats")
	if listed == nil {
		demand(unplayed == nil, "unplayed_response: only beside an equilibrium")
		if claimed.kind == null {
			return "not decided"
		}
		demand(!claimed.truthOf("nondegenerate") && tied, "nondegenerate: nothing shows it")
		return "degenerate"
	}
	schema := listed.inner("schema")
	require(schema != nil && schema.kind == text && schema.text == "sabot/nplayer-equilibria/1", "equilibria: not a list of them")
	l := readNashList(listed)
	demand(claimed.kind != null, "equilibria: they are shown, and nothing is said of them")
	simple := claimed.truthOf("nondegenerate")
	demand(unplayed == nil || !simple, "unplayed_response: the game is said to be nondegenerate")
	left := make([][]int, len(g.sizes)) // what elimination leaves: no equilibrium uses or ties with another strategy
	for k, own := range has["survivors"].list("survivors") {
		left[k] = own.numbers("survivors")
	}
	g.sameGame(l, left)
	if simple {
		demand(l.complete && l.indexed && len(l.subsets) == 0, "nondegenerate: not a complete list with indices")
		for k, regular := range l.regular {
			demand(regular, "nondegenerate: equilibrium %d is not regular", k+1)
		}
		return "nondegenerate"
	}
	demand(!l.complete && !l.weak && len(l.subsets) == 0 && len(l.points) == 1, "degenerate: not a list of one equilibrium")
	if unplayed == nil {
		demand(l.singular(l.points[0]), "degenerate: the matrix of the equilibrium is not singular")
		return "degenerate"
	}
	where := "unplayed_response"
	parts := unplayed.fields(where, "seat", "response")
	seat := g.seat(parts["seat"], where)
	response, shown := g.strategy(parts["response"], seat, where), false
	for k, best := range l.unplayedBest(l.points[0], seat) {
		shown = shown || best && left[seat][k] == response
	}
	demand(shown, "%s: it is played, or no best response", where)
	return "degenerate"
}

// sameGame demands that a list is of what is left of this game: action k of each seat is its k-th strategy left.
func (g *strategic) sameGame(l *nashList, left [][]int) {
	demand(len(l.seats) == len(g.seats) && len(l.sizes) == len(g.sizes), "equilibria: of another game")
	count := 1
	for k := range g.seats {
		demand(l.seats[k] == g.seats[k] && l.sizes[k] == len(left[k]), "equilibria: of another game")
		count *= l.sizes[k]
	}
	if !l.complete {
		l.fillTables()
	}
	g.take(int64(len(g.sizes) * count))
	for number := 0; number < count; number++ {
		at, rest := 0, number
		plays := make([]int, len(l.sizes))
		for k := len(l.sizes) - 1; k >= 0; k-- {
			plays[k], rest = rest%l.sizes[k], rest/l.sizes[k]
			at += left[k][plays[k]] * g.steps[k]
		}
		for seat := range g.sizes {
			spot := 0
			for k, size := range l.sizes {
				if k != seat {
					spot = spot*size + plays[k]
				}
			}
			listed := new(big.Int).Mul(l.tables[seat][plays[seat]][spot], g.denominator)
			own := new(big.Int).Mul(g.paid[seat][at], l.g.denominator)
			demand(listed.Cmp(own) == 0, "equilibria: of a game with other payoffs")
		}
	}
}

// singular tells whether the matrix of slopes at an equilibrium has determinant 0. The coefficients of its
// characteristic polynomial are found from traces (Faddeev and Le Verrier): only integers divide.
func (l *nashList) singular(p nashPoint) bool {
	f := p.field()
	a := l.slopes(p, f)
	n := len(a)
	if n == 0 {
		return false
	}
	m := make([][]ratPoly, n)
	for i := range m {
		m[i] = make([]ratPoly, n)
		m[i][i] = trimmed(ratPoly{big.NewRat(1, 1)})
	}
	var last ratPoly
	for k := 1; ; k++ {
		product := make([][]ratPoly, n)
		var trace ratPoly
		for i := range a {
			product[i] = make([]ratPoly, n)
			for j := range a {
				for h := range a {
					spend(int64(4+len(a[i][h])*len(m[h][j])), "regularity")
					product[i][j] = product[i][j].plus(f.product(a[i][h], m[h][j]))
				}
			}
			trace = trace.plus(product[i][i])
		}
		last = trimmed(trace.mul(ratPoly{big.NewRat(-1, int64(k))}))
		if k == n {
			break
		}
		m = product
		for i := range m {
			m[i][i] = m[i][i].plus(last)
		}
	}
	return f.vanishes(last)
}

// slopes are those of the gains of a support: what an action gains over the first one, by the probabilities of the
// actions of the others except their first.
func (l *nashList) slopes(p nashPoint, f *fieldReader) (rows [][]ratPoly) {
	supports := make([][]int, len(p))
	free := 0
	for k := range p {
		for a, c := range p[k] {
			if c.minus(new(big.Rat)) > 0 {
				supports[k] = append(supports[k], a)
			}
		}
		free += len(supports[k]) - 1
	}
	require(free <= mostFree, "a support has more than %d free probabilities", mostFree)
	for agent, own := range supports {
		for _, action := range own[1:] {
			var row []ratPoly
			for other, theirs := range supports {
				for _, gained := range theirs[1:] {
					if other == agent {
						row = append(row, nil)
						continue
					}
					up := l.gain(p, f, agent, action, own[0], other, gained)
					row = append(row, up.minus(l.gain(p, f, agent, action, own[0], other, theirs[0])))
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// gain is what an agent's action pays more than another one if one opponent plays an action for certain.
func (l *nashList) gain(p nashPoint, f *fieldReader, agent, action, first, other, plays int) ratPoly {
	line := make([]ratPoly, len(l.tables[agent][action]))
	for k, x := range l.tables[agent][action] {
		line[k] = trimmed(ratPoly{new(big.Rat).SetInt(new(big.Int).Sub(x, l.tables[agent][first][k]))})
	}
	for k := len(l.sizes) - 1; k >= 0; k-- { // the last agent changes fastest
		switch k {
		case agent:
		case other:
			next := make([]ratPoly, len(line)/l.sizes[k])
			for n := range next {
				next[n] = line[n*l.sizes[k]+plays]
			}
			line = next
		default:
			line = f.expected(line, p[k], "regularity")
		}
	}
	return line[0]
}

// expected turns amounts by profile of actions into means over the actions of the agent that changes fastest.
func (f *fieldReader) expected(line []ratPoly, mix []chance, on string) []ratPoly {
	found := make([]ratPoly, len(line)/len(mix))
	for n := range found {
		for a, c := range mix {
			spend(4, on)
			found[n] = found[n].plus(f.product(c.poly, line[n*len(mix)+a]))
		}
	}
	return found
}

// field is that of an equilibrium, nil if all its probabilities are fractions.
func (p nashPoint) field() *fieldReader {
	for _, own := range p {
		for _, c := range own {
			if c.field != nil {
				return c.field
			}
		}
	}
	return nil
}

// product is that of two numbers of a field; of fractions without a field.
func (f *fieldReader) product(a, b ratPoly) ratPoly {
	if f != nil {
		return f.times(a, b)
	}
	return trimmed(a.mul(b))
}

// vanishes tells whether a number is 0.
func (f *fieldReader) vanishes(a ratPoly) bool {
	return len(a) == 0 || (f != nil && f.sign(a) == 0)
}
