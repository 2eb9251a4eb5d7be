(** Coq's own whole numbers as OCaml, to compare the realizers of Extract.v with (tests/realizers.ml). *)
Require Import Extraction ExtrOcamlBasic ZArith.

Extraction "coq_numbers.ml"
  Z.add Z.sub Z.mul Z.opp Z.max Z.min Z.abs Z.eqb Z.leb Z.ltb Z.div Z.modulo Z.land Z.shiftl Z.shiftr.
