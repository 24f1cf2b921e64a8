import { expect, test } from "vitest";
import { evening } from "./canned";
import { defaultAction, keyOf, next, sorted } from "./lane";

const lane = sorted(evening().lane);

test("the most urgent stands first", () => {
  expect(lane.map(i => i.kind)).toEqual(["call", "missing", "lonely", "lead", "slow"]);
});

test("next goes round, and goes on where its item was", () => {
  expect(next(lane, null)!.kind).toBe("call");
  expect(next(lane, lane[0]!.id)!.kind).toBe("missing");
  expect(next(lane, lane[4]!.id)!.kind).toBe("call");
  expect(next(lane, "gone")!.kind).toBe("call");
  expect(next(lane, "gone", 1, 2)!.kind).toBe("lonely"); // the third was done: what follows stands there now
  expect(next(lane, "gone", 1, 5)!.kind).toBe("call");
  expect(next(lane, lane[0]!.id, -1)!.kind).toBe("slow");
  expect(next([], null)).toBeUndefined();
});

test("Enter does the default action, and no two actions have one key", () => {
  for (const i of lane) {
    const keys = (i.actions || []).map(a => keyOf(i, a));
    expect(new Set(keys).size).toBe(keys.length);
    if (i.actions?.length) expect(keyOf(i, defaultAction(i)!)).toBe("Enter");
  }
});
