/** How options and their values are called. What has no words of its own here is called as everywhere else. */
import type { OptionView } from "$made/messages";
import { canSay, say } from "$lib/words.svelte";
import type { Plan, Value } from "./plan.svelte";

function firstOf(...keys: string[]): string | undefined {
  const key = keys.find(canSay);
  return key && say(key);
}

export function optionTitle(game: string, option: OptionView): string {
  return (
    firstOf(`web_home.option.${game}.${option.name}.title`, `${game}.option.${option.name}`) ?? option.name
  );
}

export function optionText(game: string, option: OptionView): string {
  return firstOf(`web_home.option.${game}.${option.name}.text`) ?? "";
}

export function valueTitle(game: string, option: OptionView, value: Value): string {
  return (
    firstOf(`web_home.option.${game}.${option.name}.${value}`, `${game}.${option.name}.${value}`) ??
    String(value)
  );
}

export function valueText(game: string, option: OptionView, value: Value): string {
  return firstOf(`web_home.option.${game}.${option.name}.${value}_text`) ?? "";
}

/** What is chosen of some options, in a few words: only what is not as usual. */
export function chosenWords(plan: Plan, options: OptionView[]): string {
  const unusual = options.filter((option) => plan.value(option) !== plan.usual(option));
  if (!unusual.length) return say("web_home.new.default");
  return unusual.map((option) => chosenWord(plan.game.name, option, plan.value(option))).join(" · ");
}

/** What is chosen of an option, in a few words. */
export function chosenWord(game: string, option: OptionView, value: Value): string {
  const title = optionTitle(game, option);
  if (option.kind === "flag") return title;
  if (option.kind === "castle") return firstOf(`castle.name.${value}`) ?? say("web_home.castles.own");
  if (option.kind === "choice") return `${title}: ${valueTitle(game, option, value)}`;
  const cards = String(value)
    .split(",")
    .map((card) => cardTitle(game, option, card));
  return `${title}: ${cards.join(", ")}`;
}

/** The cards of the option "spirits" are found under "spirit". */
const kindOf = (option: OptionView) => option.name.replace(/s$/, "");

export function cardTitle(game: string, option: OptionView, card: string): string {
  return firstOf(`${game}.${kindOf(option)}.${card}`) ?? card;
}

export function cardText(game: string, option: OptionView, card: string): string {
  return firstOf(`${game}.${kindOf(option)}_text.${card}`) ?? "";
}
