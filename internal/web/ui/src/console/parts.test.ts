import { describe, expect, test } from "vitest";
import { use } from "../kit/texts";
import { meeting, named, sideNames } from "./parts";

describe("who is not named", () => {
  use({
    lang: "en",
    texts: { "ui.console.pair": "pair {1}", "ui.console.player": "player {1}", "ui.console.team": "team {1}", "ui.console.against": "{1} against {2}", "ui.console.sits_out": "{1} sits out" },
    words: { contracts: {}, strains: {}, strain_letters: {}, seats: {}, sides: {}, over: {}, ranks: {}, cards: {}, vul: {}, decimal: ".", minus: "−" },
  });
  const pairs = { names: { 3: ["Anna", ""] }, event: { kind: "pairs" } };
  test.each([["7", "pair 7"], ["A7", "pair A7"], ["7NS", "N-S 7"], ["3", "Anna"], [undefined, ""]])("%s is %s", (contestant, want) => expect(named(pairs, contestant)).toBe(want));
  test("a team", () => expect(named({ names: {}, event: { kind: "teams" } }, "7")).toBe("team 7"));
  const players = { names: { 2: ["Bert"] }, event: { kind: "individual" } };
  test("players", () => expect(sideNames(players, { round: 1, table: 1, ns: "1", south: "2" }, "NS")).toBe("player 1 – Bert"));
  test("a meeting", () => expect(meeting(pairs, { round: 1, table: 1, ns: "7", ew: "3" })).toBe("pair 7 against Anna"));
  test("a sit-out", () => expect(meeting(pairs, { round: 1, table: 1, ew: "7" })).toBe("pair 7 sits out"));
});
