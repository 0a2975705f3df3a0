/** Decisions, questions and points of Dragon Castle in words. */
import type { About, Constants, Move, Shares, Source } from "$games/contract";
import { say, type Fields } from "$lib/words.svelte";
import { CASTLE_KINDS, heldBy, type Decision } from "./moves";
import type { Pieces, Position, Space } from "./position";

type Known = Constants<Pieces, Decision>;

const tileName = (tile: string) => say(`dragon_castle.tile.${tile}`);

/** A set that a decision Consolidates, as the log has it. */
interface ConsolidatedSet {
  /** Null for a set of Beauty, whose tiles have one `number`. */
  type: string | null;
  number?: number;
  tiles: number;
  points: number;
}

/** Return the tile of the castle that a decision is about, or the one in hand. */
function tileOf(meant: Decision, { castle, held }: Position): string | undefined {
  if (CASTLE_KINDS.includes(meant.kind)) return castle.find((one) => one.space === meant.space)?.tile;
  return meant.kind === "place" ? (held[heldBy(meant)] ?? held[0]) : undefined;
}

/** Return the name of the thing that a decision is about: a tile of the castle or in hand, or the top of a stack. */
function thing(meant: Decision, position: Position): string {
  const tile = tileOf(meant, position);
  if (tile) return tileName(tile);
  const realm = position.seat === null ? undefined : position.realms[position.seat];
  const stack = realm?.stacks.find((one) => one.space === meant.space);
  if (!stack) return "";
  if (stack.shrine) return say("dragon_castle.app.shrine");
  return stack.tile === null ? say("dragon_castle.app.face_down") : tileName(stack.tile);
}

/** Return the key of a decision's sentence: what "done" means depends on the phase. */
function sentence(meant: Decision, phase: unknown): string {
  if (meant.kind === "spirit") return meant.pay === "shrine" ? "spirit_shrine" : "spirit_tile";
  if (meant.kind === "done") return phase ? `done_${phase as string}` : "done";
  return meant.kind;
}

/** The kinds whose sentences name a tile. They have another sentence for when it is unknown. */
const NAMES_TILE = new Set(["pick", "pair", "destroy", "place"]);
/** The sentences that only say that something is Consolidated. */
const CONSOLIDATES = new Set(["consolidate", "done_check"]);

function spoken(kind: "tell" | "label", meant: Decision, phase: unknown, fields: Fields): string {
  const key = `dragon_castle.app.${kind}.${sentence(meant, phase)}`;
  return say(fields.tile || !NAMES_TILE.has(meant.kind) ? key : `${key}_unknown`, {
    space: meant.space ?? "",
    spirit: meant.spirit ? say(`dragon_castle.spirit.${meant.spirit}`) : "",
    type: meant.type ? say(`dragon_castle.type.${meant.type}`) : "",
    ...fields,
  });
}

function setName({ type, number = 0, tiles, points }: ConsolidatedSet): string {
  return type === null
    ? say("dragon_castle.set.of_number", { tiles, number, points })
    : say("dragon_castle.set.of_type", { tiles, type: say(`dragon_castle.type.${type}`), points });
}

/** Return the tile that is taken, destroyed or placed, and the phase that "done" ends. Only the log knows the sets. */
export function about(decision: number, position: Position, { fields }: Known): About {
  const meant = fields[decision];
  if (!meant) return {};
  return meant.kind === "done" ? { phase: position.phase } : { tile: tileOf(meant, position) };
}

export function tell(decision: number, name: string, about: About | null, { fields }: Known): string {
  const meant = fields[decision];
  if (!meant) return "";
  const tile = about?.tile ? tileName(about.tile as string) : "";
  const sets = ((about?.sets as ConsolidatedSet[] | undefined) ?? []).map(setName);
  if (sets.length && CONSOLIDATES.has(sentence(meant, about?.phase)))
    return say("dragon_castle.app.tell.consolidates", { name, sets });
  const decided = spoken("tell", meant, about?.phase, { name, tile });
  return sets.length ? `${decided} ${say("dragon_castle.app.tell.consolidated", { sets })}` : decided;
}

export function label(decision: number, position: Position, { fields }: Known): string {
  const meant = fields[decision];
  return meant ? spoken("label", meant, position.phase, { tile: thing(meant, position) }) : "";
}

export function ask({ phase, held }: Position, moves: Move[], { fields }: Known): string {
  const kinds = new Set(moves.map(([decision]) => fields[decision]?.kind));
  if (phase === "action" && !kinds.has("pick")) return say("dragon_castle.app.ask.only_summon");
  if (phase === "action" && kinds.has("summon")) return say("dragon_castle.app.ask.action_or_summon");
  if (phase === "completion" && !kinds.has("shrine") && !kinds.has("discard"))
    return say("dragon_castle.app.ask.completion_pair");
  if (phase === "completion" && !kinds.has("pair")) return say("dragon_castle.app.ask.completion_alone");
  if (phase === "placement" && !kinds.has("place")) return say("dragon_castle.app.ask.no_room");
  if (phase === "placement")
    return say("dragon_castle.app.ask.placement", { tiles: held.map(tileName).join(", ") });
  return say(`dragon_castle.app.ask.${phase}`);
}

function spacesOf(source: Source): string {
  return ((source.spaces as Space[] | undefined) ?? []).join(" ");
}

/** Return the name of a source of points. A Dragon card that gives nothing has no details. */
export const source = (one: Source): string => {
  const name = one.source;
  const isCard = `dragon_castle.dragon.${name}`;
  if (name === "shrines") {
    const spaces = spacesOf(one);
    const key = spaces ? "dragon_castle.source.shrines" : "dragon_castle.app.source.no_shrines";
    return say(key, { floor: String(one.floor), spaces });
  }
  if (name === "countdown") return say("dragon_castle.source.countdown", { tokens: String(one.tokens) });
  if (!CARDS.has(name)) return say(`dragon_castle.source.${name}`);
  if (!one.points) return say(isCard);
  return say(`dragon_castle.source.${name}`, {
    spaces: spacesOf(one),
    line: one.line ? say(`dragon_castle.line.${one.line as string}`) : "",
    number: String(one.number ?? ""),
    type: one.type ? say(`dragon_castle.type.${one.type as string}`) : "",
    tile: one.tile ? tileName(one.tile as string) : "",
    total: String(one.total ?? ""),
    theirs: String(one.theirs ?? ""),
    neighbour: Number(one.neighbour ?? 0) + 1,
    mirrored: one.mirrored ? say(`dragon_castle.mirrored.${one.mirrored as string}`) : "",
    way: one.way ? say(`dragon_castle.way.${one.way as string}`) : "",
  });
};

const CARDS = new Set([
  "humility",
  "righteousness",
  "tranquility",
  "bravery",
  "majesty",
  "power",
  "knowledge",
  "harmony",
  "devotion",
  "fortitude",
]);

const ROWS = ["sets", "dragon_sets", "beauty", "discards", "countdown", "shrines", "solo_cards"];

/** The rows of the chart; Dragon cards come last. */
export const shares: Shares = {
  order: ROWS,
  kindOf: ({ source }) => source,
  label: (kind) =>
    say(ROWS.includes(kind) ? `dragon_castle.app.share.${kind}` : `dragon_castle.dragon.${kind}`),
};

/** Return the rank reached in a solo game. */
export function alone({ rank }: Position): string | null {
  return rank ? say(`dragon_castle.rank.rank_${rank}`) : null;
}
