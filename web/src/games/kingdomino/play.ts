/** Kingdomino: the part of the game that a table loads. */
export { default as Board } from "./Board.svelte";
export { default as Reference } from "./Reference.svelte";
export { paint } from "./picture";
export { about, ask, label, shares, shown, source, tell } from "./words";
