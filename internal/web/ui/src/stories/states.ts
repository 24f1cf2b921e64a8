// The states of a table: its model, with a server that is none and a store that forgets.

import { Problem } from "../kit/api";
import { Model, prefixOf, type Screen, type World } from "../table/model";
import { mirrored } from "../table/storage";
import type { Evening, Feedback, Place, PutAnswer } from "../table/types";
import { evening as desk, now } from "../console/canned";

const table = 1;
const round = 3;

export interface Set {
  shows: Screen; // after the steps
  leads?: boolean;
  feedback?: number;
  round?: number; // the one that is played
  named?: boolean;
  places?: (p: Place[]) => void;
  change?: (e: Evening) => void;
  answer?: (body: { board: number; result: string; id?: string }) => Partial<PutAnswer>;
  away?: boolean;
  stranger?: boolean;
  guards?: boolean; // somebody has said that it is them
  steps?: (m: Model) => void;
}

function eveningOf(s: Set): Evening {
  const d = desk();
  const at = s.round ?? round;
  const places: Place[] = d.places.filter((p) => p.table === table && p.round <= at).map((p) => ({
    round: p.round, table, board: p.board, state: p.round < at ? "saved" : "empty",
    ...(p.round < at ? { result: p.result, score: p.score, entries: [{ id: `e${p.board}`, revision: 1, state: "agreed" as const, result: p.result, agreed: true }] } : {}),
  }));
  s.places?.(places);
  const e: Evening = {
    position: 129, now: d.now, event: { id: "open-pairs", title: "Open pairs", club: "Riverside", date: "2026-03-03" }, table, version: 1,
    config: { feedback: s.feedback ?? 2, leads: s.leads ?? false, input: "result", recap: true, names_until_round: 1 },
    names: s.named === false ? {} : d.names,
    sittings: d.sittings.map(({ round: r, table: t, ns, ew, boards, switched }) => ({ round: r, table: t, ns, ew, boards, switched })),
    boards: Array.from({ length: 27 }, (_, i) => ({ board: i + 1, dealer: "NESW"[i % 4]!, vul: ["none", "ns", "ew", "all", "ns", "ew", "all", "none", "ew", "all", "none", "ns", "all", "none", "ns", "ew"][i % 16]! })),
    places, round: at, clock: { round: at, ends: new Date(now + 760_000).toISOString() },
  };
  s.change?.(e);
  return e;
}

/** modelOf is a page that is about to begin. */
export function modelOf(set: Set): Model {
  const e = eveningOf(set);
  const store = mirrored(undefined);
  const sitting = e.sittings.find((x) => x.table === table && x.round === e.round)!;
  const guards = set.guards === false ? [] : [`${e.round}.NS.${sitting.ns}`, `${e.round}.EW.${sitting.ew}`];
  if (!set.stranger) store.set("overtrick.table.evening", JSON.stringify(e));
  store.set(`${prefixOf(e)}s`, JSON.stringify({ round: e.round, guards, recapped: [], named: set.named !== false }));
  let ids = 0;
  const w: World = {
    store,
    id: () => `story${String(++ids).padStart(10, "0")}`,
    now: () => now,
    later: (ms, f) => { const timer = setTimeout(f, ms); return () => clearTimeout(timer); },
    watch: (_event, _position, on) => { on.open(!set.away); return { close: () => undefined }; },
    ask: <T,>(method: string, path: string, o?: { body?: unknown }): Promise<T> => {
      if (set.stranger) return Promise.reject(new Problem(401, ""));
      if (set.away) return Promise.reject(new Problem(0, ""));
      if (method === "GET" && path.startsWith("/api/people")) {
        return Promise.resolve({ people: [{ id: "1", name: "Hanna Weber", number: "1021", hint: "", last: "2026-02-24" }, { id: "2", name: "Hans Vogel", number: "1033", last: "2026-02-10" }] } as T);
      }
      if (method === "GET") return Promise.resolve(e as T);
      const body = (o?.body ?? {}) as { board: number; result: string; revision?: number; agreed?: boolean };
      if (method !== "PUT") return Promise.resolve({ says: "done" } as T);
      const place: Place = { round: e.round, table, board: body.board, state: body.agreed ? "saved" : "proposed", result: body.agreed ? body.result : undefined, entries: [{ id: path.split("/").pop()!, revision: body.revision ?? 1, state: body.agreed ? "agreed" : "proposed", result: body.result, mine: true }] };
      return Promise.resolve({ status: "applied", says: body.agreed ? "saved" : "proposed", position: 130, place, ...set.answer?.(body) } as T);
    },
  };
  return new Model(w);
}

const four = (m: Model): void => {
  m.press({ level: 4 });
  m.press({ strain: "S" });
  m.press({ declarer: "S" });
};

const feedback: Feedback = {
  percent: "62.5", percent_ew: "37.5", tables: 5,
  lines: [
    { score: 680, text: "4♠ S +2", result: "4S+2 S", count: 1, percent: "100" }, { score: 650, text: "4♠ S +1", result: "4S+1 S", count: 2, percent: "62.5", mine: true },
    { score: 620, text: "4♠ S =", result: "4S= S", count: 1, percent: "25" }, { score: -100, text: "4♠ S −1", result: "4S-1 S", count: 1, percent: "0" }],
};

const entered = (places: Place[], boards: number[]): void => {
  for (const p of places) {
    if (p.round !== round || !boards.includes(p.board)) continue;
    p.state = "saved";
    p.result = { 7: "4S+1 S", 8: "3NT= W", 9: "2H-1 E" }[p.board] ?? "1NT= N";
    p.entries = [{ id: `e${p.board}`, revision: 1, state: "agreed", result: p.result, agreed: true, mine: true }];
  }
};

const all = { places: (p: Place[]) => entered(p, [7, 8, 9]) };

/** states are those that a table comes to, and what it shows in each. */
export const states: Record<string, Set> = {
  "table": { shows: "entry", steps: (m) => { four(m); } },
  "table-empty": { shows: "entry" },
  "table-lead": { shows: "entry", leads: true, steps: four },
  "table-check": { shows: "check", steps: (m) => { four(m); m.press({ over: 1 }); m.check(); } },
  "table-agreed": { shows: "agreed", answer: (b) => (b.result ? { feedback } : {}), steps: (m) => { four(m); m.press({ over: 1 }); m.check(); setTimeout(() => { m.phase = { is: "check", since: now - 5000 }; m.agree(); }, 200); } },
  "table-second": { shows: "entry", places: (p) => entered(p, [7]) },
  "table-conflict": { shows: "conflict", places: (p) => {
    const x = p.find((y) => y.board === 7 && y.round === round)!;
    x.state = "conflict";
    x.result = "4S+1 S";
    x.entries = [{ id: "a", revision: 1, state: "agreed", result: "4S+1 S", mine: true }, { id: "b", revision: 1, state: "agreed", result: "4S= S", by: "West", at: new Date(now - 60_000).toISOString() }];
  } },
  "table-offline": { shows: "entry", away: true, steps: four },
  "table-recap": { shows: "recap", ...all },
  "table-recap-missing": { shows: "recap", places: (p) => entered(p, [7, 8]), steps: (m) => m.open("recap") },
  "table-waiting": { shows: "waiting", ...all, steps: (m) => m.roundIsRight() },
  "table-move": { shows: "move", ...all, change: (e) => { e.clock = { round, ends: new Date(now + 40_000).toISOString() }; }, steps: (m) => m.roundIsRight() },
  "table-guard": { shows: "guard", guards: false },
  "table-names": { shows: "join", named: false, round: 1 },
  "table-called": { shows: "entry", change: (e) => { e.called = { at: new Date(now - 120_000).toISOString(), ref: "c" }; } },
  "table-call": { shows: "entry", steps: (m) => m.open("call") },
  "table-menu": { shows: "entry", steps: (m) => m.open("menu") },
  "table-stranger": { shows: "stranger", stranger: true },
  "table-done": { shows: "entry", steps: (m) => { m.press({ level: 4 }); m.press({ strain: "S" }); m.press({ declarer: "S" }); m.press({ doubled: "X" }); m.press({ over: -5 }); m.check(); m.phase = { is: "entry" }; m.shown = undefined; m.say(""); } },
  "table-tricks": { shows: "entry", change: (e) => { e.config.input = "tricks"; }, steps: four },
  "table-made": { shows: "entry", change: (e) => { e.config.input = "made"; }, steps: four },
  "table-passed": { shows: "check", steps: (m) => { m.press({ passed: true }); m.check(); } },
  "table-check-theirs": { shows: "check", places: (p) => {
    const x = p.find((y) => y.board === 7 && y.round === round)!;
    x.state = "proposed";
    x.entries = [{ id: "other", revision: 1, state: "proposed", result: "4S+1 S HK" }];
  } },
  "table-unusual": { shows: "check", answer: () => ({ doubts: [{ kind: "unusual" }] }), steps: (m) => { four(m); m.press({ over: -6 }); m.check(); } },
  "table-question": { shows: "question", leads: true, answer: () => ({ doubts: [{ kind: "lead", card: "HK", holder: "W", leader: "E", suggest: "S" }] }), steps: (m) => {
    m.press({ level: 4 }); m.press({ strain: "S" }); m.press({ declarer: "N" }); m.press({ suit: "H" }); m.press({ rank: "K" }); m.press({ over: 0 }); m.check();
  } },
  "table-returned": { shows: "entry", places: (p) => {
    const x = p.find((y) => y.board === 7 && y.round === round)!;
    x.state = "returned";
    x.entries = [{ id: "a", revision: 1, state: "proposed", result: "4S+1 S", returned: true }];
  } },
  "table-ruled": { shows: "board", places: (p) => { p.find((y) => y.board === 7 && y.round === round)!.state = "ruled"; }, steps: (m) => m.choose(7) },
  "table-change": { shows: "board", places: (p) => entered(p, [7]), steps: (m) => m.choose(7) },
  "table-over-time": { shows: "entry", change: (e) => { e.clock = { round, ends: new Date(now - 60_000).toISOString() }; }, steps: four },
  "table-outbox": { shows: "entry", away: true, steps: (m) => { four(m); m.press({ over: 1 }); m.check(); m.phase = { is: "check", since: now - 5000 }; m.agree(); m.phase = { is: "agreed", since: now - 5000 }; m.leave(); m.press({ level: 1 }); m.open("outbox"); } },
  "table-rest": { shows: "rest", change: (e) => { const x = e.sittings.find((y) => y.table === table && y.round === round)!; delete x.ew; delete x.boards; } },
  "table-end": { shows: "end", round: 9, places: (p) => { for (const x of p) if (x.round === 9) { x.state = "saved"; x.result = "3NT= N"; } }, steps: (m) => m.roundIsRight() },
};
