import { describe, expect, test } from "vitest";
import { use } from "../kit/texts";
import { award, awarded, cleared, complete, filled, fine, formOf, foul, goto, meanwhile, ownReason, parts, penalty, penaltiesAt, penaltyOf, penaltyText, plus, reasonOf, rule, share, typed } from "./ruling";
import type { Fouled, Penalty, Ruled } from "./types";

test.each([
  ["60", "3/5"], ["33.3", "333/1000"], ["33,3", "333/1000"], ["1/3", "1/3"], ["2/6", "1/3"], ["100", "1"], ["x", ""], ["1/0", ""],
])("the share %s is %s", (text, want) => expect(share(text)).toBe(want));

test("shares add up exactly", () => {
  expect(plus(plus(share("1/3"), share("1/3")), share("1/3"))).toBe("1");
  expect(plus(share("33.3"), share("66.7"))).toBe("1");
});

test.each([
  ["60% 3ss+1; 40% 4ss", [{ weight: "3/5", line: "3ss+1" }, { weight: "2/5", line: "4ss" }], undefined],
  ["1/3 3nn; 2/3 3nn-1;", [{ weight: "1/3", line: "3nn" }, { weight: "2/3", line: "3nn-1" }], undefined],
  ["60%3ss; 40%4ss", [{ weight: "3/5", line: "3ss" }, { weight: "2/5", line: "4ss" }], undefined],
  ["60% 3ss", [{ weight: "3/5", line: "3ss" }], "sum"],
  ["3ss; 40% 4ss", [], "weight"],
  ["", [], "sum"],
])("weights of %s", (text, want, wrong) => {
  expect(parts(text)).toEqual(wrong ? { parts: want, wrong } : { parts: want });
});

test.each([
  ["60", { kind: "percent", percent: "60" }], ["40 %", { kind: "percent", percent: "40" }], ["a+", { kind: "A+" }], ["A", { kind: "A" }],
  ["a\u2212", { kind: "A-" }], ["ave-", { kind: "A-" }], ["3 imps", { kind: "imps", imps: "3" }], ["-3imp", { kind: "imps", imps: "-3" }],
  ["45,5", { kind: "percent", percent: "45.5" }], ["100/3%", { kind: "percent", percent: "100/3" }], ["-5/3 imp", { kind: "imps", imps: "-5/3" }], ["301/3", null], ["101", null], ["", null], ["b", null],
])("the award %s", (text, want) => expect(award(text)).toEqual(want));

test.each([
  ["10%", { amount: "10", unit: "%" }], ["10", { amount: "10", unit: "%" }], ["0,5 mp", { amount: "0.5", unit: "mp" }], ["3 IMPs", { amount: "3", unit: "imp" }],
  ["1 vp", { amount: "1", unit: "vp" }], ["1 standard", { amount: "1", unit: "standard" }], ["", null], ["ten", null],
])("the penalty %s", (text, want) => expect(penalty(text)).toEqual(want));

test("a ruling says what each side gets, and nothing of a side that gets nothing", () => {
  const spot = { session: 0, section: "A", round: 6, table: 2, board: 19 };
  expect(rule(spot, { ns: award("60"), ew: null })).toEqual({ section: "A", round: 6, table: 2, board: 19, award: { ns: { kind: "percent", percent: "60" } } });
  const list = [{ result: "4S= S", weight: "1" }];
  expect(rule(spot, { nsList: list, ewList: list }).assigned).toEqual({ ns: list, ew: list });
});

test.each([
  ["4S= S", "4ss"], ["4SX+1 S", "4sxs+1"], ["3NT-2 N", "3nn-2"], ["3NT= W HK", "3nw"], ["Pass", "p"], [undefined, ""],
])("%s is typed %s", (result, want) => expect(typed(result)).toBe(want));

test("German clubs are typed with their own letter", () => {
  const { lang, texts, words } = { lang: "de", texts: {}, words: { contracts: {}, strains: {}, strain_letters: { C: "Treff" }, seats: {}, sides: {}, over: {}, ranks: {}, cards: {}, vul: {}, decimal: ",", minus: "−" } };
  use({ lang, texts, words });
  expect(typed("3C= E")).toBe("3te");
  use({ lang, texts, words: { ...words, strain_letters: { C: "т" } } });
  expect(typed("3C= E")).toBe("3ce");
});

const english = { N: "N", E: "E", S: "S", W: "W" };
const german = { N: "N", E: "O", S: "S", W: "W" };

test.each([
  ["e", "4S+1 N", english, "4se+1"], ["o", "4S+1 N", german, "4se+1"], ["e", "4S+1 N", german, "4se+1"], ["xx", "4S+1 N", english, "4sxxn+1"],
  ["-1", "4S+1 N", english, "-1"], ["3nn", "4S+1 N", english, "3nn"], ["e", undefined, english, "e"], ["", "4S= N", english, ""],
])("%s after %s", (line, result, seats, want) => expect(complete(line, result, seats)).toBe(want));

test.each([
  ["9/7", { board: 9, section: "", table: 7, line: "" }], ["9/7e", { board: 9, section: "", table: 7, line: "e" }],
  ["9 7 4ss+1", { board: 9, section: "", table: 7, line: "4ss+1" }], ["23/b4 -1", { board: 23, section: "B", table: 4, line: "-1" }],
  ["9/7-1", { board: 9, section: "", table: 7, line: "-1" }], ["9", null], ["", null],
])("going to %s", (text, want) => expect(goto(text)).toEqual(want));

test.each([
  ["147e", { board: 14, section: "", table: 7, line: "e" }],
  ["97", { board: 9, section: "", table: 7, line: "" }],
  ["112", null], // 1/12 or 11/2
  ["99", null],
  ["1/07", { board: 1, section: "", table: 7, line: "" }],
])("going to %s without a stroke", (text, want) => {
  const places = ["14/7", "9/7", "1/12", "11/2", "1/7"];
  expect(goto(text, (board, table) => places.includes(`${board}/${table}`))).toEqual(want);
});

const place = { round: 6, table: 2, board: 19, state: "ruled" as const };
const given = (rule: Ruled["rule"]) => ({ ...place, ruling: { rule, by: "director", at: "2026-03-03T20:00:00Z" } });
const outcomes = [{ result: "3S+1 S", weight: "3/5" }, { result: "4S= S", weight: "2/5" }];

test.each<[string, Ruled["rule"], object]>([
  ["an average", { award: { ns: { kind: "percent", percent: "60" }, ew: { kind: "A-" } } }, { kind: "average", ns: "60", ew: "A-" }],
  ["half a percent", { award: { ns: { kind: "percent", percent: "91/2" }, ew: { kind: "imps", imps: "-5/2" } } }, { kind: "average", ns: "45.5", ew: "-2.5 imp" }],
  ["a result", { assigned: { ns: [outcomes[0]!], ew: [outcomes[0]!] } }, { kind: "assigned", lines: "3ss+1", other: null }],
  ["a score", { assigned: { ns: [{ score: -50, weight: "1" }], ew: [{ score: -50, weight: "1" }] } }, { kind: "assigned", lines: "-50", other: null }],
  ["weights", { assigned: { ns: outcomes, ew: outcomes } }, { kind: "weighted", lines: "60% 3ss+1; 40% 4ss", other: null }],
  ["thirds", { assigned: { ns: [{ result: "Pass", weight: "1/3" }, { result: "4S= S", weight: "2/3" }], ew: [] } }, { kind: "weighted", lines: "1/3 p; 2/3 4ss", other: "" }],
  ["a third", { award: { ns: { kind: "percent", percent: "100/3" }, ew: { kind: "imps", imps: "-5/3" } } }, { kind: "average", ns: "100/3", ew: "-5/3 imp" }],
  ["an award beside a result", { award: { ew: { kind: "percent", percent: "60" } }, assigned: { ns: [outcomes[0]!] } }, { kind: "assigned", lines: "3ss+1", other: "60%" }],
  ["an award beside weights", { award: { ns: { kind: "A-" } }, assigned: { ew: outcomes } }, { kind: "weighted", lines: "A-", other: "60% 3ss+1; 40% 4ss" }],
  ["a split score", { assigned: { ns: outcomes, ew: [outcomes[1]!] } }, { kind: "weighted", lines: "60% 3ss+1; 40% 4ss", other: "100% 4ss" }],
])("%s that stands is in the form", (_, rule, want) => {
  const form = filled(given(rule));
  expect(form).toMatchObject(want);
  if (form.kind === "average") expect([award(form.ns), award(form.ew)]).not.toContain(null);
  if (form.kind === "weighted" && !awarded(form.lines)) expect(parts(form.lines).wrong).toBeUndefined();
});

test.each([["60%", "percent"], ["A+", "A+"], ["3 imp", "imps"], ["50", undefined], ["4ss", undefined], ["60% 4ss", undefined]])("%s among results", (text, kind) => expect(awarded(text)?.kind).toBe(kind));

test("where nothing was ruled the form has what is usual", () => {
  expect(filled({ ...place, state: "saved" })).toMatchObject({ kind: "average", ns: "60", ew: "40" });
  expect(filled({ ...place, state: "late" })).toMatchObject({ kind: "not_played", late: true });
});

test.each([
  ["Law 12C1(c): slow bid", { law: "12C1(c)", why: "slow bid" }], ["Law 90", { law: "90", why: "" }], ["slow bid: Law 16", { law: "", why: "slow bid: Law 16" }],
  ["Lawful claim", { law: "", why: "Lawful claim" }], [undefined, { law: "", why: "" }],
])("the reason %s", (why, want) => expect(reasonOf(why, (x) => `Law ${x}`)).toEqual(want));

const law = (x: string) => `Law ${x}`;

describe("a fouled board", () => {
  const fouled: Fouled = { foul: { section: "B", board: 19, tables: [2, 5], version: "two cards changed" }, why: "Law 87: found in round 7", by: "director", at: "2026-03-03T20:00:00Z" };
  const saved = { ...place, section: "B", state: "saved" as const, fouled };

  test("that stands is in the form, and given again as it was", () => {
    const form = formOf(saved, law);
    expect(form).toMatchObject({ kind: "fouled", tables: "2 5", version: "two cards changed", law: "87", why: "found in round 7" });
    expect(foul(saved, form.tables, form.version)).toEqual(fouled.foul);
    expect(filled(place)).toMatchObject({ kind: "average", tables: "2", version: "B" });
  });
  test("does not hide a ruling", () => {
    const award = { ns: { kind: "A+" }, ew: { kind: "A-" } };
    expect(formOf({ ...saved, ...given({ award }) }, law)).toMatchObject({ kind: "average", ns: "A+", tables: "2 5", why: "" });
    expect(filled({ ...saved, state: "not_played" }).kind).toBe("not_played");
  });
  test("has numbers of tables", () => expect(["", "2 x", "0", "2,5;7"].map((x) => foul(place, x, " B ")?.tables)).toEqual([undefined, undefined, undefined, [2, 5, 7]]));
  test("is as it was set again at the tables that are left out", () => {
    expect(cleared(fouled, foul(saved, "2", "B")!)).toEqual({ ...fouled.foul, tables: [5], version: "" });
    expect(cleared(fouled, foul(saved, "2 5 7", "B")!)).toBeNull();
    expect(cleared(undefined, foul(saved, "2", "B")!)).toBeNull();
  });
  test("came with its penalty", () => {
    const p: Penalty = { penalise: { ref: "1", contestant: "2NS", round: 6, kind: "procedural", amount: "10", unit: "%" }, text: "", by: "", at: "2026-03-03T20:00:01Z" };
    expect(penaltyOf([p], saved)).toBe(p);
  });
});

test("a form hears of a ruling that somebody else gives meanwhile", () => {
  const opened = formOf({ ...place, state: "saved" }, law);
  const stands = formOf({ ...given({ award: { ns: { kind: "percent", percent: "50" }, ew: { kind: "percent", percent: "50" } } }) }, law);
  expect(meanwhile(opened, opened, opened)).toBe("");
  expect(meanwhile(opened, opened, stands)).toBe("fill");
  expect(meanwhile(opened, { ...opened, why: "slow bid" }, stands)).toBe("ask");
  expect(meanwhile(opened, { ...opened, ns: "50", ew: "50" }, stands)).toBe("");
});

test("a ruling is not taken back for its own reason", () => {
  const stands = formOf({ ...place, ruling: { rule: {}, why: "Law 16: slow bid", by: "director", at: "" } }, law);
  expect(ownReason(stands, stands)).toBeUndefined();
  expect(ownReason({ ...stands, why: "wrong board" }, stands)).toBe("wrong board");
});

describe("penalties", () => {
  const one: Penalty = { penalise: { ref: "1", contestant: "2NS", round: 6, kind: "procedural", amount: "1/2", unit: "mp" }, text: "", by: "", at: "" };
  const two: Penalty = { ...one, penalise: { ...one.penalise, ref: "2", contestant: "9EW", amount: "10", unit: "%" } };
  const more = { ref: "new", contestant: "9EW", spot: { round: 6, table: 2, board: 20 } };

  test("are found where they were given", () => {
    expect(penaltiesAt([one, two], place, ["2NS", "9EW"])).toEqual([one, two]);
    expect(penaltiesAt([one, two], { ...place, round: 5 }, ["2NS"])).toEqual([]);
    expect([one, two].map(penaltyText)).toEqual(["0.5 mp", "10%"]);
  });
  test("belong to the ruling that they came with", () => {
    const early = { ...one, at: "2026-03-03T20:00:05Z" }, later = { ...two, at: "2026-03-03T20:10:05Z" };
    const ruled = (at: string) => ({ ...given({}), ruling: { rule: {}, by: "director", at } });
    const all = penaltiesAt([later, early], place, ["2NS", "9EW"]);
    expect(all).toEqual([early, later]);
    expect(["2026-03-03T20:00:00Z", "2026-03-03T20:10:00Z", "2026-03-03T20:20:00Z"].map((at) => penaltyOf(all, ruled(at)))).toEqual([early, later, undefined]);
    expect(penaltyOf(all, { ...place, state: "saved" })).toBeUndefined();
  });
  test("one more takes none away", () => {
    expect(fine("10", undefined, more)).toEqual({ ref: "new", contestant: "9EW", round: 6, kind: "procedural", amount: "10", unit: "%" });
    expect(fine("", undefined, more)).toBeNull();
  });
  test("one in force stays whose it is, and of nothing it is taken back", () => {
    expect(fine("1 mp", one, more)).toEqual({ ...one.penalise, amount: "1" });
    expect(fine("10 %", two, more)).toBeNull();
    expect(fine("", two, more)).toEqual({ ...two.penalise, amount: "0" });
  });
});
