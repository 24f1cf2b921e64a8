import { expect, test } from "vitest";
import { face } from "./face";

test.each([[250, "4:10"], [0, "0:00"], [-30, "\u22120:30"], [9, "0:09"], [760, "12:40"], [3605, "1:00:05"], [3720, "1:02:00"]])("%i seconds are %s", (s, text) => {
  expect(face(s)).toBe(text);
});
