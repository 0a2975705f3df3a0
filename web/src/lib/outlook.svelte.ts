/** The points as they stand and what each legal decision would bring, as the server reckons it for a position. */
import type { Outlook } from "$games/contract";
import { get } from "$lib/api";

interface Told extends Outlook {
  seq: number;
}

export class OutlookWatch {
  told = $state.raw<Told | null>(null);
  #asked = "";

  /** Look again, if something has happened since; `seq` tells what was entered in the table's log so far. */
  async look(table: string, seq: number): Promise<void> {
    const asked = `${table} ${seq}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const told = await get<Told>(`/api/tables/${table}/outlook`).catch(() => null);
    if (told && this.#asked === asked) this.told = told;
  }

  /** What was told, if it is of the position at hand. */
  of(seq: number): Outlook | null {
    return this.told?.seq === seq ? this.told : null;
  }
}
