import { afterEach, expect, test, vi } from "vitest";
import { onHash } from "./hash";

afterEach(() => vi.unstubAllGlobals());

test("an address that changed before anybody listened is seen, and each change after", () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  let hash = "#console"; // while the page was shown it was empty
  const seen: string[] = [];
  const change = (to: string) => { hash = to; page.dispatchEvent(new Event("hashchange")); };
  const end = onHash(() => seen.push(hash));
  expect(seen).toEqual(["#console"]);
  change("#tonight");
  end();
  change("#console");
  expect(seen).toEqual(["#console", "#tonight"]);
});
