/** The settings of this browser. */
import { load, store } from "$lib/storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";
export type Confirm = "auto" | "always" | "never";
export type Pace = "slow" | "normal" | "fast" | "instant";

const STORED = "settings";
/** Milliseconds for which the decision of another player is shown. */
const PACES: Record<Pace, number> = { slow: 1600, normal: 800, fast: 250, instant: 0 };

interface Values {
  theme: Theme;
  motion: Motion;
  confirm: Confirm;
  pace: Pace;
  sounds: boolean;
  gains: boolean;
}

const DEFAULTS: Values = {
  theme: "auto",
  motion: "auto",
  confirm: "auto",
  pace: "normal",
  sounds: false,
  gains: true,
};

/** A media query as reactive state. */
class Media {
  holds = $state(false);

  constructor(query: string) {
    const media = matchMedia(query);
    this.holds = media.matches;
    media.addEventListener("change", (event) => (this.holds = event.matches));
  }
}

class Settings {
  values = $state<Values>(load(STORED, DEFAULTS));
  #dark = new Media("(prefers-color-scheme: dark)");
  #still = new Media("(prefers-reduced-motion: reduce)");
  #touch = new Media("(pointer: coarse)");

  /** True if the colours are dark. */
  get dark(): boolean {
    return this.values.theme === "auto" ? this.#dark.holds : this.values.theme === "dark";
  }

  /** True if motion is reduced. */
  get still(): boolean {
    return this.values.motion === "auto" ? this.#still.holds : this.values.motion === "reduced";
  }

  /** True if decisions must be confirmed: by default on touch screens. */
  get confirms(): boolean {
    return this.values.confirm === "auto" ? this.#touch.holds : this.values.confirm === "always";
  }

  /** The milliseconds for which the decision of another player is shown. */
  get pause(): number {
    return PACES[this.values.pace];
  }

  /** Return the duration of an animation: 0 if motion is reduced. */
  duration(milliseconds: number): number {
    return this.still ? 0 : milliseconds;
  }

  /** Change a setting and store it. */
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    this.values[name] = value;
    store(STORED, this.values);
  }
}

export const settings = new Settings();
