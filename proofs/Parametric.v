(** Polynomials in one parameter t with whole coefficients, and their signs on a range of t. With these
    signs the check of a game is a check of the game at every t of the range: [check_parametric_sound].

    An inequality is shown by coefficients that are not negative once the ends of the range are sent to
    0 and infinity; where they are, the range is cut in two. The cuts are chosen by [cut], of which
    nothing is proved: a bad choice can only refuse. *)
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
(** The same, computed with the powers on the way. *)
Fixpoint substitution (a b c d : Z) (p : poly) : list Z * list Z :=
  match p with
  | [] => ([], [1%Z])
  | x :: r =>
    let (form, power) := substitution a b c d r in
    (padd (pscale x power) (times_linear a b 0 form), times_linear c d 0 power)
  end.

(** ** Ranges *)

(** A number: n/d; or a root of [f] between a/q and b/q, where [f] rises from negative to positive. *)
Inductive boundary := Rational (n d : Z) | Root (f : poly) (a b q : Z).

(** The values of t: one number; the reals between two ends, either of which may be left out ([open]: without the
    ends themselves); or the whole numbers between two ends. *)
Inductive range :=
| Point (e : boundary)
| Reals (open : bool) (low high : option boundary)
| Wholes (low : Z) (high : option Z).

(** p(n/d) times d to the power (length p - 1). *)
Fixpoint scaled_value (n d : Z) (p : poly) : Z * Z :=  (* and d to the power (length p) *)
  match p with [] => (0, 1)%Z | c :: r => let (v, k) := scaled_value n d r in ((c * k + n * v)%Z, (d * k)%Z) end.
Definition value_at (n d : Z) (p : poly) : Z := fst (scaled_value n d p).

(** The rational part of a range: a root is left out with the numbers around it. *)
Definition low_pair (e : option boundary) : Z * Z :=
  match e with Some (Rational n d) => (n, d) | Some (Root _ _ b q) => (b, q) | None => (-1, 0)%Z end.
Definition high_pair (e : option boundary) : Z * Z :=
  match e with Some (Rational n d) => (n, d) | Some (Root _ a _ q) => (a, q) | None => (1, 0)%Z end.

(** Between a/c and b/d the polynomial is not negative; if [strict], it is positive, at a/c too if
    [at_low], and at b/d if [at_high]. *)
Definition last_positive (l : list Z) : bool := (0 <? List.last l 0)%Z.
Definition first_positive (l : list Z) : bool := match l with [] => false | x :: _ => (0 <? x)%Z end.
Definition no_negative_coefficient (strict at_low at_high : bool) (a c b d : Z) (p : poly) : bool :=
  if (a * d <? b * c)%Z then
    let l := fst (substitution a b c d p) in
    if forallb (Z.leb 0) l then
      if strict then
        if existsb (Z.ltb 0) l then
          if (if at_low then first_positive l else true) then (if at_high then last_positive l else true) else false
        else false
      else true
    else false
  else false.

Definition cut (a c b d : Z) : Z * Z :=
  if (c =? 0)%Z then
    if (d =? 0)%Z then (0, 1)%Z else ((if b <? 0 then 2 * b else - (2 * b)) - d, d)%Z
  else if (d =? 0)%Z then ((if a <? 0 then - (2 * a) else 2 * a) + c, c)%Z
  else
    let l := (if d / c * c =? d then d else if c / d * d =? c then c else c * d)%Z in
    (a * (l / c) + b * (l / d), 2 * l)%Z.

Fixpoint holds_between (fuel : nat) (strict at_low at_high : bool) (a c b d : Z) (p : poly) : bool :=
  if no_negative_coefficient strict at_low at_high a c b d p then true else
  match fuel with
  | O => false
  | S fuel =>
    let (m, k) := cut a c b d in
    if (value_at m k p <? 0)%Z then false else
    if holds_between fuel strict at_low true a c m k p then holds_between fuel strict true at_high m k b d p else false
  end.

Fixpoint holds_at_wholes (fuel : nat) (strict : bool) (a : Z) (b : option Z) (p : poly) : bool :=
  let (n, d) := match b with Some b => (b, 1) | None => (1, 0) end%Z in
  if no_negative_coefficient strict true (match b with Some _ => true | None => false end) a 1 n d p then true else
  match b with
  | Some b => if (a =? b)%Z then (if strict then 0 <? value_at a 1 p else 0 <=? value_at a 1 p)%Z else
    match fuel with
    | O => false
    | S fuel =>
      let m := ((a + b) / 2)%Z in
      if holds_at_wholes fuel strict a (Some m) p then holds_at_wholes fuel strict (m + 1) (Some b) p else false
    end
  | None =>
    match fuel with
    | O => false
    | S fuel =>
      let m := (if a <? 0 then 0 else 2 * a + 1)%Z in
      if holds_at_wholes fuel strict a (Some m) p then holds_at_wholes fuel strict (m + 1) None p else false
    end
  end.

Definition closed_end (open : bool) (e : option boundary) : bool :=
  match e with Some (Rational _ _) => negb open | Some (Root _ _ _ _) => true | None => false end.
Definition depth : nat := 100.

(** p / f, if it is a polynomial; [divide_down] is not trusted, the product is compared. *)
Fixpoint divide_down (fuel : nat) (p f : list Z) : list Z :=  (* the highest power first *)
  match fuel, p, f with
  | S fuel, x :: _, y :: _ => let c := (x / y)%Z in c :: divide_down fuel (tl (padd p (pscale (- c) f))) f
  | _, _, _ => []
  end.
Definition multiple_of (f p : poly) : option poly :=
  let h := rev (divide_down (S (length p) - length f) (rev p) (rev f)) in
  if peqb p (pmul f h) then Some h else None.

(** The same between a/q and b/q at the t with f(t) >= 0; if [open], at those with f(t) > 0. *)
Fixpoint holds_where (fuel : nat) (strict open : bool) (f : poly) (a b q : Z) (p : poly) : bool :=
  if no_negative_coefficient strict true true a q b q p then true else
  if no_negative_coefficient true true true a q b q (popp f) then true else
  match fuel with
  | O => false
  | S fuel =>
    match (if strict && negb open then None else multiple_of f p) with
    | Some h => holds_where fuel strict open f a b q h
    | None =>
      if holds_where fuel strict open f (2 * a) (a + b) (2 * q) p
      then holds_where fuel strict open f (a + b) (2 * b) (2 * q) p else false
    end
  end.
(** And at the t with f(t) = 0. *)
Fixpoint holds_at_root (fuel : nat) (strict : bool) (f : poly) (a b q : Z) (p : poly) : bool :=
  if no_negative_coefficient strict true true a q b q p then true else
  if no_negative_coefficient true true true a q b q f then true else
  if no_negative_coefficient true true true a q b q (popp f) then true else
  match fuel with
  | O => false
  | S fuel =>
    if holds_at_root fuel strict f (2 * a) (a + b) (2 * q) p
    then holds_at_root fuel strict f (a + b) (2 * b) (2 * q) p else false
  end.
Definition is_multiple_of (f p : poly) : bool := match multiple_of f p with Some _ => true | None => false end.

(** The polynomial is not negative at any t of the range; if [strict], it is positive. *)
Definition holds (strict : bool) (r : range) (p : poly) : bool :=
  match r with
  | Point (Rational n d) => (if strict then 0 <? value_at n d p else 0 <=? value_at n d p)%Z
  | Point (Root f a b q) =>
    if (if strict then false else is_multiple_of f p) then true else holds_at_root depth strict f a b q p
  | Reals open low high =>
    let (a, c) := low_pair low in let (b, d) := high_pair high in
    if holds_between depth strict (closed_end open low) (closed_end open high) a c b d p then
      if match low with Some (Root f a b q) => holds_where depth strict open f a b q p | _ => true end then
        match high with Some (Root f a b q) => holds_where depth strict open (popp f) a b q p | _ => true end
      else false
    else false
  | Wholes a b => holds_at_wholes depth strict a b p
  end.

Fixpoint derivative_from (k : Z) (p : poly) : poly :=
  match p with [] => [] | c :: r => (k * c)%Z :: derivative_from (k + 1) r end.
Definition valid_boundary (e : boundary) : bool :=
  match e with
  | Rational _ d => (0 <? d)%Z
  | Root f a b q =>
    (0 <? q)%Z && (a <? b)%Z && (value_at a q f <? 0)%Z && (0 <? value_at b q f)%Z &&
    holds_between depth true true true a q b q (derivative_from 1 (tl f))
  end.
Definition valid_end (e : option boundary) : bool := match e with Some e => valid_boundary e | None => true end.
Definition valid_range (r : range) : bool :=
  match r with Point e => valid_boundary e | Reals _ low high => valid_end low && valid_end high | Wholes _ _ => true end.

Definition p_equal (r : range) (p q : poly) : bool :=
  match r with
  | Point (Rational n d) => (value_at n d (padd p (popp q)) =? 0)%Z
  | Point (Root f _ _ _) => if peqb p q then true else is_multiple_of f (padd p (popp q))
  | _ => peqb p q
  end.
Definition p_nonpositive (r : range) (p : poly) : bool := holds false r (popp p).
Definition p_positive (r : range) (p : poly) : bool := holds true r p.
Definition p_nonzero (r : range) (p : poly) : bool :=
  if holds true r p then true else if holds true r (popp p) then true else
  match r with Wholes _ _ => holds true r (pmul p p) | _ => false end.

(** The largest of some polynomials, if one is; nothing is proved of it. *)
Definition p_larger (r : range) (m p : poly) : poly :=
  if p_nonpositive r (padd p (popp m)) then m else p.
Definition p_maximum (r : range) (l : list poly) : poly :=
  match l with [] => [] | m :: rest => fold_left (p_larger r) rest m end.

Definition check_parametric (r : range) (g : game poly) (c : claim poly) : bool :=
  valid_range r && check_equilibrium poly [] padd pmul popp (p_equal r) (p_nonpositive r) (p_positive r) (p_maximum r) g c.

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

Lemma substitution_value a b c d p : substitution a b c d p = (substituted a b c d p, linear_power c d (length p)).
Proof. induction p as [|x p IH]; cbn [substitution substituted length linear_power]; [reflexivity|]. now rewrite IH. Qed.

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

(** t is the number; it is that or a larger one; it is that or a smaller one. For a root of [f] between a/q and b/q
    this is said by the sign of [f], so that it has a meaning in every ordered field. *)
Definition is_at (e : boundary) (t : F) : Prop :=
  match e with
  | Rational n d => ev d * t = ev n
  | Root f a b q => ev a <= ev q * t /\ ev q * t <= ev b /\ eval t f = 0
  end.
Definition at_or_above (e : boundary) (t : F) : Prop :=
  match e with
  | Rational n d => ev n <= ev d * t
  | Root f a b q => ev b <= ev q * t \/ (ev a <= ev q * t /\ ev q * t <= ev b /\ 0 <= eval t f)
  end.
Definition at_or_below (e : boundary) (t : F) : Prop :=
  match e with
  | Rational n d => ev d * t <= ev n
  | Root f a b q => ev q * t <= ev a \/ (ev a <= ev q * t /\ ev q * t <= ev b /\ eval t f <= 0)
  end.

(** t belongs to the range. *)
Definition in_range (r : range) (t : F) : Prop :=
  match r with
  | Point e => is_at e t
  | Reals open low high =>
    match low with Some e => at_or_above e t /\ (open = true -> ~ is_at e t) | None => True end /\
    match high with Some e => at_or_below e t /\ (open = true -> ~ is_at e t) | None => True end
  | Wholes a b =>
    exists z, t = ev z /\ (a <= z)%Z /\ match b with Some b => (z <= b)%Z | None => True end
  end.

Lemma below_or_above e t : at_or_below e t \/ at_or_above e t.
Proof.
  destruct e as [n d|f a b q]; cbn; [apply kle_total|].
  destruct (kle_total F (ev q * t) (ev a)) as [A|A]; [now left; left|].
  destruct (kle_total F (ev q * t) (ev b)) as [B|B]; [|now right; left].
  destruct (kle_total F (eval t f) 0) as [C|C]; [left | right]; right; auto.
Qed.

Lemma ev_minus a b : ev (a - b) = ev a - ev b.
Proof. replace (a - b)%Z with (a + - b)%Z by lia. rewrite kZ_add, kZ_opp. ring. Qed.

Lemma mul_zero (a b : F) : a * b = 0 -> a <> 0 -> b = 0.
Proof. intros H N. replace b with (a * b / a) by (field; exact N). rewrite H. field. exact N. Qed.

Lemma mul_ne (a b : F) : a <> 0 -> b <> 0 -> a * b <> 0.
Proof. intros A B E. apply B. now apply (mul_zero a). Qed.

Lemma sum_zero (a b : F) : 0 <= a -> 0 <= b -> a + b = 0 -> a = 0 /\ b = 0.
Proof.
  intros A B E. assert (a = 0).
  { apply (kle_antisym F); [|exact A]. rewrite <- E. replace a with (0 + a) at 1 by ring.
    replace (a + b) with (b + a) by ring. now apply kle_add. }
  subst a. split; [reflexivity|]. rewrite <- E. ring.
Qed.

Lemma ev_ne z : z <> 0%Z -> ev z <> 0.
Proof. intros H E. apply kZ_inj in E. lia. Qed.

(** ** A value *)

Lemma value_at_sound n d t p : ev d * t = ev n -> (0 < d)%Z ->
  exists k, (0 < k)%Z /\ ev (value_at n d p) * ev d = ev k * eval t p.
Proof.
  intros E D. exists (snd (scaled_value n d p)). unfold value_at.
  induction p as [|c p [K IH]]; cbn [scaled_value eval]; [split; [simpl; lia|]; simpl; rewrite kZ_0; ring|].
  destruct (scaled_value n d p) as [v k]. simpl in *. split; [nia|].
  rewrite kZ_add, !kZ_mul, <- E.
  transitivity (ev d * (ev c * ev k + t * (ev v * ev d))); [ring|]. rewrite IH. ring.
Qed.

Lemma value_at_ge n d t p : ev d * t = ev n -> (0 < d)%Z -> (0 <= value_at n d p)%Z -> 0 <= eval t p.
Proof.
  intros E D H. destruct (value_at_sound n d t p E D) as (k & K & Q).
  assert (Nk : ev k <> 0) by (apply ev_ne; lia).
  replace (eval t p) with (ev k * eval t p / ev k) by (field; exact Nk).
  replace 0 with (0 / ev k) by (field; exact Nk). apply div_le; [apply kZ_le; lia | exact Nk|].
  rewrite <- Q. apply kle_mul; apply kZ_le; lia.
Qed.

Lemma value_at_ne n d t p : ev d * t = ev n -> (0 < d)%Z -> value_at n d p <> 0%Z -> eval t p <> 0.
Proof.
  intros E D H Z0. destruct (value_at_sound n d t p E D) as (k & K & Q). rewrite Z0 in Q.
  apply (mul_ne (ev (value_at n d p)) (ev d)); [apply ev_ne; exact H | apply ev_ne; lia|]. rewrite Q. ring.
Qed.

(** ** A range *)

(** What a form without negative coefficients is at u and w. *)
Lemma eval_form_ne u w l : 0 <= u -> 0 <= w -> forallb (Z.leb 0) l = true ->
  (u <> 0 -> w <> 0 -> existsb (Z.ltb 0) l = true -> eval_form u w l <> 0) /\
  (w <> 0 -> first_positive l = true -> eval_form u w l <> 0) /\
  (u <> 0 -> last_positive l = true -> eval_form u w l <> 0).
Proof.
  intros U W. induction l as [|c l IH]; cbn [forallb eval_form]; [intros _; repeat split; intros; discriminate|].
  rewrite andb_true_iff. intros [C L]. specialize (IH L). destruct IH as (IH1 & IH2 & IH3).
  apply Z.leb_le in C.
  assert (S : ev c * pow w (length l) + u * eval_form u w l = 0 ->
    ev c * pow w (length l) = 0 /\ u * eval_form u w l = 0).
  { apply sum_zero; apply kle_mul; auto using pow_ge, kZ_le, eval_form_ge. }
  repeat split.
  - intros Nu Nw H E. apply S in E as [E1 E2]. cbn [existsb] in H. apply orb_true_iff in H as [H|H].
    + apply Z.ltb_lt in H. revert E1. apply mul_ne; [apply ev_ne; lia | now apply pow_ne].
    + revert E2. apply mul_ne; [exact Nu | now apply IH1].
  - intros Nw H E. apply S in E as [E1 _]. unfold first_positive in H. apply Z.ltb_lt in H.
    revert E1. apply mul_ne; [apply ev_ne; lia | now apply pow_ne].
  - intros Nu H E. apply S in E as [E1 E2]. destruct l as [|x l].
    + unfold last_positive in H. cbn [List.last] in H. apply Z.ltb_lt in H. revert E1. cbn [length pow].
      apply mul_ne; [apply ev_ne; lia | apply one_ne].
    + revert E2. apply mul_ne; [exact Nu | now apply IH3].
Qed.

(** Between a/c and b/d, with an end that is left out if [at_low] or [at_high] is false. *)
Definition between (at_low at_high : bool) (a c b d : Z) (t : F) : Prop :=
  (ev a <= ev c * t /\ (at_low = false -> ev c * t <> ev a)) /\
  (ev d * t <= ev b /\ (at_high = false -> ev d * t <> ev b)).

Definition sign_at (strict : bool) (t : F) (p : poly) : Prop :=
  0 <= eval t p /\ (strict = true -> eval t p <> 0).

Lemma no_negative_coefficient_sound strict al ah a c b d t p :
  no_negative_coefficient strict al ah a c b d p = true -> between al ah a c b d t -> sign_at strict t p.
Proof.
  unfold no_negative_coefficient. rewrite substitution_value. cbn [fst]. intros H [[A A'] [B B']].
  destruct (Z.ltb_spec (a * d) (b * c)) as [D|]; [|discriminate].
  destruct (forallb (Z.leb 0) (substituted a b c d p)) eqn:N; [|discriminate].
  set (u := ev c * t - ev a). set (w := ev b - ev d * t).
  assert (E : ev c * w + ev d * u = ev (b * c - a * d)) by (unfold u, w; rewrite ev_minus, !kZ_mul; ring).
  assert (U : 0 <= u) by (unfold u; now apply sub_le).
  assert (W : 0 <= w) by (unfold w; now apply sub_le).
  assert (E0 : 0 <= ev c * w + ev d * u) by (rewrite E; apply kZ_le; lia).
  assert (E1 : ev c * w + ev d * u <> 0) by (rewrite E; apply ev_ne; lia).
  assert (T : (ev c * w + ev d * u) * t = ev a * w + ev b * u) by (unfold u, w; ring).
  split; [exact (substituted_ge u w t a b c d p U W E0 E1 T N)|].
  intros ->. destruct (existsb (Z.ltb 0) _) eqn:X; [|discriminate].
  destruct (if al then _ else true) eqn:HL; [|discriminate].
  destruct (eval_form_ne u w _ U W N) as (N1 & N2 & N3). intros Z0.
  pose proof (eval_form_substituted u w t a b c d p T) as Q. rewrite Z0 in Q.
  assert (Q0 : eval_form u w (substituted a b c d p) = 0) by (apply (mul_zero (ev c * w + ev d * u)); [rewrite Q; ring | exact E1]).
  assert (Nuw : u = 0 -> w = 0 -> False) by (intros Eu Ew; apply E1; rewrite Eu, Ew; ring).
  assert (Ul : al = false -> u <> 0).
  { intros F0 Z1. apply (A' F0). unfold u in Z1. replace (ev c * t) with (ev c * t - ev a + ev a) by ring. rewrite Z1. ring. }
  assert (Wl : ah = false -> w <> 0).
  { intros F0 Z1. apply (B' F0). unfold w in Z1. replace (ev b) with (ev b - ev d * t + ev d * t) by ring. rewrite Z1. ring. }
  (* the goal is False, so that cases may be told apart *)
  assert (Uz : ~ u <> 0).
  { intros Nu. assert (Wz : ~ w <> 0) by (intros Nw; exact (N1 Nu Nw X Q0)).
    apply Wz. intros W0. destruct ah; [exact (N3 Nu H Q0) | exact (Wl eq_refl W0)]. }
  apply Uz. intros U0. destruct al; [|exact (Ul eq_refl U0)].
  exact (N2 (fun W0 => Nuw U0 W0) HL Q0).
Qed.

Lemma holds_between_sound strict t p fuel : forall al ah a c b d,
  holds_between fuel strict al ah a c b d p = true -> between al ah a c b d t -> sign_at strict t p.
Proof.
  induction fuel as [|fuel IH]; intros al ah a c b d H B; cbn [holds_between] in H;
    (destruct (no_negative_coefficient strict al ah a c b d p) eqn:G; [exact (no_negative_coefficient_sound _ _ _ _ _ _ _ t p G B)|]);
    [discriminate|].
  destruct (cut a c b d) as [m k]. destruct (value_at m k p <? 0)%Z; [discriminate|].
  destruct (holds_between fuel strict al true a c m k p) eqn:H1; [|discriminate].
  destruct B as [BL BH]. destruct (kle_total F (ev k * t) (ev m)) as [L|L].
  - apply (IH _ _ _ _ _ _ H1). split; [exact BL | split; [exact L | discriminate]].
  - apply (IH _ _ _ _ _ _ H). split; [split; [exact L | discriminate] | exact BH].
Qed.

Lemma value_at_sign (strict : bool) n d t p : ev d * t = ev n -> (0 < d)%Z ->
  (if strict then 0 <? value_at n d p else 0 <=? value_at n d p)%Z = true -> sign_at strict t p.
Proof.
  intros E D H. destruct strict; [apply Z.ltb_lt in H | apply Z.leb_le in H]; (split; [apply (value_at_ge n d); auto; lia|]).
  - intros _. apply (value_at_ne n d); auto; lia.
  - discriminate.
Qed.

Lemma ev_le a b : (a <= b)%Z -> ev a <= ev b.
Proof. intros H. apply le_sub. rewrite <- ev_minus. apply kZ_le. lia. Qed.

Lemma holds_at_wholes_sound strict p z fuel : forall a b, holds_at_wholes fuel strict a b p = true ->
  (a <= z)%Z -> match b with Some b => (z <= b)%Z | None => True end -> sign_at strict (ev z) p.
Proof.
  induction fuel as [|fuel IH]; intros a b H A B; cbn [holds_at_wholes] in H.
  all: destruct b as [b|]; cbn iota beta in H.
  all: match type of H with (if ?g then _ else _) = true => destruct g eqn:G end.
  all: try (apply (no_negative_coefficient_sound _ _ _ _ _ _ _ (ev z)) in G; [exact G|];
    unfold between; rewrite ?kZ_0, ?kZ_1; split; (split; [|discriminate || idtac])).
  all: try (replace (1 * ev z) with (ev z) by ring; now apply ev_le).
  all: try (replace (0 * ev z) with 0 by ring; apply one_ge).
  all: try (intros _; replace (0 * ev z) with 0 by ring; intros Q; symmetry in Q; now apply (one_ne F)).
  - destruct (Z.eqb_spec a b) as [<-|]; [|discriminate]. replace z with a by lia.
    apply (value_at_sign strict a 1 (ev a)); [rewrite kZ_1; ring | lia | exact H].
  - discriminate.
  - destruct (Z.eqb_spec a b) as [<-|].
    + replace z with a by lia. apply (value_at_sign strict a 1 (ev a)); [rewrite kZ_1; ring | lia | exact H].
    + destruct (holds_at_wholes fuel strict a (Some _) p) eqn:H1; [|discriminate].
      destruct (Z.le_gt_cases z ((a + b) / 2)) as [L|L];
        [apply (IH _ _ H1); [exact A | exact L] | apply (IH _ _ H); [lia | exact B]].
  - destruct (holds_at_wholes fuel strict a (Some _) p) eqn:H1; [|discriminate].
    match type of H1 with holds_at_wholes _ _ _ (Some ?m) _ = _ => destruct (Z.le_gt_cases z m) as [L|L] end;
      [apply (IH _ _ H1); [exact A | exact L] | apply (IH _ _ H); [lia | exact I]].
Qed.

(** ** Roots *)

Lemma multiple_of_sound f p h t : multiple_of f p = Some h -> eval t p = eval t f * eval t h.
Proof.
  unfold multiple_of. destruct (peqb _ _) eqn:E; [|discriminate]. intros H. injection H as <-.
  apply (eval_eqb t) in E. now rewrite eval_mul in E.
Qed.

Lemma between_closed a b q t : ev a <= ev q * t -> ev q * t <= ev b -> between true true a q b q t.
Proof. intros A B. split; (split; [assumption | discriminate]). Qed.

Lemma halves a b q t : ev a <= ev q * t -> ev q * t <= ev b ->
  (ev (2 * a) <= ev (2 * q) * t /\ ev (2 * q) * t <= ev (a + b)) \/
  (ev (a + b) <= ev (2 * q) * t /\ ev (2 * q) * t <= ev (2 * b)).
Proof.
  intros A B. assert (two : forall z, ev (2 * z) = ev z + ev z) by (intros z; replace (2 * z)%Z with (z + z)%Z by lia; apply kZ_add).
  destruct (kle_total F (ev (2 * q) * t) (ev (a + b))) as [L|L]; [left | right]; (split; [|assumption || idtac]); try assumption;
    rewrite !two; replace ((ev q + ev q) * t) with (ev q * t + ev q * t) by ring; now apply le_add2.
Qed.

Lemma negative_impossible f t : 0 <= eval t f -> sign_at true t (popp f) -> False.
Proof.
  intros A [B N]. rewrite eval_opp in B, N. apply (N eq_refl). apply opp_le in B.
  replace (- - eval t f) with (eval t f) in B by ring. replace (- 0) with 0 in B by ring.
  rewrite (kle_antisym F _ _ B A). ring.
Qed.

Lemma holds_where_sound strict open f t fuel : forall a b q p, holds_where fuel strict open f a b q p = true ->
  ev a <= ev q * t -> ev q * t <= ev b -> 0 <= eval t f -> (open = true -> eval t f <> 0) -> sign_at strict t p.
Proof.
  induction fuel as [|fuel IH]; intros a b q p H A B P O; cbn [holds_where] in H;
    (destruct (no_negative_coefficient strict true true a q b q p) eqn:G1;
      [exact (no_negative_coefficient_sound _ _ _ _ _ _ _ t p G1 (between_closed _ _ _ _ A B))|]);
    (destruct (no_negative_coefficient true true true a q b q (popp f)) eqn:G2;
      [exfalso; exact (negative_impossible f t P (no_negative_coefficient_sound _ _ _ _ _ _ _ t _ G2 (between_closed _ _ _ _ A B)))|]);
    [discriminate|].
  destruct (if strict && negb open then None else multiple_of f p) as [h|] eqn:M.
  - assert (S : strict = true -> open = true) by (destruct strict, open; auto; discriminate).
    destruct (strict && negb open); [discriminate|]. apply (multiple_of_sound _ _ _ t) in M.
    destruct (IH _ _ _ _ H A B P O) as [I1 I2]. split; rewrite M; [now apply kle_mul|].
    intros E. apply mul_ne; auto.
  - destruct (holds_where fuel strict open f (2 * a) _ _ p) eqn:H1; [|discriminate].
    destruct (halves a b q t A B) as [[L R]|[L R]]; [exact (IH _ _ _ _ H1 L R P O) | exact (IH _ _ _ _ H L R P O)].
Qed.

Lemma holds_at_root_sound strict f t fuel : forall a b q p, holds_at_root fuel strict f a b q p = true ->
  ev a <= ev q * t -> ev q * t <= ev b -> eval t f = 0 -> sign_at strict t p.
Proof.
  induction fuel as [|fuel IH]; intros a b q p H A B P; cbn [holds_at_root] in H;
    (destruct (no_negative_coefficient strict true true a q b q p) eqn:G1;
      [exact (no_negative_coefficient_sound _ _ _ _ _ _ _ t p G1 (between_closed _ _ _ _ A B))|]);
    (destruct (no_negative_coefficient true true true a q b q f) eqn:G2;
      [exfalso; exact (proj2 (no_negative_coefficient_sound _ _ _ _ _ _ _ t _ G2 (between_closed _ _ _ _ A B)) eq_refl P)|]);
    (destruct (no_negative_coefficient true true true a q b q (popp f)) eqn:G3;
      [exfalso; apply (proj2 (no_negative_coefficient_sound _ _ _ _ _ _ _ t _ G3 (between_closed _ _ _ _ A B)) eq_refl);
       rewrite eval_opp, P; ring|]);
    [discriminate|].
  destruct (holds_at_root fuel strict f (2 * a) _ _ p) eqn:H1; [|discriminate].
  destruct (halves a b q t A B) as [[L R]|[L R]]; [exact (IH _ _ _ _ H1 L R P) | exact (IH _ _ _ _ H L R P)].
Qed.

Lemma is_multiple_of_sound f p t : is_multiple_of f p = true -> eval t f = 0 -> eval t p = 0.
Proof.
  unfold is_multiple_of. destruct (multiple_of f p) as [h|] eqn:M; [|discriminate]. intros _ E.
  rewrite (multiple_of_sound _ _ _ t M), E. ring.
Qed.

Lemma holds_sound (strict : bool) r t p : valid_range r = true -> in_range r t -> holds strict r p = true -> sign_at strict t p.
Proof.
  destruct r as [[n d|f a b q]|open low high|a b]; cbn [valid_range valid_boundary in_range is_at holds].
  - intros D E H. apply Z.ltb_lt in D. exact (value_at_sign strict n d t p E D H).
  - intros _ (A & B & E) H. destruct (if strict then false else is_multiple_of f p) eqn:M.
    + destruct strict; [discriminate|]. split; [|discriminate]. rewrite (is_multiple_of_sound f p t M E). apply le_refl.
    + exact (holds_at_root_sound strict f t _ _ _ _ _ H A B E).
  - intros _ [TL TH] H. destruct (low_pair low) as [a c] eqn:EL. destruct (high_pair high) as [b d] eqn:EH.
    destruct (holds_between _ _ _ _ _ _ _ _ _) eqn:HB; [|discriminate].
    destruct (match low with Some (Root f a b q) => _ | _ => true end) eqn:HL; [|discriminate].
    (* below or at a root that is the lower end; above or at a root that is the upper end; or between *)
    assert (AL : sign_at strict t p \/ (ev a <= ev c * t /\ (closed_end open low = false -> ev c * t <> ev a))).
    { destruct low as [[n m|f x y q]|]; cbn in EL; injection EL as <- <-; cbn [closed_end at_or_above is_at] in *.
      - right. destruct TL as [T1 T2]. split; [exact T1|]. destruct open; [intros _; now apply T2 | discriminate].
      - destruct TL as [[T1|(T1 & T2 & T3)] T4]; [right; split; [exact T1 | discriminate]|].
        left. apply (holds_where_sound strict open f t depth x y q p HL T1 T2 T3).
        intros O E. apply (T4 O). auto.
      - right. change (-1)%Z with (- (1))%Z. rewrite kZ_0, kZ_opp, kZ_1.
        split; [apply le_sub; replace (0 * t - - (1)) with 1 by ring; apply one_ge|].
        intros _ Q. apply (one_ne F). replace 1 with (- - (1)) by ring. rewrite <- Q. ring. }
    assert (AH : sign_at strict t p \/ (ev d * t <= ev b /\ (closed_end open high = false -> ev d * t <> ev b))).
    { destruct high as [[n m|f x y q]|]; cbn in EH; injection EH as <- <-; cbn [closed_end at_or_below is_at] in *.
      - right. destruct TH as [T1 T2]. split; [exact T1|]. destruct open; [intros _; now apply T2 | discriminate].
      - destruct TH as [[T1|(T1 & T2 & T3)] T4]; [right; split; [exact T1 | discriminate]|].
        left. apply (holds_where_sound strict open (popp f) t depth x y q p H T1 T2).
        + rewrite eval_opp. apply opp_le in T3. replace (- 0) with 0 in T3 by ring. exact T3.
        + rewrite eval_opp. intros O E. apply (T4 O). repeat split; auto.
          replace (eval t f) with (- - eval t f) by ring. rewrite E. ring.
      - right. rewrite kZ_0, kZ_1. split; [replace (0 * t) with 0 by ring; apply one_ge|].
        intros _ Q. apply (one_ne F). rewrite <- Q. ring. }
    destruct AL as [S|AL]; [exact S|]. destruct AH as [S|AH]; [exact S|].
    exact (holds_between_sound strict t p depth _ _ _ _ _ _ HB (conj AL AH)).
  - intros _ (z & -> & A & B) H. exact (holds_at_wholes_sound strict p z _ _ _ H A B).
Qed.

(** ** The tests of the check *)

Section Tests.
Variables (r : range) (t : F).
Hypothesis valid : valid_range r = true.
Hypothesis inside : in_range r t.

Lemma p_equal_sound p q : p_equal r p q = true -> eval t p = eval t q.
Proof.
  destruct r as [[n d|f a b e]|open low high|a b]; cbn [p_equal]; try apply eval_eqb.
  2: { destruct (peqb p q) eqn:E; [intros _; now apply eval_eqb|]. intros H. destruct inside as (_ & _ & Q).
    apply (is_multiple_of_sound f _ t) in H; [|exact Q]. rewrite eval_add, eval_opp in H.
    replace (eval t p) with (eval t p + - eval t q + eval t q) by ring. rewrite H. ring. }
  intros H. apply Z.eqb_eq in H. cbn in valid, inside. apply Z.ltb_lt in valid.
  destruct (value_at_sound n d t (padd p (popp q)) inside valid) as (k & K & Q).
  rewrite H, kZ_0, eval_add, eval_opp in Q.
  assert (Z0 : eval t p + - eval t q = 0) by (apply (mul_zero (ev k)); [rewrite <- Q; ring | apply ev_ne; lia]).
  replace (eval t p) with (eval t p + - eval t q + eval t q) by ring. rewrite Z0. ring.
Qed.

Lemma p_nonpositive_sound p : p_nonpositive r p = true -> eval t p <= 0.
Proof.
  unfold p_nonpositive. intros H. apply (holds_sound false r t) in H as [H _]; [|assumption..]. rewrite eval_opp in H. apply opp_le in H.
  replace (- - eval t p) with (eval t p) in H by ring. replace (- 0) with 0 in H by ring. exact H.
Qed.

Lemma p_positive_sound p : p_positive r p = true -> 0 <= eval t p /\ eval t p <> 0.
Proof. unfold p_positive. intros H. apply (holds_sound true r t) in H as [H N]; [|assumption..]. auto. Qed.

Lemma p_nonzero_sound p : p_nonzero r p = true -> eval t p <> 0.
Proof.
  unfold p_nonzero. change (holds true r) with (p_positive r). intros H E. destruct (p_positive r p) eqn:H1; [exact (proj2 (p_positive_sound p H1) E)|].
  destruct (p_positive r (popp p)) eqn:H2.
  - apply (proj2 (p_positive_sound _ H2)). rewrite eval_opp, E. ring.
  - assert (Q : p_positive r (pmul p p) = true) by (destruct r; [discriminate | discriminate | exact H]).
    apply (proj2 (p_positive_sound _ Q)). rewrite eval_mul, E. ring.
Qed.
End Tests.

Definition parametric_game (t : F) (g : game poly) : Game F := game_in_field F poly (eval t) g.
Definition parametric_plan (t : F) (X : PM.t poly) : positive -> F := plan_of_weights F poly [] (eval t) X.

(** For every t of the range, the game at t is solved by the formulas at t. *)
Theorem check_parametric_sound r g c : check_parametric r g c = true -> forall t, in_range r t ->
  solved F (parametric_game t g) (eval t (value_numerator c) / eval t (value_denominator c))
    (parametric_plan t (plan1 c)) (parametric_plan t (plan2 c)).
Proof.
  unfold check_parametric. rewrite andb_true_iff. intros [W H] t T.
  apply (check_equilibrium_sound F poly [] padd pmul popp (p_equal r) (p_nonpositive r) (p_positive r) (p_maximum r) (eval t)); try exact H.
  - reflexivity.
  - apply eval_add.
  - apply eval_mul.
  - apply eval_opp.
  - now apply p_equal_sound.
  - now apply p_nonpositive_sound.
  - now apply p_positive_sound.
Qed.
End Meaning.
