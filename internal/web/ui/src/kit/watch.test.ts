import { afterEach, expect, test, vi } from "vitest";
import { watch } from "./watch";

afterEach(() => vi.unstubAllGlobals());

test("a page that is kept for the Back button holds no stream, and has one again when it is shown", () => {
  const streams: { open: boolean }[] = [];
  class Stream {
    open = true;
    constructor() { streams.push(this); }
    addEventListener(): void { /* nothing comes */ }
    close(): void { this.open = false; }
  }
  const page = new EventTarget();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  const shown = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  const w = watch("e", () => 0, { change: () => undefined, reset: () => undefined, open: () => undefined });

  shown(false); // the first time: it is there already
  expect(streams.map((s) => s.open)).toEqual([true]);
  page.dispatchEvent(new Event("pagehide"));
  expect(streams.map((s) => s.open)).toEqual([false]);
  shown(true);
  expect(streams.map((s) => s.open)).toEqual([false, true]);
  w.close();
  shown(true);
  expect(streams.map((s) => s.open)).toEqual([false, false]);
});
