// The head of the page: table, round, clock, whether all is sent, the director.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { Icon } from "../kit/icons";
import { t } from "../kit/texts";
import type { Side } from "../kit/bridge";
import { face } from "./clock";
import type { Model } from "./model";
import { contestantsOf, namesOf, short } from "./plan";
import type { Evening, Sitting } from "./types";

/** useSeconds shows something anew each second. */
export function useSeconds(): void {
  const [, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => set((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}

/** useDead is true for a moment after a screen came: a nervous second tap, meant for the
 * screen before, falls on nothing. */
export function useDead(ms = 350): boolean {
  const [dead, set] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => set(false), ms);
    return () => clearTimeout(timer);
  }, []);
  return dead;
}

export function Clock({ m }: { m: Model }): JSX.Element | null {
  useSeconds();
  const left = m.left;
  if (left === undefined) return null;
  // No digit gives way: only the picture does, where the font is wide. 9:59 has the room of 10:00.
  return <span class="clock" role="timer" style={{ minWidth: `${Math.max(5, face(left).length) * 0.62}em` }} aria-label={t("ui.table.clock", face(left))}><Icon name="clock" /><span class="nb" aria-hidden="true">{face(left)}</span></span>;
}

/** Mark is the state of the connection: filled, half, hollow; a tap shows what waits. */
export function Mark({ m, words }: { m: Model; words?: boolean }): JSX.Element {
  const s = m.connection;
  const n = m.scores;
  const said = t(`ui.table.net.${s}`);
  return (
    <button class={`status mark ${s}`} onClick={() => m.open("outbox")} aria-label={n > 0 ? `${said}, ${n}` : said}>
      <i class="dot" />{words ? said : n > 0 && <span aria-hidden="true">{n}</span>}
    </button>
  );
}

const HOLD = 600;

/** Bell calls the director when it is held: nobody does that by mistake. */
export function Bell({ m }: { m: Model }): JSX.Element {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const begin = () => {
    held.current = false;
    timer.current = setTimeout(() => { held.current = true; m.open("call"); }, HOLD);
  };
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  const called = m.called;
  return (
    <button
      class={`btn tool bell${called ? " on" : ""}`}
      aria-label={called ? t("ui.table.called", hour(called.at)) : t("ui.table.call_hold")}
      onPointerDown={begin} onPointerUp={end} onPointerLeave={end} onPointerCancel={end}
      onContextMenu={(e) => e.preventDefault()}
      onClick={(e) => {
        if (held.current) return;
        if (e.detail === 0) m.open("call"); // a keyboard or a screen reader
        else m.say("ui.table.call_hold");
      }}
    ><Icon name="call" /></button>
  );
}

export function Head({ m, title, clock = true }: { m: Model; title?: string; clock?: boolean }): JSX.Element {
  const e = m.evening;
  return (
    <header class="head">
      <h1 class="grow"><button class="title" onClick={() => m.open("menu")} aria-haspopup="dialog">
        <span class="ell">{title ?? (e ? t("ui.table.head", `${e.section ?? ""}${e.table}`, m.round, m.rounds) : "")}</span><Icon name="down" />
      </button></h1>
      {clock && <Clock m={m} />}
      <Mark m={m} />
      <Bell m={m} />
    </header>
  );
}

/** Notes are what everybody at the table has to know: the director is called, the round
 * is over. They stand in the page and go by themselves. */
export function Notes({ m }: { m: Model }): JSX.Element | null {
  useSeconds();
  const called = m.called;
  const lines = [];
  if (called) lines.push(<p class="note">{t(called.waits ? "ui.table.call_waits" : "ui.table.called", hour(called.at))}</p>);
  if (m.trouble) lines.push(<p class="note error">{m.trouble}</p>);
  if (m.wanted.length > 0) lines.push(<p class="note warn">{t("ui.table.wanted", m.wanted.join(", "))}</p>);
  if (m.ended && m.missing.length > 0) lines.push(<p class="note warn">{t("ui.table.round_over", m.round)}</p>);
  return lines.length > 0 ? <div class="notes" role="status">{lines}</div> : null;
}

/** named are the names of a side and its number; a number alone says that it is a pair's. */
function named(e: Evening, s: Sitting, side: Side): JSX.Element {
  const number = contestantsOf(s, side).map((c) => short(c, e.section)).join("+");
  const names = namesOf(e, s, side);
  return names ? <>{names} <span class="q">{number}</span></> : <>{number && t("ui.table.pair", number)}</>;
}

export function Pairs({ m }: { m: Model }): JSX.Element | null {
  const e = m.evening;
  const s = m.sitting;
  if (!e || !s) return null;
  return (
    <p class="pairs">{(["NS", "EW"] as const).map((side) => (
      <span key={side}><i class={`side ${side.toLowerCase()}`} /><span class="sr">{t(`ui.table.side.${side}`)} </span>{named(e, s, side)}</span>
    ))}</p>
  );
}
