(** Baccara, the model in which every card is drawn from a full pack and each player knows his total
    (A1): its value, and the only optimal strategy of each player.

    To be believed: Rules.v, and the rules below. *)
Require Import ZArith List Bool Reals.
Require Import Sabot.Rules.
Import ListNotations.
Open Scope Z_scope.

(** * The rules *)

(** Cards are their values, from 0 to 9: of 13 ranks, ten and the three court cards count 0. *)
Definition pack : list (Z * Z) :=
  [(0, 4); (1, 1); (2, 1); (3, 1); (4, 1); (5, 1); (6, 1); (7, 1); (8, 1); (9, 1)].

(** What Banker knows: his total, and Player's third card, if he drew one. *)
Definition tree := game_tree Z Z (Z * option Z).

(** The total of a hand is the last digit of the sum. The higher total wins 1; equal totals pay nothing. *)
Definition total (a b : Z) : Z := (a + b) mod 10.
Definition compare (player banker : Z) : tree := pay (Z.sgn (player - banker)).

(** Banker stands or draws. *)
Definition banker_plays (player banker : Z) (third : option Z) : tree :=
  ask2 (banker, third) (fun draws =>
    if draws then draw pack (fun card => compare player (total banker card)) else compare player banker).

(** Two cards for each player. A total of 8 or 9 ends the hand. Otherwise Player draws a third card up
    to 4, stands on 6 and 7, and chooses on 5; then Banker chooses. *)
Definition baccara : tree :=
  draw pack (fun a => draw pack (fun b => draw pack (fun c => draw pack (fun d =>
  let player := total a b in let banker := total c d in
  if (8 <=? player) || (8 <=? banker) then compare player banker
  else
    let stand := banker_plays player banker None in
    let draw_third := draw pack (fun third => banker_plays (total player third) banker (Some third)) in
    if player =? 5 then ask1 player (fun draws => if draws then draw_third else stand)
    else if player <? 5 then draw_third else stand)))).

(** * The solution *)

Open Scope R_scope.

(** Player draws on 5 with probability 9/11. *)
Definition player (total : Z) : R := 9/11.

(** Banker always draws with these totals, after Player's third card if there was one. *)
Definition banker_always_draws (total : Z) (third : option Z) : bool :=
  match third with
  | None => total <=? 5
  | Some card =>
    let between low high := (low <=? card) && (card <=? high) in
    match total with
    | 0 | 1 | 2 => true | 3 => negb (card =? 8) | 4 => between 2 7 | 5 => between 4 7 | 6 => between 6 7
    | _ => false
    end
  end%Z.

(** The probability that Banker draws. He mixes only with 6, if Player stood. *)
Definition banker (knows : Z * option Z) : R :=
  let '(total, third) := knows in
  if banker_always_draws total third then 1
  else match third with None => if (total =? 6)%Z then 859/2288 else 0 | Some _ => 0 end.

(** Banker may know a total from 0 to 7, and a card from 0 to 9 or none. *)
Definition possible (knows : Z * option Z) : Prop :=
  (0 <= fst knows <= 7)%Z /\ match snd knows with None => True | Some card => (0 <= card <= 9)%Z end.

(** The value is -679568/53094899: Player loses that much per hand. A strategy of Player is optimal if and only
    if it draws on 5 with probability 9/11; one of Banker, if and only if it is [banker]. *)
Definition baccara_statement : Prop :=
  value baccara (-679568/53094899) /\
  (forall x, optimal1 baccara (-679568/53094899) x <-> behaviour_strategy x /\ x 5%Z = 9/11) /\
  (forall y, optimal2 baccara (-679568/53094899) y <->
    behaviour_strategy y /\ forall knows, possible knows -> y knows = banker knows).

(** * The proof *)

Require Import QArith Qreals Lra Lia.
Require Import Sabot.OrderedField Sabot.Solution Sabot.Certificate Sabot.FromRules.
Open Scope R_scope.

Definition player_numbering : numbering Z := {|
  infoset_list := [5%Z]; number := fun _ => 2%positive; previous := fun _ => 1%positive; same := Z.eq_dec |}.

Definition place (third : option Z) : Z := match third with None => 0 | Some card => card + 1 end.
Definition banker_numbering : numbering (Z * option Z) := {|
  infoset_list := list_prod (map Z.of_nat (seq 0 8)) (None :: map (fun n => Some (Z.of_nat n)) (seq 0 10));
  number := fun k => Z.to_pos (2 + 2 * (11 * fst k + place (snd k))); previous := fun _ => 1%positive;
  same := ltac:(decide equality; [decide equality|]; apply Z.eq_dec) |}.

Definition claim : rules_claim := {|
  FromRules.tree := baccara; claimed_value := (-679568) # 53094899;
  claimed1 := fun _ => 9#11;
  claimed2 := fun '(total, third) => (if banker_always_draws total third then 1
    else match third with None => if (total =? 6)%Z then 859#2288 else 0 | Some _ => 0 end)%Q;
  payoff_denominator := 13 ^ 6; denominator1 := 11; denominator2 := 2288 |}.

(** Evidence of uniqueness: Banker's plan can be moved on 6 when Player stood, Player's on 5. *)
Definition evidence1 : uniqueness_evidence :=
  Unique (locals banker_numbering (claimed2 claim)) 2288 1000003 [[(134%positive, 1%Z); (135%positive, (-1)%Z)]].
Definition evidence2 : uniqueness_evidence :=
  Unique (locals player_numbering (claimed1 claim)) 11 1000003 [[(2%positive, 1%Z); (3%positive, (-1)%Z)]].

Lemma baccara_checked : check_rules player_numbering banker_numbering claim evidence1 evidence2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma in_banker knows : In knows (infoset_list banker_numbering) <-> possible knows.
Proof.
  destruct knows as [total third]. unfold banker_numbering, infoset_list. rewrite in_prod_iff.
  assert (N : forall n z, In z (map Z.of_nat (seq 0 n)) <-> (0 <= z < Z.of_nat n)%Z).
  { intros n z. rewrite in_map_iff. split.
    - intros (k & <- & H). apply in_seq in H. lia.
    - intros H. exists (Z.to_nat z). split; [lia | apply in_seq; lia]. }
  rewrite N. unfold possible. cbn [fst snd In]. rewrite in_map_iff. split.
  - intros [H [E|(k & E & K)]]; subst third; (split; [lia|]); [exact I|]. apply in_seq in K. lia.
  - intros [H K]. split; [lia|]. destruct third as [card|]; [right | now left].
    exists (Z.to_nat card). split; [f_equal; lia | apply in_seq; lia].
Qed.

Lemma claimed_player total : player total = Q2R (claimed1 claim total).
Proof. unfold player, Q2R. simpl. lra. Qed.

Ltac cases := repeat match goal with |- context [if ?b then _ else _] => destruct b end; unfold Q2R; simpl; lra.

Lemma claimed_banker knows : banker knows = Q2R (claimed2 claim knows).
Proof. destruct knows as [total [card|]]; unfold banker, claim, claimed2; cases. Qed.

Lemma strategy_player : behaviour_strategy player.
Proof. intros total. unfold player. lra. Qed.

Lemma strategy_banker : behaviour_strategy banker.
Proof. intros [total [card|]]; unfold banker; cases. Qed.

Lemma claimed_679568 : -679568/53094899 = Q2R (claimed_value claim).
Proof. unfold Q2R. simpl. lra. Qed.

Theorem baccara_solved : baccara_statement.
Proof.
  split; [|split].
  - exact (claimed_value_ok _ _ _ _ _ baccara_checked _ _ _ claimed_679568 strategy_player strategy_banker claimed_player claimed_banker).
  - intros x. transitivity (behaviour_strategy x /\ forall total, In total (infoset_list player_numbering) -> x total = player total).
    + apply (claimed1_unique _ _ _ _ _ baccara_checked _ _ claimed_679568 strategy_player claimed_player); reflexivity.
    + split; intros [S H]; (split; [exact S|]); [apply H; now left|]. now intros total [<-|[]].
  - intros y. transitivity (behaviour_strategy y /\ forall knows, In knows (infoset_list banker_numbering) -> y knows = banker knows).
    + apply (claimed2_unique _ _ _ _ _ baccara_checked _ _ claimed_679568 strategy_banker claimed_banker); reflexivity.
    + split; intros [S H]; (split; [exact S|]); intros knows K; now apply H, in_banker.
Qed.

(** In every ordered field in which equality is decidable, as the rationals: the claimed strategies are optimal with
    that value, and each is the only optimal one at the information sets. *)
Theorem baccara_ordered_field (F : OrderedField) : (forall a b : F, {a = b} + {a <> b}) ->
  rules_solved F player_numbering banker_numbering claim evidence1 evidence2.
Proof. intros decide. exact (check_rules_sound F _ _ decide _ _ _ baccara_checked). Qed.
