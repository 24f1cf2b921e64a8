// What waits to be sent. Each thing is kept under a key of its own until the server has
// answered it; it is sent in order, again and again, and again after a reload. That is
// harmless: a result has an id and a revision, a command its key.

import { Problem } from "../kit/api";
import { read, write, type Store } from "./storage";

export interface Item {
  n: number; // order
  method: "PUT" | "POST";
  path: string;
  body: unknown;
  key?: string; // Idempotency-Key of a command
  at: number; // when it was said
  about?: string; // what it is about, for whoever asks what waits: a place, a call
  of?: string; // the table that said it
  shows?: { board: number; round: number; result: string; agreed: boolean }; // for whoever looks at what waits
}

export interface Timers {
  now(): number;
  later(ms: number, f: () => void): () => void; // gives what stops it
}

export interface Handlers {
  send(item: Item): Promise<unknown>;
  answered(item: Item, answer: unknown): void;
  refused(item: Item, why: Problem): void;
  changed(): void;
}

/** pauses between two tries, in seconds */
export const pauses = [1, 2, 4, 8, 15];

export class Outbox {
  private items: Item[] = [];
  private busy = false;
  private again = false;
  private failures = 0;
  private stop?: () => void;

  /** since when nothing gets through; undefined: it does */
  since?: number;
  lastTry?: number;

  constructor(private store: Store, private prefix: string, private timers: Timers, private on: Handlers) {
    for (const key of store.keys(prefix)) {
      const item = read<Item | undefined>(store, key, undefined);
      if (item) this.items.push(item);
    }
    this.items.sort((a, b) => a.n - b.n);
  }

  /** waiting is what the server has not answered yet. */
  get waiting(): readonly Item[] { return this.items; }

  has(about: string): boolean { return this.items.some((i) => i.about === about); }

  /** add keeps something and sends it as soon as that can be. A result replaces older
   * revisions of itself that are still here. */
  add(item: Omit<Item, "n" | "at">): void {
    if (item.method === "PUT") {
      // The one that is on its way may have arrived: the later revision counts anyway. One
      // of which something was said stays before what was said.
      const last = this.items.filter((i) => i.about === item.about).pop();
      if (last?.method === "PUT" && last.path === item.path) this.drop(last);
    }
    const last = this.items[this.items.length - 1];
    const full: Item = { ...item, n: Math.max(this.timers.now(), (last?.n ?? 0) + 1), at: this.timers.now() };
    this.items.push(full);
    write(this.store, this.prefix + String(full.n).padStart(16, "0"), full);
    this.on.changed();
    this.nudge();
  }

  /** forget takes back what was not sent. */
  forget(match: (i: Item) => boolean): void {
    for (const i of this.items.filter(match)) this.drop(i);
    this.on.changed();
  }

  /** nudge tries at once: the network may be back, or somebody looks again. */
  nudge(): void {
    this.stop?.();
    this.stop = undefined;
    if (this.busy) { this.again = true; return; }
    void this.flush();
  }

  /** close stops trying. */
  close(): void { this.stop?.(); this.stop = undefined; this.again = false; this.busy = true; }

  private drop(item: Item): void {
    this.items = this.items.filter((i) => i !== item);
    this.store.remove(this.prefix + String(item.n).padStart(16, "0"));
  }

  private async flush(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let item = this.items[0]; item; item = this.items[0]) {
        this.again = false;
        this.lastTry = this.timers.now();
        try {
          const answer = await this.on.send(item);
          this.reached();
          this.drop(item);
          this.on.answered(item, answer);
        } catch (e) {
          const why = e instanceof Problem ? e : new Problem(0, String(e));
          // A device that nobody knows any more keeps what it has until it is known again.
          if (why.away || why.status === 401) { this.lost(why); return; }
          this.reached();
          this.drop(item);
          this.on.refused(item, why);
        }
      }
    } finally {
      this.busy = false;
      this.on.changed();
      if (this.again) { this.again = false; this.nudge(); }
    }
  }

  private reached(): void { this.failures = 0; this.since = undefined; }

  private lost(why: Problem): void {
    // 429 means come later, not that the network is away.
    if (why.status !== 429 && why.status !== 401) this.since ??= this.timers.now();
    const pause = Math.max(pauses[Math.min(this.failures, pauses.length - 1)] as number, why.retry);
    this.failures++;
    this.stop?.();
    this.stop = this.timers.later(pause * 1000, () => { this.stop = undefined; this.nudge(); });
  }
}
