import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { modelOf, states } from "./states";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

test.each(Object.entries(states))("%s", async (_name, set) => {
  const m = modelOf(set);
  await m.begin();
  set.steps?.(m);
  await vi.advanceTimersByTimeAsync(1000);
  expect(m.screen).toBe(set.shows);
  m.close();
});
