/** How options and their values are called. What has no words of its own here is called as everywhere else. */
import type { OptionView } from "$made/messages";
import { canSay, say } from "$lib/words.svelte";
import type { Value } from "./plan.svelte";

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
