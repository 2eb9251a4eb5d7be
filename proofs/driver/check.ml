(* check FILE...: says of each file of a solved game, of bounds for a value, or of a theorem in one parameter, what is
   proved of it by the checker that is extracted from the proofs. It prints one line per file; the exit code is the
   greatest: 0 proved, 1 refused, 3 not well-formed, 4 not for this checker, 5 a fault of this program. *)

open Verdict
open Reader

let largest_file = 512 * 1024 * 1024

(* to the extracted checker *)

let game form =
  { Core.infosets1 = infosets form.first; infosets2 = infosets form.second;
    entries = map (fun (i, j, a) -> ((sequence i, sequence j), a)) form.payoffs; denominator = form.denominator }

(* the claim of a seat with its evidence; [also] are further keys beside it *)
let evidence ?(also = []) own other claim v other_strategy =
  let what = "the evidence of uniqueness" in
  match claim with
  | false ->
    let another = strategy own (fields what ("another" :: also) v "another") in
    Core.NotUnique (another, Hints.scale own another)
  | true ->
    let get = fields what ("prime" :: also) ~optional:[ "against" ] v in
    let prime = integer "the prime" (get "prime") in
    require (Z.gt prime (Z.of_int 2) && Z.lt prime (Z.of_int 16777216) && Z.is_odd prime) "the prime is not odd and below 2^24";
    let against = match optional get "against" with Some v -> strategy other v | None -> other_strategy in
    let directions = map (map (fun (s, a) -> (sequence s, a))) (Hints.directions other against) in
    Core.Unique (against, Hints.scale other against, prime, directions)

let claim v = boolean "a uniqueness claim" v

(* for each information set, whether it is listed *)
let off_path seat v =
  let listed = texts "off_path" v in
  let left = Hashtbl.create 16 in
  List.iter (fun view -> Hashtbl.replace left view ()) listed;
  let found = map (fun c -> let is = Hashtbl.mem left c.view in Hashtbl.remove left c.view; is) seat.infosets in
  require (Hashtbl.length left = 0) "off_path lists what is not a view of the seat";
  found

let unreachable form (one, two) v =
  List.iter
    (fun (name, views) ->
      require (name = one || name = two) "unreachable: not a seat";
      let views = texts "unreachable" views in
      let seat = if name = one then form.first else form.second in
      let own = Hashtbl.create 16 in
      List.iter (fun c -> Hashtbl.replace own c.view ()) seat.infosets;
      demand (not (List.exists (Hashtbl.mem own) views)) "unreachable lists a view of the seat")
    (items "unreachable" v)

(* what is said of an accepted file *)

let shown (top, below) = cut (Q.to_string (Q.make top below))

let statement form value verdict1 verdict2 digest =
  let one = Json.quoted form.first.name and two = Json.quoted form.second.name in
  Printf.sprintf "proved, %s, value %s to %s, %s %s, %s %s, %s"
    (if form.matrix then "matrix" else "sequence") value one one verdict1 two verdict2 digest

type solved = { form : form; value : Z.t * Z.t; claims : bool * bool; data : Core.file }

let solved ?also form value strategies claims shown off =
  let s1, s2 = by_seat "strategies" (form.first.name, form.second.name) strategies in
  let s1 = strategy form.first s1 and s2 = strategy form.second s2 in
  let claim1, claim2 = claims and shown1, shown2 = shown in
  let evidence1 = evidence ?also form.first form.second claim1 shown1 s2
  and evidence2 = evidence ?also form.second form.first claim2 shown2 s1 in
  let solution =
    { Core.solution_game = game form; stated_numerator = fst value; stated_denominator = snd value;
      strategy1 = s1; strategy2 = s2;
      plan1_denominator = Hints.scale form.first s1; plan2_denominator = Hints.scale form.second s2 } in
  let off1, off2 =
    match off with
    | None -> (None, None)
    | Some v ->
      let one, two = by_seat "off_path" (form.first.name, form.second.name) v in
      (Some (off_path form.first one), Some (off_path form.second two)) in
  { form; value; claims;
    data =
      { Core.file_solution = solution; evidence1; evidence2; behaviour1 = None; behaviour2 = None;
        off_path1 = off1; off_path2 = off2; is_matrix = form.matrix } }

(* the statement is made first: while the core computes, nothing but its own data is kept in memory *)
let settle s digest =
  let said = statement s.form (shown s.value) (words (Some (fst s.claims))) (words (Some (snd s.claims))) digest in
  if not (Core.check_file s.data) then refuse "the checker found no proof in it: a claim is not so";
  said

let fits told document =
  let told = text "the digest" told in
  demand (told = Json.digest document) "the digest does not fit";
  told

(* what the digest of a document that holds its evidence is about *)
let digested document certificate =
  match Json.without [ "method"; "seconds"; "decimal"; "gap"; "certificate" ] document with
  | Json.Object items -> Json.Object (("certificate", Json.without [ "digest" ] certificate) :: items)
  | other -> other

let solution_keys =
  [ "schema"; "game"; "seats"; "value"; "decimal"; "strategies"; "unique"; "unique_behaviour"; "off_path"; "method";
    "seconds"; "certificate" ]

(* the claims of a solution around its certificate *)
let around get names s =
  ignore (text "method" (get "method"));
  finite "seconds" (get "seconds");
  nearest "decimal" s.value (get "decimal");
  Option.iter (unreachable s.form names) (optional get "unreachable");
  let one, two = by_seat "unique_behaviour" names (get "unique_behaviour") in
  { s with
    data =
      { s.data with
        Core.behaviour1 = Some (boolean "unique_behaviour" one); behaviour2 = Some (boolean "unique_behaviour" two) } }

let solution_2 v =
  let get = fields "the solution" ~optional:[ "unreachable" ] solution_keys v in
  let names = seats (get "seats") in
  let held = fields "the certificate" [ "form"; "uniqueness"; "digest" ] (get "certificate") in
  let digest = fits (held "digest") (digested v (get "certificate")) in
  ignore (text "game" (get "game"));
  let claim1, claim2 = by_seat "unique" names (get "unique") in
  let s =
    solved (form names (held "form")) (fraction "value" (get "value")) (get "strategies") (claim claim1, claim claim2)
      (by_seat "uniqueness" names (held "uniqueness")) (Some (get "off_path")) in
  settle (around get names s) digest

let certificate_keys = [ "schema"; "game"; "form"; "value"; "strategies"; "uniqueness"; "digest" ]

let certificate_1 v =
  let get = fields "the certificate" ~optional:[ "off_path" ] certificate_keys v in
  require (get "schema" = Json.Text "sabot/certificate/1") "the certificate is of another schema";
  let digest = fits (get "digest") (Json.without [ "digest" ] v) in
  ignore (text "game" (get "game"));
  let names =
    match List.assoc_opt "seats" (items "the form" (get "form")) with
    | Some v -> seats v
    | None -> malformed "the form has no seats" in
  let shown1, shown2 = by_seat "uniqueness" names (get "uniqueness") in
  let claim_of v =
    match List.assoc_opt "unique" (items "uniqueness" v) with Some v -> claim v | None -> malformed "uniqueness without a claim" in
  let s =
    solved ~also:[ "unique" ] (form ~with_seats:true names (get "form")) (fraction "value" (get "value")) (get "strategies")
      (claim_of shown1, claim_of shown2) (shown1, shown2) (optional get "off_path") in
  (s, names, digest)

let solution_1 v =
  let get = fields "the solution" ~optional:[ "unreachable" ] solution_keys v in
  let certificate = get "certificate" in
  let s, names, digest = certificate_1 certificate in
  let held = fields "the certificate" ("off_path" :: certificate_keys) certificate in
  List.iter
    (fun key -> demand (Json.same (get key) (held key)) (key ^ " is not the same as in the certificate"))
    [ "game"; "value"; "strategies"; "off_path" ];
  let one, two = names and claim1, claim2 = s.claims in
  demand (Json.same (get "seats") (Json.Array [ Json.Text one; Json.Text two ])) "the seats are not the same as in the certificate";
  demand
    (Json.same (get "unique") (Json.Object [ (one, Json.Bool claim1); (two, Json.Bool claim2) ]))
    "the uniqueness claims are not the same as in the certificate";
  settle (around get names s) digest

let interval_2 v =
  let get =
    fields "the interval"
      [ "schema"; "game"; "seats"; "low"; "high"; "gap"; "iterations"; "ended"; "method"; "seconds"; "strategies"; "certificate" ] v in
  let names = seats (get "seats") in
  let held = fields "the certificate" [ "form"; "digest" ] (get "certificate") in
  let digest = fits (held "digest") (digested v (get "certificate")) in
  List.iter (fun key -> ignore (text key (get key))) [ "game"; "ended"; "method" ];
  finite "seconds" (get "seconds");
  require (Z.sign (integer "iterations" (get "iterations")) >= 0) "the iterations are negative";
  let form = form names (held "form") in
  let low = fraction "low" (get "low") and high = fraction "high" (get "high") in
  let gap = Q.sub (Q.make (fst high) (snd high)) (Q.make (fst low) (snd low)) in
  nearest "gap" (Q.num gap, Q.den gap) (get "gap");
  let s1, s2 = by_seat "strategies" names (get "strategies") in
  let s1 = strategy form.first s1 and s2 = strategy form.second s2 in
  let data =
    { Core.interval_game = game form; low_numerator = fst low; low_denominator = snd low; high_numerator = fst high;
      high_denominator = snd high; interval_strategy1 = s1; interval_strategy2 = s2;
      interval_scale1 = Hints.scale form.first s1; interval_scale2 = Hints.scale form.second s2 } in
  if not (Core.check_interval data) then refuse "the checker found no proof in it: a strategy does not secure its bound";
  statement form (shown low ^ " to " ^ shown high) ("secures " ^ shown low) ("concedes " ^ shown high) digest

(* a certificate at one value of a theorem's parameter *)
let inner_certificate v =
  let s, _, _ = certificate_1 v in
  if not (Core.check_file s.data) then refuse "a certificate at one value is not accepted";
  let data = s.data in
  ( s.form, s.value,
    (data.Core.file_solution.Core.strategy1, data.Core.file_solution.Core.strategy2),
    (data.Core.evidence1, data.Core.evidence2) )

let others =
  [ "sabot/correlated/1"; "sabot/equilibria/1"; "sabot/equilibria/2"; "sabot/equilibria/3"; "sabot/equilibrium/1"; "sabot/field-profile/1";
    "sabot/nash/1"; "sabot/nash-proof/1"; "sabot/nplayer-equilibria/1"; "sabot/pair-equilibria/1"; "sabot/pair-proof/1"; "sabot/profile/1"; "sabot/pure/1";
    "sabot/threshold-proof/1" ]

(* a deal of whist has a form of its own kind *)
let is_deal v =
  let inner key = function Json.Object items -> List.assoc_opt key items | _ -> None in
  let holder = match inner "certificate" v with Some held -> held | None -> v in
  match inner "form" holder with Some form -> inner "kind" form = Some (Json.Text "tricks") | None -> false

(* That there is evidence and that the digest fits is decided before anything else is read, so that a file with an
   accident in it is refused for that. Where there is no digest, the reader says what is missing. *)
let digest_first schema v =
  let inner key = function Json.Object items -> List.assoc_opt key items | _ -> None in
  let sealed holder document =
    Option.iter (fun told -> demand (told = Json.Text (Json.digest document)) "the digest does not fit") (inner "digest" holder) in
  let has_form holder = match inner "form" holder with Some (Json.Object _) -> true | _ -> false in
  match (schema, inner "certificate" v) with
  | ("sabot/solution/1" | "sabot/solution/2" | "sabot/interval/2"), Some Json.Null -> refuse "it carries no certificate"
  | "sabot/certificate/1", _ when has_form v -> sealed v (Json.without [ "digest" ] v)
  | "sabot/proof/1", _ -> sealed v (Json.without [ "digest"; "seconds" ] v)
  | "sabot/solution/1", Some held when has_form held && inner "schema" held = Some (Json.Text "sabot/certificate/1") ->
    sealed held (Json.without [ "digest" ] held)
  | "sabot/solution/2", Some held when has_form held -> sealed held (digested v held)
  | "sabot/interval/2", Some (Json.Object _ as held) -> sealed held (digested v held)
  | _ -> ()

let check v =
  let schema = match List.assoc_opt "schema" (items "the document" v) with Some (Json.Text s) -> s | _ -> malformed "no schema" in
  if List.mem schema others then raise (Not_for_this_checker ("a " ^ schema));
  digest_first schema v;
  match schema with
  | ("sabot/solution/2" | "sabot/solution/1" | "sabot/certificate/1") when is_deal v ->
    raise (Not_for_this_checker "a deal of whist")
  | "sabot/solution/2" -> solution_2 v
  | "sabot/solution/1" -> solution_1 v
  | "sabot/certificate/1" ->
    let s, _, digest = certificate_1 v in
    settle s digest
  | "sabot/interval/2" -> interval_2 v
  | "sabot/proof/1" -> Theorem.proof_1 ~certificate:inner_certificate ~fits v
  | _ -> malformed "the schema %s is not one that is checked" (short schema)

let contents path =
  let read channel =
    let out = Buffer.create 65536 and chunk = Bytes.create 65536 in
    let rec go () =
      let n = input channel chunk 0 65536 in
      if n > 0 then begin
        Buffer.add_subbytes out chunk 0 n;
        require (Buffer.length out <= largest_file) "larger than 512 MiB";
        go ()
      end in
    go ();
    Buffer.contents out in
  try
    if path = "-" then (set_binary_mode_in stdin true; read stdin)
    else
      let channel = open_in_bin path in
      Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> read channel)
  with Sys_error why -> malformed "cannot be read: %s" why

let verdict path =
  try
    let text = contents path in
    (0, Bounds.within (String.length text) (fun () -> check (Json.parse text)))
  with
  | Refused why -> (1, "refused: " ^ why)
  | Not_well_formed why -> (3, "not well-formed: " ^ why)
  | Not_for_this_checker why -> (4, "not for this checker: " ^ why)
  | fault -> (5, "a fault of this checker: " ^ Printexc.to_string fault)

(* keeps what a file says from steering a terminal *)
let plain line = Json.escape line

let () =
  (* files of a million sequences: larger steps of the garbage collector *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 19; space_overhead = 300 };
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: check FILE..."; exit 2
  | paths ->
    let say worst path =
      let code, line = verdict path in
      print_endline (plain (path ^ ": " ^ line));
      max worst code in
    exit
      (try List.fold_left say 0 paths
       with Sys_error why -> prerr_endline ("check: the verdict cannot be written: " ^ why); close_out_noerr stdout; 5)
