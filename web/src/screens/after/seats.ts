import type { Seat } from "$games/contract";
import type { TableView } from "$generated/messages";
import { seatNames } from "$lib/seats";

/** Return the seats of a table as boards take them, outside a live game. */
export function seatsAt(view: TableView, me: string | null, totals: (number | null)[] = []): Seat[] {
  const names = seatNames(view);
  return view.seats.map((seat, index) => ({
    index,
    name: names[index] ?? "",
    kind: seat.kind,
    bot: seat.bot,
    mine: me !== null && seat.person === me,
    away: false,
    takenOver: false,
    total: totals[index] ?? null,
    timeLeft: null,
  }));
}
