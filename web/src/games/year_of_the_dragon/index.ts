/** In the Year of the Dragon, as the app shows it. */
import type { GameModule } from "$games/contract";
import BoardComponent from "./Board.svelte";
import ReferenceCard from "./Reference.svelte";

export const Board = BoardComponent as unknown as GameModule["Board"];
export const Reference = ReferenceCard as unknown as GameModule["Reference"];
export { about, ask, label, source, tell } from "./words";
