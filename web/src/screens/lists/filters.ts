/** Filters of the lists of my games. */
export interface Filters {
  game: string;
  opponent: string;
  result: "all" | "won" | "lost";
  /** Days as `2026-11-18`; empty for any. */
  since: string;
  until: string;
}

export const ALL = "all";
export const NONE: Readonly<Filters> = { game: ALL, opponent: "", result: ALL, since: "", until: "" };

/** Return midnight at the beginning of a day, in the user's time zone, in milliseconds. */
function midnight(day: string, later = 0): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}

/** Return the filters as parameters of a request. */
export function parameters(filters: Filters): Record<string, string | number | undefined> {
  return {
    game: filters.game === ALL ? undefined : filters.game,
    opponent: filters.opponent.trim() || undefined,
    result: filters.result === ALL ? undefined : filters.result,
    since: midnight(filters.since),
    until: midnight(filters.until, 1),
  };
}

export function isFiltered(filters: Filters): boolean {
  return Object.values(parameters(filters)).some((value) => value !== undefined);
}
