// A traveller as plain data: its lines, in one of three orders, and where the caret
// goes.

import { parse, tricks, type Played } from "../../kit/bridge";

/** What the page needs to know of an evening; the console's state has it all. */
export interface Evening {
  event: { id: string; title: string; date?: string };
  sittings: Sitting[];
  places: Place[];
}

export interface Sitting {
  session?: number;
  section?: string;
  round: number;
  table: number;
  ns?: string;
  ew?: string;
  boards?: number[];
}

export interface Place {
  session?: number;
  section?: string;
  round: number;
  table: number;
  board: number;
  state: string;
  result?: string;
  text?: string;
  score?: number;
}

/** Line is a row of a slip. */
export interface Line {
  key: string; // of its place
  round: number;
  table: number;
  board: number;
  ns: string;
  ew: string;
  state: string;
  entry: string; // as the server writes a line in short; "" is an open one
  result: string;
  score?: number;
  text: string; // of what is no result: a ruling, not played
}

export type Order = "pair" | "table" | "round";
export const orders: Order[] = ["pair", "table", "round"];

/** number is the pair of a contestant: "A12NS" is 12. */
export const number = (contestant: string): number => Number(/\d+/.exec(contestant)?.[0] ?? 0);

/** label is a contestant as a slip has it, without its side. */
export const label = (contestant: string): string => contestant.replace(/(NS|EW)$/, "");

const isOpen = new Set(["empty", "proposed", "returned", "conflict", "late"]);

/** open reports whether a line waits for a result. */
export const open = (l: Line): boolean => isOpen.has(l.state);

export const placeKey = (p: { session?: number; section?: string; round: number; table: number; board: number }): string =>
  `${p.session ?? 0}/${p.section ?? ""}/${p.round}/${p.table}/${p.board}`;

/** linesOf gives the lines of a section's boards, by board and pair. typed is what was
 * typed here and is newer than the evening. */
export function linesOf(e: Evening, session: number, section: string, typed: Map<string, Line>): Line[] {
  const places = new Map(e.places.map((p) => [placeKey(p), p]));
  const out: Line[] = [];
  for (const s of e.sittings) {
    if ((s.session ?? 0) !== session || (s.section ?? "") !== section || !s.ns || !s.ew) continue;
    for (const board of s.boards ?? []) {
      const key = placeKey({ ...s, board });
      const p = places.get(key);
      const line: Line = {
        key, round: s.round, table: s.table, board, ns: s.ns, ew: s.ew,
        state: p?.state ?? "empty", entry: entryOf(p), result: p?.result ?? "", score: p?.score, text: p?.text ?? "",
      };
      out.push(typed.get(key) ?? line);
    }
  }
  return out.sort((a, b) => a.board - b.board || number(a.ns) - number(b.ns) || a.round - b.round);
}

function entryOf(p: Place | undefined): string {
  if (!p) return "";
  switch (p.state) {
    case "empty": case "returned": return "";
    case "not_played": return "NP";
    case "late": return "L";
    case "ruled": return /^A/.test(p.text ?? "") ? p.text! : p.result ?? "";
  }
  return p.result || (p.score === undefined ? "" : String(p.score));
}

/** inOrder gives the lines of one board. */
export function inOrder(lines: Line[], board: number, order: Order): Line[] {
  const of = lines.filter((l) => l.board === board);
  switch (order) {
    case "table": return of.sort((a, b) => a.table - b.table || a.round - b.round);
    case "round": return of.sort((a, b) => a.round - b.round || a.table - b.table);
  }
  return of;
}

/** after is the line to type after one: the next that is open, round the end; -1: none is. */
export function after(lines: Line[], at: number): number {
  for (let i = 1; i <= lines.length; i++) {
    const k = (at + i) % lines.length;
    if (k !== at && open(lines[k]!)) return k;
  }
  return -1;
}

/** boardsOf lists the boards with their gaps, ascending. */
export function boardsOf(lines: Line[]): { board: number; of: number; missing: number }[] {
  const out = new Map<number, { board: number; of: number; missing: number }>();
  for (const l of lines) {
    const b = out.get(l.board) ?? { board: l.board, of: 0, missing: 0 };
    b.of++;
    if (open(l)) b.missing++;
    out.set(l.board, b);
  }
  return [...out.values()].sort((a, b) => a.board - b.board);
}

/** nextBoard is the next board with gaps, round the end; undefined: all is in. */
export function nextBoard(boards: { board: number; missing: number }[], board: number): { board: number; missing: number } | undefined {
  const gaps = boards.filter((b) => b.missing > 0 && b.board !== board);
  return gaps.find((b) => b.board > board) ?? gaps[0];
}

/** Written is what stands in the columns of a line. */
export interface Written {
  played?: Played;
  passed: boolean;
  tricks: string;
  ns: string; // score of the side that has it
  ew: string;
}

export function written(result: string, score: number | undefined): Written {
  const r = result ? parse(result) : undefined;
  return {
    played: r ?? undefined, passed: r === null, tricks: r ? String(tricks(r)) : "",
    ns: score !== undefined && score > 0 || score === 0 ? String(score) : "", ew: score !== undefined && score < 0 ? String(-score) : "",
  };
}

/** undoing is what puts a line back to what it was, after a command; undefined: this
 * cannot, the line held a ruling. */
export function undoing(was: Line, did: string, session: number, section: string): { command: string; body: unknown } | undefined {
  const place = { ...(session ? { session } : {}), ...(section ? { section } : {}), round: was.round, table: was.table, board: was.board };
  if (was.state === "ruled") return undefined;
  if (did === "rule") return { command: "rule", body: place };
  if (did === "foul") return { command: "foul", body: { ...(session ? { session } : {}), board: was.board, ns: was.ns, ew: was.ew, version: "" } };
  if (was.result) return { command: "resolve", body: { ...place, result: was.result } };
  if (was.state === "saved" && was.score !== undefined) return { command: "resolve", body: { ...place, score: was.score } };
  if (was.state === "not_played" || was.state === "late") return { command: "not_played", body: { ...place, ...(was.state === "late" ? { late: true } : {}) } };
  return { command: "void", body: place };
}

/** agrees reports whether a line that is typed again says the same. Where one of them is
 * a score alone, the scores are compared. */
export function agrees(a: { entry?: string; result?: string; score?: number }, was: Line): boolean {
  if (a.entry === was.entry) return true;
  return a.score !== undefined && a.score === was.score && (!a.result || !was.result);
}
