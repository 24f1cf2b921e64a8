import { expect, test } from "vitest";
import { evening } from "./canned";
import { inverse } from "./undo";

const s = evening();

test("the log makes stand again what stood before", () => {
  expect(inverse(s, "resolve", { round: 6, table: 7, board: 9, result: "4S= E" }, 232)).toEqual({ command: "restore", body: { position: 232, before: true } });
});

test("some commands have an opposite", () => {
  const about = { round: 6, table: 7 };
  expect(inverse(s, "switch", about, 232)).toEqual({ command: "switch", body: about });
  expect(inverse(s, "configure", { feedback: 0 }, 232)).toEqual({ command: "configure", body: s.config });
  expect(inverse(s, "publish", {}, 232)).toEqual({ command: "reopen", body: {} });
});

test("what cannot be taken back says so", () => {
  expect(inverse(s, "answer", { ref: "c1" }, 232)).toBeNull();
  expect(inverse(s, "resolve", {}, 0)).toBeNull();
  expect(inverse({ ...s, phase: { state: "provisional", version: 2 } }, "publish", {}, 232)).toBeNull();
});
