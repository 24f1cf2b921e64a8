// The page: one screen at a time, by what the model says.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../kit/texts";
import { press } from "./entry";
import { Join } from "./join";
import type { Model } from "./model";
import { Entry } from "./pad";
import { Agreed, Board, Check, Conflict, Question } from "./panels";
import { End, Guard, Move, Recap, Rest, Stranger, Waiting } from "./round";
import { CallSheet, Menu, OutboxSheet } from "./sheets";

/** Keys of a keyboard, on the screens that have a use for them. */
function onKey(m: Model, sign: { current?: "+" | "-" }, e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const at = e.target as HTMLElement;
  if (at.tagName === "INPUT") return;
  // A button that has the focus takes Enter for itself.
  const onButton = at.closest("button, a") !== null;
  if (m.sheet || m.screen !== "entry") {
    if (e.key === "Escape") { m.screen === "check" ? m.notRight() : m.back(); e.preventDefault(); }
    else if (e.key === "Enter" && !onButton && !m.sheet) {
      if (m.screen === "check") m.agree();
      else if (m.screen === "agreed") m.leave();
      else return;
      e.preventDefault();
    }
    return;
  }
  const p = press(m.draft, e.key, m.leads, sign.current);
  sign.current = undefined;
  if (!p) return;
  if ("sign" in p) sign.current = p.sign;
  else if ("key" in p) m.press(p.key);
  else if (p.order === "check") {
    if (onButton) return;
    m.check();
  } else m.back();
  e.preventDefault();
}

const screens = {
  stranger: Stranger, join: Join, guard: Guard, rest: Rest, entry: Entry, check: Check, question: Question, agreed: Agreed,
  board: Board, conflict: Conflict, recap: Recap, waiting: Waiting, move: Move, end: End,
};

export function App({ m }: { m: Model }): JSX.Element {
  const [, set] = useState(0);
  const sign = useRef<"+" | "-" | undefined>(undefined);
  useEffect(() => m.subscribe(() => set((k) => k + 1)), [m]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => onKey(m, sign as { current?: "+" | "-" }, e);
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [m]);
  const screen = m.screen;
  const sheet = m.sheet;
  // Each screen begins at its top.
  useLayoutEffect(() => { if (typeof scrollTo === "function") scrollTo(0, 0); }, [screen, sheet, m.progress.round]);
  // A question about the board is never covered.
  if (screen !== "check" && screen !== "question" || sheet === "call") {
    if (sheet === "menu") return <Menu m={m} />;
    if (sheet === "outbox") return <OutboxSheet m={m} />;
    if (sheet === "call") return <CallSheet m={m} />;
  }
  if (screen === "loading") return <main class="app"><p class="loading" role="status">{t("ui.kit.loading")}</p></main>;
  const Screen = screens[screen];
  return <Screen m={m} key={`${screen}${m.round}.${screen === "entry" || screen === "agreed" ? m.board : screen === "guard" ? m.arriving[0] : ""}`} />;
}
