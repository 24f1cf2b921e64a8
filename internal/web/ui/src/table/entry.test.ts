import { describe, expect, test } from "vitest";
import { print } from "../kit/bridge";
import { blank, draftOf, next, open, press, resultOf, tap, type Draft } from "./entry";
import { marked } from "./join";

/** typed is the draft after keys of a keyboard, and whether the check was asked for. */
function typed(keys: string[], leads = false): { d: Draft; check: boolean } {
  let d = blank;
  let sign: "+" | "-" | undefined;
  let check = false;
  for (const k of keys) {
    const p = press(d, k, leads, sign);
    sign = undefined;
    if (!p) continue;
    if ("key" in p) d = tap(d, p.key);
    else if ("sign" in p) sign = p.sign;
    else check ||= p.order === "check";
  }
  return { d, check };
}

describe("keyboard", () => {
  test.each([
    ["4ss=", "4S= S"], ["4SS+1", "4S+1 S"], ["3nn-2", "3NT-2 N"], ["5hxe-2", "5HX-2 E"], ["1dww=", "1D= W"], ["7cxxn=", "7CXX= N"],
    ["n3s=", "3NT= S"], ["=4sw", "4S= W"], ["p", "Pass"], ["4ssn=", "4S= N"], ["4sse=", "4S= E"], ["2ss3+1", "3S+1 S"],
  ])("%s is %s", (keys, want) => {
    const r = resultOf(typed([...keys]).d, false);
    expect(r === undefined ? "nothing" : print(r)).toBe(want);
  });

  test.each([
    ["4sshk+1", "4S+1 S HK"], ["3nwst=", "3NT= W ST"], ["4sn=d7", "4S= N D7"],
  ])("with the lead, %s is %s", (keys, want) => {
    const r = resultOf(typed([...keys], true).d, true);
    expect(r === undefined ? "nothing" : print(r)).toBe(want);
  });

  test("Enter checks", () => expect(typed(["4", "s", "s", "=", "Enter"]).check).toBe(true));
});

describe("keys", () => {
  test("any order, and a change takes back what it makes impossible", () => {
    let d = tap(blank, { over: 3 });
    d = tap(d, { declarer: "S" });
    expect(open(d, false)).toEqual(["level", "strain"]);
    d = tap(d, { level: 7 });
    expect(d.over).toBeUndefined();
    expect(tap(d, { over: 1 })).toEqual(d);
    expect(next(tap(d, { over: -1 }), false)).toBe("strain");
  });

  test("passed out and back", () => {
    const d = tap(tap(blank, { level: 4 }), { passed: true });
    expect(resultOf(d, true)).toBeNull();
    expect(tap(d, { passed: true })).toEqual(blank);
    expect(tap(d, { level: 2 })).toEqual({ doubled: "", level: 2 });
  });

  test("a lead may be left out, and be changed", () => {
    let d = draftOf({ level: 4, strain: "S", doubled: "", declarer: "S", over: 0 });
    expect(next(d, true)).toBeUndefined();
    d = tap(d, { suit: "H" });
    expect(next(d, true)).toBe("lead");
    d = tap(d, { rank: "K" });
    expect(resultOf(d, true)).toMatchObject({ lead: { suit: "H", rank: "K" } });
    expect(tap(d, { suit: "D" }).rank).toBeUndefined();
    expect(tap(d, { suit: "H" }).rank).toBe("K");
  });
});

test.each([
  ["Bernadette", "ber", ["", "Ber", "nadette"]], ["José Müller", "mul", ["José ", "Mül", "ler"]], ["Анна", "ан", ["", "Ан", "на"]],
  ["Bert", "x", ["Bert", "", ""]], ["Anna-Lena", "le", ["Anna-", "Le", "na"]],
])("letters of %s found by %s", (name, by, want) => expect(marked(name, by)).toEqual(want));
