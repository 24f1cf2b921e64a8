// All screens, with canned data: each is a page of its own, so that it can be looked at,
// photographed and tested as it is.

import type { ComponentChild, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { App } from "../console/app";
import { evening, large, now, ready, said } from "../console/canned";
import type { Page } from "../console/route";
import type { State } from "../console/types";
import { stories as names } from "../console/names/stories";
import { stories as slip } from "../console/slip/stories";
import { stories as tonight } from "../console/tonight/stories";
import { lang, words } from "../kit/texts";
import { consoleApi } from "./fake";
import { stories as table } from "./table";

export interface Story {
  group: "console" | "table";
  name: string;
  show(): ComponentChild;
}

const clock = () => now;

type Do = [selector: string, text?: string | (() => string)];

/** Played shows a screen after somebody has pressed and typed. */
function Played({ steps, children }: { steps: Do[]; children: JSX.Element }): JSX.Element {
  useEffect(() => {
    steps.forEach(([selector, text], i) => setTimeout(() => {
      const on = document.querySelector<HTMLInputElement>(selector);
      if (!on) return;
      if (text === undefined) { on.click(); return; }
      on.focus();
      on.value = typeof text === "string" ? text : text();
      on.dispatchEvent(new Event("input", { bubbles: true }));
    }, 50 * (i + 1)));
  }, []);
  return children;
}

function desk(name: string, page: Page, state: () => State = evening, steps: Do[] = []): Story {
  return {
    group: "console", name,
    show: () => {
      const s = state();
      return <Played steps={steps}><App api={consoleApi(s)} lang={lang()} clock={clock} start={page} state={s} /></Played>;
    },
  };
}

const spot = { round: 6, table: 2, board: 19 };
const published = (): State => ({
  ...ready(), phase: {
    state: "provisional", version: 2, until: "2026-03-05T22:45:00Z",
    versions: [{ version: 1, position: 262, at: "2026-03-03T22:45:00Z" }, { version: 2, position: 264, at: "2026-03-03T22:58:00Z" }],
  },
});
const reasoned = () => said("Slow 3♠ by North suggested going on; pass was a choice for South.", "Das langsame 3♠ von Nord legte Weiterreizen nahe; Passe war für Süd eine Möglichkeit.", "Медленные 3♠ у Севера подсказывали продолжать; пас был для Юга возможен.");
const conflict = (): State => {
  const s = evening();
  const p = s.places.find((x) => x.table === 3 && x.round === 6)!;
  p.state = "conflict";
  p.entries!.push({ id: "other", revision: 1, state: "agreed", result: "3NT-1 E", text: "3NT-1 E", score: 50, by: words().seats.W?.name, at: "2026-03-03T21:20:00Z" });
  return s;
};

export const stories: Story[] = [
  desk("console", { name: "tables" }),
  desk("console-ready", { name: "tables" }, ready),
  desk("console-large", { name: "tables" }, large),
  desk("console-large-boards", { name: "boards" }, large),
  desk("console-boards", { name: "boards" }),
  desk("console-ranking", { name: "ranking" }, published),
  desk("console-names", { name: "names" }),
  desk("console-movement", { name: "movement" }),
  desk("console-log", { name: "log" }, published),
  desk("console-cell", { name: "cell", spot: { round: 5, table: 4, board: 23 } }),
  desk("console-correct", { name: "cell", spot: { round: 6, table: 7, board: 9 } }, evening, [["#correct", "e"]]),
  desk("console-repair", { name: "movement" }, evening, [[".repair .seg > :nth-child(1)"], [".repair .acts .btn"]]),
  desk("console-conflict", { name: "cell", spot: { round: 6, table: 3, board: 22 } }, conflict),
  desk("console-ruling", { name: "rule", spot }, evening, [
    [".ruling .seg > :nth-child(3)"], ["#rule-law", "16B, 12C1(c)"], ["#rule-why", reasoned], ["#rule-lines", "60% 3ss+1; 40% 4ss"]]),
  desk("console-ruling-average", { name: "rule", spot }),
  desk("console-publish", { name: "publish" }, ready),
  desk("console-publish-early", { name: "publish" }),
  desk("console-moved", { name: "moved", from: 262, to: 264 }, published),
  desk("console-settings", { name: "settings" }),
  desk("console-help", { name: "help" }),
  desk("big", { name: "big" }),
  ...Object.entries({ ...tonight, ...slip, ...names }).map(([name, show]): Story => ({ group: "console", name, show })),
  ...Object.entries(table).map(([name, show]): Story => ({ group: "table", name, show })),
];
