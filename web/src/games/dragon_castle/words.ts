/** Decisions, questions and points of Dragon Castle in words. */
import type { Ask, Label, Source, Tell } from "$games/contract";
import { say, type Fields } from "$lib/words.svelte";
import { CASTLE_VERBS, understood, type Told } from "./moves";
import type { Position, Space } from "./types";

const tileName = (tile: string) => say(`dragon_castle.tile.${tile}`);

/** What lies where a decision points at, as far as it is known: the tile of the castle or of the Realm, or the one in hand. */
function thing(told: Told, position: Position | null): string {
  const { verb, space } = told;
  if (!position || space === undefined) return "";
  if (CASTLE_VERBS.includes(verb)) {
    const tile = position.castle.find((one) => one.space === space);
    return tile ? tileName(tile.tile) : "";
  }
  if (verb === "place") return tileName(position.held[told.second ? 1 : 0] ?? position.held[0] ?? "");
  const stack =
    position.seat === null
      ? undefined
      : position.realms[position.seat]?.stacks.find((one) => one.space === space);
  if (!stack) return "";
  if (stack.shrine) return say("web_dragon_castle.shrine");
  return stack.tile === null ? say("web_dragon_castle.face_down") : tileName(stack.tile);
}

function gaps(told: Told, position: Position | null): Fields {
  return {
    space: told.space ?? "",
    tile: thing(told, position),
    spirit: told.spirit ? say(`dragon_castle.spirit.${told.spirit}`) : "",
    type: told.type ? say(`dragon_castle.type.${told.type}`) : "",
  };
}

/** Which sentence a decision has: some verbs mean different things. */
function sentence(told: Told, position: Position | null): string {
  if (told.verb === "spirit") return told.paysShrine ? "spirit_shrine" : "spirit_tile";
  if (told.verb === "done") return doneOf(position);
  return told.verb;
}

function doneOf(position: Position | null): string {
  return position ? `done_${position.phase}` : "done";
}

/** With the name of the tile where it is known, without it otherwise. */
function spoken(kind: "tell" | "label", text: string, before: unknown, more: Fields = {}): string {
  const told = understood(text);
  const position = (before ?? null) as Position | null;
  const fields = { ...gaps(told, position), ...more };
  const key = `web_dragon_castle.${kind}.${sentence(told, position)}`;
  return say(fields.tile || !NAMES_TILE.has(told.verb) ? key : `${key}_unknown`, fields);
}

/** Verbs whose sentences name a tile. */
const NAMES_TILE = new Set(["pick", "pair", "destroy", "place"]);

export const tell: Tell = (text, name, before) => spoken("tell", text, before, { name });

export const label: Label = (text, position) => spoken("label", text, position);

export const ask: Ask = (position, moves) => {
  const { phase, held } = position as Position;
  const verbs = new Set(moves.map(([, text]) => understood(text).verb));
  if (phase === "action" && !verbs.has("pick")) return say("web_dragon_castle.ask.only_summon");
  if (phase === "action" && verbs.has("summon")) return say("web_dragon_castle.ask.action_or_summon");
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
