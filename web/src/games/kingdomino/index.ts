import type { GameModule } from "$games/contract";
import KingdominoBoard from "./Board.svelte";
import KingdominoReference from "./Reference.svelte";

export const Board = KingdominoBoard as unknown as GameModule["Board"];
export const Reference = KingdominoReference as unknown as GameModule["Reference"];
export { about, ask, label, shown, source, tell } from "./words";
