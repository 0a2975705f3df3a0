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
    const me = name ? await newGuest(name) : await inventedGuest();
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

function newGuest(name: string): Promise<Me> {
  const language = speech.language as Arrival["language"];
  return post<Me>("/api/me", { name, language } satisfies Arrival);
}

/** Arrive under an invented name, with a number if an account has the name. */
async function inventedGuest(): Promise<Me> {
  const name = inventedName();
  try {
    return await newGuest(name);
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.problem !== "people.name_taken") throw cause;
    return newGuest(`${name} ${Math.floor(100 + Math.random() * 900)}`);
  }
}

function inventedName(): string {
  const names = say("web.invented_names").split(" ");
  return names[Math.floor(Math.random() * names.length)] ?? "?";
}
