import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fresh } from "./api";

const store = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  store.clear();
  vi.stubGlobal("localStorage", { getItem: (k: string) => store.get(k) ?? null, setItem: (k: string, v: string) => { store.set(k, v); } });
});
afterEach(() => { vi.useRealTimers(); vi.unstubAllGlobals(); });

const says = (value: unknown): void => { vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(value)))); };
// A router that takes all and gives nothing back.
const hangs = (): void => {
  vi.stubGlobal("fetch", (_path: string, o: { signal: AbortSignal }) => new Promise((_done, fail) => { o.signal.addEventListener("abort", () => fail(new Error("aborted"))); }));
};

test("what the server says is kept", async () => {
  says({ a: 1 });
  expect(await fresh("/x", "x")).toEqual({ a: 1 });
  expect(store.get("x")).toBe('{"a":1}');
});

test("what was kept is shown when nothing comes back", async () => {
  store.set("x", '{"a":1}');
  hangs();
  const got = fresh("/x", "x");
  await vi.advanceTimersByTimeAsync(5000);
  expect(await got).toEqual({ a: 1 });
});

test("who has nothing is told so, and may try again", async () => {
  hangs();
  const got = expect(fresh("/x", "x")).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(30_000);
  await got;
});
