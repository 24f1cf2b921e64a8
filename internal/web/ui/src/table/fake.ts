// A club of one section that lives in memory: what the server does for a table, as far
// as the page can tell. The tests play against it.

import { Problem } from "../kit/api";
import { parse } from "../kit/bridge";
import { score } from "../kit/scores";
import type { Change } from "../kit/watch";
import type { Config, Evening, Feedback, Heard, Place, PutAnswer, Revision, Sitting } from "./types";

interface Thread { place: string; revisions: (Revision & { result: string })[] }

const vuls = ["none", "ns", "ew", "all"];

const due = (p: Place): boolean => p.state === "empty" || p.state === "proposed" || p.state === "returned";

/** mitchell is a movement of two winners: North-South stay, East-West go up a table. */
export function mitchell(tables: number, per: number): Sitting[] {
  const out: Sitting[] = [];
  for (let round = 1; round <= tables; round++) {
    for (let table = 1; table <= tables; table++) {
      const ew = ((table - round + tables) % tables) + 1;
      const set = (table + round - 2) % tables;
      out.push({ round, table, ns: `${table}NS`, ew: `${ew}EW`, boards: Array.from({ length: per }, (_, i) => set * per + i + 1) });
    }
  }
  return out;
}

export class FakeClub {
  position = 1;
  version = 1;
  config: Config = { feedback: 0, leads: false, input: "result", recap: true, names_until_round: 1 };
  names: Record<string, string[]> = {};
  clock: Evening["clock"];
  calls: { at: string; ref: string; reason?: string }[] = [];
  sat: unknown[] = [];
  feedback?: Feedback;
  doubts?: (result: string) => PutAnswer["doubts"];
  people: { id: string; name: string; hint?: string }[] = [];

  private threads = new Map<string, Thread>();
  private stands = new Map<string, { result: string; by: string }>();
  private fixed = new Map<string, Place["state"]>();
  private done = new Map<string, string>(); // what was said under a key, and its answer
  private moved = new Map<number, number>(); // position of what was said last of a table
  private news: { position: number; table?: number }[] = []; // of a table, or of all
  private voided = new Set<object>(); // revisions
  wanted = 0; // board that the director asks for
  private entered = new Map<string, number>(); // position of what was said under a key
  private watchers = new Set<{ table: number; tell(c: Change): void }>();

  constructor(public sittings: Sitting[], private now: () => number, private title = "Open pairs") {}

  watch(table: number, tell: (c: Change) => void): () => void {
    const w = { table, tell };
    this.watchers.add(w);
    return () => { this.watchers.delete(w); };
  }

  /** changed tells everybody that something did: of a table, or of all. */
  changed(table: number, what = "table"): void {
    this.position++;
    if (what === "table") this.moved.set(table, this.position);
    this.news.push({ position: this.position, ...(what === "table" ? { table } : {}) });
    for (const w of this.watchers) w.tell({ position: this.position, changed: [{ what, table }] });
  }

  /** fix is a decision of the director. */
  fix(round: number, table: number, board: number, state: Place["state"]): void {
    this.fixed.set(`${round}/${table}/${board}`, state);
    this.changed(table);
  }

  /** forget is what the director does who voids a board. */
  forget(round: number, table: number, board: number): void {
    const at = `${round}/${table}/${board}`;
    for (const t of this.threads.values()) if (t.place === at) for (const r of t.revisions) this.voided.add(r);
    this.stands.delete(at);
    this.changed(table);
  }

  /** ask answers a request of a table, or throws what the server would refuse. */
  ask(table: number, method: string, path: string, body: unknown, key?: string): unknown {
    if (method === "GET" && path.startsWith("/api/table")) return this.rest(table, new URLSearchParams(path.split("?")[1]));
    if (method === "GET" && path.startsWith("/api/people")) {
      const q = decodeURIComponent(/q=([^&]*)/.exec(path)?.[1] ?? "").toLowerCase();
      return { people: this.people.filter((p) => p.name.toLowerCase().startsWith(q)) };
    }
    const name = path.split("/").pop() as string;
    const b = body as Record<string, unknown>;
    const under = method === "PUT" ? `entry/${name}/${String(b.revision)}` : (key ?? "");
    const text = JSON.stringify([method, path, body]);
    const before = this.done.get(under);
    if (before !== undefined && before !== text) throw new Problem(409, "one key, one command", "conflict", "club.key_taken");
    if (method === "PUT") {
      const says = before === undefined ? this.enter(table, name, b) : "nothing";
      this.done.set(under, text);
      if (before === undefined) this.entered.set(under, this.position);
      return this.answer(table, Number(b.round), Number(b.board), says, String(b.result), this.entered.get(under));
    }
    if (before !== undefined && name !== "confirm") return { position: this.position, says: "nothing" };
    const answer = this.command(table, name, b);
    this.done.set(under, text);
    return answer;
  }

  private command(table: number, name: string, b: Record<string, unknown>): unknown {
    switch (name) {
      case "confirm": case "return": {
        const t = this.threads.get(String(b.id));
        const r = t?.revisions.find((x) => x.revision === b.revision);
        if (!t || !r) throw new Problem(404, "there is no such revision", "not_found", "club.no_entry");
        const last = t.revisions[t.revisions.length - 1] as Revision;
        if (name === "return") {
          if (r.returned) return { says: "nothing", position: this.position };
          if (last !== r) throw new Problem(409, "the revision does not count any more", "conflict", "club.revision_old");
          if (r.state === "agreed") throw new Problem(409, "both sides have agreed it", "conflict", "club.agreed");
          r.returned = true;
          this.changed(table);
          return { says: "done", position: this.position };
        }
        if (r.returned || last !== r) throw new Problem(409, "the revision does not count any more", "conflict", "club.revision_old");
        const [round, , board] = t.place.split("/").map(Number) as [number, number, number];
        let says = "nothing";
        if (r.state === "proposed") {
          r.state = "agreed";
          r.agreed = true;
          says = this.stand(t.place, String(b.id), r.result);
          this.changed(table);
        }
        return this.answer(table, round, board, says, r.result);
      }
      case "call":
        this.calls.push({ at: new Date(this.now()).toISOString(), ref: String(b.ref), reason: b.reason as string | undefined });
        this.changed(table);
        return { says: "done", position: this.position };
      case "sit": {
        this.sat.push(b);
        const s = this.sittings.find((x) => x.round === b.round && x.table === table) as Sitting;
        for (const [seat, who] of Object.entries(b.seats as Record<string, { person?: string; guest?: string }>)) {
          const c = (seat === "N" || seat === "S" ? s.ns : s.ew) as string;
          const list = [...(this.names[c] ?? ["", ""])];
          list[seat === "N" || seat === "E" ? 0 : 1] = who.guest ?? this.people.find((p) => p.id === who.person)?.name ?? "";
          this.names[c] = list;
        }
        this.changed(table);
        return { says: "done", position: this.position };
      }
      case "not_us": {
        const s = this.sittings.find((x) => x.round === b.round && x.table === table) as Sitting;
        this.sittings = this.sittings.map((x) => (x !== s ? x : b.what === "switch" ? { ...s, ns: s.ew, ew: s.ns, switched: true }
          : b.instead === s.ns ? { ...s, ns: String(b.contestant) } : { ...s, ew: String(b.contestant) }));
        this.version++;
        this.changed(table);
        return { says: "done", position: this.position };
      }
      default:
        throw new Problem(404, "there is no such command", "not_found", "club.no_command");
    }
  }

  private enter(table: number, id: string, b: Record<string, unknown>): string {
    const place = `${String(b.round)}/${table}/${String(b.board)}`;
    const s = this.sittings.find((x) => x.round === b.round && x.table === table);
    if (!s?.boards?.includes(Number(b.board))) {
      throw new Problem(422, `Board ${String(b.board)} is not at table ${table} in round ${String(b.round)}: there are ${s?.boards?.join(", ")}`, "invalid", "club.wrong_board");
    }
    if (this.fixed.has(place)) throw new Problem(409, "the director has decided", "conflict", "club.decided");
    const t = this.threads.get(id) ?? { place, revisions: [] };
    if (t.place !== place) throw new Problem(409, "another board is another entry", "conflict", "club.entry_place");
    this.threads.set(id, t);
    const r = { id, revision: Number(b.revision), result: String(b.result), state: b.agreed ? "agreed" : "proposed", agreed: !!b.agreed, by: `table:${table}`, at: new Date(this.now()).toISOString() } as Thread["revisions"][number];
    const late = t.revisions.some((x) => x.revision > r.revision);
    t.revisions.push(r);
    t.revisions.sort((x, y) => x.revision - y.revision);
    this.changed(table);
    if (late) return "kept";
    if (r.state === "agreed") return this.stand(place, id, r.result);
    return this.differs(place, id, r.result) ? "conflict" : "proposed";
  }

  private stand(place: string, id: string, result: string): string {
    const stands = this.stands.get(place);
    const conflict = this.differs(place, id, result);
    if (!stands || stands.by === id) {
      this.stands.set(place, { result, by: id });
      return conflict ? "conflict" : "saved";
    }
    return conflict ? "conflict" : "confirmed";
  }

  private live(place: string): { id: string; last: Thread["revisions"][number] }[] {
    const out = [];
    for (const [id, t] of this.threads) {
      const last = t.revisions[t.revisions.length - 1];
      if (t.place === place && last && !last.returned && !this.voided.has(last)) out.push({ id, last });
    }
    return out;
  }

  private differs(place: string, id: string, result: string): boolean {
    return this.live(place).some((x) => x.id !== id && x.last.result !== result);
  }

  /** place is a board as it stands. */
  place(round: number, table: number, board: number): Place {
    const at = `${round}/${table}/${board}`;
    const said = [...this.threads.values()].filter((t) => t.place === at).flatMap((t) => t.revisions);
    const entries = said.map((r) => ({ ...r, mine: true }));
    const live = this.live(at);
    const stands = this.stands.get(at);
    const results = new Set(live.map((x) => x.last.result));
    let state: Place["state"] = "empty";
    if (this.fixed.has(at)) state = this.fixed.get(at) as Place["state"];
    else if (results.size > 1) state = "conflict";
    else if (stands && !live.some((x) => x.last.state === "proposed" && x.last.result !== stands.result)) state = "saved";
    else if (live.length > 0) state = "proposed";
    else if (said.some((r) => !this.voided.has(r))) state = "returned";
    const out: Place = { round, table, board, state };
    if (entries.length > 0) out.entries = entries;
    if (board === this.wanted && state === "empty") out.wanted = new Date(this.now()).toISOString();
    if (stands) {
      out.result = stands.result;
      const r = parse(stands.result);
      if (r !== undefined) out.score = score(r, this.board(board).vul as "none");
    }
    return out;
  }

  // What a table sees of a place: of a board of an earlier round that somebody who sits
  // there now, or comes next, may still play, nothing that was said.
  private seen(p: Place): Place {
    const said = [...this.threads.values()].map((t) => t.place.split("/").map(Number) as [number, number, number]);
    const left = said.reduce((most, [round, table]) => (table === p.table ? Math.max(most, round) : most), 0);
    if (p.round === left || !p.entries && !p.result) return p;
    const here = this.sittings.filter((s) => s.table === p.table && (s.round === left || s.round === left + 1)).flatMap((s) => [s.ns, s.ew]);
    const free = this.sittings.every((s) => !s.boards?.includes(p.board) || !here.includes(s.ns) && !here.includes(s.ew) || !due(this.place(s.round, s.table, p.board)));
    return free ? p : { round: p.round, table: p.table, board: p.board, state: p.state, hidden: true };
  }

  private board(board: number): { board: number; dealer: string; vul: string } {
    const i = (board - 1) % 16;
    return { board, dealer: "NESW"[i % 4] as string, vul: vuls[(i + Math.floor(i / 4)) % 4] as string };
  }

  private answer(table: number, round: number, board: number, says: string, result: string, position = this.position): PutAnswer {
    const place = this.seen(this.place(round, table, board));
    const evening = this.evening(table);
    const out: PutAnswer = {
      status: says === "conflict" ? "conflict" : says === "nothing" || says === "kept" ? "already_there" : "applied",
      says, position, event_position: this.position, version: this.version, place,
      playing: evening.over ? undefined : evening.round,
      ...(!evening.over && evening.round !== round && this.clock?.round === evening.round ? { clock: this.clock } : {}),
      beside: Math.max(0, ...this.news.filter((x) => x.position !== position && (x.table ?? table) === table).map((x) => x.position)),
    };
    const doubts = this.doubts?.(result);
    if (doubts?.length) out.doubts = doubts;
    if (this.feedback && place.state === "saved") out.feedback = this.feedback;
    return out;
  }

  // What a table does not have yet.
  private rest(table: number, knows: URLSearchParams): Heard {
    const all = this.evening(table);
    const { plan, table: _, version, event, config, names, sittings, boards, places, over, ...rest } = all;
    const now = { ...rest, ...(over ? { over } : {}) };
    if (plan !== knows.get("plan")) return all;
    const since = Number(knows.get("since") ?? 0);
    if (since > 0 && since <= this.position && (this.moved.get(table) ?? 0) <= since) return now;
    return { ...now, places: places.filter((p) => p.state !== "empty" || p.entries || p.wanted || p.hidden) };
  }

  evening(table: number): Evening {
    const mine = this.sittings.filter((s) => s.table === table);
    const places = mine.flatMap((s) => (s.boards ?? []).map((b) => this.seen(this.place(s.round, table, b))));
    const playing = mine.find((s) => places.some((p) => p.round === s.round && due(p)));
    const call = this.calls[this.calls.length - 1];
    const all = [...new Set(mine.flatMap((s) => s.boards ?? []))];
    return {
      position: this.position, now: new Date(this.now()).toISOString(), event: { id: "tuesday", title: this.title }, table, version: this.version,
      plan: String([...JSON.stringify([table, this.config, this.names, this.sittings])].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) >>> 0, 7)), config: this.config, names: this.names, sittings: this.sittings, boards: all.map((b) => this.board(b)), places,
      round: playing?.round ?? 1, over: !playing, ...(this.clock ? { clock: this.clock } : {}), ...(call ? { called: call } : {}),
    };
  }
}
