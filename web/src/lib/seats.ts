/** Who sits at a table, by name. */
import type { SeatView, TableView } from "$generated/messages";
import { levelName } from "$lib/games.svelte";
import { say } from "$lib/words.svelte";

/** How a seat is called: a bot by its level. */
function nameOf(seat: SeatView, game: string): string {
  if (seat.kind === "bot" && seat.bot !== null) return levelName(game, seat.bot);
  return seat.kind === "open" ? say("web_table.open_seat") : seat.name;
}

/** The names at a table, so that they can be told apart: the second of the same name has a 2. */
export function seatNames({ seats, game }: Pick<TableView, "seats" | "game">): string[] {
  const names = seats.map((seat) => nameOf(seat, game));
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}
