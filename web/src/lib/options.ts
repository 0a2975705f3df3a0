/** Titles and texts of options and their values. A game without sentences for the app uses those of the terminal. */
import type { OptionView } from "$generated/messages";
import { moduleOf } from "$lib/games.svelte";
import { canSay, readable, say } from "$lib/words.svelte";
import type { Plan, Value } from "./plan.svelte";

function firstOf(...keys: string[]): string | undefined {
  const key = keys.find(canSay);
  return key && say(key);
}

export function optionTitle(game: string, { name }: OptionView): string {
  return firstOf(`${game}.app.option.${name}.title`, `${game}.option.${name}`) ?? readable(name);
}

export function optionText(game: string, { name }: OptionView): string {
  return firstOf(`${game}.app.option.${name}.text`) ?? "";
}

export function valueTitle(game: string, { name }: OptionView, value: Value): string {
  return (
    firstOf(`${game}.app.option.${name}.${value}`, `${game}.${name}.${value}`) ?? readable(String(value))
  );
}

export function valueText(game: string, { name }: OptionView, value: Value): string {
  return firstOf(`${game}.app.option.${name}.${value}_text`) ?? "";
}

/** Summarise the chosen options that differ from their defaults. */
export function chosenWords(plan: Plan, options: OptionView[]): string {
  const unusual = options.filter((option) => plan.value(option) !== plan.usual(option));
  if (!unusual.length) return say("web_home.new.default");
  return unusual.map((option) => chosenWord(plan.game.name, option, plan.value(option))).join(" · ");
}

/** Summarise the chosen value of an option. */
export function chosenWord(game: string, option: OptionView, value: Value): string {
  const title = optionTitle(game, option);
  const control = moduleOf(game).options?.[option.name];
  if (control) return control.value(value);
  if (option.kind === "flag") return title;
  return `${title}: ${valueTitle(game, option, value)}`;
}
