(* Each function of driver/whole.ml against Coq's function, extracted as Coq defines it, on small numbers of both
   signs, on 0 and on numbers about the length of a machine word. *)

module Coq = Coq_numbers

let rec of_positive = function
  | Coq.XH -> Z.one
  | Coq.XO p -> Z.shift_left (of_positive p) 1
  | Coq.XI p -> Z.succ (Z.shift_left (of_positive p) 1)

let of_coq = function Coq.Z0 -> Z.zero | Coq.Zpos p -> of_positive p | Coq.Zneg p -> Z.neg (of_positive p)

let rec positive n =
  if Z.equal n Z.one then Coq.XH
  else if Z.is_odd n then Coq.XI (positive (Z.shift_right n 1))
  else Coq.XO (positive (Z.shift_right n 1))

let to_coq n = match Z.sign n with 0 -> Coq.Z0 | 1 -> Coq.Zpos (positive n) | _ -> Coq.Zneg (positive (Z.neg n))

let numbers =
  List.init 41 (fun k -> Z.of_int (k - 20))
  @ List.concat_map
      (fun bits -> List.concat_map (fun d -> let n = Z.add (Z.shift_left Z.one bits) (Z.of_int d) in [ n; Z.neg n ]) [ -1; 0; 1 ])
      [ 31; 61; 62; 63; 64; 130 ]

let compared = ref 0

let same name equal ours coqs =
  incr compared;
  if not (equal ours coqs) then (Printf.eprintf "%s is not Coq's\n" name; exit 1)

let () =
  List.iter
    (fun a ->
      let c = to_coq a in
      same "neg" Z.equal (Whole.neg a) (of_coq (Coq.Z.opp c));
      same "abs" Z.equal (Whole.abs a) (of_coq (Coq.Z.abs c));
      same "cases" Z.equal
        (Whole.cases (fun () -> Whole.zero) Whole.of_positive Whole.of_negative a) a;
      List.iter
        (fun b ->
          let d = to_coq b in
          let whole name ours coqs = same name Z.equal (ours a b) (of_coq (coqs c d))
          and truth name ours coqs = same name Bool.equal (ours a b) (coqs c d) in
          whole "add" Whole.add Coq.Z.add;
          whole "sub" Whole.sub Coq.Z.sub;
          whole "mul" Whole.mul Coq.Z.mul;
          whole "max" Whole.max Coq.Z.max;
          whole "min" Whole.min Coq.Z.min;
          whole "div" Whole.div Coq.Z.div;
          whole "modulo" Whole.modulo Coq.Z.modulo;
          whole "conjunction" Whole.conjunction Coq.Z.coq_land;
          if Z.numbits b <= 5 then begin
            whole "shift_left" Whole.shift_left Coq.Z.shiftl;
            whole "shift_right" Whole.shift_right Coq.Z.shiftr
          end;
          truth "equal" Whole.equal Coq.Z.eqb;
          truth "leq" Whole.leq Coq.Z.leb;
          truth "lt" Whole.lt Coq.Z.ltb)
        numbers)
    numbers;
  Printf.printf "whole.ml computes what Coq's functions do, in %d comparisons\n" !compared
