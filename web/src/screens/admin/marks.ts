/** What is special about a person, in words. */
import type { FoundPerson } from "$generated/messages";
import { say } from "$lib/words.svelte";

export function marksOf(person: FoundPerson): string[] {
  return [
    person.is_host && say("web_admin.mark.host"),
    person.is_suspended && say("web_admin.mark.suspended"),
    person.is_muted && say("web_admin.mark.muted"),
    person.open_reports > 0 && say("web_admin.mark.reports", { count: person.open_reports }),
  ].filter((mark) => mark !== false);
}
