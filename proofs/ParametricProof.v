(** [check_theorem_sound]: a theorem in one parameter t, as a file `sabot/proof/1` states it: at every t of the domain
    the game is solved by the formulas of a piece that contains t, and plans are the only optimal ones, or not, as
    claimed. To be read to know the statement: [evidence] to [theorem], and "What it means"; further Parametric.v
    ([boundary], [range], [in_range], [valid_range]), Formula.v (the grammar, [spelled], [sum_value], [sum_defined]), SequenceForm.v ([solved])
    and Uniqueness.v ([secures]), Certificate.v ([concedes], [only_optimal]). *)
Require Import String ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.Uniqueness.
Require Import Sabot.Certificate Sabot.Parametric Sabot.ParametricUniqueness Sabot.Formula.
Import ListNotations.

(** Claims on a seat's plan: nothing; there is another optimal plan, which differs at a sequence; it is the only one,
    by an optimal plan of the other seat and hints. *)
Inductive evidence :=
| Unclaimed
| Several (another : PM.t poly) (differs : positive)
| Only (against : PM.t poly) (hints : only_hints poly).

(** A formula as text, and the tree that the driver read. *)
Record formula := { text : string; tree : sum }.

(** On some values of t: the value and both plans as polynomials, and as formulas, by information set and action. *)
Record piece := {
  values : range;
  parts : claim poly;
  value_formula : formula; formulas1 : list (list formula); formulas2 : list (list formula);
  evidence_of_first : evidence; evidence_of_second : evidence
}.

(** An end of a piece, with the plans of a piece that meets there, and what is claimed at it. *)
Record breakpoint := {
  place : boundary; parts_there : claim poly; first_evidence_there : evidence; second_evidence_there : evidence
}.

Record theorem := {
  parameter : string; form : game poly; domain : range; pieces : list piece; breakpoints : list breakpoint
}.

(** The ends of a range are in order: with a rational number between them, or for whole numbers not the greater first. *)
Definition number_below (e : boundary) : Z * Z := match e with Rational n d => (n, d) | Root _ a _ q => (a, q) end.
Definition number_above (e : boundary) : Z * Z := match e with Rational n d => (n, d) | Root _ _ b q => (b, q) end.
Definition ends_in_order (r : range) : bool :=
  match r with
  | Reals _ (Some low) (Some high) =>
    (fst (number_above low) * snd (number_below high) <? fst (number_below high) * snd (number_above low))%Z
  | Wholes a (Some b) => (a <=? b)%Z
  | _ => true
  end.

Definition without_ends (r : range) : range := match r with Reals _ low high => Reals true low high | _ => r end.

(** * What runs *)

Definition only_check (r : range) (g : game poly) (c : claim poly) (h : only_hints poly) : bool :=
  valid_range r && check_only poly [] [1%Z] padd pmul popp (p_equal r) (p_nonpositive r) (p_positive r) (p_nonzero r) (p_maximum r) g c h.

(** For the driver, which looks for an inverse. *)
Definition only_system (r : range) (g : game poly) (c : claim poly) (moves : list (PM.t poly)) : list positive * list (list poly) :=
  let ts := unknowns poly [] padd pmul popp (p_nonzero r) (p_maximum r) g c in
  (ts, equations poly [] [1%Z] padd pmul popp g moves ts).

Notation p_lookup := (lookup poly []).

(** Of the first seat. *)
Definition check_evidence (r : range) (g : game poly) (c : claim poly) (e : evidence) : bool :=
  match e with
  | Unclaimed => true
  | Several Z' s =>
    if ((2 <=? s) && (s <? sequence_end (infosets1 g) 2))%positive then
      if p_nonzero r (padd (pmul (p_lookup (plan1 c) s) (p_lookup Z' 1)) (popp (pmul (p_lookup Z' s) (p_lookup (plan1 c) 1)))) then
        check_parametric r g {| value_numerator := value_numerator c; value_denominator := value_denominator c;
                                plan1 := Z'; plan2 := plan2 c |}
      else false
    else false
  | Only Y h => only_check r g {| value_numerator := value_numerator c; value_denominator := value_denominator c;
                                  plan1 := plan1 c; plan2 := Y |} h
  end.

Definition swapped_form (g : game poly) : game poly :=
  {| infosets1 := infosets2 g; infosets2 := infosets1 g; entries := swapped_entries poly popp (entries g);
     denominator := denominator g |}.
Definition swapped_claim (c : claim poly) : claim poly :=
  {| value_numerator := popp (value_numerator c); value_denominator := value_denominator c;
     plan1 := plan2 c; plan2 := plan1 c |}.
Definition check_both (r : range) (g : game poly) (c : claim poly) (e1 e2 : evidence) : bool :=
  check_evidence r g c e1 && check_evidence r (swapped_form g) (swapped_claim c) e2.

(** The sum of two quotients, without a common denominator's square. *)
Definition q_sum (x y : quotient) : quotient :=
  if peqb (snd x) (snd y) then (padd (fst x) (fst y), snd x) else q_add x y.

(** The formulas of an information set whose parent has the weight [w]: probabilities, by which the weights follow. *)
Fixpoint check_probabilities (r : range) (bs : list formula) (s : positive) (w : poly) (X : PM.t poly) (before : quotient) : bool :=
  match bs with
  | [] => p_equal r (fst before) (snd before)
  | b :: bs =>
    match read (tree b) with
    | Some (n, d) =>
      if p_nonzero r d then if p_nonpositive r (popp (pmul n d)) then if p_equal r (pmul (p_lookup X s) d) (pmul w n) then
        check_probabilities r bs (Pos.succ s) w X (q_sum before (n, d))
      else false else false else false
    | None => false
    end
  end.
Fixpoint check_formulas (r : range) (cs : list infoset) (bs : list (list formula)) (s : positive) (X : PM.t poly) : bool :=
  match cs, bs with
  | [], [] => true
  | (p, n) :: cs, b :: bs =>
    if Nat.eqb (length b) n then if check_probabilities r b s (p_lookup X p) X ([], [1%Z]) then
      check_formulas r cs bs (advance n s) X else false else false
  | _, _ => false
  end.
Definition check_value (r : range) (c : claim poly) (e : formula) : bool :=
  match read (tree e) with
  | Some (n, d) => p_nonzero r d && p_equal r (pmul n (value_denominator c)) (pmul (value_numerator c) d)
  | None => false
  end.

Definition check_piece (g : game poly) (p : piece) : bool :=
  let r := values p in let c := parts p in
  check_parametric r g c && check_value r c (value_formula p) &&
  check_formulas r (infosets1 g) (formulas1 p) 2 (plan1 c) && check_formulas r (infosets2 g) (formulas2 p) 2 (plan2 c) &&
  check_both (without_ends r) g c (evidence_of_first p) (evidence_of_second p).

Definition check_breakpoint (g : game poly) (b : breakpoint) : bool :=
  let r := Point (place b) in
  check_parametric r g (parts_there b) && check_both r g (parts_there b) (first_evidence_there b) (second_evidence_there b).

(** The pieces follow each other from one end of the domain to the other. *)
Fixpoint same_poly (p q : poly) : bool :=
  match p, q with [], [] => true | a :: p, b :: q => if (a =? b)%Z then same_poly p q else false | _, _ => false end.
Definition same_end (x y : option boundary) : bool :=
  match x, y with
  | Some (Rational n d), Some (Rational m e) => (n =? m)%Z && (d =? e)%Z
  | Some (Root f a b q), Some (Root g c d r) => same_poly f g && (a =? c)%Z && (b =? d)%Z && (q =? r)%Z
  | None, None => true
  | _, _ => false
  end.
Fixpoint cover_reals (low high : option boundary) (rs : list range) : bool :=
  match rs with
  | Reals false a b :: rest =>
    if same_end a low then
      match rest with
      | [] => same_end b high
      | _ => match b with Some _ => cover_reals b high rest | None => false end
      end
    else false
  | _ => false
  end.
Definition whole_bounds (r : range) : option (Z * option Z) :=
  match r with
  | Wholes a b => Some (a, b)
  | Point (Rational n d) => if (d =? 1)%Z then Some (n, Some n) else None
  | _ => None
  end.
Definition same_bound (a b : option Z) : bool :=
  match a, b with Some a, Some b => (a =? b)%Z | None, None => true | _, _ => false end.
Fixpoint cover_wholes (low : Z) (high : option Z) (rs : list range) : bool :=
  match rs with
  | [] => false
  | r :: rest =>
    match whole_bounds r with
    | Some (a, b) =>
      if (a =? low)%Z then
        match rest with
        | [] => same_bound b high
        | _ => match b with Some b => cover_wholes (b + 1) high rest | None => false end
        end
      else false
    | None => false
    end
  end.
Definition cover (d : range) (rs : list range) : bool :=
  match d with
  | Reals false low high => cover_reals low high rs
  | Wholes a b => cover_wholes a b rs
  | _ => false
  end.

Definition formulas_of (p : piece) : list formula :=
  value_formula p :: List.concat (formulas1 p) ++ List.concat (formulas2 p).
Definition spelled_as (name : string) (e : formula) : bool := spelled (tokens name (tree e)) (text e).

Definition check_theorem (f : theorem) : bool :=
  valid_range (domain f) && forallb ends_in_order (domain f :: map values (pieces f)) &&
  cover (domain f) (map values (pieces f)) && forallb (check_piece (form f)) (pieces f) &&
  forallb (check_breakpoint (form f)) (breakpoints f) &&
  forallb (fun p => forallb (spelled_as (parameter f)) (formulas_of p)) (pieces f).

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield10 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation eval := (eval F).
Notation in_range := (in_range F).
Notation value_of := (sum_value F).

(** At t the formulas of an information set are probabilities: numbers, not negative, with sum 1; and the plan [x] takes
    each action with its probability times the weight [w] of the parent. *)
Fixpoint total (t : F) (bs : list formula) : F := match bs with [] => 0 | b :: bs => value_of t (tree b) + total t bs end.
Fixpoint probabilities_at (t : F) (bs : list formula) (s : positive) (w : F) (x : positive -> F) : Prop :=
  match bs with
  | [] => True
  | b :: bs => sum_defined F t (tree b) /\ 0 <= value_of t (tree b) /\ x s = w * value_of t (tree b) /\
               probabilities_at t bs (Pos.succ s) w x
  end.
(** [x] is the plan of the strategy. *)
Fixpoint strategy_at (t : F) (cs : list infoset) (bs : list (list formula)) (s : positive) (x : positive -> F) : Prop :=
  match cs, bs with
  | [], [] => True
  | (p, n) :: cs, b :: bs =>
    length b = n /\ total t b = 1 /\ probabilities_at t b s (x p) x /\ strategy_at t cs bs (advance n s) x
  | _, _ => False
  end.

(** What is claimed of a plan [x] among the optimal ones. *)
Definition claim_true (cs : list infoset) (optimal : (positive -> F) -> Prop) (x : positive -> F) (e : evidence) : Prop :=
  match e with
  | Unclaimed => True
  | Several _ _ => exists z, optimal z /\ exists s, (2 <= s < sequence_end cs 2)%positive /\ x s <> z s
  | Only _ _ => only_optimal F cs optimal x
  end.
Definition claims_true (g : game poly) (t v : F) (x y : positive -> F) (e1 e2 : evidence) : Prop :=
  claim_true (infosets1 g) (secures F (parametric_game F t g) v) x e1 /\
  claim_true (infosets2 g) (concedes F (parametric_game F t g) v) y e2.

(** At t, a number of the piece: the game at t is solved by the formulas at t; and strictly inside the piece (over the
    real numbers) the claims are true. *)
Definition piece_true (g : game poly) (p : piece) (t : F) : Prop :=
  exists x y, let v := value_of t (tree (value_formula p)) in
    sum_defined F t (tree (value_formula p)) /\
    strategy_at t (infosets1 g) (formulas1 p) 2 x /\ strategy_at t (infosets2 g) (formulas2 p) 2 y /\
    solved F (parametric_game F t g) v x y /\
    (in_range (without_ends (values p)) t -> claims_true g t v x y (evidence_of_first p) (evidence_of_second p)).

(** At a breakpoint: the game there is solved by some plans, of which the claims are true. *)
Definition breakpoint_true (g : game poly) (b : breakpoint) (t : F) : Prop :=
  exists v x y, solved F (parametric_game F t g) v x y /\ claims_true g t v x y (first_evidence_there b) (second_evidence_there b).

Record theorem_true (f : theorem) : Prop := {
  everywhere : forall t, in_range (domain f) t ->
    exists p, In p (pieces f) /\ in_range (values p) t /\ piece_true (form f) p t;
  on_pieces : forall p, In p (pieces f) -> forall t, in_range (values p) t -> piece_true (form f) p t;
  at_breakpoints : forall b, In b (breakpoints f) ->
    forall t, is_at F (place b) t -> breakpoint_true (form f) b t;
  as_written : forall p e, In p (pieces f) -> In e (formulas_of p) -> spelled (tokens (parameter f) (tree e)) (text e) = true;
  (* a fraction has a positive denominator; a root is one of a polynomial that rises from negative to positive *)
  ends_valid : valid_range (domain f) = true /\ (forall p, In p (pieces f) -> valid_range (values p) = true) /\
    (forall b, In b (breakpoints f) -> valid_boundary (place b) = true);
  ends_ordered : forall r, In r (domain f :: map values (pieces f)) -> ends_in_order r = true
}.

(** * Why it is sound *)

Lemma quotient_equal (a b c d : F) : b <> 0 -> d <> 0 -> a * d = c * b -> a / b = c / d.
Proof.
  intros B D E. transitivity (a * d / (b * d)); [field; auto|]. rewrite E. field. auto.
Qed.

Lemma square_ge (a : F) : 0 <= a * a.
Proof.
  destruct (kle_total F 0 a) as [H|H]; [now apply kle_mul|].
  apply opp_le in H. replace (- 0) with 0 in H by ring. replace (a * a) with (- a * - a) by ring. now apply kle_mul.
Qed.

Section At.
Variables (r : range) (t : F).
Hypothesis valid : valid_range r = true.
Hypothesis inside : in_range r t.
Notation x_of := (parametric_plan F t).

Lemma read_value e n d : read (tree e) = Some (n, d) -> p_nonzero r d = true ->
  sum_defined F t (tree e) /\ value_of t (tree e) = eval t n / eval t d /\ eval t d <> 0.
Proof.
  intros E N. apply (p_nonzero_sound F r t valid inside) in N.
  pose proof (read_sound F t (tree e)) as Q. rewrite E in Q. destruct (Q N) as [A B]. auto.
Qed.

Lemma q_sum_value x y : eval t (snd x) <> 0 -> eval t (snd y) <> 0 ->
  eval t (snd (q_sum x y)) <> 0 /\
  eval t (fst (q_sum x y)) / eval t (snd (q_sum x y)) = eval t (fst x) / eval t (snd x) + eval t (fst y) / eval t (snd y).
Proof.
  intros Nx Ny. unfold q_sum. destruct (peqb (snd x) (snd y)) eqn:E.
  - apply (eval_eqb F t) in E. cbn [fst snd]. split; [exact Nx|]. rewrite eval_add, <- E. field. exact Nx.
  - cbn [q_add fst snd]. rewrite eval_add, !eval_mul. split; [now apply mul_ne|]. field. auto.
Qed.

Lemma check_probabilities_sound w X : eval t (p_lookup X 1) <> 0 -> forall bs s before,
  check_probabilities r bs s w X before = true -> eval t (snd before) <> 0 ->
  probabilities_at t bs s (eval t w / eval t (p_lookup X 1)) (x_of X) /\
  eval t (fst before) / eval t (snd before) + total t bs = 1.
Proof.
  intros N. induction bs as [|b bs IH]; intros s before H Nb; cbn [check_probabilities probabilities_at total] in *.
  - apply (p_equal_sound F r t valid inside) in H. rewrite H. split; [exact I|]. field. exact Nb.
  - destruct (read (tree b)) as [[n d]|] eqn:E; [|discriminate].
    destruct (p_nonzero r d) eqn:Nd; [|discriminate].
    destruct (p_nonpositive r _) eqn:G; [|discriminate].
    destruct (p_equal r _ _) eqn:Q; [|discriminate].
    destruct (read_value b n d E Nd) as (D & V & Nd').
    apply (p_nonpositive_sound F r t valid inside) in G. rewrite eval_opp, eval_mul in G. apply le_opp0 in G.
    apply (p_equal_sound F r t valid inside) in Q. rewrite !eval_mul in Q.
    destruct (q_sum_value before (n, d) Nb Nd') as [Ns Vs].
    destruct (IH _ _ H Ns) as [C S]. rewrite Vs in S. cbn [fst snd] in S. split.
    + split; [exact D | split; [|split; [|exact C]]]; rewrite V.
      * replace (eval t n / eval t d) with (eval t n * eval t d / (eval t d * eval t d)) by (field; exact Nd').
        replace 0 with (0 / (eval t d * eval t d)) by (field; exact Nd').
        apply div_le; [apply square_ge | now apply mul_ne | exact G].
      * unfold parametric_plan, plan_of_weights, weight.
        transitivity (eval t w * eval t n / (eval t d * eval t (p_lookup X 1))); [|field; auto].
        rewrite <- Q. field. auto.
    + rewrite V. rewrite <- S. ring.
Qed.

Lemma check_formulas_sound X : eval t (p_lookup X 1) <> 0 -> forall cs bs s,
  check_formulas r cs bs s X = true -> strategy_at t cs bs s (x_of X).
Proof.
  intros N. induction cs as [|[p n] cs IH]; intros [|b bs] s H; cbn [check_formulas strategy_at] in *; try discriminate; auto.
  destruct (Nat.eqb_spec (length b) n) as [E|]; [|discriminate].
  destruct (check_probabilities _ _ _ _ _ _) eqn:Q; [|discriminate].
  destruct (check_probabilities_sound _ X N _ _ _ Q) as [C S].
  { cbn [snd]. rewrite eval_constant, kZ_1. apply one_ne. }
  split; [exact E | split; [|split; [exact C | now apply IH]]].
  rewrite <- S. cbn [fst snd]. rewrite eval_constant, kZ_1. cbn [Parametric.eval]. field. apply one_ne.
Qed.

Lemma check_value_sound c e : eval t (value_denominator c) <> 0 -> check_value r c e = true ->
  sum_defined F t (tree e) /\ value_of t (tree e) = eval t (value_numerator c) / eval t (value_denominator c).
Proof.
  unfold check_value. intros N H. destruct (read (tree e)) as [[n d]|] eqn:E; [|discriminate].
  apply andb_true_iff in H as [Nd Q]. destruct (read_value e n d E Nd) as (D & V & Nd').
  apply (p_equal_sound F r t valid inside) in Q. rewrite !eval_mul in Q.
  split; [exact D|]. rewrite V. now apply quotient_equal.
Qed.

Notation value_at_t c := (eval t (value_numerator c) / eval t (value_denominator c)).

Lemma check_parametric_denominators g c : check_parametric r g c = true ->
  eval t (value_denominator c) <> 0 /\ eval t (p_lookup (plan1 c) 1) <> 0 /\ eval t (p_lookup (plan2 c) 1) <> 0 /\
  eval t (denominator g) <> 0.
Proof.
  unfold check_parametric, check_equilibrium, is_realization_plan. rewrite !andb_true_iff. intros H. decompose [and] H.
  repeat split; apply (p_positive_sound F r t valid inside); assumption.
Qed.

Lemma check_evidence_sound g c e : eval t (p_lookup (plan1 c) 1) <> 0 -> check_evidence r g c e = true ->
  claim_true (infosets1 g) (secures F (parametric_game F t g) (value_at_t c)) (x_of (plan1 c)) e.
Proof.
  intros NX H. destruct e as [|Z' s|Y h]; cbn [check_evidence claim_true] in *; [exact I| |].
  - destruct ((2 <=? s) && _)%positive eqn:B; [|discriminate]. apply andb_true_iff in B as [B1 B2].
    apply Pos.leb_le in B1. apply Pos.ltb_lt in B2.
    destruct (p_nonzero r _) eqn:N; [|discriminate]. apply (p_nonzero_sound F r t valid inside) in N.
    pose proof (check_parametric_sound F r g _ H t inside) as S. cbn in S.
    destruct (check_parametric_denominators g _ H) as (_ & NZ & _). cbn [plan1] in NZ.
    exists (x_of Z'). split; [split; apply S|]. exists s. split; [auto|].
    rewrite eval_add, eval_opp, !eval_mul in N. intros E. apply N.
    unfold parametric_plan, plan_of_weights, weight in E.
    transitivity ((eval t (p_lookup (plan1 c) s) / eval t (p_lookup (plan1 c) 1) - eval t (p_lookup Z' s) / eval t (p_lookup Z' 1))
      * (eval t (p_lookup (plan1 c) 1) * eval t (p_lookup Z' 1))); [field; auto|]. rewrite E. ring.
  - unfold only_check in H. apply andb_true_iff in H as [_ H]. intros z Oz s Hs.
    refine (check_only_sound F poly [] [1%Z] padd pmul popp (p_equal r) (p_nonpositive r) (p_positive r) (p_nonzero r) (p_maximum r)
      (eval t) eq_refl _ (eval_add F t) (eval_mul F t) (eval_opp F t) _ _ _ _ g _ h H z Oz s Hs).
    + rewrite eval_constant. apply kZ_1.
    + exact (p_equal_sound F r t valid inside).
    + exact (p_nonpositive_sound F r t valid inside).
    + exact (p_positive_sound F r t valid inside).
    + exact (p_nonzero_sound F r t valid inside).
Qed.

Lemma payoff_swapped g x y : eval t (denominator g) <> 0 ->
  expected_payoff F (parametric_game F t (swapped_form g)) y x = - expected_payoff F (parametric_game F t g) x y.
Proof.
  intros N. unfold expected_payoff, parametric_game, game_in_field. cbn [Entries Denominator swapped_form entries denominator].
  rewrite (bilinear_swapped F poly popp (eval t) (eval_opp F t)). field. exact N.
Qed.


Lemma concedes_swapped g v y : eval t (denominator g) <> 0 ->
  concedes F (parametric_game F t g) v y <-> secures F (parametric_game F t (swapped_form g)) (- v) y.
Proof.
  intros N. unfold concedes, secures. cbn [Infosets1 Infosets2 parametric_game game_in_field swapped_form infosets1 infosets2].
  split; intros [P H]; (split; [exact P|]); intros x Px; pose proof (H x Px) as Q.
  - rewrite (payoff_swapped g x y N). now apply opp_le.
  - rewrite (payoff_swapped g x y N) in Q. apply opp_le in Q.
    match type of Q with - - ?a <= - - ?b => replace (- - a) with a in Q by ring; replace (- - b) with b in Q by ring end.
    exact Q.
Qed.

Lemma check_both_at g c e1 e2 : eval t (value_denominator c) <> 0 -> eval t (p_lookup (plan1 c) 1) <> 0 ->
  eval t (p_lookup (plan2 c) 1) <> 0 -> eval t (denominator g) <> 0 ->
  check_evidence r g c e1 = true -> check_evidence r (swapped_form g) (swapped_claim c) e2 = true ->
  claims_true g t (value_at_t c) (x_of (plan1 c)) (x_of (plan2 c)) e1 e2.
Proof.
  intros NV N1 N2 ND H1 H2. split; [now apply check_evidence_sound|].
  apply (check_evidence_sound (swapped_form g) (swapped_claim c) e2 N2) in H2.
  cbn [swapped_form swapped_claim infosets1 value_numerator value_denominator plan1] in H2. rewrite eval_opp in H2.
  assert (V : - eval t (value_numerator c) / eval t (value_denominator c) = - (value_at_t c)) by (field; exact NV).
  rewrite V in H2.
  destruct e2 as [|Z' s|Y h]; cbn [claim_true] in *; [exact I| |].
  - destruct H2 as (z & Oz & s0 & Hs). exists z. split; [now apply concedes_swapped | exists s0; exact Hs].
  - intros z Oz. apply H2. now apply concedes_swapped.
Qed.
End At.

(** ** The cover *)

Lemma same_poly_sound : forall p q, same_poly p q = true -> p = q.
Proof.
  induction p as [|a p IH]; intros [|b q] H; cbn in H; try discriminate; [reflexivity|].
  destruct (Z.eqb_spec a b) as [->|]; [|discriminate]. now rewrite (IH q H).
Qed.

Lemma same_end_sound x y : same_end x y = true -> x = y.
Proof.
  destruct x as [[n d|f a b q]|], y as [[m e|g c d' r]|]; cbn; try discriminate; [| |reflexivity];
    rewrite !andb_true_iff; intros H; decompose [and] H;
    repeat match goal with E : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in E end.
  - now subst.
  - match goal with E : same_poly _ _ = true |- _ => apply same_poly_sound in E end. now subst.
Qed.

Lemma cover_reals_sound t high : forall rs low, cover_reals low high rs = true -> in_range (Reals false low high) t ->
  exists r, In r rs /\ in_range r t.
Proof.
  induction rs as [|r rs IH]; intros low H T; cbn [cover_reals] in H; [discriminate|].
  destruct r as [|[] a b|]; try discriminate. destruct (same_end a low) eqn:E; [|discriminate].
  apply same_end_sound in E. subst a. destruct rs as [|r' rs].
  - apply same_end_sound in H. subst b. eexists. split; [left; reflexivity | exact T].
  - destruct b as [e|]; [|discriminate]. destruct T as [T1 T2].
    destruct (below_or_above F e t) as [L|L].
    + exists (Reals false low (Some e)). split; [now left|]. split; [exact T1 | split; [exact L | discriminate]].
    + destruct (IH (Some e) H) as (r & R & Q); [split; [split; [exact L | discriminate] | exact T2]|].
      exists r. split; [now right | exact Q].
Qed.

Lemma whole_bounds_sound r a b z : whole_bounds r = Some (a, b) -> (a <= z)%Z ->
  match b with Some b => (z <= b)%Z | None => True end -> in_range r (kZ F z).
Proof.
  destruct r as [[n d|]| |a' b']; cbn [whole_bounds]; try discriminate.
  - destruct (Z.eqb_spec d 1) as [->|]; [|discriminate]. intros E A B. injection E as <- <-.
    replace z with n by lia. cbn. rewrite kZ_1. ring.
  - intros E A B. injection E as <- <-. exists z. auto.
Qed.

Lemma cover_wholes_sound z high : forall rs low, cover_wholes low high rs = true -> (low <= z)%Z ->
  match high with Some b => (z <= b)%Z | None => True end -> exists r, In r rs /\ in_range r (kZ F z).
Proof.
  induction rs as [|r rs IH]; intros low H A B; cbn [cover_wholes] in H; [discriminate|].
  destruct (whole_bounds r) as [[a b]|] eqn:E; [|discriminate].
  destruct (Z.eqb_spec a low) as [->|]; [|discriminate]. destruct rs as [|r' rs].
  - exists r. split; [now left|]. apply (whole_bounds_sound _ _ _ _ E A).
    destruct b as [b|], high as [h|]; cbn in H; try discriminate; [|exact I]. apply Z.eqb_eq in H. lia.
  - destruct b as [b|]; [|discriminate]. destruct (Z.le_gt_cases z b) as [L|L].
    + exists r. split; [now left|]. exact (whole_bounds_sound _ _ _ _ E A L).
    + destruct (IH _ H) as (q & Q & R); [lia | exact B|]. exists q. split; [now right | exact R].
Qed.

Lemma cover_sound d rs t : cover d rs = true -> in_range d t -> exists r, In r rs /\ in_range r t.
Proof.
  destruct d as [|[] low high|a b]; cbn [cover]; try discriminate.
  - apply cover_reals_sound.
  - intros H (z & -> & A & B). exact (cover_wholes_sound z b rs a H A B).
Qed.

(** ** The theorem *)

Lemma check_valid r g c : check_parametric r g c = true -> valid_range r = true.
Proof. unfold check_parametric. rewrite andb_true_iff. now intros [H _]. Qed.

Lemma valid_without_ends r : valid_range r = true -> valid_range (without_ends r) = true.
Proof. now destruct r. Qed.

Lemma check_piece_sound g p t : check_piece g p = true -> in_range (values p) t -> piece_true g p t.
Proof.
  unfold check_piece. rewrite !andb_true_iff. intros ((((H & V) & S1) & S2) & E) T.
  pose proof (check_valid _ _ _ H) as W.
  destruct (check_parametric_denominators (values p) t W T g _ H) as (NV & N1 & N2 & _).
  destruct (check_value_sound (values p) t W T _ _ NV V) as [D Vt].
  exists (parametric_plan F t (plan1 (parts p))), (parametric_plan F t (plan2 (parts p))). cbv zeta. rewrite Vt.
  split; [exact D | split; [|split; [|split]]].
  - exact (check_formulas_sound (values p) t W T _ N1 _ _ _ S1).
  - exact (check_formulas_sound (values p) t W T _ N2 _ _ _ S2).
  - exact (check_parametric_sound F _ _ _ H t T).
  - intros O. unfold check_both in E. apply andb_true_iff in E as [E1 E2].
    pose proof (valid_without_ends _ W) as Wo.
    refine (check_both_at (without_ends (values p)) t Wo O g _ _ _ NV N1 N2 _ E1 E2).
    apply (check_parametric_denominators (values p) t W T g _ H).
Qed.

Lemma check_breakpoint_sound g b t : check_breakpoint g b = true -> is_at F (place b) t -> breakpoint_true g b t.
Proof.
  unfold check_breakpoint. rewrite andb_true_iff. intros [H E] T.
  set (r := Point (place b)) in *. pose proof (check_valid _ _ _ H) as W.
  eexists _, _, _. split; [exact (check_parametric_sound F r _ _ H t T)|].
  destruct (check_parametric_denominators r t W T g _ H) as (NV & N1 & N2 & ND).
  unfold check_both in E. apply andb_true_iff in E as [E1 E2].
  exact (check_both_at r t W T g _ _ _ NV N1 N2 ND E1 E2).
Qed.

(** What is proved of a file that is accepted. *)
Theorem check_theorem_sound f : check_theorem f = true -> theorem_true f.
Proof.
  unfold check_theorem. rewrite !andb_true_iff, !forallb_forall. intros (((((D & O) & C) & P) & B) & W).
  assert (on : forall p, In p (pieces f) -> forall t, in_range (values p) t -> piece_true (form f) p t).
  { intros p Ip t T. apply check_piece_sound; [now apply P | exact T]. }
  split.
  - intros t T. destruct (cover_sound _ _ t C T) as (r & R & Tr). apply in_map_iff in R as (p & <- & Ip). eauto.
  - exact on.
  - intros b Ib t T. apply check_breakpoint_sound; [now apply B | exact T].
  - intros p e Ip Ie. pose proof (W p Ip) as Q. rewrite forallb_forall in Q. exact (Q e Ie).
  - split; [exact D | split].
    + intros p Ip. pose proof (P p Ip) as Q. unfold check_piece in Q. rewrite !andb_true_iff in Q. destruct Q as ((((Q & _) & _) & _) & _).
      exact (check_valid _ _ _ Q).
    + intros b Ib. pose proof (B b Ib) as Q. apply andb_true_iff in Q as [Q _]. exact (check_valid _ _ _ Q).
  - exact O.
Qed.
End Meaning.
