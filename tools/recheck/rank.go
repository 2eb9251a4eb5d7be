package main

// Full column rank modulo a prime: what has one entry is taken first, the rest is eliminated densely.

type term struct {
	column int
	value  uint64
}

const mostUnknowns = 65535

func isOddPrime(p int64) bool {
	if p < 3 || p%2 == 0 {
		return false
	}
	for d := int64(3); d*d <= p; d += 2 {
		if p%d == 0 {
			return false
		}
	}
	return true
}

func fullRank(rows [][]term, columns int, p uint64) bool {
	entries := columns
	for _, row := range rows {
		entries += len(row)
	}
	spend(10*int64(entries), "ranks of equations")
	holders := make([][]int, columns) // rows with an entry in the column
	inRow, inColumn := make([]int, len(rows)), make([]int, columns)
	for r, row := range rows {
		kept := row[:0]
		for _, t := range row {
			if t.value != 0 {
				kept = append(kept, t)
				holders[t.column] = append(holders[t.column], r)
				inColumn[t.column]++
			}
		}
		rows[r] = kept
		inRow[r] = len(kept)
	}
	rowGone, columnGone := make([]bool, len(rows)), make([]bool, columns)
	var drop func(r, c int)
	var work [][2]int // rows (0) and columns (1) that have one entry left
	drop = func(r, c int) {
		rowGone[r], columnGone[c] = true, true
		for _, t := range rows[r] {
			if inColumn[t.column]--; !columnGone[t.column] && inColumn[t.column] == 1 {
				work = append(work, [2]int{1, t.column})
			}
		}
		for _, other := range holders[c] {
			if inRow[other]--; !rowGone[other] && inRow[other] == 1 {
				work = append(work, [2]int{0, other})
			}
		}
	}
	for r := range rows {
		work = append(work, [2]int{0, r})
	}
	for c := range inColumn {
		work = append(work, [2]int{1, c})
	}
	for len(work) > 0 {
		one := work[len(work)-1]
		work = work[:len(work)-1]
		if one[0] == 0 && !rowGone[one[1]] && inRow[one[1]] == 1 {
			for _, t := range rows[one[1]] {
				if !columnGone[t.column] {
					drop(one[1], t.column)
					break
				}
			}
		} else if one[0] == 1 && !columnGone[one[1]] && inColumn[one[1]] == 1 {
			for _, r := range holders[one[1]] {
				if !rowGone[r] {
					drop(r, one[1])
					break
				}
			}
		}
	}
	return denseRank(rows, rowGone, columnGone, p)
}

func denseRank(rows [][]term, rowGone, columnGone []bool, p uint64) bool {
	number := make([]int, len(columnGone))
	left := 0
	for c, gone := range columnGone {
		if !gone {
			number[c] = left
			left++
		}
	}
	require(left <= mostUnknowns, "too many unknowns are left for elimination")
	remaining := int64(0)
	for _, gone := range rowGone {
		if !gone {
			remaining++
		}
	}
	spend(int64(left)*int64(left)*remaining/32, "ranks of equations")
	pivots := make([][]uint32, left) // each from its own column on
	rank := 0
	for r, row := range rows {
		if rowGone[r] || rank == left {
			continue
		}
		dense := make([]uint64, left)
		for _, t := range row {
			if !columnGone[t.column] {
				dense[number[t.column]] = t.value
			}
		}
		if insert(dense, pivots, p) {
			rank++
		}
	}
	return rank == left
}

// insert reduces a row by the pivots so far and keeps it as one if something is left. Remainders are taken late: the
// sum of mostUnknowns products of two numbers below 2^24 fits into 64 bits.
func insert(row []uint64, pivots [][]uint32, p uint64) bool {
	for c := range row {
		if row[c] %= p; row[c] == 0 {
			continue
		}
		if pivots[c] == nil {
			scale := power(row[c], p-2, p)
			pivots[c] = make([]uint32, len(row)-c)
			for k, v := range row[c:] {
				pivots[c][k] = uint32(v % p * scale % p)
			}
			return true
		}
		factor := p - row[c]
		rest := row[c:]
		for k, v := range pivots[c] {
			rest[k] += factor * uint64(v)
		}
	}
	return false
}

func power(base, exponent, p uint64) uint64 {
	out := uint64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			out = out * base % p
		}
		base = base * base % p
	}
	return out
}
