// Boards × tables: all travellers at once. Typing goes to the slip of the board.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../kit/texts";
import { Icon } from "../kit/icons";
import { parse } from "../kit/bridge";
import { Denomination } from "../kit/icons";
import { isIn, matrixOf, move, type At } from "./grid";
import { Happened, Kbd, meeting, seatText, stateText } from "./parts";
import { spotOf } from "./ruling";
import type { PlaceView } from "./types";
import { useActions, useConsole } from "./use";

export function Boards({ grab }: { grab: boolean }): JSX.Element {
  const c = useConsole();
  const { state, session } = c;
  const m = matrixOf(state, session);
  const [at, setAt] = useState<At>(() => ({ row: Math.max(0, m.boards.findIndex((b) => b.done < b.of)), col: 0 }));
  const body = useRef<HTMLTableSectionElement>(null);
  const moving = useRef(grab);
  useLayoutEffect(() => { // before the next key
    if (!moving.current) return;
    moving.current = false;
    body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [at.row, at.col]);
  const board = m.boards[at.row];
  const place = board?.cells[at.col];
  const open = (b = board) => { if (b) c.go({ name: "slip", session, section: m.tables[at.col]?.section ?? "", board: b.board }); };
  useActions({
    move: (e) => { moving.current = true; setAt(move(at, e.key, m.boards.length, m.tables.length)); },
    open: () => open(),
    rule: () => { if (place) c.go({ name: "rule", spot: spotOf(place) }); },
    correct: () => { if (place) c.go({ name: "cell", spot: spotOf(place) }); },
  });
  const wide = m.tables.length > 12;
  return (
    <section>
      <div class={`scroll ${wide ? "wide" : ""}`} data-scrolls>
        <table class={`grid matrix ${seatText("E").length > 1 ? "words" : ""}`} role="grid" aria-label={t("ui.console.matrix.title")}>
          <thead><tr>
            <th class="no l" scope="col"><abbr title={t("ui.console.board")}>{t("ui.console.matrix.board")}</abbr></th>
            {m.tables.map((x) => <th key={x.label} class="r" scope="col" aria-label={`${t("ui.console.table")} ${x.label}`}>{x.label}</th>)}
            <th class="seen" scope="col">{t("ui.console.matrix.in")}</th>
          </tr></thead>
          <tbody ref={body}>
            {m.boards.map((b, y) => (
              <tr key={b.board}>
                <th class="no l" scope="row"><button class="plain" tabIndex={-1} onClick={() => open(b)}>{b.board}</button></th>
                {b.cells.map((p, x) => {
                  const here = y === at.row && x === at.col;
                  return (
                    <td key={x} role="gridcell" tabIndex={here ? 0 : -1} class={`${p ? kind(p) : "void"} ${here ? "cur" : ""}`} aria-selected={here}
                      onClick={() => { if (here && p) c.go({ name: "cell", spot: spotOf(p) }); else { moving.current = true; setAt({ row: y, col: x }); } }}>
                      <span aria-hidden="true">{p ? <Short p={p} /> : ""}</span><span class="sr">{p ? label(p) : t("ui.console.matrix.not_here")}</span>
                    </td>
                  );
                })}
                <td class="seen">{b.done === b.of ? <Icon name="check" /> : `${b.done}/${b.of}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {place && (
        <section class="peek" aria-live="polite">
          <span><span class="b">{t("ui.console.board_table", String(place.board), (place.section ?? "") + String(place.table))}</span>{" "}
            <span class="q">{t("ui.console.round", String(place.round))}</span>{" "}
            <Who p={place} /></span>
          <span class="q">{t("ui.console.matrix.type")} <Kbd k="Enter" /></span>
          <ul><li><Happened p={place} /></li></ul>
        </section>
      )}
    </section>
  );
}

function Who({ p }: { p: PlaceView }): JSX.Element {
  const { state } = useConsole();
  const x = state.sittings.find((y) => y.round === p.round && y.table === p.table && (y.section ?? "") === (p.section ?? "") && (y.session ?? 0) === (p.session ?? 0));
  return <span class="q">{meeting(state, x)}</span>;
}

function kind(p: PlaceView): string {
  if (p.state === "conflict" || p.asked) return "look";
  if (p.state === "ruled") return "run";
  return isIn(p) ? "in" : "none";
}

function label(p: PlaceView): string {
  return [t("ui.console.board_table", String(p.board), (p.section ?? "") + String(p.table)), p.text ?? p.result ?? stateText(p)].join(": ");
}

/** Short is a contract and who played it, for a narrow column. */
function Short({ p }: { p: PlaceView }): JSX.Element {
  if (p.state === "conflict" || p.asked) return <>▲</>;
  if (p.state === "ruled") return <>§</>;
  if (p.state === "not_played" || p.state === "late") return <>–</>;
  const r = p.result ? parse(p.result) : undefined;
  if (r === null) return <>{t("ui.console.pass_short")}</>;
  if (r) return <span class="nb">{r.level}<Denomination strain={r.strain} />{r.doubled ? "×" : ""}<small>{seatText(r.declarer)}{r.over === 0 ? "" : r.over > 0 ? `+${r.over}` : `−${-r.over}`}</small></span>;
  return p.state === "saved" ? <>{p.score}</> : <>·</>;
}
