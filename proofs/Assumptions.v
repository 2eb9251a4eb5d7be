(** What the theorems assume, at the rationals and at the reals: [make verified] compares the
    output with assumptions.txt. The generic theorems would hide the axioms of the reals, so the
    instances are printed. *)
Require Import Sabot.OrderedField Sabot.IntegerGame Sabot.MatrixGame Sabot.SolutionFile Sabot.ValueInterval Sabot.ParametricProof Sabot.RealRoot.

Definition equilibrium_rational := check_integer_sound Qfield.
Definition equilibrium_real := check_integer_sound Rfield.
Definition matrix_rational := matrix_sound Qfield.
Definition matrix_real := matrix_sound Rfield.
Definition file_rational := check_file_sound Qfield.
Definition file_real := check_file_sound Rfield.
Definition interval_rational := check_interval_sound Qfield.
Definition interval_real := check_interval_sound Rfield.
Definition theorem_rational := check_theorem_sound Qfield.
Definition theorem_real := check_theorem_sound Rfield.

Print Assumptions equilibrium_rational.
Print Assumptions equilibrium_real.
Print Assumptions matrix_rational.
Print Assumptions matrix_real.
Print Assumptions file_rational.
Print Assumptions file_real.
Print Assumptions interval_rational.
Print Assumptions interval_real.
Print Assumptions theorem_rational.
Print Assumptions theorem_real.
Print Assumptions root_is_a_number.
