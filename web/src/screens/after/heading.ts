/** How a game ended, in a sentence. */
import type { ResultView, TableView } from "$generated/messages";
import type { LoadedGame } from "$lib/games.svelte";
import { orElse, readable, say } from "$lib/words.svelte";

export function headingOf(
  game: LoadedGame,
  view: TableView,
  result: ResultView,
  names: string[],
  me: string | null,
): string {
  if (result.status === "ended") return say("web_after.ended");
  if (view.players === 1) return game.play.alone?.(view.position) ?? say("web_after.over");
  const winners = result.winners.map((seat) => names[seat] ?? "");
  if (winners.length > 1) return say("web_after.shared", { names: winners });
  const [winner] = result.winners;
  const mine = winner !== undefined && me !== null && view.seats[winner]?.person === me;
  const alone = view.seats.filter((seat) => seat.person === me).length === 1;
  return mine && alone ? say("web_after.you_win") : say("web_after.wins", { name: winners[0] ?? "" });
}

/** What decided, or why it was over before its end. */
export function reasonOf(view: TableView, result: ResultView): string {
  if (result.status === "ended") return view.ended ? say(`web_table.entry.ended.${view.ended}`) : "";
  const decided = result.decided_by ? decidedBy(view.game, result.decided_by) : "";
  return result.practice ? [decided, say("web_after.practice")].filter(Boolean).join(" · ") : decided;
}

function decidedBy(game: string, name: string): string {
  return orElse(`${game}.decided_by.${name}`, {}, readable(name));
}
