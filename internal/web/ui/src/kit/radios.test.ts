import { describe, expect, test } from "vitest";
import { step } from "./radios";

describe("arrows in a group", () => {
  const off = [false, false, true, false];
  test.each([
    ["ArrowRight", 0, 1], ["ArrowDown", 1, 3], ["ArrowRight", 3, 0], ["ArrowLeft", 0, 3], ["ArrowUp", 3, 1], ["Home", 3, 0], ["End", 0, 3],
    ["Enter", 1, undefined], ["a", 1, undefined],
  ])("%s from %d", (key, at, want) => expect(step(key, at, off)).toBe(want));
  test("nothing can be chosen", () => expect(step("ArrowRight", 0, [true, true])).toBeUndefined());
  test("one stays", () => expect(step("ArrowLeft", 0, [false])).toBe(0));
});
