(** [check_interval_sound]: bounds for the value of a game, by one strategy of each seat: what the first
    secures and what the second concedes. To be read to know the statement: [interval], [interval_holds]. *)
Require Import ZArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame Sabot.Solution.
Import ListNotations.

Record interval := {
  interval_game : game Z;
  low_numerator : Z; low_denominator : Z;
  high_numerator : Z; high_denominator : Z;
  interval_strategy1 : list local_strategy; interval_strategy2 : list local_strategy;
  interval_scale1 : Z; interval_scale2 : Z  (* hints: a common denominator of each plan *)
}.

(** * What runs *)

Notation z_is_plan := (is_realization_plan Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive).
Notation z_best := (best_response_value Z 0%Z Z.add Z.mul Z.opp z_nonpositive z_maximum).

Definition check_interval (f : interval) : bool :=
  let g := interval_game f in
  let X := strategy_weights (infosets1 g) (interval_strategy1 f) (interval_scale1 f) in
  let Y := strategy_weights (infosets2 g) (interval_strategy2 f) (interval_scale2 f) in
  valid_tree (infosets1 g) 2 && valid_tree (infosets2 g) 2 && z_positive (denominator g) &&
  z_positive (low_denominator f) && z_positive (high_denominator f) &&
  z_is_plan (infosets1 g) X && z_is_plan (infosets2 g) Y &&
  check_strategy (infosets1 g) (interval_strategy1 f) 2 X && check_strategy (infosets2 g) (interval_strategy2 f) 2 Y &&
  match z_best (infosets1 g) (entries g) Y with
  | Some w => (w * high_denominator f =? high_numerator f * lookup Z 0%Z Y 1 * denominator g)%Z
  | None => false
  end &&
  match z_best (infosets2 g) (swapped_entries Z Z.opp (entries g)) X with
  | Some w => (- w * low_denominator f =? low_numerator f * lookup Z 0%Z X 1 * denominator g)%Z
  | None => false
  end.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield9 : (kfield F).
Infix "<=" := (kle F).

(** The first strategy secures the low bound, the second concedes the high one. *)
Record interval_holds (f : interval) (x y : positive -> F) : Prop := {
  interval_tree : valid_tree (infosets1 (interval_game f)) 2 = true /\ valid_tree (infosets2 (interval_game f)) 2 = true;
  interval_positive : k0 F <= kZ F (denominator (interval_game f)) /\ kZ F (denominator (interval_game f)) <> k0 F;
  interval_plan1 : realization_plan F (infosets1 (interval_game f)) x;
  interval_plan2 : realization_plan F (infosets2 (interval_game f)) y;
  interval_plays1 : plan_of_strategy F (infosets1 (interval_game f)) (interval_strategy1 f) 2 x;
  interval_plays2 : plan_of_strategy F (infosets2 (interval_game f)) (interval_strategy2 f) 2 y;
  interval_low : forall y', realization_plan F (infosets2 (interval_game f)) y' ->
    fraction F (low_numerator f) (low_denominator f) <= expected_payoff F (integer_game F (interval_game f)) x y';
  interval_high : forall x', realization_plan F (infosets1 (interval_game f)) x' ->
    expected_payoff F (integer_game F (interval_game f)) x' y <= fraction F (high_numerator f) (high_denominator f)
}.

(** So the value is between them, however it was found. *)
Lemma interval_value f x y : interval_holds f x y -> forall v x' y', solved F (integer_game F (interval_game f)) v x' y' ->
  fraction F (low_numerator f) (low_denominator f) <= v /\ v <= fraction F (high_numerator f) (high_denominator f).
Proof.
  intros H v x' y' S. split.
  - apply (kle_trans F _ (expected_payoff F (integer_game F (interval_game f)) x y')).
    + apply (interval_low _ _ _ H), (solved_y _ _ _ _ _ S).
    + apply (solved_concedes _ _ _ _ _ S), (interval_plan1 _ _ _ H).
  - apply (kle_trans F _ (expected_payoff F (integer_game F (interval_game f)) x' y)).
    + apply (solved_secures _ _ _ _ _ S), (interval_plan2 _ _ _ H).
    + apply (interval_high _ _ _ H), (solved_x _ _ _ _ _ S).
Qed.

Theorem check_interval_sound f : check_interval f = true -> exists x y, interval_holds f x y.
Proof.
  unfold check_interval. set (g := interval_game f).
  set (X := strategy_weights _ _ (interval_scale1 f)). set (Y := strategy_weights _ _ (interval_scale2 f)).
  rewrite !andb_true_iff. intros ((((((((((T1 & T2) & D) & L) & H) & P1) & P2) & S1) & S2) & B1) & B2).
  apply (z_positive_sound F) in D as [D0 D1]. apply (z_positive_sound F) in L as [_ L]. apply (z_positive_sound F) in H as [_ H].
  apply (is_realization_plan_sound F Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive (kZ F)) in P1 as [[X0 X1] P1];
    [| apply kZ_0 | apply kZ_add | apply kZ_opp | intros a b E; apply Z.eqb_eq in E; now subst | apply z_nonpositive_sound | apply z_positive_sound].
  apply (is_realization_plan_sound F Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive (kZ F)) in P2 as [[Y0 Y1] P2];
    [| apply kZ_0 | apply kZ_add | apply kZ_opp | intros a b E; apply Z.eqb_eq in E; now subst | apply z_nonpositive_sound | apply z_positive_sound].
  destruct (z_best (infosets1 g) _ _) as [w|] eqn:W; [|discriminate].
  destruct (z_best (infosets2 g) _ _) as [u|] eqn:U; [|discriminate].
  exists (integer_plan F X), (integer_plan F Y). split; fold g; try assumption; auto.
  - now apply check_strategy_sound; [| apply P1 |].
  - now apply check_strategy_sound; [| apply P2 |].
  - intros y' Py. apply (secures_sound F Z 0%Z Z.add Z.mul Z.opp Z.eqb z_nonpositive z_maximum (kZ F)) with (u := u); auto;
      solve [apply kZ_0 | apply kZ_add | apply kZ_mul | apply kZ_opp | intros a b E; apply Z.eqb_eq in E; now subst | apply z_nonpositive_sound].
  - intros x' Px. apply (concedes_sound F Z 0%Z Z.add Z.mul Z.opp Z.eqb z_nonpositive z_maximum (kZ F)) with (w := w); auto;
      solve [apply kZ_0 | apply kZ_add | apply kZ_mul | apply kZ_opp | intros a b E; apply Z.eqb_eq in E; now subst | apply z_nonpositive_sound].
Qed.
End Meaning.
