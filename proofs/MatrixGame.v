(** [matrix_sound]: the statement for a matrix game in terms of a matrix, as a list of rows of whole numbers
    over a denominator, and of mixed strategies. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame.
Import ListNotations.

Fixpoint row_entries (i j : positive) (r : list Z) : list (entry Z) :=
  match r with [] => [] | a :: r => (i, j, a) :: row_entries i (Pos.succ j) r end.
Fixpoint matrix_entries (i : positive) (A : list (list Z)) : list (entry Z) :=
  match A with [] => [] | r :: A => row_entries i 2 r ++ matrix_entries (Pos.succ i) A end.
Definition matrix_game (m n : nat) (A : list (list Z)) (D : Z) : game Z :=
  {| infosets1 := [(xH, m)]; infosets2 := [(xH, n)]; entries := matrix_entries 2 A; denominator := D |}.

Section Meaning.
Variable F : OrderedField.
Add Field Ffield7 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "/" := (kdiv F). Infix "<=" := (kle F).

(** Probabilities of n choices, numbered from 2 on. *)
Definition mixed_strategy (n : nat) (p : positive -> F) : Prop :=
  (forall s, (2 <= s < advance n 2)%positive -> 0 <= p s) /\ range_sum F n 2 p = 1.

Fixpoint row_payoff (r : list Z) (j : positive) (y : positive -> F) : F :=
  match r with [] => 0 | a :: r => kZ F a * y j + row_payoff r (Pos.succ j) y end.
Fixpoint matrix_payoff (A : list (list Z)) (i : positive) (x y : positive -> F) : F :=
  match A with [] => 0 | r :: A => x i * row_payoff r 2 y + matrix_payoff A (Pos.succ i) x y end.

Lemma bilinear_app a b x y : bilinear F (a ++ b) x y = bilinear F a x y + bilinear F b x y.
Proof. induction a as [|[[i j] c] r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma bilinear_row i x y r : forall j, bilinear F (entries_in_field F Z (kZ F) (row_entries i j r)) x y = x i * row_payoff r j y.
Proof. induction r as [|a r IH]; intros j; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma bilinear_matrix x y A : forall i, bilinear F (entries_in_field F Z (kZ F) (matrix_entries i A)) x y = matrix_payoff A i x y.
Proof.
  induction A as [|r A IH]; intros i; simpl; [reflexivity|]. unfold entries_in_field in *. rewrite map_app, bilinear_app, IH.
  f_equal. apply bilinear_row.
Qed.

Definition extended (p : positive -> F) (s : positive) : F := if Pos.eqb s 1 then 1 else p s.

Lemma mixed_strategy_plan n p : mixed_strategy n p -> realization_plan F [(xH, n)] (extended p).
Proof.
  intros [G S]. split; [reflexivity| |].
  - intros s Hs. simpl in Hs. unfold extended. destruct (Pos.eqb_spec s 1); [lia|]. now apply G.
  - split; [|exact I]. unfold extended at 2. simpl. rewrite <- S. apply range_sum_ext_from.
    intros k K. unfold extended. destruct (Pos.eqb_spec k 1); [lia | reflexivity].
Qed.

Lemma plan_mixed_strategy n p : realization_plan F [(xH, n)] p -> mixed_strategy n p.
Proof. intros [A B [C _]]. split; [exact B | now rewrite C]. Qed.

Lemma row_payoff_ext y z r : (forall s, (2 <= s)%positive -> y s = z s) -> forall j, (2 <= j)%positive -> row_payoff r j y = row_payoff r j z.
Proof. intros H. induction r as [|a r IH]; intros j J; simpl; [reflexivity|]. rewrite H, IH by lia. reflexivity. Qed.

Lemma matrix_payoff_ext x x' y y' A : (forall s, (2 <= s)%positive -> x s = x' s) -> (forall s, (2 <= s)%positive -> y s = y' s) ->
  forall i, (2 <= i)%positive -> matrix_payoff A i x y = matrix_payoff A i x' y'.
Proof.
  intros X Y. induction A as [|r A IH]; intros i Hi; simpl; [reflexivity|].
  rewrite X, (row_payoff_ext y y'), IH by (try exact Y; lia). reflexivity.
Qed.

(** A matrix game is solved: v is its value, x and y are optimal mixed strategies. *)
Theorem matrix_sound m n A D c : check_integer (matrix_game m n A D) c = true ->
  let v := kZ F (value_numerator c) / kZ F (value_denominator c) in
  let x := integer_plan F (plan1 c) in let y := integer_plan F (plan2 c) in
  mixed_strategy m x /\ mixed_strategy n y /\
  (forall x', mixed_strategy m x' -> matrix_payoff A 2 x' y / kZ F D <= v) /\
  (forall y', mixed_strategy n y' -> v <= matrix_payoff A 2 x y' / kZ F D) /\
  matrix_payoff A 2 x y / kZ F D = v.
Proof.
  intros H v x y. apply (check_integer_sound F) in H. fold v x y in H.
  assert (W : forall p s, (2 <= s)%positive -> extended p s = p s).
  { intros p s Hs. unfold extended. destruct (Pos.eqb_spec s 1); [lia | reflexivity]. }
  split; [apply plan_mixed_strategy, H | split; [apply plan_mixed_strategy, H | split; [|split]]].
  - intros x' X. pose proof (solved_concedes _ _ _ _ _ H _ (mixed_strategy_plan _ _ X)) as Q. unfold expected_payoff in Q. simpl in Q.
    rewrite bilinear_matrix in Q. rewrite (matrix_payoff_ext (extended x') x' y y) in Q; auto; lia.
  - intros y' Y. pose proof (solved_secures _ _ _ _ _ H _ (mixed_strategy_plan _ _ Y)) as Q. unfold expected_payoff in Q. simpl in Q.
    rewrite bilinear_matrix in Q. rewrite (matrix_payoff_ext x x (extended y') y') in Q; auto; lia.
  - pose proof (solved_payoff _ _ _ _ _ H) as Q. unfold expected_payoff in Q. simpl in Q. rewrite bilinear_matrix in Q. exact Q.
Qed.
End Meaning.
