(* Whole numbers for the extracted checker: zarith's. Trusted: each function must compute what Coq's
   function of the same name does. *)

type positive = XI of positive | XO of positive | XH
type t = Z.t

let zero = Z.zero
let add = Z.add
let sub = Z.sub
let mul = Z.mul
let neg = Z.neg
let max = Z.max
let min = Z.min
let abs = Z.abs
let equal = Z.equal
let leq = Z.leq
let lt = Z.lt

(* rounds towards minus infinity; a division by 0 gives 0, as in Coq *)
let div a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b

(* of the sign of the divisor; modulo 0 leaves a number as it is, as in Coq *)
let modulo a b =
  if Z.sign b = 0 then a
  else
    let r = Z.rem a b in
    if Z.sign r = 0 || Z.sign r = Z.sign b then r else Z.add r b

(* bit by bit, negative numbers as in two's complement *)
let conjunction = Z.logand

(* by a negative number of places: to the other side; to the right it rounds towards minus infinity *)
let shift_left a n = if Z.sign n >= 0 then Z.shift_left a (Z.to_int n) else Z.shift_right a (Z.to_int (Z.neg n))
let shift_right a n = shift_left a (Z.neg n)

let rec of_positive = function
  | XH -> Z.one
  | XO p -> Z.shift_left (of_positive p) 1
  | XI p -> Z.succ (Z.shift_left (of_positive p) 1)

let of_negative p = Z.neg (of_positive p)

let rec positive n =
  if Z.equal n Z.one then XH
  else
    let half = positive (Z.shift_right n 1) in
    if Z.testbit n 0 then XI half else XO half

let cases zero above below n =
  let sign = Z.sign n in
  if sign = 0 then zero () else if sign > 0 then above (positive n) else below (positive (Z.neg n))
