
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : nat -> nat -> nat

val sub : nat -> nat -> nat

type n =
| N0
| Npos of Whole.positive



val eqb : bool -> bool -> bool

module Nat :
 sig
  val eqb : nat -> nat -> bool
 end

module Pos :
 sig
  val succ : Whole.positive -> Whole.positive

  val add : Whole.positive -> Whole.positive -> Whole.positive

  val add_carry : Whole.positive -> Whole.positive -> Whole.positive

  val pred_double : Whole.positive -> Whole.positive

  val pred_N : Whole.positive -> n

  val mul : Whole.positive -> Whole.positive -> Whole.positive

  val iter : ('a1 -> 'a1) -> 'a1 -> Whole.positive -> 'a1

  val div2 : Whole.positive -> Whole.positive

  val div2_up : Whole.positive -> Whole.positive

  val compare_cont :
    comparison -> Whole.positive -> Whole.positive -> comparison

  val compare : Whole.positive -> Whole.positive -> comparison

  val eqb : Whole.positive -> Whole.positive -> bool

  val leb : Whole.positive -> Whole.positive -> bool

  val ltb : Whole.positive -> Whole.positive -> bool

  val coq_Nsucc_double : n -> n

  val coq_Ndouble : n -> n

  val coq_lor : Whole.positive -> Whole.positive -> Whole.positive

  val coq_land : Whole.positive -> Whole.positive -> n

  val ldiff : Whole.positive -> Whole.positive -> n

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Whole.positive -> 'a1 -> 'a1

  val to_nat : Whole.positive -> nat
 end

module N :
 sig
  val succ_pos : n -> Whole.positive

  val coq_lor : n -> n -> n

  val ldiff : n -> n -> n
 end

module Z :
 sig
  val double : Whole.t -> Whole.t

  val succ_double : Whole.t -> Whole.t

  val pred_double : Whole.t -> Whole.t

  val pos_sub : Whole.positive -> Whole.positive -> Whole.t

  val compare : Whole.t -> Whole.t -> comparison

  val to_nat : Whole.t -> nat

  val of_N : n -> Whole.t

  val pos_div_eucl : Whole.positive -> Whole.t -> Whole.t * Whole.t

  val div_eucl : Whole.t -> Whole.t -> Whole.t * Whole.t

  val div2 : Whole.t -> Whole.t
 end

val tl : 'a1 list -> 'a1 list

val last : 'a1 list -> 'a1 -> 'a1

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val concat : 'a1 list list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

type ascii =
| Ascii of bool * bool * bool * bool * bool * bool * bool * bool

val eqb0 : ascii -> ascii -> bool

type string =
| EmptyString
| String of ascii * string

type 'a trie =
| Leaf
| Node of 'a trie * 'a option * 'a trie

module PM :
 sig
  type 'a t = 'a trie

  val empty : 'a1 t

  val find : Whole.positive -> 'a1 t -> 'a1 option

  val add : Whole.positive -> 'a1 -> 'a1 t -> 'a1 t
 end

val member : Whole.positive -> unit PM.t -> bool

type infoset = Whole.positive * nat

val advance : nat -> Whole.positive -> Whole.positive

val sequence_end : infoset list -> Whole.positive -> Whole.positive

val backward_infosets :
  infoset list -> Whole.positive -> ((Whole.positive * Whole.positive) * nat)
  list -> ((Whole.positive * Whole.positive) * nat) list

val valid_tree : infoset list -> Whole.positive -> bool

val lookup : 'a1 -> 'a1 PM.t -> Whole.positive -> 'a1

val add_at :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> 'a1 PM.t -> Whole.positive -> 'a1 -> 'a1 PM.t

type 'c entry = (Whole.positive * Whole.positive) * 'c

val payoff_form :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> 'a1 entry list -> 'a1
  PM.t -> 'a1 PM.t

val subtract_range :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> nat -> Whole.positive -> 'a1
  -> 'a1 PM.t -> 'a1 PM.t

val range_values :
  'a1 -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 list -> 'a1 list

val backward_step :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 list -> 'a1) -> 'a1 PM.t
  -> ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t

val range_nonpositive :
  'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> bool

val all_nonpositive :
  'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t -> bool

val entries_in_range : Whole.positive -> 'a1 entry list -> bool

val parents_in_range : Whole.positive -> infoset list -> bool

val best_response_value :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  -> bool) -> ('a1 list -> 'a1) -> infoset list -> 'a1 entry list -> 'a1 PM.t
  -> 'a1 option

val swapped_entries : ('a1 -> 'a1) -> 'a1 entry list -> 'a1 entry list

val range_total :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 ->
  'a1

val conserves_flow :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> infoset list ->
  Whole.positive -> 'a1 PM.t -> bool

val range_nonnegative :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t
  -> bool

val all_nonnegative :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> infoset list -> Whole.positive ->
  'a1 PM.t -> bool

val is_realization_plan :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1
  -> bool) -> ('a1 -> bool) -> infoset list -> 'a1 PM.t -> bool

type 'c game = { infosets1 : infoset list; infosets2 : infoset list;
                 entries : 'c entry list; denominator : 'c }

type 'c claim = { value_numerator : 'c; value_denominator : 'c;
                  plan1 : 'c PM.t; plan2 : 'c PM.t }

val check_equilibrium :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 list -> 'a1) ->
  'a1 game -> 'a1 claim -> bool

val z_nonpositive : Whole.t -> bool

val z_positive : Whole.t -> bool

val z_maximum : Whole.t list -> Whole.t

val check_integer : Whole.t game -> Whole.t claim -> bool

type local_strategy = (Whole.t * Whole.t) list

type solution = { solution_game : Whole.t game; stated_numerator : Whole.t;
                  stated_denominator : Whole.t;
                  strategy1 : local_strategy list;
                  strategy2 : local_strategy list;
                  plan1_denominator : Whole.t; plan2_denominator : Whole.t }

val extend_actions :
  local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> Whole.t PM.t

val extend_weights :
  infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
  Whole.t PM.t

val strategy_weights :
  infoset list -> local_strategy list -> Whole.t -> Whole.t PM.t

val sums_to_one : local_strategy -> Whole.t -> Whole.t -> bool

val check_actions :
  nat -> local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> bool

val check_strategy :
  infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
  bool

val check_solution : solution -> bool

val worths :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  list -> 'a1) -> infoset list -> 'a1 entry list -> 'a1 PM.t -> 'a1 PM.t

val add_possible_zeros :
  'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> unit PM.t ->
  unit PM.t

val possibly_tight :
  'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t -> unit
  PM.t -> unit PM.t

type row = (Whole.positive * Whole.t) list

val width : Whole.t

val base : Whole.t

val mask : Whole.t

val evaluate : Whole.t -> Whole.t list -> Whole.t

val joined : Whole.t -> Whole.t list -> Whole.t list

val pack_in : Whole.t list -> Whole.t -> Whole.t list -> Whole.t

val pack : Whole.t list -> Whole.t

val digits : 'a1 list -> Whole.t -> Whole.t list

type packed = Whole.t list

val add_scaled : Whole.t -> Whole.t list -> Whole.t list -> Whole.t list

val head_digit : Whole.t -> Whole.t -> packed -> Whole.t

val clear : Whole.t -> Whole.t -> packed -> packed -> packed

val scaled : Whole.t -> Whole.t -> 'a1 list list -> packed -> packed

val find_pivot :
  Whole.t -> Whole.t -> packed list -> packed list ->
  ((Whole.t * packed) * packed list) option

val power_mod : Whole.t -> Whole.t -> Whole.positive -> Whole.t

val inverse_mod : Whole.t -> Whole.t -> Whole.t

val eliminate :
  Whole.t -> 'a1 list list -> Whole.t -> Whole.t -> packed option list ->
  packed list -> packed option list * (Whole.t * packed list)

val divisible : Whole.t -> Whole.t -> bool

val dropped : Whole.t -> 'a1 list -> packed list -> packed list

val eliminate_all :
  Whole.t -> 'a1 list list -> Whole.t -> packed option list list -> packed
  list -> packed option list list

val add_head : 'a1 -> 'a1 list list -> 'a1 list list

val groups : nat -> nat -> 'a1 list -> 'a1 list list

val columns_of_a_number : nat

val rows_at_once : nat

val take_digits : Whole.t -> Whole.positive list -> row -> Whole.t list * row

val packed_row : Whole.t -> Whole.positive list list -> row -> packed * row

val packed_rows :
  Whole.t -> Whole.positive list list -> row list -> packed list

val leading : nat -> Whole.t list -> bool

val lead : 'a1 list -> nat -> packed option list -> bool

val as_long : 'a1 list -> 'a2 list -> bool

val all_lead : 'a1 list list -> packed option list list -> bool

val packed_rank : Whole.t -> Whole.positive list -> row list -> bool

val count : 'a1 list -> Whole.t

val few : Whole.t

val many : Whole.t

val dense : Whole.positive list -> row list -> bool

val push : Whole.t -> Whole.positive -> Whole.t -> row -> row

val reduced_row : Whole.t -> row -> row

val scaled_row : Whole.t -> Whole.t -> row -> row

val subtract_row : Whole.t -> Whole.t -> row -> row -> row -> row

val reduce_row : Whole.positive list -> Whole.t -> row PM.t -> row -> row

val insert_row : Whole.positive list -> Whole.t -> row PM.t -> row -> row PM.t

val keys_in : unit PM.t -> row -> bool

val determined :
  row PM.t -> Whole.positive list -> unit PM.t -> unit PM.t option

val no_divisor : nat -> Whole.t -> Whole.t -> bool

val is_prime : Whole.t -> bool

val set_of : Whole.positive list -> unit PM.t -> unit PM.t

val full_column_rank : Whole.t -> Whole.positive list -> row list -> bool

val z_nonzero : Whole.t -> bool

val range_members :
  nat -> Whole.positive -> unit PM.t -> Whole.positive list -> Whole.positive
  list

val members :
  infoset list -> Whole.positive -> unit PM.t -> Whole.positive list ->
  Whole.positive list

type direction = (Whole.positive * Whole.t) list

val moved : Whole.t PM.t -> direction -> Whole.t PM.t

val feasible_both_ways : infoset list -> Whole.t PM.t -> direction -> bool

val infoset_row :
  unit PM.t -> ((Whole.positive * Whole.positive) * nat) -> row

val infoset_rows : unit PM.t -> infoset list -> row list

val column : row PM.t -> Whole.positive -> row

val payoff_columns : unit PM.t -> Whole.t entry list -> row PM.t

val direction_form : row PM.t -> direction -> Whole.t PM.t

val row_of : Whole.positive list -> Whole.t PM.t -> row

val merged : Whole.t -> row -> row -> row -> row

val falls : row -> bool

val turned : row -> row

val cleaned : row -> row

val direction_row : Whole.positive list -> row PM.t -> direction -> row

val determines :
  Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool

val check_unique :
  Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool

type uniqueness_evidence =
| NotUnique of local_strategy list * Whole.t
| Unique of local_strategy list * Whole.t * Whole.t * direction list

val range_differ :
  nat -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool

val differ :
  infoset list -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool

val same_mix : local_strategy -> local_strategy -> bool

val same_strategy : local_strategy list -> local_strategy list -> bool

val check_uniqueness :
  Whole.t game -> Whole.t -> Whole.t -> Whole.t PM.t -> Whole.t PM.t ->
  local_strategy list -> Whole.t -> uniqueness_evidence -> bool

val swapped_game : Whole.t game -> Whole.t game

val check_certificate :
  solution -> uniqueness_evidence -> uniqueness_evidence -> bool

type file = { file_solution : solution; evidence1 : uniqueness_evidence;
              evidence2 : uniqueness_evidence; behaviour1 : bool option;
              behaviour2 : bool option; off_path1 : bool list option;
              off_path2 : bool list option; is_matrix : bool }

val all_reached : infoset list -> Whole.t PM.t -> bool

val check_behaviour :
  infoset list -> Whole.t PM.t -> uniqueness_evidence -> bool option -> bool

val range_meets : nat -> Whole.positive -> unit PM.t -> bool

val paid_sequences : Whole.t entry list -> Whole.t PM.t -> unit PM.t

val leading_sequences :
  infoset list -> Whole.t entry list -> Whole.t PM.t -> unit PM.t

val covers_entries : Whole.t entry list -> Whole.t PM.t -> unit PM.t -> bool

val covers_parents : infoset list -> Whole.positive -> unit PM.t -> bool

val check_listed :
  bool -> infoset list -> Whole.positive -> bool list -> Whole.t PM.t -> unit
  PM.t -> bool

val check_off_path :
  Whole.t game -> Whole.t PM.t -> Whole.t PM.t -> bool list option -> bool

val check_off_path_matrix :
  infoset list -> Whole.t PM.t -> bool list option -> bool

val check_file : file -> bool

type interval = { interval_game : Whole.t game; low_numerator : Whole.t;
                  low_denominator : Whole.t; high_numerator : Whole.t;
                  high_denominator : Whole.t;
                  interval_strategy1 : local_strategy list;
                  interval_strategy2 : local_strategy list;
                  interval_scale1 : Whole.t; interval_scale2 : Whole.t }

val check_interval : interval -> bool

type poly = Whole.t list

val padd : poly -> poly -> poly

val pscale : Whole.t -> poly -> poly

val popp : poly -> poly

val pmul : poly -> poly -> poly

val pzero : poly -> bool

val peqb : poly -> poly -> bool

val times_linear :
  Whole.t -> Whole.t -> Whole.t -> Whole.t list -> Whole.t list

val substitution :
  Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly -> Whole.t list * Whole.t
  list

type boundary =
| Rational of Whole.t * Whole.t
| Root of poly * Whole.t * Whole.t * Whole.t

type range =
| Point of boundary
| Reals of bool * boundary option * boundary option
| Wholes of Whole.t * Whole.t option

val scaled_value : Whole.t -> Whole.t -> poly -> Whole.t * Whole.t

val value_at : Whole.t -> Whole.t -> poly -> Whole.t

val low_pair : boundary option -> Whole.t * Whole.t

val high_pair : boundary option -> Whole.t * Whole.t

val last_positive : Whole.t list -> bool

val first_positive : Whole.t list -> bool

val no_negative_coefficient :
  bool -> bool -> bool -> Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly ->
  bool

val cut : Whole.t -> Whole.t -> Whole.t -> Whole.t -> Whole.t * Whole.t

val holds_between :
  nat -> bool -> bool -> bool -> Whole.t -> Whole.t -> Whole.t -> Whole.t ->
  poly -> bool

val holds_at_wholes : nat -> bool -> Whole.t -> Whole.t option -> poly -> bool

val closed_end : bool -> boundary option -> bool

val depth : nat

val divide_down : nat -> Whole.t list -> Whole.t list -> Whole.t list

val multiple_of : poly -> poly -> poly option

val holds_where :
  nat -> bool -> bool -> poly -> Whole.t -> Whole.t -> Whole.t -> poly -> bool

val holds_at_root :
  nat -> bool -> poly -> Whole.t -> Whole.t -> Whole.t -> poly -> bool

val is_multiple_of : poly -> poly -> bool

val holds : bool -> range -> poly -> bool

val derivative_from : Whole.t -> poly -> poly

val valid_boundary : boundary -> bool

val valid_end : boundary option -> bool

val valid_range : range -> bool

val p_equal : range -> poly -> poly -> bool

val p_nonpositive : range -> poly -> bool

val p_positive : range -> poly -> bool

val p_nonzero : range -> poly -> bool

val p_larger : range -> poly -> poly -> poly

val p_maximum : range -> poly list -> poly

val check_parametric : range -> poly game -> poly claim -> bool

val range_supported :
  'a1 -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> nat -> Whole.positive ->
  'a1 PM.t -> 'a1 PM.t -> bool

val all_supported :
  'a1 -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> infoset list ->
  Whole.positive -> 'a1 PM.t -> 'a1 PM.t -> bool

val free_direction :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) ->
  infoset list -> 'a1 PM.t -> 'a1 PM.t -> bool

val flow_row :
  'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) ->
  ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t

val numbered :
  Whole.positive -> 'a1 list list -> 'a1 list PM.t -> 'a1 list PM.t

val add_lists : ('a1 -> 'a1 -> 'a1) -> 'a1 list -> 'a1 list -> 'a1 list

val combination :
  ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> 'a1 list PM.t ->
  (Whole.positive * 'a1) list -> 'a1 list

val multiple_of_unit :
  'a1 -> ('a1 -> 'a1 -> bool) -> nat -> 'a1 -> 'a1 list -> bool

val left_inverse :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool)
  -> nat -> 'a1 list PM.t -> 'a1 -> (Whole.positive * 'a1) list list -> bool

type 'c only_hints = { moves : 'c PM.t list;
                       inverse : (Whole.positive * 'c) list list; delta : 
                       'c }

val unknowns :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  -> bool) -> ('a1 list -> 'a1) -> 'a1 game -> 'a1 claim -> Whole.positive
  list

val equations :
  'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) ->
  'a1 game -> 'a1 PM.t list -> Whole.positive list -> 'a1 list list

val check_only :
  'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) ->
  ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) ->
  ('a1 list -> 'a1) -> 'a1 game -> 'a1 claim -> 'a1 only_hints -> bool

type sum =
| SumOf of product
| Add of sum * product
| Sub of sum * product
and product =
| ProductOf of signed
| Mul of product * signed
| Div of product * signed
and signed =
| Unsigned of power
| Plus of signed
| Minus of signed
and power =
| Base of atom
| Power of atom * string
and atom =
| Number of string
| Letter
| Brackets of sum

val tokens : string -> sum -> string list

val product_tokens : string -> product -> string list

val signed_tokens : string -> signed -> string list

val power_tokens : string -> power -> string list

val atom_tokens : string -> atom -> string list

val skip_blanks : string -> string

val strip : string -> string -> string option

val spelled : string list -> string -> bool

val digit : ascii -> Whole.t option

val number_from :
  bool -> bool -> Whole.t -> Whole.t -> string -> (Whole.t * Whole.t) option

val number : string -> (Whole.t * Whole.t) option

val exponent : string -> nat option

type quotient = poly * poly

val constant : poly -> bool

val ppower : poly -> nat -> poly

val q_add : quotient -> quotient -> quotient

val q_opp : quotient -> quotient

val q_mul : quotient -> quotient -> quotient

val q_div : quotient -> quotient -> quotient option

val two : ('a1 -> 'a1 -> 'a2 option) -> 'a1 option -> 'a1 option -> 'a2 option

val read : sum -> quotient option

val read_product : product -> quotient option

val read_signed : signed -> quotient option

val read_power : power -> quotient option

val read_atom : atom -> quotient option

type evidence =
| Unclaimed
| Several of poly PM.t * Whole.positive
| Only of poly PM.t * poly only_hints

type formula = { text : string; tree : sum }

type piece = { values : range; parts : poly claim; value_formula : formula;
               formulas1 : formula list list; formulas2 : formula list list;
               evidence_of_first : evidence; evidence_of_second : evidence }

type breakpoint = { place : boundary; parts_there : poly claim;
                    first_evidence_there : evidence;
                    second_evidence_there : evidence }

type theorem = { parameter : string; form : poly game; domain : range;
                 pieces : piece list; breakpoints : breakpoint list }

val number_below : boundary -> Whole.t * Whole.t

val number_above : boundary -> Whole.t * Whole.t

val ends_in_order : range -> bool

val without_ends : range -> range

val only_check : range -> poly game -> poly claim -> poly only_hints -> bool

val only_system :
  range -> poly game -> poly claim -> poly PM.t list -> Whole.positive
  list * poly list list

val check_evidence : range -> poly game -> poly claim -> evidence -> bool

val swapped_form : poly game -> poly game

val swapped_claim : poly claim -> poly claim

val check_both :
  range -> poly game -> poly claim -> evidence -> evidence -> bool

val q_sum : quotient -> quotient -> quotient

val check_probabilities :
  range -> formula list -> Whole.positive -> poly -> poly PM.t -> quotient ->
  bool

val check_formulas :
  range -> infoset list -> formula list list -> Whole.positive -> poly PM.t
  -> bool

val check_value : range -> poly claim -> formula -> bool

val check_piece : poly game -> piece -> bool

val check_breakpoint : poly game -> breakpoint -> bool

val same_poly : poly -> poly -> bool

val same_end : boundary option -> boundary option -> bool

val cover_reals : boundary option -> boundary option -> range list -> bool

val whole_bounds : range -> (Whole.t * Whole.t option) option

val same_bound : Whole.t option -> Whole.t option -> bool

val cover_wholes : Whole.t -> Whole.t option -> range list -> bool

val cover : range -> range list -> bool

val formulas_of : piece -> formula list

val spelled_as : string -> formula -> bool

val check_theorem : theorem -> bool
