/** The decisions of a game from its log, without undone ones. */
import type { About } from "$games/contract";
import type { Entry } from "$lib/table.svelte";

export type LineName = "last" | "original";

export interface Step {
  seat: number;
  decision: number;
  about?: About | undefined;
}

/** A sequence of decisions. The `first` ones were made by older rules and cannot be shown. */
export interface Line {
  first: number;
  steps: Step[];
}

/** Return the last line, and the line before the game became practice, if it did. */
export function linesOf(entries: Entry[]): { last: Line; original: Line | null } {
  const steps: Step[] = [];
  let first = 0;
  let original: Line | null = null;
  for (const entry of entries) {
    switch (entry.kind) {
      case "decided":
        steps.push({ seat: entry.seat, decision: entry.decision, about: entry.about });
        break;
      case "undone":
        if (entry.practice) original ??= { first, steps: steps.slice(first) };
        steps.length = entry.to;
        break;
      case "upgraded":
        first = steps.length;
        break;
    }
  }
  // A line partly played by older rules cannot be shown.
  return {
    last: { first, steps: steps.slice(first) },
    original: original?.first === first ? original : null,
  };
}
