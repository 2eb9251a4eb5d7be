"""Classical games of the literature on refinements, as files of Gambit's format."""

HORSE = """EFG 2 R "Selten 1975, figure 1" { "A" "B" "C" }
p "" 1 1 "a" { "L" "R" } 0
p "" 3 1 "c" { "L" "R" } 0
t "" 1 "" { 0 0 0 }
t "" 2 "" { 3 2 2 }
p "" 2 1 "b" { "L" "R" } 0
p "" 3 1 "c" { "L" "R" } 0
t "" 3 "" { 0 0 1 }
t "" 4 "" { 4 4 0 }
t "" 5 "" { 1 1 1 }
"""
ENTRY = """EFG 2 R "entry deterrence, Selten 1978" { "entrant" "monopolist" }
p "" 1 1 "e" { "out" "in" } 0
t "" 1 "" { 1 5 }
p "" 2 1 "m" { "yield" "fight" } 0
t "" 2 "" { 2 2 }
t "" 3 "" { 0 0 }
"""
BEER_QUICHE = """EFG 2 R "Cho and Kreps 1987" { "A" "B" }
c "" 1 "" { "weak" 1/10 "strong" 9/10 } 0
p "" 1 1 "weak" { "beer" "quiche" } 0
p "" 2 1 "beer" { "duel" "leave" } 0
t "" 1 "" { 0 1 }
t "" 2 "" { 2 0 }
p "" 2 2 "quiche" { "duel" "leave" } 0
t "" 3 "" { 1 1 }
t "" 4 "" { 3 0 }
p "" 1 2 "strong" { "beer" "quiche" } 0
p "" 2 1 "beer" { "duel" "leave" } 0
t "" 5 "" { 1 0 }
t "" 6 "" { 3 1 }
p "" 2 2 "quiche" { "duel" "leave" } 0
t "" 7 "" { 0 0 }
t "" 8 "" { 2 1 }
"""
CENTIPEDE = """EFG 2 R "Rosenthal 1981" { "A" "B" }
p "" 1 1 "1" { "take" "pass" } 0
t "" 1 "" { 4 1 }
p "" 2 1 "2" { "take" "pass" } 0
t "" 2 "" { 2 8 }
p "" 1 2 "3" { "take" "pass" } 0
t "" 3 "" { 16 4 }
p "" 2 2 "4" { "take" "pass" } 0
t "" 4 "" { 8 32 }
t "" 5 "" { 64 16 }
"""
TIES = """EFG 2 R "the second player is indifferent" { "A" "B" }
p "" 1 1 "1" { "stop" "go" } 0
t "" 1 "" { 1 1 }
p "" 2 1 "2" { "low" "high" } 0
t "" 2 "" { 0 2 }
t "" 3 "" { 3 2 }
"""
VAN_DAMME = """EFG 2 R "an outside option, then the battle of the sexes" { "A" "B" }
p "" 1 1 "1" { "out" "in" } 0
t "" 1 "" { 2 2 }
p "" 1 2 "2" { "s" "w" } 0
p "" 2 1 "3" { "s" "w" } 0
t "" 2 "" { 3 1 }
t "" 3 "" { 0 0 }
p "" 2 1 "3" { "s" "w" } 0
t "" 4 "" { 0 0 }
t "" 5 "" { 1 3 }
"""
OWN_MISTAKE = """EFG 2 R "who goes on may make a mistake later" { "A" "B" }
p "" 1 1 "1" { "stop" "go" } 0
t "" 1 "" { 1 0 }
p "" 1 2 "2" { "right" "wrong" } 0
t "" 2 "" { 1 0 }
t "" 3 "" { 0 0 }
"""
"""To go on and then to choose right earns as much as to stop, unless A may err at its second move:
both are quasi-perfect, and only to stop is extensive-form perfect."""
SELTEN_2 = """EFG 2 R "Selten 1975, figure 2, as in Gambit's catalogue" { "A" "B" }
p "" 1 1 "1" { "R" "L" } 0
t "" 1 "" { 1 1 }
p "" 2 1 "2" { "R" "L" } 0
t "" 2 "" { 0 2 }
p "" 1 2 "3" { "r" "l" } 0
t "" 3 "" { 0 3 }
t "" 4 "" { 2 0 }
"""
"""One equilibrium is perfect in the extensive form; another pure one is perfect in the normal form
(Gambit's description of the file)."""
MYERSON = [
    [(1, 1), (0, 0), (-9, -9)],
    [(0, 0), (0, 0), (-7, -7)],
    [(-9, -9), (-7, -7), (-7, -7)],
]
"""Myerson 1978: three equilibria, two of them perfect, one of those proper."""
THREE = """NFG 1 R "van Damme 1991, section 2.4" { "A" "B" "C" } { 2 2 2 }
1 1 1  1 1 1  1 0 1  0 0 1  1 1 0  0 1 0  0 0 0  1 0 0
"""
"""Both pure equilibria are undominated; the first alone is perfect (van Damme 1991)."""
UNNAMED = """EFG 2 R "all information sets have the same name" { "A" "B" "C" }
p "" 1 1 "-" { "L" "R" } 0
t "" 1 "" { 1 1 1 }
p "" 2 1 "-" { "l" "r" } 0
t "" 2 "" { 2 2 2 }
p "" 3 1 "-" { "x" "y" } 0
t "" 3 "" { 0 3 0 }
t "" 4 "" { 3 0 1 }
"""
IMPOSSIBLE = """EFG 2 R "chance never moves down" { "A" "B" }
c "" 1 "" { "up" 1 "down" 0 } 0
t "" 1 "" { 0 0 }
p "" 1 1 "a" { "L" "R" } 0
t "" 2 "" { 1 1 }
p "" 2 1 "b" { "l" "r" } 0
t "" 3 "" { 0 0 }
t "" 4 "" { 2 2 }
"""

INSIDE = """EFG 2 R "only profiles inside a set are perfect" { "A" "B" "C" }
p "" 1 1 "a" { "in" "out" } 0
p "" 2 1 "b" { "in" "out" } 0
t "" 1 "" { 0 0 0 }
p "" 3 1 "c" { "l" "r" } 0
t "" 2 "" { 0 0 0 }
t "" 3 "" { 0 0 1 }
p "" 2 1 "b" { "in" "out" } 0
p "" 3 1 "c" { "l" "r" } 0
t "" 4 "" { 0 0 1 }
t "" 5 "" { 0 0 0 }
p "" 3 1 "c" { "l" "r" } 0
t "" 6 "" { -3/4 1/4 0 }
t "" 7 "" { 1/4 -3/4 0 }
"""
"""If A errs, B gains by erring too where l has more than 3/4; if B errs, A gains where it has less
than 1/4. Both can err so that C is indifferent: l with 1/4 to 3/4 is perfect."""

MANY_TIES = """EFG 2 R "ties" { "P0" "P1" "P2" }
p "" 3 1 "s1" { "l" "r" } 0
p "" 3 2 "s2" { "l" "r" } 0
p "" 3 3 "s3" { "l" "r" } 0
t "" 1 "" { 2 0 2 }
t "" 2 "" { 1 0 2 }
p "" 1 1 "s1" { "l" "r" } 0
t "" 3 "" { 0 1 1 }
t "" 4 "" { 0 1 1 }
p "" 2 1 "s1" { "l" "r" } 0
p "" 2 2 "s2" { "l" "r" } 0
t "" 5 "" { 1 2 2 }
t "" 6 "" { 2 1 2 }
p "" 1 1 "s1" { "l" "r" } 0
t "" 7 "" { 1 2 0 }
t "" 8 "" { 0 2 1 }
"""
"""All its equilibria are not listed in minutes; the pure ones are at once."""
