/** A live table: its socket, its state, and the commands to it.
 *
 * A lost connection is restored, and unacknowledged decisions are sent again; the server counts each once. The decisions of
 * others are shown one at a time, each for a moment, so that players can follow. */
import type * as M from "$generated/messages";
import type { Last, Move, Outlook, Score, Seat } from "$games/contract";
import { Refusal } from "$lib/api";
import { notices } from "$lib/notices.svelte";
import { seatNames } from "$lib/seats";
import { settings } from "$lib/settings.svelte";
import { standing } from "$lib/standing.svelte";
import { say } from "$lib/words.svelte";

export type Entry = M.State["entries"][number];

export type Link = "connecting" | "open" | "lost" | "gone";
/** A message to the table, without its id. */
type Command = M.Ask extends infer One ? (One extends M.Ask ? Omit<One, "id"> : never) : never;

/** A state that waits to be shown. */
interface News {
  view: M.TableView;
  entries: Entry[];
  outlook: Outlook | null;
}

interface Waiting {
  message: M.Ask;
  sent: boolean;
  done: () => void;
  failed: (cause: Error) => void;
}

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 8000;
const HEARTBEAT_MS = 15_000;
const MOST_BEHIND = 40;

export class LiveTable {
  /** The table as shown; `#latest` may be ahead of it for a moment. */
  view = $state.raw<M.TableView | null>(null);
  /** The outlook of the shown position, if the server has computed it. */
  outlook = $state.raw<Outlook | null>(null);
  /** The last known scores. */
  scores = $state.raw<Score[]>([]);
  /** The last decision shown. */
  last = $state.raw<Last | null>(null);
  log = $state.raw<Entry[]>([]);
  chat = $state.raw<M.ChatLine[]>([]);
  here = $state.raw<string[]>([]);
  you = $state<string | null>(null);
  link = $state<Link>("connecting");

  #latest: M.TableView | null = null;
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #retry = FIRST_RETRY_MS;
  #timer = 0;
  #heartbeat = 0;
  #queue: News[] = [];
  #shown = 0;
  #closed = false;

  constructor(readonly id: string) {
    this.#connect();
    this.#heartbeat = window.setInterval(() => void this.#beat(), HEARTBEAT_MS);
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** The shown position. */
  get position(): unknown {
    return this.view?.position ?? null;
  }

  get moves(): Move[] {
    return (this.view?.moves ?? []) as Move[];
  }

  /** True if the latest state is shown. */
  get current(): boolean {
    return this.view === this.#latest;
  }

  /** The seat for which I am to decide, or null. */
  get mine(): number | null {
    const turn = this.view?.turn ?? null;
    if (turn === null || !this.view || this.view.status !== "playing") return null;
    const seat = this.view.seats[turn];
    return seat && seat.bot === null && this.you !== null && seat.person === this.you ? turn : null;
  }

  /** True if I have a seat at this table. */
  get playing(): boolean {
    return this.you !== null && (this.view?.seats.some((seat) => seat.person === this.you) ?? false);
  }

  /** Return the seats as boards take them. */
  seats(): Seat[] {
    const view = this.view;
    if (!view) return [];
    const names = seatNames(view);
    return view.seats.map((seat, index) => ({
      index,
      name: names[index] ?? "",
      kind: seat.kind,
      bot: seat.bot,
      mine: seat.person !== null && seat.person === this.you,
      away: seat.kind === "person" && seat.person !== null && !this.here.includes(seat.person),
      takenOver: seat.taken_over,
      total: this.scores[index]?.total ?? null,
      timeLeft: view.time_left[index] ?? null,
    }));
  }

  /** Send a command. Resolves when the server has stored its effect. */
  send(command: Command): Promise<void> {
    const message = { ...command, id: this.#next++ } as M.Ask;
    return new Promise((done, failed) => {
      const waiting = { message, done, failed, sent: false };
      this.#waiting.set(message.id, waiting);
      this.#transmit(waiting);
    });
  }

  /** Send a command and show a refusal as a notice. Return true if it was accepted. */
  async try(command: Command): Promise<boolean> {
    try {
      await this.send(command);
      return true;
    } catch (cause) {
      notices.problem(cause);
      return false;
    }
  }

  /** Make a decision in the shown position. */
  decide(decision: number): Promise<boolean> {
    return this.try({ type: "decide", ply: this.view?.ply ?? 0, decision });
  }

  /** Show why a decision is not legal now: the server refuses it with a reason. Does nothing if I am not to decide. */
  async explain(decision: number): Promise<void> {
    const legal = this.moves.some(([number]) => number === decision);
    if (this.mine === null || !this.current || legal) return;
    try {
      await this.send({ type: "decide", ply: this.view?.ply ?? 0, decision });
    } catch (cause) {
      notices.explain(cause);
    }
  }

  /** Show the latest state immediately. */
  catchUp(): void {
    const behind = this.#queue.splice(0);
    const last = behind.at(-1);
    if (last) this.#show({ ...last, entries: behind.flatMap((one) => one.entries) });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#shown);
    clearInterval(this.#heartbeat);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  // ------------------------------------------------------------------------------------------------ connection

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.#latest?.seq ?? 0;
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${this.id}/socket?after=${after}&outlook=1`,
    );
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => (opened = true);
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as M.Tell);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose(opened);
    };
  }

  /** Give up a connection that is closed or cannot be trusted, and start another. */
  #lose(wasOpen: boolean): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.#closed) return;
    this.link = "lost";
    void this.#comeBack(wasOpen);
  }

  /** Connect again after a delay; stop if the table does not exist. */
  async #comeBack(wasOpen: boolean): Promise<void> {
    void standing.load(); // a suspended player is disconnected
    if (!wasOpen && this.#latest === null && !(await this.#exists())) {
      this.link = "gone";
      return;
    }
    this.#timer = window.setTimeout(() => this.#connect(), this.#retry * (0.75 + Math.random() / 2));
    this.#retry = Math.min(LONGEST_RETRY_MS, this.#retry * 2);
  }

  async #exists(): Promise<boolean> {
    const response = await fetch(`/api/tables/${this.id}`).catch(() => null);
    return response?.status !== 404 && response?.status !== 400;
  }

  #offline = (): void => {
    if (this.#socket) this.#lose(true);
  };

  #hurry = (): void => {
    if (
      document.visibilityState === "hidden" ||
      this.#closed ||
      this.#socket !== null ||
      this.link === "gone"
    )
      return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** Ping the server. A ping still unanswered at the next one means that the connection is lost. */
  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if ([...this.#waiting.values()].some((one) => one.message.type === "ping")) this.#lose(true);
    else void this.send({ type: "ping" }).catch(() => {});
  }

  #receive(message: M.Tell): void {
    switch (message.type) {
      case "state":
        this.#greet(message);
        break;
      case "update":
        if (message.accepted !== undefined) this.#settle(message.accepted);
        this.#arrive(message);
        break;
      case "said":
        this.chat = [...this.chat, message.line];
        break;
      case "here":
        this.here = message.here;
        break;
      case "accepted":
        this.#settle(message.id);
        break;
      case "pong":
        this.#settle(message.id);
        break;
      case "refused":
        if (message.id !== null) {
          this.#waiting.get(message.id)?.failed(new Refusal(409, message.problem, reasonOf(message)));
          this.#waiting.delete(message.id);
        } else notices.show(reasonOf(message), "problem"); // the whole connection is refused: the server has a problem
        break;
      case "bye":
        break;
    }
  }

  #settle(id: number): void {
    this.#waiting.get(id)?.done();
    this.#waiting.delete(id);
  }

  #greet(state: M.State): void {
    const known = this.#latest?.seq ?? 0;
    const again = known > 0;
    this.link = "open";
    this.#retry = FIRST_RETRY_MS;
    this.you = state.you;
    this.here = state.here;
    this.chat = state.chat;
    const behind = this.#queue.splice(0).flatMap((one) => one.entries);
    clearTimeout(this.#shown);
    this.#shown = 0;
    if (!known) this.log = [];
    this.#latest = state.table;
    this.#show({ ...newsOf(state), entries: [...behind, ...state.entries] });
    if (again) notices.show(say("web_table.connected_again"));
    for (const waiting of [...this.#waiting.values()]) this.#resend(waiting);
  }

  /** Send a command again after a lost connection: if it was never sent, or is a decision, which the server counts once.
   * Any other may have arrived or not, so it fails. */
  #resend(waiting: Waiting): void {
    const { message } = waiting;
    if (message.type === "ping") this.#settle(message.id);
    else if (!waiting.sent || message.type === "decide") this.#transmit(waiting);
    else {
      this.#waiting.delete(message.id);
      waiting.failed(new Error(say("web_table.not_sure")));
    }
  }

  #transmit(waiting: Waiting): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    waiting.sent = true;
    this.#socket.send(JSON.stringify(waiting.message));
  }

  // --------------------------------------------------------------------------------------------------- showing

  #arrive(update: M.Update): void {
    const known = this.#latest?.seq ?? 0;
    const first = update.table.seq - update.entries.length;
    if (first > known) return this.#lose(true); // an update was missed; a new connection sends the whole state
    this.#latest = update.table;
    this.#queue.push({ ...newsOf(update), entries: update.entries.slice(known - first) });
    const ownDecision = update.accepted !== undefined;
    if (ownDecision || document.visibilityState === "hidden" || this.#queue.length > MOST_BEHIND)
      this.catchUp();
    else if (!this.#shown) this.#showNext();
  }

  #showNext(): void {
    this.#shown = 0;
    const next = this.#queue.shift();
    if (!next) return;
    this.#show(next);
    const decided = next.entries.some((entry) => entry.kind === "decided");
    this.#shown = window.setTimeout(() => this.#showNext(), decided ? settings.pause : 0);
  }

  #show({ view, entries, outlook }: News): void {
    this.log = [...this.log, ...entries];
    this.view = view;
    this.outlook = outlook;
    if (outlook) this.scores = outlook.scores;
    const decided = entries.findLast((entry) => entry.kind === "decided");
    if (decided) {
      const { seat, decision, about } = decided;
      this.last = { seat, decision, about, count: view.ply };
    } else if (entries.some((entry) => entry.kind === "undone")) this.last = null;
  }
}

/** The sentence that the app shows for a refusal: the reason alone, if the server gives one. */
function reasonOf(refused: M.Refused): string {
  return refused.reason ?? refused.text;
}

function newsOf({ table, entries, outlook }: M.State | M.Update): News {
  return { view: table, entries, outlook: (outlook as Outlook | undefined) ?? null };
}
