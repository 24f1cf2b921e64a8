// Who plays, as two lists of rows: a pair and its two seats, or a player of an individual event.

import type { SitAsk, Sitter } from "./asks";

export interface Person { id: string; name: string; number?: string; guest?: boolean }

/** What the page needs to know of an evening; the console's state has it all. */
export interface Evening {
  event?: { kind?: string };
  sittings: { session?: number; section?: string; round: number; table: number; ns?: string; ew?: string; south?: string; west?: string }[];
  contestants: { contestant: string; persons?: (Person | null)[]; withdrawn?: boolean }[];
}

export type Side = "NS" | "EW";

export interface Row {
  contestant: string;
  label: string; // "7", "A7"
  list: 0 | 1; // at the left or at the right
  side?: Side; // of a pair
  seats: string[]; // N and S, E and W; of a player the one that he sits in first
  persons: (Person | undefined)[];
  at?: { session?: number; section?: string; round: number; table: number }; // where it sits first
}

const number = (contestant: string): number => Number(/\d+/.exec(contestant)?.[0] ?? 0);
const section = (contestant: string): string => /^[A-Z]*/.exec(contestant)?.[0] ?? "";

/** rowsOf lists the pairs of a session, North-South and East-West apart, or its players in
 * two halves. Pairs of one list stand where they sit first. changed is newer than the evening. */
export function rowsOf(e: Evening, session: number, changed: Map<string, Row["persons"]>): Row[] {
  const rows = new Map<string, Row>();
  const sittings = e.sittings.filter((s) => (s.session ?? 0) === session).sort((a, b) => a.round - b.round || a.table - b.table);
  const known = new Map(e.contestants.map((c) => [c.contestant, c]));
  const players = e.event?.kind === "individual";
  for (const s of sittings) {
    const at = { session: s.session, section: s.section, round: s.round, table: s.table };
    const seats = players ? [[s.ns, "N"], [s.south, "S"], [s.ew, "E"], [s.west, "W"]] as const : [[s.ns, "NS"], [s.ew, "EW"]] as const;
    for (const [who, seat] of seats) if (who && !rows.has(who)) rows.set(who, row(who, seat, at));
  }
  for (const c of e.contestants) if (!rows.has(c.contestant)) rows.set(c.contestant, row(c.contestant, players ? "N" : c.contestant.endsWith("EW") ? "EW" : "NS", undefined));
  for (const r of rows.values()) {
    const persons = known.get(r.contestant)?.persons ?? [];
    r.persons = changed.get(r.contestant) ?? r.seats.map((_, k) => seated(persons[k]));
  }
  const all = [...rows.values()].filter((r) => !known.get(r.contestant)?.withdrawn)
    .sort((a, b) => a.list - b.list || section(a.contestant).localeCompare(section(b.contestant)) || number(a.contestant) - number(b.contestant));
  if (players) all.forEach((r, i) => { r.list = i < all.length / 2 ? 0 : 1; });
  return all;
}

const seated = (p: Person | null | undefined): Person | undefined => (p && (p.id || p.name) ? p : undefined);

function row(contestant: string, seats: string, at: Row["at"]): Row {
  const side = seats === "NS" || seats === "EW" ? seats : undefined;
  return { contestant, label: contestant.replace(/(NS|EW)$/, ""), list: side === "EW" ? 1 : 0, side, seats: [...seats], persons: [], at };
}

export interface Chair { row: number; chair: number }

/** nextEmpty is the first empty chair behind one, round the end. */
export function nextEmpty(rows: Row[], from: Chair | undefined): Chair | undefined {
  const all = rows.flatMap((r, row) => r.seats.map((_, chair) => ({ row, chair })));
  const start = all.findIndex((c) => c.row === from?.row && c.chair === from.chair) + 1;
  return [...all.slice(start), ...all.slice(0, start)].find((c) => rows[c.row]!.at && !rows[c.row]!.persons[c.chair]);
}

/** Twice is somebody who sits in two places. */
export interface Twice { person: Person; places: Chair[] }

export function twice(rows: Row[]): Twice[] {
  const seen = new Map<string, Twice>();
  rows.forEach((r, i) => r.persons.forEach((p, k) => {
    if (!p?.id) return;
    const t = seen.get(p.id) ?? { person: p, places: [] };
    t.places.push({ row: i, chair: k });
    seen.set(p.id, t);
  }));
  return [...seen.values()].filter((t) => t.places.length > 1);
}

export const sitter = (p: Person | undefined): Sitter => (!p ? {} : p.id ? { person: p.id } : { guest: p.name });

/** seat asks to seat one person. */
export function seat(r: Row, chair: number, p: Person | undefined): SitAsk | undefined {
  return r.at && { ...r.at, seats: { [r.seats[chair]!]: sitter(p) } };
}

/** both asks to seat all of a row anew. */
export function both(r: Row, persons: Row["persons"]): SitAsk | undefined {
  return r.at && { ...r.at, seats: Object.fromEntries(r.seats.map((s, k) => [s, sitter(persons[k])])) };
}

/** missing counts empty chairs. */
export const missing = (rows: Row[]): number => rows.reduce((n, r) => n + r.seats.filter((_, k) => !r.persons[k]).length, 0);

/** match cuts a name where what was typed begins in it: before, the same, behind. */
export function match(name: string, typed: string): [string, string, string] {
  const plain = (s: string) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const want = plain(typed.trim());
  if (!want) return [name, "", ""];
  for (let i = 0; i < name.length; i++) {
    if (i > 0 && /[\p{L}\p{N}]/u.test(name[i - 1]!)) continue;
    for (let end = i + 1; end <= name.length; end++) {
      const part = plain(name.slice(i, end));
      if (part === want) return [name.slice(0, i), name.slice(i, end), name.slice(end)];
      if (part.length > want.length) break;
    }
  }
  return [name, "", ""];
}
