// Going to a board at a table, and saying what is right there, in one line: "9/7e" or "97e".

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../kit/texts";
import { askOf, Moves, reason, stepOf, useReading } from "./correct";
import { findSpot } from "./grid";
import { Happened, Kbd, meeting, Rich } from "./parts";
import { goto, spotOf } from "./ruling";
import { useConsole } from "./use";

export function Goto({ close }: { close(): void }): JSX.Element {
  const c = useConsole();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const to = goto(text, (board, table) => !!findSpot(c.state, board, "", table, c.session));
  const place = to ? findSpot(c.state, to.board, to.section, to.table, c.session) : undefined;
  const { answer, preview, wrong } = useReading(c, place, to?.line ?? "");
  const x = place && c.state.sittings.find((y) => y.round === place.round && y.table === place.table && (y.section ?? "") === (place.section ?? "") && (y.session ?? 0) === (place.session ?? 0));
  const enter = async () => {
    if (!place || !to) return;
    if (!to.line) { close(); c.go({ name: "cell", spot: spotOf(place) }); return; }
    const a = answer ?? await c.api.slip(askOf(c.state, place, to.line)).catch(() => null);
    if (!a?.ok) return;
    const step = stepOf(place, a);
    const why = reason(place.result, a.result);
    if (a.first && !await c.send(a.first.command, a.first.body, { why })) return;
    if (await c.send(step.command, step.body, { why, says: t("ui.console.saved_place", String(place.board), (place.section ?? "") + String(place.table)) })) close();
  };
  return (
    <div class="goto" role="dialog" aria-label={t("ui.console.key.goto")}>
      <div class={`prompt ${wrong ? "bad" : ""}`}>
        <label class="q" for="goto">{t("ui.console.goto.label")}</label>
        <input id="goto" ref={field} value={text} placeholder="9/7" autoComplete="off" spellcheck={false} aria-describedby="goto-echo" onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); close(); }
            if (e.key === "Enter" && !e.ctrlKey && !e.metaKey) { e.preventDefault(); void enter(); }
          }} />
        <small><Kbd k="Enter" /> <Kbd k="Escape" /></small>
      </div>
      <p class="echo" id="goto-echo" aria-live="polite">
        {!to ? t("ui.console.goto.help")
          : !place ? t("ui.console.goto.none", String(to.board), to.section + String(to.table))
          : <>{t("ui.console.board_table", String(place.board), (place.section ?? "") + String(place.table))}, {meeting(c.state, x)}: <Happened p={place} />
              {to.line && (wrong ? <span class="bad"> → <Rich text={wrong} /></span> : answer?.ok ? <b class="ink"> → <Rich text={answer.words} /></b> : null)}</>}
      </p>
      {preview && <Moves preview={preview} />}
    </div>
  );
}
