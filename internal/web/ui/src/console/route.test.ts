import { expect, test } from "vitest";
import { print, read, type Page } from "./route";

test.each<Page>([
  { name: "tables" }, { name: "log" }, { name: "movement" }, { name: "movement", late: true }, { name: "publish" }, { name: "big" },
  { name: "cell", spot: { round: 5, table: 4, board: 0 } },
  { name: "rule", spot: { session: 2, section: "A", round: 5, table: 4, board: 23 } },
  { name: "slip", session: 0, section: "B", board: 8 },
  { name: "moved", from: 240, to: 264 },
])("$name comes back as it went", (page) => expect(read(print(page))).toEqual(page));

test.each(["", "#", "#nothing", "#rule/0//0/4/23", "#cell/x", "#%zz"])("%s is the grid", (fragment) => {
  expect(read(fragment)).toEqual({ name: "tables" });
});
