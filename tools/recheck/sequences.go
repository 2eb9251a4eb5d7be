package main

// Cases of a general form by sequences (section 13): a sequence has chance 0, or loses nothing.

import "math/big"

// sequenceCases is the tree of cases with the game; the sequences of a seat are labels without sequence 0.
type sequenceCases struct {
	*nash
	seatSizes [2]int // sequences but 0
	tree      *caseTree
	losses    [2][]*big.Int // of each seat's sequences, against the other's plan
	bits      int
	work      *meter
}

func (n *nash) bySequences(v *value) {
	s := &sequenceCases{nash: n, work: &meter{mostCaseWork, "sequences"}}
	for k := range s.seatSizes {
		s.seatSizes[k] = n.game.sides[k].size - 1
		s.losses[k] = n.game.losses(k, n.plans[1-k])
	}
	for _, one := range n.game.payoffs {
		s.bits = max(s.bits, longestBits(one.pay[:]))
	}
	s.tree = newCaseTree(v, s.seatSizes[0]+s.seatSizes[1], s.end)
	s.work.spend(int64(len(s.tree.items)) * 100)
	s.tree.check()
}

// losses are what each sequence of a seat loses against the other's plan, times a positive number.
func (g *generalGame) losses(seat int, foe *plan) []*big.Int {
	own := &g.sides[seat]
	worth := g.earnings(seat, foe)
	induce(own, worth)
	lost := zeros(own.size)
	for _, c := range own.cells {
		best := greatest(worth[c.first : c.first+len(c.actions)])
		for a := c.first; c.holds(a); a++ {
			lost[a].Sub(best, worth[a])
		}
	}
	return lost
}

// barred and lossless are, by sequence, what is imposed of a seat: no chance on its own side, no loss on the other.
func (s *sequenceCases) barred(seat int) []bool   { return s.imposed(seat, seat) }
func (s *sequenceCases) lossless(seat int) []bool { return s.imposed(1-seat, seat) }

func (s *sequenceCases) imposed(side, seat int) []bool {
	from := seat * s.seatSizes[0]
	return append([]bool{false}, s.tree.imposed[side][from:from+s.seatSizes[seat]]...)
}

func (s *sequenceCases) end(v *value) {
	switch v.kind {
	case null:
		s.only(nil)
	case array:
		require(len(v.items) > 0, "sequences: a list of shifts must not be empty")
		helps := map[int][]*big.Int{}
		for _, one := range v.items {
			seat, shift := readShift(one, s.game.seats(), s.seatSizes)
			require(helps[seat] == nil, "sequences: two shifts of %s at one end", s.game.sides[seat].seat)
			helps[seat] = shift
		}
		s.only(helps)
	default:
		s.dead(v)
	}
}

// dead demands that a shift gains against every plan of the other seat that is left.
func (s *sequenceCases) dead(v *value) {
	seat, shift := readShift(v, s.game.seats(), s.seatSizes)
	worth, left := s.least(seat, shift)
	demand(!left || worth[0].Sign() > 0, "sequences: a shift does not gain against every plan that is left")
}

// least returns what a shift of a seat gains against the plans of the other seat without barred sequences: of each
// sequence the least from there on, nil where there is no such plan; and whether there is one at all.
func (s *sequenceCases) least(seat int, shift []*big.Int) ([]*big.Int, bool) {
	s.balanced(seat, shift)
	foe, product := &s.game.sides[1-seat], new(big.Int)
	s.work.spend(int64(len(s.game.payoffs)+s.seatSizes[0]+s.seatSizes[1]) * int64(1+s.bits*(1+longestBits(shift))/4096))
	worth := zeros(foe.size)
	for _, one := range s.game.payoffs {
		if t := one.at[seat]; t > 0 && shift[t-1].Sign() != 0 {
			j := one.at[1-seat]
			worth[j].Add(worth[j], product.Mul(shift[t-1], one.pay[seat]))
		}
	}
	for j, out := range s.barred(1 - seat) {
		if out {
			worth[j] = nil
		}
	}
	for k := len(foe.cells) - 1; k >= 0; k-- {
		c := foe.cells[k]
		if worth[c.parent] == nil {
			continue
		}
		least := smallest(worth[c.first : c.first+len(c.actions)])
		if least == nil {
			worth[c.parent] = nil
			continue
		}
		worth[c.parent].Add(worth[c.parent], least)
	}
	return worth, worth[0] != nil
}

// smallest passes over nil; nil if all are.
func smallest(numbers []*big.Int) (least *big.Int) {
	for _, one := range numbers {
		if one != nil && (least == nil || one.Cmp(least) < 0) {
			least = one
		}
	}
	return least
}

// balanced demands that a shift adds up at every cell, and takes only from what loses nothing.
func (s *sequenceCases) balanced(seat int, shift []*big.Int) {
	own := &s.game.sides[seat]
	at := append([]*big.Int{new(big.Int)}, shift...)
	for _, c := range own.cells {
		total := new(big.Int)
		for a := c.first; c.holds(a); a++ {
			total.Add(total, at[a])
		}
		demand(total.Cmp(at[c.parent]) == 0, "sequences: a shift of %s does not add up at %q", own.seat, c.view)
	}
	for t, safe := range s.lossless(seat) {
		demand(at[t].Sign() >= 0 || safe, "sequences: a shift takes from what may lose")
	}
}

// only demands, for each seat whose claim is true, that its plan is the only one that the case leaves.
func (s *sequenceCases) only(helps map[int][]*big.Int) {
	for seat, claimed := range s.claims {
		if claimed != yes {
			continue
		}
		barred, lossless := s.barred(seat), s.lossless(1-seat)
		if shift := helps[1-seat]; shift != nil {
			s.help(seat, shift, barred, lossless)
		}
		own := &s.game.sides[seat]
		for _, c := range own.cells {
			for a := c.first; c.holds(a); a++ {
				barred[a] = barred[a] || barred[c.parent]
			}
		}
		for a, out := range barred {
			demand(!out || !s.plans[seat].uses(a), "sequences: a case bars what %s plays", own.seat)
		}
		for t, safe := range lossless {
			demand(!safe || s.losses[1-seat][t].Sign() == 0, "sequences: what is to lose nothing loses against the plan of %s", own.seat)
		}
		demand(s.fixes(seat, barred, lossless), "sequences: a case leaves %s more than one plan", own.seat)
	}
}

// help adds what follows from a shift of the seat that replies, which gains 0 or more against every plan left.
func (s *sequenceCases) help(seat int, shift []*big.Int, barred, lossless []bool) {
	worth, left := s.least(1-seat, shift)
	demand(!left || worth[0].Sign() >= 0, "sequences: a shift may lose against a plan that is left")
	for _, c := range s.game.sides[seat].cells {
		least := smallest(worth[c.first : c.first+len(c.actions)])
		for a := c.first; c.holds(a); a++ {
			barred[a] = barred[a] || worth[a] == nil || worth[a].Cmp(least) != 0
		}
	}
	for t, w := range shift {
		lossless[t+1] = lossless[t+1] || w.Sign() > 0
	}
}

// fixes tells whether the equations in the chances of a seat and the values of the other's cells have full
// column rank modulo one of the primes.
func (s *sequenceCases) fixes(seat int, barred, lossless []bool) bool {
	size := int64(s.game.sides[seat].size + len(s.game.sides[1-seat].cells))
	s.work.spend(size * size * size)
	for _, p := range ranks {
		rows, columns := s.equations(seat, barred, lossless, p)
		if fullRank(rows, columns, uint64(p)) {
			return true
		}
	}
	return false
}

func (s *sequenceCases) equations(seat int, barred, lossless []bool, p int64) (rows [][]term, columns int) {
	own, foe := &s.game.sides[seat], &s.game.sides[1-seat]
	minus := uint64(p) - 1
	for _, c := range own.cells {
		var row []term
		if c.parent != 0 {
			row = append(row, term{c.parent - 1, minus})
		}
		for a := c.first; c.holds(a); a++ {
			row = append(row, term{a - 1, 1})
		}
		rows = append(rows, row)
	}
	for a, out := range barred {
		if out {
			rows = append(rows, []term{{a - 1, 1}})
		}
	}
	after := own.size - 1 // the column of the first cell's value
	earns := make([][]term, foe.size)
	prime, left := big.NewInt(p), new(big.Int)
	for _, one := range s.game.payoffs {
		t, j := one.at[1-seat], one.at[seat]
		if lossless[t] && j > 0 {
			earns[t] = append(earns[t], term{j - 1, left.Mod(one.pay[1-seat], prime).Uint64()})
		}
	}
	for k, c := range foe.cells {
		if lossless[c.parent] {
			earns[c.parent] = append(earns[c.parent], term{after + k, 1})
		}
		for a := c.first; c.holds(a); a++ {
			if lossless[a] {
				earns[a] = append(earns[a], term{after + k, minus})
			}
		}
	}
	for t, safe := range lossless {
		if safe {
			rows = append(rows, earns[t])
		}
	}
	return rows, after + len(foe.cells)
}
