// The table × round grid and the table × board matrix, as plain data.

import type { LaneItem, PlaceView, Sitting, Spot, State } from "./types";

/** What a cell shows first. The worst thing wins: complete is quiet, exceptions are loud. */
export type Glyph = "none" | "out" | "running" | "done" | "gap" | "look" | "ruled" | "switched";

export interface Cell {
  session: number;
  section: string;
  table: number;
  round: number;
  sitting?: Sitting;
  places: PlaceView[];
  done: number;
  of: number;
  missing: number; // of a round that the table has left
  check: boolean;
  ruled: boolean;
  switched: boolean;
  glyph: Glyph;
  now: boolean;
}

export interface Row {
  session: number;
  section: string;
  table: number;
  label: string; // "A4", or "4" where there is one section
  cells: Cell[];
  seen?: string; // when the table was heard of last, RFC 3339
  late: boolean;
  sitting?: Sitting; // who sits there now
}

export interface Grid { rounds: number[], rows: Row[], current: number }

const settled = new Set(["saved", "ruled", "not_played", "sat_out"]);

/** isIn says whether a place needs no result any more. */
export function isIn(p: PlaceView): boolean { return settled.has(p.state) }

const checks = new Set([
  "conflict", "request", "both_sides", "double_dummy", "lead", "lonely", "doubled", "wrong_board", "seated_twice", "not_us",
]);

export function spotKey(p: Spot): string {
  return `${p.session || 0}/${p.section || ''}/${p.round}/${p.table}/${p.board}`;
}

export function cellKey(p: { session?: number, section?: string, round: number, table: number }): string {
  return `${p.session || 0}/${p.section || ''}/${p.round}/${p.table}`;
}

/** currentRound is the round that most of the room plays in a session: the clock's, or the first that is not complete. */
export function currentRound(s: State, session = currentSession(s)): number {
  if (s.clock?.round && (s.clock.session || 0) === session) return s.clock.round;
  let first = 0;
  for (const p of s.places) {
    if ((p.session || 0) === session && !isIn(p) && (first === 0 || p.round < first)) first = p.round;
  }
  return first;
}

/** gridOf makes the grid of one session: all its sections, one below the other. */
export function gridOf(s: State, session = currentSession(s)): Grid {
  const rounds: number[] = [];
  const places = new Map<string, PlaceView[]>();
  for (const p of s.places) {
    if ((p.session || 0) !== session) continue;
    const k = cellKey(p);
    const list = places.get(k);
    if (list) list.push(p);
    else places.set(k, [p]);
  }
  const sittings = new Map<string, Sitting>();
  for (const x of s.sittings) if ((x.session || 0) === session) sittings.set(cellKey(x), x);
  const look = new Set<string>();
  const slow = new Set<string>();
  const missing = new Map<string, number>();
  for (const i of s.lane) {
    if ((i.session || 0) !== session || !i.table) continue;
    if (i.kind === "slow") slow.add(`${i.section || ''}/${i.table}`);
    if (!i.round) continue;
    const k = cellKey({ session: i.session, section: i.section, round: i.round, table: i.table });
    if (checks.has(i.kind)) look.add(k);
    if (i.kind === "missing") missing.set(k, (missing.get(k) || 0) + 1);
  }
  const seen = new Map<string, string>();
  for (const d of s.tables || []) {
    if (d.closed || !d.seen) continue;
    const k = `${d.section || ''}/${d.table}`;
    const was = seen.get(k);
    if (!was || was < d.seen) seen.set(k, d.seen);
  }
  const current = currentRound(s, session);
  const rows: Row[] = [];
  const sections = s.sections.filter(x => (x.session || 0) === session);
  const many = sections.length > 1;
  let max = 0;
  for (const sec of sections) {
    max = Math.max(max, sec.rounds);
    const name = sec.section || "";
    for (let table = 1; table <= sec.tables; table++) {
      const cells: Cell[] = [];
      for (let round = 1; round <= sec.rounds; round++) {
        const k = cellKey({ session, section: name, round, table });
        cells.push(cellOf(session, name, table, round, sittings.get(k), places.get(k) || [], look.has(k), missing.get(k) || 0, round === current));
      }
      const now = cells.find(c => c.now)?.sitting || cells.find(c => c.sitting)?.sitting;
      const k = `${name}/${table}`;
      rows.push({ session, section: name, table, label: many ? name + table : String(table), cells, seen: seen.get(k), late: slow.has(k), sitting: now });
    }
  }
  for (let r = 1; r <= max; r++) rounds.push(r);
  return { rounds, rows, current };
}

function cellOf(session: number, section: string, table: number, round: number, sitting: Sitting | undefined,
  places: PlaceView[], look: boolean, missing: number, now: boolean): Cell {
  const sorted = [...places].sort((a, b) => a.board - b.board);
  const done = sorted.filter(isIn).length;
  const of = sorted.length;
  const ruled = sorted.some(p => p.state === "ruled");
  const conflict = sorted.some(p => p.state === "conflict" || p.asked);
  const switched = !!sitting?.switched;
  const check = look || conflict;
  let glyph: Glyph = "none";
  if (of === 0) glyph = sitting && (sitting.ns || sitting.ew) ? "out" : "none";
  else if (missing > 0) glyph = "gap";
  else if (check && done === of) glyph = "look";
  else if (done === of) glyph = ruled ? "ruled" : switched ? "switched" : "done";
  else if (done > 0 || check || now || sorted.some(p => p.state !== "empty")) glyph = "running";
  return { session, section, table, round, sitting, places: sorted, done, of, missing, check, ruled, switched, glyph, now };
}

/** sessionsOf are the sessions of an event, in order. */
export function sessionsOf(s: State): number[] {
  return [...new Set(s.sections.map(x => x.session || 0))].sort((a, b) => a - b);
}

/** currentSession is the one that is played: the clock's, or the first that is not complete; else the last. */
export function currentSession(s: State): number {
  const all = sessionsOf(s);
  const clock = s.clock?.session || 0;
  if (s.clock && all.includes(clock)) return clock;
  const open = new Set(s.places.filter(p => !isIn(p)).map(p => p.session || 0));
  return all.find(x => open.has(x)) ?? all[all.length - 1] ?? 0;
}

/** shownSession is the session that the views show: the one that was chosen; else the one that is played, but while
 * somebody types in a view the one that was kept for it. */
export function shownSession(s: State, chosen: number | null, kept: number | null): number {
  const all = sessionsOf(s);
  return [chosen, kept].find((x) => x !== null && all.includes(x)) ?? currentSession(s);
}

export interface At { row: number, col: number }

/** move goes over a grid of rows × cols with the arrow keys; it does not leave it. */
export function move(at: At, key: string, rows: number, cols: number, page = 10): At {
  const to = { ...at };
  switch (key) {
    case "ArrowUp": to.row--; break;
    case "ArrowDown": to.row++; break;
    case "ArrowLeft": to.col--; break;
    case "ArrowRight": to.col++; break;
    case "Home": to.col = 0; break;
    case "End": to.col = cols - 1; break;
    case "PageUp": to.row -= page; break;
    case "PageDown": to.row += page; break;
  }
  const clamp = (n: number, max: number) => Math.max(0, Math.min(max - 1, n));
  return { row: clamp(to.row, rows), col: clamp(to.col, cols) };
}

/** cellAt finds the row and column of a place; null where the grid has none. */
export function cellAt(g: Grid, p: { section?: string, table?: number, round?: number }): At | null {
  if (!p.table) return null;
  const row = g.rows.findIndex(r => r.table === p.table && (!p.section || r.section === p.section));
  if (row < 0) return null;
  const col = p.round ? g.rounds.indexOf(p.round) : g.rounds.indexOf(g.current);
  return { row, col: Math.max(0, col) };
}

/** Matrix is the board × table view. */
export interface Matrix {
  tables: { section: string, table: number, label: string }[];
  boards: { board: number, cells: (PlaceView | undefined)[], done: number, of: number }[];
}

export function matrixOf(s: State, session = currentSession(s)): Matrix {
  const sections = s.sections.filter(x => (x.session || 0) === session);
  const many = sections.length > 1;
  const tables: Matrix["tables"] = [];
  const col = new Map<string, number>();
  for (const sec of sections) {
    for (let t = 1; t <= sec.tables; t++) {
      col.set(`${sec.section || ''}/${t}`, tables.length);
      tables.push({ section: sec.section || "", table: t, label: many ? (sec.section || "") + t : String(t) });
    }
  }
  const rows = new Map<number, Matrix["boards"][0]>();
  for (const p of s.places) {
    if ((p.session || 0) !== session) continue;
    const c = col.get(`${p.section || ''}/${p.table}`);
    if (c === undefined) continue;
    let r = rows.get(p.board);
    if (!r) {
      r = { board: p.board, cells: Array.from({ length: tables.length }, () => undefined), done: 0, of: 0 };
      rows.set(p.board, r);
    }
    r.cells[c] = p;
    r.of++
    if (isIn(p)) r.done++
  }
  return { tables, boards: [...rows.values()].sort((a, b) => a.board - b.board) };
}

/** findSpot finds a place by what a director types: the board, then the table or A4. */
export function findSpot(s: State, board: number, section: string, table: number, session = currentSession(s)): PlaceView | undefined {
  const fits = s.places.filter(p => (p.session || 0) === session && p.board === board && p.table === table && (!section || (p.section || "") === section));
  return fits[fits.length - 1];
}

/** laneAbout says which item of the lane is about a place. */
export function laneAbout(lane: LaneItem[], p: Spot): LaneItem | undefined {
  return lane.find(i => (i.session || 0) === (p.session || 0) && (!i.round || i.round === p.round) && i.board === p.board && i.table === p.table && (i.section || "") === (p.section || ""));
}
