/** A position as a readable outline: values, lists, tables and named parts. */
import { canSay, number, readable, say } from "$lib/words.svelte";

/** The context of an outline: the game for its words, the names of the seats, the lists with an entry for each seat. */
export interface Context {
  game: string;
  seats: string[];
  bySeat: string[];
}

export type Shape =
  | { kind: "value"; text: string }
  | { kind: "list"; texts: string[] }
  | { kind: "table"; columns: string[]; rows: { head: string; cells: string[] }[] }
  | { kind: "parts"; parts: Part[] };

export interface Part {
  name: string;
  shape: Shape;
  /** The number of single values in it. */
  size: number;
}

type Plain = Record<string, unknown>;

/** Fields whose value is the number of a seat. */
const SEATS = new Set(["seat", "player", "owner"]);
/** Fields that the table shows elsewhere. */
const KNOWN = new Set(["game", "players", "rules_version", "seat", "totals"]);
/** The least important field, shown last. */
const LAST = "options";
const NOTHING = "–";
const MOST_COLUMNS = 8;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSingle = (value: unknown) => typeof value !== "object" || value === null;
/** Return true if a value fits into a cell of a table. */
const isShort = (value: unknown) => isSingle(value) || (Array.isArray(value) && value.every(isSingle));

/** Return the parts of a position. */
export function outline(position: unknown, context: Context): Part[] {
  if (!isPlain(position)) return [partOf("", position, context, true)];
  const { [LAST]: last, ...others } = position;
  const first = Object.entries(others).filter(([name]) => !KNOWN.has(name));
  return partsOf({ ...Object.fromEntries(first), ...(isPlain(last) && { [LAST]: last }) }, context, true);
}

function partsOf(data: Plain, context: Context, top: boolean): Part[] {
  return Object.entries(data).map(([name, value]) => partOf(name, value, context, top));
}

function partOf(name: string, value: unknown, context: Context, top: boolean): Part {
  return { name: nameOf(name, context), shape: shapeOf(name, value, context, top), size: sizeOf(value) };
}

/** Return the name of a field. */
function nameOf(name: string, { game }: Context): string {
  const key = `${game}.field.${name}`;
  return canSay(key) ? say(key) : readable(name);
}

/** Return the text of a value, or of a list of values. */
function textOf(name: string, value: unknown, context: Context): string {
  if (Array.isArray(value)) {
    return value.map((one) => textOf(name, one, context)).join(", ") || NOTHING;
  }
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return say(value ? "web_plain.yes" : "web_plain.no");
  if (typeof value === "number") return (SEATS.has(name) && context.seats[value]) || number(value);
  const key = `${context.game}.${name}.${String(value)}`;
  return canSay(key) ? say(key) : String(value).replaceAll("_", " ");
}

/** Return the row heads of a list: the names of the seats, or numbers. */
function headsOf(name: string, values: unknown[], context: Context, top: boolean): string[] {
  const bySeat = top && context.bySeat.includes(name);
  return values.map((_, index) => (bySeat && context.seats[index]) || number(index + 1));
}

function shapeOf(name: string, value: unknown, context: Context, top: boolean): Shape {
  if (isPlain(value)) {
    const parts = partsOf(value, context, false);
    return parts.length ? { kind: "parts", parts } : { kind: "value", text: NOTHING };
  }
  if (!Array.isArray(value) || !value.length) {
    return { kind: "value", text: textOf(name, value, context) };
  }
  if (value.every(isSingle)) return { kind: "list", texts: value.map((one) => textOf(name, one, context)) };
  const heads = headsOf(name, value, context, top);
  const columns = columnsOf(value);
  if (columns) {
    const rows = value.map((row: Plain, index) => ({
      head: heads[index]!,
      cells: columns.map((column) => textOf(column, row[column], context)),
    }));
    return { kind: "table", columns: columns.map((column) => nameOf(column, context)), rows };
  }
  const parts = value.map((one, index) => ({ ...partOf(name, one, context, false), name: heads[index]! }));
  return { kind: "parts", parts };
}

/** Return the columns of a list that can be shown as a table: objects with the same few fields, none of them nested. */
function columnsOf(values: unknown[]): string[] | null {
  const [first] = values;
  if (!isPlain(first)) return null;
  const columns = Object.keys(first);
  const alike = (value: unknown) =>
    isPlain(value) &&
    Object.keys(value).length === columns.length &&
    columns.every((column) => column in value && isShort(value[column]));
  return columns.length > 0 && columns.length <= MOST_COLUMNS && values.every(alike) ? columns : null;
}

function sizeOf(value: unknown): number {
  if (isSingle(value)) return 1;
  return Object.values(value as object).reduce<number>((sum, one) => sum + sizeOf(one), 0);
}
