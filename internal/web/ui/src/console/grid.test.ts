import { describe, expect, test } from "vitest";
import { evening, large } from "./canned";
import { cellAt, currentRound, currentSession, findSpot, gridOf, laneAbout, matrixOf, move, sessionsOf, shownSession } from "./grid";
import type { State } from "./types";

describe("the grid", () => {
  const g = gridOf(evening());

  test("has a row for each table and a cell for each round", () => {
    expect(g.rows.map(r => r.label)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(g.rounds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(g.current).toBe(6);
  });

  test.each([
    [1, 1, "done"], [1, 6, "running"], [4, 5, "gap"], [5, 6, "running"], [7, 6, "look"], [8, 2, "ruled"], [6, 6, "done"], [1, 7, "none"],
  ])("shows table %i in round %i as %s", (table, round, glyph) => {
    const at = cellAt(g, { table, round })!;
    expect(g.rows[at.row]!.cells[at.col]!.glyph).toBe(glyph);
  });

  test("marks what is to check beside how far it is", () => {
    const c = g.rows[4]!.cells[5]!;
    expect([c.done, c.of, c.check]).toEqual([2, 3, true]);
  });

  test("says which table is slow", () => {
    expect(g.rows.filter(r => r.late).map(r => r.table)).toEqual([4]);
  });

  test("gives tables the letter of their section where there are two", () => {
    const two = gridOf(large());
    expect(two.rows[0]!.label).toBe("A1");
    expect(two.rows.length).toBe(24);
  });
});

describe("moving", () => {
  test.each([
    ["ArrowUp", 0, 0, 0, 0], ["ArrowDown", 0, 0, 1, 0], ["ArrowRight", 2, 8, 2, 8], ["Home", 2, 5, 2, 0], ["End", 2, 5, 2, 8],
    ["PageDown", 0, 3, 8, 3], ["ArrowLeft", 1, 1, 1, 0],
  ])("%s from %i,%i comes to %i,%i", (key, row, col, toRow, toCol) => {
    expect(move({ row, col }, key, 9, 9)).toEqual({ row: toRow, col: toCol });
  });
});

describe("the matrix", () => {
  const m = matrixOf(evening());
  test("has all boards and counts what is in", () => {
    expect(m.boards.length).toBe(27);
    expect(m.tables.length).toBe(9);
    expect(m.boards.find(b => b.board === 23)!.cells[3]!.state).toBe("empty");
  });
});

test("a place is found by its board and table", () => {
  expect(findSpot(evening(), 23, "", 4)?.round).toBe(5);
  expect(findSpot(evening(), 99, "", 4)).toBeUndefined();
});

describe("an event of two sessions", () => {
  const section = (session: number) => ({ session, tables: 1, rounds: 2, per_round: 1, title: "" });
  const place = (session: number, round: number, state: "empty" | "saved") => ({ session, round, table: 1, board: round, state });
  const event = (places: State["places"], clock?: State["clock"]): State => ({ ...evening(), sections: [section(1), section(2)], sittings: [], places, lane: [], clock: clock ?? null });
  const first = event([place(1, 1, "saved"), place(1, 2, "empty"), place(2, 1, "empty"), place(2, 2, "empty")]);
  const second = event([place(1, 1, "saved"), place(1, 2, "saved"), place(2, 1, "empty"), place(2, 2, "empty")]);

  test("has both", () => expect(sessionsOf(first)).toEqual([1, 2]));
  test("shows the one that is played", () => expect([first, second].map(currentSession)).toEqual([1, 2]));
  test("shows that of the clock", () => expect(currentSession(event(second.places, { session: 1, round: 2 }))).toBe(1));
  test("shows the last one when all is in", () => expect(currentSession(event([place(1, 1, "saved"), place(2, 1, "saved")]))).toBe(2));
  test("follows what is played, unless a session is chosen or kept", () => {
    expect([shownSession(first, null, null), shownSession(second, null, null)]).toEqual([1, 2]);
    expect([shownSession(second, 1, null), shownSession(second, null, 1), shownSession(second, 2, 1)]).toEqual([1, 1, 2]);
    expect(shownSession(first, 7, 8)).toBe(1);
  });
  test("has a round for each", () => expect([currentRound(first, 1), currentRound(first, 2)]).toEqual([2, 1]));
  test("keeps them apart", () => {
    expect(gridOf(first, 1).rows[0]!.cells.map((c) => c.done)).toEqual([1, 0]);
    expect(findSpot(first, 1, "", 1, 2)?.state).toBe("empty");
    const item = { id: "x", kind: "missing", urgency: 1, session: 2, round: 1, table: 1, board: 1, text: "" };
    expect([laneAbout([item], place(1, 1, "saved")), laneAbout([item], place(2, 1, "empty"))]).toEqual([undefined, item]);
  });
});
