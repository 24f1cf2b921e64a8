// The round's clock. It runs here from what the server said, with the difference
// between the two machines taken out.

import type { Clock } from "./types";

export { face } from "../kit/face";

/** offsetOf is how far the server's time is ahead of this machine's, in milliseconds. */
export function offsetOf(now: string, received: number): number {
  const t = Date.parse(now);
  return Number.isNaN(t) ? 0 : t - received;
}

/** clockOf is the clock, if it is that of a session. */
export function clockOf(c: Clock | null | undefined, session: number): Clock | null {
  return c && (c.session ?? 0) === session ? c : null;
}

/** left is how many whole seconds a clock has left; below nothing when time is over. null: there is none. */
export function left(c: Clock | null | undefined, local: number, offset: number): number | null {
  if (!c) return null;
  if (c.paused || !c.ends) return typeof c.left === "number" ? Math.round(c.left) : null;
  const ends = Date.parse(c.ends);
  if (Number.isNaN(ends)) return null;
  return Math.ceil((ends - local - offset) / 1000);
}

/** ago is how long ago something was, in seconds; null where it is not known. */
export function ago(at: string | undefined, local: number, offset: number): number | null {
  if (!at) return null;
  const t = Date.parse(at);
  return Number.isNaN(t) ? null : Math.max(0, Math.floor((local + offset - t) / 1000));
}
