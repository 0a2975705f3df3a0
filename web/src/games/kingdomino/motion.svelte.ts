/** Animation between two positions: dominoes move from a line into a kingdom or to the other line, kings to their next
 * domino. Pieces are found by `data-piece` (a domino's number) and `data-king` (the domino it stands on, or "hand"). */
import { settings } from "$lib/settings.svelte";
import { turnOf, type Turn } from "./moves";
import type { Placed, Position } from "./position";

/** A domino on its way into a kingdom. */
export interface Flight {
  domino: number;
  turn: Turn;
  from: DOMRect;
  to: DOMRect;
  milliseconds: number;
}

/** The duration of a domino's flight. */
export const FLIGHT_MS = 620;
const WALK_MS = 420;
const EASING = "cubic-bezier(0.3, 0.7, 0.2, 1)";

type Places = Map<string, DOMRect>;

export class Choreography {
  flights = $state.raw<Flight[]>([]);
  #position: Position | null = null;
  #dominoes: Places = new Map();
  #kings: Places = new Map();

  /** Measure where everything is before the position changes. */
  before(root: Element | undefined): void {
    if (!root || settings.still) return;
    this.#dominoes = places(root, '[data-where="line"]', "piece");
    this.#kings = places(root, "[data-king]", "king");
  }

  /** Move everything from its old place. `own` is a domino that the player has dropped there: it does not move. */
  after(root: Element | undefined, position: Position, own: number | null): void {
    const last = this.#position;
    this.#position = position;
    if (!root || !last || last === position || settings.still) return;
    this.#fly(root, position, own);
    this.#shift(root);
    this.#walk(root, last, position);
  }

  land(flight: Flight): void {
    this.flights = this.flights.filter((one) => one !== flight);
  }

  /** Fly the dominoes that went from a line into a kingdom. */
  #fly(root: Element, position: Position, own: number | null): void {
    const milliseconds = settings.duration(FLIGHT_MS);
    const started = position.kingdoms.flatMap(({ placed }) =>
      placed.flatMap((one) => this.#flight(root, one, own)),
    );
    for (const { piece } of started) {
      piece.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], milliseconds);
    }
    this.flights = started.map(({ flight }) => flight);
  }

  #flight(root: Element, placed: Placed, own: number | null): { piece: Element; flight: Flight }[] {
    const from = this.#dominoes.get(String(placed.domino));
    const piece = root.querySelector(`[data-where="kingdom"][data-piece="${placed.domino}"]`);
    if (!from || !piece || placed.domino === own) return [];
    const flight = {
      domino: placed.domino,
      turn: turnOf(placed),
      from,
      to: piece.getBoundingClientRect(),
      milliseconds: settings.duration(FLIGHT_MS),
    };
    return [{ piece, flight }];
  }

  /** Slide the dominoes that changed their place in the lines. */
  #shift(root: Element): void {
    for (const piece of root.querySelectorAll<HTMLElement>('[data-where="line"]')) {
      const from = this.#dominoes.get(piece.dataset.piece!);
      if (from) move(piece, from);
    }
  }

  /** Move the king that left its domino to the hand, or the king in the hand to the domino it claimed. */
  #walk(root: Element, last: Position, position: Position): void {
    const claimed = [...position.next_line, ...position.current_line].find(
      ({ domino, seat }) =>
        seat !== null && last.next_line.some((one) => one.domino === domino && one.seat === null),
    );
    if (claimed && this.#kings.has(String(claimed.domino))) return; // moved already, when it was chosen
    const to = claimed
      ? claimed.domino
      : last.phase === "place" && position.phase === "claim"
        ? "hand"
        : null;
    const from = this.#kings.get(claimed ? "hand" : String(last.current_line[0]?.domino));
    const king = to === null ? null : root.querySelector<HTMLElement>(`[data-king="${to}"]`);
    if (king && from) move(king, from);
  }
}

function places(root: Element, selector: string, name: "piece" | "king"): Places {
  return new Map(
    [...root.querySelectorAll<HTMLElement>(selector)].map((one) => [
      one.dataset[name]!,
      one.getBoundingClientRect(),
    ]),
  );
}

/** Slide an element from its old place to its new one. */
function move(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
  const style = { transformOrigin: "0 0", zIndex: 5 };
  element.animate(
    [
      { transform: start, ...style },
      { transform: "none", ...style },
    ],
    { duration: settings.duration(WALK_MS), easing: EASING },
  );
}

/** Fly a domino's picture from a line to its place. */
export function fly(element: HTMLElement, { from, to, milliseconds }: Flight): Animation {
  const small = Math.min(from.width, from.height) / Math.min(to.width, to.height);
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${small})` },
      { transform: `translate(${x * 0.35}px, ${y * 0.35 - 24}px) scale(${(small + 2) / 2})`, offset: 0.6 },
      { transform: "none" },
    ],
    { duration: milliseconds, easing: EASING, fill: "both" },
  );
}
