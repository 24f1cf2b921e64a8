import { describe, expect, test } from "vitest";
import { n, parts, t, use } from "./texts";
import { parse, print } from "./bridge";
import { score, useScores } from "./scores";

const words = { contracts: {}, strains: {}, strain_letters: {}, seats: {}, sides: {}, over: {}, ranks: {}, cards: {}, vul: {}, decimal: ",", minus: "−" };

describe("texts", () => {
  use({
    lang: "ru",
    texts: { "a": "стол {1}, тур {2}", "b": { one: "{n} взятка, {1}", few: "{n} взятки, {1}", many: "{n} взяток, {1}", other: "{n} взятки, {1}" } },
    words,
  });
  test("places", () => expect(t("a", 3, "x")).toBe("стол 3, тур x"));
  test.each([[1, "1\u00a0взятка, y"], [3, "3\u00a0взятки, y"], [11, "11\u00a0взяток, y"], [21, "21\u00a0взятка, y"]])("plural %d, in one line with its word", (k, want) => expect(n("b", k, "y")).toBe(want));
  test("parts", () => expect(parts("a")).toEqual(["стол ", { place: "1" }, ", тур ", { place: "2" }]));
  test("parts of a plural", () => expect(parts("b", 3)).toEqual([{ place: "n" }, "\u00a0взятки, ", { place: "1" }]));
  test("missing", () => expect(t("none")).toBe("none"));
});

describe("results", () => {
  test.each(["4SX+1 S HK", "3NT= W", "7C-13 N D2", "1DXX-2 E ST", "Pass"])("%s", (text) => expect(print(parse(text)!)).toBe(text));
  test.each(["", "8S= N", "4S", "4SX+1", "4S= N H1", "pass"])("%s is none", (text) => expect(parse(text)).toBeUndefined());
});

test("scores are in North-South's view", () => {
  const of = (base: number) => Array.from({ length: 14 }, (_, i) => base + i);
  useScores({ "4S": [of(100), of(200)] });
  expect(score(parse("4S+1 S")!, "none")).toBe(111);
  expect(score(parse("4S+1 E")!, "ew")).toBe(-211);
  expect(score(parse("4S+1 E")!, "ns")).toBe(-111);
  expect(score(null, "all")).toBe(0);
  expect(score(parse("5S= S")!, "all")).toBeUndefined();
});
