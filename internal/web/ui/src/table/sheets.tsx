// What opens above the page: what waits to be sent, a call for the director, the menu.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { parse } from "../kit/bridge";
import { hour } from "../kit/hour";
import { Icon } from "../kit/icons";
import { Radio, Radios } from "../kit/radios";
import { changeSettings, settings, type Settings } from "../kit/settings";
import { lang, n, t } from "../kit/texts";
import { isBlank } from "./entry";
import { useSeconds } from "./head";
import type { Model } from "./model";
import { Contract, Line, scoreSentence } from "./say";

function Frame({ m, title, class: cls, children }: { m: Model; title: string; class: string; children: ComponentChildren }): JSX.Element {
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus({ preventScroll: true }), []);
  return (
    <main class={`app ${cls}`}>
      <header class="bar hdr"><button class="btn tool" ref={back} aria-label={t("ui.table.back")} onClick={() => m.back()}><Icon name="prev" /></button><h1 class="grow">{title}</h1></header>
      {children}
    </main>
  );
}

export function OutboxSheet({ m }: { m: Model }): JSX.Element {
  useSeconds();
  const since = m.since;
  const last = m.outbox.lastTry;
  const ago = last === undefined ? undefined : Math.max(0, Math.round((m.w.now() - last) / 1000));
  // A result may wait together with the yes of the other side: it is one line.
  const by = new Map(m.outbox.waiting.filter((i) => i.shows).map((i) => [i.about, i]));
  const waiting = [...by.values()];
  const others = m.outbox.waiting.filter((i) => !i.shows && !i.about?.endsWith(".return"));
  const drafts = m.boards.filter((b) => { const d = m.local(b)?.draft; return d && !isBlank(d); });
  return (
    <Frame m={m} title={t("ui.table.outbox")} class="ob">
      <p class="lead">{since !== undefined
        ? <>{t("ui.table.outbox_since", hour(since))} {ago !== undefined && <span class="q">{ago === 0 ? t("ui.table.outbox_tried") : n("ui.table.outbox_try", ago)}</span>}</>
        : t(waiting.length > 0 ? "ui.table.outbox_sending" : "ui.table.outbox_empty")}</p>
      {(waiting.length > 0 || others.length > 0 || drafts.length > 0) && <ul class="rows lst">
        {waiting.map((i) => {
          const body = i.shows as NonNullable<typeof i.shows>;
          const s = m.scoreOf(body.board, body.round);
          return (
            <li class="row" key={i.n}><span class="t22 b bn">{body.board}</span>
              <span class="grow"><Line result={body.result} /><br /><span class="q">{[s !== undefined && scoreSentence(s, false), t(body.agreed ? "ui.table.outbox_agreed" : "ui.table.outbox_said", hour(i.at))].filter(Boolean).join(" · ")}</span></span>
              <span class="status waiting"><i class="dot" />{t("ui.table.net.waiting")}</span></li>
          );
        })}
        {others.map((i) => <li class="row" key={i.n}><span class="bn"><Icon name={i.about === "call" ? "call" : "next"} /></span><span class="grow">{t(`ui.table.outbox_item.${i.about === "call" || i.about === "names" || i.about === "seat" ? i.about : "other"}`)}<br /><span class="q">{hour(i.at)}</span></span><span class="status waiting"><i class="dot" />{t("ui.table.net.waiting")}</span></li>)}
        {drafts.map((b) => {
          const d = m.local(b)?.draft;
          return <li class="row" key={`d${b}`}><span class="t22 b bn">{b}</span><span class="grow">{d?.level && d.strain ? <Contract c={{ level: d.level, strain: d.strain, doubled: d.doubled }} /> : d?.level ?? "…"}<br /><span class="q">{t("ui.table.outbox_draft")}</span></span><span class="q">{t("ui.table.in_play")}</span></li>;
        })}
      </ul>}
      {m.refusals.length > 0 && <ul class="rows lst" aria-label={t("ui.table.refused")}>{m.refusals.map((r) => {
        const body = r.item.shows ?? { board: "", result: "" };
        return <li class="row" key={r.item.n}><span class="t22 b bn">{body.board}</span><span class="grow"><Line result={body.result} /><br /><span class="warnword">{r.detail}</span></span><button class="btn tool" aria-label={t("ui.table.refused_read")} onClick={() => m.forgetRefusal(r)}><Icon name="cross" /></button></li>;
      })}</ul>}
      {since !== undefined && <p class="note">{t("ui.table.outbox_note")}</p>}
      <div class="legend">
        <p><span class="status saved"><i class="dot" />{t("ui.table.net.saved")}</span><span class="q">{t("ui.table.legend_saved")}</span></p>
        <p><span class="status waiting"><i class="dot" />{t("ui.table.net.waiting")}</span><span class="q">{t("ui.table.legend_waiting")}</span></p>
        <p><span class="status offline"><i class="dot" />{t("ui.table.net.offline")}</span><span class="q">{t("ui.table.legend_offline")}</span></p>
      </div>
      <button class="btn wide end" onClick={() => m.awake()}>{t("ui.table.try_again")}</button>
    </Frame>
  );
}

const reasons = ["claim", "revoke", "slow", "wrong_board", "not_played", "other"];

export function CallSheet({ m }: { m: Model }): JSX.Element {
  const [why, setWhy] = useState(m.reason);
  const called = m.called;
  return (
    <Frame m={m} title={t("ui.table.call")} class="ob">
      <p class="lead" id="why">{called ? t("ui.table.called", hour(called.at)) : t("ui.table.call_why")}</p>
      <div class="chips pad8" role="group" aria-labelledby="why">{reasons.map((r) => (
        <button key={r} class={`chip${why === r ? "" : " next"}`} aria-pressed={why === r} onClick={() => setWhy(why === r ? "" : r)}>{t(`ui.table.reason.${r}`)}</button>
      ))}</div>
      <button class="btn main wide end" onClick={() => m.call(why)}><Icon name="call" />{t(called ? "ui.table.call_again" : "ui.table.call_now")}</button>
    </Frame>
  );
}

function Choice<K extends keyof Settings>({ name, values, redraw }: { name: K; values: Settings[K][]; redraw(): void }): JSX.Element {
  return (
    <div class="choice"><p class="q" aria-hidden="true">{t(`ui.kit.setting.${name}`)}</p>
      <Radios class="chips" label={t(`ui.kit.setting.${name}`)}>{values.map((v) => (
        <Radio key={v} class={`chip${settings()[name] === v ? "" : " next"}`} on={settings()[name] === v} choose={() => { changeSettings({ [name]: v } as Partial<Settings>); redraw(); }}>{t(`ui.kit.setting.${name}.${v}`)}</Radio>
      ))}</Radios>
    </div>
  );
}

const tongues = ["en", "de", "ru"];

export function Menu({ m }: { m: Model }): JSX.Element {
  const [, set] = useState(0);
  const redraw = () => { set((k) => k + 1); m.say(""); };
  const e = m.evening;
  const naming = e && m.progress.round <= (e.config.names_until_round ?? 0);
  return (
    <Frame m={m} title={e?.event.title ?? t("ui.table.title")} class="ob menu">
      <div class="stack">
        {m.boards.length > 0 && <button class="btn wide" onClick={() => m.open("recap")}>{t("ui.table.recap")}</button>}
        {naming && <button class="btn wide" onClick={() => m.open("join")}>{t("ui.table.names")}</button>}
        <button class="btn wide" onClick={() => m.open("call")}><Icon name="call" />{t("ui.table.call")}</button>
        {e && <a class="btn wide" href={`/e/${encodeURIComponent(e.event.id)}`} target="_blank" rel="noopener">{t("ui.table.ranking")}</a>}
      </div>
      {m.played.length > 0 && <>
        <h2>{t("ui.table.earlier")}</h2>
        <p class="q hint0">{t("ui.table.earlier_text")}</p>
        {m.played.map(({ round, boards }) => (
          <section key={round}><h3 class="q">{t("ui.table.round", round)}</h3>
            <ul class="rows">{boards.map((b) => {
              const text = m.result(b, round);
              const s = m.scoreOf(b, round);
              const r = text === undefined ? undefined : parse(text);
              return <li key={b}><button class="row" aria-label={t("ui.table.ask_board", b)} disabled={r === undefined} onClick={() => m.change(b, round)}><span class="t22 b bn">{b}</span><span class="grow"><Line result={m.hidden(b, round) ? undefined : text} />{s !== undefined && !m.hidden(b, round) && <><br /><span class="q">{scoreSentence(s, false)}</span></>}</span><span class="q">{t(`ui.table.state.${m.state(b, round)}`)}</span></button></li>;
            })}</ul>
          </section>
        ))}
      </>}
      <h2>{t("ui.kit.settings")}</h2>
      <Choice name="theme" values={["auto", "light", "dark"]} redraw={redraw} />
      <Choice name="suits" values={["four", "two", "letters"]} redraw={redraw} />
      <Choice name="size" values={["s", "m", "l", "xl"]} redraw={redraw} />
      <fieldset class="choice"><legend class="q">{t("ui.kit.language")}</legend>
        <div class="chips">{tongues.map((code) => <a key={code} class={`chip${lang() === code ? "" : " next"}`} aria-current={lang() === code ? "true" : undefined} href={`?lang=${code}`} hreflang={code} lang={code}>{t(`ui.kit.language.${code}`)}</a>)}</div>
      </fieldset>
    </Frame>
  );
}
