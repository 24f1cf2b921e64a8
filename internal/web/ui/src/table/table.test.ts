import { beforeAll, describe, expect, test } from "vitest";
import { parse, print, type Played, type Result, type Seat, type Strain } from "../kit/bridge";
import { useScores, type Scores } from "../kit/scores";
import { done } from "./boards";
import { DEAD, OPENS } from "./check";
import { isBlank, usual } from "./entry";
import { FakeClub, mitchell } from "./fake";
import { Model } from "./model";
import { calm, Phone, random, Time, type Faults } from "./rig";

// Any table does: what it says is the server's.
beforeAll(() => {
  const all: Scores = {};
  for (let l = 1; l <= 7; l++) for (const s of ["S", "H", "D", "C", "NT"]) for (const x of ["", "X", "XX"]) {
    const of = (v: number) => Array.from({ length: 14 }, (_, k) => (k >= 6 + l ? 100 * l + k + v : -50 * (6 + l - k) - v));
    all[`${l}${s}${x}`] = [of(0), of(7)];
  }
  useScores(all);
});

interface Table { club: FakeClub; time: Time; phone: Phone; m: Model }

async function table(config: Partial<FakeClub["config"]> = {}, tables = 4, per = 3): Promise<Table> {
  const time = new Time();
  const club = new FakeClub(mitchell(tables, per), () => time.now);
  club.config = { ...club.config, names_until_round: 0, ...config };
  const phone = new Phone("anna", 1, club, time);
  const m = await load(phone);
  return { club, time, phone, m };
}

async function load(phone: Phone): Promise<Model> {
  const m = new Model(phone.world());
  void m.begin();
  await phone.time.run(300);
  return m;
}

/** type taps a result on the form and gives the touches. */
function type(m: Model, r: Result): number {
  if (!r) { m.press({ passed: true }); return 1; }
  let n = 3;
  m.press({ level: r.level });
  m.press({ strain: r.strain });
  m.press({ declarer: r.declarer });
  if (r.doubled) { m.press({ doubled: r.doubled }); n++; }
  if (m.leads && r.lead) { m.press({ suit: r.lead.suit }); m.press({ rank: r.lead.rank }); n += 2; }
  m.press({ over: r.over });
  return n + (usual.includes(r.over) ? 1 : 2); // "more" is a touch
}

async function enter(x: Pick<Table, "m" | "time">, text: string): Promise<number> {
  const r = parse(text) as Result;
  const n = type(x.m, r);
  await x.time.run(OPENS + DEAD + 50);
  expect(x.m.screen).toBe("check");
  x.m.agree();
  expect(x.m.phase.is).toBe("agreed");
  await x.time.run(DEAD + 300);
  return n + 1;
}

// toLast plays all boards of the first round but the last.
async function toLast(x: Pick<Table, "m" | "time">): Promise<void> {
  for (const b of [1, 2]) {
    await enter(x, "4S= S");
    await x.time.run(1000);
    x.m.leave();
    expect(x.m.board).toBe(b + 1);
  }
}

describe("touches", () => {
  test.each([
    ["4S+1 S", false, 5], ["3NT= W", false, 5], ["2H-3 E", false, 5], ["Pass", false, 2], ["4SX-1 N", false, 6], ["1C-5 S", false, 6],
    ["4S+1 S HK", true, 7], ["3NTXX= W ST", true, 8], ["Pass", true, 2],
  ] as [string, boolean, number][])("%s, leads %s: %d", async (text, leads, most) => {
    const x = await table({ leads });
    expect(await enter(x, text)).toBe(most);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: text });
  });

  test("mean of plain results", async () => {
    const x = await table({}, 9, 3);
    const chance = random(5);
    let all = 0, plain = 0;
    for (let i = 0; i < 300; i++) {
      const over = Math.max(-7, Math.min(3, Math.round((chance() + chance() + chance() - 1.6) * 3)));
      const r: Played = { level: (1 + Math.floor(chance() * 5)) as 1, strain: "SHDCN"[Math.floor(chance() * 5)]?.replace("N", "NT") as Strain, doubled: chance() < 0.044 ? "X" : "", declarer: "NESW"[Math.floor(chance() * 4)] as Seat, over: 0 };
      r.over = Math.min(over, 7 - r.level);
      const n = type(x.m, r) + 1;
      if (!r.doubled && usual.includes(r.over)) { plain++; expect(n).toBe(5); }
      all += n;
      x.m.press({ passed: true });
      x.m.press({ passed: true });
    }
    expect(plain).toBeGreaterThan(250);
    expect(all / 300).toBeLessThanOrEqual(5.2);
  });
});

describe("the check", () => {
  test("opens by itself, and every tap on the form begins anew", async () => {
    const x = await table();
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS - 50);
    expect(x.m.screen).toBe("entry");
    x.m.press({ over: 1 });
    await x.time.run(OPENS - 50);
    expect(x.m.screen).toBe("entry");
    await x.time.run(60);
    expect(x.m.screen).toBe("check");
    expect(x.m.shown?.text).toBe("4S+1 S");
  });

  test("a double tap passes nothing unseen", async () => {
    const x = await table();
    type(x.m, parse("4S= S") as Result);
    x.m.check();
    x.m.agree(); // the second tap of the bar
    await x.time.run(DEAD - 20);
    x.m.agree();
    x.m.notRight();
    expect(x.m.screen).toBe("check");
    await x.time.run(30);
    x.m.agree();
    expect(x.m.phase.is).toBe("agreed");
    x.m.agree();
    x.m.leave(); // the second tap of "we agree" falls on nothing
    expect(x.m.phase.is).toBe("agreed");
    await x.time.run(DEAD + 10);
    x.m.leave();
    expect(x.m.board).toBe(2);
  });

  test("not right: nothing is lost, and what comes next is another revision", async () => {
    const x = await table();
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS + DEAD + 10);
    x.m.notRight();
    await x.time.run(500);
    expect(x.m.screen).toBe("entry");
    expect(x.m.state()).toBe("returned");
    expect(x.m.draft).toMatchObject({ level: 4, strain: "S", over: 0 });
    x.m.press({ declarer: "N" });
    await x.time.run(OPENS + DEAD + 10);
    x.m.agree();
    await x.time.run(500);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S= N" });
    expect(x.club.place(1, 1, 1).entries).toHaveLength(2);
  });

  test("not right and the same again", async () => {
    const x = await table();
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS + DEAD + 10);
    x.m.notRight();
    await x.time.run(500);
    x.m.check();
    await x.time.run(DEAD + 10);
    x.m.agree();
    await x.time.run(500);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S= S" });
  });
});

describe("two phones at a table", () => {
  test("East-West agree on their own phone", async () => {
    const x = await table({ feedback: 1 });
    x.club.feedback = { percent: "62.5", tables: 4 };
    const other = new Phone("clara", 1, x.club, x.time);
    const m2 = await load(other);
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS + 500);
    expect(m2.screen).toBe("check");
    expect(m2.shown?.text).toBe("4S= S");
    await x.time.run(DEAD);
    m2.agree();
    await x.time.run(1000);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S= S" });
    expect(x.m.screen).toBe("agreed");
    expect(x.m.local()?.elsewhere).toBe(true);
    expect(x.m.feedback.get("1.1")).toMatchObject({ percent: "62.5" });
  });

  test("they say no on their own phone", async () => {
    const x = await table();
    const m2 = await load(new Phone("clara", 1, x.club, x.time));
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS + DEAD + 500);
    m2.notRight();
    await x.time.run(1000);
    expect(x.m.screen).toBe("entry");
    expect(x.m.state()).toBe("returned");
    expect(x.m.draft.level).toBe(4);
  });

  test("two results are a conflict on both, and one tap with a yes ends it", async () => {
    const x = await table();
    const m2 = await load(new Phone("clara", 1, x.club, x.time));
    type(x.m, parse("1NT+2 S") as Result);
    type(m2, parse("1NT+1 S") as Result);
    await x.time.run(OPENS + DEAD + 1000);
    expect(x.club.place(1, 1, 1).state).toBe("conflict");
    for (const m of [x.m, m2]) expect(m.screen).toBe("conflict");
    const right = x.club.place(1, 1, 1).entries?.find((r) => r.result === "1NT+1 S");
    x.m.takeOne(right!);
    await x.time.run(DEAD + 10);
    x.m.agree();
    await x.time.run(1000);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "1NT+1 S" });
    for (const m of [x.m, m2]) expect([m.state(1), m.local(1)?.draft]).toEqual(["saved", undefined]);
  });

  test("two agreed results, too", async () => {
    const x = await table();
    const two = new Phone("clara", 1, x.club, x.time);
    const m2 = await load(two);
    x.phone.cut = two.cut = true;
    await enter(x, "1NT+2 S");
    await enter({ m: m2, time: x.time }, "1NT+1 S");
    x.phone.cut = two.cut = false;
    await x.time.run(40_000);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "conflict" });
    for (const m of [x.m, m2]) {
      m.choose(1);
      expect(m.screen).toBe("conflict");
    }
    x.m.takeOne(x.club.place(1, 1, 1).entries!.find((r) => r.result === "1NT+1 S")!);
    await x.time.run(DEAD + 10);
    x.m.agree();
    await x.time.run(1000);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "1NT+1 S" });
  });

  test("another phone takes over, and corrects what was agreed", async () => {
    const x = await table();
    await enter(x, "4S= S");
    const m2 = await load(new Phone("clara", 1, x.club, x.time));
    expect(m2.board).toBe(2);
    m2.change(1);
    m2.press({ over: -1 });
    await x.time.run(OPENS + DEAD + 50);
    m2.agree();
    await x.time.run(500);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S-1 S" });
    expect(new Set(x.club.place(1, 1, 1).entries?.map((r) => r.id)).size).toBe(1);
  });
});

describe("what the server says", () => {
  test("the lead is asked about once, and two taps mend it", async () => {
    const x = await table({ leads: true });
    x.club.doubts = (r) => (r.includes(" N HK") ? [{ kind: "lead", card: "HK", holder: "W", leader: "E", suggest: "S" }] : undefined);
    type(x.m, parse("4S= N HK") as Result);
    await x.time.run(OPENS + 200);
    expect(x.m.screen).toBe("question");
    x.m.answer("declarer");
    await x.time.run(OPENS + DEAD + 50);
    expect(x.m.screen).toBe("check");
    x.m.agree();
    await x.time.run(500);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S= S HK" });
  });

  test("keep is taken, and not asked again", async () => {
    const x = await table({ leads: true });
    x.club.doubts = () => [{ kind: "lead", card: "HK", holder: "S", leader: "E" }];
    type(x.m, parse("4S= N HK") as Result);
    await x.time.run(OPENS + 200);
    x.m.answer("keep");
    expect(x.m.screen).toBe("check");
    await x.time.run(DEAD + 10);
    x.m.agree();
    await x.time.run(1000);
    expect(x.m.question).toBeUndefined();
    expect(x.club.place(1, 1, 1).result).toBe("4S= N HK");
  });

  test("what it refuses is shown and kept, never lost", async () => {
    const x = await table();
    x.phone.cut = true;
    await enter(x, "4S= S");
    x.club.sittings = x.club.sittings.map((s) => (s.table === 1 && s.round === 1 ? { ...s, boards: [4, 5, 6] } : s));
    x.phone.cut = false;
    await x.time.run(40_000);
    expect(x.m.refusals[0]?.detail).toContain("Board 1 is not at table 1");
    expect(x.m.boards).toEqual([4, 5, 6]);
  });

  test("a result of a later round leads nobody past a board that is to be played", async () => {
    const x = await table();
    for (const b of [1, 2, 3]) x.club.ask(1, "PUT", `/api/results/other-device-${b + 3}`, { revision: 1, round: 2, board: b + 3, result: "Pass", agreed: true });
    await x.time.run(1000);
    expect([x.m.progress.round, x.m.board]).toEqual([1, 1]);
    for (const b of [1, 2, 3]) {
      expect(x.m.board).toBe(b);
      await enter(x, "4S= S");
      await x.time.run(1000);
      x.m.leave();
    }
    await x.time.run(1000);
    expect([x.m.progress.round, x.m.screen]).toEqual([2, "guard"]); // where the other device is
    x.m.close();
  });

  test("with the next round comes its clock, which another table has begun", async () => {
    const x = await table();
    await toLast(x);
    x.club.clock = { round: 2, ends: new Date(x.time.now + 600_000).toISOString() }; // it was told of long ago
    await enter(x, "4S= S");
    await x.time.run(1000);
    expect(x.m.evening?.round).toBe(2);
    expect(x.m.evening?.clock?.round).toBe(2);
    x.m.close();
  });

  test("what the director voids is to be entered anew", async () => {
    const x = await table();
    await enter(x, "4S= S");
    await x.time.run(1000);
    expect(x.m.state(1)).toBe("saved");
    x.club.forget(1, 1, 1);
    await x.time.run(2000);
    expect(x.m.state(1)).toBe("empty");
    expect(x.m.result(1)).toBeUndefined();
    expect(x.m.missing).toContain(1);
    x.m.leave();
    x.m.choose(1);
    await enter(x, "3NT= N");
    await x.time.run(1000);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "3NT= N" });
    x.m.close();
  });

  test("a table that was through is not any more when a board of it is voided", async () => {
    const x = await table({}, 1, 1);
    await enter(x, "4S= S");
    await x.time.run(1000);
    x.m.awake();
    await x.time.run(1000);
    expect(x.m.evening?.over).toBe(true);
    x.club.forget(1, 1, 1);
    await x.time.run(2000);
    expect(x.m.evening?.over).toBe(false);
    x.m.close();
  });

  test("an answer about another session says nothing of the one that is played", async () => {
    const x = await table();
    x.phone.cut = true;
    await enter(x, "4S= S");
    x.m.evening = { ...x.m.evening!, session: 2, places: [] }; // the phone has gone on
    x.phone.cut = false;
    x.m.outbox.nudge();
    for (let i = 0; i < 100 && x.m.outbox.waiting.length > 0; i++) await x.time.run(20);
    expect([x.m.outbox.waiting.length, x.m.evening?.places]).toEqual([0, []]);
    x.m.close();
  });

  test("what the director asks for is said at the table", async () => {
    const x = await table();
    x.club.wanted = 2;
    x.club.changed(1);
    await x.time.run(2000);
    expect(x.m.wanted).toEqual([2]);
    x.m.choose(2);
    await enter(x, "4S= S");
    expect(x.m.wanted).toEqual([]);
    x.m.close();
  });

  test("a decision of the director stands", async () => {
    const x = await table();
    x.club.fix(1, 1, 2, "ruled");
    await x.time.run(1000);
    expect(done(x.m.state(2))).toBe(true);
    expect(x.m.missing).toEqual([1, 3]);
  });

  test("what this device has is not sent again, and what it has not is", async () => {
    const x = await table();
    const heard: { path: string; answer: string[] }[] = [];
    const ask = x.club.ask.bind(x.club);
    x.club.ask = (table, method, path, body, key) => {
      const answer = ask(table, method, path, body, key);
      if (method === "GET") heard.push({ path, answer: Object.keys(answer as object) });
      return answer;
    };
    const last = () => heard[heard.length - 1];
    // A clock begins: nothing was said of the boards, nothing of the plan has changed.
    await enter(x, "4S= S");
    await x.time.run(1000);
    x.club.clock = { round: 1, ends: new Date(x.time.now + 600_000).toISOString() };
    x.club.changed(0, "clock");
    await x.time.run(1000);
    expect(last()?.path).toBe(`/api/table?plan=${x.m.evening?.plan}&since=${x.club.position - 1}`);
    for (const part of ["sittings", "config", "names", "places"]) expect(last()?.answer).not.toContain(part);
    expect(x.m.left).toBe(599);
    expect(x.m.result(1)).toBe("4S= S");
    // The director decides about a board, then changes the plan.
    x.club.fix(1, 1, 2, "not_played");
    await x.time.run(1000);
    expect(last()?.answer).toContain("places");
    expect(last()?.answer).not.toContain("sittings");
    expect(x.m.state(2)).toBe("not_played");
    expect(x.m.result(1)).toBe("4S= S");
    x.club.version++;
    x.club.sittings = mitchell(4, 2);
    x.club.changed(0, "plan");
    await x.time.run(1000);
    expect(x.m.boards).toEqual([1, 2]);
    expect(x.m.notice).toBe("ui.table.plan_changed");
    // Whoever looks again learns all that became of the boards.
    x.m.awake();
    await x.time.run(1000);
    expect(last()?.path).not.toContain("since");
    expect(last()?.answer).toContain("places");
    x.m.close();
  });

  // A phone whose reads take their time, as on a bad network.
  async function slowly(): Promise<{ x: Awaited<ReturnType<typeof table>>; wait(ms: number): void; asked: string[] }> {
    const x = await table();
    x.m.close();
    const w = x.phone.world();
    const ask = w.ask;
    let slow = 0;
    const asked: string[] = [];
    w.ask = async (method, path, o) => {
      if (method === "GET") asked.push(path);
      const answer = await ask<never>(method, path, o);
      if (method === "GET") await new Promise<void>((done) => { x.time.later(slow, done); });
      return answer;
    };
    x.m = new Model(w);
    void x.m.begin();
    await x.time.run(300);
    return { x, wait: (ms) => { slow = ms; }, asked };
  }

  test("news of another table does not hide what was said of this one", async () => {
    const { x, wait } = await slowly();
    wait(1000);
    x.club.fix(1, 1, 2, "not_played");
    await x.time.run(500); // it is being read
    x.club.changed(2);
    await x.time.run(100);
    await enter(x, "4S= S"); // answered before the read is
    await x.time.run(10_000);
    expect(x.m.state(2)).toBe("not_played");
    x.club.fix(1, 1, 3, "not_played");
    await x.time.run(100);
    x.club.changed(2); // before anything is read
    await x.time.run(5000);
    expect(x.m.state(3)).toBe("not_played");
    x.m.close();
  });

  test("who wakes up during a read reads all behind it", async () => {
    const { x, wait, asked } = await slowly();
    wait(1000);
    x.club.changed(1);
    await x.time.run(500);
    x.m.awake();
    await x.time.run(5000);
    expect(asked[asked.length - 2]).toContain("since");
    expect(asked[asked.length - 1]).not.toContain("since");
    x.m.close();
  });

  test("an answer that is older than one that came before it does not count", async () => {
    const { x, wait } = await slowly();
    wait(4000);
    x.m.awake();
    await x.time.run(50);
    await enter(x, "4S= S"); // while it is read
    await x.time.run(200);
    expect(x.m.state(1)).toBe("saved");
    await x.time.run(4000);
    expect(x.m.state(1)).toBe("saved");
    await x.time.run(10_000);
    expect(x.m.state(1)).toBe("saved");
    expect(x.m.place(1)?.result).toBe("4S= S");
    x.m.close();
  });
});

describe("news that comes while others are read", () => {
  // A table whose messages the test sends, and whose reads take their time.
  async function hearing() {
    const x = await table();
    x.m.close();
    const w = x.phone.world();
    let on: Parameters<typeof w.watch>[2] | undefined;
    const reads: string[] = [];
    const slow = { ms: 0 };
    const ask = w.ask;
    w.watch = (_event, _position, to) => { on = to; return { close() {} }; };
    w.ask = async (method, path, o) => {
      if (method === "GET") reads.push(path);
      const answer = await ask<never>(method, path, o);
      if (method === "GET") await new Promise<void>((done) => { x.time.later(slow.ms, done); });
      return answer;
    };
    x.m = new Model(w);
    void x.m.begin();
    await x.time.run(1000);
    const change = (position: number, what: string, round?: number) => on?.change({ position, changed: [{ what, table: 1, round }] });
    return { ...x, change, reset: () => on?.reset(), reads, slow };
  }

  test("the clock of the next round comes with the answer that leads there", async () => {
    const x = await hearing();
    await toLast(x);
    const reads = x.reads.length;
    x.club.clock = { round: 2, ends: new Date(x.time.now + 600_000).toISOString() };
    x.change(x.club.position, "clock", 2); // another table has begun it
    await x.time.run(1000);
    expect(x.m.evening?.clock).toBeUndefined();
    await enter(x, "4S= S");
    x.change(x.club.position, "clock", 2);
    x.change(x.club.position, "table");
    await x.time.run(2000);
    expect([x.m.evening?.round, x.m.evening?.clock?.round]).toEqual([2, 2]);
    expect(x.reads.slice(reads)).toEqual([]);
    // What the director does to it is read, and so is what he does to all.
    for (const round of [2, undefined]) {
      x.club.position++;
      x.change(x.club.position, "clock", round);
      await x.time.run(2000);
    }
    expect(x.reads.slice(reads).length).toBe(2);
    expect(x.m.evening).toMatchObject({ table: 1, version: 1, round: 2 }); // which is not said again
    x.m.close();
  });

  test("what is of no interest does not hide what was heard before", async () => {
    const x = await hearing();
    x.club.fix(1, 1, 2, "ruled");
    x.change(x.club.position, "table");
    x.club.changed(3);
    x.change(x.club.position, "board"); // before the first was read
    await x.time.run(2000);
    expect(x.m.state(2)).toBe("ruled");
    x.m.close();
  });

  test("an answer that was overtaken is read again from where it began", async () => {
    const x = await hearing();
    x.slow.ms = 3000;
    x.club.fix(1, 1, 2, "ruled");
    x.change(x.club.position, "table");
    await x.time.run(1000); // it is being read
    x.club.fix(1, 1, 3, "ruled");
    await enter(x, "4S= S");
    await x.time.run(10_000);
    expect([x.m.state(1), x.m.state(2), x.m.state(3)]).toEqual(["saved", "ruled", "ruled"]);
    x.m.close();
  });

  test("who wakes up while it reads reads all again", async () => {
    const x = await hearing();
    x.slow.ms = 3000;
    x.change(x.club.position + 1, "clock");
    await x.time.run(1000);
    x.m.awake();
    await x.time.run(10_000);
    expect(x.reads[x.reads.length - 1]).not.toContain("since");
    x.m.close();
  });
});

describe("rounds", () => {
  test("an evening of a table", async () => {
    const x = await table({}, 3, 2);
    for (let round = 1; round <= 3; round++) {
      if (round > 1) {
        expect(x.m.screen).toBe("guard");
        expect(x.m.arriving).toEqual(["EW"]);
        x.m.us("EW");
      }
      for (let i = 0; i < 2; i++) {
        await enter(x, "3NT= S");
        x.m.leave();
      }
      expect(x.m.screen).toBe("recap");
      x.m.roundIsRight();
      expect(x.m.screen).toBe(round === 3 ? "end" : "move");
      x.m.goOn();
      await x.time.run(500);
    }
    expect(x.club.evening(1).over).toBe(true);
  });

  test("the wrong side of the table", async () => {
    const x = await table({}, 3, 1);
    await enter(x, "3NT= S");
    x.m.leave();
    x.m.roundIsRight();
    x.m.goOn();
    x.m.notUs("switch");
    await x.time.run(1000);
    expect(x.m.sitting).toMatchObject({ ns: "3EW", ew: "1NS", switched: true });
    expect(x.m.arriving.sort()).toEqual(["EW", "NS"]);
  });

  test("no score card where the club wants none", async () => {
    const x = await table({ recap: false }, 3, 1);
    await enter(x, "3NT= S");
    x.m.leave();
    expect(x.m.screen).toBe("move");
  });

  test("waiting while the round has time", async () => {
    const x = await table({}, 3, 1);
    x.club.clock = { round: 1, ends: new Date(x.time.now + 600_000).toISOString() };
    x.club.changed(1);
    await x.time.run(500);
    await enter(x, "3NT= S");
    x.m.leave();
    x.m.roundIsRight();
    expect(x.m.screen).toBe("waiting");
    await x.time.run(560_000);
    expect(x.m.screen).toBe("move");
  });

  test("who opens the list of earlier rounds sees which boards are open by now", async () => {
    const x = await table({}, 3, 1);
    await enter(x, "3NT= S");
    x.m.leave();
    x.m.roundIsRight();
    x.m.goOn();
    x.m.us("EW"); // who play board 1 in the next round, at table 2; and those who come next play it now
    await enter(x, "4S= S");
    await x.time.run(1000);
    let before = x.phone.requests;
    x.m.open("menu");
    await x.time.run(1000);
    expect([x.m.hidden(1, 1), x.phone.requests - before]).toEqual([true, 1]);
    x.m.back();
    for (const [t, round] of [[2, 3], [3, 2]] as const) {
      x.club.ask(t, "PUT", `/api/results/entry-of-table-${t}`, { revision: 1, round, board: 1, result: "Pass", agreed: true });
    }
    before = x.phone.requests;
    await x.time.run(5000);
    expect([x.m.hidden(1, 1), x.phone.requests - before]).toEqual([true, 0]); // nobody looks
    x.m.open("menu");
    await x.time.run(1000);
    expect([x.m.hidden(1, 1), x.m.result(1, 1), x.phone.requests - before]).toEqual([false, "3NT= S", 1]);
    x.m.close();
  });

  test("an earlier round is the director's", async () => {
    const x = await table({}, 3, 1);
    await enter(x, "3NT= S");
    x.m.leave();
    x.m.roundIsRight();
    x.m.goOn();
    x.m.us("EW");
    x.m.change(1, 1);
    expect(x.m.round).toBe(1);
    x.m.press({ over: 1 });
    await x.time.run(OPENS + DEAD + 50);
    x.m.agree();
    await x.time.run(DEAD + 500);
    x.m.leave();
    expect(x.m.round).toBe(2);
    expect(x.club.place(1, 1, 1).entries?.map((r) => r.result)).toEqual(["3NT= S", "3NT+1 S"]);
  });
});

describe("offline", () => {
  test("names, calls and results wait, over a reload", async () => {
    const x = await table();
    x.phone.cut = true;
    x.m.call("claim");
    type(x.m, parse("4S= S") as Result);
    await x.time.run(OPENS + DEAD + 50);
    x.m.agree();
    x.m.close();
    let m = await load(x.phone);
    await x.time.run(30_000);
    expect(m.connection).toBe("offline");
    expect(m.state(1)).toBe("agreed");
    expect(m.called).toMatchObject({ waits: true });
    m.press({ level: 2 });
    m.close();
    m = await load(x.phone);
    expect(m.board).toBe(2);
    expect(m.draft.level).toBe(2);
    x.phone.cut = false;
    m.awake();
    await x.time.run(2000);
    expect(m.connection).toBe("saved");
    expect(x.club.calls).toHaveLength(1);
    expect(x.club.place(1, 1, 1)).toMatchObject({ state: "saved", result: "4S= S" });
    expect(isBlank(m.draft)).toBe(false);
  });

  // Ten minutes in which the network loses, doubles and reorders, phones are reloaded and
  // die; afterwards everything that was agreed is there, once.
  test.each(Array.from({ length: 25 }, (_, i) => i + 1))("ten bad minutes, %d", async (seed) => {
    const chance = random(seed);
    const time = new Time();
    const club = new FakeClub(mitchell(5, 3), () => time.now);
    club.config = { ...club.config, names_until_round: 0 };
    const bad: Faults = { drop: 0.35, deaf: 0.3, double: 0.3, delay: 900 };
    const phones = [1, 2, 3].map((t) => new Phone(`p${t}x`, t, club, time, chance));
    const models = await Promise.all(phones.map((p) => load(p)));
    for (const p of phones) p.faults = bad;
    const said = new Map<string, string>(); // by place: what was agreed last
    const until = time.now + 10 * 60_000;
    while (time.now < until) {
      const i = Math.floor(chance() * phones.length);
      const p = phones[i] as Phone;
      let m = models[i] as Model;
      const what = chance();
      if (what < 0.06) p.cut = !p.cut;
      else if (what < 0.14) { m.close(); m = models[i] = await load(p); } // reloaded, or the battery
      else if (what < 0.18) m.awake();
      else switch (m.screen) {
        case "entry": {
          const r: Result = chance() < 0.05 ? null : {
            level: (1 + Math.floor(chance() * 7)) as 1, strain: (["S", "H", "D", "C", "NT"] as Strain[])[Math.floor(chance() * 5)] as Strain,
            doubled: "", declarer: "NESW"[Math.floor(chance() * 4)] as Seat, over: -Math.floor(chance() * 4),
          };
          type(m, r);
          break;
        }
        case "check": {
          const shown = m.shown;
          if (chance() < 0.25) m.notRight();
          else if (shown) {
            const before = m.phase.is;
            m.agree();
            if (before === "check" && (m.phase.is as string) === "agreed") said.set(`${m.round}/${p.table}/${shown.board}`, print(shown.result));
          }
          break;
        }
        case "agreed": m.leave(); break;
        case "board": if (chance() < 0.5) m.change(m.board); else m.choose(m.missing[0] ?? 0); break;
        case "recap": if (chance() < 0.3) m.change(m.boards[0] as number); else m.roundIsRight(); break;
        case "guard": m.us(m.arriving[0] as "EW"); break;
        case "move": case "waiting": m.goOn(); break;
        default: m.back();
      }
      await time.run(chance() * 9000);
    }
    for (const p of phones) { p.faults = calm; p.cut = false; }
    for (const m of models) m.awake();
    await time.run(60_000);
    expect(said.size).toBeGreaterThan(6);
    for (const m of models) {
      expect(m.outbox.waiting).toHaveLength(0);
      expect(m.refusals).toEqual([]);
    }
    for (const [place, text] of said) {
      const [round, t, board] = place.split("/").map(Number) as [number, number, number];
      const m = models[t - 1] as Model;
      // A change that was begun and not agreed is a proposal; the agreed one still stands.
      expect({ place, ...club.place(round, t, board) }).toMatchObject({ place, result: text });
      expect(new Set(club.place(round, t, board).entries?.map((r) => r.id)).size).toBe(1);
      if (!m.hidden(board, round)) expect(m.place(board, round)?.result).toBe(text);
    }
  });
});
