(** Kuhn poker: its value, all optimal strategies of the first player, and the only one of the second.

    To be believed: Rules.v, and the rules below. *)
Require Import ZArith List Reals.
Require Import Sabot.Rules.
Import ListNotations.
Open Scope Z_scope.

(** * The rules *)

Inductive card := jack | queen | king.
Definition beats (a b : card) : bool :=
  match a, b with king, queen | king, jack | queen, jack => true | _, _ => false end.

(** Three cards, one of each; the second player gets one of the two that are left. *)
Definition full_pack : list (card * Z) := [(jack, 1); (queen, 1); (king, 1)].
Definition two_left (gone : card) : list (card * Z) :=
  match gone with jack => [(queen, 1); (king, 1)] | queen => [(jack, 1); (king, 1)] | king => [(jack, 1); (queen, 1)] end.

(** What a player knows: his card, and what was done. *)
Inductive know1 := opening (mine : card) | passed_then_bet (mine : card).
Inductive know2 := after_pass (mine : card) | after_bet (mine : card).

(** The higher card wins what the other has paid in: [stake]. *)
Definition showdown (a b : card) (stake : Z) : game_tree card know1 know2 :=
  pay (if beats a b then stake else - stake).

(** Each player pays 1. The first bets 1 or passes; after a bet the second calls (pays 1 too) or folds.
    After a pass the second bets or passes; if he bets, the first calls or folds. *)
Definition kuhn : game_tree card know1 know2 :=
  draw full_pack (fun a =>
  draw (two_left a) (fun b =>
  ask1 (opening a) (fun bets =>
    if bets then
      ask2 (after_bet b) (fun calls => if calls then showdown a b 2 else pay 1)
    else
      ask2 (after_pass b) (fun bets =>
        if bets then ask1 (passed_then_bet a) (fun calls => if calls then showdown a b 2 else pay (-1))
        else showdown a b 1)))).

(** * The solution *)

Open Scope R_scope.

(** The first player may bet a jack with any probability p up to 1/3. The rest follows from p. He bets a king
    with probability 3p, and never a queen. If he passed and the second player bets, he folds a jack, calls with
    a queen with probability p + 1/3, and always calls with a king (if p = 1/3 he never passes with one). *)
Definition first_plays (p : R) (x : know1 -> R) : Prop :=
  0 <= p <= 1/3 /\
  x (opening jack) = p /\ x (opening queen) = 0 /\ x (opening king) = 3 * p /\
  x (passed_then_bet jack) = 0 /\ x (passed_then_bet queen) = p + 1/3 /\ (p < 1/3 -> x (passed_then_bet king) = 1).

(** The probability that the second player bets after a pass, and that he calls after a bet. *)
Definition second (k : know2) : R :=
  match k with
  | after_pass jack => 1/3 | after_pass queen => 0 | after_pass king => 1
  | after_bet jack => 0 | after_bet queen => 1/3 | after_bet king => 1
  end.

(** The value is -1/18: the first player loses 1/18 per hand. A strategy of his is optimal if and only if it is
    one of those; a strategy of the second player, if and only if it is [second]. *)
Definition kuhn_statement : Prop :=
  value kuhn (-1/18) /\
  (forall x, optimal1 kuhn (-1/18) x <-> behaviour_strategy x /\ exists p, first_plays p x) /\
  (forall y, optimal2 kuhn (-1/18) y <-> behaviour_strategy y /\ forall k, y k = second k).

(** * The proof *)

Require Import QArith Qreals Lra Lia.
Require Import Sabot.OrderedField Sabot.Solution Sabot.Certificate Sabot.FromRules.
Open Scope R_scope.

Definition cards := [jack; queen; king].
Definition place (c : card) : positive := match c with jack => 1 | queen => 2 | king => 3 end.

Definition first_numbering : numbering know1 := {|
  infoset_list := map opening cards ++ map passed_then_bet cards;
  number := fun k => match k with opening c => 2 * place c | passed_then_bet c => 2 * place c + 6 end%positive;
  previous := fun k => match k with opening _ => 1 | passed_then_bet c => 2 * place c end%positive;
  same := ltac:(decide equality; decide equality) |}.
Definition second_numbering : numbering know2 := {|
  infoset_list := map after_pass cards ++ map after_bet cards;
  number := fun k => match k with after_pass c => 2 * place c | after_bet c => 2 * place c + 6 end%positive;
  previous := fun _ => 1%positive;
  same := ltac:(decide equality; decide equality) |}.

Definition claim : rules_claim := {|
  tree := kuhn; claimed_value := (-1) # 18;
  claimed1 := fun k => match k with opening _ => 0 | passed_then_bet jack => 0 | passed_then_bet queen => 1#3 | passed_then_bet king => 1 end%Q;
  claimed2 := fun k => match k with
    | after_pass jack => 1#3 | after_pass queen => 0 | after_pass king => 1
    | after_bet jack => 0 | after_bet queen => 1#3 | after_bet king => 1 end%Q;
  payoff_denominator := 6; denominator1 := 3; denominator2 := 3 |}.

(** The first player's optimal strategies are found below. That the second has only one is shown against p = 1/6. *)
Definition other : know1 -> Q := fun k => match k with
  | opening jack => 1#6 | opening queen => 0 | opening king => 1#2
  | passed_then_bet jack => 0 | passed_then_bet queen => 1#2 | passed_then_bet king => 1 end%Q.
Definition evidence1 : uniqueness_evidence := NotUnique (locals first_numbering other) 6.
Definition evidence2 : uniqueness_evidence := Unique (locals first_numbering other) 12 1000003
  [[(2%positive, 1%Z); (8%positive, 1%Z); (3%positive, (-1)%Z)]; [(10%positive, 1%Z); (11%positive, (-1)%Z)];
   [(6%positive, 1%Z); (13%positive, 1%Z); (7%positive, (-1)%Z)]].
Lemma kuhn_checked : check_rules first_numbering second_numbering claim evidence1 evidence2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma claimed_18 : -1/18 = Q2R (claimed_value claim).
Proof. unfold Q2R. simpl. lra. Qed.
Lemma strategy_second : behaviour_strategy second.
Proof. intros [[]|[]]; simpl; lra. Qed.
Lemma claimed_second k : second k = Q2R (claimed2 claim k).
Proof. destruct k as [[]|[]]; unfold Q2R; simpl; lra. Qed.

(** What strategies earn in one deal: [w] is the probability that the first player bets, [u] that he
    passes and would call; [win] is 1 if his card is higher and -1 if not. *)
Definition one_deal (win w u bet call : R) : R :=
  w * (call * (2 * win) + (1 - call)) + (1 - w - u) * bet * -1 + u * bet * (2 * win) + (1 - w) * (1 - bet) * win.

Lemma kuhn_expected x y :
  let w c := x (opening c) in let u c := (1 - x (opening c)) * x (passed_then_bet c) in
  let deal win a b := one_deal win (w a) (u a) (y (after_pass b)) (y (after_bet b)) in
  expected kuhn x y = (deal (-1) jack queen + deal (-1) jack king + deal 1 queen jack + deal (-1) queen king
    + deal 1 king jack + deal 1 king queen) / 6.
Proof. cbv zeta. unfold kuhn, one_deal, full_pack. simpl. unfold size. simpl. field. Qed.

(** The four pure strategies of the second player that [second] mixes. *)
Definition pure (bluffs calls : R) (k : know2) : R :=
  match k with after_pass jack => bluffs | after_bet queen => calls | _ => second k end.
Lemma pure_strategy a b : 0 <= a <= 1 -> 0 <= b <= 1 -> behaviour_strategy (pure a b).
Proof. intros A B [[]|[]]; simpl; lra. Qed.

Lemma first_only x : optimal1 kuhn (-1/18) x -> first_plays (x (opening jack)) x.
Proof.
  intros [S H].
  assert (H00 := H _ (pure_strategy 0 0 ltac:(lra) ltac:(lra))). assert (H01 := H _ (pure_strategy 0 1 ltac:(lra) ltac:(lra))).
  assert (H10 := H _ (pure_strategy 1 0 ltac:(lra) ltac:(lra))). assert (H11 := H _ (pure_strategy 1 1 ltac:(lra) ltac:(lra))).
  rewrite kuhn_expected in H00, H01, H10, H11. unfold one_deal in *. simpl in *.
  assert (U : forall c, 0 <= (1 - x (opening c)) * x (passed_then_bet c) <= 1 - x (opening c)).
  { intros c. pose proof (S (opening c)). pose proof (S (passed_then_bet c)). nra. }
  pose proof (U jack) as Uj. pose proof (U queen) as Uq. pose proof (U king) as Uk.
  pose proof (S (opening jack)) as Wj. pose proof (S (opening queen)) as Wq. pose proof (S (opening king)) as Wk.
  pose proof (S (passed_then_bet jack)) as Cj. pose proof (S (passed_then_bet queen)) as Cq. pose proof (S (passed_then_bet king)) as Ck.
  set (uj := (1 - x (opening jack)) * x (passed_then_bet jack)) in *.
  set (uq := (1 - x (opening queen)) * x (passed_then_bet queen)) in *.
  set (uk := (1 - x (opening king)) * x (passed_then_bet king)) in *.
  assert (E1 : x (opening queen) = 0) by lra.
  assert (E2 : uj = 0) by lra.
  assert (E3 : uk = 1 - x (opening king)) by lra.
  assert (E4 : x (opening king) = 3 * x (opening jack)) by lra.
  assert (E5 : uq = x (opening jack) + 1/3) by lra.
  unfold uj in E2. unfold uq in E5. unfold uk in E3. rewrite E1 in E5. rewrite E4 in E3.
  repeat split; try lra; try nra.
Qed.

Lemma first_optimal p x : behaviour_strategy x -> first_plays p x -> optimal1 kuhn (-1/18) x.
Proof.
  intros S (P & Wj & Wq & Wk & Cj & Cq & Ck). split; [exact S|]. intros y Sy.
  rewrite kuhn_expected. unfold one_deal. cbv zeta.
  assert (Uk : (1 - x (opening king)) * x (passed_then_bet king) = 1 - 3 * p).
  { rewrite Wk. destruct (Req_dec p (1/3)) as [->|N]; [lra | rewrite Ck by lra; lra]. }
  rewrite Uk, Wj, Wq, Wk, Cj, Cq.
  assert (M : forall k, 0 <= p * y k <= p /\ 0 <= (1/3 - p) * y k <= 1/3 - p /\ 0 <= y k <= 1).
  { intros k. pose proof (Sy k). split; [|split]; nra. }
  pose proof (M (after_pass jack)). pose proof (M (after_pass queen)). pose proof (M (after_pass king)).
  pose proof (M (after_bet jack)). pose proof (M (after_bet queen)). pose proof (M (after_bet king)).
  lra.
Qed.

Theorem kuhn_solved : kuhn_statement.
Proof.
  split; [|split].
  - split.
    + exists (fun k => match k with opening _ => 0 | passed_then_bet jack => 0 | passed_then_bet queen => 1/3 | passed_then_bet king => 1 end).
      apply (first_optimal 0); [intros [[]|[]]; lra | repeat split; lra].
    + exists second. exact (claimed2_optimal _ _ _ _ _ kuhn_checked _ _ claimed_18 strategy_second claimed_second).
  - intros x. split.
    + intros O. split; [apply O | exists (x (opening jack)); now apply first_only].
    + intros [S (p & P)]. now apply (first_optimal p).
  - intros y. transitivity (behaviour_strategy y /\ forall k, In k (infoset_list second_numbering) -> y k = second k).
    + apply (claimed2_unique _ _ _ _ _ kuhn_checked _ _ claimed_18 strategy_second claimed_second); reflexivity.
    + split; intros [S H]; (split; [exact S|]); intros k; [|intros _; apply H]. apply H. destruct k as [[]|[]]; simpl; tauto.
Qed.

(** In every ordered field in which equality is decidable, as the rationals: the claimed strategies are optimal with
    that value, the second player's is the only one, and the first player has another. That his optimal strategies are
    the family [first_plays] is proved for the reals only. *)
Theorem kuhn_ordered_field (F : OrderedField) : (forall a b : F, {a = b} + {a <> b}) ->
  rules_solved F first_numbering second_numbering claim evidence1 evidence2.
Proof. intros decide. exact (check_rules_sound F _ _ decide _ _ _ kuhn_checked). Qed.
