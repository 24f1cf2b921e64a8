// Tonight: how many tables, how many boards, until when; the movements that fit; Start.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem } from "../../kit/api";
import { id } from "../../kit/ids";
import { Radios } from "../../kit/radios";
import { lang, n, t } from "../../kit/texts";
import { Seg } from "../parts";
import { boards as readBoards, quarter, sections, size as readSize, span, time as readTime } from "./answers";
import type { Config, Last, Listed, Proposal, Recommended, TonightAsks, Want } from "./asks";
import { draw, height, width } from "./map";
import "../desk.css";
import "./tonight.css";

export interface TonightProps {
  asks: TonightAsks;
  now?: Date; // for stories
  preset?: Partial<Answers>;
  change?: boolean; // the settings are open
  begun?: string; // the evening that was started
}

interface Answers { tables: string; boards: string; until: string; sections: string }

const kept = "overtrick.tonight";
const usual: Answers = { tables: "8", boards: "24", until: "", sections: "1" };

function lastAnswers(): Answers {
  try { return { ...usual, ...(JSON.parse(localStorage.getItem(kept) ?? "{}") as Partial<Answers>) }; } catch { return usual; }
}

/** endOf is until when, three and a half hours from the start, on a quarter. */
function endOf(start: string): string {
  const all = (Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + 210) % (24 * 60);
  return `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
}

export function TonightPage(p: TonightProps): JSX.Element {
  const now = useMemo(() => p.now ?? new Date(), [p.now]);
  const [start, setStart] = useState(quarter(now));
  const [answers, setAnswers] = useState<Answers>(() => { const a = { ...lastAnswers(), ...p.preset }; return { ...a, until: a.until || endOf(quarter(now)) }; });
  const [pace, setPace] = useState(7);
  const [offer, setOffer] = useState<Recommended>();
  const [old, setOld] = useState(false);
  const [chosen, setChosen] = useState("");
  const [open, setOpen] = useState(!!p.change);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const [begun, setBegun] = useState(p.begun ?? "");
  const [recent, setRecent] = useState<Listed[]>([]);
  const [title, setTitle] = useState<string>();
  const [method, setMethod] = useState<string>();
  const [config, setConfig] = useState<Config>({});
  const asked = useRef(0);
  const key = useRef(id());
  const first = useRef<HTMLInputElement>(null);

  const tables = readSize(answers.tables);
  const boards = readBoards(answers.boards);
  const until = readTime(answers.until);
  const splits = tables ? sections(tables) : [];
  const parts = splits.find((x) => String(x.length) === answers.sections)?.length ?? 1;
  const sound = tables !== undefined && boards !== undefined && until !== undefined;

  useLayoutEffect(() => { first.current?.focus(); first.current?.select(); }, []);
  useEffect(() => { p.asks.recent().then(setRecent, () => undefined); }, [p.asks]);
  useEffect(() => { document.title = `${t("ui.console.tonight.title")} – overtrick`; }, []);

  // Each answer is asked for as it is typed; the list changes under a selection that stays.
  useEffect(() => {
    const mine = ++asked.current;
    setOld(true);
    if (!sound) return;
    const want: Want = { tables: tables!.tables, ...(tables!.half ? { half: true } : {}), ...(boards ? { boards } : {}), start, ...(until ? { until } : {}), ...(parts > 1 ? { sections: parts } : {}), board_minutes: pace };
    const timer = setTimeout(() => {
      p.asks.recommend(want).then((r) => {
        if (mine !== asked.current) return;
        setOffer(r);
        setOld(false);
        setFault("");
      }, (e) => { if (mine === asked.current) { setFault(said(e)); setOffer((o) => o && { ...o, proposals: [] }); } });
    }, offer ? 200 : 0);
    return () => clearTimeout(timer);
  }, [answers.tables, answers.boards, answers.until, parts, start, pace]);

  const last = offer?.last;
  const settings: Config = { feedback: 1, leads: false, ...last?.config, ...config };
  const proposals = offer?.proposals ?? [];
  const plan = proposals.find((x) => x.id === chosen) ?? proposals[0];

  const choose = (by: number) => {
    if (plan) setChosen(proposals[(proposals.indexOf(plan) + by + proposals.length) % proposals.length]!.id);
  };

  const begin = async () => {
    if (!plan || old || busy || !sound) return;
    setBusy(true);
    setFault("");
    try { localStorage.setItem(kept, JSON.stringify(answers)); } catch { /* private mode */ }
    const date = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
    try {
      const e = await p.asks.begin({
        title: title ?? last?.title ?? t("ui.console.tonight.event"), ...(last?.club ? { club: last.club } : {}), date,
        method: method ?? last?.method ?? "mp", ...(last?.regulation ? { regulation: last.regulation } : {}),
        ...(plan.sections ? { sections: plan.sections } : { movement: plan.movement }), per_round: plan.per_round, config: settings,
      }, key.current);
      setBegun(e.id);
    } catch (e) { setFault(said(e)); }
    setBusy(false);
  };

  const keys = (e: KeyboardEvent) => {
    if (e.key === "Enter" && !(e.target instanceof HTMLButtonElement) && !(e.target instanceof HTMLAnchorElement) && !(e.target instanceof HTMLSelectElement)) { e.preventDefault(); void begin(); }
    else if ((e.key === "ArrowDown" || e.key === "ArrowUp") && !(e.target instanceof HTMLSelectElement)) { e.preventDefault(); choose(e.key === "ArrowDown" ? 1 : -1); }
    else return;
    e.stopPropagation();
  };

  if (begun) return <Begun event={begun} tables={plan?.tables ?? tables?.tables ?? 0} title={title ?? last?.title ?? t("ui.console.tonight.event")} />;

  const long = until ? span(start, until) : undefined;
  const moment = new Intl.DateTimeFormat(lang() === "en" ? "en-GB" : lang(), { weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(now);
  const field = (name: "tables" | "boards" | "until", label: string, hint: string, bad: boolean, ref?: typeof first) => (
    <label>{label}
      <span class={`field ${bad ? "bad" : ""}`}>
        <input ref={ref} type="text" inputMode={name === "until" ? "text" : "decimal"} value={answers[name]} autoComplete="off" aria-invalid={bad} aria-describedby={`ask-${name}`}
          onFocus={(e) => e.currentTarget.select()} onInput={(e) => setAnswers({ ...answers, [name]: e.currentTarget.value })} />
        <small id={`ask-${name}`}>{hint}</small>
      </span>
    </label>
  );

  return (
    <main class="sheet tonight" onKeyDown={keys}>
      <header class="head"><h1>{t("ui.console.tonight.title")}</h1><span class="q push">{[last?.club, moment, start].filter(Boolean).join(" · ")}</span></header>
      {recent.length > 0 && <nav class="recent q" aria-label={t("ui.console.tonight.recent")}><span>{t("ui.console.tonight.recent")}</span>
        {recent.map((e) => <a key={e.id} href={`/console/${encodeURIComponent(e.id)}`}>{[e.title, dayOf(e.date)].filter(Boolean).join(", ")}</a>)}</nav>}
      <form class="ask" onSubmit={(e) => e.preventDefault()}>
        {field("tables", t("ui.console.tonight.tables"), tables ? (tables.half ? t("ui.console.tonight.half", n("ui.console.tonight.pairs", tables.pairs)) : n("ui.console.tonight.pairs", tables.pairs)) : t("ui.console.tonight.bad.tables"), !tables, first)}
        {field("boards", t("ui.console.tonight.boards"), boards === undefined ? t("ui.console.tonight.bad.boards") : n("ui.console.tonight.pace", pace), boards === undefined)}
        {field("until", t("ui.console.tonight.until"), until === undefined ? t("ui.console.tonight.bad.until") : long ? t("ui.console.tonight.span", long.hours, String(long.minutes).padStart(2, "0"), start) : "", until === undefined)}
      </form>
      {splits.length > 0 && <div class="split"><Seg label={t("ui.console.tonight.sections")} value={String(parts)} choose={(v) => setAnswers({ ...answers, sections: v })} choices={[
        { value: "1", text: t("ui.console.tonight.section_one") }, ...splits.map((x) => ({ value: String(x.length), text: n("ui.console.tonight.section_many", x.length, x.join(" + ")) }))]} /></div>}
      {offer && proposals.length === 0
        ? <p class="nofit" role="status">{offer.why}{offer.fits ? <button type="button" class="btn small" onClick={() => setAnswers({ ...answers, boards: String(offer.fits) })}>{n("ui.console.tonight.play", offer.fits)}</button> : null}</p>
        : <Radios class={`plans ${old && offer ? "old" : ""}`} label={t("ui.console.tonight.how")}>
          <div class="plan planhead" aria-hidden="true"><span /><span /><span>{t("ui.console.tonight.how")}</span><span class="opt">{t("ui.console.tonight.each")}</span><span class="opt">{t("ui.console.tonight.rankings")}</span><span class="num">{t("ui.console.tonight.ends")}</span></div>
          {proposals.map((x, i) => <Plan key={x.id} plan={x} best={i === 0} chosen={x === plan} choose={() => setChosen(x.id)} />)}
        </Radios>}
      {proposals.some((x) => x.balance) && <p class="q underplans">{t("ui.console.tonight.balance_means")}</p>}
      {open && <Settings title={title ?? last?.title ?? t("ui.console.tonight.event")} setTitle={setTitle} method={method ?? last?.method ?? "mp"} setMethod={setMethod}
        config={settings} setConfig={(c) => setConfig({ ...config, ...c })} start={start} setStart={setStart} pace={pace} setPace={setPace} />}
      <div class="go">
        <p class="q grow">
          {fault ? <span role="alert" class="fault">{fault}</span> : <>
            {sentence(method ?? last?.method ?? "mp", settings, last)} <button type="button" class="change" aria-expanded={open} onClick={() => setOpen(!open)}>{t("ui.console.tonight.change")}</button>
            <br />{t("ui.console.tonight.later")}
          </>}
        </p>
        <button type="button" class="btn main nb" aria-disabled={!plan || old || busy || !sound} onClick={() => void begin()}>{plan && sound ? n("ui.console.tonight.start", plan.tables) : t("ui.console.tonight.start_none")} <kbd>⏎</kbd></button>
      </div>
      <footer class="keyline"><span><kbd>Tab</kbd>{t("ui.console.tonight.key.next")}</span><span><kbd>↑</kbd><kbd>↓</kbd>{t("ui.console.tonight.key.choose")}</span><span><kbd>⏎</kbd>{t("ui.console.tonight.key.start")}</span></footer>
    </main>
  );
}

/** dayOf is a date in words, where it is one. */
function dayOf(date = ""): string {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!m) return date;
  return new Intl.DateTimeFormat(lang() === "en" ? "en-GB" : lang(), { day: "numeric", month: "long" }).format(new Date(Number(m[1]), Number(m[2]) - 1, Number(m[3])));
}

function said(e: unknown): string {
  return (e instanceof Problem && e.detail) || t("ui.console.tonight.away");
}

function methodText(method: string): string {
  switch (method) {
    case "ximp": return t("ui.console.tonight.method.ximp");
    case "butler": return t("ui.console.tonight.method.butler");
    case "mp": return t("ui.console.tonight.method.mp");
  }
  return method;
}

function feedbackText(level: number | undefined): string {
  switch (level) {
    case 1: return t("ui.console.tonight.feedback.own");
    case 2: return t("ui.console.tonight.feedback.list");
    case 3: return t("ui.console.tonight.feedback.deal");
  }
  return t("ui.console.tonight.feedback.none");
}

function sentence(method: string, c: Config, last: Last | undefined): string {
  return [
    methodText(method), feedbackText(c.feedback), c.leads ? t("ui.console.tonight.leads_on") : t("ui.console.tonight.leads_off"),
    last?.day ? t("ui.console.tonight.as_last", last.day) : "",
  ].filter(Boolean).join(" · ");
}

function Plan({ plan: p, best, chosen, choose }: { plan: Proposal; best: boolean; chosen: boolean; choose(): void }): JSX.Element {
  return (
    <div class="plan" role="radio" aria-checked={chosen} onClick={choose}>
      <span class="radio" />
      <Map plan={p} />
      <p><span class="name">{p.title}</span>{best && <span class="q"> · {t("ui.console.tonight.best")}</span>}<span class="q words">{p.words}{p.sitout ? ` ${t("ui.console.tonight.sitout")}` : ""}</span></p>
      <span class="opt">{p.same_boards || p.boards >= p.laid_out ? n("ui.console.tonight.all_boards", p.boards) : t("ui.console.tonight.of_boards", p.boards, p.laid_out)}</span>
      <span class="opt">{p.winners === 2 ? t("ui.console.tonight.two") : t("ui.console.tonight.one")}{p.balance && <><br /><span class="q">{t("ui.console.tonight.balance", p.balance)}</span></>}</span>
      <span class="num b">{p.ends}</span>
    </div>
  );
}

function Map({ plan }: { plan: Proposal }): JSX.Element {
  const d = useMemo(() => draw({ ...plan, tables: plan.sections?.[0]?.tables ?? plan.tables }), [plan]); // sections move alike
  return (
    <svg class="map" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {d.tables.map((x, i) => <rect key={i} class="tb" x={x.x} y={28} width={x.w} height={12} rx={2} />)}
      {d.pairs.map((x, i) => <path key={i} class="ew" d={x} />)}
      {d.heads.map((x, i) => <path key={i} class="ewh" d={x} />)}
      {d.boards && <><path class="bd" d={d.boards.line} /><path class="bdh" d={d.boards.head} /></>}
      {d.switched.map((x, i) => <g key={i}><path class="ew" d={x.line} /><path class="ewh" d={x.heads[0]} /><path class="ewh" d={x.heads[1]} /></g>)}
      {d.rounds.map((x, i) => <circle key={i} class={x.played ? "ewh" : "rd"} cx={x.x} cy={60} r={x.played ? 2.4 : 2} />)}
    </svg>
  );
}

function Settings(p: {
  title: string; setTitle(v: string): void; method: string; setMethod(v: string): void; config: Config; setConfig(c: Config): void;
  start: string; setStart(v: string): void; pace: number; setPace(v: number): void;
}): JSX.Element {
  const [start, setStart] = useState(p.start);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    document.activeElement?.scrollIntoView({ block: "nearest" }); // it goes before: in small windows not both can be seen
  }, []);
  return (
    <div class="settings" ref={box}>
      <label>{t("ui.console.tonight.name")}<input type="text" value={p.title} onInput={(e) => p.setTitle(e.currentTarget.value)} /></label>
      <label>{t("ui.console.tonight.method")}
        <select value={p.method} onChange={(e) => p.setMethod(e.currentTarget.value)}>{["mp", "ximp", "butler"].map((m) => <option key={m} value={m}>{methodText(m)}</option>)}</select></label>
      <label>{t("ui.console.tonight.feedback")}
        <select value={String(p.config.feedback ?? 0)} onChange={(e) => p.setConfig({ feedback: Number(e.currentTarget.value) })}>{[0, 1, 2, 3].map((k) => <option key={k} value={k}>{feedbackText(k)}</option>)}</select></label>
      <label>{t("ui.console.tonight.start_at")}<input type="text" value={start} onInput={(e) => { setStart(e.currentTarget.value); const v = readTime(e.currentTarget.value); if (v) p.setStart(v); }} /></label>
      <label>{t("ui.console.tonight.per_board")}
        <select value={String(p.pace)} onChange={(e) => p.setPace(Number(e.currentTarget.value))}>{[6, 7, 8, 9, 10].map((k) => <option key={k} value={k}>{n("ui.console.tonight.pace", k)}</option>)}</select></label>
      <label class="tick"><input type="checkbox" checked={!!p.config.leads} onChange={(e) => p.setConfig({ leads: e.currentTarget.checked })} />{t("ui.console.tonight.leads_on")}</label>
    </div>
  );
}

function Begun({ event, tables, title }: { event: string; tables: number; title: string }): JSX.Element {
  const first = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const at = encodeURIComponent(event);
  return (
    <main class="sheet tonight">
      <header class="head"><h1>{title}</h1><span class="q push">{n("ui.console.tonight.begun", tables)}</span></header>
      <div class="begun">
        <p>{t("ui.console.tonight.begun_now")}</p>
        <ol>
          <li><a ref={first} href={`/e/${at}/print/tables`}><b>{t("ui.console.tonight.print")}</b><span>{t("ui.console.tonight.print_why")}</span></a></li>
          <li><a href={`/console/${at}#names`}><b>{t("ui.console.tonight.names")}</b><span>{t("ui.console.tonight.names_why")}</span></a></li>
          <li><a href={`/console/${at}`}><b>{t("ui.console.tonight.console")}</b><span>{t("ui.console.tonight.console_why")}</span></a></li>
        </ol>
      </div>
    </main>
  );
}
