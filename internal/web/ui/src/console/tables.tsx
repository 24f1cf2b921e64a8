// Tables × rounds: where the evening stands.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { n, t } from "../kit/texts";
import { Icon } from "../kit/icons";
import { ago, face } from "./clock";
import { type At, type Cell, cellKey, type Grid, move, type Row } from "./grid";
import { Happened, Kbd, meeting, Names, sideNames, sideText } from "./parts";
import { useSecond } from "./head";
import { useActions, useConsole } from "./use";

export function Tables(p: { grid: Grid; at: At; set(at: At): void; peek: boolean; setPeek(on: boolean): void; grab: boolean }): JSX.Element {
  const c = useConsole();
  const { grid, at } = p;
  const cell = grid.rows[at.row]?.cells[at.col];
  const body = useRef<HTMLTableSectionElement>(null);
  const focus = () => body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: false });
  useLayoutEffect(() => { if (p.grab) focus(); }, []);
  const moving = useRef(false);
  useLayoutEffect(() => { if (moving.current) { moving.current = false; focus(); } }, [at.row, at.col]);
  useActions({
    move: (e) => {
      moving.current = true;
      p.set(move(at, e.key, grid.rows.length, grid.rounds.length));
    },
    open: () => { if (cell) c.go({ name: "cell", spot: spotOfCell(cell) }); },
    peek: () => p.setPeek(!p.peek),
    rule: () => { if (cell?.places.length) c.go({ name: "rule", spot: worst(cell) }); },
    correct: () => { if (cell) c.go({ name: "cell", spot: worst(cell) }); },
  });
  const legend = new Set(grid.rows.flatMap((r) => r.cells.flatMap((x) => [x.glyph, x.check ? "look" : "", x.ruled ? "ruled" : "", x.switched ? "switched" : ""])));
  const size = grid.rows.length > 20 ? "tight" : grid.rows.length > 12 ? "close" : "";
  return (
    <section>
      <table class={`grid ${size} ${grid.rounds.length > 10 ? "many" : ""}`} role="grid" aria-label={t("ui.console.grid.title")} aria-rowcount={grid.rows.length + 1} aria-colcount={grid.rounds.length + 3}>
        <thead><tr>
          <th class="no l" scope="col"><abbr title={t("ui.console.table")}>{t("ui.console.grid.table")}</abbr></th>
          <th class="who l" scope="col">{sideText("NS")}</th>
          {grid.rounds.map((r) => <th key={r} class={`r ${r === grid.current ? "now" : ""}`} scope="col" aria-label={t("ui.console.round", String(r))}>{r}</th>)}
          <th class="seen" scope="col">{t("ui.console.grid.seen")}</th>
        </tr></thead>
        <tbody ref={body}>
          {grid.rows.map((row, y) => (
            <tr key={row.label}>
              <th class="no l" scope="row"><span class="sr">{t("ui.console.table")} </span>{row.label}</th>
              <td class="who l"><Names text={sideNames(c.state, row.sitting, "NS")} /></td>
              {grid.rounds.map((r, x) => {
                const one = row.cells[x];
                return one
                  ? <CellView key={r} cell={one} at={y === at.row && x === at.col} choose={() => p.set({ row: y, col: x })} open={() => c.go({ name: "cell", spot: spotOfCell(one) })} />
                  : <td key={r} />;
              })}
              <Seen row={row} />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="legend">
        {legend.has("gap") && <span><b>!1</b>{t("ui.console.legend.gap")}</span>}
        {legend.has("look") && <span><b>▲</b>{t("ui.console.legend.look")}</span>}
        {legend.has("ruled") && <span><b>§</b>{t("ui.console.legend.ruled")}</span>}
        {legend.has("switched") && <span><b>↔</b>{t("ui.console.legend.switched")}</span>}
        {legend.has("out") && <span><b>–</b>{t("ui.console.legend.out")}</span>}
      </p>
      {cell && p.peek && <Peek cell={cell} />}
    </section>
  );
}

/** Seen counts by itself, so that the grid need not be made anew each second. */
function Seen({ row }: { row: Row }): JSX.Element {
  const { offset } = useConsole();
  const now = useSecond();
  const seconds = ago(row.seen, now, offset);
  return <td class={`seen ${row.late ? "late" : ""}`}>{seconds === null ? "" : seconds < 10 ? t("ui.console.grid.now") : face(seconds)}</td>;
}

/** spotOfCell is a cell as a page is called by it: no board yet. */
export function spotOfCell(c: Cell): { session?: number; section?: string; round: number; table: number; board: number } {
  return { session: c.session || undefined, section: c.section || undefined, round: c.round, table: c.table, board: 0 };
}

/** worst is the place of a cell that somebody most likely means. */
export function worst(c: Cell): ReturnType<typeof spotOfCell> {
  const p = c.places.find((x) => x.state === "conflict" || x.asked) ?? c.places.find((x) => x.state === "empty") ?? c.places[0];
  return { ...spotOfCell(c), board: p?.board ?? 0 };
}

/** cellWords say a cell to who cannot see it. */
export function cellWords(c: Cell): string {
  const out = [t("ui.console.table_round", String(c.table), String(c.round))];
  switch (c.glyph) {
    case "none": out.push(t("ui.console.cell.none")); break;
    case "out": out.push(t("ui.console.cell.out")); break;
    case "gap": out.push(n("ui.console.cell.gap", c.missing)); break;
    case "running": out.push(t("ui.console.cell.running", String(c.done), String(c.of))); break;
    default: out.push(t("ui.console.cell.done"));
  }
  if (c.check) out.push(t("ui.console.legend.look"));
  if (c.ruled) out.push(t("ui.console.legend.ruled"));
  if (c.switched) out.push(t("ui.console.legend.switched"));
  return out.join(", ");
}

function CellView({ cell, at, choose, open }: { cell: Cell; at: boolean; choose(): void; open(): void }): JSX.Element {
  const { glyph } = cell;
  const kind = cell.check && glyph !== "gap" ? "look" : glyph === "ruled" || glyph === "switched" ? "run" : glyph === "running" ? "run" : glyph;
  return (
    <td role="gridcell" class={`${kind} ${cell.now ? "now" : ""} ${at ? "cur" : ""}`} tabIndex={at ? 0 : -1} aria-selected={at}
      onClick={() => { if (at) open(); else choose(); }} onFocus={() => { if (!at) choose(); }} onDblClick={open}>
      <span aria-hidden="true">{face1(cell)}{cell.check && glyph !== "look" && <sup>▲</sup>}</span><span class="sr">{cellWords(cell)}</span>
    </td>
  );
}

function face1(c: Cell): JSX.Element | string {
  switch (c.glyph) {
    case "none": return "·";
    case "out": return "–";
    case "running": return `${c.done}/${c.of}`;
    case "done": return <Icon name="check" />;
    case "gap": return <i>!{c.missing}</i>;
    case "look": return "▲";
    case "ruled": return "§";
    case "switched": return "↔";
  }
}

function Peek({ cell }: { cell: Cell }): JSX.Element {
  const { state } = useConsole();
  const x = cell.sitting;
  return (
    <section class="peek" aria-live="polite" key={cellKey(cell)}>
      <span><span class="b">{t("ui.console.table_round", (cell.section || "") + String(cell.table), String(cell.round))}</span>{" "}
        <span class="q">{meeting(state, x)}</span></span>
      <span class="q"><Kbd k=" " /></span>
      <ul>{cell.places.map((p) => <li key={p.board} class={p.state === "empty" && (cell.missing > 0) ? "gap" : ""}><span class="no">{p.board}</span> <Happened p={p} /></li>)}</ul>
    </section>
  );
}
