(** What the theorems assume, at the rationals and at the reals: [make verified] compares the
    output with assumptions.txt. The generic theorems would hide the axioms of the reals, so the
    instances are printed: all at once, since one question reads all that they rest on. *)
Require Import Sabot.OrderedField Sabot.IntegerGame Sabot.MatrixGame Sabot.SolutionFile Sabot.ValueInterval Sabot.ParametricProof Sabot.RealRoot.

Definition rational :=
  (check_integer_sound Qfield, matrix_sound Qfield, check_file_sound Qfield,
   check_interval_sound Qfield, check_theorem_sound Qfield).
Definition real :=
  (check_integer_sound Rfield, matrix_sound Rfield, check_file_sound Rfield,
   check_interval_sound Rfield, check_theorem_sound Rfield).

Print Assumptions rational.
Print Assumptions real.
Print Assumptions root_is_a_number.
