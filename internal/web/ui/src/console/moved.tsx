// Who moved, and why: places before and after a correction, with lines between them.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { t, words } from "../kit/texts";
import { decimal, gainText, Kbd, named, Names, rankText, Rich } from "./parts";
import type { Moved, MovedRow } from "./types";
import { useActions, useConsole } from "./use";

export function MovedPage({ from, to }: { from: number; to: number }): JSX.Element {
  const c = useConsole();
  const [moved, set] = useState<Moved | null>(null);
  useEffect(() => { c.api.moved(from, to).then(set, () => c.say(t("ui.console.away"))); }, [from, to]);
  useActions({ back: () => c.back() });
  const nobody = moved?.lists.every((l) => l.rows.every((r) => still(r.gain) && rankText(r, "before") === rankText(r, "after")));
  return (
    <section class="movedpage">
      <div class="top"><button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button><h2>{t("ui.console.moved.title")}</h2></div>
      {moved?.lines.map((l) => (
        <div class="cause" key={l.position}>
          <p><b class="b">{l.what}</b> · {l.who}, {hour(l.at)}{l.why && <><br /><span class="q"><Rich text={l.why} /></span></>}</p>
          {(l.was || l.is) && <table class="ba"><tbody><tr><td class="q">{t("ui.console.log.was")}</td><td class="was"><Rich text={l.was} /></td></tr><tr><td class="q">{t("ui.console.log.is")}</td><td class="is"><Rich text={l.is} /></td></tr></tbody></table>}
        </div>
      ))}
      <div class="moved">{moved?.lists.map((l) => <Slope key={l.name} list={l.name} rows={l.rows} before={hour(moved.at.before)} after={hour(moved.at.after)} />)}</div>
      {moved && <p class="echo">{nobody ? t("ui.console.correct.nobody_moves") : t("ui.console.moved.foot")}</p>}
    </section>
  );
}

const high = 40; // of a row, as in the style

/** last puts who has no place behind all others. */
const last = (rank: number): number => rank || 1e9;

/** Slope is a list before and after: lines between the places, and the places as text, so that it reads without the lines. */
function Slope({ list, rows, before, after }: { list: string; rows: MovedRow[]; before: string; after: string }): JSX.Element {
  const { state } = useConsole();
  const left = [...rows].sort((a, b) => last(a.rank.before) - last(b.rank.before));
  const right = [...rows].sort((a, b) => last(a.rank.after) - last(b.rank.after));
  const y = (i: number) => (i + 0.5) * high;
  const side = list === "NS" || list === "EW" ? list : undefined;
  const hot = (r: MovedRow) => (r.rank.before === r.rank.after ? "" : "hot");
  return (
    <section>
      <h3>{side && <span class={`side ${side.toLowerCase()}`} aria-hidden="true" />} {side ? words().sides[side]?.name : list === "all" ? "" : list}</h3>
      <div class="slope">
        <span class="q">{before}</span><span />
        <p class="row2 q"><span class="pl">{after}</span><span /><span class="num">%</span><span class="num">±</span></p>
        <ol aria-hidden="true">{left.map((r) => <li key={r.contestant} class={hot(r)}>{rankText(r, "before")}</li>)}</ol>
        <svg viewBox={`0 0 120 ${rows.length * high}`} preserveAspectRatio="none" aria-hidden="true">
          {left.map((r, i) => <line key={r.contestant} class={hot(r)} x1="4" y1={y(i)} x2="116" y2={y(right.indexOf(r))} />)}
        </svg>
        <ol>{right.map((r) => (
          <li key={r.contestant} class={`row2 ${hot(r)}`}><span class="pl">{rankText(r, "after")}</span>
            <span class="nm"><Names text={named(state, r.contestant)} />{hot(r) && <span class="sr"> ({t("ui.console.moved.before", rankText(r, "before") || "–")})</span>}</span>
            <span class="num">{decimal(r.percent.after || r.total.after)}</span><span class="num">{still(r.gain) ? "0" : gainText(r.gain)}</span></li>
        ))}</ol>
      </div>
    </section>
  );
}

/** still says that somebody won and lost nothing. */
const still = (gain: string): boolean => /^-?0*(\.0*)?$/.test(gain);
