import type { GamePlay } from "$games/contract";
import Board from "./Board.svelte";
import { paint } from "./picture";
import Reference from "./Reference.svelte";
import { wordsOf } from "./words";

export function playOf(game: string): GamePlay {
  return { Board, Reference, paint: paint(game), ...wordsOf(game) };
}
