import { expect, test } from "vitest";
import { find, foot, table, type Where } from "./keys";

const places = [...new Set(table.flatMap(k => k.where))];

test("no key does two things in one place", () => {
  for (const where of places) {
    const seen = new Map<string, string>();
    for (const k of table.filter(k => k.where.includes(where))) {
      for (const name of k.keys) {
        expect(seen.get(name), `${name} in ${where}`).toBeUndefined();
        seen.set(name, k.does);
      }
    }
  }
});

test("a letter that is typed into a field does nothing else", () => {
  for (const where of places as Where[]) {
    for (const key of "abcdefghijklmnopqrstuvwxyz0123456789?+/,") expect(find({ key }, where, true)).toBeUndefined();
  }
  expect(find({ key: "Enter", ctrlKey: true }, "ruling", true)).toBe("confirm");
  expect(find({ key: "Escape" }, "ruling", true)).toBe("back");
});

test("what the browser has of its own stays the browser’s", () => {
  expect(find({ key: "r", ctrlKey: true }, "tables", false)).toBeUndefined();
  expect(find({ key: "n", ctrlKey: true }, "tables", false)).toBeUndefined();
  expect(find({ key: "ArrowLeft", altKey: true }, "tables", false)).toBeUndefined();
});

test("Ctrl+Enter publishes, but confirms where there is something to confirm", () => {
  expect(find({ key: "Enter", ctrlKey: true }, "tables", false)).toBe("publish");
  expect(find({ key: "Enter", ctrlKey: true }, "publish", false)).toBe("confirm");
});

test("the line at the bottom has at most eight keys, help last", () => {
  for (const where of places) {
    const f = foot(where);
    expect(f.length).toBeLessThanOrEqual(8);
    expect(f[f.length - 1]!.does).toBe("help");
  }
});

test("while a name is typed, the line at the bottom shows no key that would be a letter", () => {
  const shown = foot("names", true);
  expect(shown.map(k => k.does)).toEqual(["line", "name", "leave"]);
  for (const k of shown) for (const key of k.keys) expect([...key].length, key).toBeGreaterThan(1);
  expect(foot("names").map(k => k.does)).toContain("swap");
});
