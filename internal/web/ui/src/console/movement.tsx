// The movement as it is planned, and what to do when it is not what happens.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Problem } from "../kit/api";
import { hour } from "../kit/hour";
import { t } from "../kit/texts";
import { cellKey, currentRound } from "./grid";
import { Field, Kbd, known, meeting, named, Seg, sideText } from "./parts";
import type { RepairPlan, Section } from "./types";
import { useActions, useConsole } from "./use";

type Accident = "late" | "gone" | "switch" | "pairs" | "boards" | "spoiled" | "plan";

export function Movement({ late }: { late: boolean }): JSX.Element {
  const c = useConsole();
  const sections = c.state.sections.filter((x) => (x.session ?? 0) === c.session);
  const [name, setName] = useState(sections[0]?.section ?? "");
  const section = sections.find((x) => (x.section ?? "") === name) ?? sections[0];
  return (
    <section class="movement">
      {sections.length > 1 && <Seg label={t("ui.console.section")} value={name} choose={setName} choices={sections.map((x) => ({ value: x.section ?? "", text: x.section ?? "" }))} />}
      {section && <Plan section={section} />}
      {section && <Repair key={section.section} section={section} late={late} />}
      <Devices />
    </section>
  );
}

function Plan({ section }: { section: Section }): JSX.Element {
  const { state, session } = useConsole();
  const now = currentRound(state, session);
  const rounds = Array.from({ length: section.rounds }, (_, i) => i + 1);
  const at = new Map(state.sittings.map((x) => [cellKey(x), x]));
  const short = (x: string | undefined) => (x ?? "").replace(/^[A-Z]*(\d+)(NS|EW)?$/, "$1");
  return (
    <div class="scroll" data-scrolls>
      <table class="grid plangrid">
        <thead><tr><th class="no l" scope="col"><abbr title={t("ui.console.table")}>{t("ui.console.grid.table")}</abbr></th>
          {rounds.map((r) => <th key={r} scope="col" class={r === now ? "now" : ""} aria-label={t("ui.console.round", String(r))}>{r}</th>)}</tr></thead>
        <tbody>{Array.from({ length: section.tables }, (_, i) => i + 1).map((table) => (
          <tr key={table}><th class="no l" scope="row">{table}</th>
            {rounds.map((round) => {
              const x = at.get(cellKey({ session: section.session, section: section.section, round, table }));
              const boards = x?.boards ?? [];
              return (
                <td key={round} class={`${round === now ? "now" : ""} ${x?.changed ? "changed" : ""}`}
                  title={meeting(state, x) || undefined}>
                  {x ? <><b>{[x.ns, x.south].filter(Boolean).map(short).join("/")}<span class="q">–</span>{[x.ew, x.west].filter(Boolean).map(short).join("/")}{x.switched ? " ↔" : ""}</b><small>{boards.length > 0 ? `${boards[0]}${boards.length > 1 ? `–${boards[boards.length - 1]}` : ""}` : "–"}</small></> : ""}
                </td>
              );
            })}</tr>
        ))}</tbody>
      </table>
    </div>
  );
}

function Repair({ section, late }: { section: Section; late: boolean }): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const [kind, setKind] = useState<Accident | "">(late ? "late" : "");
  const [round, setRound] = useState("");
  const [who, setWho] = useState("");
  const [other, setOther] = useState("");
  const [table, setTable] = useState("1");
  const [typed, setBoards] = useState<string>(); // undefined: nothing was typed
  const [plans, setPlans] = useState<RepairPlan[] | null>(null);
  const [at, setAt] = useState(0);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const ways = useRef<HTMLDivElement>(null);
  const about = { ...(section.session ? { session: section.session } : {}), ...(section.section ? { section: section.section } : {}) };
  const list = state.contestants.filter((x) => !section.section || x.contestant.startsWith(section.section));
  const x = state.sittings.find((y) => cellKey(y) === cellKey({ ...about, round: Number(round), table: Number(table) }));
  const direct = kind === "switch" || kind === "pairs" || kind === "boards";
  const choose = (k: Accident) => { setKind(k); setRound(k === "switch" || k === "pairs" || k === "boards" ? String(Math.max(1, currentRound(state, c.session))) : ""); setPlans(null); setWrong(""); setWho(""); setOther(""); setBoards(undefined); };
  const boards = typed ?? (kind === "boards" ? (x?.boards ?? []).join(" ") : "");

  const numbers = (text: string) => text.split(/[\s,;]+/).filter(Boolean).map(Number);
  const accident = () => {
    const from = { ...about, ...(round.trim() ? { round: Number(round) } : {}) };
    switch (kind) {
      case "late": return { ...from, late: [who.trim() ? { contestant: who.trim().toUpperCase() } : {}] };
      case "gone": return { ...from, gone: [who] };
      case "spoiled": return { ...from, spoiled: numbers(boards) };
    }
    return from;
  };
  const asks = !busy && !(kind === "gone" && !who) && !(kind === "spoiled" && numbers(boards).length === 0);
  const look = async () => {
    if (!asks) return;
    setBusy(true);
    setWrong("");
    try {
      const a = await c.api.repair(accident());
      setPlans(a.plans);
      setAt(0);
      setTimeout(() => ways.current?.querySelector<HTMLInputElement>("input")?.focus(), 0);
      if (a.plans.length === 0) setWrong(t("ui.console.repair.none"));
    } catch (e) {
      setWrong(e instanceof Problem && e.detail ? e.detail : t("ui.console.away"));
    } finally {
      setBusy(false);
    }
  };
  const doIt = async () => {
    const place = { ...about, round: Number(round), table: Number(table) };
    const says = t("ui.console.repair.done");
    let ok = false;
    if (kind === "switch") ok = await c.send("switch", place, { says });
    else if (kind === "pairs") ok = await c.send("seat", { ...place, ns: who || x?.ns, ew: other || x?.ew }, { says });
    else if (kind === "boards") ok = await c.send("seat", { ...place, ns: x?.ns, ew: x?.ew, boards: numbers(boards) }, { says });
    else {
      const p = plans?.[at];
      if (!p) return;
      for (const one of p.commands) {
        ok = await c.send(one.command, one.body, { says });
        if (!ok) break;
      }
    }
    if (ok) { setKind(""); setPlans(null); }
  };
  useActions({
    late: () => choose("late"), gone: () => choose("gone"), direction: () => choose("switch"), others_sat: () => choose("pairs"), boards: () => choose("boards"),
    spoiled: () => choose("spoiled"), replan: () => choose("plan"),
    confirm: () => { if (kind && (direct || plans?.length)) void doIt(); },
    back: () => { if (!kind) return false; setKind(""); setPlans(null); return true; },
  });

  const pairs = (value: string, set: (v: string) => void, label: string, id: string, empty: string) => (
    <div><label class="lab" for={id}>{label}</label>
      <select class="input" id={id} value={value} onChange={(e) => { set(e.currentTarget.value); setPlans(null); }}>
        <option value="">{empty}</option>
        {list.map((y) => <option key={y.contestant} value={y.contestant}>{[named({ names: {}, event: state.event }, y.contestant), known(state, y.contestant)].filter(Boolean).join(" · ")}</option>)}
      </select></div>
  );
  return (
    <section class="repair" aria-label={t("ui.console.repair.title")}>
      <h2>{t("ui.console.repair.title")}</h2>
      <Seg<Accident | ""> label={t("ui.console.repair.title")} value={kind} look choose={(k) => { if (k) choose(k); }} choices={[
        { value: "late", text: <>{t("ui.console.repair.late")} <Kbd k="l" /></> }, { value: "gone", text: <>{t("ui.console.repair.gone")} <Kbd k="o" /></> }, { value: "switch", text: <>{t("ui.console.repair.switch")} <Kbd k="d" /></> },
        { value: "pairs", text: <>{t("ui.console.repair.pairs")} <Kbd k="q" /></> }, { value: "boards", text: <>{t("ui.console.repair.boards")} <Kbd k="b" /></> }, { value: "spoiled", text: <>{t("ui.console.repair.spoiled")} <Kbd k="x" /></> },
        { value: "plan", text: <>{t("ui.console.repair.plan")} <Kbd k="r" /></> }]} />
      {kind && <div class="form">
        <Field id="repair-round" label={direct ? t("ui.console.repair.round") : t("ui.console.repair.from")} value={round} input={(v) => { setRound(v); setPlans(null); }} hint={direct ? undefined : t("ui.console.repair.from_hint")} focus={kind} enter={() => void (direct ? doIt() : look())} />
        {direct && <Field id="repair-table" label={t("ui.console.table")} value={table} input={setTable} enter={() => void doIt()} />}
        {kind === "late" && <Field id="repair-who" label={t("ui.console.repair.number")} value={who} input={(v) => { setWho(v); setPlans(null); }} hint={t("ui.console.repair.number_hint")} enter={() => void look()} />}
        {kind === "gone" && pairs(who, setWho, t("ui.console.repair.who"), "repair-gone", "")}
        {kind === "pairs" && pairs(who, setWho, sideText("NS"), "repair-ns", named(state, x?.ns))}
        {kind === "pairs" && pairs(other, setOther, sideText("EW"), "repair-ew", named(state, x?.ew))}
        {kind === "spoiled" && <Field id="repair-spoiled" label={t("ui.console.repair.which")} value={boards} input={(v) => { setBoards(v); setPlans(null); }} hint="13 14 15" enter={() => void look()} />}
        {kind === "boards" && <Field id="repair-boards" label={t("ui.console.repair.played")} value={boards} input={setBoards} enter={() => void doIt()} />}
      </div>}
      {direct && <p class="echo">{meeting(state, x)}{x && ". "}{t("ui.console.repair.keeps")}</p>}
      {wrong && <p class="echo bad" role="alert">{wrong}</p>}
      {plans && plans.length > 0 && <div class="ways" ref={ways} role="radiogroup" aria-label={t("ui.console.repair.ways")}>
        {plans.map((p, i) => (
          <label key={i} class={`way ${i === at ? "at" : ""}`}><input type="radio" name="way" checked={i === at} onChange={() => setAt(i)} />
            <span><b class="b">{p.title}</b>{p.words.map((w, k) => <span class="row1" key={k}>{w}</span>)}
              {p.lost.length > 0 ? p.lost.map((l, k) => <span class="row1 warn" key={k}>▲ {l}</span>) : <span class="row1 q">{t("ui.console.repair.nothing_lost")}</span>}</span></label>
        ))}</div>}
      {kind && <p class="acts alone">
        {!direct && !plans?.length && <button class="btn main small" aria-disabled={!asks} onClick={() => void look()}>{t("ui.console.repair.look")}</button>}
        {(direct || (plans && plans.length > 0)) && <button class="btn main small" onClick={() => void doIt()}>{t("ui.console.repair.confirm")} <span><Kbd k="Ctrl+Enter" /></span></button>}
        <button class="link" onClick={() => { setKind(""); setPlans(null); }}>{t("ui.console.back")} <Kbd k="Escape" /></button>
      </p>}
    </section>
  );
}

function Devices(): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const event = encodeURIComponent(state.event.id);
  const join = () => void c.send("configure", { ...state.config, joining: !state.joining }, { says: state.joining ? t("ui.console.devices.closed") : t("ui.console.devices.opened") });
  useActions({ joining: join });
  return (
    <section class="devices">
      <h2>{t("ui.console.devices.title")}</h2>
      <p class="acts alone">
        <button class="btn small" aria-pressed={!!state.joining} onClick={join}>
          {state.joining ? t("ui.console.devices.close") : t("ui.console.devices.open")} <Kbd k="j" /></button>
        <a class="link" href={`/e/${event}/print/tables`} target="_blank">{t("ui.console.devices.cards")}</a>
        <span class="q">{state.joining ? t("ui.console.devices.is_open") : t("ui.console.devices.is_closed")}</span>
      </p>
      <ul class="devicelist">
        {(state.tables ?? []).map((d) => (
          <li key={`${d.section ?? ""}${d.table}`}><b class="b">{d.section ?? ""}{d.table}</b>
            <span class="q">{d.closed ? t("ui.console.devices.none") : d.seen ? hour(d.seen) : t("ui.console.devices.never")}</span>
            {(d.devices ?? []).filter((x) => !x.closed).map((x) => (
              <button key={x.hash} class="plain" title={t("ui.console.devices.take")} onClick={() => void c.send("close_table", { token: x.hash }, { says: t("ui.console.devices.taken") })}>
                {x.label || t("ui.console.devices.one")} ✕<span class="sr"> {t("ui.console.devices.take")}</span></button>
            ))}</li>
        ))}
      </ul>
    </section>
  );
}
