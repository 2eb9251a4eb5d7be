(** [check_parametric_sound]: coefficients that are polynomials in one parameter t, with whole coefficients. The
    game at t is solved by the formulas at t, for every t of a range. An inequality is shown by coefficients
    that are not negative once the ends of the range are sent to 0 and infinity; if need be the range is halved. *)
Require Import ZArith List Bool Lia Field Reals.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame.
Import ListNotations.

(** * What runs *)

Definition poly := list Z.  (* the constant first *)
Fixpoint padd (p q : poly) : poly :=
  match p, q with [], _ => q | _, [] => p | a :: p, b :: q => (a + b)%Z :: padd p q end.
Definition pscale (c : Z) (p : poly) : poly := map (Z.mul c) p.
Definition popp (p : poly) : poly := map Z.opp p.
Fixpoint pmul (p q : poly) : poly :=
  match p with [] => [] | a :: p => padd (pscale a q) (match pmul p q with [] => [] | r => 0%Z :: r end) end.
Definition pzero (p : poly) : bool := forallb (Z.eqb 0) p.
Definition peqb (p q : poly) : bool := pzero (padd p (popp q)).

(** Forms in u and w: the k-th of n + 1 coefficients is that of u^k w^(n-k). *)
Fixpoint times_linear (a b before : Z) (l : list Z) : list Z :=  (* times a w + b u *)
  match l with [] => [(b * before)%Z] | c :: r => (a * c + b * before)%Z :: times_linear a b c r end.
Fixpoint linear_power (c d : Z) (n : nat) : list Z := match n with O => [1%Z] | S n => times_linear c d 0 (linear_power c d n) end.
Fixpoint substituted (a b c d : Z) (p : poly) : list Z :=  (* t = (a w + b u) / (c w + d u) *)
  match p with [] => [] | x :: r => padd (pscale x (linear_power c d (length r))) (times_linear a b 0 (substituted a b c d r)) end.

(** from/q <= t, and t <= to/q if there is an end. *)
Record range := { range_scale : Z; range_from : Z; range_to : option Z }.

Fixpoint nonneg_between (fuel : nat) (q a b : Z) (p : poly) : bool :=
  if forallb (Z.leb 0) (substituted a b q q p) then true else
  match fuel with
  | O => false
  | S n => if nonneg_between n (2 * q) (2 * a) (a + b) p then nonneg_between n (2 * q) (a + b) (2 * b) p else false
  end.
Definition nonneg (r : range) (p : poly) : bool :=
  match range_to r with
  | Some b => nonneg_between 12 (range_scale r) (range_from r) b p
  | None => forallb (Z.leb 0) (substituted (range_from r) 1 (range_scale r) 0 p)
  end.
Definition big : Z := 1048576.
Definition p_nonpositive (r : range) (p : poly) : bool := nonneg r (popp p).
Definition p_positive (r : range) (p : poly) : bool := nonneg r (padd (pscale big p) [(-1)%Z]).
Fixpoint p_maximum_of (r : range) (todo all : list poly) : poly :=
  match todo with
  | [] => []
  | m :: rest => if forallb (fun p => p_nonpositive r (padd p (popp m))) all then m else p_maximum_of r rest all
  end.
Definition p_maximum (r : range) (l : list poly) : poly := p_maximum_of r l l.

Definition valid_range (r : range) : bool :=
  (0 <? range_scale r)%Z && match range_to r with Some b => (range_from r <? b)%Z | None => true end.
Definition check_parametric (r : range) (g : game poly) (c : claim poly) : bool :=
  valid_range r && check_equilibrium poly [] padd pmul popp peqb (p_nonpositive r) (p_positive r) (p_maximum r) g c.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield6 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation ev := (kZ F).

Fixpoint eval (t : F) (p : poly) : F := match p with [] => 0 | a :: p => ev a + t * eval t p end.

Lemma eval_add t : forall p q, eval t (padd p q) = eval t p + eval t q.
Proof. induction p as [|a p IH]; intros [|b q]; simpl; try ring. rewrite IH, kZ_add. ring. Qed.
Lemma eval_scale t c p : eval t (pscale c p) = ev c * eval t p.
Proof. induction p as [|a p IH]; simpl; [ring|]. rewrite IH, kZ_mul. ring. Qed.
Lemma eval_opp t p : eval t (popp p) = - eval t p.
Proof. induction p as [|a p IH]; simpl; [ring|]. rewrite IH, kZ_opp. ring. Qed.
Lemma eval_mul t : forall p q, eval t (pmul p q) = eval t p * eval t q.
Proof.
  induction p as [|a p IH]; intros q; simpl; [ring|]. rewrite eval_add, eval_scale.
  assert (E : eval t (match pmul p q with [] => [] | r => 0%Z :: r end) = t * eval t (pmul p q)).
  { destruct (pmul p q); simpl; [ring|]. rewrite kZ_0. ring. }
  rewrite E, IH. ring.
Qed.
Lemma eval_zero t p : pzero p = true -> eval t p = 0.
Proof.
  induction p as [|a p IH]; [reflexivity|]. unfold pzero in *. cbn [forallb eval]. rewrite andb_true_iff. intros [A B].
  apply Z.eqb_eq in A. subst. rewrite IH by exact B. rewrite kZ_0. ring.
Qed.
Lemma eval_eqb t p q : peqb p q = true -> eval t p = eval t q.
Proof.
  intros H. apply (eval_zero t) in H. rewrite eval_add, eval_opp in H.
  replace (eval t p) with (eval t p + - eval t q + eval t q) by ring. rewrite H. ring.
Qed.

Fixpoint pow (x : F) (n : nat) : F := match n with O => 1 | S n => x * pow x n end.
Lemma pow_ge x n : 0 <= x -> 0 <= pow x n.
Proof. intros H. induction n; simpl; [apply one_ge | now apply kle_mul]. Qed.

Fixpoint eval_form (u w : F) (l : list Z) : F := match l with [] => 0 | c :: l => ev c * pow w (length l) + u * eval_form u w l end.

Lemma eval_form_ge u w l : 0 <= u -> 0 <= w -> forallb (Z.leb 0) l = true -> 0 <= eval_form u w l.
Proof.
  intros U W. induction l as [|c l IH]; cbn [forallb eval_form]; [intros _; apply le_refl|].
  rewrite andb_true_iff. intros [C L]. apply Z.leb_le in C.
  replace 0 with (0 + 0) by ring. apply le_add2; apply kle_mul; auto using pow_ge, kZ_le.
Qed.

Lemma times_linear_length a b : forall l x, length (times_linear a b x l) = S (length l).
Proof. induction l as [|c l IH]; intros x; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma eval_form_times_linear u w a b : forall l x,
  eval_form u w (times_linear a b x l) = (ev a * w + ev b * u) * eval_form u w l + ev b * ev x * pow w (length l).
Proof.
  induction l as [|c l IH]; intros x; simpl.
  - rewrite kZ_mul. ring.
  - rewrite IH, times_linear_length, kZ_add, !kZ_mul. simpl. ring.
Qed.

Lemma linear_power_length c d n : length (linear_power c d n) = S n.
Proof. induction n; simpl; [reflexivity|]. now rewrite times_linear_length, IHn. Qed.

Lemma eval_form_power u w c d n : eval_form u w (linear_power c d n) = pow (ev c * w + ev d * u) n.
Proof. induction n as [|n IH]; simpl; [rewrite kZ_1; ring|]. rewrite eval_form_times_linear, IH, kZ_0. ring. Qed.

Lemma padd_length : forall p q, length p = length q -> length (padd p q) = length p.
Proof. induction p as [|a p IH]; intros [|b q] H; simpl in *; try discriminate; auto. Qed.

Lemma eval_form_add u w : forall p q, length p = length q -> eval_form u w (padd p q) = eval_form u w p + eval_form u w q.
Proof.
  induction p as [|a p IH]; intros [|b q] H; simpl in *; try discriminate; [ring|].
  injection H as H. rewrite IH, kZ_add, padd_length by exact H. rewrite <- H. ring.
Qed.

Lemma eval_form_scale u w c p : eval_form u w (pscale c p) = ev c * eval_form u w p.
Proof. unfold pscale. induction p as [|a p IH]; simpl; [ring|]. rewrite IH, kZ_mul, map_length. ring. Qed.

Lemma substituted_length a b c d p : length (substituted a b c d p) = length p.
Proof.
  induction p as [|x p IH]; simpl; [reflexivity|]. rewrite padd_length; unfold pscale; rewrite map_length, linear_power_length; [reflexivity|].
  now rewrite times_linear_length, IH.
Qed.

Lemma eval_form_substituted u w t a b c d p : (ev c * w + ev d * u) * t = ev a * w + ev b * u ->
  (ev c * w + ev d * u) * eval_form u w (substituted a b c d p) = pow (ev c * w + ev d * u) (length p) * eval t p.
Proof.
  intros E. set (e := ev c * w + ev d * u) in *.
  induction p as [|x p IH]; simpl; [ring|]. rewrite eval_form_add, eval_form_scale, eval_form_power, eval_form_times_linear.
  - fold e. rewrite <- E, kZ_0.
    transitivity (ev x * (e * pow e (length p)) + e * t * (e * eval_form u w (substituted a b c d p))); [ring|]. rewrite IH. ring.
  - unfold pscale. now rewrite map_length, linear_power_length, times_linear_length, substituted_length.
Qed.

Lemma pow_ne x n : x <> 0 -> pow x n <> 0.
Proof.
  intros H. induction n as [|n IH]; simpl; [apply one_ne|]. intros E. apply IH.
  replace (pow x n) with (x * pow x n / x) by (field; exact H). rewrite E. field. exact H.
Qed.

(** A form without negative coefficients shows that the polynomial is not negative. *)
Lemma substituted_ge u w t a b c d p : 0 <= u -> 0 <= w -> 0 <= ev c * w + ev d * u -> ev c * w + ev d * u <> 0 ->
  (ev c * w + ev d * u) * t = ev a * w + ev b * u -> forallb (Z.leb 0) (substituted a b c d p) = true -> 0 <= eval t p.
Proof.
  intros U W P N E H. pose proof (eval_form_substituted u w t a b c d p E) as Q. pose proof (eval_form_ge u w _ U W H) as G.
  set (e := ev c * w + ev d * u) in *. pose proof (pow_ne e (length p) N) as Np.
  replace (eval t p) with (pow e (length p) * eval t p / pow e (length p)) by (field; exact Np).
  rewrite <- Q. replace 0 with (0 / pow e (length p)) by (field; exact Np).
  apply div_le; [now apply pow_ge | exact Np | now apply kle_mul].
Qed.

Definition in_range (r : range) (t : F) : Prop :=
  ev (range_from r) <= ev (range_scale r) * t /\ match range_to r with Some b => ev (range_scale r) * t <= ev b | None => True end.

Lemma ev_minus a b : ev (a - b) = ev a - ev b.
Proof. replace (a - b)%Z with (a + - b)%Z by lia. rewrite kZ_add, kZ_opp. ring. Qed.

Lemma nonneg_between_sound n : forall q a b t p, (0 < q)%Z -> (a < b)%Z -> ev a <= ev q * t -> ev q * t <= ev b ->
  nonneg_between n q a b p = true -> 0 <= eval t p.
Proof.
  assert (P : forall q a b t p, (0 < q)%Z -> (a < b)%Z -> ev a <= ev q * t -> ev q * t <= ev b ->
    forallb (Z.leb 0) (substituted a b q q p) = true -> 0 <= eval t p).
  { intros q a b t p Q AB A B H.
    assert (E : ev q * (ev b - ev q * t) + ev q * (ev q * t - ev a) = ev (q * (b - a))) by (rewrite kZ_mul, ev_minus; ring).
    refine (substituted_ge (ev q * t - ev a) (ev b - ev q * t) t a b q q p _ _ _ _ _ H); try (now apply sub_le).
    - rewrite E. apply kZ_le. nia.
    - rewrite E. intros Z0. apply kZ_inj in Z0. nia.
    - rewrite E, kZ_mul, ev_minus. ring. }
  induction n as [|n IH]; intros q a b t p Q AB A B H; cbn [nonneg_between] in H;
    (destruct (forallb (Z.leb 0) (substituted a b q q p)) eqn:G; [now apply (P q a b t p)|]); [discriminate|].
  destruct (nonneg_between n (2 * q) (2 * a) (a + b) p) eqn:H1; [|discriminate].
  assert (two : forall z, ev (2 * z) = ev z + ev z) by (intros z; replace (2 * z)%Z with (z + z)%Z by lia; apply kZ_add).
  destruct (kle_total F (ev (2 * q) * t) (ev (a + b))) as [L|L].
  - apply (IH (2 * q)%Z (2 * a)%Z (a + b)%Z t p); try assumption; try lia. rewrite !two.
    replace ((ev q + ev q) * t) with (ev q * t + ev q * t) by ring. now apply le_add2.
  - apply (IH (2 * q)%Z (a + b)%Z (2 * b)%Z t p); try assumption; try lia. rewrite !two.
    replace ((ev q + ev q) * t) with (ev q * t + ev q * t) by ring. now apply le_add2.
Qed.

Lemma nonneg_sound r t p : valid_range r = true -> in_range r t -> nonneg r p = true -> 0 <= eval t p.
Proof.
  unfold valid_range, in_range, nonneg. rewrite andb_true_iff. intros [Q W] [A B] H. apply Z.ltb_lt in Q.
  destruct (range_to r) as [b|].
  - apply Z.ltb_lt in W. now apply (nonneg_between_sound 12 (range_scale r) (range_from r) b t p).
  - refine (substituted_ge (ev (range_scale r) * t - ev (range_from r)) 1 t (range_from r) 1 (range_scale r) 0 p _ _ _ _ _ H).
    + now apply sub_le.
    + apply one_ge.
    + rewrite kZ_0. replace (ev (range_scale r) * 1 + 0 * (ev (range_scale r) * t - ev (range_from r))) with (ev (range_scale r)) by ring. apply kZ_le. lia.
    + rewrite kZ_0. replace (ev (range_scale r) * 1 + 0 * (ev (range_scale r) * t - ev (range_from r))) with (ev (range_scale r)) by ring.
      intros E. apply kZ_inj in E. lia.
    + rewrite kZ_0, kZ_1. ring.
Qed.

Definition parametric_game (t : F) (g : game poly) : Game F := game_in_field F poly (eval t) g.
Definition parametric_plan (t : F) (X : PM.t poly) : positive -> F := plan_of_weights F poly [] (eval t) X.

(** For every t of the range, the game at t is solved by the formulas at t. *)
Theorem check_parametric_sound r g c : check_parametric r g c = true -> forall t, in_range r t ->
  solved F (parametric_game t g) (eval t (value_numerator c) / eval t (value_denominator c)) (parametric_plan t (plan1 c)) (parametric_plan t (plan2 c)).
Proof.
  unfold check_parametric. rewrite andb_true_iff. intros [W H] t T.
  apply (check_equilibrium_sound F poly [] padd pmul popp peqb (p_nonpositive r) (p_positive r) (p_maximum r) (eval t)); try exact H.
  - reflexivity.
  - apply eval_add.
  - apply eval_mul.
  - apply eval_opp.
  - apply eval_eqb.
  - intros p P. apply (nonneg_sound r t) in P; [|assumption..]. rewrite eval_opp in P. apply opp_le in P.
    replace (- - eval t p) with (eval t p) in P by ring. replace (- 0) with 0 in P by ring. exact P.
  - intros p P. apply (nonneg_sound r t) in P; [|assumption..]. rewrite eval_add, eval_scale in P. cbn [eval] in P.
    assert (B0 : ev big <> 0) by (intros E; apply kZ_inj in E; discriminate).
    assert (B1 : 0 <= ev big) by (apply kZ_le; discriminate).
    assert (P1 : 1 <= ev big * eval t p).
    { apply le_sub. match type of P with _ <= ?e => replace (ev big * eval t p - 1) with e; [exact P|] end.
      change (-1)%Z with (- (1))%Z. rewrite (kZ_opp F 1%Z), kZ_1. ring. }
    split.
    + replace (eval t p) with (ev big * eval t p / ev big) by (field; exact B0).
      replace 0 with (0 / ev big) by (field; exact B0). apply div_le; [exact B1 | exact B0|].
      apply (kle_trans F _ 1); [apply one_ge | exact P1].
    + intros E. rewrite E in P1. apply (one_ne F). apply (kle_antisym F); [|apply one_ge].
      replace (ev big * 0) with 0 in P1 by ring. exact P1.
Qed.
End Meaning.
