/** The names of the players at a table. */
import type { SeatView, TableView } from "$generated/messages";
import { levelName } from "$lib/games.svelte";
import { say } from "$lib/words.svelte";

/** Return the name of a seat's player; a bot is called by its level. */
function nameOf(seat: SeatView, game: string): string {
  if (seat.kind === "bot" && seat.bot !== null) return levelName(game, seat.bot);
  return seat.kind === "open" ? say("web_table.open_seat") : seat.name;
}

/** Return the names at a table, all different: the second of the same name gets a 2. */
export function seatNames({ seats, game }: Pick<TableView, "seats" | "game">): string[] {
  const names = seats.map((seat) => nameOf(seat, game));
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}
