/** The games that the server offers, and opening tables of them. */
import type { GamesView, GameView, NewTable, Opened } from "$made/messages";
import { get, post } from "$lib/api";
import { myself } from "$lib/me.svelte";
import { router } from "$lib/router.svelte";

let known: Promise<GameView[]> | null = null;

/** The games with what can be chosen before each. */
export function offered(): Promise<GameView[]> {
  known ??= get<GamesView>("/api/games").then(({ games }) => games);
  known.catch(() => (known = null));
  return known;
}

/** Open a table and go there. Whoever has no name yet is given one. */
export async function open(wish: NewTable, query = ""): Promise<void> {
  await myself.arrive();
  const { table } = await post<Opened>("/api/tables", wish);
  router.go(`/t/${encodeURIComponent(table)}${query}`);
}
