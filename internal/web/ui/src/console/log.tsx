// The log: what was done, by whom and why. Nothing is deleted; restoring adds a line.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { n, t } from "../kit/texts";
import { Icon } from "../kit/icons";
import { Kbd, Rich, Seg } from "./parts";
import type { LogLine } from "./types";
import { useActions, useConsole } from "./use";

type Filter = "changes" | "rulings" | "all";

export function Log({ grab }: { grab: boolean }): JSX.Element {
  const c = useConsole();
  const [filter, setFilter] = useState<Filter>("changes");
  const [text, setText] = useState("");
  const [lines, setLines] = useState<LogLine[] | null>(null);
  const [total, setTotal] = useState(0);
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState(0); // the line that is to be restored
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    const timer = setTimeout(() => {
      c.api.log(filter, text.trim()).then((a) => {
        if (mine !== turn.current) return;
        setLines(a.lines);
        setTotal(a.all);
      }, () => setLines((was) => was ?? []));
    }, text ? 150 : 0);
    return () => clearTimeout(timer);
  }, [filter, text, c.state.position]);
  const shown = lines ?? [];
  const line = shown[Math.min(at, shown.length - 1)];
  const moving = useRef(grab); // the focus goes to the line
  useLayoutEffect(() => { // before the next key
    if (!moving.current || !lines) return;
    moving.current = false;
    body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [at, lines]);
  const restore = () => {
    if (!line?.restores) return;
    if (asked !== line.position) { setAsked(line.position); c.say(t("ui.console.log.again")); return; }
    setAsked(0);
    void c.run(() => c.api.restore(line.position), t("ui.console.log.restored"));
  };
  useActions({
    line: (e) => { moving.current = true; setAsked(0); setAt(Math.max(0, Math.min(shown.length - 1, at + (e.key === "ArrowUp" ? -1 : 1)))); },
    open: () => { if (line?.place) c.go({ name: "cell", spot: line.place }); },
    correct: () => { if (line?.place) c.go({ name: "cell", spot: line.place }); },
    rule: () => { if (line?.place?.board) c.go({ name: "rule", spot: line.place }); },
    moved: () => { if (line) c.go({ name: "moved", from: line.position - 1, to: line.position }); },
    restore,
    search: () => { moving.current = false; field.current?.focus(); },
  });
  return (
    <section>
      <div class="tools">
        <label class="input find"><Icon name="search" /><span class="sr">{t("ui.console.log.find")}</span>
          <input ref={field} type="search" value={text} placeholder={t("ui.console.log.find")} onInput={(e) => { setText(e.currentTarget.value); setAt(0); }}
            onKeyDown={(e) => { if (e.key === "Escape" || e.key === "Enter") { e.stopPropagation(); moving.current = true; e.currentTarget.blur(); body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(); } }} /><Kbd k="/" /></label>
        <Seg<Filter> label={t("ui.console.log.filter")} value={filter} choose={(f) => { setFilter(f); setAt(0); }} choices={[
          { value: "changes", text: t("ui.console.log.changes") }, { value: "rulings", text: t("ui.console.log.rulings") }, { value: "all", text: t("ui.console.log.everything") }]} />
        <span class="q push">{lines && n("ui.console.log.count", Math.max(total, shown.length), String(shown.length))}</span>
      </div>
      <div class="scroll">
        <table class="log" role="grid" aria-label={t("ui.console.view.log")}>
          <thead><tr><th scope="col">{t("ui.console.log.time")}</th><th scope="col">{t("ui.console.log.who")}</th><th scope="col">{t("ui.console.log.what")}</th><th scope="col">{t("ui.console.log.was")}</th><th scope="col">{t("ui.console.log.is")}</th><th scope="col">{t("ui.console.log.why")}</th></tr></thead>
          <tbody ref={body}>{shown.map((l, i) => (
            <tr key={l.position} class={i === at ? "at" : ""} tabIndex={i === at ? 0 : -1} aria-selected={i === at} onClick={() => { setAt(i); setAsked(0); }}>
              <td>{hour(l.at)}</td><td class="q">{l.who}</td><td><Rich text={l.what} /></td>
              <td><span class="old"><Rich text={l.was} /></span></td><td><span class="new"><Rich text={l.is} /></span></td>
              <td class="q"><Rich text={l.why} />{i === at && (
                <span class="acts">{l.place && <button class="link" onClick={() => c.go({ name: "cell", spot: l.place! })}>{t("ui.console.log.open")}</button>}
                  {l.restores && <button class="link" onClick={restore}>{asked === l.position ? t("ui.console.log.really") : t("ui.console.log.restore")} <Kbd k="b" /></button>}</span>
              )}</td>
            </tr>
          ))}</tbody>
        </table>
      </div>
      {lines && shown.length === 0 && <p class="echo">{t("ui.console.log.nothing")}</p>}
    </section>
  );
}
