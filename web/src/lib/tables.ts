import type { NewTable, Opened } from "$generated/messages";
import { post } from "$lib/api";
import { myself } from "$lib/me.svelte";
import { router } from "$lib/router.svelte";

/** Open a table and go to it. A visitor without a name becomes a guest with one. */
export async function openTable(settings: NewTable, query = ""): Promise<void> {
  await myself.arrive();
  const { table } = await post<Opened>("/api/tables", settings);
  router.go(`/t/${encodeURIComponent(table)}${query}`);
}
