// The movement as it was sent: who sits where in a round, and who goes where next. All
// of it works without the server.

import { type Seat, type Side } from "../kit/bridge";
import type { Contestant, Evening, Sitting } from "./types";

export const rounds = (e: Evening): number => e.sittings.reduce((most, s) => Math.max(most, s.round), 0);

export const sittingAt = (e: Evening, round: number, table = e.table): Sitting | undefined =>
  e.sittings.find((s) => s.round === round && s.table === table);

/** plays reports whether there are boards for two sides. */
export const plays = (s: Sitting | undefined): s is Sitting => !!s && !!s.ns && !!s.ew && (s.boards?.length ?? 0) > 0;

/** whoSits are the contestants of a sitting by seat. */
export function whoSits(s: Sitting, seat: Seat): Contestant | undefined {
  switch (seat) {
    case "N": return s.ns;
    case "S": return s.south ?? s.ns;
    case "E": return s.ew;
    case "W": return s.west ?? s.ew;
  }
}

/** short is a contestant as people call it: its number, where the side is said beside it. */
export const short = (c: Contestant, section = ""): string => (c.startsWith(section) ? c.slice(section.length) : c).replace(/(NS|EW)$/, "");

/** nameAt is who sits there, if it is known. */
export function nameAt(e: Evening, s: Sitting | undefined, seat: Seat): string {
  if (!s) return "";
  const who = whoSits(s, seat);
  if (!who) return "";
  const names = e.names[who] ?? [];
  if (s.south || s.west) return names[0] ?? "";
  return names[seat === "N" || seat === "E" ? 0 : 1] ?? "";
}

/** contestantsOf are those of a side: one pair, or two players. */
export function contestantsOf(s: Sitting, side: Side): Contestant[] {
  const list = side === "NS" ? [s.ns, s.south] : [s.ew, s.west];
  return list.filter((c): c is Contestant => !!c);
}

/** namesOf are the names of a side, "Anna – Bert". */
export function namesOf(e: Evening, s: Sitting, side: Side): string {
  const seats: Seat[] = side === "NS" ? ["N", "S"] : ["E", "W"];
  return seats.map((seat) => nameAt(e, s, seat)).filter(Boolean).join(" – ");
}

/** placeOf is where a contestant is in a round. */
export function placeOf(e: Evening, who: Contestant, round: number): { sitting: Sitting; side: Side } | undefined {
  for (const s of e.sittings) {
    if (s.round !== round) continue;
    if (s.ns === who || s.south === who) return { sitting: s, side: "NS" };
    if (s.ew === who || s.west === who) return { sitting: s, side: "EW" };
  }
  return undefined;
}

/** Where somebody goes after a round. */
export type Move =
  | { to: "stay"; side: Side; turned: boolean; boards: number[]; table: number }
  | { to: "table"; table: number; side: Side; turned: boolean; boards: number[] }
  | { to: "sit_out"; back?: { round: number; table: number } }
  | { to: "end" };

/** moveOf is where a contestant goes after a round of the table where it sits. */
export function moveOf(e: Evening, who: Contestant, round: number): Move {
  const now = placeOf(e, who, round);
  if (round >= rounds(e)) return { to: "end" };
  const then = placeOf(e, who, round + 1);
  if (!then || !plays(then.sitting)) {
    for (let r = round + 2; r <= rounds(e); r++) {
      const later = placeOf(e, who, r);
      if (later && plays(later.sitting)) return { to: "sit_out", back: { round: r, table: later.sitting.table } };
    }
    return { to: "sit_out" };
  }
  const at = { side: then.side, turned: !!now && now.side !== then.side, boards: then.sitting.boards ?? [], table: then.sitting.table };
  return now?.sitting.table === at.table ? { to: "stay", ...at } : { to: "table", ...at };
}

/** boardsGo is the table that plays these boards in the next round; undefined: they rest. */
export function boardsGo(e: Evening, boards: number[], round: number): number | undefined {
  return e.sittings.find((s) => s.round === round + 1 && plays(s) && boards.some((b) => s.boards?.includes(b)))?.table;
}

/** arrives are the sides that were not at this table, or sat the other way, in the round
 * before: they have to say that it is them. */
export function arrives(e: Evening, round: number): Side[] {
  const s = sittingAt(e, round);
  if (!s) return [];
  const before = sittingAt(e, round - 1);
  return (["EW", "NS"] as Side[]).filter((side) => {
    const now = contestantsOf(s, side);
    return now.length > 0 && now.join() !== (before ? contestantsOf(before, side).join() : "");
  });
}

/** range is boards as people say them: 7–9, or 7, 9. */
export function range(boards: number[]): string {
  const sorted = [...boards].sort((a, b) => a - b);
  const run = sorted.length > 1 && sorted.every((b, i) => i === 0 || b === (sorted[i - 1] as number) + 1);
  // The dash is glued, so that no line ends there.
  return run ? `${sorted[0]}\u2060–\u2060${sorted[sorted.length - 1]}` : sorted.join(", ");
}

/** boardOf is who deals and who is vulnerable; undefined: the server has not said it. */
export const boardOf = (e: Evening, board: number): { dealer: string; vul: string } | undefined =>
  e.boards.find((b) => b.board === board);
