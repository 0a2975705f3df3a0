/** What a person has set for this browser. Everything has a sensible value without being asked for. */

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";
export type Confirm = "auto" | "always" | "never";
export type Pace = "slow" | "normal" | "fast" | "instant";

const KEPT = "palatine.settings";
const PACES: Record<Pace, number> = { slow: 1600, normal: 800, fast: 250, instant: 0 };

interface Kept {
  theme: Theme;
  motion: Motion;
  confirm: Confirm;
  pace: Pace;
  sounds: boolean;
  gains: boolean;
}

const DEFAULTS: Kept = {
  theme: "auto",
  motion: "auto",
  confirm: "auto",
  pace: "normal",
  sounds: false,
  gains: true,
};

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

/** A media query as something that can be watched. */
class Media {
  holds = $state(false);

  constructor(query: string) {
    const media = matchMedia(query);
    this.holds = media.matches;
    media.addEventListener("change", (event) => (this.holds = event.matches));
  }
}

class Settings {
  values = $state<Kept>({ ...DEFAULTS, ...kept() });
  #dark = new Media("(prefers-color-scheme: dark)");
  #still = new Media("(prefers-reduced-motion: reduce)");
  #touch = new Media("(pointer: coarse)");

  /** Whether the dark colours are shown. */
  get dark(): boolean {
    return this.values.theme === "auto" ? this.#dark.holds : this.values.theme === "dark";
  }

  /** Whether nothing is to move that need not. */
  get still(): boolean {
    return this.values.motion === "auto" ? this.#still.holds : this.values.motion === "reduced";
  }

  /** Whether a decision is shown first and made when it is confirmed: by default where fingers point. */
  get confirms(): boolean {
    return this.values.confirm === "auto" ? this.#touch.holds : this.values.confirm === "always";
  }

  /** For how many milliseconds a decision of somebody else is shown at least. */
  get pause(): number {
    return PACES[this.values.pace];
  }

  /** How long a movement takes. */
  duration(milliseconds: number): number {
    return this.still ? 0 : milliseconds;
  }

  /** Set something, and keep it. */
  set<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.values[name] = value;
    localStorage.setItem(KEPT, JSON.stringify(this.values));
  }
}

export const settings = new Settings();
