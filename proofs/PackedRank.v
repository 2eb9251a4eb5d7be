(** [packed_rank_divides]: rank modulo a prime for dense equations. A row is a list of long numbers: each holds the
    coefficients of some columns as its digits, so that a row operation is one multiplication per number. Digits
    do not carry while they are below the base; their bound is kept and compared with it.

    As in ModularRank.v the elimination itself is not trusted: every row that is kept is a combination of the given
    ones modulo p, and at the end each column must have a row that gives it by columns after it. *)
Require Import ZArith PArith List Bool Lia.
Require Import Sabot.PositiveMap.
Import ListNotations.
Local Open Scope Z_scope.

(** A row: its columns and coefficients. *)
Definition row := list (positive * Z).

(** * What runs *)

Definition width : Z := 62.
Definition base : Z := 4611686018427387904.
Definition mask : Z := 4611686018427387903.

(** The number with these digits, the lowest first. *)
Fixpoint evaluate (w : Z) (ds : list Z) : Z := match ds with [] => 0 | a :: ds => a + Z.shiftl (evaluate w ds) w end.
Fixpoint joined (w : Z) (ds : list Z) : list Z := match ds with a :: b :: ds => a + Z.shiftl b w :: joined w ds | _ => ds end.
Fixpoint pack_in (fuel : list Z) (w : Z) (ds : list Z) : Z :=
  match ds, fuel with
  | [], _ => 0
  | [a], _ => a
  | _, _ :: fuel => pack_in fuel (w + w) (joined w ds)
  | _, [] => evaluate w ds
  end.
Definition pack (ds : list Z) : Z := pack_in ds width ds.
(** As many digits as [cs] is long. *)
Fixpoint digits {A} (cs : list A) (z : Z) : list Z :=
  match cs with [] => [] | _ :: cs => Z.land z mask :: digits cs (Z.shiftr z width) end.

Definition packed := list Z.

Fixpoint add_scaled (f : Z) (z s : list Z) : list Z :=
  match z, s with x :: z, y :: s => x + f * y :: add_scaled f z s | _, _ => [] end.

Definition head_digit (p j : Z) (z : packed) : Z :=
  match z with [] => 0 | c :: _ => Z.land (Z.shiftr c j) mask mod p end.

Definition clear (p j : Z) (s z : packed) : packed :=
  let a := head_digit p j z in if a =? 0 then z else add_scaled (p - a) z s.

Fixpoint scaled {A} (p i : Z) (css : list (list A)) (z : packed) : packed :=
  match css, z with
  | cs :: css, c :: z => pack (map (fun a => i * a mod p) (digits cs c)) :: scaled p i css z
  | _, _ => []
  end.

Fixpoint find_pivot (p j : Z) (seen zs : list packed) : option (Z * packed * list packed) :=
  match zs with
  | [] => None
  | z :: zs =>
    let a := head_digit p j z in
    if a =? 0 then find_pivot p j (z :: seen) zs else Some (a, z, rev_append seen zs)
  end.

Fixpoint power_mod (p a : Z) (e : positive) : Z :=
  match e with
  | xH => a mod p
  | xO e => let b := power_mod p a e in b * b mod p
  | xI e => let b := power_mod p a e in b * b mod p * a mod p
  end.

Definition inverse_mod (p a : Z) : Z :=
  match p - 2 with Zpos e => power_mod p a e | _ => 1 end.

(** The columns of the first number, one after the other, in the rows [zs] at once. [ps] are their pivots so far; the
    digits of the rows are at most [b]. *)
Fixpoint eliminate {A} (p : Z) (css : list (list A)) (b j : Z) (ps : list (option packed)) (zs : list packed) :
    list (option packed) * (Z * list packed) :=
  match ps with
  | [] => ([], (b, zs))
  | o :: ps =>
    let '(o, zs) :=
      match o with
      | Some _ => (o, zs)
      | None =>
        match find_pivot p j [] zs with
        | None => (None, zs)
        | Some (a, z, rest) => (if b <? base then Some (scaled p (inverse_mod p a) css z) else None, rest)
        end
      end in
    let '(ps, rest) := eliminate p css (b + p * p) (j + width) ps (match o with Some s => map (clear p j s) zs | None => zs end) in
    (o :: ps, rest)
  end.

Definition divisible (p a : Z) : bool := a mod p =? 0.

(** The rows without their first number, where nothing is left in it. *)
Fixpoint dropped {A} (p : Z) (cs : list A) (zs : list packed) : list packed :=
  match zs with
  | (c :: z) :: zs => if forallb (divisible p) (digits cs c) then z :: dropped p cs zs else dropped p cs zs
  | [] :: zs => dropped p cs zs
  | [] => []
  end.

Fixpoint eliminate_all {A} (p : Z) (css : list (list A)) (b : Z) (pss : list (list (option packed))) (zs : list packed) :
    list (list (option packed)) :=
  match css, pss with
  | cs :: css', ps :: pss =>
    let '(ps, (b, zs)) := eliminate p css b 0 ps zs in
    ps :: eliminate_all p css' b pss (if b <? base then dropped p cs zs else [])
  | _, _ => pss
  end.

Definition add_head {A} (x : A) (ls : list (list A)) : list (list A) :=
  match ls with [] => [[x]] | l :: ls => (x :: l) :: ls end.
(** Groups of [size] + 1 items, of which the first has [room]. *)
Fixpoint groups {A} (size room : nat) (l : list A) : list (list A) :=
  match l with
  | [] => []
  | x :: l => match room with O => [] :: add_head x (groups size size l) | S room => add_head x (groups size room l) end
  end.
Definition columns_of_a_number : nat := 127.
Definition rows_at_once : nat := 7.

Fixpoint take_digits (p : Z) (cs : list positive) (r : row) : list Z * row :=
  match cs with
  | [] => ([], r)
  | c :: cs =>
    match r with
    | [] => let '(ds, rest) := take_digits p cs [] in (0 :: ds, rest)
    | (k, a) :: r' =>
      if Pos.eqb k c then let '(ds, rest) := take_digits p cs r' in (a mod p :: ds, rest)
      else let '(ds, rest) := take_digits p cs r in (0 :: ds, rest)
    end
  end.
Fixpoint packed_row (p : Z) (css : list (list positive)) (r : row) : packed * row :=
  match css with
  | [] => ([], r)
  | cs :: css =>
    let '(ds, rest) := take_digits p cs r in
    let '(z, over) := packed_row p css rest in (pack ds :: z, over)
  end.
(** Rows that have columns in another order, or others, are left out. *)
Definition packed_rows (p : Z) (css : list (list positive)) (rs : list row) : list packed :=
  fold_left (fun zs r => match packed_row p css r with (z, []) => z :: zs | _ => zs end) rs [].

(** Zeros, and then 1 at place j. *)
Fixpoint leading (j : nat) (ds : list Z) : bool :=
  match j, ds with
  | O, a :: _ => a =? 1
  | S j, a :: ds => if a =? 0 then leading j ds else false
  | _, [] => false
  end.
Fixpoint lead {A} (cs : list A) (j : nat) (ps : list (option packed)) : bool :=
  match ps with
  | [] => true
  | Some (c :: _) :: ps => if leading j (digits cs c) then lead cs (S j) ps else false
  | _ => false
  end.
Fixpoint as_long {A B} (l : list A) (m : list B) : bool :=
  match l, m with [], [] => true | _ :: l, _ :: m => as_long l m | _, _ => false end.
Fixpoint all_lead {A} (css : list (list A)) (pss : list (list (option packed))) : bool :=
  match css, pss with
  | [], [] => true
  | cs :: css, ps :: pss => if as_long cs ps then if lead cs 0 ps then all_lead css pss else false else false
  | _, _ => false
  end.

(** The columns rise; those of each row must fall. *)
Definition packed_rank (p : Z) (columns : list positive) (rows : list row) : bool :=
  let css := groups columns_of_a_number O (rev_append columns []) in
  let none := map (map (fun _ => None)) css in
  all_lead css (fold_left (fun pss rs => eliminate_all p css p pss (packed_rows p css rs)) (groups rows_at_once O rows) none).

Definition count {A} (l : list A) : Z := fold_left (fun n _ => n + 1) l 0.
Definition few : Z := 64.
Definition many : Z := 16000.
Definition dense (columns : list positive) (rows : list row) : bool :=
  let n := count columns in
  let m := count rows in
  if few <=? n then if n <=? many then if m <=? 4 * many then
    n * m <=? 4 * fold_left (fun total r => total + count r) rows 0 else false else false else false.

(** * What it means *)

Fixpoint zdot (r : row) (d : positive -> Z) : Z :=
  match r with [] => 0 | (k, a) :: r => a * d k + zdot r d end.

Lemma evaluate_joined w : 0 <= w -> forall ds, evaluate (w + w) (joined w ds) = evaluate w ds.
Proof.
  intros W.
  assert (H : forall ds, evaluate (w + w) (joined w ds) = evaluate w ds /\
    forall a, evaluate (w + w) (joined w (a :: ds)) = evaluate w (a :: ds)).
  { induction ds as [|b ds [I1 I2]]; [split; [reflexivity|intros a; cbn; rewrite !Z.shiftl_0_l; reflexivity]|].
    split; [apply I2|]. intros a. cbn [joined evaluate]. rewrite I1. cbn [evaluate].
    rewrite !Z.shiftl_mul_pow2 by lia. rewrite Z.pow_add_r by lia. ring. }
  intros ds. apply H.
Qed.

Lemma pack_in_evaluate fuel : forall w ds, 0 <= w -> pack_in fuel w ds = evaluate w ds.
Proof.
  induction fuel as [|f fuel IH]; intros w ds W; destruct ds as [|a [|b ds]]; cbn [pack_in]; try reflexivity;
    try (cbn [evaluate]; rewrite Z.shiftl_0_l; ring).
  rewrite IH by lia. now apply evaluate_joined.
Qed.

Lemma pack_evaluate ds : pack ds = evaluate width ds.
Proof. apply pack_in_evaluate. discriminate. Qed.

Lemma digits_evaluate {A} : forall (cs : list A) ds, length ds = length cs -> Forall (fun a => 0 <= a < base) ds ->
  digits cs (evaluate width ds) = ds.
Proof.
  induction cs as [|c cs IH]; intros [|a ds] L H; try discriminate; [reflexivity|]. inversion H as [|? ? A1 A2]; subst.
  cbn [digits evaluate]. rewrite Z.shiftl_mul_pow2 by discriminate. f_equal.
  - change mask with (Z.ones 62). rewrite Z.land_ones by discriminate. change (2 ^ 62) with base. change (2 ^ width) with base.
    rewrite Z.mod_add by discriminate. now apply Z.mod_small.
  - rewrite Z.shiftr_div_pow2 by discriminate. change (2 ^ width) with base. rewrite Z.div_add by discriminate.
    rewrite Z.div_small by assumption. rewrite Z.add_0_l. apply IH; [now injection L | exact A2].
Qed.

Lemma add_scaled_length f : forall ds es, length ds = length es -> length (add_scaled f ds es) = length ds.
Proof. induction ds as [|a ds IH]; intros [|b es] L; try discriminate; [reflexivity|]. cbn. f_equal. apply IH. now injection L. Qed.

Lemma evaluate_add w f : 0 <= w -> forall ds es, length ds = length es ->
  evaluate w (add_scaled f ds es) = evaluate w ds + f * evaluate w es.
Proof.
  intros W. induction ds as [|a ds IH]; intros [|b es] L; try discriminate; [cbn; ring|]. cbn [add_scaled evaluate].
  rewrite IH by now injection L. rewrite !Z.shiftl_mul_pow2 by exact W. ring.
Qed.

Lemma as_long_length {A B} : forall (l : list A) (m : list B), as_long l m = true -> length l = length m.
Proof. induction l as [|x l IH]; intros [|y m] H; try discriminate; [reflexivity|]. cbn. f_equal. now apply IH. Qed.

Lemma concat_add_head {A} (x : A) ls : concat (add_head x ls) = x :: concat ls.
Proof. destruct ls; reflexivity. Qed.

Lemma concat_groups {A} size : forall (l : list A) room, concat (groups size room l) = l.
Proof.
  induction l as [|x l IH]; intros room; cbn [groups]; [reflexivity|].
  destruct room; [change (concat (add_head x (groups size size l)) = x :: l)|]; rewrite concat_add_head, IH; reflexivity.
Qed.

Section Vanishing.
Variable p : Z.
Hypothesis p_positive : 0 < p.
Hypothesis p_short : p < base.
Variable d : positive -> Z.

Fixpoint dot (cs : list positive) (ds : list Z) : Z :=
  match cs, ds with c :: cs, a :: ds => a * d c + dot cs ds | _, _ => 0 end.

(** [z] has digits from 0 to b; as a row it is [t] at [d]. *)
Fixpoint represents (b : Z) (css : list (list positive)) (z : packed) (t : Z) : Prop :=
  match css, z with
  | [], [] => t = 0
  | cs :: css, c :: z =>
    exists ds u, length ds = length cs /\ Forall (fun a => 0 <= a <= b) ds /\ c = evaluate width ds /\
      represents b css z u /\ t = dot cs ds + u
  | _, _ => False
  end.
Definition vanishing (b : Z) (css : list (list positive)) (z : packed) : Prop := exists t, represents b css z t /\ (p | t).

Lemma represents_weaken b b' : b <= b' -> forall css z t, represents b css z t -> represents b' css z t.
Proof.
  intros B. induction css as [|cs css IH]; intros [|c z] t H; cbn [represents] in *; try exact H.
  destruct H as (ds & u & L & D & E & R & T). exists ds, u. repeat split; auto.
  eapply Forall_impl; [|exact D]. cbn. intros; lia.
Qed.

Lemma vanishing_weaken b b' css z : b <= b' -> vanishing b css z -> vanishing b' css z.
Proof. intros B (t & H & D). exists t. split; [now apply (represents_weaken b) | exact D]. Qed.

Lemma dot_add f : forall cs ds es, length ds = length es -> dot cs (add_scaled f ds es) = dot cs ds + f * dot cs es.
Proof.
  induction cs as [|c cs IH]; intros [|a ds] [|b es] L; try discriminate; cbn [add_scaled dot]; try ring.
  rewrite IH by now injection L. ring.
Qed.

Lemma bounded_add b b' f : 0 <= f -> forall ds es, Forall (fun a => 0 <= a <= b) ds -> Forall (fun a => 0 <= a <= b') es ->
  Forall (fun a => 0 <= a <= b + f * b') (add_scaled f ds es).
Proof.
  intros F. induction ds as [|a ds IH]; intros [|e es] D E; cbn [add_scaled]; try constructor.
  - inversion D; inversion E; subst. nia.
  - inversion D; inversion E; subst. now apply IH.
Qed.

Lemma represents_add b b' f : 0 <= f -> forall css z s t u, represents b css z t -> represents b' css s u ->
  represents (b + f * b') css (add_scaled f z s) (t + f * u).
Proof.
  intros F. induction css as [|cs css IH]; intros [|c z] [|e s] t u H G; cbn [represents add_scaled] in *; try contradiction.
  - subst. ring.
  - destruct H as (ds & t' & L & D & -> & R & ->). destruct G as (es & u' & L' & D' & -> & R' & ->).
    exists (add_scaled f ds es), (t' + f * u').
    assert (LL : length ds = length es) by congruence. repeat split.
    + rewrite add_scaled_length; assumption.
    + now apply bounded_add.
    + symmetry. apply evaluate_add; [discriminate | exact LL].
    + now apply IH.
    + rewrite dot_add by exact LL. ring.
Qed.

Lemma clear_vanishing b j css s z : vanishing b css z -> vanishing p css s -> vanishing (b + p * p) css (clear p j s z).
Proof.
  intros Hz Hs. unfold clear.
  assert (A : 0 <= head_digit p j z < p).
  { destruct z as [|c z]; cbn [head_digit]; [lia|]. now apply Z.mod_pos_bound. }
  destruct (head_digit p j z =? 0); [apply (vanishing_weaken b); [nia | exact Hz]|].
  destruct Hz as (t & R & D). destruct Hs as (u & R' & D').
  apply (vanishing_weaken (b + (p - head_digit p j z) * p)); [nia|].
  exists (t + (p - head_digit p j z) * u). split; [apply represents_add; [lia | exact R | exact R']|].
  apply Z.divide_add_r; [exact D | now apply Z.divide_mul_r].
Qed.

Lemma dot_scaled i : forall cs ds, length ds = length cs -> (p | dot cs (map (fun a => i * a mod p) ds) - i * dot cs ds).
Proof.
  induction cs as [|c cs IH]; intros [|a ds] L; try discriminate; cbn [dot map]; [exists 0; ring|].
  destruct (IH ds) as [q Q]; [now injection L|].
  pose proof (Z_div_mod_eq_full (i * a) p) as E. exists (q - (i * a / p) * d c). nia.
Qed.

Lemma scaled_represents b i : b < base -> forall css z t, represents b css z t ->
  exists t', represents p css (scaled p i css z) t' /\ (p | t' - i * t).
Proof.
  intros B. induction css as [|cs css IH]; intros [|c z] t H; cbn [represents scaled] in *; try contradiction.
  - subst. exists 0. split; [reflexivity | exists 0; ring].
  - destruct H as (ds & u & L & D & -> & R & ->). destruct (IH _ _ R) as (u' & R' & [q Q]).
    rewrite digits_evaluate; [|exact L|eapply Forall_impl; [|exact D]; cbn; intros; lia].
    exists (dot cs (map (fun a => i * a mod p) ds) + u'). split.
    + exists (map (fun a => i * a mod p) ds), u'. repeat split.
      * now rewrite map_length.
      * apply Forall_forall. intros a I. apply in_map_iff in I as (x & <- & _).
        pose proof (Z.mod_pos_bound (i * x) p p_positive). lia.
      * apply pack_evaluate.
      * exact R'.
    + destruct (dot_scaled i cs ds L) as [q' Q']. exists (q + q'). nia.
Qed.

Lemma scaled_vanishing b i css z : b < base -> vanishing b css z -> vanishing p css (scaled p i css z).
Proof.
  intros B (t & R & [k K]). destruct (scaled_represents b i B css z t R) as (t' & R' & [q Q]).
  exists t'. split; [exact R'|]. exists (q + i * k). nia.
Qed.

Lemma find_pivot_in j : forall zs seen a z rest, find_pivot p j seen zs = Some (a, z, rest) ->
  In z zs /\ forall y, In y rest -> In y seen \/ In y zs.
Proof.
  induction zs as [|x zs IH]; intros seen a z rest H; cbn [find_pivot] in H; [discriminate|].
  destruct (head_digit p j x =? 0).
  - apply IH in H as [H G]. split; [now right|]. intros y Y. apply G in Y as [[<-|Y]|Y]; [right; now left | now left | right; now right].
  - injection H as <- <- <-. split; [now left|]. intros y Y. rewrite rev_append_rev in Y. apply in_app_iff in Y as [Y|Y].
    + left. now apply in_rev.
    + right. now right.
Qed.

Definition pivot_vanishing (css : list (list positive)) (o : option packed) : Prop :=
  match o with Some s => vanishing p css s | None => True end.

Lemma eliminate_vanishing css : forall ps b j zs ps' b' zs', 0 <= b ->
  Forall (pivot_vanishing css) ps -> Forall (vanishing b css) zs ->
  eliminate p css b j ps zs = (ps', (b', zs')) -> Forall (pivot_vanishing css) ps' /\ Forall (vanishing b' css) zs'.
Proof.
  induction ps as [|o ps IH]; intros b j zs ps' b' zs' B P V H; cbn [eliminate] in H.
  - injection H as <- <- <-. now split.
  - inversion P as [|? ? P1 P2]; subst.
    destruct (match o with Some _ => (o, zs) | None => _ end) as [o' zs''] eqn:E.
    assert (G : pivot_vanishing css o' /\ Forall (vanishing b css) zs'').
    { destruct o as [s|]; [injection E as <- <-; now split|].
      destruct (find_pivot p j [] zs) as [[[a z] rest]|] eqn:Fd; [|injection E as <- <-; now split].
      injection E as <- <-. apply find_pivot_in in Fd as [Z1 Z2]. rewrite Forall_forall in V. split.
      - destruct (Z.ltb_spec b base) as [L|]; [|exact I]. apply (scaled_vanishing b); [exact L | now apply V].
      - apply Forall_forall. intros y Y. apply Z2 in Y as [[]|Y]. now apply V. }
    destruct G as [G1 G2].
    destruct (eliminate p css (b + p * p) (j + width) ps _) as [qs r] eqn:Q. injection H as <- ->.
    apply IH in Q as [Q1 Q2]; [split; [now constructor | exact Q2] | nia | exact P2 |].
    rewrite Forall_forall in G2. destruct o' as [s|].
    + apply Forall_forall. intros y Y. apply in_map_iff in Y as (x & <- & X). apply clear_vanishing; [now apply G2 | exact G1].
    + apply Forall_forall. intros y Y. apply (vanishing_weaken b); [nia | now apply G2].
Qed.

Lemma dot_divisible : forall cs ds, forallb (divisible p) ds = true -> (p | dot cs ds).
Proof.
  induction cs as [|c cs IH]; intros [|a ds] H; cbn [dot]; try (exists 0; ring).
  cbn [forallb] in H. apply andb_true_iff in H as [H G]. apply Z.divide_add_r; [|now apply IH].
  apply Z.divide_mul_l. unfold divisible in H. apply Z.eqb_eq in H. apply Z.mod_divide; lia.
Qed.

Lemma dropped_vanishing b cs css : b < base -> forall zs, Forall (vanishing b (cs :: css)) zs -> Forall (vanishing b css) (dropped p cs zs).
Proof.
  intros B. induction zs as [|[|c z] zs IH]; intros V; inversion V as [|? ? V1 V2]; subst; cbn [dropped]; [constructor | now apply IH|].
  destruct (forallb (divisible p) (digits cs c)) eqn:E; [|now apply IH]. constructor; [|now apply IH].
  destruct V1 as (t & (ds & u & L & D & -> & R & ->) & T). exists u. split; [exact R|].
  rewrite digits_evaluate in E; [|exact L|eapply Forall_impl; [|exact D]; cbn; intros; lia].
  apply (dot_divisible cs) in E. replace u with (dot cs ds + u - dot cs ds) by ring. now apply Z.divide_sub_r.
Qed.

Fixpoint pivots_vanishing (css : list (list positive)) (pss : list (list (option packed))) : Prop :=
  match css, pss with
  | _ :: css', ps :: pss => Forall (pivot_vanishing css) ps /\ pivots_vanishing css' pss
  | _, _ => True
  end.

Lemma eliminate_bound {A} (css : list (list A)) : forall ps b j zs, 0 <= b -> 0 <= fst (snd (eliminate p css b j ps zs)).
Proof.
  induction ps as [|o ps IH]; intros b j zs B; cbn [eliminate]; [exact B|].
  destruct (match o with Some _ => (o, zs) | None => _ end) as [o' zs'].
  specialize (IH (b + p * p) (j + width) (match o' with Some s => map (clear p j s) zs' | None => zs' end)).
  destruct (eliminate p css (b + p * p) (j + width) ps _) as [qs r]. cbn [snd]. apply IH. nia.
Qed.

Lemma eliminate_all_vanishing : forall css pss b zs, 0 <= b -> pivots_vanishing css pss -> Forall (vanishing b css) zs ->
  pivots_vanishing css (eliminate_all p css b pss zs).
Proof.
  induction css as [|cs css IH]; intros [|ps pss] b zs B P V; cbn [eliminate_all]; try exact I.
  destruct P as [P1 P2].
  pose proof (eliminate_bound (cs :: css) ps b 0 zs B) as B'.
  destruct (eliminate p (cs :: css) b 0 ps zs) as [ps' [b' zs']] eqn:E. cbn [fst snd] in B'.
  apply eliminate_vanishing in E as [E1 E2]; [|exact B|exact P1|exact V]. split; [exact E1|].
  apply IH; [exact B' | exact P2|]. destruct (Z.ltb_spec b' base); [now apply dropped_vanishing | constructor].
Qed.

Lemma take_digits_dot : forall cs r ds rest, take_digits p cs r = (ds, rest) ->
  length ds = length cs /\ Forall (fun a => 0 <= a <= p) ds /\ (p | dot cs ds + zdot rest d - zdot r d).
Proof.
  induction cs as [|c cs IH]; intros r ds rest H; cbn [take_digits] in H.
  - injection H as <- <-. cbn [dot]. split; [reflexivity | split; [constructor | exists 0; ring]].
  - assert (Step : forall a r' r0, r = r0 -> zdot r0 d = a * d c + zdot r' d -> forall ds' rest', take_digits p cs r' = (ds', rest') ->
      forall m, 0 <= m <= p -> (p | m - a) ->
      length (m :: ds') = length (c :: cs) /\ Forall (fun a => 0 <= a <= p) (m :: ds') /\ (p | dot (c :: cs) (m :: ds') + zdot rest' d - zdot r0 d)).
    { intros a r' r0 _ Z ds' rest' T m M [q Q]. apply IH in T as (L & D & [k K]). split; [cbn; now f_equal | split; [now constructor|]].
      cbn [dot]. rewrite Z. exists (k + q * d c). nia. }
    destruct r as [|[k a] r'].
    + destruct (take_digits p cs []) as [ds' rest'] eqn:T. injection H as <- <-.
      apply (Step 0 []); [reflexivity | cbn; ring | exact T | lia | exists 0; ring].
    + destruct (Pos.eqb_spec k c) as [->|].
      * destruct (take_digits p cs r') as [ds' rest'] eqn:T. injection H as <- <-.
        apply (Step a r'); [reflexivity | reflexivity | exact T | pose proof (Z.mod_pos_bound a p p_positive); lia|].
        pose proof (Z_div_mod_eq_full a p). exists (- (a / p)). nia.
      * destruct (take_digits p cs ((k, a) :: r')) as [ds' rest'] eqn:T. injection H as <- <-.
        apply (Step 0 ((k, a) :: r')); [reflexivity | ring | exact T | lia | exists 0; ring].
Qed.

Lemma packed_row_represents : forall css r z over, packed_row p css r = (z, over) ->
  exists t, represents p css z t /\ (p | t + zdot over d - zdot r d).
Proof.
  induction css as [|cs css IH]; intros r z over H; cbn [packed_row] in H.
  - injection H as <- <-. exists 0. split; [reflexivity | exists 0; ring].
  - destruct (take_digits p cs r) as [ds rest] eqn:T. destruct (packed_row p css rest) as [z' over'] eqn:R. injection H as <- <-.
    apply take_digits_dot in T as (L & D & [k K]). apply IH in R as (u & R & [q Q]).
    exists (dot cs ds + u). split; [|exists (k + q); nia]. exists ds, u. repeat split; try assumption. apply pack_evaluate.
Qed.

Lemma packed_rows_vanishing css rs : (forall r, In r rs -> (p | zdot r d)) -> Forall (vanishing p css) (packed_rows p css rs).
Proof.
  intros H. unfold packed_rows.
  assert (G : forall acc, Forall (vanishing p css) acc ->
    Forall (vanishing p css) (fold_left (fun zs r => match packed_row p css r with (z, []) => z :: zs | _ => zs end) rs acc)).
  { induction rs as [|r rs IH]; intros acc A; cbn [fold_left]; [exact A|].
    apply IH; [intros s S; apply H; now right|].
    destruct (packed_row p css r) as [z [|e over]] eqn:E; [|exact A]. constructor; [|exact A].
    apply packed_row_represents in E as (t & R & [k K]). exists t. split; [exact R|]. destruct (H r) as [q Q]; [now left|].
    cbn [zdot] in K. exists (k + q). nia. }
  apply G. constructor.
Qed.

Lemma represents_divides b : forall css, (forall k, In k (concat css) -> (p | d k)) -> forall z t, represents b css z t -> (p | t).
Proof.
  induction css as [|cs css IH]; intros K [|c z] t H; cbn [represents] in H; try contradiction; [subst; exists 0; ring|].
  destruct H as (ds & u & _ & _ & _ & R & ->). apply Z.divide_add_r.
  - assert (G : forall k, In k cs -> (p | d k)) by (intros k I; apply K; cbn [concat]; apply in_or_app; now left).
    clear - G. revert ds. induction cs as [|c cs IHc]; intros [|a ds]; cbn [dot]; try (exists 0; ring).
    apply Z.divide_add_r; [apply Z.divide_mul_r, G; now left | apply IHc; intros k I; apply G; now right].
  - apply (IH (fun k I => K k (in_or_app cs _ k (or_intror I))) _ _ R).
Qed.

Lemma leading_divides : forall j cs ds, length ds = length cs -> leading j ds = true -> (p | dot cs ds) ->
  (forall k, In k (skipn (S j) cs) -> (p | d k)) -> forall k, In k (skipn j cs) -> (p | d k).
Proof.
  induction j as [|j IH]; intros [|c cs] [|a ds] L H D G k K; try discriminate; cbn [skipn leading dot] in *; try (destruct K; fail).
  - apply Z.eqb_eq in H. subst a. destruct K as [<-|K]; [|now apply G].
    assert (W : (p | dot cs ds)).
    { clear - G. revert ds. induction cs as [|c' cs IHc]; intros [|a ds]; cbn [dot]; try (exists 0; ring).
      apply Z.divide_add_r; [apply Z.divide_mul_r, G; now left | apply IHc; intros k I; apply G; now right]. }
    replace (d c) with (1 * d c + dot cs ds - dot cs ds) by ring. now apply Z.divide_sub_r.
  - destruct (Z.eqb_spec a 0) as [->|]; [|discriminate]. apply (IH cs ds); try assumption. now injection L.
Qed.

Lemma lead_divides cs css : (forall k, In k (concat css) -> (p | d k)) -> forall ps j, lead cs j ps = true ->
  Forall (pivot_vanishing (cs :: css)) ps -> (length cs = j + length ps)%nat -> forall k, In k (skipn j cs) -> (p | d k).
Proof.
  intros C. induction ps as [|[[|c s]|] ps IH]; intros j H V L k K; try discriminate.
  - cbn in L. rewrite skipn_all2 in K by lia. destruct K.
  - cbn [lead] in H. destruct (leading j (digits cs c)) eqn:E; [|discriminate]. inversion V as [|? ? V1 V2]; subst.
    destruct V1 as (t & (ds & u & Ld & D & -> & R & ->) & T).
    rewrite digits_evaluate in E; [|exact Ld|eapply Forall_impl; [|exact D]; cbn; intros; lia].
    apply (leading_divides j cs ds Ld E); [|apply (IH (S j) H V2); cbn in L; lia | exact K].
    replace (dot cs ds) with (dot cs ds + u - u) by ring. apply Z.divide_sub_r; [exact T|].
    exact (represents_divides p css C _ _ R).
Qed.

Lemma all_lead_divides : forall css pss, all_lead css pss = true -> pivots_vanishing css pss ->
  forall k, In k (concat css) -> (p | d k).
Proof.
  induction css as [|cs css IH]; intros [|ps pss] H V k K; cbn [all_lead] in H; try discriminate; [destruct K|].
  destruct (as_long cs ps) eqn:L; [|discriminate]. destruct (lead cs 0 ps) eqn:Ld; [|discriminate]. destruct V as [V1 V2].
  cbn [concat] in K. apply in_app_iff in K as [K|K]; [|exact (IH pss H V2 k K)].
  apply (lead_divides cs css (IH pss H V2) ps 0 Ld V1); [cbn; now apply as_long_length | exact K].
Qed.

Lemma packed_rank_divides columns rows : packed_rank p columns rows = true -> (forall r, In r rows -> (p | zdot r d)) ->
  forall k, In k columns -> (p | d k).
Proof.
  unfold packed_rank. set (css := groups _ _ (rev_append columns [])). intros H R k K.
  apply (all_lead_divides css _ H).
  - assert (G : forall bs pss, (forall rs, In rs bs -> forall r, In r rs -> (p | zdot r d)) -> pivots_vanishing css pss ->
      pivots_vanishing css (fold_left (fun pss rs => eliminate_all p css p pss (packed_rows p css rs)) bs pss)).
    { induction bs as [|rs bs IH]; intros pss B V; cbn [fold_left]; [exact V|].
      apply IH; [intros s S; apply B; now right|]. apply eliminate_all_vanishing; [lia | exact V|].
      apply packed_rows_vanishing. apply B. now left. }
    apply G.
    + intros rs S r I. apply R. rewrite <- (concat_groups rows_at_once rows 0). apply in_concat. now exists rs.
    + clear. induction css as [|cs css IH]; cbn [map pivots_vanishing]; [exact I|]. split; [|exact IH].
      apply Forall_forall. intros o O. apply in_map_iff in O as (x & <- & _). exact I.
  - unfold css. rewrite concat_groups, rev_append_rev, app_nil_r. now apply in_rev in K.
Qed.
End Vanishing.
