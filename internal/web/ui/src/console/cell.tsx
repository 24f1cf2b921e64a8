// The boards of a table in a round: what happened, who said so, and what is right.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { t } from "../kit/texts";
import { Correct } from "./correct";
import { cellKey, laneAbout, spotKey } from "./grid";
import { Happened, Kbd, Mark, meeting, Outcome, Rich, scoreText } from "./parts";
import { spotOf } from "./ruling";
import type { Entry, PlaceView, Spot } from "./types";
import { useActions, useConsole } from "./use";

export function CellPage({ spot, line }: { spot: Spot; line?: string }): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const key = cellKey(spot);
  const places = state.places.filter((p) => cellKey(p) === key).sort((a, b) => a.board - b.board);
  const first = () => Math.max(0, places.findIndex((p) => p.board === spot.board));
  const wanted = spot.board ? first() : Math.max(0, places.findIndex((p) => p.state === "conflict" || p.asked || p.state === "empty"));
  const [at, setAt] = useState(wanted);
  useEffect(() => setAt(wanted), [key, spot.board]);
  const place = places[Math.min(at, places.length - 1)];
  const x = state.sittings.find((y) => cellKey(y) === key);
  const step = (by: number) => setAt(Math.max(0, Math.min(places.length - 1, at + by)));
  useActions({
    line: (e) => step(e.key === "ArrowUp" ? -1 : 1),
    rule: () => { if (place) c.go({ name: "rule", spot: spotOf(place) }); },
    back: () => c.back(),
  });
  const device = (state.tables ?? []).find((d) => d.table === spot.table && (d.section ?? "") === (spot.section ?? "") && !d.closed);
  const about = { session: spot.session, section: spot.section, round: spot.round, table: spot.table };
  return (
    <section class="cellpage">
      <div class="top">
        <button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button>
        <h2>{t("ui.console.table_round", (spot.section ?? "") + String(spot.table), String(spot.round))}</h2>
        <p class="q">{meeting(state, x)}
          {x?.switched && <> · ↔ {t("ui.console.legend.switched")}</>}{device?.seen && <> · {t("ui.console.seen_at", hour(device.seen))}</>}</p>
      </div>
      <table class="list" role="grid" aria-label={t("ui.console.cell.boards")}>
        <tbody>
          {places.map((p, i) => <Line key={p.board} p={p} at={i === at} choose={() => setAt(i)} />)}
        </tbody>
      </table>
      {place && <Question place={place} />}
      {place && <Correct key={spotKey(place)} place={place} focus line={place.board === spot.board ? line : undefined} done={() => { if (at < places.length - 1) step(1); }}
        keys={(e) => {
          const empty = (e.currentTarget as HTMLInputElement).value === "";
          if (e.key === "ArrowUp" || e.key === "ArrowDown") { e.preventDefault(); step(e.key === "ArrowUp" ? -1 : 1); return true; }
          if (e.key === "Enter" && empty && !e.ctrlKey) { e.preventDefault(); step(1); return true; }
          return false;
        }} />}
      {place && (
        <p class="acts alone">
          <button class="btn small" onClick={() => c.go({ name: "rule", spot: spotOf(place) })}>{t("ui.console.ruling")} <Kbd k="r" /></button>
          <button class="link" onClick={() => void c.send("not_played", spotOf(place), { says: t("ui.console.saved_place", String(place.board), String(place.table)) })}>{t("ui.console.state.not_played")}</button>
          {place.state !== "empty" && <button class="link" onClick={() => void c.send("void", spotOf(place), { says: t("ui.console.taken_back") })}>{t("ui.console.cell.void")}</button>}
          <button class="link" onClick={() => void c.send("switch", about, { says: t("ui.console.switched") })}>{t("ui.console.cell.switch")}</button>
        </p>
      )}
    </section>
  );
}

function Line({ p, at, choose }: { p: PlaceView; at: boolean; choose(): void }): JSX.Element {
  const last = p.entries?.[p.entries.length - 1];
  return (
    <tr class={at ? "at" : ""} aria-selected={at} onClick={choose}>
      <th scope="row" class="no">{p.board}</th>
      <td class={p.state === "empty" ? "miss" : ""}><Happened p={p} /></td>
      <td class="q">{p.state === "conflict" || p.asked ? <><Mark kind="look" />{p.asked ? t("ui.console.cell.asked") : t("ui.console.state.conflict")}</> : null}</td>
      <td class="q num">{last ? `${(last.by ?? "").replace(/ (?=\d)/, "\u00a0")} ${hour(last.at)}` : ""}</td>
    </tr>
  );
}

/** Question is what the director is asked about a place: which of two results, or whether to change one. */
function Question({ place }: { place: PlaceView }): JSX.Element | null {
  const c = useConsole();
  const item = laneAbout(c.state.lane, place);
  const sent = place.entries ?? [];
  const ref = useRef<HTMLDivElement>(null);
  if (place.state !== "conflict" && !place.asked) {
    return item && item.kind !== "missing" ? <p class="note warn"><span class="b"><Rich text={item.text} /></span> <Rich text={item.detail} /></p> : null;
  }
  const body = (e: Entry) => ({ ...spotOf(place), entry: e.id, revision: e.revision });
  return (
    <div class="note warn question" ref={ref}>
      <p class="b">{place.asked ? t("ui.console.cell.asked_long") : t("ui.console.cell.conflict_long")}</p>
      <ul>
        {sent.map((e) => (
          <li key={`${e.id}/${e.revision}`}>
            <button class="btn small" onClick={() => void c.send("resolve", body(e), { says: t("ui.console.saved_place", String(place.board), String(place.table)) })}>
              <Outcome result={e.result} text={e.text} lead />
            </button>
            <span class="q">{[scoreText(e.score), `${e.by ?? ""} ${hour(e.at)}`.trim()].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
        {!sent.some((e) => e.result === place.result) && <li><button class="btn small" onClick={() => void c.send("resolve", { ...spotOf(place), keep: true }, { says: t("ui.console.saved_place", String(place.board), String(place.table)) })}>{t("ui.console.cell.keep")}</button>
          <span class="q">{place.result ? <Outcome result={place.result} text={place.text} /> : null}</span></li>}
      </ul>
    </div>
  );
}
