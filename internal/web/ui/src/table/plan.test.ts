import { describe, expect, test } from "vitest";
import { left, offset } from "./clock";
import { FakeClub, mitchell } from "./fake";
import { arrives, boardsGo, moveOf, namesOf, range, short, sittingAt } from "./plan";
import type { Evening, Sitting } from "./types";

const evening = (sittings: Sitting[]): Evening => {
  const club = new FakeClub(sittings, () => 0);
  club.names = { "1NS": ["Anna", "Bert"], "8EW": ["Clara", ""] };
  return club.evening(1);
};

describe("a Mitchell of nine tables", () => {
  const e = evening(mitchell(9, 3));
  test("East-West go up a table, boards down", () => {
    expect(moveOf(e, "8EW", 3)).toEqual({ to: "table", side: "EW", turned: false, boards: [13, 14, 15], table: 2 });
    expect(moveOf(e, "1NS", 3)).toMatchObject({ to: "stay", table: 1, boards: [10, 11, 12] });
    expect(boardsGo(e, [7, 8, 9], 3)).toBe(9);
    expect(moveOf(e, "1NS", 9)).toEqual({ to: "end" });
    expect(arrives(e, 3)).toEqual(["EW"]);
    expect(arrives(e, 1)).toEqual(["EW", "NS"]);
  });
  test("names", () => {
    const s = sittingAt(e, 3) as Sitting;
    expect([namesOf(e, s, "NS"), namesOf(e, s, "EW")]).toEqual(["Anna – Bert", "Clara"]);
    expect([short("12NS"), short("A3EW", "A"), short("7")]).toEqual(["12", "3", "7"]);
  });
});

test("who sits out comes back, who turns is told", () => {
  const e = evening([
    { round: 1, table: 1, ns: "1", ew: "2", boards: [1] }, { round: 1, table: 2, ns: "3" },
    { round: 2, table: 1, ns: "3", ew: "1", boards: [2] }, { round: 2, table: 2, ns: "2" },
    { round: 3, table: 1, ns: "2", ew: "3", boards: [3] }, { round: 3, table: 2, ns: "1" },
  ]);
  expect(moveOf(e, "1", 1)).toMatchObject({ to: "stay", side: "EW", turned: true });
  expect(moveOf(e, "2", 1)).toEqual({ to: "sit_out", back: { round: 3, table: 1 } });
  expect(moveOf(e, "1", 2)).toEqual({ to: "sit_out" });
  expect(boardsGo(e, [1], 1)).toBeUndefined();
});

test.each([[[7, 8, 9], "7\u2060–\u20609"], [[9, 7], "7, 9"], [[4], "4"], [[3, 1, 2], "1\u2060–\u20603"]])("boards %j", (boards, want) => expect(range(boards)).toBe(want));

test("the clock runs from the server's time", () => {
  const here = Date.parse("2026-12-01T18:00:00Z");
  const ahead = offset("2026-12-01T18:02:00Z", here);
  const ends = "2026-12-01T18:14:40Z";
  expect(left({ round: 3, ends }, here, ahead)).toBe(760);
  expect(left({ round: 3, ends, paused: true, left: 90 }, here, ahead)).toBe(90);
  expect(left({ round: 3, ends: "2026-12-01T18:01:00Z" }, here, ahead)).toBe(0);
  expect(left(undefined, here, ahead)).toBeUndefined();
});
