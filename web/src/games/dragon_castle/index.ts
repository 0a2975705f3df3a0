import type { GameModule } from "$games/contract";
import Board from "./Board.svelte";
import Reference from "./Reference.svelte";

export { ask, label, source, tell } from "./words";
export { Board, Reference };

({ Board, Reference }) satisfies Pick<GameModule, "Board" | "Reference">;
