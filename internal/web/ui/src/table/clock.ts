// The clock of the round, which runs here from the server's time.

import type { Clock } from "./types";

/** offset is how far the server's clock is ahead of this one. */
export const offset = (serverNow: string, here: number): number => {
  const there = Date.parse(serverNow);
  return Number.isNaN(there) ? 0 : there - here;
};

/** left are the seconds of the round; undefined: there is no clock. */
export function left(clock: Clock | null | undefined, here: number, ahead: number): number | undefined {
  if (!clock) return undefined;
  if (clock.paused || !clock.ends) return clock.left;
  return Math.max(0, Math.round((Date.parse(clock.ends) - here - ahead) / 1000));
}

/** face is a time as a clock shows it: 12:40, 1:05:00. */
export function face(seconds: number): string {
  const s = String(seconds % 60).padStart(2, "0");
  const m = Math.floor(seconds / 60);
  return m < 60 ? `${String(m).padStart(2, "0")}:${s}` : `${Math.floor(m / 60)}:${String(m % 60).padStart(2, "0")}:${s}`;
}
