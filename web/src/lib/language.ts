/** Speaking another language: the page at once, the server from the next thing it says. */
import { patch } from "$lib/api";
import type { Me } from "$generated/messages";
import { myself } from "$lib/me.svelte";
import { type Language, speech } from "$lib/words.svelte";

export async function changeLanguage(language: Language): Promise<void> {
  await speech.use(language);
  if (myself.me === null) return;
  await patch<Me>("/api/me", { language }).then(
    (me) => myself.is(me),
    () => {}, // the page speaks it all the same
  );
}
