/** The colour and initial of a game without a picture of its own. */
const HUES = 360;

/** Return a hue that depends only on the name. */
export function hueOf(game: string): number {
  return [...game].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % HUES, 7);
}

export function initialOf(game: string): string {
  return game.charAt(0).toUpperCase();
}
