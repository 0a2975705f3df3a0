/** Decisions in words: for the log, as labels, and as a question. */
import type { About as AnyAbout, Constants, Shares, Source } from "$games/contract";
import { number, say, speech, type Fields } from "$lib/words.svelte";
import type { Decision } from "./moves";
import type { Action, Pieces, Position, Tile } from "./position";
import { priceOf } from "./position";

/** What each action brings that depends on symbols. */
export const BROUGHT: Partial<Record<Action, string>> = {
  taxes: "yuan",
  build: "floors",
  harvest: "rice",
  fireworks: "fireworks",
  parade: "spaces",
  research: "points",
};

/** A sentence of this game. */
export function word(key: string, fields: Fields = {}): string {
  return say(`year_of_the_dragon.app.${key}`, fields);
}

/** An amount: "1 point", "2 points". */
export function amount(what: string, count: number): string {
  return word(`amount.${what}`, { count });
}

/** A list as the language writes it: "a, b and c". */
export function list(parts: string[]): string {
  return new Intl.ListFormat(speech.language).format(parts);
}

/** A change, with its sign. */
export function signed(by: number): string {
  return by > 0 ? `+${number(by)}` : `−${number(-by)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(speech.language) + text.slice(1);
}

export const tileName = (tile: Tile): string => say(`year_of_the_dragon.tile.${tile}`);
export const cardName = (card: string): string => say(`year_of_the_dragon.card.${card}`);
export const one = (what: string): string => word(`one.${what}`);
export const the = (tile: Tile): string => word(`the.${tile}`);

/** The person to be housed; the fee of an action and what it brings. */
interface About {
  person?: Tile;
  costs?: number;
  brings?: Record<string, number>;
}

type Known = Constants<Pieces, Decision>;

export function about(decision: number, position: Position, { fields, pieces }: Known): AnyAbout {
  const { person, seat, courts, fees } = position;
  const court = seat === null ? undefined : courts[seat];
  const meant = fields[decision];
  switch (meant?.kind) {
    case "act": {
      const what = BROUGHT[meant.action];
      return {
        costs: fees[meant.group - 1] ?? 0,
        brings: what ? { [what]: court?.income[meant.action] ?? 0 } : {},
      };
    }
    case "pass":
      return { brings: { yuan: Math.max(0, pieces.pass_yuan - (court?.yuan ?? 0)) } };
    default:
      return person ? { person } : {};
  }
}

function played(action: Action, name: string, { costs, brings }: About): string {
  if (!brings) return word("tell.act", { name, action: say(`year_of_the_dragon.action.${action}`) });
  const what = BROUGHT[action];
  const text = word(`tell_act.${action}`, { name, amount: what ? amount(what, brings[what] ?? 0) : "" });
  return costs ? word("with_fee", { what: text, fee: costs }) : text;
}

function passed(name: string, { brings }: About): string {
  return brings?.yuan
    ? word("tell.pass_yuan", { name, amount: amount("yuan", brings.yuan) })
    : word("tell.pass", { name });
}

export function tell(decision: number, name: string, known: AnyAbout | null, { fields }: Known): string {
  const about: About = known ?? {};
  const meant = fields[decision];
  switch (meant?.kind) {
    case "draft":
      return word("tell.draft", { name, first: one(meant.types[0]), second: one(meant.types[1]) });
    case "house":
      return about.person
        ? word("tell.house", { name, person: the(about.person), palace: meant.palace })
        : word("tell.house_plain", { name, palace: meant.palace });
    case "act":
      return played(meant.action, name, about);
    case "pass":
      return passed(name, about);
    case "buy":
      return word(`tell.buy_${meant.privilege}`, { name });
    case "build":
      return meant.palace === null
        ? word("tell.build_new", { name })
        : word("tell.build", { name, palace: meant.palace });
    case "play":
    case "discard":
      return word(`tell.${meant.kind}`, { name, card: cardName(meant.card) });
    case "take":
      return word("tell.take", { name, person: one(meant.person) });
    case "release":
      return word("tell.release", { name, person: the(meant.person), palace: meant.palace });
    case "replace": {
      const fields = { name, person: the(meant.person), palace: meant.palace };
      return capital(
        about.person
          ? word("tell.replace_for", { ...fields, newcomer: the(about.person) })
          : word("tell.replace", fields),
      );
    }
    case "let_go":
      return about.person
        ? word("tell.let_person", { name, person: the(about.person) })
        : word("tell.let", { name });
    case "lay":
      return word("tell.lay", { name, gift: say(`year_of_the_dragon.gift.${meant.gift}`) });
    case "collapse":
      return word("tell.collapse", { name, palace: meant.palace });
    case "return":
      return word("tell.return", { name, piece: say(`year_of_the_dragon.piece.${meant.piece}`) });
    case "charter":
      return word("tell.charter", { name, several: word(`several.${meant.type}`) });
    default:
      return "";
  }
}

function actLabel(action: Action, group: number, position: Position): string {
  const what = BROUGHT[action];
  const income = position.seat === null ? undefined : position.courts[position.seat]?.income[action];
  const named = word("label.act", { group, action: say(`year_of_the_dragon.action.${action}`) });
  const brings =
    what && income !== undefined
      ? word("label.brings", { what: named, amount: amount(what, income) })
      : named;
  const fee = position.fees[group - 1] ?? 0;
  return fee ? word("label.costs", { what: brings, fee }) : brings;
}

/** The symbols and the value of a person. */
function virtues(tile: Tile, pieces: Pieces): { symbols: string; spaces: string } {
  const person = pieces.persons.find((one) => one.tile === tile);
  return { symbols: amount("symbols", person?.symbols ?? 0), spaces: amount("spaces", person?.value ?? 0) };
}

export function label(decision: number, position: Position, { fields, pieces }: Known): string {
  const court = position.seat === null ? undefined : position.courts[position.seat];
  const meant = fields[decision];
  switch (meant?.kind) {
    case "draft": {
      const [first, second] = meant.types;
      const spaces = amount("spaces", together(meant.types, pieces));
      return capital(word("label.draft", { first: cardName(first), second: cardName(second), spaces }));
    }
    case "house": {
      const palace = court?.palaces[meant.palace - 1];
      const persons = palace?.persons.length ? list(palace.persons.map(tileName)) : word("label.empty");
      const floors = amount("floors", palace?.floors ?? 0);
      return word("label.house", { palace: meant.palace, floors, persons });
    }
    case "act":
      return capital(actLabel(meant.action, meant.group, position));
    case "pass": {
      const more = Math.max(0, pieces.pass_yuan - (court?.yuan ?? 0));
      return more ? word("label.pass_yuan", { amount: amount("yuan", more) }) : word("label.pass");
    }
    case "buy": {
      const { privilege } = meant;
      const dragons = pieces.privileges.find((one) => one.privilege === privilege)?.dragons ?? 0;
      const price = amount("yuan", priceOf(privilege, position, pieces));
      return word(`label.buy_${privilege}`, { price, points: amount("points", dragons) });
    }
    case "build":
      return meant.palace === null ? word("label.build_new") : word("label.build", { palace: meant.palace });
    case "play": {
      const { card } = meant;
      const there = pieces.persons.some(
        (one) => (card === "wild" || one.type === card) && position.display[one.tile],
      );
      return word(there ? "label.play" : "label.play_none", { card: cardName(card) });
    }
    case "discard":
      return word("label.discard", { card: cardName(meant.card) });
    case "take":
      return word("label.take", { person: the(meant.person), ...virtues(meant.person, pieces) });
    case "release":
    case "replace":
      return capital(word(`label.${meant.kind}`, { person: the(meant.person), palace: meant.palace }));
    case "let_go":
      return word("label.let", { person: position.person ? the(position.person) : "" });
    case "lay":
      return word("label.lay", { gift: say(`year_of_the_dragon.gift.${meant.gift}`) });
    case "collapse":
      return word("label.collapse", { palace: meant.palace });
    case "return":
      return word("label.return", { piece: say(`year_of_the_dragon.piece.${meant.piece}`) });
    case "charter":
      return word("label.charter", { several: word(`several.${meant.type}`) });
    default:
      return "";
  }
}

/** The spaces that the younger persons of these types move the marker together. */
function together(types: string[], pieces: Pieces): number {
  const younger = pieces.persons.filter((one) => one.age !== "older" && types.includes(one.type));
  return younger.reduce((sum, one) => sum + one.value, 0);
}

function askRelease(position: Position, owed: number): string {
  const event = position.events[position.month - 1];
  if (position.stage.includes("wall")) return word("ask.wall");
  if (position.stage === "super_event") return word("ask.earthquake_release");
  const count = amount("persons", owed);
  if (event === "drought") return word("ask.drought", { amount: count });
  return word("ask.release", { event: capital(say(`year_of_the_dragon.event.${event}`)), amount: count });
}

export function ask(position: Position): string {
  const owed = position.seat === null ? 0 : position.courts[position.seat]!.owed;
  switch (position.phase) {
    case "house":
    case "replace":
      return word(`ask.${position.phase}`, { person: position.person ? the(position.person) : "" });
    case "build":
      return word("ask.build", { amount: amount("floors", position.floors_left) });
    case "take":
      return word(position.stage === "super_event" ? "ask.sunrise" : "ask.take");
    case "release":
      return askRelease(position, owed);
    case "collapse":
      return word("ask.collapse", { amount: amount("floors", owed) });
    case "return":
      return word("ask.return", { count: owed });
    case "discard":
      return word("ask.discard", { amount: amount("cards", owed) });
    default:
      return word(`ask.${position.phase}`);
  }
}

export function source(one: Source): string {
  return capital(say(`year_of_the_dragon.source.${one.source}`));
}

/** The kinds of source in the order of their rows. */
const ROWS =
  "palaces court_ladies privileges research festivals mongols persons monks money wall super_event".split(
    " ",
  );

export const shares: Shares = {
  order: ROWS,
  kindOf: ({ source }) => source,
  label: (kind) => say(`year_of_the_dragon.source.${kind}`),
};
