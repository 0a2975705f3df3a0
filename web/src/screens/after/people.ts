/** Who played, by name: bots are called by the title of their level. */
import type { Seat } from "$games/contract";
import type { SeatView, TableView } from "$made/messages";
import { say } from "$lib/words.svelte";

function nameOf(seat: SeatView, game: string): string {
  if (seat.kind === "bot") return say(`bots.level.${game}.${seat.bot}`);
  return seat.name || say("web_after.somebody");
}

/** The names at a table. Bots of one level are told apart by a number. */
export function namesAt(view: TableView): string[] {
  const names = view.seats.map((seat) => nameOf(seat, view.game));
  return names.map((name, index) => {
    const isTwin = view.seats[index]?.kind === "bot" && names.filter((other) => other === name).length > 1;
    const number = names.slice(0, index + 1).filter((other) => other === name).length;
    return isTwin ? `${name} ${number}` : name;
  });
}

/** The seats of a table as boards want them, when nobody is awaited any more. */
export function seatsAt(view: TableView, me: string | null, totals: (number | null)[] = []): Seat[] {
  const names = namesAt(view);
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
