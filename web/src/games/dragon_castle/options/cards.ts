/** The cards of the options "spirits" and "dragons", in words. */
import { canSay, readable, say } from "$lib/words.svelte";

/** The keys of the option "spirits" begin with "spirit". */
const kindOf = (option: string) => option.replace(/s$/, "");

export function cardTitle(option: string, card: string): string {
  const key = `dragon_castle.${kindOf(option)}.${card}`;
  return canSay(key) ? say(key) : readable(card); // a number of cards
}

export function cardText(option: string, card: string): string {
  return say(`dragon_castle.${kindOf(option)}_text.${card}`);
}

/** Return a value in a few words: the number of cards, or their names. */
export function chosenCards(option: string, value: boolean | number | string): string {
  return String(value)
    .split(",")
    .map((card) => cardTitle(option, card))
    .join(", ");
}
