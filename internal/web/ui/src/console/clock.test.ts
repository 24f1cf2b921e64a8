import { expect, test } from "vitest";
import { ago, clockOf, left, offsetOf } from "./clock";

test("the clock runs by the server, whatever this machine thinks", () => {
  const received = Date.parse("2026-03-03T10:00:00Z"); // a machine that is hours behind
  const offset = offsetOf("2026-03-03T19:40:00Z", received);
  const clock = { round: 6, ends: "2026-03-03T19:44:10Z" };
  expect(left(clock, received, offset)).toBe(250);
  expect(left(clock, received + 10_000, offset)).toBe(240);
  expect(left(clock, received + 260_000, offset)).toBe(-10);
});

test("a clock that stands shows what it had left", () => {
  expect(left({ round: 6, paused: true, left: 77 }, 0, 0)).toBe(77);
  expect(left(null, 0, 0)).toBeNull();
});

test("a session has the clock that is its own", () => {
  const first = { round: 6, paused: true, left: 77 }, second = { ...first, session: 2 };
  expect([clockOf(first, 0), clockOf(first, 2), clockOf(second, 2), clockOf(second, 1), clockOf(null, 0)]).toEqual([first, null, second, null, null]);
});

test("ago counts from the server too, and never backwards", () => {
  expect(ago("2026-03-03T19:40:00Z", Date.parse("2026-03-03T19:41:30Z"), 0)).toBe(90);
  expect(ago("2026-03-03T19:40:00Z", Date.parse("2026-03-03T19:39:00Z"), 0)).toBe(0);
  expect(ago(undefined, 0, 0)).toBeNull();
});
