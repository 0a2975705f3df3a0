/** Dragon Castle, as the app asks for it: see `GameModule` in games/contract.ts. */
export { default as Board } from "./Board.svelte";
export { default as Reference } from "./Reference.svelte";
export { about, ask, label, source, tell } from "./words";
