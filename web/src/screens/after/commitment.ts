/** Verify the shuffle in the browser: the hash of the seed must equal the commitment published at the start.
 * Must agree with `palatine.core.chance.commitment`. */
import type { TableView } from "$generated/messages";

/** Return JSON as Python's compact form writes it, with non-ASCII characters escaped. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Return the SHA-256 of game, players, options and seed; null on pages without https, where browsers refuse to hash. */
export async function commitmentOf(
  { game, players, options }: Pick<TableView, "game" | "players" | "options">,
  seed: string,
): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const sorted = Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
  const data = new TextEncoder().encode(plainJson([game, players, sorted, seed]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
