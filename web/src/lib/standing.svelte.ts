/** What the hosts of the server tell people: announcements, and the user's own warnings, mutes and suspensions. */
import type { AnnouncementView, Notices, SanctionView } from "$generated/messages";
import { get, post, SUSPENDED } from "$lib/api";
import { Query } from "$lib/query.svelte";

const REFRESH_MS = 60_000;
/** The number of the last announcement that was dismissed in this browser. */
const STORED = "palatine.announcements";

class Standing {
  #notices = new Query(() => get<Notices>("/api/notices"));
  #dismissed = $state(Number(localStorage.getItem(STORED)) || 0);

  /** Load now and at intervals. Returns a function that ends it, for `$effect`. */
  watch(): () => void {
    const load = () => void this.load();
    addEventListener(SUSPENDED, load);
    const end = this.#notices.every(REFRESH_MS);
    return () => {
      removeEventListener(SUSPENDED, load);
      end();
    };
  }

  load(): Promise<void> {
    return this.#notices.load();
  }

  get #sanctions(): SanctionView[] {
    return this.#notices.data?.sanctions ?? [];
  }

  get suspension(): SanctionView | undefined {
    return this.#sanctions.find(({ kind }) => kind === "suspension");
  }

  get mute(): SanctionView | undefined {
    return this.#sanctions.find(({ kind }) => kind === "mute");
  }

  get warnings(): SanctionView[] {
    return this.#sanctions.filter(({ kind }) => kind === "warning");
  }

  /** The announcements that were not dismissed in this browser. */
  get announcements(): AnnouncementView[] {
    return (this.#notices.data?.announcements ?? []).filter(({ id }) => id > this.#dismissed);
  }

  /** Dismiss an announcement and all earlier ones. */
  dismissAnnouncement({ id }: AnnouncementView): void {
    this.#dismissed = id;
    localStorage.setItem(STORED, String(id));
  }

  async dismissWarning({ id }: SanctionView): Promise<void> {
    await post(`/api/me/warnings/${id}/dismiss`);
    await this.load();
  }
}

export const standing = new Standing();
