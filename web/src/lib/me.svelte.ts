/** Who I am: a guest by default, known to the server by a cookie. */
import type { Arrival, Me } from "$generated/messages";
import { get, post, Refusal } from "$lib/api";
import { isLanguage, say, speech } from "$lib/words.svelte";

const KEPT = "palatine.known";

class Myself {
  me = $state.raw<Me | null>(null);

  /** Look whether the server knows me already. */
  async recognise(): Promise<void> {
    if (localStorage.getItem(KEPT) === null) return;
    try {
      this.me = await get<Me>("/api/me");
      if (isLanguage(this.me.language) && this.me.language !== speech.language)
        await speech.use(this.me.language);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      this.forget();
    }
  }

  /** Be somebody: whoever has not said their name is given one that can be changed at any time. */
  async arrive(name = ""): Promise<Me> {
    if (this.me === null) await this.recognise(); // the server may have been away when the page opened
    if (this.me !== null) return this.me;
    const arrival: Arrival = {
      name: name || inventedName(),
      language: speech.language as Arrival["language"],
    };
    const me = await post<Me>("/api/me", arrival);
    this.is(me);
    return me;
  }

  /** From now on I am this one. */
  is(me: Me): void {
    this.me = me;
    localStorage.setItem(KEPT, "1");
  }

  /** The server knows me no more. */
  forget(): void {
    this.me = null;
    localStorage.removeItem(KEPT);
  }
}

export const myself = new Myself();

function inventedName(): string {
  const names = say("web.invented_names").split(" ");
  return names[Math.floor(Math.random() * names.length)] ?? "?";
}
