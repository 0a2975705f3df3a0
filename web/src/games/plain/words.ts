/** A plain game in words: the game's own where it has them, otherwise the names that programs use, made readable. */
import type { About, AnyDecision, Constants, Move, Shares, Source } from "$games/contract";
import type { Field, Fields } from "$lib/sentences";
import { canSay, number, orElse, readable, say } from "$lib/words.svelte";

/** Plain data as it fills the gaps of a sentence. */
function gaps(data: object): Fields {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, gap(value)]));
}

function gap(value: unknown): Field {
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.map(plain) : plain(value);
}

function plain(value: unknown): string {
  if (typeof value === "number") return number(value);
  return value === null || typeof value === "object" ? "" : String(value).replaceAll("_", " ");
}

/** The sentences of a game under the names that `GamePlay` has for them. */
export function wordsOf(game: string) {
  function label(
    decision: number,
    _: unknown,
    { fields, decisions }: Constants<unknown, AnyDecision>,
  ): string {
    const meant = fields[decision];
    const text = readable(decisions[decision] ?? "");
    return meant ? orElse(`${game}.decision.${meant.kind}`, gaps(meant), text) : text;
  }

  function tell(decision: number, name: string, about: About | null, constants: Constants): string {
    const meant: AnyDecision | undefined = constants.fields[decision];
    const key = `${game}.tell.${meant?.kind}`;
    if (meant && canSay(key)) return say(key, { ...gaps(about ?? {}), ...gaps(meant), name });
    return say("web_plain.tell", { name, decision: label(decision, null, constants) });
  }

  function ask(position: unknown, _moves: Move[]): string {
    const phase = (position as { phase?: unknown } | null)?.phase;
    return orElse(`${game}.ask.${String(phase)}`, {}, say("web_plain.ask"));
  }

  function source(one: Source): string {
    return orElse(`${game}.source.${one.source}`, gaps(one), readable(one.source));
  }

  /** A kind of source: its words, unless they are about a single one and have gaps. */
  function kindName(kind: string): string {
    const words = orElse(`${game}.share.${kind}`, {}, orElse(`${game}.source.${kind}`, {}, ""));
    return words && !words.includes("{") ? words : readable(kind);
  }

  const shares: Shares = {
    order: [],
    kindOf: (one) => one.source,
    label: kindName,
  };

  return { about: (): About => ({}), ask, label, shares, source, tell };
}
