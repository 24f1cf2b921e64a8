// Between the boards and between the rounds: the score card of the round, where to go,
// who sits here, and waiting.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { parse, type Side } from "../kit/bridge";
import { Icon } from "../kit/icons";
import { Phrase } from "../kit/phrase";
import { Radio, Radios } from "../kit/radios";
import { n, t } from "../kit/texts";
import { done } from "./boards";
import { face } from "./clock";
import { Head, Mark, Notes, useDead, useSeconds } from "./head";
import type { Model } from "./model";
import { boardsGo, contestantsOf, moveOf, namesOf, placeOf, range, rounds, short } from "./plan";
import { LeadCard, Line, points, scoreSentence } from "./say";
import { useFocus } from "./panels";

const other = (s: Side): Side => (s === "NS" ? "EW" : "NS");

/** Recap is the round as a score card, once from each side. */
export function Recap({ m }: { m: Model }): JSX.Element {
  const [seen, setSeen] = useState<Side>("NS");
  const dead = useDead();
  const { ref } = useFocus();
  const missing = m.missing;
  const columns: Side[] = [seen, other(seen)];
  return (
    <main class="app recap">
      <Head m={m} />
      <Notes m={m} />
      <h2 tabIndex={-1} ref={ref}>{t("ui.table.recap")}</h2>
      <Radios class="seen" label={t("ui.table.seen")}>{(["NS", "EW"] as Side[]).map((s) => (
        <Radio key={s} class={`chip${seen === s ? "" : " next"}`} on={seen === s} choose={() => setSeen(s)}><i class={`side ${s.toLowerCase()}`} />{t(`ui.table.seen.${s}`)}</Radio>
      ))}</Radios>
      <table>
        <thead><tr><th scope="col">{t("ui.table.col_board")}</th><th scope="col">{t("ui.table.col_contract")}</th>{columns.map((c) => <th scope="col" class="num" key={c}>{t(`ui.table.side.${c}`)}</th>)}</tr></thead>
        <tbody>{m.boards.map((b) => {
          const s = m.state(b);
          const text = m.result(b);
          if (!done(s)) {
            return (
              <tr class="miss" key={b}><th scope="row"><span class="bd ph">{b}</span></th><td colSpan={3}>
                <p class="warnword">{t(s === "empty" || s === "draft" ? "ui.table.no_result" : `ui.table.state.${s}`)}</p>
                <div class="acts">
                  <button class="btn small main" onClick={() => m.choose(b)}>{t(s === "empty" || s === "draft" ? "ui.table.enter" : "ui.table.look")}</button>
                  <button class="btn small" onClick={() => { m.reason = "not_played"; m.open("call"); }}>{t("ui.table.not_played_call")}</button>
                </div>
              </td></tr>
            );
          }
          const score = m.scoreOf(b);
          const p = score === undefined ? undefined : points(score);
          const lead = text === undefined ? undefined : parse(text);
          return (
            <tr key={b}>
              <th scope="row"><button class="bd" aria-label={t("ui.table.ask_board", b)} onClick={() => (s === "saved" || s === "agreed" || s === "asked" ? m.change(b) : m.choose(b))}>{b}</button></th>
              <td>{text !== undefined ? <Line result={text} /> : t(`ui.table.state.${s}`)}{lead?.lead && <><br /><span class="q"><Phrase k="ui.table.check_lead" args={[<LeadCard card={lead.lead} />]} /></span></>}</td>
              {columns.map((c) => <td class="num s" key={c}>{p && (p.side === c ? p.points : p.side ? "" : "0")}</td>)}
            </tr>
          );
        })}</tbody>
      </table>
      <p class="q foot-note">{t("ui.table.recap_hint")}</p>
      <div class="end">
        {missing.length > 0 && <p class="q">{n("ui.table.recap_wait", missing.length, range(missing))}</p>}
        <button class="btn main wide" aria-disabled={missing.length > 0 ? "true" : undefined} disabled={dead} onClick={() => m.roundIsRight()}>{t("ui.table.recap_ok")}<Icon name="next" /></button>
      </div>
    </main>
  );
}

// Who of this table goes where after the round.
function Ways({ m, big }: { m: Model; big: boolean }): JSX.Element {
  const e = m.evening;
  const s = m.sitting;
  if (!e || !s) return <></>;
  const out: JSX.Element[] = [];
  for (const side of ["EW", "NS"] as Side[]) {
    const who = contestantsOf(s, side);
    for (const c of who) {
      const move = moveOf(e, c, m.progress.round);
      const names = who.length > 1 ? (e.names[c] ?? []).filter(Boolean).join(" – ") : namesOf(e, s, side);
      let go: JSX.Element;
      let det = "";
      switch (move.to) {
        case "table":
          go = <Phrase k="ui.table.move_to" args={[<b>{t("ui.table.table", move.table)}</b>]} />;
          det = t("ui.table.move_sit", t(`ui.table.side_long.${move.side}`), range(move.boards));
          break;
        case "stay":
          go = <>{move.turned ? <Phrase k="ui.table.move_turn" args={[<b>{t(`ui.table.side_long.${move.side}`)}</b>]} /> : t("ui.table.move_stay")}</>;
          det = t("ui.table.move_at", move.table, range(move.boards));
          break;
        case "sit_out":
          go = <b>{t("ui.table.move_out")}</b>;
          det = move.back ? t("ui.table.move_back", move.back.round, move.back.table) : t("ui.table.move_done");
          break;
        default:
          go = <>{t("ui.table.move_done")}</>;
      }
      out.push(big
        ? <section key={c} aria-label={t(`ui.table.side_long.${side}`)}><p class="who"><i class={`side ${side.toLowerCase()}`} />{t(`ui.table.side_long.${side}`)} {short(c, e.section)}{names && <> · {names}</>}</p><p class="go">{go}</p><p class="det">{det}</p></section>
        : <li class="row" key={c}><i class={`side ${side.toLowerCase()}`} /><span class="grow">{t(`ui.table.side.${side}`)} {go}<br /><span class="q">{[names, det].filter(Boolean).join(", ")}</span></span></li>);
    }
  }
  return <>{out}</>;
}

function Begins({ m, class: cls }: { m: Model; class: string }): JSX.Element | null {
  useSeconds();
  const left = m.left;
  if (left === undefined) return null;
  return <p class={cls}><Phrase k="ui.table.begins" args={[m.progress.round + 1, <b class="nb">{face(left)}</b>]} /></p>;
}

/** Move says in the largest words what the body has to do. */
export function Move({ m }: { m: Model }): JSX.Element {
  const dead = useDead();
  const { ref } = useFocus();
  const e = m.evening;
  const boards = m.boards;
  const to = e && boardsGo(e, boards, m.progress.round);
  return (
    <main class="app move">
      <header class="head"><h1 class="grow" tabIndex={-1} ref={ref}>{t("ui.table.round_done", m.progress.round)}</h1><Mark m={m} words /></header>
      <hr class="line" />
      <Ways m={m} big />
      <section aria-label={t("ui.table.boards")}><p class="who"><Icon name="board" />{t("ui.table.boards_n", range(boards))}</p><p class="det b2">{to === undefined ? t("ui.table.boards_rest") : t("ui.table.boards_to", to)}</p></section>
      <div class="end">
        <Begins m={m} class="q cent" />
        <button class="btn main wide" disabled={dead} onClick={() => m.goOn()}>{t("ui.table.round", m.progress.round + 1)}<Icon name="next" /></button>
      </div>
    </main>
  );
}

/** Waiting: the table is done, and the round is not over. */
export function Waiting({ m }: { m: Model }): JSX.Element {
  const dead = useDead();
  useSeconds();
  const left = m.left ?? 0;
  return (
    <main class="app wt">
      <Head m={m} clock={false} />
      <hr class="line" />
      <p class="k">{t("ui.table.begins_in", m.progress.round + 1)}</p>
      <p class="clockbig" role="timer">{face(left)}</p>
      <p class="t18">{t("ui.table.wait_text")}</p>
      <ul class="rows wl"><Ways m={m} big={false} /></ul>
      <ul class="rows bl">{m.boards.map((b) => {
        const s = m.scoreOf(b);
        const st = m.state(b);
        return (
          <li class="row" key={b}><span class="t22 b bn">{b}</span><span class="grow"><Line result={m.result(b)} /><br /><span class="q">{s !== undefined ? scoreSentence(s, false) : t(`ui.table.state.${st}`)}</span></span>
            <span class={`status ${st === "agreed" ? "waiting" : "saved"}`}><i class="dot" />{t(`ui.table.state.${st}`)}</span></li>
        );
      })}</ul>
      <button class="btn wide end" disabled={dead} onClick={() => m.see()}>{t("ui.table.move_show")}</button>
    </main>
  );
}

/** Guard asks whoever arrives whether they are who the plan says. */
export function Guard({ m }: { m: Model }): JSX.Element {
  const [no, setNo] = useState(false);
  const dead = useDead();
  const { ref } = useFocus();
  const e = m.evening;
  const s = m.sitting;
  const side = m.arriving[0] as Side;
  if (!e || !s) return <></>;
  const who = contestantsOf(s, side).map((c) => short(c, e.section)).join("+");
  const rest = other(side);
  const stays = !m.arriving.includes(rest);
  if (no) return <NotUs m={m} side={side} close={() => setNo(false)} />;
  return (
    <main class="app guard">
      <Head m={m} />
      <Notes m={m} />
      <hr class="line" />
      <p class="ask"><i class={`side ${side.toLowerCase()}`} />{t(`ui.table.guard.${side}`)}</p>
      <p class="nm" tabIndex={-1} ref={ref}>{namesOf(e, s, side) || t("ui.table.pair", who)}</p>
      <p class="det">{t("ui.table.guard_pair", who, (s.boards ?? []).join(", "))}</p>
      <div class="two">
        <button class="btn" disabled={dead} onClick={() => setNo(true)}>{t("ui.table.not_us")}</button>
        <button class="btn main" disabled={dead} onClick={() => m.us(side)}><Icon name="check" />{t("ui.table.us")}</button>
      </div>
      <p class="q why">{t(m.outbox.has("seat") ? "ui.table.seat_waits" : "ui.table.guard_why")}</p>
      <div class="end stay">
        <p class="who"><i class={`side ${rest.toLowerCase()}`} />{t(`ui.table.side_long.${rest}`)}</p>
        <p class="t22">{namesOf(e, s, rest)} <span class="q t16">{t(stays ? "ui.table.guard_stays" : "ui.table.guard_comes", contestantsOf(s, rest).map((c) => short(c, e.section)).join("+"))}</span></p>
      </div>
    </main>
  );
}

// Others sit here: the sides are exchanged, or it is another pair.
function NotUs({ m, side, close }: { m: Model; side: Side; close(): void }): JSX.Element {
  const [pairs, setPairs] = useState(false);
  const e = m.evening;
  const s = m.sitting;
  if (!e || !s) return <></>;
  const here = [...contestantsOf(s, "NS"), ...contestantsOf(s, "EW")];
  const all = new Set(e.sittings.flatMap((x) => [...contestantsOf(x, "NS"), ...contestantsOf(x, "EW")]));
  const rest = [...all].filter((c) => !here.includes(c)).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  // Where the lines never mix, it can only be a pair of the same line.
  const line = side === "NS" ? s.ns : s.ew;
  const kin = /(NS|EW)$/.exec(line ?? "")?.[0];
  const could = kin ? rest.filter((c) => c.endsWith(kin)) : rest;
  return (
    <main class="app guard">
      <Head m={m} />
      <hr class="line" />
      <p class="ask"><i class={`side ${side.toLowerCase()}`} />{t(`ui.table.guard.${side}`)}</p>
      <h2 class="t28">{t("ui.table.not_us_ask")}</h2>
      {pairs
        ? <ul class="rows names">{could.map((c) => <li key={c}><button class="row" onClick={() => { m.notUs("pair", c, line); close(); }}><span class="t22 b bn">{short(c, e.section)}</span><span class="grow t18">{(e.names[c] ?? []).join(" – ")}</span><Icon name="next" /></button></li>)}</ul>
        : <div class="stack gap">
          <button class="btn wide" onClick={() => { m.notUs("switch"); close(); }}>{t("ui.table.not_us_switch")}</button>
          <button class="btn wide" onClick={() => setPairs(true)}>{t("ui.table.not_us_pair")}</button>
          <button class="btn wide" onClick={() => m.open("call")}><Icon name="call" />{t("ui.table.ask_director")}</button>
        </div>}
      <p class="q why">{t("ui.table.not_us_why")}</p>
      <button class="btn quiet end" onClick={close}><Icon name="prev" />{t("ui.table.back")}</button>
    </main>
  );
}

/** Rest: nobody plays here in this round. */
export function Rest({ m }: { m: Model }): JSX.Element {
  const e = m.evening;
  const r = m.progress.round;
  const s = m.sitting;
  if (!e) return <></>;
  const who = s ? [...contestantsOf(s, "NS"), ...contestantsOf(s, "EW")] : [];
  return (
    <main class="app move">
      <Head m={m} />
      <hr class="line" />
      {who.length === 0 && <section><p class="go">{t("ui.table.rest")}</p></section>}
      {who.map((c) => {
        let back: { round: number; table: number } | undefined;
        for (let next = r + 1; next <= rounds(e) && !back; next++) {
          const p = placeOf(e, c, next);
          if (p && (p.sitting.boards?.length ?? 0) > 0 && p.sitting.ns && p.sitting.ew) back = { round: next, table: p.sitting.table };
        }
        return <section key={c}><p class="who">{[t("ui.table.pair", short(c, e.section)), (e.names[c] ?? []).filter(Boolean).join(" – ")].filter(Boolean).join(" · ")}</p><p class="go"><b>{t("ui.table.move_out")}</b></p>{back && <p class="det">{t("ui.table.move_back", back.round, back.table)}</p>}</section>;
      })}
      <div class="end">
        <Begins m={m} class="q cent" />
        {!m.lastRound && <button class="btn main wide" onClick={() => m.goOn()}>{t("ui.table.round", r + 1)}<Icon name="next" /></button>}
      </div>
    </main>
  );
}

/** End: the last round is done. */
export function End({ m }: { m: Model }): JSX.Element {
  const e = m.evening;
  return (
    <main class="app move">
      <Head m={m} clock={false} />
      <hr class="line" />
      <section><p class="go">{t("ui.table.end")}</p><p class="det end-text">{t(m.scores > 0 ? "ui.table.end_waits" : "ui.table.end_text")}</p></section>
      <div class="end stack">
        {m.played.length > 0 && <button class="btn wide" onClick={() => m.open("menu")}>{t("ui.table.earlier")}</button>}
        {e && <a class="btn main wide" href={`/e/${encodeURIComponent(e.event.id)}`}>{t("ui.table.ranking")}<Icon name="next" /></a>}
      </div>
    </main>
  );
}

/** Stranger: this device has no table. */
export function Stranger({ m }: { m: Model }): JSX.Element {
  return (
    <main class="app move">
      <hr class="line" />
      <section><p class="go">{t("ui.table.stranger")}</p><p class="det end-text">{t("ui.table.stranger_text")}</p>{m.stranger?.detail && m.evening && <p class="q">{m.stranger.detail}</p>}</section>
      <div class="end stack"><a class="btn main wide" href="/join">{t("ui.table.type_code")}</a><button class="btn wide" onClick={() => m.awake()}>{t("ui.table.try_again")}</button></div>
    </main>
  );
}

