/** Short synthesised sounds; off by default. */
import { settings } from "$lib/settings.svelte";

export type Sound = "turn" | "decision" | "end";
type Tone = [frequency: number, start: number, length: number];

const TONES: Record<Sound, Tone[]> = {
  turn: [
    [523, 0, 0.14],
    [784, 0.12, 0.22],
  ],
  decision: [[330, 0, 0.08]],
  end: [
    [523, 0, 0.2],
    [659, 0.18, 0.2],
    [784, 0.36, 0.45],
  ],
};
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.values.sounds) return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of TONES[sound]) {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { frequency, type: "triangle" });
    const volume = new GainNode(context, { gain: LOUDNESS });
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
