// Publishing: first what it will be, then the same keys once more. And taking it back.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { n, t } from "../kit/texts";
import { isIn } from "./grid";
import { published } from "./head";
import { day, Kbd, Mark } from "./parts";
import { Lists, useStandings } from "./ranking";
import { useActions, useConsole } from "./use";

export function Publish(): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const { standings } = useStandings();
  const [anyway, setAnyway] = useState(false);
  const [days, setDays] = useState("");
  const open = state.places.filter((p) => !isIn(p)).length;
  const doubts = state.counts.check + state.counts.calls;
  const out = !!state.phase.version;
  const may = open === 0 || anyway;
  const put = async () => {
    if (!may) { c.say(t("ui.console.publish.first")); return; }
    const until = /^\d{1,2}$/.test(days) ? { until: new Date(c.now() + c.offset + Number(days) * 86_400_000).toISOString() } : {};
    if (await c.send("publish", { ...until, ...(open > 0 ? { anyway: true } : {}) }, { says: t("ui.console.publish.done") })) c.go({ name: "ranking" });
  };
  const reopen = async () => { if (await c.send("reopen", {}, { says: t("ui.console.publish.reopened") })) c.back(); };
  useActions({ confirm: (e) => { if (!e.repeat) void put(); }, back: () => c.back() });
  return (
    <>
      <div class="publish">
        <section>
          <h2>{out ? t("ui.console.publish.again", String((state.phase.version ?? 0) + 1)) : t("ui.console.publish.title")}</h2>
          <ul class="rows facts">
            <li>{open === 0 ? <><Mark kind="ok" />{t("ui.console.publish.complete")}</> : <><Mark kind="miss" />{n("ui.console.publish.open", open)}</>}</li>
            {doubts > 0 && <li><Mark kind="look" />{n("ui.console.publish.doubts", doubts)}</li>}
            {out && <li><Mark kind="ok" />{t("ui.console.published", String(state.phase.version), hour(published(state)))}{state.phase.until && <>, {t("ui.console.publish.until", `${day(state.phase.until, c.lang)}, ${hour(state.phase.until)}`)}</>}</li>}
          </ul>
          {open > 0 && <label class="tick" data-home><input type="checkbox" checked={anyway} onChange={(e) => setAnyway(e.currentTarget.checked)} />{t("ui.console.publish.anyway")}</label>}
          <label class="lab" for="publish-days">{t("ui.console.publish.days")}</label>
          <input id="publish-days" class="input short" inputMode="numeric" value={days} placeholder={t("ui.console.publish.days_hint")} onInput={(e) => setDays(e.currentTarget.value)} />
          <p class="echo">{t("ui.console.publish.what")}</p>
          {out && <p class="acts alone"><button class="btn small" onClick={() => void reopen()}>{t("ui.console.publish.reopen")}</button></p>}
        </section>
        <section aria-label={t("ui.console.view.ranking")}>{standings && <Lists lists={standings.lists} most={10} />}</section>
      </div>
      <div class="go">
        <span class="q grow">{t("ui.console.publish.twice")}</span>
        <button class="btn quiet small" data-home onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button>
        <button class="btn main" aria-disabled={!may} onClick={() => void put()}>{t("ui.console.publish")} <span><Kbd k="Ctrl+Enter" /></span></button>
      </div>
    </>
  );
}
