import { describe, expect, test } from "vitest";
import { evening, large } from "./canned";
import { cellAt, findSpot, gridOf, matrixOf, move } from "./grid";

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
