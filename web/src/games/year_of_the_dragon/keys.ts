/** Moving the focus with arrow keys. */

const STEPS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const CHOICES = "[data-decision], [data-step]";
/** Choices, and things of the same kind that only explain why they cannot be chosen. */
const REACHABLE = `${CHOICES}, [data-refused][tabindex="0"]`;

/** In a row, move by one with an arrow key. The focus follows the selection. */
export function arrowTo(event: KeyboardEvent, go: (by: number) => void): void {
  const by = STEPS[event.key]?.[0];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const all =
    (event.currentTarget as Element).closest("ol, ul")?.querySelectorAll<HTMLElement>("button") ?? [];
  const to = [...all].indexOf(event.currentTarget as HTMLElement) + by;
  if (!all[to]) return;
  go(by);
  all[to].focus();
}

/** Move the focus to the next choice in the direction of an arrow key. */
export function roam(board: HTMLElement, event: KeyboardEvent): void {
  const direction = STEPS[event.key];
  const here = event.target as HTMLElement;
  if (!direction || !here.matches(REACHABLE)) return;
  const [right, down] = direction;
  const start = centre(here);
  let best: HTMLElement | null = null;
  let nearest = Infinity;
  for (const other of board.querySelectorAll<HTMLElement>(REACHABLE)) {
    if (other === here) continue;
    const [x, y] = centre(other);
    const along = (x - start[0]) * right + (y - start[1]) * down;
    const aside = Math.abs((x - start[0]) * down) + Math.abs((y - start[1]) * right);
    if (along < 4) continue;
    const distance = along + 2.5 * aside; // prefer what is straight ahead
    if (distance < nearest) [nearest, best] = [distance, other];
  }
  event.preventDefault();
  best?.focus();
}

function centre(node: Element): [number, number] {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Everything that can be chosen. */
export function allChoices(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(CHOICES)];
}
