/** The rules of a game as they can be read, searched and cited: sections with titles, rules with their numbers as ids. */
import { get, Refusal } from "$lib/api";
import { ENGLISH } from "$lib/sentences";
import type { Language } from "$lib/words.svelte";
import pages from "virtual:rules";

/** The number of a rule: letters for the game, and a number that may have a letter before and after it. */
const RULE = /\b[A-Z]{2,}-[A-Z]?\d+[a-z]?\b/;
const RULES = new RegExp(RULE, "g");
const BLOCKS = "li, p, tr, h3";

export interface Section {
  id: string;
  title: string;
  /** Its content, made from the text of the game. */
  body: DocumentFragment;
}

export interface Found {
  section: Section;
  html: string;
  /** How often the words were found in it. */
  count: number;
}

/** The rules of a game in a language: built in, or told by the server. */
export async function rulesOf(game: string, language: Language): Promise<Section[]> {
  const page = pages[game]?.[language] ?? pages[game]?.[ENGLISH];
  const html = page ? (await page()).default : await toldRules(game, language);
  return sections(new DOMParser().parseFromString(html, "text/html"));
}

async function toldRules(game: string, language: Language): Promise<string> {
  const [{ marked }, { markdown }] = await Promise.all([
    import("marked"),
    markdownOf(game, language).catch((cause: unknown) => {
      if (cause instanceof Refusal && language !== ENGLISH) return markdownOf(game, ENGLISH);
      throw cause;
    }),
  ]);
  return marked.parse(markdown, { async: false });
}

function markdownOf(game: string, language: Language): Promise<{ markdown: string }> {
  return get(`/api/games/${encodeURIComponent(game)}/rules/${encodeURIComponent(language)}`);
}

function sections(page: Document): Section[] {
  for (const strong of page.querySelectorAll(
    "li > strong:first-child, li > p:first-child > strong:first-child",
  )) {
    const number = strong.textContent?.match(RULE)?.[0];
    const item = strong.closest("li");
    if (number && item) item.id = number;
  }
  linkNumbers(page);
  const found: Section[] = [];
  /** Rules without parts are one. */
  const heading = page.querySelector("h2") ? "H2" : "H1";
  for (const node of [...page.body.childNodes]) {
    if (node instanceof Element && node.tagName === heading) {
      const id = `s${found.length + 1}`;
      found.push({ id, title: node.textContent ?? "", body: page.createDocumentFragment() });
    } else if (!(node instanceof Element && node.tagName === "H1")) {
      found.at(-1)?.body.append(node);
    }
  }
  // A table that is too wide is scrolled by itself, with the keyboard too.
  for (const { body } of found) {
    for (const table of body.querySelectorAll("table")) {
      const frame = page.createElement("div");
      frame.className = "table";
      frame.tabIndex = 0;
      table.replaceWith(frame);
      frame.append(table);
    }
  }
  return found;
}

/** Where a rule is named, it can be gone to. */
function linkNumbers(page: Document): void {
  for (const text of textsIn(page.body)) {
    if (text.parentElement?.closest("strong, code, a") || !RULE.test(text.data)) continue;
    replace(text, RULES, (number) => {
      const anchor = page.createElement("a");
      anchor.href = `#${number}`;
      anchor.textContent = number;
      return page.getElementById(number) ? anchor : page.createTextNode(number);
    });
  }
}

function textsIn(root: Node): Text[] {
  const document = root.ownerDocument ?? (root as Document);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function replace(text: Text, pattern: RegExp, by: (match: string) => Node): void {
  const parts: Node[] = [];
  let from = 0;
  for (const match of text.data.matchAll(pattern)) {
    parts.push(new Text(text.data.slice(from, match.index)), by(match[0]));
    from = match.index + match[0].length;
  }
  text.replaceWith(...parts, new Text(text.data.slice(from)));
}

/** A text without accents and capitals, letter for letter, so that places in it stay the same. */
export function folded(text: string): string {
  return [...text]
    .map((letter) => (letter.normalize("NFD")[0] ?? letter).toLowerCase().padEnd(letter.length))
    .join("");
}

/** What of a word is looked for: not its ending, which is another in the plural (crowns, corone). */
export function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:[aeiou]|e?s)$/, "") : word;
}

/** The sections with what has all the words in it, each marked; all of them if nothing is looked for. */
export function search(all: Section[], wanted: string): Found[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean).map(stem);
  return all.flatMap((section): Found[] => {
    const body = section.body.cloneNode(true) as DocumentFragment;
    const count = words.length ? keepMatching(body, words) : 0;
    if (words.length && !count) return [];
    const holder = document.createElement("div");
    holder.append(body);
    return [{ section, html: holder.innerHTML, count }];
  });
}

/** Take away what does not have all the words, mark them in the rest: how many there were. */
function keepMatching(body: DocumentFragment, words: string[]): number {
  const has = (block: Element) => words.every((word) => folded(block.textContent ?? "").includes(word));
  let count = 0;
  for (const block of body.querySelectorAll(BLOCKS)) {
    if (block.closest("thead") || block.querySelector("li, p")) continue;
    if (!has(block) && !block.closest("li:is([id])")?.matches(":has(mark)")) block.remove();
    else for (const text of textsIn(block)) count += mark(text, words);
  }
  for (const left of body.querySelectorAll("ul, ol, .table")) {
    if (!left.querySelector("li, tbody tr, p")) left.remove();
  }
  for (const other of body.querySelectorAll("pre")) if (!has(other)) other.remove();
  return count;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (/[a-z]/.test(text[end] ?? "")) end++;
  return end;
}

function mark(text: Text, words: string[]): number {
  const plain = folded(text.data);
  const places = words
    .flatMap((word) => {
      const found: [number, number][] = [];
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
        found.push([at, endOfWord(plain, at + word.length)]);
      }
      return found;
    })
    .sort(([a], [b]) => a - b);
  const parts: Node[] = [];
  let from = 0;
  let count = 0;
  for (const [start, end] of places) {
    if (start < from) continue;
    const found = document.createElement("mark");
    found.textContent = text.data.slice(start, end);
    parts.push(new Text(text.data.slice(from, start)), found);
    from = end;
    count++;
  }
  if (count) text.replaceWith(...parts, new Text(text.data.slice(from)));
  return count;
}
