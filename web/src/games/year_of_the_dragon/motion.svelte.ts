/** What the months have brought: events pay and score by themselves, so the positions before and after are compared. */
import type { Court, Position } from "./position";

/** What a court has gained or lost by itself. */
export interface Change {
  yuan: number;
  rice: number;
  fireworks: number;
  points: number;
}

/** Before these are over nothing happens by itself. */
const DECIDED = ["draft", "action", "person"];
/** Points of an action belong to whoever carried it out, not to the month. */
const OF_ACTIONS = "research";

const pointsOf = (court: Court) => court.score - (court.earned[OF_ACTIONS] ?? 0);

function change(before: Court, after: Court): Change {
  return {
    yuan: after.yuan - before.yuan,
    rice: after.rice - before.rice,
    fireworks: after.fireworks - before.fireworks,
    points: pointsOf(after) - pointsOf(before),
  };
}

export class Chronicle {
  /** By month, what it has brought each seat. */
  months = $state.raw<Record<number, Change[]>>({});
  #last: Position | null = null;
  #base: Position | null = null;

  /** Look at the next position. Whoever comes later or jumps about just misses something. */
  see(position: Position): void {
    const last = this.#last;
    this.#last = position;
    if (!last || position.month < last.month || position.month > last.month + 1) {
      this.#base = null;
      return;
    }
    const happening =
      position.month > last.month || position.phase === "over" || !DECIDED.includes(position.stage);
    if (happening && last.month > 0 && DECIDED.includes(last.stage)) this.#base = last;
    const base = this.#base;
    if (base && position.month > base.month) {
      const brought = base.courts.map((court, seat) => change(court, position.courts[seat]!));
      this.months = { ...this.months, [base.month]: brought };
      this.#base = null;
    }
  }
}
