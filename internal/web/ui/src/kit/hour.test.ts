import { expect, test } from "vitest";
import { hour } from "./hour";

test.each([
  [new Date(2026, 2, 3, 9, 5).toISOString(), "09:05"], [new Date(2026, 2, 3, 0, 15).getTime(), "00:15"], [new Date(2026, 2, 3, 22, 45).toISOString(), "22:45"],
  [undefined, ""], ["", ""], ["soon", ""],
])("%s is %s", (at, want) => expect(hour(at)).toBe(want));
