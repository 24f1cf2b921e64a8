// What is asked and answered about one board: the check, the question about the lead,
// what was agreed, two different results.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { over as shownOver, parse, tricks, type Seat } from "../kit/bridge";
import { hour } from "../kit/hour";
import { Denomination, Glyph, Icon } from "../kit/icons";
import { Phrase } from "../kit/phrase";
import { score } from "../kit/scores";
import { n, t, words } from "../kit/texts";
import { latest } from "./boards";
import { Head, Notes, Pairs, useDead } from "./head";
import type { Model } from "./model";
import { Chips } from "./pad";
import { nameAt } from "./plan";
import { Contract, LeadCard, Line, points, Said, scoreSentence, sentence } from "./say";

/** useFocus gives the focus to what a panel is about, for those who do not see it come: with
 * it, and never later, when somebody may have begun something else there. */
export function useFocus(): { ref: { current: HTMLHeadingElement | null } } {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return { ref };
}

export function Check({ m }: { m: Model }): JSX.Element | null {
  const [turned, turn] = useState(false);
  const { ref } = useFocus();
  useLayoutEffect(() => {
    const body = document.body.classList;
    body.add("invert");
    return () => body.remove("invert");
  }, []);
  const x = m.shown;
  const e = m.evening;
  if (!x || !e) return null;
  const r = x.result;
  const s = score(r, m.vul(x.board));
  const who = r ? nameAt(e, m.sitting, r.declarer) : "";
  const rare = r && m.unusual.has(`${m.round}.${x.board}`);
  return (
    <main class={`check${turned ? " turned" : ""}`} aria-label={t("ui.table.check_board", x.board)}>
      <div class="top">
        <p class="grow"><b class="t18">{t("ui.table.board", x.board)}</b> <span class="q">&nbsp;{words().vul[m.vul(x.board)]}</span></p>
        <button class="btn tool" aria-label={t("ui.table.turn")} aria-pressed={turned} onClick={() => turn(!turned)}><Icon name="flip" /></button>
      </div>
      <h1 tabIndex={-1} ref={ref}>{t(x.foreign && !x.resolves ? "ui.table.check_here" : "ui.table.check_long")}</h1>
      <hr class="line" />
      <p class="sr">{sentence(x.board, r, s)}</p>
      <div aria-hidden="true">
        {r ? <>
          <p class="huge"><span>{r.level}</span>{r.strain === "NT" ? <span class="nt"><Denomination strain="NT" /></span> : <Glyph suit={r.strain} />}{r.doubled && <span class="x">{r.doubled}</span>}
            <span class="by">{t("ui.table.check_by", words().seats[r.declarer]?.name ?? "")}{who && <small>{t("ui.table.check_who", who)}</small>}</span>
          </p>
          <p class="said"><Phrase k={r.over < 0 ? "ui.table.tricks_down" : "ui.table.tricks"} count={tricks(r)} args={[shownOver(r.over)]} />
            {r.lead && <><br /><Phrase k="ui.table.check_lead" args={[<b><LeadCard card={r.lead} /></b>]} /></>}
          </p>
        </> : <p class="huge"><span class="by out">{t("ui.table.passed_out")}</span></p>}
        {s !== undefined && <p class="score"><Said score={s} long number={(p) => <b>{p}</b>} text={(text) => <span>{text.trim()}</span>} /></p>}
      </div>
      {rare && r && <p class="note warn" role="alert"><Phrase k="ui.table.unusual" args={[<b>{words().seats[r.declarer]?.name.toUpperCase()}</b>, <Contract c={r} />]} /></p>}
      <div class="two">
        <button class="btn" onClick={() => m.notRight()}><Icon name="cross" />{t("ui.table.not_right")}</button>
        <button class="btn main" onClick={() => m.agree()}><Icon name="check" />{t("ui.table.agree")}</button>
      </div>
      <p class="hush">{t("ui.table.hush")}</p>
    </main>
  );
}

const card = (text: string): JSX.Element => <LeadCard card={{ suit: text[0] as "S", rank: text[1] as "A" }} />;

export function Question({ m }: { m: Model }): JSX.Element | null {
  const { ref } = useFocus();
  const q = m.question;
  if (!q) return null;
  const r = parse(m.shown?.text ?? m.local(q.board)?.result ?? "");
  const d = q.doubt;
  const name = (s: string) => words().seats[s as Seat]?.name ?? s;
  return (
    <main class="app ask">
      <Head m={m} title={t("ui.table.head_board", m.evening?.table ?? 0, q.board)} />
      <hr class="line" />
      <h2 tabIndex={-1} ref={ref}><Phrase k="ui.table.ask_lead" args={[card(d.card), t(`ui.table.holds.${d.holder}`), r ? name(r.declarer) : "", t(`ui.table.leads.${d.leader}`)]} /></h2>
      {d.suggest && <p class="sayb">{t("ui.table.ask_declarer", name(d.suggest))}</p>}
      <div class="stack end">
        {d.suggest && <button class="btn main wide" onClick={() => m.answer("declarer")}>{t("ui.table.change_declarer")}</button>}
        <button class="btn wide" onClick={() => m.answer("lead")}>{t("ui.table.change_lead")}</button>
        <button class="btn wide" onClick={() => m.answer("keep")}>{t("ui.table.keep")}</button>
      </div>
    </main>
  );
}

// A result in a narrow list: "4♠ S +1".
function Short({ result }: { result: string }): JSX.Element {
  const r = parse(result);
  if (!r) return <Line result={result} />;
  return <><Contract c={r} /> {words().seats[r.declarer]?.letter} <b>{shownOver(r.over)}</b></>;
}

const percent = (value: string): string => `${value.replace(".", words().decimal)} %`;

function Frequencies({ m, text }: { m: Model; text: string | undefined }): JSX.Element | null {
  const f = m.feedback.get(`${m.round}.${m.board}`);
  if (!f?.lines) return null;
  const mine = m.scoreOf(m.board);
  return (
    <ol class="rows freq" aria-label={t("ui.table.frequencies")}>
      {f.lines.map((l) => {
        const p = points(l.score);
        const own = l.mine ?? (mine === l.score);
        return (
          <li key={`${l.score}${l.text}`} class={`row${own ? " mine" : ""}`}>
            <span class="sd">{p.side ? words().sides[p.side]?.letters : ""}</span><span class="vv num">{p.points}</span>
            <span class="cc grow">{l.result ? <Short result={l.result} /> : own && text ? <Short result={text} /> : ""}</span>
            <span class="fq" role="img" aria-label={n("ui.table.tables", l.count)}>{Array.from({ length: Math.min(l.count, 8) }, () => <i />)}</span>
            {l.percent !== undefined && <span class="pp num">{percent(l.percent)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

// The hands of a deal as PBN writes it: "N:AK.Q.32.AK.. ...".
function Deal({ deal }: { deal: string }): JSX.Element | null {
  const m = /^([NESW]):(.*)$/.exec(deal);
  const hands = m?.[2]?.trim().split(" ");
  if (!m || !hands || hands.length !== 4) return null;
  const order = "NESW";
  const first = order.indexOf(m[1] as string);
  return (
    <div class="deal">{(["N", "W", "E", "S"] as const).map((seat) => {
      const hand = hands[(order.indexOf(seat) - first + 4) % 4] as string;
      return (
        <div key={seat} class={`hand ${seat.toLowerCase()}`}><b class="q">{words().seats[seat]?.letter}</b>
          {hand.split(".").map((suit, i) => <p key={i}><Glyph suit={"SHDC"[i] as "S"} /> {suit === "" ? "–" : [...suit].map((c) => words().ranks[c] ?? c).join("")}</p>)}
        </div>
      );
    })}</div>
  );
}

// Makeable tricks: N, S, E, W, each ♣ ♦ ♥ ♠ NT, a hex digit each.
function Makeable({ dd }: { dd: string }): JSX.Element | null {
  if (!/^[0-9a-dA-D]{20}$/.test(dd)) return null;
  const level = (c: string) => { const v = parseInt(c, 16) - 6; return v > 0 ? String(v) : "–"; };
  return (
    <table class="dd"><caption class="sr">{t("ui.table.makeable")}</caption>
      <thead><tr><td />{(["C", "D", "H", "S", "NT"] as const).map((s) => <th scope="col" key={s}><Denomination strain={s} /></th>)}</tr></thead>
      <tbody>{(["N", "S", "E", "W"] as const).map((seat, i) => (
        <tr key={seat}><th scope="row">{words().seats[seat]?.letter}</th>{[...dd.slice(i * 5, i * 5 + 5)].map((c, k) => <td key={k}>{level(c)}</td>)}</tr>
      ))}</tbody>
    </table>
  );
}

/** Agreed is what comes after the board: as much as the club wants to be seen. */
export function Agreed({ m }: { m: Model }): JSX.Element {
  const { ref } = useFocus();
  const e = m.evening;
  const f = m.feedback.get(`${m.round}.${m.board}`);
  const text = m.result();
  const s = m.scoreOf(m.board);
  const level = e?.config.feedback ?? 0;
  const tables = f?.tables ?? 0;
  // The first result of a board has nothing to be compared with.
  const own = tables < 2 ? undefined : f?.percent !== undefined ? percent(f.percent) : f?.points?.ns?.replace(".", words().decimal).replace("-", "−");
  const later = m.missing.filter((b) => m.boards.indexOf(b) > m.boards.indexOf(m.board));
  const next = m.past ? undefined : later[0] ?? m.missing[0];
  const elsewhere = m.local()?.elsewhere;
  return (
    <main class="app ag">
      <Head m={m} />
      <Pairs m={m} />
      <Notes m={m} />
      <Chips m={m} />
      <section class="own" aria-live="polite">
        <h2 class="q" tabIndex={-1} ref={ref}>{t(elsewhere ? "ui.table.agreed_elsewhere" : "ui.table.agreed_board", m.board)} · <Line result={text} /></h2>
        {level > 0 && own !== undefined
          ? <><p class="big">{own}</p><p class="t18">{t("ui.table.percent_for")}{tables > 0 && <>, {n("ui.table.so_far", tables)}</>}</p></>
          : s !== undefined && <p class="t28 b">{scoreSentence(s)}</p>}
        {level > 0 && own === undefined && tables > 0 && <p class="t18">{t("ui.table.first")}</p>}
        {m.state() === "asked" && <p class="note">{t("ui.table.asked")}</p>}
      </section>
      {level > 1 && <Frequencies m={m} text={text} />}
      {level > 2 && f?.deal && <Deal deal={f.deal} />}
      {level > 2 && f?.dd && <Makeable dd={f.dd} />}
      {level > 2 && f?.par && <p class="more">{t("ui.table.par", [f.par.text, scoreSentence(f.par.score, false)].filter(Boolean).join(" · "))}</p>}
      {level > 0 && f && <p class="q more">{t("ui.table.will_move")}</p>}
      {level > 0 && !f && m.connection !== "saved" && <p class="q more">{t("ui.table.later")}</p>}
      <button class="btn main wide end" onClick={() => m.leave()}>{next ? t("ui.table.board", next) : t("ui.table.go_on")}<Icon name="next" /></button>
    </main>
  );
}

/** Board is one that is done, when somebody looks at it again. */
export function Board({ m }: { m: Model }): JSX.Element {
  const s = m.state();
  const sc = m.scoreOf(m.board);
  const fixed = s === "ruled" || s === "not_played" || s === "sat_out" || s === "late";
  return (
    <main class="app ag">
      <Head m={m} />
      <Pairs m={m} />
      <Notes m={m} />
      <Chips m={m} />
      <section class="own">
        <h2 class="q">{t("ui.table.board", m.board)} · {t(`ui.table.state.${s}`)}</h2>
        {m.result() !== undefined && <p class="t28 b"><Line result={m.result()} /></p>}
        {sc !== undefined && <p class="t22">{scoreSentence(sc)}</p>}
        {fixed && <p class="t18"><Icon name="lock" /> {t(`ui.table.fixed.${s}`)}</p>}
        {s === "asked" && <p class="note">{t("ui.table.asked")}</p>}
      </section>
      {!fixed && <Frequencies m={m} text={m.result()} />}
      <div class="stack end">
        {!fixed && <button class="btn wide" onClick={() => m.change(m.board)}>{t("ui.table.ask_change")}</button>}
        <button class="btn main wide" onClick={() => m.choose(m.missing[0] ?? 0)}>{m.missing[0] ? t("ui.table.board", m.missing[0]) : t("ui.table.go_on")}<Icon name="next" /></button>
      </div>
    </main>
  );
}

/** Conflict shows two results of one board, neither before the other. */
export function Conflict({ m }: { m: Model }): JSX.Element {
  const dead = useDead();
  const { ref } = useFocus();
  const mine = m.local()?.id;
  return (
    <main class="app cf">
      <Head m={m} title={t("ui.table.head_board", m.evening?.table ?? 0, m.board)} clock={false} />
      <hr class="line" />
      <Notes m={m} />
      <h2 tabIndex={-1} ref={ref}>{t("ui.table.conflict")}</h2>
      <p class="say">{t("ui.table.conflict_text")}</p>
      {latest(m.place()).map((r) => {
        const parsed = r.result === undefined ? undefined : parse(r.result);
        const s = parsed === undefined ? r.score : score(parsed, m.vul());
        return (
          <button key={r.id} class="opt" disabled={dead} onClick={() => m.takeOne(r)}>
            <span class="q">{t(r.id === mine ? "ui.table.this_phone" : "ui.table.other_phone")}{r.at && ` · ${hour(r.at)}`}</span>
            <span class="val"><Line result={r.result} /></span>
            {s !== undefined && <span class="sc">{scoreSentence(s)}</span>}
          </button>
        );
      })}
      <div class="stack end">
        <button class="btn wide" onClick={() => m.open("call")}><Icon name="call" />{t("ui.table.ask_director")}</button>
        {m.boards.length > 1 && <Chips m={m} />}
      </div>
    </main>
  );
}
