// The list of what is to do, at the right of every view.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hour } from "../kit/hour";
import { t } from "../kit/texts";
import { defaultAction, keyOf, markOf, sorted } from "./lane";
import { Kbd, Mark, Rich } from "./parts";
import type { LaneAction, LaneItem } from "./types";
import { useConsole } from "./use";

export function Lane(p: { at: string | null; choose(id: string): void; act(item: LaneItem, a: LaneAction): void; stir: number }): JSX.Element {
  const c = useConsole();
  const lane = sorted(c.state.lane);
  return (
    <aside class="lane" aria-label={t("ui.console.lane.title")}>
      <h2>{t("ui.console.lane.title")} <span class="q"><Kbd k="n" /></span></h2>
      {lane.length === 0 ? <Nothing /> : (
        <ol>{lane.map((i) => <Item key={i.id} item={i} at={i.id === p.at} choose={() => p.choose(i.id)} act={(a) => p.act(i, a)} stir={p.stir} />)}</ol>
      )}
    </aside>
  );
}

function Nothing(): JSX.Element {
  const { state, go } = useConsole();
  return (
    <>
      <div class="item last"><Mark kind="ok" /><div><span class="b">{t("ui.console.lane.nothing")}</span><br />
        <span class="q">{state.ready ? t("ui.console.lane.publish") : t("ui.console.lane.quiet")}</span></div></div>
      {state.ready && <p class="acts alone"><a class="link" href={`/e/${encodeURIComponent(state.event.id)}`} target="_blank">{t("ui.console.lane.page")}</a>
        <button class="link" onClick={() => go({ name: "ranking" })}>{t("ui.console.view.ranking")} <Kbd k="3" /></button></p>}
    </>
  );
}

function Item(p: { item: LaneItem; at: boolean; choose(): void; act(a: LaneAction): void; stir: number }): JSX.Element {
  const ref = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  const { item } = p;
  useEffect(() => {
    if (!p.at || p.stir === 0) return;
    ref.current?.scrollIntoView({ block: "nearest" });
    (ref.current?.querySelector<HTMLElement>(".acts .btn") ?? head.current)?.focus({ preventScroll: true });
  }, [p.at, p.stir]);
  const text = item.detail === undefined ? split(item.text) : [item.text, item.detail];
  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !p.at) return;
    const a = item.actions?.find((x) => keyOf(item, x) === e.key && e.key !== "Enter");
    if (!a) return;
    e.preventDefault();
    e.stopPropagation();
    p.act(a);
  };
  const main = defaultAction(item);
  return (
    <li class={`item ${p.at ? "at" : ""}`} ref={ref} onKeyDown={keys} onFocusCapture={() => { if (!p.at) p.choose(); }}>
      <Mark kind={markOf(item.kind)} />
      <button class="what" ref={head} aria-expanded={p.at} onClick={p.choose}>
        {item.at && <time>{hour(item.at)}</time>}
        <span class="b"><Rich text={text[0]} /></span>
        {text[1] && <><br /><span class="q"><Rich text={text[1]} /></span></>}
      </button>
      {p.at && item.actions && item.actions.length > 0 && (
        <div class="acts">
          {main && <button class="btn small main" onClick={() => p.act(main)}><span><Rich text={main.text} /></span> <Kbd k="Enter" /></button>}
          {item.actions.filter((a) => a !== main).map((a) => (
            <button key={a.id} class="link" onClick={() => p.act(a)}><span><Rich text={a.text} /></span> {keyOf(item, a) && <Kbd k={keyOf(item, a)} />}</button>
          ))}
        </div>
      )}
    </li>
  );
}

/** split takes the first sentence of a text apart, or its first line. */
function split(text: string): [string, string?] {
  const line = text.indexOf("\n");
  if (line > 0) return [text.slice(0, line), text.slice(line + 1)];
  const m = /^(.{8,90}?[.?])\s+(\S.*)$/s.exec(text);
  return m ? [m[1]!.replace(/\.$/, ""), m[2]!] : [text];
}
