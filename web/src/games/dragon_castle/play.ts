/** The parts of Dragon Castle that a table needs. */
export { default as Board } from "./Board.svelte";
export { default as Reference } from "./Reference.svelte";
export { paint } from "./picture";
export { about, alone, ask, label, shares, source, tell } from "./words";
