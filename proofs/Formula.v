(** [read_sound]: a formula as text, and the quotient of polynomials that it is.

    To be read to know the statement: the grammar (the five types), [tokens] and [spelled], which say how a text is
    written, and "What it means". A text is parsed by the driver; here it is compared with the tokens of the tree
    that the driver found. So the parser is not trusted: a wrong tree has another text. *)
Require Import ZArith List Bool String Ascii Lia Field.
Require Import Sabot.OrderedField Sabot.Soundness Sabot.Parametric.
Import ListNotations.

(** * The grammar *)

(** sum := product (("+"|"-") product)*, product := signed (("*"|"/") signed)*, signed := ("+"|"-")* power,
    power := atom ("**" exponent)?, atom := number | parameter | "(" sum ")". *)
Inductive sum := SumOf (p : product) | Add (s : sum) (p : product) | Sub (s : sum) (p : product)
with product := ProductOf (s : signed) | Mul (p : product) (s : signed) | Div (p : product) (s : signed)
with signed := Unsigned (p : power) | Plus (s : signed) | Minus (s : signed)
with power := Base (a : atom) | Power (a : atom) (exponent : string)
with atom := Number (text : string) | Letter | Brackets (s : sum).

Local Open Scope string_scope.
Fixpoint tokens (parameter : string) (e : sum) : list string :=
  match e with
  | SumOf p => product_tokens parameter p
  | Add s p => tokens parameter s ++ "+" :: product_tokens parameter p
  | Sub s p => tokens parameter s ++ "-" :: product_tokens parameter p
  end
with product_tokens parameter e :=
  match e with
  | ProductOf s => signed_tokens parameter s
  | Mul p s => product_tokens parameter p ++ "*" :: signed_tokens parameter s
  | Div p s => product_tokens parameter p ++ "/" :: signed_tokens parameter s
  end
with signed_tokens parameter e :=
  match e with
  | Unsigned p => power_tokens parameter p
  | Plus s => "+" :: signed_tokens parameter s
  | Minus s => "-" :: signed_tokens parameter s
  end
with power_tokens parameter e :=
  match e with
  | Base a => atom_tokens parameter a
  | Power a exponent => atom_tokens parameter a ++ ["**"; exponent]
  end
with atom_tokens parameter e :=
  match e with
  | Number text => [text]
  | Letter => [parameter]
  | Brackets s => "(" :: tokens parameter s ++ [")"]
  end.

(** The text is these tokens, with blanks between them. *)
Fixpoint skip_blanks (text : string) : string :=
  match text with String " " rest => skip_blanks rest | _ => text end.
Fixpoint strip (token text : string) : option string :=
  match token, text with
  | EmptyString, _ => Some text
  | String a token, String b text => if Ascii.eqb a b then strip token text else None
  | _, EmptyString => None
  end.
Fixpoint spelled (ts : list string) (text : string) : bool :=
  match ts with
  | [] => match skip_blanks text with EmptyString => true | _ => false end
  | token :: ts => match strip token (skip_blanks text) with Some rest => spelled ts rest | None => false end
  end.

Definition digit (c : ascii) : option Z :=
  match c with
  | "0" => Some 0 | "1" => Some 1 | "2" => Some 2 | "3" => Some 3 | "4" => Some 4
  | "5" => Some 5 | "6" => Some 6 | "7" => Some 7 | "8" => Some 8 | "9" => Some 9
  | _ => None
  end%char%Z.
(** A number in decimal, perhaps with a point: n/d. *)
Fixpoint number_from (point seen : bool) (n d : Z) (text : string) : option (Z * Z) :=
  match text with
  | EmptyString => if seen then Some (n, d) else None
  | String c rest =>
    if Ascii.eqb c "." then if point then None else number_from true seen n d rest else
    match digit c with
    | Some k => number_from point true (10 * n + k) (if point then 10 * d else d) rest
    | None => None
    end
  end%Z.
Definition number (text : string) : option (Z * Z) := number_from false false 0 1 text.
(** An exponent: digits alone, at most 200. *)
Definition exponent (text : string) : option nat :=
  match number_from true false 0 1 text with
  | Some (n, _) => if (n <=? 200)%Z then Some (Z.to_nat n) else None
  | None => None
  end.
Local Close Scope string_scope.

(** * What runs: the quotient of a formula, nothing in t being cancelled *)

Definition quotient := (poly * poly)%type.
Definition constant (p : poly) : bool := match p with [] => false | a :: r => negb (a =? 0)%Z && pzero r end.

Fixpoint ppower (p : poly) (n : nat) : poly := match n with O => [1%Z] | S n => pmul p (ppower p n) end.

Definition q_add (x y : quotient) : quotient :=
  (padd (pmul (fst x) (snd y)) (pmul (fst y) (snd x)), pmul (snd x) (snd y)).
Definition q_opp (x : quotient) : quotient := (popp (fst x), snd x).
Definition q_mul (x y : quotient) : quotient := (pmul (fst x) (fst y), pmul (snd x) (snd y)).
Definition q_div (x y : quotient) : option quotient :=  (* what is divided by has a constant denominator *)
  if constant (snd y) then Some (pmul (fst x) (snd y), pmul (snd x) (fst y)) else None.

Definition two {A B : Type} (f : A -> A -> option B) (x y : option A) : option B :=
  match x, y with Some x, Some y => f x y | _, _ => None end.

Fixpoint read (e : sum) : option quotient :=
  match e with
  | SumOf p => read_product p
  | Add s p => two (fun x y => Some (q_add x y)) (read s) (read_product p)
  | Sub s p => two (fun x y => Some (q_add x (q_opp y))) (read s) (read_product p)
  end
with read_product e :=
  match e with
  | ProductOf s => read_signed s
  | Mul p s => two (fun x y => Some (q_mul x y)) (read_product p) (read_signed s)
  | Div p s => two q_div (read_product p) (read_signed s)
  end
with read_signed e :=
  match e with
  | Unsigned p => read_power p
  | Plus s => read_signed s
  | Minus s => match read_signed s with Some x => Some (q_opp x) | None => None end
  end
with read_power e :=
  match e with
  | Base a => read_atom a
  | Power a text =>
    match read_atom a, exponent text with
    | Some x, Some n =>
      match n with
      | O => if constant (snd x) then Some ([1%Z], [1%Z]) else None
      | S _ => Some (ppower (fst x) n, ppower (snd x) n)
      end
    | _, _ => None
    end
  end
with read_atom e :=
  match e with
  | Number text => match number text with Some (n, d) => Some ([n], [d]) | None => None end
  | Letter => Some ([0; 1]%Z, [1%Z])
  | Brackets s => read s
  end.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield9 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x).
Notation eval := (eval F).

(** The value of a formula at t. *)
Fixpoint sum_value (t : F) (e : sum) : F :=
  match e with
  | SumOf p => product_value t p
  | Add s p => sum_value t s + product_value t p
  | Sub s p => sum_value t s - product_value t p
  end
with product_value t e :=
  match e with
  | ProductOf s => signed_value t s
  | Mul p s => product_value t p * signed_value t s
  | Div p s => product_value t p / signed_value t s
  end
with signed_value t e :=
  match e with
  | Unsigned p => power_value t p
  | Plus s => signed_value t s
  | Minus s => - signed_value t s
  end
with power_value t e :=
  match e with
  | Base a => atom_value t a
  | Power a text => match exponent text with Some n => pow F (atom_value t a) n | None => 0 end
  end
with atom_value t e :=
  match e with
  | Number text => match number text with Some (n, d) => kZ F n / kZ F d | None => 0 end
  | Letter => t
  | Brackets s => sum_value t s
  end.

(** It has one: nothing is divided by 0, and numbers and exponents are written as they must be. *)
Fixpoint sum_defined (t : F) (e : sum) : Prop :=
  match e with
  | SumOf p => product_defined t p
  | Add s p | Sub s p => sum_defined t s /\ product_defined t p
  end
with product_defined t e :=
  match e with
  | ProductOf s => signed_defined t s
  | Mul p s => product_defined t p /\ signed_defined t s
  | Div p s => product_defined t p /\ signed_defined t s /\ signed_value t s <> 0
  end
with signed_defined t e :=
  match e with
  | Unsigned p => power_defined t p
  | Plus s | Minus s => signed_defined t s
  end
with power_defined t e :=
  match e with
  | Base a => atom_defined t a
  | Power a text => atom_defined t a /\ exponent text <> None
  end
with atom_defined t e :=
  match e with
  | Number text => number text <> None
  | Letter => True
  | Brackets s => sum_defined t s
  end.

(** * Why it is sound *)

Lemma number_from_positive text : forall point seen n d a b, (0 < d)%Z ->
  number_from point seen n d text = Some (a, b) -> (0 < b)%Z.
Proof.
  induction text as [|c text IH]; intros point seen n d a b D H; cbn [number_from] in H.
  - destruct seen; [injection H as <- <-; exact D | discriminate].
  - destruct (Ascii.eqb c "."); [destruct point; [discriminate | now apply IH in H]|].
    destruct (digit c) as [k|]; [|discriminate]. apply IH in H; [exact H|]. destruct point; lia.
Qed.

Lemma constant_ne t p : constant p = true -> eval t p <> 0.
Proof.
  destruct p as [|a p]; cbn [constant]; [discriminate|]. rewrite andb_true_iff, negb_true_iff. intros [A B].
  apply Z.eqb_neq in A. cbn [Parametric.eval]. rewrite (eval_zero F t p B).
  replace (kZ F a + t * 0) with (kZ F a) by ring. now apply ev_ne.
Qed.

Lemma eval_constant t a : eval t [a] = kZ F a.
Proof. cbn. ring. Qed.

Lemma eval_power t p n : eval t (ppower p n) = pow F (eval t p) n.
Proof. induction n as [|n IH]; cbn [ppower pow]; [rewrite eval_constant; apply kZ_1|]. now rewrite eval_mul, IH. Qed.

Lemma pow_ne_zero x n : pow F x (S n) <> 0 -> x <> 0.
Proof. intros H E. apply H. cbn. rewrite E. ring. Qed.

Lemma pow_quotient x y n : y <> 0 -> pow F (x / y) n = pow F x n / pow F y n.
Proof.
  intros N. induction n as [|n IH]; cbn; [field; apply one_ne|]. rewrite IH. field.
  split; [now apply pow_ne | exact N].
Qed.

Lemma factors_ne (a b : F) : a * b <> 0 -> a <> 0 /\ b <> 0.
Proof. intros H. split; intros E; apply H; rewrite E; ring. Qed.

(** The quotient [x] is the formula's value [v] wherever its denominator is not 0, and there it is [defined]. *)
Definition is_quotient (t : F) (v : F) (defined : Prop) (o : option quotient) : Prop :=
  match o with
  | Some x => eval t (snd x) <> 0 -> defined /\ v = eval t (fst x) / eval t (snd x)
  | None => True
  end.

Scheme sum_mut := Induction for sum Sort Prop
with product_mut := Induction for product Sort Prop
with signed_mut := Induction for signed Sort Prop
with power_mut := Induction for power Sort Prop
with atom_mut := Induction for atom Sort Prop.

Theorem read_sound t e : is_quotient t (sum_value t e) (sum_defined t e) (read e).
Proof.
  revert e. apply (sum_mut
    (fun e => is_quotient t (sum_value t e) (sum_defined t e) (read e))
    (fun e => is_quotient t (product_value t e) (product_defined t e) (read_product e))
    (fun e => is_quotient t (signed_value t e) (signed_defined t e) (read_signed e))
    (fun e => is_quotient t (power_value t e) (power_defined t e) (read_power e))
    (fun e => is_quotient t (atom_value t e) (atom_defined t e) (read_atom e))).
  - intros p IH. exact IH.
  - intros s IHs p IHp. cbn [sum_value sum_defined read]. destruct (read s) as [[a b]|], (read_product p) as [[c d]|]; cbn; auto.
    cbn in IHs, IHp. rewrite !eval_mul, eval_add, !eval_mul. intros N. apply factors_ne in N as [N1 N2].
    destruct (IHs N1) as [D1 ->], (IHp N2) as [D2 ->]. split; [auto|]. field. auto.
  - intros s IHs p IHp. cbn [sum_value sum_defined read]. destruct (read s) as [[a b]|], (read_product p) as [[c d]|]; cbn; auto.
    cbn in IHs, IHp. rewrite !eval_mul, eval_add, !eval_mul, eval_opp. intros N. apply factors_ne in N as [N1 N2].
    destruct (IHs N1) as [D1 ->], (IHp N2) as [D2 ->]. split; [auto|]. field. auto.
  - intros s IH. exact IH.
  - intros p IHp s IHs. cbn [product_value product_defined read_product].
    destruct (read_product p) as [[a b]|], (read_signed s) as [[c d]|]; cbn; auto.
    cbn in IHs, IHp. rewrite !eval_mul. intros N. apply factors_ne in N as [N1 N2].
    destruct (IHp N1) as [D1 ->], (IHs N2) as [D2 ->]. split; [auto|]. field. auto.
  - intros p IHp s IHs. cbn [product_value product_defined read_product].
    destruct (read_product p) as [[a b]|], (read_signed s) as [[c d]|]; cbn; auto.
    unfold q_div. cbn [fst snd]. destruct (constant d) eqn:K; cbn; auto. apply (constant_ne t) in K.
    cbn in IHs, IHp. rewrite !eval_mul. intros N. apply factors_ne in N as [N1 N2].
    destruct (IHp N1) as [D1 ->], (IHs K) as [D2 ->]. split.
    + split; [exact D1 | split; [exact D2|]]. intros E. apply N2.
      replace (eval t c) with (eval t c / eval t d * eval t d) by (field; exact K). rewrite E. ring.
    + field. auto.
  - intros p IH. exact IH.
  - intros s IH. exact IH.
  - intros s IH. cbn [signed_value signed_defined read_signed]. destruct (read_signed s) as [[a b]|]; cbn; auto.
    cbn in IH. rewrite eval_opp. intros N. destruct (IH N) as [D ->]. split; [exact D|]. field. exact N.
  - intros a IH. exact IH.
  - intros a IH text. cbn [power_value power_defined read_power].
    destruct (read_atom a) as [[x y]|]; [|exact I]. destruct (exponent text) as [[|n]|]; [| |exact I].
    + cbn [fst snd]. cbn in IH. destruct (constant y) eqn:K; [|exact I]. apply (constant_ne t) in K. destruct (IH K) as [D _].
      intros _. cbn [fst snd]. rewrite eval_constant, kZ_1. split; [split; [exact D | discriminate]|].
      cbn. field. apply one_ne.
    + cbn [is_quotient fst snd]. cbn [is_quotient fst snd] in IH. rewrite !eval_power. intros N. pose proof (pow_ne_zero _ _ N) as Ny.
      destruct (IH Ny) as [D ->]. split; [split; [exact D | discriminate]|]. now apply pow_quotient.
  - intros text. cbn [atom_value atom_defined read_atom]. destruct (number text) as [[n d]|] eqn:E; [|exact I].
    apply number_from_positive in E as D; [|lia]. cbn [is_quotient fst snd]. rewrite !eval_constant.
    intros _. split; [discriminate | reflexivity].
  - cbn [is_quotient read_atom fst snd]. rewrite eval_constant, kZ_1. intros _. split; [exact I|].
    cbn. rewrite kZ_0, kZ_1. field. apply one_ne.
  - intros s IH. exact IH.
Qed.
End Meaning.
