package main

// Betting with real hands (sections 6.9 and 8): the tree of turns and ends.

import (
	"fmt"
	"math/big"
)

// node is a turn of a seat, an end that pays, or a showdown.
type node[amount any] struct {
	turn    int // -1 at an end
	view    string
	actions []string
	after   []*node[amount]
	pays    []amount // at an end without showdown
	in      []int    // at a showdown: who is in
	paid    []amount
	better  amount
}

func (n *node[amount]) showdown() bool { return n.turn < 0 && n.pays == nil }

// contends says whether a seat is in at a showdown.
func (n *node[amount]) contends(seat int) bool {
	for _, one := range n.in {
		if one == seat {
			return true
		}
	}
	return false
}

// turns lists the turns of the tree in its order.
func (n *node[amount]) turns() []*node[amount] {
	if n.turn < 0 {
		return nil
	}
	found := []*node[amount]{n}
	for _, next := range n.after {
		found = append(found, next.turns()...)
	}
	return found
}

// alike lists the turns of a tree that have the seat and the view of one of them.
func (n *node[amount]) alike(one *node[amount]) (found []*node[amount]) {
	for _, other := range n.turns() {
		if other.turn == one.turn && other.view == one.view {
			found = append(found, other)
		}
	}
	return found
}

// ends lists the ends of the tree in its order.
func (n *node[amount]) ends() []*node[amount] {
	if n.turn < 0 {
		return []*node[amount]{n}
	}
	var found []*node[amount]
	for _, next := range n.after {
		found = append(found, next.ends()...)
	}
	return found
}

// treeReader reads nodes; read reads an amount.
type treeReader[amount any] struct {
	seats   []string
	deepest int // how many turns may follow one another
	read    func(v *value, where string) amount
	views   map[[2]string]*node[amount] // the first turn of each information set
	before  map[[2]string]string        // what its seat has done before it
	public  bool                        // whether a view is met once only
}

func (r *treeReader[amount]) node(v *value, depth int, done []string) *node[amount] {
	require(depth <= r.deepest, "a form of too many turns above each other")
	keys := v.byKey("a node")
	switch {
	case keys["turn"] != nil:
		return r.turn(v, depth, done)
	case keys["pays"] != nil:
		has := v.fields("a node", "pays")
		return &node[amount]{turn: -1, pays: r.amounts(has["pays"], "pays")}
	}
	has := v.fields("a node", "in", "paid", "better")
	n := &node[amount]{turn: -1, paid: r.amounts(has["paid"], "paid"), better: r.read(has["better"], "better")}
	for _, seat := range has["in"].names("in") {
		n.in = append(n.in, r.seat(seat))
	}
	return n
}

// turn reads a turn; done is what each seat has done before. Turns of one seat and view are an information set: they have
// the same actions, and the seat has done the same before.
func (r *treeReader[amount]) turn(v *value, depth int, done []string) *node[amount] {
	has := v.fields("a node", "turn", "view", "actions", "after")
	n := &node[amount]{turn: r.seat(has["turn"].string("turn")), view: has["view"].string("view")}
	n.actions = has["actions"].names("actions")
	key := [2]string{r.seats[n.turn], n.view}
	if first := r.views[key]; first == nil {
		r.views[key], r.before[key] = n, done[n.turn]
	} else {
		require(!r.public, "the view %q of %q is met twice", n.view, key[0])
		require(sameTexts(first.actions, n.actions), "the view %q of %q has two lists of actions", n.view, key[0])
		require(r.before[key] == done[n.turn], "at the view %q %q has forgotten what it did", n.view, key[0])
	}
	after := has["after"].list("after")
	require(len(after) == len(n.actions), "after: must be one node for each action")
	for k, one := range after {
		then := append([]string{}, done...)
		then[n.turn] += fmt.Sprintf("%q %q;", n.view, n.actions[k])
		n.after = append(n.after, r.node(one, depth+1, then))
	}
	return n
}

func sameTexts(one, two []string) bool {
	for k := range one {
		if k >= len(two) || one[k] != two[k] {
			return false
		}
	}
	return len(one) == len(two)
}

func (r *treeReader[amount]) seat(name string) int {
	at := indexOf(r.seats, name)
	require(at >= 0, "%q is no seat", name)
	return at
}

func (r *treeReader[amount]) amounts(v *value, where string) []amount {
	items := v.list(where)
	require(len(items) == len(r.seats), "%s: must be one for each seat", where)
	var found []amount
	for _, item := range items {
		found = append(found, r.read(item, where))
	}
	return found
}

// commonMultiple is the least common multiple of positive numbers.
func commonMultiple(a, b *big.Int) *big.Int {
	common := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, new(big.Int).Quo(b, common))
}
