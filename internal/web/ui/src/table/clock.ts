// The clock of the round, which runs here from the server's time.

import type { Clock } from "./types";

export { face } from "../kit/face";

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
