/** The shuffle, verified by this browser itself: the seed, told at the end, must give the hash that was told at the start.
 * The recipe is that of `palatine.core.chance.commitment`. */
import type { TableView } from "$generated/messages";

/** JSON as Python writes it without blanks: what is not ASCII is escaped. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** SHA-256 of game, options and seed; null where the browser does not reckon it (it does so on safe pages only). */
export async function commitmentOf(
  { game, players, options }: Pick<TableView, "game" | "players" | "options">,
  seed: string,
): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const sorted = Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
  const facts = new TextEncoder().encode(plainJson([game, players, sorted, seed]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", facts));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
