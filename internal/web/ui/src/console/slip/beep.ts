// A short low tone: what was typed again is not what was typed first.

let context: AudioContext | undefined;

export function beep(): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.1;
    tone.frequency.value = 330;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.15);
  } catch { /* without sound the sentence says it */ }
}
