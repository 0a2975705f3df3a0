/** The points of a game by kind of source, to compare the seats. */
import type { Score, Shares } from "$games/contract";

export interface Share {
  kind: string;
  /** Selects colour and pattern. */
  tone: number;
  label: string;
  /** By seat. */
  points: number[];
}

/** Return the rows in which any seat has points. */
export function sharesOf({ order, kindOf, label }: Shares, scores: Score[]): Share[] {
  const points = new Map<string, number[]>();
  scores.forEach((score, seat) => {
    for (const source of score.sources) {
      const kind = kindOf(source);
      const row = points.get(kind) ?? scores.map(() => 0);
      row[seat] = (row[seat] ?? 0) + source.points;
      points.set(kind, row);
    }
  });
  const others = [...points.keys()].filter((kind) => !order.includes(kind));
  return [...order, ...others].flatMap((kind, tone): Share[] => {
    const row = points.get(kind);
    return row?.some(Boolean) ? [{ kind, tone, label: label(kind), points: row }] : [];
  });
}
