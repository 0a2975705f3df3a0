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

  /** Speak a language from now on. */
  async use(language: Language): Promise<void> {
    this.catalogue = (await CATALOGUES[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem(KEPT, language);
  }

  /** The language of this browser: chosen before, or what the browser asks for. */
  preferred(): Language {
    const wished = [localStorage.getItem(KEPT) ?? "", ...navigator.languages].map((one) => one.slice(0, 2));
    return wished.find(isLanguage) ?? "en";
  }
}

export const speech = new Speech();

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
