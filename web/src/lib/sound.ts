// Small cues, off until they are asked for. They are played on the fly: there are no files.
import { settings } from "./settings.svelte";

export type Cue = "turn" | "dice" | "no" | "end";

/** Notes of a cue: pitch in hertz, start and length in seconds. */
export const NOTES: Record<Cue, readonly (readonly [number, number, number])[]> = {
  turn: [[523, 0, 0.12], [784, 0.12, 0.2]],
  dice: [[190, 0, 0.03], [240, 0.07, 0.03], [170, 0.15, 0.04]],
  no: [[150, 0, 0.14]],
  end: [[392, 0, 0.18], [523, 0.18, 0.18], [659, 0.36, 0.4]],
};

let player: AudioContext | null = null;

export function cue(which: Cue): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  player ??= new AudioContext();
  void player.resume().catch(() => undefined); // browsers want a click first
  const start = player.currentTime + 0.02;
  for (const [pitch, at, length] of NOTES[which]) {
    const voice = player.createOscillator();
    const loud = player.createGain();
    voice.type = which === "dice" ? "triangle" : "sine";
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, start + at);
    loud.gain.exponentialRampToValueAtTime(0.001, start + at + length);
    voice.connect(loud).connect(player.destination);
    voice.start(start + at);
    voice.stop(start + at + length);
  }
}
