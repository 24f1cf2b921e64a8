// The ranking as it stands: the director sees it before anybody else.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { n, t, words } from "../kit/texts";
import { isIn } from "./grid";
import { decimal, named, Names } from "./parts";
import type { Standing, Standings } from "./types";
import { useConsole } from "./use";

export function useStandings(): { standings: Standings | null; wrong: boolean } {
  const c = useConsole();
  const [standings, set] = useState<Standings | null>(null);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    let gone = false;
    c.api.standings().then((s) => { if (!gone) { set(s); setWrong(false); } }, () => { if (!gone) setWrong(true); });
    return () => { gone = true; };
  }, [c.state.position]);
  return { standings, wrong };
}

export function Ranking(): JSX.Element {
  const { state } = useConsole();
  const { standings, wrong } = useStandings();
  const event = encodeURIComponent(state.event.id);
  const open = state.places.filter((p) => !isIn(p)).length;
  return (
    <section class="rankingview">
      <p class="lead q">{standings ? open > 0 ? n("ui.console.ranking.open", open) : t("ui.console.ranking.whole") : wrong ? t("ui.console.ranking.none") : ""}
        {" "}<a href={`/e/${event}`} target="_blank">{t("ui.console.ranking.page")}</a> · <a href={`/e/${event}/print/ranking`} target="_blank">{t("ui.console.ranking.paper")}</a></p>
      {standings && <Lists lists={standings.lists} />}
      {standings?.further && <Lists lists={standings.further} />}
    </section>
  );
}

export function Lists({ lists, most }: { lists: Standing[]; most?: number }): JSX.Element {
  return <div class={lists.length > 1 ? "lists" : "lists one"}>{lists.map((l) => <List key={l.name} list={l} most={most} />)}</div>;
}

function List({ list, most }: { list: Standing; most?: number }): JSX.Element {
  const { state } = useConsole();
  const side = (["NS", "EW"] as const).find((x) => list.name.split(" ")[0] === x);
  const title = [side && words().sides[side]?.name, list.section && t("list.section", list.section), list.stratum && t("list.stratum", list.stratum), list.handicap && t("list.handicap")].filter(Boolean).join(", ");
  const rows = most ? list.rows.slice(0, most) : list.rows;
  const percent = rows.some((r) => r.percent);
  return (
    <table class="rank">
      {title && <caption>{side && <span class={`side ${side.toLowerCase()}`} aria-hidden="true" />}{title}</caption>}
      <thead><tr><th class="pl" scope="col">{t("ui.console.ranking.place")}</th><th scope="col">{t("ui.console.ranking.names")}</th>
        {percent && <th class="br c50" aria-hidden="true">50</th>}<th class="mps" scope="col">{t("ui.console.ranking.total")}</th>{percent && <th class="pc" scope="col">%</th>}</tr></thead>
      <tbody>{rows.map((r) => {
        const off = r.percent ? Number(r.percent) - 50 : 0;
        return (
          <tr key={r.contestant}>
            <td class="pl serif">{r.rank ? `${r.rank}${r.tied ? "=" : ""}` : "–"}</td>
            <td class="nm"><Names text={named(state, r.contestant)} /></td>
            {percent && <td class="br" aria-hidden="true"><span class="spread"><i class={off < 0 ? "lo" : ""} style={{ left: `${off < 0 ? 50 + Math.max(-50, off * 2.5) : 50}%`, width: `${Math.min(50, Math.abs(off) * 2.5)}%` }} /></span></td>}
            <td class="mps num">{decimal(r.total)}</td>
            {percent && <td class="pc num">{decimal(r.percent)}</td>}
          </tr>
        );
      })}</tbody>
    </table>
  );
}
