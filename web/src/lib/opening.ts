/** Opening tables. */
import type { NewTable, Opened } from "$generated/messages";
import { post } from "$lib/api";
import { myself } from "$lib/me.svelte";
import { router } from "$lib/router.svelte";

/** Open a table and go there. Whoever has no name yet is given one. */
export async function open(wish: NewTable, query = ""): Promise<void> {
  await myself.arrive();
  const { table } = await post<Opened>("/api/tables", wish);
  router.go(`/t/${encodeURIComponent(table)}${query}`);
}
