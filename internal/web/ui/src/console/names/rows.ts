// Who plays, as two lists of rows: a pair and its two seats.

import type { SitAsk, Sitter } from "./asks";

export interface Person { id: string; name: string; number?: string; guest?: boolean }

/** What the page needs to know of an evening; the console's state has it all. */
export interface Evening {
  sittings: { session?: number; section?: string; round: number; table: number; ns?: string; ew?: string }[];
  contestants: { contestant: string; persons?: (Person | null)[]; withdrawn?: boolean }[];
}

export type Side = "NS" | "EW";

export interface Row {
  contestant: string;
  label: string; // "7", "A7"
  side: Side;
  seats: [string, string]; // N and S, E and W
  persons: [Person | undefined, Person | undefined];
  at?: { session?: number; section?: string; round: number; table: number }; // where it sits first
}

const number = (contestant: string): number => Number(/\d+/.exec(contestant)?.[0] ?? 0);
const section = (contestant: string): string => /^[A-Z]*/.exec(contestant)?.[0] ?? "";

/** rowsOf lists the pairs of a session, North-South and East-West apart. Pairs of one
 * list stand where they sit first. changed is newer than the evening. */
export function rowsOf(e: Evening, session: number, changed: Map<string, Row["persons"]>): Row[] {
  const rows = new Map<string, Row>();
  const sittings = e.sittings.filter((s) => (s.session ?? 0) === session).sort((a, b) => a.round - b.round || a.table - b.table);
  const known = new Map(e.contestants.map((c) => [c.contestant, c]));
  for (const s of sittings) {
    for (const side of ["NS", "EW"] as const) {
      const who = side === "NS" ? s.ns : s.ew;
      if (!who || rows.has(who)) continue;
      rows.set(who, row(who, side, { session: s.session, section: s.section, round: s.round, table: s.table }));
    }
  }
  for (const c of e.contestants) if (!rows.has(c.contestant)) rows.set(c.contestant, row(c.contestant, c.contestant.endsWith("EW") ? "EW" : "NS", undefined));
  for (const r of rows.values()) {
    const persons = known.get(r.contestant)?.persons ?? [];
    r.persons = changed.get(r.contestant) ?? [seated(persons[0]), seated(persons[1])];
  }
  return [...rows.values()].filter((r) => !known.get(r.contestant)?.withdrawn)
    .sort((a, b) => a.side.localeCompare(b.side) * -1 || section(a.contestant).localeCompare(section(b.contestant)) || number(a.contestant) - number(b.contestant));
}

const seated = (p: Person | null | undefined): Person | undefined => (p && (p.id || p.name) ? p : undefined);

function row(contestant: string, side: Side, at: Row["at"]): Row {
  return { contestant, label: contestant.replace(/(NS|EW)$/, ""), side, seats: side === "NS" ? ["N", "S"] : ["E", "W"], persons: [undefined, undefined], at };
}

export interface Chair { row: number; chair: number }

/** nextEmpty is the first empty chair behind one, round the end. */
export function nextEmpty(rows: Row[], from: Chair | undefined): Chair | undefined {
  const all = rows.length * 2;
  const start = from ? from.row * 2 + from.chair : -1;
  for (let i = 1; i <= all; i++) {
    const k = (start + i + all) % all;
    const c = { row: k >> 1, chair: k & 1 };
    if (rows[c.row]!.at && !rows[c.row]!.persons[c.chair]) return c;
  }
  return undefined;
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

/** both asks to seat a pair anew. */
export function both(r: Row, persons: Row["persons"]): SitAsk | undefined {
  return r.at && { ...r.at, seats: { [r.seats[0]]: sitter(persons[0]), [r.seats[1]]: sitter(persons[1]) } };
}

/** missing counts empty chairs. */
export const missing = (rows: Row[]): number => rows.reduce((n, r) => n + r.persons.filter((p) => !p).length, 0);

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
