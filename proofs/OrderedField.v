(** Ordered fields with Leibniz equality, and two of them: the rationals ([Qfield], no axiom) and the reals
    of the standard library ([Rfield]). [kZ] embeds the whole numbers. Every theorem of this folder is for
    an arbitrary ordered field. *)
Require Import ZArith QArith Qcanon Reals Field Lra Lia.

Record OrderedField := {
  carrier :> Type;
  k0 : carrier; k1 : carrier;
  kadd : carrier -> carrier -> carrier; kmul : carrier -> carrier -> carrier; ksub : carrier -> carrier -> carrier; kopp : carrier -> carrier;
  kdiv : carrier -> carrier -> carrier; kinv : carrier -> carrier;
  kle : carrier -> carrier -> Prop;
  kfield : field_theory k0 k1 kadd kmul ksub kopp kdiv kinv (@eq carrier);
  kle_trans : forall a b c, kle a b -> kle b c -> kle a c;
  kle_antisym : forall a b, kle a b -> kle b a -> a = b;
  kle_total : forall a b, kle a b \/ kle b a;
  kle_add : forall a b c, kle a b -> kle (kadd a c) (kadd b c);
  kle_mul : forall a b, kle k0 a -> kle k0 b -> kle k0 (kmul a b);
  kZ : Z -> carrier;
  kZ_0 : kZ 0 = k0;
  kZ_1 : kZ 1 = k1;
  kZ_add : forall a b, kZ (a + b) = kadd (kZ a) (kZ b);
  kZ_mul : forall a b, kZ (a * b) = kmul (kZ a) (kZ b);
  kZ_opp : forall a, kZ (- a) = kopp (kZ a);
  kZ_le : forall a, (0 <= a)%Z -> kle k0 (kZ a);
  kZ_inj : forall a, kZ a = k0 -> a = 0%Z
}.

Definition Rfield : OrderedField.
Proof.
  refine {| carrier := R; k0 := 0%R; k1 := 1%R; kadd := Rplus; kmul := Rmult; ksub := Rminus; kopp := Ropp;
            kdiv := Rdiv; kinv := Rinv; kle := Rle; kZ := IZR |}.
  - exact Rfield.
  - exact Rle_trans.
  - intros; lra.
  - intros a b; lra.
  - intros; lra.
  - intros; apply Rmult_le_pos; assumption.
  - reflexivity.
  - reflexivity.
  - apply plus_IZR.
  - apply mult_IZR.
  - apply opp_IZR.
  - intros a H; now apply IZR_le.
  - intros a H; now apply eq_IZR_R0.
Defined.

Definition Qfield : OrderedField.
Proof.
  refine {| carrier := Qc; k0 := 0%Qc; k1 := 1%Qc; kadd := Qcplus; kmul := Qcmult; ksub := Qcminus;
            kopp := Qcopp; kdiv := Qcdiv; kinv := Qcinv; kle := Qcle;
            kZ := fun z => Q2Qc (inject_Z z) |}.
  - exact Qcft.
  - exact Qcle_trans.
  - exact Qcle_antisym.
  - intros a b; destruct (Qclt_le_dec a b) as [H|H]; [left; now apply Qclt_le_weak | now right].
  - intros a b c H; apply Qcplus_le_compat; [assumption | apply Qcle_refl].
  - intros a b Ha Hb. rewrite <- (Qcmult_0_l b). now apply Qcmult_le_compat_r.
  - reflexivity.
  - reflexivity.
  - intros a b. apply Qc_is_canon. unfold Qcplus, Q2Qc, this. rewrite !Qred_correct, inject_Z_plus. reflexivity.
  - intros a b. apply Qc_is_canon. unfold Qcmult, Q2Qc, this. rewrite !Qred_correct, inject_Z_mult. reflexivity.
  - intros a. apply Qc_is_canon. unfold Qcopp, Q2Qc, this. rewrite !Qred_correct, inject_Z_opp. reflexivity.
  - intros a H. unfold Qcle, Q2Qc, this. rewrite !Qred_correct. unfold Qle; simpl. lia.
  - intros a H. 
    assert (E : (this (Q2Qc (inject_Z a)) == this 0%Qc)%Q) by (rewrite H; reflexivity).
    unfold Q2Qc, this in E. rewrite !Qred_correct in E. unfold Qeq in E; simpl in E. lia.
Defined.
