// The entry screen: everything on one page, nothing moves while somebody types.

import type { ComponentChild, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { levels, leader, over as shownOver, possible, ranks, seats, strains, suits } from "../kit/bridge";
import { useFocusKept } from "../kit/focus";
import { Denomination, Icon } from "../kit/icons";
import { Phrase } from "../kit/phrase";
import { Radio, Radios } from "../kit/radios";
import { n, t, words } from "../kit/texts";
import { score } from "../kit/scores";
import { done } from "./boards";
import { isBlank, next, open, played, resultOf, usual, type Draft, type Group, type Key } from "./entry";
import { Head, Notes, Pairs } from "./head";
import type { Model } from "./model";
import { echoWords, LeadCard, scoreSentence, Said, sentence } from "./say";

interface KeyProps {
  on: boolean;
  set(): void;
  off?: boolean; // impossible: it keeps its place
  label?: string;
  class?: string;
  children: ComponentChild;
}

function K({ on, set, off, label, class: extra, children }: KeyProps): JSX.Element {
  return <Radio class={`key ${extra ?? ""}`} on={on} off={off} label={label} choose={set}>{children}</Radio>;
}

export function Chips({ m }: { m: Model }): JSX.Element {
  const vul = m.vul();
  return (
    <div class="boards">
      {m.boards.map((b) => {
        const s = m.state(b);
        const current = b === m.board;
        const cls = current ? "" : done(s) ? " done" : s === "empty" ? " next" : "";
        return (
          <button key={b} class={`chip${cls}`} aria-current={current ? "true" : undefined} aria-label={t("ui.table.chip", b, t(`ui.table.state.${s}`))} onClick={() => m.choose(b)}>
            {b}{done(s) && <Icon name={s === "ruled" || s === "not_played" ? "lock" : "check"} />}{(s === "conflict" || s === "refused") && <b class="warnword" aria-hidden="true">!</b>}
          </button>
        );
      })}
      {m.board > 0 && <span class={`vul${vul === "none" ? "" : " on"}`}><i class="dot" />{words().vul[vul]}</span>}
    </div>
  );
}

export function Entry({ m }: { m: Model }): JSX.Element {
  const d = m.draft;
  const leads = m.leads;
  const guide = next(d, leads);
  const [more, setMore] = useState(false);
  const [leadShown, setLeadShown] = useState<boolean>();
  const p = (k: Key) => { setMore(false); setLeadShown(undefined); m.press(k); };
  const frame = (g: Group) => (guide === g ? " guide" : "");
  // The lead unfolds where the guide is, or where somebody wants to see it.
  const leadOpen = leads && (leadShown ?? (guide === "lead" || (!!d.suit && !d.rank)));
  const local = m.local();
  const off = d.passed;
  // A choice that makes the entry whole opens the check: there arrows only look round.
  const ends = (g: Group | "doubling") => open(d, leads).every((x) => x === g);
  const pad = useRef<HTMLDivElement>(null);
  useFocusKept(".guide", pad);
  return (
    <main class="app">
      <Head m={m} />
      <Pairs m={m} />
      <Notes m={m} />
      <Chips m={m} />
      {local?.refused && <p class="note error" role="alert">{local.refused}</p>}
      <div class="pad" ref={pad}>
        <Radios class={`keys${frame("level")}`} label={t("ui.table.level")} look={ends("level")}>
          {levels.map((l) => <K key={l} on={d.level === l} set={() => p({ level: l })}>{l}</K>)}
        </Radios>
        <div class={`keys${frame("strain")}`}>
          <Radios class="sub n5" label={t("ui.table.strain")} look={ends("strain")}>
            {strains.map((s) => <K key={s} on={d.strain === s} set={() => p({ strain: s })} label={words().strains[s]}><Denomination strain={s} /></K>)}
          </Radios>
          <div class="sub n2"><button type="button" class="key word off" aria-pressed={off ? "true" : "false"} onClick={() => p({ passed: true })}>{t("ui.table.pass_out")}</button></div>
        </div>
        <div class={`keys${frame("declarer")}`}>
          <Radios class="sub n4" label={t("ui.table.declarer")} look={ends("declarer")}>
            {seats.map((s) => <K key={s} on={d.declarer === s} set={() => p({ declarer: s })} label={words().seats[s]?.name}>{words().seats[s]?.letter}</K>)}
          </Radios>
          <Radios class="sub n3" label={t("ui.table.doubling")} look={ends("doubling")}>
            {(["", "X", "XX"] as const).map((x) => (
              <K key={x} class={x === d.doubled && x !== "" ? "" : "off"} on={d.doubled === x} set={() => p({ doubled: x })} label={t(`ui.table.doubling.${x || "none"}`)}>{x || "–"}</K>
            ))}
          </Radios>
        </div>
        {leads && !leadOpen && !more && <Fold d={d} guide={guide === "lead"} open={() => setLeadShown(true)} />}
        {leadOpen ? <LeadKeys d={d} p={(k) => { setMore(false); setLeadShown("rank" in k || "noLead" in k ? undefined : true); m.press(k); }} close={() => setLeadShown(false)} />
          : <Results m={m} d={d} more={more} setMore={setMore} p={p} guide={frame("result")} />}
      </div>
      <Echo m={m} d={d} />
      <Bar m={m} d={d} />
    </main>
  );
}

function Fold({ d, guide, open }: { d: Draft; guide: boolean; open(): void }): JSX.Element {
  return (
    <button type="button" class={`fold${guide ? " guide" : ""}`} aria-expanded="false" onClick={open}>
      <span class="q">{t("ui.table.lead")}</span>
      <span class="v">{d.suit && d.rank ? <LeadCard card={{ suit: d.suit, rank: d.rank }} /> : d.noLead ? "–" : ""}</span>
      <Icon name="down" />
    </button>
  );
}

function LeadKeys({ d, p, close }: { d: Draft; p(k: Key): void; close(): void }): JSX.Element {
  return (
    <>
      <Radios class={`keys four${d.suit ? "" : " guide"}`} label={t("ui.table.lead_suit")}>
        {suits.map((s) => <K key={s} on={d.suit === s} set={() => p({ suit: s })} label={words().strains[s]}><Denomination strain={s} /></K>)}
      </Radios>
      <Radios class={`keys multi${d.suit && !d.rank ? " guide" : ""}`} label={t("ui.table.lead_rank")} look>
        {ranks.map((r) => <K key={r} on={d.rank === r} off={!d.suit} set={() => { p({ rank: r }); }}>{words().ranks[r]}</K>)}
        <button type="button" class="key word off" onClick={() => (d.suit && d.rank ? close() : p({ noLead: true }))}>{t("ui.table.skip")}</button>
      </Radios>
    </>
  );
}

interface ResultProps { m: Model; d: Draft; more: boolean; setMore(b: boolean): void; p(k: Key): void; guide: string }

function Results(x: ResultProps): JSX.Element {
  switch (x.m.evening?.config.input) {
    case "tricks": return <Tricks {...x} />;
    case "made": return <Made {...x} />;
    default: return x.more ? <More {...x} /> : <Usual {...x} />;
  }
}

function ResultKey({ d, p, v, text, label }: { d: Draft; p(k: Key): void; v: number; text?: string; label?: string }): JSX.Element {
  return <K on={d.over === v} off={d.passed || !possible(d.level, v)} set={() => p({ over: v })} label={label ?? words().over[String(v)]}>{text ?? shownOver(v)}</K>;
}

function Usual({ d, setMore, p, guide }: ResultProps): JSX.Element {
  const rare = d.over !== undefined && !usual.includes(d.over);
  return (
    <Radios class={`keys result${guide}`} label={t("ui.table.result")} look>
      {usual.map((v) => <ResultKey key={v} d={d} p={p} v={v} />)}
      <button type="button" class="key word" aria-haspopup="true" aria-pressed={rare ? "true" : undefined} onClick={() => setMore(true)}>{rare ? shownOver(d.over as number) : t("ui.table.more")}</button>
    </Radios>
  );
}

function More({ d, setMore, p, guide }: ResultProps): JSX.Element {
  const all = [0, 1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13];
  return (
    <Radios class={`keys multi three7${guide}`} label={t("ui.table.result")} look>
      {all.map((v) => <ResultKey key={v} d={d} p={p} v={v} />)}
      <button type="button" class="key off" aria-label={t("ui.table.fewer")} onClick={() => setMore(false)}><Icon name="up" /></button>
    </Radios>
  );
}

// All tricks of declarer's side, 0 to 13.
function Tricks({ d, p, guide }: ResultProps): JSX.Element {
  return (
    <Radios class={`keys multi two7${guide}`} label={t("ui.table.all_tricks")} look>
      {Array.from({ length: 14 }, (_, k) => {
        const v = d.level ? k - 6 - d.level : undefined;
        return <K key={k} on={v !== undefined && d.over === v} off={d.passed || v === undefined} set={() => p({ over: v as number })} label={n("ui.table.n_tricks", k)}>{k}</K>;
      })}
    </Radios>
  );
}

// Odd tricks that were made, or how many down.
function Made({ d, p, guide }: ResultProps): JSX.Element {
  return (
    <Radios class={`keys multi two7${guide}`} label={t("ui.table.result")} look>
      {levels.map((k) => {
        const v = d.level ? k - d.level : undefined;
        return <K key={k} on={v !== undefined && d.over === v} off={d.passed || v === undefined || v < 0} set={() => p({ over: v as number })} label={t("ui.table.made_odd", k)}>{k}</K>;
      })}
      {[-1, -2, -3, -4, -5, -6, -7].map((v) => <ResultKey key={v} d={d} p={p} v={v} />)}
    </Radios>
  );
}

/** Echo is what has been said, twice: in signs and in words. A screen reader hears it. */
function Echo({ m, d }: { m: Model; d: Draft }): JSX.Element {
  const r = resultOf(d, m.leads);
  const quiet = isBlank(d);
  if (quiet && m.notice) return <p class="echo off-note" role="status">{t(m.notice)}</p>;
  if (quiet && m.state() === "returned") return <p class="echo off-note" role="status">{t("ui.table.returned")}</p>;
  if (quiet && m.connection === "offline") return <p class="echo off-note" role="status">{t("ui.table.net.offline_text")}</p>;
  const first = d.declarer && leader(d.declarer) === "N" && d.over === undefined && !d.suit;
  return (
    <div class="echo">
      <p class="big" aria-hidden="true">
        {d.passed ? <span>{t("ui.table.passed_out")}</span> : <>
          {(d.level || d.strain) && <span>{d.level}{d.strain && <Denomination strain={d.strain} />}{d.doubled && <span class="x">{d.doubled}</span>}</span>}
          {d.declarer && <Phrase k="ui.table.echo_by" args={[<span>{words().seats[d.declarer]?.name}</span>]} text={(s) => <small>{s.trim()}</small>} />}
          {d.suit && <Phrase k="ui.table.echo_lead" args={[<span>{d.rank ? <LeadCard card={{ suit: d.suit, rank: d.rank }} /> : <><Denomination strain={d.suit} />…</>}</span>]} text={(s) => <small>{s.trim()}</small>} />}
          {d.over !== undefined && <span class="r">{shownOver(d.over)}</span>}
        </>}
      </p>
      <p class="words" aria-hidden="true">{m.notice ? t(m.notice) : first ? t("ui.table.lead_first") : echoWords(d, m.leads)}</p>
      <p class="sr" aria-live="polite">{r !== undefined ? sentence(m.board, r, score(r, m.vul())) : echoWords(d, m.leads)}</p>
    </div>
  );
}

function Bar({ m, d }: { m: Model; d: Draft }): JSX.Element {
  const r = played(d);
  const s = r === undefined ? undefined : score(r, m.vul());
  const whole = resultOf(d, m.leads) !== undefined;
  return (
    <div class="final">
      {s === undefined
        ? <p class="score"><Phrase k="ui.table.score.NS" args={[<b>–</b>]} /></p>
        : <p class="score" aria-label={scoreSentence(s)}><Said score={s} long={false} number={(x) => <b>{x}</b>} /></p>}
      {m.local()?.change && !whole && <button type="button" class="btn small" onClick={() => m.forgetChange()}>{t("ui.table.leave_it")}</button>}
      <button type="button" class={`btn${whole ? " main" : ""}`} aria-disabled={whole ? undefined : "true"} onClick={() => { if (whole) m.check(); }}>
        <span>{t("ui.table.check")}</span>{whole && <Icon name="next" />}
      </button>
    </div>
  );
}
