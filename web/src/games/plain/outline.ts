/** A position as a readable outline: plain data, sorted into single values, lists, tables and named parts. */
import { canSay, number, readable, say } from "$lib/words.svelte";

/** Whose words are used, who sits where, and which lists have an entry for each seat. */
export interface Reader {
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
  /** How many single values it has. */
  size: number;
}

type Plain = Record<string, unknown>;

/** Fields whose number is that of a seat. */
const SEATS = new Set(["seat", "player", "owner"]);
/** What the table tells elsewhere, and what matters least. */
const KNOWN = new Set(["game", "players", "rules_version", "seat", "totals"]);
const LAST = "options";
const NOTHING = "–";
const MOST_COLUMNS = 8;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSingle = (value: unknown) => typeof value !== "object" || value === null;
/** What fits into a cell of a table. */
const isShort = (value: unknown) => isSingle(value) || (Array.isArray(value) && value.every(isSingle));

/** The parts of a position. */
export function outline(position: unknown, reader: Reader): Part[] {
  if (!isPlain(position)) return [partOf("", position, reader, true)];
  const { [LAST]: last, ...others } = position;
  const first = Object.entries(others).filter(([name]) => !KNOWN.has(name));
  return partsOf({ ...Object.fromEntries(first), ...(isPlain(last) && { [LAST]: last }) }, reader, true);
}

function partsOf(data: Plain, reader: Reader, top: boolean): Part[] {
  return Object.entries(data).map(([name, value]) => partOf(name, value, reader, top));
}

function partOf(name: string, value: unknown, reader: Reader, top: boolean): Part {
  return { name: nameOf(name, reader), shape: shapeOf(name, value, reader, top), size: sizeOf(value) };
}

/** What a field is called. */
function nameOf(name: string, { game }: Reader): string {
  const key = `${game}.field.${name}`;
  return canSay(key) ? say(key) : readable(name);
}

/** A single value of a field, or several in a row. */
function textOf(name: string, value: unknown, reader: Reader): string {
  if (Array.isArray(value)) {
    return value.map((one) => textOf(name, one, reader)).join(", ") || NOTHING;
  }
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return say(value ? "web_plain.yes" : "web_plain.no");
  if (typeof value === "number") return (SEATS.has(name) && reader.seats[value]) || number(value);
  const key = `${reader.game}.${name}.${String(value)}`;
  return canSay(key) ? say(key) : String(value).replaceAll("_", " ");
}

/** The heads of a list: the names of the seats, or numbers. */
function headsOf(name: string, values: unknown[], reader: Reader, top: boolean): string[] {
  const bySeat = top && reader.bySeat.includes(name);
  return values.map((_, index) => (bySeat && reader.seats[index]) || number(index + 1));
}

function shapeOf(name: string, value: unknown, reader: Reader, top: boolean): Shape {
  if (isPlain(value)) {
    const parts = partsOf(value, reader, false);
    return parts.length ? { kind: "parts", parts } : { kind: "value", text: NOTHING };
  }
  if (!Array.isArray(value) || !value.length) {
    return { kind: "value", text: textOf(name, value, reader) };
  }
  if (value.every(isSingle)) return { kind: "list", texts: value.map((one) => textOf(name, one, reader)) };
  const heads = headsOf(name, value, reader, top);
  const columns = columnsOf(value);
  if (columns) {
    const rows = value.map((row: Plain, index) => ({
      head: heads[index]!,
      cells: columns.map((column) => textOf(column, row[column], reader)),
    }));
    return { kind: "table", columns: columns.map((column) => nameOf(column, reader)), rows };
  }
  const parts = value.map((one, index) => ({ ...partOf(name, one, reader, false), name: heads[index]! }));
  return { kind: "parts", parts };
}

/** The columns of a table, if a list can be shown as one: objects with the same few fields, none of them deep. */
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
