(** What the theorems assume, at the rationals and at the reals: `make verified` compares the output
    with assumptions.txt. The generic theorems would hide the axioms of the reals, so the instances
    are printed. *)
Require Import Sabot.OrderedField Sabot.IntegerGame Sabot.MatrixGame Sabot.Solution.
Require Import Sabot.Certificate Sabot.Parametric.

Definition equilibrium_rational := check_integer_sound Qfield.
Definition equilibrium_real := check_integer_sound Rfield.
Definition matrix_rational := matrix_sound Qfield.
Definition matrix_real := matrix_sound Rfield.
Definition certificate_rational := check_certificate_sound Qfield.
Definition certificate_real := check_certificate_sound Rfield.
Definition parametric_rational := check_parametric_sound Qfield.
Definition parametric_real := check_parametric_sound Rfield.

Print Assumptions equilibrium_rational.
Print Assumptions equilibrium_real.
Print Assumptions matrix_rational.
Print Assumptions matrix_real.
Print Assumptions certificate_rational.
Print Assumptions certificate_real.
Print Assumptions parametric_rational.
Print Assumptions parametric_real.
