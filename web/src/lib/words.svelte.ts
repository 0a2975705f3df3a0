/** The app's sentences by dotted key, in the language of the user. */
import loaders from "virtual:languages";
import {
  bestLanguage,
  type Catalogue,
  ENGLISH,
  type Fields,
  fill,
  languageName,
  type Sentence,
} from "$lib/sentences";

/** A language by its code, such as `it`. */
export type Language = string;
export type { Fields };

/** The languages of the app, English first. */
export const LANGUAGES: { language: Language; name: string }[] = Object.keys(loaders).map((language) => ({
  language,
  name: languageName(language),
}));
const STORED = "palatine.language";

class Speech {
  language = $state<Language>(ENGLISH);
  catalogue = $state.raw<Catalogue>({});
  /** The games whose sentences come from the server. */
  #loaded = new Set<string>();

  /** Switch to a language; to English if the app does not have it. */
  async use(wanted: Language): Promise<void> {
    const language = isLanguage(wanted) ? wanted : ENGLISH;
    const [own, ...others] = await Promise.all([
      loaders[language]?.(),
      ...[...this.#loaded].map((game) => wordsOf(game, language).catch(() => ({}))),
    ]);
    this.catalogue = Object.assign({}, own?.default, ...others);
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem(STORED, language);
  }

  /** Load the sentences of a game from the server. */
  async load(game: string): Promise<void> {
    if (this.#loaded.has(game)) return;
    const words = await wordsOf(game, this.language);
    this.#loaded.add(game);
    this.catalogue = { ...this.catalogue, ...words };
  }

  /** Return the language chosen in this browser before, or the one the browser prefers. */
  preferred(): Language {
    const preferred = [localStorage.getItem(STORED) ?? "", ...navigator.languages];
    return bestLanguage(preferred, Object.keys(loaders)) ?? ENGLISH;
  }
}

export const speech = new Speech();

/** Load the sentences of a game that is not built in. Does not use `$lib/api`, which imports this module. */
async function wordsOf(game: string, language: Language): Promise<Catalogue> {
  const response = await fetch(
    `/api/games/${encodeURIComponent(game)}/words/${encodeURIComponent(language)}`,
  );
  if (!response.ok) throw new Error(response.statusText);
  return ((await response.json()) as { words: Catalogue }).words;
}

/** Return true if the app has a language. */
export function isLanguage(language: string): boolean {
  return language in loaders;
}

/** Return true if there is a sentence under a key. */
export function canSay(key: string): boolean {
  return key in speech.catalogue;
}

/** Return the sentence under a key, its placeholders filled; `count` selects the plural form.
 *
 * A key without a sentence is reported on the console, where the browser tests notice it. */
export function say(key: string, fields: Fields = {}): string {
  const sentence: Sentence | undefined = speech.catalogue[key];
  if (sentence === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return fill(sentence, fields, speech.language);
}

/** Return the sentence under a key, or a default. */
export function orElse(key: string, fields: Fields, otherwise: string): string {
  return canSay(key) ? say(key, fields) : otherwise;
}

/** Return an identifier as text: `long_name` is "Long name". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toLocaleUpperCase(speech.language) + words.slice(1);
}

/** Return a number as the language writes it. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(speech.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Round to one decimal: for points that a bot expects. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Return a share as percent. */
export function percent(share: number): string {
  return share.toLocaleString(speech.language, { style: "percent", maximumFractionDigits: 0 });
}

/** Return a number of days or hours in short: "2d". */
export function short(value: number, unit: "day" | "hour"): string {
  return value.toLocaleString(speech.language, { style: "unit", unit, unitDisplay: "narrow" });
}

/** Return a date with the time of day. */
export function moment(at: number): string {
  return new Date(at).toLocaleString(speech.language, { dateStyle: "medium", timeStyle: "short" });
}

/** Return the time since `then` in words: "5 minutes ago". */
export function ago(then: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(speech.language, { numeric: "auto" });
  const minutes = Math.round((then - now) / 60_000);
  if (Math.abs(minutes) < 60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}
