import type { Me } from "$generated/messages";
import { patch } from "$lib/api";
import { myself } from "$lib/me.svelte";
import { type Language, speech } from "$lib/words.svelte";

/** Switch the page to a language, and store it at the server for messages to come. */
export async function changeLanguage(language: Language): Promise<void> {
  await speech.use(language);
  if (myself.me === null) return;
  await patch<Me>("/api/me", { language }).then(
    (me) => myself.set(me),
    () => {}, // the page has switched anyway
  );
}
