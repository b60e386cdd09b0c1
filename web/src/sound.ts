// Sounds made on the spot: no file is loaded, and nothing is heard unless it was switched on.
import { settings } from "./settings.svelte.ts";

export type Sound = "card" | "turn" | "chip" | "sweep" | "pay" | "bell" | "closed" | "win" | "tick";

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound](context, context.currentTime);
  } catch {
    // A machine without sound is a quiet table.
  }
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, volume = 0.12): void {
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = "sine";
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

function rustle(audio: AudioContext, at: number, length: number, pitch: number, volume: number): void {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  card: (audio, at) => rustle(audio, at, 0.09, 2600, 0.5),
  chip: (audio, at) => {
    rustle(audio, at, 0.03, 5200, 0.6);
    rustle(audio, at + 0.05, 0.03, 4300, 0.35);
  },
  turn: (audio, at) => rustle(audio, at, 0.05, 3800, 0.35),
  // Chips that are drawn over the cloth, and chips that are set down beside others.
  sweep: (audio, at) => {
    rustle(audio, at, 0.28, 1500, 0.3);
    for (const step of [0.06, 0.14, 0.2]) rustle(audio, at + step, 0.02, 4200, 0.2);
  },
  pay: (audio, at) => {
    for (const step of [0, 0.06, 0.11]) rustle(audio, at + step, 0.03, 5600 - 4000 * step, 0.4);
  },
  bell: (audio, at) => tone(audio, at, 880, 0.5),
  closed: (audio, at) => {
    tone(audio, at, 520, 0.18);
    tone(audio, at + 0.16, 390, 0.3);
  },
  win: (audio, at) => [523, 659, 784, 1047].forEach((pitch, step) => tone(audio, at + step * 0.09, pitch, 0.4)),
  tick: (audio, at) => tone(audio, at, 1200, 0.05, 0.05),
};
