/** Decisions, questions and points of Dragon Castle in words. */
import type { Ask, FindAbout, Label, Source, Tell } from "$games/contract";
import { say, type Fields } from "$lib/words.svelte";
import { CASTLE_VERBS, understood, type Told } from "./moves";
import type { Position, Space } from "./position";

const tileName = (tile: string) => say(`dragon_castle.tile.${tile}`);

/** The tile of the castle that a decision is about, or the one in hand. */
function tileOf({ verb, space, second }: Told, { castle, held }: Position): string | undefined {
  if (CASTLE_VERBS.includes(verb)) return castle.find((one) => one.space === space)?.tile;
  return verb === "place" ? (held[second ? 1 : 0] ?? held[0]) : undefined;
}

/** What lies where a decision points at: a tile of the castle, the one in hand, or what is on top of the Realm there. */
function thing(told: Told, position: Position): string {
  const tile = tileOf(told, position);
  if (tile) return tileName(tile);
  const realm = position.seat === null ? undefined : position.realms[position.seat];
  const stack = realm?.stacks.find((one) => one.space === told.space);
  if (!stack) return "";
  if (stack.shrine) return say("web_dragon_castle.shrine");
  return stack.tile === null ? say("web_dragon_castle.face_down") : tileName(stack.tile);
}

/** Which sentence a decision has: some verbs mean different things. */
function sentence(told: Told, phase: unknown): string {
  if (told.verb === "spirit") return told.paysShrine ? "spirit_shrine" : "spirit_tile";
  if (told.verb === "done") return phase ? `done_${phase as string}` : "done";
  return told.verb;
}

/** Verbs whose sentences name a tile: there are others for when it is not known. */
const NAMES_TILE = new Set(["pick", "pair", "destroy", "place"]);

function spoken(kind: "tell" | "label", told: Told, phase: unknown, fields: Fields): string {
  const key = `web_dragon_castle.${kind}.${sentence(told, phase)}`;
  return say(fields.tile || !NAMES_TILE.has(told.verb) ? key : `${key}_unknown`, {
    space: told.space ?? "",
    spirit: told.spirit ? say(`dragon_castle.spirit.${told.spirit}`) : "",
    type: told.type ? say(`dragon_castle.type.${told.type}`) : "",
    ...fields,
  });
}

/** The tile that is taken, destroyed or placed; the phase that is brought to its end. */
export const about: FindAbout = (text, now) => {
  const told = understood(text);
  const position = now as Position;
  return told.verb === "done" ? { phase: position.phase } : { tile: tileOf(told, position) };
};

export const tell: Tell = (text, name, about) => {
  const tile = about?.tile ? tileName(about.tile as string) : "";
  return spoken("tell", understood(text), about?.phase, { name, tile });
};

export const label: Label = (text, now) => {
  const told = understood(text);
  const position = now as Position;
  return spoken("label", told, position.phase, { tile: thing(told, position) });
};

export const ask: Ask = (position, moves) => {
  const { phase, held } = position as Position;
  const verbs = new Set(moves.map(([, text]) => understood(text).verb));
  if (phase === "action" && !verbs.has("pick")) return say("web_dragon_castle.ask.only_summon");
  if (phase === "action" && verbs.has("summon")) return say("web_dragon_castle.ask.action_or_summon");
  if (phase === "completion" && !verbs.has("shrine") && !verbs.has("discard"))
    return say("web_dragon_castle.ask.completion_pair");
  if (phase === "completion" && !verbs.has("pair")) return say("web_dragon_castle.ask.completion_alone");
  if (phase === "placement" && !verbs.has("place")) return say("web_dragon_castle.ask.no_room");
  if (phase === "placement")
    return say("web_dragon_castle.ask.placement", { tiles: held.map(tileName).join(", ") });
  return say(`web_dragon_castle.ask.${phase}`);
};

function spacesOf(source: Source): string {
  return ((source.spaces as Space[] | undefined) ?? []).join(" ");
}

/** A Dragon card that gives nothing tells no details: then its name is all there is to say. */
export const source = (one: Source): string => {
  const name = one.source;
  const isCard = `dragon_castle.dragon.${name}`;
  if (name === "shrines") {
    const spaces = spacesOf(one);
    const key = spaces ? "dragon_castle.source.shrines" : "web_dragon_castle.source.no_shrines";
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
