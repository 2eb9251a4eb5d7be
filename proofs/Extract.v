(** The checker as OCaml. Whole numbers become zarith's by the realizers below, all of them in
    driver/whole.ml, which are trusted. All else, with it the positive numbers that name sequences,
    stays as Coq defines it. *)
Require Import Extraction ExtrOcamlBasic ZArith.
Require Import Sabot.SolutionFile Sabot.ValueInterval Sabot.ParametricProof.

Extract Inductive positive => "Whole.positive" ["Whole.XI" "Whole.XO" "Whole.XH"].
Extract Inductive Z => "Whole.t" ["Whole.zero" "Whole.of_positive" "Whole.of_negative"] "Whole.cases".
Extract Inlined Constant Z.add => "Whole.add".
Extract Inlined Constant Z.sub => "Whole.sub".
Extract Inlined Constant Z.mul => "Whole.mul".
Extract Inlined Constant Z.opp => "Whole.neg".
Extract Inlined Constant Z.max => "Whole.max".
Extract Inlined Constant Z.eqb => "Whole.equal".
Extract Inlined Constant Z.leb => "Whole.leq".
Extract Inlined Constant Z.ltb => "Whole.lt".
Extract Inlined Constant Z.div => "Whole.div".
Extract Inlined Constant Z.modulo => "Whole.modulo".
Extract Inlined Constant Z.abs => "Whole.abs".
Extract Inlined Constant Z.min => "Whole.min".
Extract Inlined Constant Z.land => "Whole.conjunction".
Extract Inlined Constant Z.shiftl => "Whole.shift_left".
Extract Inlined Constant Z.shiftr => "Whole.shift_right".

Extraction "core.ml" check_file check_interval check_theorem check_breakpoint only_system.
