/** The colour of a plain game, by its name: always the same, and rarely that of another. */
const HUES = 360;

export function hueOf(game: string): number {
  return [...game].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % HUES, 7);
}

export function initialOf(game: string): string {
  return game.charAt(0).toUpperCase();
}
