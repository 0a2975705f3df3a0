/** What the app says: every sentence by a dotted key, in the language that was chosen. */

export const LANGUAGES = { en: "English", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;
export type Fields = Record<string, string | number>;

type Catalogue = Record<string, string>;

const CATALOGUES: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:words/en"),
  it: () => import("virtual:words/it"),
};
const KEPT = "palatine.language";

class Speech {
  language = $state<Language>("en");
  catalogue = $state.raw<Catalogue>({});
  /** The games whose words come from the server. */
  #learnt = new Set<string>();

  /** Speak a language from now on. */
  async use(language: Language): Promise<void> {
    const [{ default: own }, ...others] = await Promise.all([
      CATALOGUES[language](),
      ...[...this.#learnt].map((game) => wordsOf(game, language).catch(() => ({}))),
    ]);
    this.catalogue = Object.assign({}, own, ...others);
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem(KEPT, language);
  }

  /** Take the words of a game from the server. */
  async learn(game: string): Promise<void> {
    if (this.#learnt.has(game)) return;
    const words = await wordsOf(game, this.language);
    this.#learnt.add(game);
    this.catalogue = { ...this.catalogue, ...words };
  }

  /** The language of this browser: chosen before, or what the browser asks for. */
  preferred(): Language {
    const wished = [localStorage.getItem(KEPT) ?? "", ...navigator.languages].map((one) => one.slice(0, 2));
    return wished.find(isLanguage) ?? "en";
  }
}

export const speech = new Speech();

/** Those of a game that is not built in; asked for without `$lib/api`, which speaks itself. */
async function wordsOf(game: string, language: Language): Promise<Catalogue> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/words/${language}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return ((await answer.json()) as { words: Catalogue }).words;
}

export function isLanguage(one: string): one is Language {
  return one in LANGUAGES;
}

/** Whether there is a sentence under a key. */
export function canSay(key: string): boolean {
  return key in speech.catalogue;
}

/** The sentence under a key, its gaps filled. One that is missing is an error that the tests notice. */
export function say(key: string, fields: Fields = {}): string {
  const sentence = speech.catalogue[key];
  if (sentence === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(fields[name] ?? gap));
}

/** The sentence under a key, or something else where there is none. */
export function orElse(key: string, fields: Fields, otherwise: string): string {
  return canSay(key) ? say(key, fields) : otherwise;
}

/** A name as programs write it, for people: `long_name` is "Long name". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toLocaleUpperCase(speech.language) + words.slice(1);
}

/** A number as the language writes it. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(speech.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A share as percent. */
export function percent(share: number): string {
  return share.toLocaleString(speech.language, { style: "percent", maximumFractionDigits: 0 });
}

/** How long ago something was, in words. */
export function ago(then: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(speech.language, { numeric: "auto" });
  const minutes = Math.round((then - now) / 60_000);
  if (Math.abs(minutes) < 60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}
