(** What the theorems about games assume: the axioms of the real numbers of the standard library, and
    over the rationals nothing. A test compares the output with assumptions.txt. *)
Require Import Qcanon.
Require Import Sabot.OrderedField.
Require Import Sabot.games.LeHer Sabot.games.Kuhn Sabot.games.Baccara.

Definition le_her_real := LeHer.le_her_solved.
Definition le_her_rational := LeHer.le_her_ordered_field Qfield Qc_eq_dec.
Definition kuhn_real := Kuhn.kuhn_solved.
Definition kuhn_rational := Kuhn.kuhn_ordered_field Qfield Qc_eq_dec.
Definition baccara_real := Baccara.baccara_solved.
Definition baccara_rational := Baccara.baccara_ordered_field Qfield Qc_eq_dec.

Print Assumptions le_her_real.
Print Assumptions le_her_rational.
Print Assumptions kuhn_real.
Print Assumptions kuhn_rational.
Print Assumptions baccara_real.
Print Assumptions baccara_rational.
