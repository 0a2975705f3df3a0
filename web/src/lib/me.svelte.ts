/** The user of this browser. The server recognises them by a cookie; until they sign in they are a guest. */
import type { Arrival, Me } from "$generated/messages";
import { get, post, Refusal } from "$lib/api";
import { isLanguage, say, speech } from "$lib/words.svelte";

/** Set in a browser that has an identity. Other visitors cause no request. */
const STORED = "palatine.known";

class Myself {
  me = $state.raw<Me | null>(null);

  /** Ask the server who this browser belongs to, and switch to their language. */
  async recognise(): Promise<void> {
    if (localStorage.getItem(STORED) === null) return;
    try {
      this.me = await get<Me>("/api/me");
      if (isLanguage(this.me.language) && this.me.language !== speech.language)
        await speech.use(this.me.language);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      this.forget();
    }
  }

  /** Return the user, creating a guest if there is none yet. Without a name the guest gets an invented one. */
  async arrive(name = ""): Promise<Me> {
    if (this.me === null) await this.recognise(); // the server may have been away when the page opened
    if (this.me !== null) return this.me;
    const language = speech.language as Arrival["language"];
    const me = await post<Me>("/api/me", { name: name || inventedName(), language } satisfies Arrival);
    this.set(me);
    return me;
  }

  /** Set the user after signing in or a change. */
  set(me: Me): void {
    this.me = me;
    localStorage.setItem(STORED, "1");
  }

  /** Forget the user after signing out, or if the server does not know them any more. */
  forget(): void {
    this.me = null;
    localStorage.removeItem(STORED);
  }
}

export const myself = new Myself();

function inventedName(): string {
  const names = say("web.invented_names").split(" ");
  return names[Math.floor(Math.random() * names.length)] ?? "?";
}
