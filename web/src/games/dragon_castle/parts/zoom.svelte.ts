/** The visible part of a drawing: all of it at first; zoomed with buttons, two fingers, or the wheel with Ctrl. */
import type { Box, Point } from "./geometry";

const CLOSEST = 3;
const STEP = 1.4;
/** A finger that moves less than this many pixels taps. */
const TAP = 8;

export class Zoom {
  scale = $state(1);
  #centre = $state.raw<Point | null>(null);
  #pointers = new Map<number, Point>();
  #moved = 0;

  /** @param whole the box of the whole drawing */
  constructor(readonly whole: () => Box) {}

  /** The visible box. */
  box = $derived.by((): Box => {
    const whole = this.whole();
    const [width, height] = [whole.width / this.scale, whole.height / this.scale];
    const centre = this.#centre ?? { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
    const within = (middle: number, size: number, from: number, length: number) =>
      Math.min(Math.max(middle - size / 2, from), from + length - size);
    return {
      x: within(centre.x, width, whole.x, whole.width),
      y: within(centre.y, height, whole.y, whole.height),
      width,
      height,
    };
  });

  closer(): void {
    this.#to(this.scale * STEP);
  }

  farther(): void {
    this.#to(this.scale / STEP);
  }

  all(): void {
    this.#to(1);
  }

  /** Move a point well into the visible box. */
  show(point: Point): void {
    const { x, y, width, height } = this.box;
    const inside =
      Math.abs(point.x - x - width / 2) < width * 0.4 && Math.abs(point.y - y - height / 2) < height * 0.4;
    if (this.scale > 1 && !inside) this.#centre = point;
  }

  #to(scale: number): void {
    const { x, y, width, height } = this.box;
    this.#centre = { x: x + width / 2, y: y + height / 2 };
    this.scale = Math.min(CLOSEST, Math.max(1, scale));
  }

  /** For the element that shows the drawing: `<svg {@attach zoom.attach}>`. */
  attach = (node: SVGSVGElement): (() => void) => {
    const unit = () => this.box.width / node.clientWidth;
    const down = (event: PointerEvent) => {
      if (this.#pointers.size === 0) this.#moved = 0;
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent) => {
      const before = this.#pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      this.#pointers.set(event.pointerId, now);
      this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, now);
      else if (this.scale > 1 && this.#moved > TAP) this.#drag(before, now, unit());
    };
    const up = (event: PointerEvent) => this.#pointers.delete(event.pointerId);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#to(this.scale * Math.exp(-event.deltaY / 200));
    };
    // A drag is not also a click.
    const click = (event: MouseEvent) => {
      if (this.#moved > TAP && event.detail > 0) event.stopPropagation();
    };
    node.addEventListener("pointerdown", down);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    node.addEventListener("wheel", wheel, { passive: false });
    node.addEventListener("click", click, { capture: true });
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  };

  #drag(before: Point, now: Point, unit: number): void {
    const { x, y, width, height } = this.box;
    this.#centre = {
      x: x + width / 2 - (now.x - before.x) * unit,
      y: y + height / 2 - (now.y - before.y) * unit,
    };
  }

  #pinch(moving: number, before: Point, now: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== moving)?.[1];
    if (!other) return;
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.#to((this.scale * distance(now)) / distance(before));
  }
}
