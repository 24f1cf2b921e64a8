// Phones of tests: a time that runs when it is told to, and a network that loses,
// doubles and delays.

import { Problem } from "../kit/api";
import type { Change } from "../kit/watch";
import type { FakeClub } from "./fake";
import type { World } from "./model";
import { mirrored, type Store } from "./storage";

/** Time is virtual: what is due is done in order. */
export class Time {
  now = Date.parse("2026-12-01T18:00:00Z");
  private queue: { at: number; n: number; f: () => void }[] = [];
  private n = 0;

  later(ms: number, f: () => void): () => void {
    const item = { at: this.now + Math.max(0, ms), n: this.n++, f };
    this.queue.push(item);
    return () => { this.queue = this.queue.filter((q) => q !== item); };
  }

  /** run lets so much time pass. */
  async run(ms: number): Promise<void> {
    const until = this.now + ms;
    await settle();
    for (;;) {
      this.queue.sort((a, b) => a.at - b.at || a.n - b.n);
      const first = this.queue[0];
      if (!first || first.at > until) break;
      this.queue.shift();
      this.now = first.at;
      first.f();
      await settle();
    }
    this.now = until;
    await settle();
  }
}

// Promises that are ready go on.
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** random numbers of a seed, so that a test that fails does so again. */
export function random(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}

/** Disk is a localStorage. */
export class Disk implements Storage {
  private all = new Map<string, string>();
  get length(): number { return this.all.size; }
  key(i: number): string | null { return [...this.all.keys()][i] ?? null; }
  getItem(k: string): string | null { return this.all.get(k) ?? null; }
  setItem(k: string, v: string): void { this.all.set(k, v); }
  removeItem(k: string): void { this.all.delete(k); }
  clear(): void { this.all.clear(); }
}

/** What the network does with a request. */
export interface Faults { drop: number; deaf: number; double: number; delay: number }

export const calm: Faults = { drop: 0, deaf: 0, double: 0, delay: 10 };

const PAUSE = 500; // between two messages of the server: what changes meanwhile is one

/** Phone is a device at a table. */
export class Phone {
  disk = new Disk();
  faults = calm;
  cut = false;
  requests = 0;
  private ids = 0;

  constructor(readonly name: string, readonly table: number, readonly club: FakeClub, readonly time: Time, private chance: () => number = Math.random) {}

  /** world is what a page on this phone finds; each load of the page gets another one. */
  world(): World {
    const store: Store = mirrored(this.disk);
    return {
      store,
      id: () => `${this.name}${String(++this.ids).padStart(31 - this.name.length, "0")}`,
      now: () => this.time.now,
      later: (ms, f) => this.time.later(ms, f),
      ask: (method, path, o) => this.send(method, path, o) as Promise<never>,
      watch: (_event, _position, w) => {
        let waits: Change | undefined;
        let paused = false;
        const send = () => {
          const c = waits;
          paused = !!c;
          waits = undefined;
          if (!c) return;
          this.time.later(PAUSE, send);
          if (!this.cut && this.chance() >= this.faults.drop) this.time.later(50, () => w.change(c));
        };
        let stop = this.club.watch(this.table, (c) => {
          waits = { position: c.position, changed: [...waits?.changed ?? [], ...c.changed] };
          if (!paused) send();
        });
        w.open(true);
        return { close: () => { stop(); stop = () => {}; waits = undefined; } };
      },
    };
  }

  private send(method: string, path: string, o?: { body?: unknown; key?: string }): Promise<unknown> {
    this.requests++;
    const text = JSON.stringify(o?.body);
    const body: unknown = text === undefined ? undefined : JSON.parse(text);
    const f = this.faults;
    const slow = () => f.delay * (0.5 + this.chance());
    return new Promise((resolve, reject) => {
      const lost = () => { this.time.later(slow() + 1000, () => reject(new Problem(0, ""))); };
      if (this.cut || this.chance() < f.drop) { lost(); return; }
      const answer = (): unknown => {
        try { return JSON.parse(JSON.stringify(this.club.ask(this.table, method, path, body, o?.key) ?? null)); } catch (e) { return e; }
      };
      // One that the network repeats arrives again, much later, behind others.
      if (method !== "GET" && this.chance() < f.double) this.time.later(slow() * 20 + 3000, answer);
      this.time.later(slow(), () => {
        const a = answer();
        if (this.cut || this.chance() < f.deaf) { lost(); return; }
        this.time.later(slow(), () => { if (a instanceof Problem) reject(a); else if (a instanceof Error) reject(a); else resolve(a); });
      });
    });
  }
}
