import { describe, expect, test } from "vitest";
import { both, match, missing, nextEmpty, rowsOf, seat, twice, type Evening } from "./rows";

const two: Evening = {
  sittings: [
    { round: 2, table: 1, ns: "1NS", ew: "2EW" }, { round: 1, table: 1, ns: "1NS", ew: "1EW" },
    { round: 1, table: 2, ns: "2NS", ew: "2EW" }, { round: 1, table: 10, ns: "10NS", ew: "10EW" },
  ],
  contestants: [
    { contestant: "1NS", persons: [{ id: "a", name: "Anna", number: "419" }, { id: "l", name: "Leo" }] },
    { contestant: "2NS", persons: [null, { id: "l", name: "Leo" }] },
    { contestant: "99NS", persons: [], withdrawn: true },
  ],
};
const rows = rowsOf(two, 0, new Map());

describe("rows", () => {
  test("two lists by number", () => expect(rows.map((r) => r.contestant)).toEqual(["1NS", "2NS", "10NS", "1EW", "2EW", "10EW"]));
  test("where they sit first", () => expect(rows[4]!.at).toMatchObject({ round: 1, table: 2 }));
  test("seats", () => expect([rows[0]!.seats, rows[3]!.seats]).toEqual([["N", "S"], ["E", "W"]]));
  test("one list by where they sit", () => {
    const one = rowsOf({ sittings: [{ round: 1, table: 1, ns: "8", ew: "1" }, { round: 1, table: 2, ns: "2", ew: "7" }], contestants: [] }, 0, new Map());
    expect(one.map((r) => `${r.side} ${r.label}`)).toEqual(["NS 2", "NS 8", "EW 1", "EW 7"]);
  });
  test("what is changed is newer", () => expect(rowsOf(two, 0, new Map([["1EW", [{ id: "v", name: "Vera" }, undefined]]]))[3]!.persons[0]?.name).toBe("Vera"));
});

describe("chairs", () => {
  test.each([[undefined, { row: 1, chair: 0 }], [{ row: 1, chair: 0 }, { row: 2, chair: 0 }], [{ row: 5, chair: 1 }, { row: 1, chair: 0 }]])("behind %o", (from, to) => expect(nextEmpty(rows, from)).toEqual(to));
  test("missing", () => expect(missing(rows)).toBe(9));
  test("seated twice", () => expect(twice(rows)).toEqual([{ person: { id: "l", name: "Leo" }, places: [{ row: 0, chair: 1 }, { row: 1, chair: 1 }] }]));
  test("one seat", () => expect(seat(rows[4]!, 1, { id: "", name: "Gast" })).toMatchObject({ round: 1, table: 2, seats: { W: { guest: "Gast" } } }));
  test("both seats", () => expect(both(rows[0]!, [rows[0]!.persons[1], undefined])?.seats).toEqual({ N: { person: "l" }, S: {} }));
});

describe("players of an individual event", () => {
  const one: Evening = {
    event: { kind: "individual" },
    sittings: [{ round: 1, table: 1, ns: "1", south: "8", ew: "3", west: "6" }, { round: 2, table: 1, ns: "8", south: "2", ew: "3", west: "1" }],
    contestants: [{ contestant: "8", persons: [{ id: "a", name: "Anna" }] }, { contestant: "2", persons: [] }],
  };
  const rows = rowsOf(one, 0, new Map());
  test("a row each, in two halves", () => expect(rows.map((r) => `${r.list} ${r.label} ${r.seats.join("")}`)).toEqual(["0 1 N", "0 2 S", "0 3 E", "1 6 W", "1 8 S"]));
  test("where they sit first", () => expect([rows[1]!.at?.round, rows[4]!.at?.round]).toEqual([2, 1]));
  test("one chair each", () => expect([missing(rows), nextEmpty(rows, { row: 3, chair: 0 })]).toEqual([4, { row: 0, chair: 0 }]));
  test("one seat", () => expect(both(rows[4]!, [{ id: "b", name: "Bert" }])).toMatchObject({ round: 1, table: 1, seats: { S: { person: "b" } } }));
});

describe("what is typed", () => {
  test.each([
    ["Igor", "i", ["", "I", "gor"]], ["Zoë Adrian", "zoe", ["", "Zoë", " Adrian"]], ["Anna-Maria", "mar", ["Anna-", "Mar", "ia"]], ["Елена", "ел", ["", "Ел", "ена"]],
    ["Igor", "g", ["Igor", "", ""]], ["Igor", "", ["Igor", "", ""]], ["Ö", "o", ["", "Ö", ""]],
  ])("%s, %s", (name, typed, want) => expect(match(name, typed)).toEqual(want));
});
