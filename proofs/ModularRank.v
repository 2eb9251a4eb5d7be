(** [full_column_rank_sound]: linear equations with whole coefficients whose rows have full column rank
    modulo a prime have no common zero but 0, in every ordered field.

    The elimination itself is not trusted: it keeps rows that are combinations of the given ones modulo p,
    and at the end each column must have a row that determines it from columns determined before. Two steps
    lead from there to an ordered field: whole numbers that solve the equations modulo p are divisible by p
    ([rank_divides]); and equations of which this is true have no zero but 0 in the field
    ([modular_injective]), by elimination over the whole numbers with pivots not divisible by p. *)
Require Import ZArith Znumtheory PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.Soundness Sabot.PackedRank.
Import ListNotations.

(** * What runs *)

(** For speed the columns of a row should fall from left to right. *)
Definition push (p : Z) (k : positive) (a : Z) (acc : row) : row :=
  let b := (a mod p)%Z in if (b =? 0)%Z then acc else (k, b) :: acc.

Definition reduced_row (p : Z) (r : row) : row :=
  rev_append (fold_left (fun acc e => push p (fst e) (snd e) acc) r []) [].

Definition scaled_row (p a : Z) (r : row) : row :=
  rev_append (fold_left (fun acc e => push p (fst e) (a * snd e) acc) r []) [].

(** r - a s, modulo p, before which acc is put in reverse. *)
Fixpoint subtract_row (p a : Z) (r : row) {struct r} : row -> row -> row :=
  fix inner (s acc : row) {struct s} : row :=
  match s with
  | [] => rev_append acc r
  | (j, y) :: s' =>
    match r with
    | [] => inner s' (push p j (- (a * y)) acc)
    | (i, x) :: r' =>
      match Pos.compare i j with
      | Gt => subtract_row p a r' s ((i, x) :: acc)
      | Lt => inner s' (push p j (- (a * y)) acc)
      | Eq => subtract_row p a r' s' (push p j (x - a * y) acc)
      end
    end
  end.

(** The pivots by their first columns; one step for each item of [fuel] at most. *)
Fixpoint reduce_row (fuel : list positive) (p : Z) (pivots : PM.t row) (r : row) : row :=
  match fuel, r with
  | _ :: fuel, (k, a) :: _ =>
    match PM.find k pivots with
    | Some s => reduce_row fuel p pivots (subtract_row p a r s [])
    | None => r
    end
  | _, _ => r
  end.

Definition insert_row (columns : list positive) (p : Z) (pivots : PM.t row) (r : row) : PM.t row :=
  match reduce_row columns p pivots (reduced_row p r) with
  | [] => pivots
  | (k, a) :: r => PM.add k (scaled_row p (inverse_mod p a) ((k, a) :: r)) pivots
  end.

Fixpoint keys_in (T : PM.t unit) (r : row) : bool :=
  match r with [] => true | (k, _) :: r => if member k T then keys_in T r else false end.

(** Each column has a row that gives it in terms of columns before it; returns all of them. *)
Fixpoint determined (pivots : PM.t row) (columns : list positive) (T : PM.t unit) : option (PM.t unit) :=
  match columns with
  | [] => Some T
  | k :: columns =>
    match PM.find k pivots with
    | Some ((i, a) :: r) =>
      if Pos.eqb i k then if (a =? 1)%Z then if keys_in T r then determined pivots columns (PM.add k tt T)
      else None else None else None
    | _ => None
    end
  end.

Fixpoint no_divisor (n : nat) (d p : Z) : bool :=  (* among d and the n - 1 numbers after it *)
  match n with O => true | S n => if (p mod d =? 0)%Z then false else no_divisor n (d + 1) p end.

(** Trial division up to 4096: for p below 2^24. *)
Definition is_prime (p : Z) : bool :=
  if (1 <? p)%Z then if (p <? 4096 * 4096)%Z then no_divisor (Z.to_nat (Z.min 4095 (p - 2))) 2 p else false else false.

Fixpoint set_of (columns : list positive) (T : PM.t unit) : PM.t unit :=
  match columns with [] => T | k :: columns => set_of columns (PM.add k tt T) end.

(** Dense rows are packed. *)
Definition full_column_rank (p : Z) (columns : list positive) (rows : list row) : bool :=
  if is_prime p then
    if dense columns rows then
      if forallb (keys_in (set_of columns (PM.empty unit))) rows then packed_rank p columns rows else false
    else match determined (fold_left (insert_row columns p) rows (PM.empty row)) columns (PM.empty unit) with
    | Some T => forallb (keys_in T) rows
    | None => false
    end
  else false.

(** * Modulo a prime *)

Lemma is_prime_sound p : is_prime p = true -> prime p.
Proof.
  unfold is_prime. destruct (Z.ltb_spec 1 p) as [P|]; [|discriminate].
  destruct (Z.ltb_spec p (4096 * 4096)) as [Q|]; [|discriminate]. intros H.
  assert (N : forall n d, no_divisor n d p = true -> forall k, (d <= k < d + Z.of_nat n)%Z -> ~ (k | p)%Z).
  { induction n as [|n IH]; intros d E k K D; [lia|]. cbn [no_divisor] in E.
    destruct (Z.eqb_spec (p mod d) 0) as [M|M]; [discriminate|].
    destruct (Z.eq_dec k d) as [->|]; [|apply (IH (d + 1)%Z E k); [lia | exact D]].
    apply M. now apply Zdivide_mod. }
  assert (S : forall k, (2 <= k)%Z -> (k * k <= p)%Z -> ~ (k | p)%Z).
  { intros k K2 KK. apply (N _ 2%Z H). rewrite Z2Nat.id by lia. nia. }
  destruct (prime_dec p) as [Y|Y]; [exact Y | exfalso].
  apply not_prime_divide in Y as (n & L & [m E]); [|lia].
  destruct (Z.le_gt_cases (n * n) p) as [G|G].
  - apply (S n); [lia | exact G | now exists m].
  - apply (S m); [nia | nia | exists n; lia].
Qed.

Section Divides.
Variable p : Z.
Variable d : positive -> Z.

Notation same a b := (p | a - b)%Z.

Lemma push_dot k a acc : same (zdot (push p k a acc) d) (a * d k + zdot acc d).
Proof.
  unfold push. pose proof (Z_div_mod_eq_full a p) as E. destruct (Z.eqb_spec (a mod p) 0) as [Q|Q]; cbn [zdot].
  - exists (- (a / p) * d k)%Z. rewrite E at 1. rewrite Q. ring.
  - exists (- (a / p) * d k)%Z. rewrite E at 2. ring.
Qed.

Lemma zdot_rev_append a : forall b, zdot (rev_append a b) d = (zdot a d + zdot b d)%Z.
Proof. induction a as [|[k x] a IH]; intros b; cbn [rev_append zdot]; [ring|]. rewrite IH. cbn [zdot]. ring. Qed.

Lemma same_trans a b c : same a b -> same b c -> same a c.
Proof. intros [x H] [y G]. exists (x + y)%Z. lia. Qed.

Lemma scaled_fold a r : forall acc,
  same (zdot (fold_left (fun acc e => push p (fst e) (a * snd e) acc) r acc) d) (a * zdot r d + zdot acc d).
Proof.
  induction r as [|[k x] r IH]; intros acc; cbn [fold_left zdot fst snd]; [exists 0%Z; ring|].
  eapply same_trans; [apply IH|]. destruct (push_dot k (a * x) acc) as [q Q]. exists q. rewrite <- Q. ring.
Qed.

Lemma scaled_dot a r : same (zdot (scaled_row p a r) d) (a * zdot r d).
Proof.
  unfold scaled_row. rewrite zdot_rev_append. destruct (scaled_fold a r []) as [q Q]. exists q. rewrite <- Q. cbn [zdot]. ring.
Qed.

Lemma reduced_dot r : same (zdot (reduced_row p r) d) (zdot r d).
Proof.
  unfold reduced_row. rewrite zdot_rev_append.
  assert (H : forall acc, same (zdot (fold_left (fun acc e => push p (fst e) (snd e) acc) r acc) d) (zdot r d + zdot acc d)).
  { induction r as [|[k x] r IH]; intros acc; cbn [fold_left zdot fst snd]; [exists 0%Z; ring|].
    eapply same_trans; [apply IH|]. destruct (push_dot k x acc) as [q Q]. exists q. rewrite <- Q. ring. }
  destruct (H []) as [q Q]. exists q. rewrite <- Q. cbn [zdot]. ring.
Qed.

Lemma subtract_dot a r : forall s acc,
  same (zdot (subtract_row p a r s acc) d) (zdot r d - a * zdot s d + zdot acc d).
Proof.
  induction r as [|[i x] r IHr]; induction s as [|[j y] s IHs]; intros acc;
    try (cbn [subtract_row]; rewrite zdot_rev_append; cbn [zdot]; exists 0%Z; ring).
  - change (subtract_row p a [] ((j, y) :: s) acc) with (subtract_row p a [] s (push p j (- (a * y)) acc)).
    eapply same_trans; [apply IHs|]. destruct (push_dot j (- (a * y)) acc) as [q Q]. exists q. rewrite <- Q. cbn [zdot]. ring.
  - change (subtract_row p a ((i, x) :: r) ((j, y) :: s) acc) with
      (match Pos.compare i j with
       | Gt => subtract_row p a r ((j, y) :: s) ((i, x) :: acc)
       | Lt => subtract_row p a ((i, x) :: r) s (push p j (- (a * y)) acc)
       | Eq => subtract_row p a r s (push p j (x - a * y) acc)
       end).
    destruct (Pos.compare_spec i j) as [<-|L|L].
    + eapply same_trans; [apply IHr|]. destruct (push_dot i (x - a * y) acc) as [q Q]. exists q. rewrite <- Q. cbn [zdot]. ring.
    + eapply same_trans; [apply IHs|]. destruct (push_dot j (- (a * y)) acc) as [q Q]. exists q. rewrite <- Q. cbn [zdot]. ring.
    + eapply same_trans; [apply IHr|]. cbn [zdot]. exists 0%Z. ring.
Qed.

Definition vanishes (r : row) : Prop := (p | zdot r d)%Z.

Lemma vanishes_same a r : same (zdot a d) (zdot r d) -> vanishes r -> vanishes a.
Proof. intros [x H] [y G]. exists (x + y)%Z. lia. Qed.

Definition all_vanish (pivots : PM.t row) : Prop := forall k r, PM.find k pivots = Some r -> vanishes r.

Lemma reduce_vanishes fuel pivots : all_vanish pivots -> forall r, vanishes r -> vanishes (reduce_row fuel p pivots r).
Proof.
  intros A. induction fuel as [|f fuel IH]; intros r V; cbn [reduce_row]; [exact V|].
  destruct r as [|[k a] r]; [exact V|]. destruct (PM.find k pivots) as [s|] eqn:E; [|exact V].
  apply IH. destruct (subtract_dot a ((k, a) :: r) s []) as [x X]. destruct V as [y Y]. destruct (A _ _ E) as [z W].
  exists (x + y - a * z)%Z. rewrite Y, W in X. cbn [zdot] in X. lia.
Qed.

Lemma insert_vanish columns pivots r : all_vanish pivots -> vanishes r -> all_vanish (insert_row columns p pivots r).
Proof.
  intros A V. unfold insert_row.
  assert (W : vanishes (reduce_row columns p pivots (reduced_row p r)))
    by (apply reduce_vanishes; [exact A | apply (vanishes_same _ r); [apply reduced_dot | exact V]]).
  destruct (reduce_row columns p pivots (reduced_row p r)) as [|[k a] s]; [exact A|].
  intros i t. destruct (Pos.eq_dec i k) as [->|N].
  - rewrite PM.gss. injection 1 as <-. destruct (scaled_dot (inverse_mod p a) ((k, a) :: s)) as [x X]. destruct W as [y Y].
    exists (x + inverse_mod p a * y)%Z. rewrite Y in X. lia.
  - rewrite PM.gso by exact N. apply A.
Qed.

Lemma determined_divides pivots : all_vanish pivots -> forall columns T T', determined pivots columns T = Some T' ->
  (forall k, member k T = true -> (p | d k)%Z) ->
  (forall k, In k columns -> (p | d k)%Z).
Proof.
  intros A. induction columns as [|c columns IH]; intros T T' H D k K; [destruct K|]. cbn [determined] in H.
  destruct (PM.find c pivots) as [[|[i a] r]|] eqn:E; try discriminate.
  destruct (Pos.eqb_spec i c) as [->|]; [|discriminate]. destruct (Z.eqb_spec a 1) as [->|]; [|discriminate].
  destruct (keys_in T r) eqn:R; [|discriminate].
  assert (C : (p | d c)%Z).
  { pose proof (A _ _ E) as V. unfold vanishes in V. cbn [zdot] in V.
    assert (W : (p | zdot r d)%Z).
    { clear - R D. induction r as [|[j x] r IHr]; cbn [zdot]; [exists 0%Z; ring|]. cbn [keys_in] in R.
      destruct (member j T) eqn:J; [|discriminate]. apply Z.divide_add_r; [apply Z.divide_mul_r; auto | auto]. }
    replace (d c) with (1 * d c + zdot r d - zdot r d)%Z by ring. now apply Z.divide_sub_r. }
  destruct K as [<-|K]; [exact C|]. apply (IH _ _ H); [|exact K].
  intros j. rewrite member_add. destruct (Pos.eqb_spec j c) as [->|]; auto.
Qed.
End Divides.

Lemma determined_member pivots : forall columns T T' k, determined pivots columns T = Some T' ->
  member k T' = true -> member k T = true \/ In k columns.
Proof.
  induction columns as [|c columns IH]; intros T T' k H K; cbn [determined] in H; [left; congruence|].
  destruct (PM.find c pivots) as [[|[i a] r]|]; try discriminate.
  destruct (Pos.eqb_spec i c); [|discriminate]. destruct (Z.eqb_spec a 1); [|discriminate]. destruct (keys_in T r); [|discriminate].
  destruct (IH _ _ k H K) as [Q|Q]; [|right; now right]. rewrite member_add in Q.
  destruct (Pos.eqb_spec k c) as [->|]; [right; now left | now left].
Qed.

Lemma set_of_member columns : forall T k, member k (set_of columns T) = true -> member k T = true \/ In k columns.
Proof.
  induction columns as [|c columns IH]; intros T k H; cbn [set_of] in H; [now left|].
  destruct (IH _ _ H) as [Q|Q]; [|right; now right]. rewrite member_add in Q.
  destruct (Pos.eqb_spec k c) as [E|]; [right; now left | now left].
Qed.

Lemma keys_in_member T r : keys_in T r = true -> forall k a, In (k, a) r -> member k T = true.
Proof.
  induction r as [|[i x] r IH]; intros H k a A; [destruct A|]. cbn [keys_in] in H.
  destruct (member i T) eqn:E; [|discriminate]. destruct A as [A|A]; [now injection A as -> -> | now apply (IH H k a)].
Qed.

Lemma is_prime_short p : is_prime p = true -> (p < base)%Z.
Proof.
  unfold is_prime. destruct (1 <? p)%Z; [|discriminate]. destruct (Z.ltb_spec p (4096 * 4096)) as [L|]; [|discriminate].
  intros _. unfold base. lia.
Qed.

Lemma rank_divides p columns rows : full_column_rank p columns rows = true ->
  prime p /\ (forall r, In r rows -> forall k a, In (k, a) r -> In k columns) /\
  forall d, (forall r, In r rows -> (p | zdot r d)%Z) -> forall k, In k columns -> (p | d k)%Z.
Proof.
  unfold full_column_rank. destruct (is_prime p) eqn:Pp; [|discriminate]. pose proof (is_prime_short p Pp) as Ps. apply is_prime_sound in Pp.
  destruct (dense columns rows).
  { destruct (forallb _ rows) eqn:K; [|discriminate]. intros D. rewrite forallb_forall in K.
    split; [exact Pp | split].
    - intros r R k a A. pose proof (keys_in_member _ _ (K r R) k a A) as Q.
      apply set_of_member in Q as [Q|Q]; [discriminate | exact Q].
    - intros d R. assert (P0 : (0 < p)%Z) by (pose proof (prime_ge_2 p Pp); lia). apply (packed_rank_divides p P0 Ps d columns rows D R). }
  destruct (determined _ _ _) as [T|] eqn:D; [|discriminate]. intros K.
  split; [exact Pp | split].
  - intros r R k a A. rewrite forallb_forall in K. specialize (K r R).
    pose proof (keys_in_member _ _ K k a A) as Q.
    destruct (determined_member _ _ _ _ _ D Q) as [Z|Z]; [|exact Z]. discriminate.
  - intros d R. apply (determined_divides p d _) with (2 := D); [|intros k Z; discriminate].
    clear D K.
    assert (H : forall rows pivots, all_vanish p d pivots -> (forall r, In r rows -> vanishes p d r) ->
      all_vanish p d (fold_left (insert_row columns p) rows pivots)).
    { induction rows0 as [|r rest IH]; intros pivots A V; cbn [fold_left]; [exact A|].
      apply IH; [|intros q Q; apply V; now right]. apply insert_vanish; [exact A | apply V; now left]. }
    apply H; [intros k r E; discriminate | exact R].
Qed.

(** * In an ordered field *)

Section InField.
Variable F : OrderedField.
Add Field Ffield8 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x).

(** The row at the numbers [d]. *)
Fixpoint row_dot (r : row) (d : positive -> F) : F :=
  match r with [] => 0 | (k, a) :: r => kZ F a * d k + row_dot r d end.

Fixpoint coefficient (r : row) (k : positive) : Z :=
  match r with [] => 0%Z | (i, a) :: r => if Pos.eqb i k then (a + coefficient r k)%Z else coefficient r k end.

Fixpoint zsum (columns : list positive) (c d : positive -> Z) : Z :=
  match columns with [] => 0%Z | k :: ks => (c k * d k + zsum ks c d)%Z end.
Fixpoint fsum (columns : list positive) (c : positive -> Z) (d : positive -> F) : F :=
  match columns with [] => 0 | k :: ks => kZ F (c k) * d k + fsum ks c d end.

Lemma zsum_ext ks c c' d d' : (forall k, In k ks -> c k = c' k) -> (forall k, In k ks -> d k = d' k) -> zsum ks c d = zsum ks c' d'.
Proof.
  induction ks as [|k ks IH]; intros H G; cbn [zsum]; [reflexivity|]. rewrite H, G by now left. f_equal. apply IH; intros; [apply H | apply G]; now right.
Qed.

Lemma fsum_ext ks c c' d : (forall k, In k ks -> c k = c' k) -> fsum ks c d = fsum ks c' d.
Proof. induction ks as [|k ks IH]; intros H; cbn [fsum]; [reflexivity|]. rewrite H by now left. f_equal. apply IH. intros; apply H; now right. Qed.

Lemma zsum_one ks i a c d : NoDup ks -> In i ks ->
  zsum ks (fun k => if Pos.eqb i k then (a + c k)%Z else c k) d = (a * d i + zsum ks c d)%Z.
Proof.
  induction ks as [|k ks IH]; intros N I; [destruct I|]. inversion N as [|? ? N1 N2]; subst. cbn [zsum].
  destruct (Pos.eqb_spec i k) as [->|E].
  - rewrite (zsum_ext ks _ c d d); [ring | | reflexivity]. intros j J. destruct (Pos.eqb_spec k j) as [->|]; [contradiction | reflexivity].
  - destruct I as [I|I]; [congruence|]. rewrite IH by assumption. ring.
Qed.

Lemma fsum_one ks i a c d : NoDup ks -> In i ks ->
  fsum ks (fun k => if Pos.eqb i k then (a + c k)%Z else c k) d = kZ F a * d i + fsum ks c d.
Proof.
  induction ks as [|k ks IH]; intros N I; [destruct I|]. inversion N as [|? ? N1 N2]; subst. cbn [fsum].
  destruct (Pos.eqb_spec i k) as [->|E].
  - rewrite (fsum_ext ks _ c d), kZ_add; [ring|]. intros j J. destruct (Pos.eqb_spec k j) as [->|]; [contradiction | reflexivity].
  - destruct I as [I|I]; [congruence|]. rewrite IH by assumption. ring.
Qed.

Lemma zdot_zsum ks d : NoDup ks -> forall r, (forall k a, In (k, a) r -> In k ks) -> zdot r d = zsum ks (coefficient r) d.
Proof.
  intros N. induction r as [|[i a] r IH]; intros H; cbn [zdot coefficient].
  - clear. induction ks as [|k ks IH]; cbn [zsum]; [reflexivity|]. rewrite <- IH. ring.
  - rewrite zsum_one by (try exact N; apply (H i a); now left). f_equal. apply IH. intros k x K. apply (H k x). now right.
Qed.

Lemma row_dot_fsum ks d : NoDup ks -> forall r, (forall k a, In (k, a) r -> In k ks) -> row_dot r d = fsum ks (coefficient r) d.
Proof.
  intros N. induction r as [|[i a] r IH]; intros H; cbn [row_dot coefficient].
  - clear. induction ks as [|k ks IH]; cbn [fsum]; [reflexivity|]. rewrite <- IH, kZ_0. ring.
  - rewrite fsum_one by (try exact N; apply (H i a); now left). f_equal. apply IH. intros k x K. apply (H k x). now right.
Qed.

(** Rows as functions: what has only zeros that are divisible by p has no zero but 0. *)
Lemma modular_injective p : prime p -> forall ks, NoDup ks -> forall rows : list (positive -> Z),
  (forall d, (forall r, In r rows -> (p | zsum ks r d)%Z) -> forall k, In k ks -> (p | d k)%Z) ->
  forall d, (forall r, In r rows -> fsum ks r d = 0) -> forall k, In k ks -> d k = 0.
Proof.
  intros Pp. induction ks as [|c ks IH]; intros N rows D d R k K; [destruct K|].
  inversion N as [|? ? N1 N2]; subst.
  assert (P1 : (1 < p)%Z) by (destruct Pp; lia).
  (* a row with a pivot in the first column *)
  assert (E : exists r, In r rows /\ ~ (p | r c)%Z).
  { destruct (existsb (fun r : positive -> Z => negb (r c mod p =? 0)%Z) rows) eqn:X.
    - apply existsb_exists in X as (r & Hr & X). exists r. split; [exact Hr|]. intros Dv.
      apply Zdivide_mod in Dv. rewrite Dv in X. discriminate.
    - exfalso. assert (A : forall r, In r rows -> (p | r c)%Z).
      { intros r Hr. apply Zmod_divide; [lia|]. destruct (Z.eqb_spec (r c mod p) 0) as [Q|Q]; [exact Q|].
        assert (Y : existsb (fun r : positive -> Z => negb (r c mod p =? 0)%Z) rows = true).
        { apply existsb_exists. exists r. split; [exact Hr|]. destruct (Z.eqb_spec (r c mod p) 0); [contradiction | reflexivity]. }
        congruence. }
      assert (B : (p | 1)%Z).
      { set (e := fun k => if Pos.eqb k c then 1%Z else 0%Z).
        replace 1%Z with (e c) by (unfold e; now rewrite Pos.eqb_refl).
        apply D; [|now left]. intros r Hr. cbn [zsum]. unfold e at 1. rewrite Pos.eqb_refl.
        replace (zsum ks r e) with 0%Z; [rewrite Z.mul_1_r, Z.add_0_r; now apply A|].
        clear - N1. subst e. induction ks as [|k ks IH]; cbn [zsum]; [reflexivity|].
        destruct (Pos.eqb_spec k c) as [->|]; [exfalso; apply N1; now left|].
        rewrite <- IH; [ring | intros I; apply N1; now right]. }
      apply Z.divide_1_r in B. lia. }
  destruct E as (r & Hr & Nd).
  assert (U : exists u v, (u * r c + v * p = 1)%Z).
  { destruct (rel_prime_bezout (r c) p) as [u v E]; [apply rel_prime_sym; now apply prime_rel_prime|]. now exists u, v. }
  destruct U as (u & v & U).
  assert (A0 : r c <> 0%Z) by (intros Z; apply Nd; rewrite Z; apply Z.divide_0_r).
  set (step := fun (s : positive -> Z) j => (r c * s j - s c * r j)%Z).
  assert (zstep : forall s ks d, zsum ks (step s) d = (r c * zsum ks s d - s c * zsum ks r d)%Z).
  { intros s l e. induction l as [|j l IHl]; cbn [zsum]; [ring|]. rewrite IHl. unfold step. ring. }
  assert (fstep : forall s ks d, fsum ks (step s) d = kZ F (r c) * fsum ks s d - kZ F (s c) * fsum ks r d).
  { intros s l e. induction l as [|j l IHl]; cbn [fsum]; [ring|]. rewrite IHl. unfold step.
    replace (r c * s j - s c * r j)%Z with (r c * s j + - (s c * r j))%Z by ring. rewrite kZ_add, kZ_opp, !kZ_mul. ring. }
  assert (rest : forall j, In j ks -> d j = 0).
  { apply (IH N2 (map step rows)).
    - intros e He j J.
      set (e' := fun i => if Pos.eqb i c then (- u * zsum ks r e)%Z else e i).
      assert (S : forall s, zsum ks s e' = zsum ks s e).
      { intros s. apply zsum_ext; [reflexivity|]. intros i I. unfold e'. destruct (Pos.eqb_spec i c) as [->|]; [contradiction | reflexivity]. }
      assert (Q : (p | e' j)%Z).
      { apply (D e'); [|now right]. intros s Hs. cbn [zsum]. rewrite S. unfold e'. rewrite Pos.eqb_refl.
        assert (W : (p | zsum ks (step s) e)%Z) by (apply He; now apply in_map). rewrite zstep in W.
        (* u times (r c) is 1 modulo p *)
        destruct W as [w W]. exists (u * w + v * zsum ks s e)%Z.
        transitivity ((u * r c + v * p) * zsum ks s e - s c * u * zsum ks r e)%Z; [rewrite U; ring|].
        transitivity (u * (r c * zsum ks s e - s c * zsum ks r e) + v * p * zsum ks s e)%Z; [ring|]. rewrite W. ring. }
      unfold e' in Q. destruct (Pos.eqb_spec j c) as [->|]; [contradiction | exact Q].
    - intros s Hs. apply in_map_iff in Hs as (s' & <- & Hs). rewrite fstep.
      pose proof (R _ Hs) as R1. pose proof (R _ Hr) as R2. cbn [fsum] in R1, R2.
      replace (fsum ks s' d) with (- (kZ F (s' c) * d c)) by (rewrite <- (Radd_0_l (F_R (kfield F)) (- _)), <- R1; ring).
      replace (fsum ks r d) with (- (kZ F (r c) * d c)) by (rewrite <- (Radd_0_l (F_R (kfield F)) (- _)), <- R2; ring).
      ring. }
  destruct K as [<-|K]; [|now apply rest].
  pose proof (R _ Hr) as Q. cbn [fsum] in Q.
  replace (fsum ks r d) with 0 in Q.
  - assert (A : kZ F (r c) <> 0) by (intros Z; apply kZ_inj in Z; contradiction).
    replace (d c) with (kZ F (r c) * d c / kZ F (r c)) by (field; exact A).
    replace (kZ F (r c) * d c) with 0 by (rewrite <- Q; ring). field. exact A.
  - clear - rest. induction ks as [|j ks IH]; cbn [fsum]; [reflexivity|].
    rewrite <- IH by (intros i I; apply rest; now right). rewrite (rest j) by now left. ring.
Qed.

Theorem full_column_rank_sound p columns rows : NoDup columns -> full_column_rank p columns rows = true ->
  forall d, (forall r, In r rows -> row_dot r d = 0) -> forall k, In k columns -> d k = 0.
Proof.
  intros N H d R. apply rank_divides in H as (Pp & K & D).
  apply (modular_injective p Pp columns N (map coefficient rows)).
  - intros e E. apply D. intros r Hr. rewrite (zdot_zsum columns e N r (K r Hr)). apply E. now apply in_map.
  - intros c C. apply in_map_iff in C as (r & <- & Hr). rewrite <- row_dot_fsum; [now apply R | exact N | apply (K r Hr)].
Qed.
End InField.
