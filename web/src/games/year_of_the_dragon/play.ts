/** The parts of a table of In the Year of the Dragon. */
export { default as Board } from "./Board.svelte";
export { default as Reference } from "./Reference.svelte";
export { paint } from "./picture";
export { about, ask, label, shares, source, tell } from "./words";
