/** Sentences of a catalogue in any language: plural forms, placeholders, numbers and lists.
 *
 * No state and no Svelte: `$lib/words.svelte` adds the language of the user, `vite/words.ts` reads the catalogues. */

/** A value for a placeholder. Numbers and lists are written as the language writes them; identifiers are strings. */
export type Field = string | number | readonly string[];
export type Fields = Readonly<Record<string, Field>>;

/** The forms of a sentence by CLDR plural category. The field `count` selects one; `other` is the fallback. */
export interface PluralForms {
  other: string;
  [category: string]: string;
}

export type Sentence = string | PluralForms;
/** Sentences by dotted key. */
export type Catalogue = Record<string, Sentence>;

/** The language that every sentence exists in. */
export const ENGLISH = "en";

const CATEGORIES = new Set(["zero", "one", "two", "few", "many", "other"]);

/** Return true if a table of a catalogue is one sentence in plural forms, not a group of sentences. */
export function isPlural(table: object): table is PluralForms {
  return "other" in table && Object.keys(table).every((name) => CATEGORIES.has(name));
}

/** Keep one formatter for each language: they are slow to create. */
function byLanguage<Format>(create: (language: string) => Format): (language: string) => Format {
  const formats = new Map<string, Format>();
  return (language) => {
    const format = formats.get(language) ?? create(language);
    formats.set(language, format);
    return format;
  };
}

const plurals = byLanguage((language) => new Intl.PluralRules(language));
const numbers = byLanguage((language) => new Intl.NumberFormat(language));
const lists = byLanguage((language) => new Intl.ListFormat(language));

/** Return the form of a sentence for a count; `other` without one. */
export function formOf(sentence: Sentence, count: Field | undefined, language: string): string {
  if (typeof sentence === "string") return sentence;
  const category = typeof count === "number" ? plurals(language).select(count) : "other";
  return sentence[category] ?? sentence.other;
}

function written(field: Field, language: string): string {
  if (typeof field === "string") return field;
  return typeof field === "number" ? numbers(language).format(field) : lists(language).format(field);
}

/** Return a sentence with its placeholders filled. A placeholder without a field stays as it is. */
export function fill(sentence: Sentence, fields: Fields, language: string): string {
  return formOf(sentence, fields.count, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const field = fields[name];
    return field === undefined ? placeholder : written(field, language);
  });
}

/** Return the name of a language in that language: "Italiano". */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Return the first preferred language that is available: "it-CH" finds "it". */
export function bestLanguage(preferred: readonly string[], available: readonly string[]): string | undefined {
  return preferred
    .flatMap((language) => [language, language.split("-")[0] ?? ""])
    .find((language) => available.includes(language));
}
