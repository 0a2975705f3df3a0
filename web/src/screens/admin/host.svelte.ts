/** The host in the session of the admin page, which is apart from the user of the app. */
import type { HostView } from "$generated/messages";
import { get, post, Refusal } from "$lib/api";

const NOT_SIGNED_IN = 401;

class Host {
  /** Null without a session; undefined until the server was asked. */
  me = $state.raw<HostView | null | undefined>(undefined);

  /** Ask the server who is signed in. */
  async look(): Promise<void> {
    await this.ask(get<HostView>("/api/admin/me"))
      .then((me) => (this.me = me))
      .catch((cause) => {
        if (this.me !== null) throw cause;
      });
  }

  /** Wait for a request of the admin page. Without a session the page asks for the password again. */
  async ask<Data>(request: Promise<Data>): Promise<Data> {
    try {
      return await request;
    } catch (cause) {
      if (cause instanceof Refusal && cause.status === NOT_SIGNED_IN) this.me = null;
      throw cause;
    }
  }

  async signIn(name: string, password: string): Promise<void> {
    this.me = await post<HostView>("/api/admin/sign_in", { name, password });
  }

  async signOut(): Promise<void> {
    await this.ask(post("/api/admin/sign_out"));
    this.me = null;
  }
}

export const host = new Host();

/** Return the path of an operation of the admin page. */
export function adminPath(...parts: (string | number)[]): string {
  return `/api/admin/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}
