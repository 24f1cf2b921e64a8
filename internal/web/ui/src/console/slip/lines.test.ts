import { describe, expect, test } from "vitest";
import { after, agrees, boardsOf, inOrder, linesOf, nextBoard, undoing, written, type Evening, type Line } from "./lines";

const evening: Evening = {
  event: { id: "e", title: "E" },
  sittings: [
    { round: 1, table: 1, ns: "1NS", ew: "1EW", boards: [1, 2] },
    { round: 1, table: 2, ns: "10NS", ew: "2EW", boards: [3] },
    { round: 2, table: 1, ns: "1NS", ew: "2EW", boards: [3] },
    { round: 2, table: 2, ns: "10NS", ew: "1EW", boards: [1, 2] },
    { round: 2, table: 3, ns: "3NS", boards: [1] }, // sits out
    { section: "B", round: 1, table: 1, ns: "B1NS", ew: "B1EW", boards: [1] },
  ],
  places: [
    { round: 1, table: 1, board: 1, state: "saved", result: "4S= S", score: 420 },
    { round: 2, table: 2, board: 1, state: "saved", score: -50 },
    { round: 1, table: 1, board: 2, state: "ruled", text: "A60/40" },
    { round: 2, table: 2, board: 2, state: "late" },
  ],
};

const lines = linesOf(evening, 0, "", new Map());

describe("lines", () => {
  test("by board and pair", () => expect(lines.map((l) => `${l.board} ${l.ns} ${l.entry}`)).toEqual(
    ["1 1NS 4S= S", "1 10NS -50", "2 1NS A60/40", "2 10NS L", "3 1NS ", "3 10NS "]));
  test("by round", () => expect(inOrder(lines, 3, "round").map((l) => l.ns)).toEqual(["10NS", "1NS"]));
  test("by table", () => expect(inOrder(lines, 3, "table").map((l) => l.ns)).toEqual(["1NS", "10NS"]));
  test("what is typed is newer", () => {
    const key = lines[4]!.key;
    const typed = new Map([[key, { ...lines[4]!, state: "saved", entry: "620" }]]);
    expect(linesOf(evening, 0, "", typed)[4]!.entry).toBe("620");
  });
});

describe("what comes next", () => {
  test("in the board", () => expect([after(lines, 3), after(lines, 4), after(lines, 5)]).toEqual([4, 5, 3]));
  test("none", () => expect(after(lines.slice(0, 3), 0)).toBe(-1));
  const boards = boardsOf(lines);
  test("boards", () => expect(boards).toEqual([{ board: 1, of: 2, missing: 0 }, { board: 2, of: 2, missing: 1 }, { board: 3, of: 2, missing: 2 }]));
  test.each([[1, 2], [2, 3], [3, 2]])("after board %d", (at, next) => expect(nextBoard(boards, at)?.board).toBe(next));
});

describe("columns", () => {
  test("made", () => expect(written("3NT+1 W", -430)).toMatchObject({ tricks: "10", ns: "", ew: "430", passed: false }));
  test("passed out", () => expect(written("Pass", 0)).toMatchObject({ tricks: "", ns: "0", ew: "", passed: true }));
  test("score alone", () => expect(written("", 620)).toMatchObject({ tricks: "", ns: "620", ew: "" }));
});

describe("undo", () => {
  const line: Line = lines[4]!;
  const place = { round: 2, table: 1, board: 3 };
  test("an empty line", () => expect(undoing(line, "enter", 0, "")).toEqual({ command: "void", body: place }));
  test("a ruling", () => expect(undoing(line, "rule", 0, "")).toEqual({ command: "rule", body: place }));
  test("another result", () => expect(undoing(lines[0]!, "resolve", 0, "")?.body).toMatchObject({ result: "4S= S" }));
  test("another score", () => expect(undoing(lines[1]!, "resolve", 0, "")?.body).toMatchObject({ score: -50 }));
  test("over a ruling", () => expect(undoing(lines[2]!, "enter", 0, "")).toBeUndefined());
});

describe("typed again", () => {
  test.each([
    [{ entry: "4S= S", result: "4S= S", score: 420 }, 0, true],
    [{ entry: "4H= S", result: "4H= S", score: 420 }, 0, false],
    [{ entry: "420", score: 420 }, 0, true],
    [{ entry: "450", score: 450 }, 0, false],
    [{ entry: "A60/40" }, 2, true],
    [{ entry: "NP" }, 2, false],
  ])("%o", (a, at, same) => expect(agrees(a, lines[at as number]!)).toBe(same));
});
