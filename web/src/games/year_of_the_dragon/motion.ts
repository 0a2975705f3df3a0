/** Pieces come from where they were: a dragon from its court, a person from the display. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "$lib/settings.svelte";

const FLIGHT_MS = 600;

/** Arrive from the place that is marked so by `data-place`; if it cannot be seen, just grow. */
export function from(node: Element, place: string): TransitionConfig {
  const duration = settings.duration(FLIGHT_MS);
  const there = document.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  if (!there?.width || !here.width) {
    return { duration, easing: cubicOut, css: (t) => `transform: scale(${t}); opacity: ${t}` };
  }
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  return {
    duration,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${dx * u}px, ${dy * u}px); position: relative; z-index: 20`,
  };
}

/** Leave: fade and fall. */
export function away(_node: Element): TransitionConfig {
  return {
    duration: settings.duration(FLIGHT_MS / 2),
    css: (t, u) => `opacity: ${t}; transform: translateY(${u * 14}px) rotate(${u * 6}deg)`,
  };
}
