import { describe, expect, test } from "vitest";
import { boards, quarter, sections, size, span, time } from "./answers";
import { draw } from "./map";

describe("how many", () => {
  test.each([
    ["9", { tables: 9, half: false, pairs: 18 }], ["9½", { tables: 9, half: true, pairs: 19 }], ["9,5", { tables: 9, half: true, pairs: 19 }],
    [" 9.5 ", { tables: 9, half: true, pairs: 19 }], ["19p", { tables: 9, half: true, pairs: 19 }], ["18 Paare", { tables: 9, half: false, pairs: 18 }], ["12 пар", { tables: 6, half: false, pairs: 12 }],
    ["", undefined], ["0", undefined], ["9.4", undefined], ["x", undefined], ["1p", undefined],
  ])("%s", (text, want) => expect(size(text)).toEqual(want));
  test.each([["27", 27], ["", 0], ["2x", undefined]])("%s boards", (text, want) => expect(boards(text)).toBe(want));
});

describe("until when", () => {
  test.each([["22:45", "22:45"], ["22.45", "22:45"], ["2245", "22:45"], ["22", "22:00"], ["9:05", "09:05"], ["905", "09:05"], ["", ""], ["25:00", undefined], ["22:6", undefined], ["late", undefined]])(
    "%s", (text, want) => expect(time(text)).toBe(want));
  test("over midnight", () => expect(span("22:30", "01:15")).toEqual({ hours: 2, minutes: 45 }));
  test("the next quarter", () => expect([quarter(new Date(2026, 0, 1, 19, 1)), quarter(new Date(2026, 0, 1, 19, 15)), quarter(new Date(2026, 0, 1, 23, 50))]).toEqual(["19:15", "19:15", "00:00"]));
});

describe("the map", () => {
  const up = (n: number) => Array.from({ length: n }, (_, i) => ({ from: i + 1, to: ((i + 1) % n) + 1 }));
  const down = (n: number) => Array.from({ length: n }, (_, i) => ({ from: i + 1, to: ((i + n - 1) % n) + 1 }));
  test("a Mitchell goes up and its boards down", () => {
    const d = draw({ tables: 9, map: { pairs: up(9), boards: down(9), rounds: 9, of: 9 } });
    expect([d.tables.length, d.pairs.length, d.heads.length, !!d.boards, d.switched.length, d.rounds.length]).toEqual([9, 8, 8, true, 0, 0]);
  });
  test("a short one shows its rounds, a switched one its switch", () => {
    const d = draw({ tables: 9, map: { pairs: up(9), boards: down(9), rounds: 8, of: 9, switched: [8] } });
    expect([d.switched.length, d.rounds.filter((r) => r.played).length, d.rounds.length]).toEqual([9, 8, 9]);
  });
  test("who goes back goes below, once for both of a pair", () => {
    const d = draw({ tables: 3, map: { pairs: [{ from: 1, to: 3 }, { from: 3, to: 2, side: "NS" }, { from: 3, to: 2, side: "EW" }], boards: [], rounds: 5, of: 5 } });
    expect(d.pairs.map((p) => p.split("Q")[0]!.split(" ")[1])).toEqual(["24", "44"]);
  });
  test.each([1, 2, 30, 60])("%d tables stay inside", (n) => {
    const d = draw({ tables: n, map: { pairs: up(n), boards: down(n), rounds: n, of: n } });
    for (const t of d.tables) expect(t.x >= 0 && t.x + t.w <= 208).toBe(true);
  });
});

test.each([["15", [[8, 7]]], ["9.5", [[5, 5]]], ["6", [[3, 3]]], ["5.5", [[3, 3]]], ["5", []], ["23.5", [[12, 12], [8, 8, 8]]], ["40", [[20, 20], [14, 13, 13], [10, 10, 10, 10], [8, 8, 8, 8, 8]]]])(
  "%s tables in sections", (text, want) => expect(sections(size(text)!)).toEqual(want));
