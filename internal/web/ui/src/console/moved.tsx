// Who moved, and why: places before and after a correction, with lines between them.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, words } from "../kit/texts";
import { decimal, hour, Kbd, named, Rich } from "./parts";
import type { Moved, MovedRow } from "./types";
import { useActions, useConsole } from "./use";

export function MovedPage({ from, to }: { from: number; to: number }): JSX.Element {
  const c = useConsole();
  const [moved, set] = useState<Moved | null>(null);
  useEffect(() => { c.api.moved(from, to).then(set, () => c.say(t("ui.console.away"))); }, [from, to]);
  useActions({ back: () => c.back() });
  const lists = [...new Set((moved?.rows ?? []).map((r) => r.list ?? ""))];
  return (
    <section class="movedpage">
      <div class="top"><button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button><h2>{t("ui.console.moved.title")}</h2></div>
      {moved?.why?.map((l) => (
        <div class="cause" key={l.position}>
          <p><b class="b">{l.what}</b> · {l.who}, {hour(l.at)}{l.why && <><br /><span class="q"><Rich text={l.why} /></span></>}</p>
          {(l.was || l.is) && <table class="ba"><tbody><tr><td class="q">{t("ui.console.log.was")}</td><td class="was"><Rich text={l.was} /></td></tr><tr><td class="q">{t("ui.console.log.is")}</td><td class="is"><Rich text={l.is} /></td></tr></tbody></table>}
        </div>
      ))}
      <div class="moved">{lists.map((l) => <Slope key={l} list={l} rows={moved!.rows.filter((r) => (r.list ?? "") === l)} before={hour(moved!.from?.at)} after={hour(moved!.to?.at)} />)}</div>
      {moved && <p class="echo">{moved.rows.length > 0 ? t("ui.console.moved.foot") : t("ui.console.correct.nobody_moves")}</p>}
    </section>
  );
}

const high = 36;

function Slope({ list, rows, before, after }: { list: string; rows: MovedRow[]; before: string; after: string }): JSX.Element {
  const { state } = useConsole();
  const place = (v: number | string | undefined) => parseInt(String(v ?? ""), 10) || 0;
  // ties have a line of their own each: order decides where they stand
  const left = [...rows].sort((a, b) => place(a.rank.before) - place(b.rank.before));
  const right = [...rows].sort((a, b) => place(a.rank.after) - place(b.rank.after));
  const y = (i: number) => 52 + i * high;
  const side = list === "NS" || list === "EW" ? list : undefined;
  return (
    <section>
      <h3 class="serif">{side && <span class={`side ${side.toLowerCase()}`} aria-hidden="true" />} {side ? words().sides[side]?.name : list === "all" ? "" : list}</h3>
      <svg class="slope" viewBox={`0 0 520 ${40 + rows.length * high}`} role="img" aria-label={right.map((r) => t("ui.console.moved.row", named(state.names, r.contestant), String(r.rank.before ?? "–"), String(r.rank.after ?? "–"))).join(". ")}>
        <text x="0" y="20">{before}</text><text x="138" y="20">{after}</text><text x="450" y="20" text-anchor="end">%</text><text x="520" y="20" text-anchor="end">±</text>
        {left.map((r, i) => {
          const to = right.indexOf(r);
          const hot = String(r.rank.before) !== String(r.rank.after) ? "hot" : "";
          return (
            <g key={r.contestant}>
              <line class={hot} x1="26" y1={y(i)} x2="126" y2={y(to)} />
              <text class={hot} x="4" y={y(i) + 5.5}>{r.rank.before}</text><text class={hot} x="138" y={y(to) + 5.5}>{r.rank.after}</text>
              <text class={hot} x="166" y={y(to) + 5.5}>{named(state.names, r.contestant)}</text>
              <text class={hot} x="450" y={y(to) + 5.5} text-anchor="end">{decimal(r.percent.after)}</text>
              <text class={hot} x="520" y={y(to) + 5.5} text-anchor="end">{r.change ?? ""}</text>
            </g>
          );
        })}
      </svg>
    </section>
  );
}

