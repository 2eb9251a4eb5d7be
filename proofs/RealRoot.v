(** [root_is_a_number]: over the real numbers, an end of a range that is given as a root is one number alpha, and "at or
    above it" and "at or below it" (Parametric.v) mean just that. The other theorems hold in every ordered field, where
    there need not be such a number; this one says that nothing else is meant by them in the reals. *)
Require Import ZArith List Bool Lia Reals Lra Psatz.
Require Import Sabot.OrderedField Sabot.Parametric.
Import ListNotations.
Local Open Scope R_scope.

Notation value t p := (eval Rfield t p : R).

(** The derivative of a polynomial at c. *)
Fixpoint slope (c : R) (p : poly) : R := match p with [] => 0 | _ :: r => value c r + c * slope c r end.

Lemma slope_is_derivative p : forall c, derivable_pt_lim (fun t => value t p) c (slope c p).
Proof.
  induction p as [|a p IH]; intros c; [apply (derivable_pt_lim_const 0)|].
  cbn [slope]. replace (value c p + c * slope c p) with (0 + (1 * value c p + c * slope c p)) by ring.
  apply (derivable_pt_lim_plus (fun _ => IZR a) (fun t => t * value t p)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_mult (fun t => t) (fun t => value t p)); [apply derivable_pt_lim_id | apply IH].
Qed.

Lemma derivative_value p c : forall k, value c (derivative_from k p) = IZR k * value c p + c * slope c p.
Proof.
  induction p as [|a p IH]; intros k; [cbn; ring|]. cbn [derivative_from slope].
  change (value c ((k * a)%Z :: derivative_from (k + 1) p)) with (IZR (k * a) + c * value c (derivative_from (k + 1) p)).
  rewrite IH, mult_IZR, plus_IZR. change (value c (a :: p)) with (IZR a + c * value c p). ring.
Qed.

Theorem root_is_a_number f a b q : valid_boundary (Root f a b q) = true ->
  exists alpha : R, forall t : R,
    (is_at Rfield (Root f a b q) t <-> t = alpha) /\
    (at_or_above Rfield (Root f a b q) t <-> alpha <= t) /\
    (at_or_below Rfield (Root f a b q) t <-> t <= alpha).
Proof.
  cbn [valid_boundary]. rewrite !andb_true_iff. intros [[[[Q AB] A] B] D].
  apply Z.ltb_lt in Q, AB, A, B.
  assert (Q0 : 0 < IZR q) by now apply IZR_lt.
  set (x := IZR a / IZR q). set (y := IZR b / IZR q).
  assert (Ex : IZR q * x = IZR a) by (unfold x; field; lra).
  assert (Ey : IZR q * y = IZR b) by (unfold y; field; lra).
  assert (Fx : value x f < 0).
  { destruct (value_at_sound Rfield a q x f Ex Q) as (k & K & E). cbn [carrier kmul kZ Rfield] in E.
    apply IZR_lt in K, A. assert (IZR (value_at a q f) * IZR q < 0) by nra. nra. }
  assert (Fy : 0 < value y f).
  { destruct (value_at_sound Rfield b q y f Ey Q) as (k & K & E). cbn [carrier kmul kZ Rfield] in E.
    apply IZR_lt in K, B. assert (0 < IZR (value_at b q f) * IZR q) by nra. nra. }
  assert (rises : forall c, x <= c <= y -> 0 < slope c f).
  { intros c [C1 C2]. assert (T : between Rfield true true a q b q c).
    { split; (split; [|discriminate]); cbn; [rewrite <- Ex | rewrite <- Ey]; nra. }
    destruct (holds_between_sound Rfield true c _ _ _ _ _ _ _ _ D T) as [S N]. specialize (N eq_refl).
    destruct f as [|f0 f]; [cbn in Fx; lra|]. cbn [tl] in S, N.
    change (value c (derivative_from 1 f) <> 0) in N. change (0 <= value c (derivative_from 1 f)) in S.
    rewrite derivative_value in S, N. cbn [slope]. lra. }
  assert (grows : forall s t, x <= s -> s < t -> t <= y -> value s f < value t f).
  { intros s t S ST T. destruct (MVT_cor2 (fun t => value t f) (fun c => slope c f) s t ST) as (c & E & C).
    - intros c C. apply slope_is_derivative.
    - pose proof (rises c ltac:(lra)). nra. }
  assert (XY : x < y) by (apply IZR_lt in AB; nra).
  destruct (IVT (fun t => value t f) x y) as (z & [Z1 Z2] & Z0); [|exact XY|exact Fx|exact Fy|].
  { intros c. apply derivable_continuous_pt. exists (slope c f). apply slope_is_derivative. }
  exists z. intros t. cbn [is_at at_or_above at_or_below carrier kle kmul kZ k0 Rfield].
  assert (scaled : forall n u, IZR q * u = IZR n -> (IZR n <= IZR q * t <-> u <= t) /\ (IZR q * t <= IZR n <-> t <= u)).
  { intros n u E. rewrite <- E. repeat split; intros; nra. }
  destruct (scaled a x Ex) as [A1 A2], (scaled b y Ey) as [B1 B2].
  assert (less : forall s, x <= s -> s < z -> value s f < 0) by (intros s S1 S2; rewrite <- Z0; apply grows; lra).
  assert (more : forall s, s <= y -> z < s -> 0 < value s f) by (intros s S1 S2; rewrite <- Z0; apply grows; lra).
  rewrite A1, A2, B1, B2.
  destruct (Rtotal_order t z) as [L|[->|L]].
  - split; [|split]; split; intros H; try lra.
    + destruct H as (H1 & _ & H). pose proof (less t H1 L) as P. rewrite H in P. lra.
    + destruct H as [H|(H1 & _ & H)]; [lra|]. pose proof (less t H1 L). lra.
    + destruct (Rle_dec t x) as [G|G]; [now left|]. right. pose proof (less t ltac:(lra) L). lra.
  - split; [|split]; split; intros H; try lra; right; repeat split; try lra.
  - split; [|split]; split; intros H; try lra.
    + destruct H as (_ & H1 & H). pose proof (more t H1 L) as P. rewrite H in P. lra.
    + destruct (Rle_dec y t) as [G|G]; [now left|]. right. pose proof (more t ltac:(lra) L). lra.
    + destruct H as [H|(_ & H1 & H)]; [lra|]. pose proof (more t H1 L). lra.
Qed.
