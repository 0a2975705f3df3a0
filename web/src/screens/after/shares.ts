/** Where the points of a game come from, gathered so that seats can be compared: one row for each kind of source. */
import type { Score, Source } from "$games/contract";
import type { GameName } from "$games/index";
import { say } from "$lib/words.svelte";

export interface Share {
  /** What it is, and which tone and pattern it is drawn with. */
  kind: string;
  tone: number;
  label: string;
  /** By seat. */
  points: number[];
}

const TERRAINS = ["wheat", "forest", "lake", "grass", "swamp", "mine"];
const KINGDOMINO = [...TERRAINS, "harmony", "middle_kingdom"];
const YEAR_OF_THE_DRAGON = [
  "palaces",
  "court_ladies",
  "privileges",
  "research",
  "festivals",
  "mongols",
  "persons",
  "monks",
  "money",
  "wall",
  "super_event",
];
const DRAGON_CASTLE = ["sets", "dragon_sets", "beauty", "discards", "countdown", "shrines", "solo_cards"];

/** The kinds in the order in which they are shown; what is not among them comes last (the cards of the Dragons). */
const ORDER: Record<GameName, string[]> = {
  kingdomino: KINGDOMINO,
  year_of_the_dragon: YEAR_OF_THE_DRAGON,
  dragon_castle: DRAGON_CASTLE,
};

const LABELS: Record<GameName, (kind: string) => string> = {
  kingdomino: (kind) => say(`kingdomino.${TERRAINS.includes(kind) ? "terrain" : "source"}.${kind}`),
  year_of_the_dragon: (kind) => say(`year_of_the_dragon.source.${kind}`),
  dragon_castle: (kind) =>
    say(DRAGON_CASTLE.includes(kind) ? `web_after.source.${kind}` : `dragon_castle.dragon.${kind}`),
};

function kindOf({ source, terrain }: Source): string {
  return source === "territory" ? String(terrain) : source;
}

/** The rows that anybody has points in. */
export function shares(game: GameName, scores: Score[]): Share[] {
  const points = new Map<string, number[]>();
  scores.forEach((score, seat) => {
    for (const source of score.sources) {
      const kind = kindOf(source);
      const row = points.get(kind) ?? scores.map(() => 0);
      row[seat] = (row[seat] ?? 0) + source.points;
      points.set(kind, row);
    }
  });
  const others = [...points.keys()].filter((kind) => !ORDER[game].includes(kind));
  return [...ORDER[game], ...others].flatMap((kind, tone): Share[] => {
    const row = points.get(kind);
    return row?.some(Boolean) ? [{ kind, tone, label: LABELS[game](kind), points: row }] : [];
  });
}
