(** What the theorems about games assume: the axioms of the real numbers of the standard library, and
    over the rationals nothing. A test compares the output with assumptions.txt. *)
Require Import Qcanon.
Require Import Sabot.OrderedField.
Require Import Sabot.games.LeHer Sabot.games.Kuhn Sabot.games.Baccara.

Definition real := (LeHer.le_her_solved, Kuhn.kuhn_solved, Baccara.baccara_solved).
Definition rational :=
  (LeHer.le_her_ordered_field Qfield Qc_eq_dec, Kuhn.kuhn_ordered_field Qfield Qc_eq_dec,
   Baccara.baccara_ordered_field Qfield Qc_eq_dec).

Print Assumptions real.
Print Assumptions rational.
