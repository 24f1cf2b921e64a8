// The table page without its screens: what it knows, what can be done, what follows.
// The screens show it and call it; tests play it with a server and a time of their own.

import { Problem, ask as askServer } from "../kit/api";
import { parse, print, type Result, type Seat } from "../kit/bridge";
import { id as makeID } from "../kit/ids";
import { watch as watchServer, type Change, type Watch } from "../kit/watch";
import { done, latest, nextRevision, proposal, standing, stateOf, type Local, type State } from "./boards";
import { step, OPENS, type Phase } from "./check";
import { left, offset } from "./clock";
import { blank, draftOf, isBlank, resultOf, tap, type Draft, type Key } from "./entry";
import { Outbox, type Item, type Timers } from "./outbox";
import { arrives, boardOf, contestantsOf, plays, rounds, sittingAt } from "./plan";
import { read, write, type Store } from "./storage";
import type { Clock, Doubt, Evening, Feedback, Heard, Place, PutAnswer, Revision, Sitting } from "./types";
import { score } from "../kit/scores";
import type { Vul } from "../kit/bridge";

export interface World extends Timers {
  ask<T>(method: string, path: string, o?: { body?: unknown; key?: string }): Promise<T>;
  watch(event: string, position: () => number, w: { change(c: Change): void; reset(): void; open(there: boolean): void }): Watch;
  id(): string;
  store: Store;
}

/** world is the real one. */
export const world = (store: Store, lang: string): World => ({
  store,
  id: makeID,
  now: () => Date.now(),
  later(ms, f) { const timer = setTimeout(f, ms); return () => clearTimeout(timer); },
  ask: (method, path, o) => askServer(method, path, { ...o, lang }),
  watch: (event, position, w) => watchServer(event, position, w, true),
});

/** What is open above the page. */
export type Sheet = "menu" | "outbox" | "call" | "join" | "recap" | undefined;

/** What the page is about just now. */
export type Screen =
  | "loading" | "stranger" | "join" | "guard" | "rest" | "entry" | "check" | "question" | "agreed" | "board"
  | "conflict" | "recap" | "waiting" | "move" | "end";

/** How far this device has come. */
interface Progress {
  round: number;
  guards: string[]; // rounds and who said that it is them
  recapped: number[]; // rounds whose score card is right
  named?: boolean; // the names were given, or left for later
  call?: { ref: string; at: number };
  clock?: Clock; // of the round, as it was told last: the server tells the one of the next when this is played
}

/** Something that the server did not accept: kept until somebody has read it. */
export interface Refusal { item: Item; detail: string }

/** What the panel asks to agree. */
export interface Shown { board: number; result: Result; text: string; foreign?: Revision; resolves?: boolean }

const cacheKey = "overtrick.table.evening";
const outPrefix = "overtrick.out.";
const refusedPrefix = "overtrick.refused.";

/** prefixOf begins the keys of what is kept of a table. */
export function prefixOf(e: Pick<Evening, "event" | "session" | "section" | "table">): string {
  return `overtrick.t.${e.event.id}.${e.session ?? 0}.${e.section ?? ""}.${e.table}.`;
}

export class Model {
  evening?: Evening;
  stranger?: Problem; // this device has no table
  progress: Progress = { round: 1, guards: [], recapped: [] };
  board = 0;
  past?: number; // an earlier round, of which a result is to be changed
  sheet: Sheet;
  phase: Phase = { is: "entry" };
  shown?: Shown;
  question?: { doubt: Extract<Doubt, { kind: "lead" }>; board: number };
  unusual = new Set<string>(); // places whose result is very rare
  feedback = new Map<string, Feedback>();
  trouble = ""; // why the server did not do what was asked, in its words
  notice = ""; // key of a short text that somebody should hear once
  streaming = false;
  outbox: Outbox;
  reason = ""; // that a call for the director begins with
  waitingSeen = false; // whoever waits has asked to see where to go

  private locals = new Map<string, Local>();
  private ahead = 0; // of the server's clock
  private away?: number; // since when what was asked for did not come
  private news = 0; // position that somebody has heard of
  private known = 0; // position up to which all that shows here is known
  private read = 0; // position up to which the boards are known, by a read or by answers behind it
  private newest = 0; // highest position of the event in an answer to what was sent
  private blind = true; // what became of the boards has to be read, whatever is known
  private stream?: Watch;
  private stopOpening?: () => void;
  private stopRefresh?: () => void;
  private fetching = false;
  private stale = false;
  private listeners = new Set<() => void>();

  constructor(readonly w: World) {
    this.outbox = new Outbox(w.store, outPrefix, w, {
      send: (item) => w.ask(item.method, item.path, { body: item.body, key: item.key }),
      answered: (item, answer) => this.answered(item, answer),
      refused: (item, why) => this.refused(item, why),
      changed: () => this.tell(),
    });
    const kept = read<Evening | undefined>(w.store, cacheKey, undefined);
    if (kept) this.take(kept, false);
  }

  subscribe(f: () => void): () => void {
    this.listeners.add(f);
    return () => { this.listeners.delete(f); };
  }

  private tell(): void { for (const f of this.listeners) f(); }

  // ---- the server

  /** begin asks for everything and follows what changes. */
  async begin(): Promise<void> {
    this.outbox.nudge();
    await this.refresh();
  }

  /** refresh reads what is not known here. */
  async refresh(): Promise<void> {
    if (this.fetching) { this.stale = true; return; }
    this.fetching = true;
    const newest = this.newest;
    const blind = this.blind;
    const plan = this.evening?.plan;
    const since = blind ? "" : `&since=${this.read}`;
    this.blind = false; // whoever wakes up from here on is told all by the next read
    try {
      const e = await this.w.ask<Heard>("GET", `/api/table${plan ? `?plan=${plan}${since}` : ""}`);
      this.stranger = undefined;
      this.away = undefined;
      // What was sent meanwhile may have been answered since: this is older.
      if (e.position < this.newest && newest < this.newest && this.isOurs(e)) {
        this.stale = true;
        this.blind ||= blind;
      } else this.take(this.whole(e), true);
      this.follow();
    } catch (why) {
      this.blind ||= blind;
      const p = why instanceof Problem ? why : new Problem(0, String(why));
      if (p.away) {
        this.away ??= this.w.now();
        this.soon(Math.max(p.retry, 15) * 1000);
      } else this.stranger = p;
      this.tell();
    } finally {
      this.fetching = false;
      if (this.stale) { this.stale = false; this.soon(500); }
    }
  }

  /** awake: the network or the reader came back. */
  awake(): void {
    this.blind = true;
    this.outbox.nudge();
    void this.refresh();
  }

  // position: until which something changed; if all of it is here by then, there is
  // nothing to read.
  private soon(ms: number, position = Infinity): void {
    this.stopRefresh?.();
    this.news = Math.max(this.news, position);
    this.stopRefresh = this.w.later(ms, () => {
      this.stopRefresh = undefined;
      const news = this.news > this.read;
      this.news = 0;
      if (news) void this.refresh();
    });
  }

  private follow(): void {
    if (this.stream || !this.evening) return;
    this.stream = this.w.watch(this.evening.event.id, () => this.known, {
      change: (c) => {
        if (c.position <= this.known) return;
        // What this device has just sent it knows by the answer, which may come later.
        const rest = c.changed.filter((p) => p.what !== "board" && p.what !== "ranking" && !(p.what === "table" && p.table !== this.evening?.table) && !(p.what === "clock" && !this.shows(p.round)));
        if (rest.length === 0) {
          if (!this.stopRefresh && !this.fetching) this.known = c.position; // else what is read tells how far it goes
        }
        else if (rest.every((p) => p.what === "table" || p.what === "clock")) this.soon(400, c.position);
        else this.soon(200);
      },
      reset: () => {
        this.known = this.read = this.newest = 0;
        this.blind = true;
        this.soon(0);
      },
      open: (there) => {
        const back = there && !this.streaming;
        this.streaming = there;
        if (back && this.since !== undefined) this.awake();
        // It ends now and then and comes back; if it does not, somebody has to look.
        if (!there && this.since === undefined) this.soon(4000);
      },
    });
  }

  // shows says whether the clock of a round, or of all, is the one that this table is told.
  private shows(round?: number): boolean { return !round || round === this.evening?.round; }

  /** close ends all that runs. */
  close(): void {
    this.stream?.close();
    this.stopRefresh?.();
    this.stopOpening?.();
    this.outbox.close();
  }

  // isOurs says whether a read is of the evening that we have: what is left out is as it was.
  private isOurs(e: Heard): boolean {
    return !!this.evening && (!e.event || prefixOf(e as Evening) === prefixOf(this.evening));
  }

  // What the server leaves out is as it was.
  private whole(e: Heard): Evening {
    if (!this.evening || e.plan) return e as Evening;
    return { ...this.evening, called: undefined, clock: undefined, over: false, ...e };
  }

  /** take makes what the server says, or what was kept of it, the state. */
  private take(e: Evening, fresh: boolean): void {
    const other = !this.evening || prefixOf(e) !== prefixOf(this.evening);
    const before = this.evening;
    this.evening = e;
    if (other) this.known = this.newest = 0;
    this.known = Math.max(this.known, e.position);
    this.read = e.position;
    if (other) {
      this.locals.clear();
      for (const key of this.w.store.keys(this.prefix + "b.")) {
        this.locals.set(key.slice(this.prefix.length + 2), read<Local>(this.w.store, key, {}));
      }
      this.progress = read<Progress>(this.w.store, this.prefix + "s", { round: 0, guards: [], recapped: [] });
      this.feedback.clear();
      this.board = 0;
      this.stream?.close();
      this.stream = undefined;
    }
    if (fresh) {
      this.ahead = offset(e.now, this.w.now());
      write(this.w.store, cacheKey, e);
      for (const p of e.places) this.reconcile(p);
    }
    if (this.progress.round === 0) this.progress.round = Math.max(1, e.round);
    // Another device of the table has gone on: not past boards that are to be played yet.
    const sent = e.places.reduce((most, p) => (p.entries?.some((r) => r.mine) ? Math.max(most, p.round) : most), 0);
    if (sent > this.progress.round && !this.drafting() && this.completeTo(sent)) this.enterRound(sent);
    this.tick();
    if (before && fresh && before.version !== e.version && !other) this.notice = "ui.table.plan_changed";
    this.pick();
    this.tell();
  }

  // The device keeps the clock of its round, when the table has gone on.
  private tick(): void {
    const clock = this.evening?.clock;
    if (clock && clock.round === this.progress.round) this.progress.clock = clock;
  }

  // Nothing is missing from this device's round to the one before another.
  private completeTo(round: number): boolean {
    const e = this.evening as Evening;
    return e.sittings.every((s) => s.table !== e.table || s.round < this.progress.round || s.round >= round || !plays(s) ||
      (s.boards ?? []).every((b) => done(this.state(b, s.round))));
  }

  private get prefix(): string { return prefixOf(this.evening as Evening); }

  // What the server says of a place is newer than what was kept of it here.
  private reconcile(p: Place): void {
    const key = `${p.round}.${p.board}`;
    if (p.doubts?.some((d) => d.kind === "unusual")) this.unusual.add(key);
    const local = this.locals.get(key);
    if (!local || this.outbox.has(key)) return;
    if (p.state === "saved" && local.draft && !local.change) this.set(key, { draft: undefined });
    const mine = p.entries?.filter((r) => r.id === local.id && r.revision === local.revision)[0];
    if (p.state === "empty" && local.agreed && (mine || p.hidden)) this.set(key, { agreed: false, returned: true }); // it was voided
    if (mine?.returned && !local.returned) this.set(key, { returned: true, agreed: false });
    const theirs = mine && !local.agreed && (mine.agreed || mine.state === "agreed");
    if (theirs) {
      this.set(key, { agreed: true, agreedAt: this.w.now(), elsewhere: true, draft: undefined, change: undefined });
      if (this.isHere(p) && this.phase.is !== "agreed") {
        this.shown = undefined;
        this.phase = { is: "agreed", since: this.w.now() };
        void this.lookUp(key);
      }
    }
    if (this.isHere(p) && p.state === "conflict" && (this.phase.is === "check" || this.phase.is === "agreed") && !this.shown?.resolves) {
      this.stopOpening?.();
      this.phase = { is: "entry" };
      this.shown = undefined;
    }
    if (this.isHere(p) && this.phase.is === "check" && this.shown?.foreign && !proposal(p, local)) {
      this.phase = { is: p.state === "saved" ? "agreed" : "entry", since: this.w.now() };
      this.shown = undefined;
    }
    if (this.isHere(p) && this.phase.is === "check" && mine?.returned && !this.shown?.foreign) {
      this.phase = { is: "entry" };
      this.shown = undefined;
      this.notice = "ui.table.returned";
    }
  }

  // Asked on the device that did not agree it: what the table may see of the board.
  private async lookUp(key: string): Promise<void> {
    const l = this.locals.get(key);
    if (!l?.id || !l.revision || !l.result || (this.evening?.config.feedback ?? 0) === 0) return;
    const [round, board] = key.split(".").map(Number) as [number, number];
    this.confirm(round, board, l.id, l.revision, l.result);
  }

  private isHere(p: { round: number; board: number }): boolean {
    return p.round === this.round && p.board === this.board;
  }

  private answered(item: Item, answer: unknown): void {
    if (item.shows) this.took(item, answer as PutAnswer);
    else this.soon(300);
  }

  private took(item: Item, a: PutAnswer): void {
    for (const r of this.refusals) if (r.item.about === item.about && r.item.of === item.of) this.forgetRefusal(r);
    if (this.evening && item.of !== this.prefix) { this.soon(300); return; } // it is of another session, or table
    const key = item.about as string;
    if (a?.place && this.evening) {
      const places = this.evening.places.filter((p) => !(p.round === a.place?.round && p.board === a.place?.board));
      const position = a.event_position ?? 0;
      this.evening = { ...this.evening, places: [...places, a.place] };
      if (a.playing && a.clock && !this.evening.over && position >= this.evening.position) {
        this.evening = { ...this.evening, round: a.playing, clock: a.clock };
        this.tick();
      }
      write(this.w.store, cacheKey, this.evening);
      this.newest = Math.max(this.newest, position);
      if ((a.beside ?? 0) <= this.known) this.known = Math.max(this.known, position);
      if ((a.beside ?? 0) <= this.read) this.read = Math.max(this.read, position);
    }
    if (this.locals.get(key)?.refused) this.set(key, { refused: undefined });
    if (a?.version !== undefined && this.evening && a.version !== this.evening.version) this.soon(300);
    // The table has gone on, and what came of that was not told.
    if (a?.place && this.evening && (a.playing ?? 0) !== (this.evening.over ? 0 : this.evening.round)) this.soon(300);
    if (a?.feedback) this.feedback.set(key, a.feedback);
    for (const d of a?.doubts ?? []) this.doubt(key, d);
    if (a?.place) this.reconcile(a.place);
    this.tell();
  }

  private doubt(key: string, d: Doubt): void {
    if (d.kind === "unusual") { this.unusual.add(key); return; }
    const [round, board] = key.split(".").map(Number);
    if (round !== this.round || board !== this.board || this.locals.get(key)?.kept || this.question) return;
    this.question = { doubt: d, board: board as number };
  }

  private refused(item: Item, why: Problem): void {
    const detail = why.detail || why.key;
    const here = item.of === (this.evening && this.prefix);
    const l = item.about ? this.locals.get(item.about) : undefined;
    if (item.shows?.agreed || item.method === "PUT") {
      const said = item.body as { id?: string; revision: number };
      // A later revision may have taken its place; then there is nothing to say.
      if (here && item.method === "POST" && (l?.id !== said.id || l?.revision !== said.revision)) { this.soon(300); return; }
      write(this.w.store, refusedPrefix + String(item.n).padStart(16, "0"), { item, detail } satisfies Refusal);
      if (here && item.about && l) {
        const r = parse(item.shows?.result ?? "");
        this.set(item.about, { refused: detail, agreed: false, ...(isBlank(l.draft ?? blank) && r !== undefined ? { draft: draftOf(r) } : {}) });
        if (item.about === this.key(this.board) && (this.phase.is === "agreed" || this.phase.is === "check")) {
          this.phase = { is: "entry" };
          this.shown = undefined;
        }
      }
    } else if (item.about === "seat" || item.about === "names") this.trouble = detail;
    if (item.about === "call" && this.progress.call) { delete this.progress.call; this.trouble = detail; this.save(); }
    this.soon(300);
  }

  /** refusals are what the server did not accept. */
  get refusals(): Refusal[] {
    return this.w.store.keys(refusedPrefix).map((k) => read<Refusal | undefined>(this.w.store, k, undefined)).filter((r): r is Refusal => !!r);
  }

  /** read takes a refusal away that somebody has read. */
  forgetRefusal(r: Refusal): void {
    this.w.store.remove(refusedPrefix + String(r.item.n).padStart(16, "0"));
    this.tell();
  }

  // ---- what is known here

  private set(key: string, change: Partial<Local>): void {
    const next = { ...this.locals.get(key), ...change };
    this.locals.set(key, next);
    write(this.w.store, `${this.prefix}b.${key}`, next);
  }

  private key(board: number, round = this.round): string { return `${round}.${board}`; }

  local(board = this.board, round = this.round): Local | undefined { return this.locals.get(this.key(board, round)); }

  place(board = this.board, round = this.round): Place | undefined {
    return this.evening?.places.find((p) => p.round === round && p.board === board);
  }

  state(board = this.board, round = this.round): State {
    return stateOf(this.place(board, round), this.local(board, round), this.outbox.has(this.key(board, round)));
  }

  /** result that stands for a board, here or there. */
  result(board = this.board, round = this.round): string | undefined {
    return standing(this.place(board, round), this.local(board, round), this.outbox.has(this.key(board, round)));
  }

  /** hidden: somebody at the table may still play the board. */
  hidden(board: number, round: number): boolean { return !!this.place(board, round)?.hidden; }

  /** wanted are the boards whose results the director has asked for. */
  get wanted(): number[] {
    return (this.evening?.places ?? []).filter((p) => p.wanted && !done(this.state(p.board, p.round))).map((p) => p.board);
  }

  scoreOf(board: number, round = this.round): number | undefined {
    const text = this.result(board, round);
    const r = text === undefined ? undefined : parse(text);
    if (r !== undefined) return score(r, this.vul(board));
    return this.place(board, round)?.score;
  }

  vul(board = this.board): Vul { return (boardOf(this.evening as Evening, board)?.vul.toLowerCase() ?? "none") as Vul; }

  /** round that is entered: this device's, or an earlier one of which a result is to be changed. */
  get round(): number { return this.past ?? this.progress.round; }
  get sitting(): Sitting | undefined { return this.evening && sittingAt(this.evening, this.round); }
  get boards(): number[] { return this.sitting?.boards ?? []; }
  get draft(): Draft { return this.local()?.draft ?? blank; }
  get leads(): boolean { return this.evening?.config.leads ?? false; }
  get rounds(): number { return this.evening ? rounds(this.evening) : 0; }
  get lastRound(): boolean { return this.progress.round >= this.rounds; }

  /** left of the round's clock, in seconds. */
  get left(): number | undefined { return left(this.clock, this.w.now(), this.ahead); }

  /** clock of this device's round. */
  get clock(): Clock | undefined {
    const c = this.evening?.clock ?? undefined;
    if (c?.round === this.progress.round) return c;
    return this.progress.clock?.round === this.progress.round ? this.progress.clock : undefined;
  }

  /** ended: the time of the round is over. */
  get ended(): boolean {
    const c = this.clock;
    return !!c && !c.paused && this.left === 0;
  }

  /** connection is what the mark in the head says. */
  get connection(): "saved" | "waiting" | "offline" {
    if (this.since !== undefined) return "offline";
    return this.scores > 0 ? "waiting" : "saved";
  }

  /** since when the server is away; undefined: it is there. */
  get since(): number | undefined { return this.outbox.since ?? this.away; }

  /** scores that were agreed and wait to be sent. */
  get scores(): number { return new Set(this.outbox.waiting.filter((i) => i.shows?.agreed).map((i) => i.about)).size; }

  get called(): { at: number; waits: boolean } | undefined {
    const mine = this.progress.call;
    if (mine && this.outbox.has("call")) return { at: mine.at, waits: true };
    const c = this.evening?.called;
    return c ? { at: Date.parse(c.at), waits: false } : undefined;
  }

  private drafting(): boolean {
    return this.boards.some((b) => { const l = this.local(b); return l?.draft && !isBlank(l.draft); });
  }

  /** open are the boards of the round that the table still has to enter. */
  get missing(): number[] { return this.boards.filter((b) => !done(this.state(b))); }

  /** arriving are the sides that still have to say that it is them. */
  get arriving(): ("NS" | "EW")[] {
    const e = this.evening;
    const s = this.sitting;
    if (!e || !s || !plays(s) || this.past || this.progress.round === 1) return [];
    return arrives(e, this.progress.round).filter((side) => !this.progress.guards.includes(this.guard(s, side)));
  }

  private guard(s: Sitting, side: "NS" | "EW"): string { return `${s.round}.${side}.${contestantsOf(s, side).join("-")}`; }

  /** names that are missing while players may still give them. */
  get nameless(): boolean {
    const e = this.evening;
    const s = this.sitting;
    if (!e || !s || !plays(s) || this.past || this.progress.named) return false;
    if (this.progress.round > (e.config.names_until_round ?? 0)) return false;
    return (["NS", "EW"] as const).some((side) => {
      const all = contestantsOf(s, side);
      const want = all.length > 1 ? 1 : 2;
      return all.some((c) => (e.names[c] ?? []).filter(Boolean).length < want);
    });
  }

  /** screen is the one thing that the page shows. */
  get screen(): Screen {
    const e = this.evening;
    if (this.stranger) return "stranger";
    if (!e) return "loading";
    if (this.sheet === "join" || this.nameless) return "join";
    if (!plays(this.sitting)) return this.progress.round > this.rounds ? "end" : "rest";
    if (this.arriving.length > 0) return "guard";
    if (this.question) return "question";
    if (this.phase.is === "check") return "check";
    if (this.phase.is === "agreed" && this.state() !== "conflict") return "agreed";
    if (this.sheet === "recap") return "recap";
    if (this.board) {
      const s = this.state();
      if (s === "conflict") return "conflict";
      return done(s) ? "board" : "entry";
    }
    const r = this.progress.round;
    if (!this.progress.recapped.includes(r) && e.config.recap !== false) return "recap";
    if (!this.lastRound && (this.left ?? 0) > 90 && !this.waitingSeen) return "waiting";
    return this.lastRound ? "end" : "move";
  }

  // ---- what can be done

  private save(): void { write(this.w.store, this.prefix + "s", this.progress); }

  // The board to enter, if none is chosen: the next one that is missing.
  private pick(): void {
    if (!plays(this.sitting)) { this.board = 0; return; }
    if (this.board && !this.boards.includes(this.board)) this.board = 0;
    if (this.past) return;
    if (!this.board && this.phase.is === "entry") this.board = this.missing[0] ?? 0;
    const p = this.place();
    const other = this.board ? proposal(p, this.local()) : undefined;
    if (other && this.phase.is !== "check" && this.phase.is !== "agreed") this.show(other);
    if (!other && this.phase.is === "entry") {
      for (const b of this.boards) {
        const r = proposal(this.place(b), this.local(b));
        if (r && isBlank(this.draft)) { this.board = b; this.show(r); break; }
      }
    }
  }

  private show(r: Revision): void {
    const result = r.result === undefined ? undefined : parse(r.result);
    if (result === undefined) return;
    this.stopOpening?.();
    this.shown = { board: this.board, result, text: r.result as string, foreign: r };
    this.phase = step(this.phase, { on: "show" }, this.w.now());
  }

  /** choose goes to a board. */
  choose(board: number): void {
    this.stopOpening?.();
    this.sheet = undefined;
    this.phase = { is: "entry" };
    this.shown = undefined;
    this.question = undefined;
    this.board = board;
    this.pick();
    this.tell();
  }

  /** press is a key of the form. */
  press(k: Key): void {
    if (!this.board) return;
    const draft = tap(this.draft, k);
    this.set(this.key(this.board), { draft, refused: undefined });
    this.notice = "";
    this.arm();
  }

  private arm(): void {
    const complete = resultOf(this.draft, this.leads) !== undefined;
    this.phase = step(this.phase, { on: "changed", complete }, this.w.now());
    this.stopOpening?.();
    this.stopOpening = this.phase.is === "armed" ? this.w.later(OPENS, () => this.openIf({ on: "time" })) : undefined;
    this.tell();
  }

  /** check opens the panel at once: the bar was tapped. */
  check(): void {
    // A draft that was complete before the page was loaded is armed by the bar alone.
    if (this.phase.is === "entry" && resultOf(this.draft, this.leads) !== undefined) {
      this.phase = { is: "armed", opens: this.w.now() };
    }
    this.openIf({ on: "bar" });
  }

  private openIf(e: { on: "time" } | { on: "bar" }): void {
    const result = resultOf(this.draft, this.leads);
    const phase = step(this.phase, e, this.w.now());
    if (phase.is !== "check" || result === undefined || this.phase.is === "check") return;
    this.stopOpening?.();
    this.phase = phase;
    this.shown = { board: this.board, result, text: print(result) };
    this.propose();
    this.tell();
  }

  // Says the draft to the server, so that the other side may see it on its own phone.
  private propose(): void {
    const key = this.key(this.board);
    const l = this.local() ?? {};
    const text = this.shown?.text as string;
    const standing = l.change ? latest(this.place())[0] : undefined;
    const entry = standing?.id ?? l.id ?? this.w.id();
    const fresh = l.id !== entry || l.result !== text || l.returned || !l.revision || l.refused !== undefined;
    const revision = fresh ? nextRevision(this.place(), entry, l) : (l.revision as number);
    this.set(key, { id: entry, revision, result: text, returned: false, agreed: false, refused: undefined, elsewhere: undefined });
    this.sendResult(this.board, entry, revision, text, false);
  }

  // Where this table stands, for what is sent.
  private get where(): { session?: number; section?: string; table: number } {
    const e = this.evening as Evening;
    return { ...(e.session ? { session: e.session } : {}), ...(e.section ? { section: e.section } : {}), table: e.table };
  }

  private sendResult(board: number, id: string, revision: number, result: string, agreed: boolean): void {
    const e = this.evening as Evening;
    this.outbox.add({
      method: "PUT", path: `/api/results/${id}`, about: this.key(board), of: this.prefix, shows: { board, round: this.round, result, agreed },
      body: { event: e.event.id, revision, ...this.where, round: this.round, board, result, ...(agreed ? { agreed } : {}) },
    });
  }

  // Says that the other side agrees a revision that was sent, or waits to be sent.
  private confirm(round: number, board: number, id: string, revision: number, result: string): void {
    this.command("confirm", { id, revision }, `${round}.${board}`, { board, round, result, agreed: true });
  }

  private command(name: string, body: unknown, about: string, shows?: Item["shows"], key = this.w.id()): void {
    const e = this.evening as Evening;
    this.outbox.add({ method: "POST", path: `/api/events/${encodeURIComponent(e.event.id)}/${name}`, body, key, about, of: this.prefix, shows });
  }

  /** agree: the other side says yes. */
  agree(): void {
    const phase = step(this.phase, { on: "agree" }, this.w.now());
    if (phase === this.phase || !this.shown) return;
    this.phase = phase;
    const { board, text, foreign, resolves } = this.shown;
    const key = this.key(board);
    const now = { agreed: true, agreedAt: this.w.now(), draft: undefined, change: undefined, returned: false, result: text };
    if (resolves) {
      for (const r of latest(this.place(board))) {
        if (r.result !== text) this.sendResult(board, r.id, nextRevision(this.place(board), r.id, this.local(board)), text, true);
        else if (!r.agreed && r.state !== "agreed") this.confirm(this.round, board, r.id, r.revision, text);
      }
      this.set(key, now);
    } else if (foreign) {
      this.set(key, { ...now, id: foreign.id, revision: foreign.revision, answered: `${foreign.id}/${foreign.revision}` });
      this.confirm(this.round, board, foreign.id, foreign.revision, text);
    } else {
      this.set(key, now);
      const l = this.local(board) as Local;
      this.confirm(this.round, board, l.id as string, l.revision as number, text);
    }
    this.shown = undefined;
    if ((this.evening?.config.feedback ?? 0) === 0) this.notice = "ui.table.agreed_note";
    this.tell();
  }

  /** notRight: the other side says no. Nothing of the form is lost. */
  notRight(): void {
    const phase = step(this.phase, { on: "refuse" }, this.w.now());
    if (phase === this.phase || !this.shown) return;
    const { board, foreign, resolves } = this.shown;
    const key = this.key(board);
    this.phase = phase;
    this.shown = undefined;
    const l = this.local(board) ?? {};
    const say = foreign ?? (l.id && l.revision && !resolves ? { id: l.id, revision: l.revision } : undefined);
    if (foreign) {
      const parsed = parse(foreign.result ?? "");
      this.set(key, {
        answered: `${foreign.id}/${foreign.revision}`,
        ...(isBlank(this.draft) && parsed !== undefined ? { draft: draftOf(parsed) } : {}),
      });
    } else this.set(key, { returned: true });
    if (say) this.command("return", { id: say.id, revision: say.revision }, key + ".return");
    this.tell();
  }

  /** leave goes on from what was agreed, to the next board that is missing. */
  leave(): void {
    const phase = step(this.phase, { on: "left" }, this.w.now());
    if (phase === this.phase) return;
    this.phase = phase;
    this.past = undefined;
    const later = this.missing.filter((b) => this.boards.indexOf(b) > this.boards.indexOf(this.board));
    this.board = later[0] ?? this.missing[0] ?? 0;
    this.pick();
    this.tell();
  }

  /** change opens the form for a result that was agreed: both sides agree it again. Of an
   * earlier round the director is asked then. */
  change(board: number, round = this.progress.round): void {
    const text = this.result(board, round);
    const r = text === undefined ? undefined : parse(text);
    if (r === undefined) return;
    this.past = round === this.progress.round ? undefined : round;
    this.choose(board);
    this.set(this.key(board), { change: true, draft: draftOf(r), kept: undefined, refused: undefined });
    this.tell();
  }

  /** forgetChange leaves a result as it was. */
  forgetChange(): void {
    this.stopOpening?.();
    this.phase = { is: "entry" };
    this.set(this.key(this.board), { change: undefined, draft: undefined });
    this.leavePast();
    this.tell();
  }

  private leavePast(): void {
    if (!this.past) return;
    this.past = undefined;
    this.board = 0;
    this.pick();
  }

  /** played are the earlier rounds of this table, with their boards. */
  get played(): { round: number; boards: number[] }[] {
    const out = [];
    for (let round = this.progress.round - 1; round > 0; round--) {
      const s = this.evening && sittingAt(this.evening, round);
      if (plays(s)) out.push({ round, boards: s.boards ?? [] });
    }
    return out;
  }

  /** answer is what somebody says to the question about the lead. */
  answer(what: "declarer" | "lead" | "keep"): void {
    const q = this.question;
    if (!q) return;
    const key = this.key(q.board);
    this.question = undefined;
    if (what === "keep") {
      this.set(key, { kept: true });
      if (this.phase.is === "check") this.phase = { is: "check", since: this.w.now() };
      this.tell();
      return;
    }
    const l = this.local(q.board) ?? {};
    const parsed = l.result ? parse(l.result) : undefined;
    let draft = l.draft && !isBlank(l.draft) ? l.draft : parsed !== undefined ? draftOf(parsed) : blank;
    if (what === "declarer" && q.doubt.suggest) draft = tap(draft, { declarer: q.doubt.suggest as Seat });
    if (what === "lead") { draft = { ...draft }; delete draft.suit; delete draft.rank; delete draft.noLead; }
    this.set(key, { draft, ...(l.agreed ? { change: true } : {}) });
    this.phase = { is: "entry" };
    this.shown = undefined;
    this.arm();
  }

  /** take one of two different results; the other side is then asked to agree. */
  takeOne(r: Revision): void {
    const result = r.result === undefined ? undefined : parse(r.result);
    if (result === undefined) return;
    this.shown = { board: this.board, result, text: r.result as string, resolves: true };
    this.phase = step({ is: "entry" }, { on: "show" }, this.w.now());
    this.tell();
  }

  /** us: an arriving pair says that it is them. */
  us(side: "NS" | "EW"): void {
    const s = this.sitting;
    if (!s) return;
    this.progress.guards.push(this.guard(s, side));
    this.save();
    this.pick();
    this.tell();
  }

  /** notUs: others sit here than the plan says. */
  notUs(what: "switch" | "pair", contestant?: string, instead?: string): void {
    const body = { ...this.where, round: this.progress.round, what, ...(contestant ? { contestant, instead } : {}) };
    this.trouble = "";
    this.command("not_us", body, "seat");
    this.tell();
  }

  /** sit names the people at the table. */
  sit(seats: Record<string, { person: string } | { guest: string }>): void {
    this.progress.named = true;
    this.save();
    this.sheet = undefined;
    if (Object.keys(seats).length > 0) {
      const body = { ...this.where, round: this.progress.round, seats };
      this.command("sit", body, "names");
    }
    this.tell();
  }

  /** call calls the director. */
  call(reason: string): void {
    const e = this.evening as Evening;
    const ref = this.w.id();
    this.progress.call = { ref, at: this.w.now() };
    this.save();
    const body = { ref, ...(e.section ? { section: e.section } : {}), table: e.table, ...(reason ? { reason } : {}) };
    this.trouble = "";
    this.command("call", body, "call", undefined, ref);
    this.sheet = undefined;
    this.reason = "";
    this.tell();
  }

  /** roundIsRight leaves the score card of the round. */
  roundIsRight(): void {
    if (this.missing.length > 0) return;
    this.progress.recapped.push(this.progress.round);
    this.sheet = undefined;
    this.board = 0;
    this.save();
    this.tell();
  }

  /** goOn begins the next round. */
  goOn(): void { this.enterRound(this.progress.round + 1); this.pick(); this.tell(); }

  private enterRound(round: number): void {
    this.stopOpening?.();
    this.past = undefined;
    this.progress.round = round;
    this.save();
    this.board = 0;
    this.phase = { is: "entry" };
    this.shown = undefined;
    this.question = undefined;
    this.sheet = undefined;
    this.waitingSeen = false;
  }

  /** open opens what lies above the page. The menu lists the earlier rounds: which of their
   * boards somebody here may still play changes with what other tables do, which nobody
   * tells this one, so that it is read. */
  open(sheet: Sheet): void {
    this.sheet = sheet;
    this.tell();
    if (sheet !== "menu" || this.played.length === 0) return;
    this.blind = true;
    void this.refresh();
  }

  /** back closes what is open above the page, and does nothing else: the page never
   * navigates. */
  back(): void {
    if (this.sheet) this.sheet = undefined;
    else if (this.phase.is === "agreed") this.leave();
    else if (this.local()?.change && this.phase.is !== "check") this.forgetChange();
    this.tell();
  }

  /** say lets a short text be read once. */
  say(key: string): void { this.notice = key; this.tell(); }

  /** see leaves the waiting page for where to go. */
  see(): void { this.waitingSeen = true; this.tell(); }
}
