(** Coefficients that are whole numbers: [check_integer] and its soundness. One game, all its numbers being
    fractions over common denominators. *)
Require Import ZArith List Bool Lia Reals.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness.
Import ListNotations.

Definition z_nonpositive (a : Z) : bool := (a <=? 0)%Z.
Definition z_positive (a : Z) : bool := (0 <? a)%Z.
Definition z_maximum (l : list Z) : Z :=
  match l with [] => 0%Z | a :: r => fold_left Z.max r a end.

Definition check_integer : game Z -> claim Z -> bool := check_equilibrium Z 0%Z Z.add Z.mul Z.opp Z.eqb z_nonpositive z_positive z_maximum.

Lemma z_nonpositive_sound F a : z_nonpositive a = true -> kle F (kZ F a) (k0 F).
Proof.
  unfold z_nonpositive. intros H. apply Z.leb_le in H.
  assert (G : kle F (k0 F) (kZ F (- a))) by (apply kZ_le; lia).
  rewrite kZ_opp in G. apply opp_le in G.
  rewrite <- kZ_opp, <- kZ_opp, Z.opp_involutive, <- (kZ_0 F), <- kZ_opp in G. rewrite <- (kZ_0 F). exact G.
Qed.

Lemma z_positive_sound F a : z_positive a = true -> kle F (k0 F) (kZ F a) /\ kZ F a <> k0 F.
Proof.
  unfold z_positive. intros H. apply Z.ltb_lt in H. split; [apply kZ_le; lia|].
  intros E. apply kZ_inj in E. lia.
Qed.

Definition integer_game (F : OrderedField) (g : game Z) : Game F := game_in_field F Z (kZ F) g.
Definition integer_plan (F : OrderedField) (X : PM.t Z) : positive -> F := plan_of_weights F Z 0%Z (kZ F) X.

Theorem check_integer_sound (F : OrderedField) g c : check_integer g c = true ->
  solved F (integer_game F g) (kdiv F (kZ F (value_numerator c)) (kZ F (value_denominator c))) (integer_plan F (plan1 c)) (integer_plan F (plan2 c)).
Proof.
  apply (check_equilibrium_sound F Z 0%Z Z.add Z.mul Z.opp Z.eqb z_nonpositive z_positive z_maximum (kZ F)).
  - apply kZ_0.
  - apply kZ_add.
  - apply kZ_mul.
  - apply kZ_opp.
  - intros a b H. apply Z.eqb_eq in H. now subst.
  - apply z_nonpositive_sound.
  - apply z_positive_sound.
Qed.
