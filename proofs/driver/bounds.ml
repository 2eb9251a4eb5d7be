(* Processor time and memory that a file may take: the extracted checker counts no steps. A timer looks at both
   while a file is checked. *)

let plain_size = 10 * 1024 * 1024 (* bytes of a file; a longer one may take more, in proportion *)
let most_seconds = 58
let most_mebibytes = 1900
let interval = 0.05

let check running started seconds mebibytes _ =
  if !running then begin
    let give_up unit most =
      running := false;
      Verdict.malformed "takes more than %d %s to check" most unit in
    if Sys.time () -. started > float_of_int seconds then give_up "seconds of processor time" seconds;
    let held = (Gc.quick_stat ()).Gc.heap_words / 131_072 in
    if held > mebibytes then give_up "MiB of memory" mebibytes;
    (* the more of it is held, the more often memory is collected *)
    if held > mebibytes / 2 then
      Gc.set { (Gc.get ()) with Gc.space_overhead = (if held > mebibytes * 3 / 4 then 80 else 200) }
  end

let timer interval = ignore (Unix.setitimer Unix.ITIMER_PROF { Unix.it_interval = interval; it_value = interval })

(* what [work] returns, for a file of [size] bytes *)
let within size work =
  let scaled most = most * max size plain_size / plain_size in
  let running = ref true in
  Sys.set_signal Sys.sigprof
    (Sys.Signal_handle (check running (Sys.time ()) (scaled most_seconds) (scaled most_mebibytes)));
  timer interval;
  Fun.protect work ~finally:(fun () ->
      running := false;
      timer 0.)
