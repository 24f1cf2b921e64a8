// A ruling: left what the director rules, right what it does. Nothing changes until it is confirmed.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../kit/api";
import { hour } from "../kit/hour";
import { id } from "../kit/ids";
import { t, words } from "../kit/texts";
import { askOf } from "./correct";
import { cellKey, isIn, spotKey } from "./grid";
import { decimal, Field, Kbd, meeting, named, Names, Outcome, rankText, Rich, scoreText, Seg, sideNames, sideText } from "./parts";
import { award, awarded, cleared, fine, formOf, foul, meanwhile, ownReason, parts, penaltiesAt, penalty, penaltyOf, penaltyText, rule, same, spotOf, type Form, type Kind } from "./ruling";
import type { Assigned, Award, Fouled, Penalty, PlaceView, Preview, SlipAnswer, Spot } from "./types";
import { useActions, useConsole, useDebounced } from "./use";

interface Step { command: string; body: Record<string, unknown> }
interface Echo { weight?: string; answer: SlipAnswer }

export function RulePage({ spot }: { spot: Spot }): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const place: PlaceView = state.places.find((p) => spotKey(p) === spotKey(spot)) ?? { ...spot, state: "empty" };
  const sitting = state.sittings.find((y) => cellKey(y) === cellKey(spot));
  const stands = formOf(place, (x) => t("ui.console.rule.law_is", x));
  const [opened, setOpened] = useState(stands); // as it stood when the form was filled
  const [form, setForm] = useState(stands);
  const { kind, ns, ew, lines, other, late, tables, version, law, why } = form;
  const set = (change: Partial<Form>) => setForm((f) => ({ ...f, ...change }));
  const said = JSON.stringify(form);
  const given = useRef(""); // from here, though it may stand in other words
  const acting = useRef(false); // what changes is done here
  const turned = acting.current || given.current === said ? "" : meanwhile(opened, form, stands);
  useEffect(() => {
    if (turned !== "fill") return;
    setOpened(stands);
    setForm(stands);
    c.say(t("ui.console.rule.meanwhile"));
  }, [turned]);
  const [into, setInto] = useState(false); // the kind was chosen by a pointer: on to its field. Keys go on to the next kind
  const seated = [sitting?.ns, sitting?.south, sitting?.ew, sitting?.west].filter((x): x is string => !!x);
  const penalties = penaltiesAt(state.penalties, spot, seated);
  const [changes, setChanges] = useState(() => penaltyOf(penalties, place)); // the penalty that the form shows; none: one more
  const [pen, setPen] = useState(penaltyText(changes));
  const [offender, setOffender] = useState(seated[0] ?? "");
  const [ref] = useState(() => id().slice(0, 12)); // of one more
  const [step, setStep] = useState<Step | null>(null);
  const [echo, setEcho] = useState<{ ns: Echo[]; ew: Echo[] }>({ ns: [], ew: [] });
  const [wrong, setWrong] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const turn = useRef(0);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => page.current?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus(), []);
  const fields = [kind, ns, ew, lines, other, late, version, tables];

  // what is typed becomes a command, and the command its consequences
  useEffect(() => { turn.current++; setStep(null); }, fields);
  useDebounced(() => {
    const mine = turn.current;
    void (async () => {
      const made = await make().catch((e: unknown) => e instanceof Problem && e.detail ? e.detail : t("ui.console.away"));
      if (mine !== turn.current) return;
      if (typeof made === "string") { setWrong(made); setPreview(null); return; }
      setWrong("");
      setStep(made);
      if (!made) { setPreview(null); return; }
      try {
        const p = await c.api.preview(made.command, made.body);
        if (mine === turn.current) setPreview(p);
      } catch (e) {
        if (mine === turn.current) { setWrong(e instanceof Problem && e.detail ? e.detail : t("ui.console.away")); setPreview(null); }
      }
    })();
  }, 180, [...fields, spotKey(spot)]);

  async function read(text: string): Promise<{ list: Assigned[]; award?: Award; echo: Echo[]; wrong?: string }> {
    const list: Assigned[] = [];
    const said: Echo[] = [];
    if (text.trim() === "") return { list, echo: said };
    const beside = awarded(text);
    if (beside) return { list, award: beside, echo: said };
    const p = kind === "weighted" ? parts(text) : { parts: [{ weight: "1", line: text }] };
    for (const one of p.parts) {
      const answer = await c.api.slip(askOf(state, place, one.line));
      said.push({ weight: kind === "weighted" ? one.weight : undefined, answer });
      if (!answer.ok) return { list, echo: said, wrong: answer.error?.text ?? t("ui.console.rule.wrong_line", one.line) };
      list.push(answer.result ? { result: answer.result, weight: one.weight } : { score: answer.score, weight: one.weight });
    }
    if (p.wrong === "sum") return { list, echo: said, wrong: t("ui.console.rule.wrong_sum") };
    if (p.wrong) return { list, echo: said, wrong: t("ui.console.rule.wrong_weight") };
    return { list, echo: said };
  }

  /** make is the command, null where something is still to be typed, or what is wrong. */
  async function make(): Promise<Step | null | string> {
    switch (kind) {
      case "average": {
        const a = award(ns), b = award(ew);
        if (!a || !b) return ns.trim() && ew.trim() ? t("ui.console.rule.wrong_award") : null;
        return { command: "rule", body: rule(spot, { ns: a, ew: b }) };
      }
      case "assigned": case "weighted": {
        const a = await read(lines);
        const b = other === null ? a : await read(other);
        setEcho({ ns: a.echo, ew: other === null ? [] : b.echo });
        if (a.wrong || b.wrong) return a.wrong ?? b.wrong!;
        if ([a, b].some((x) => x.list.length === 0 && !x.award)) return null;
        return { command: "rule", body: rule(spot, { ns: a.award, ew: b.award, nsList: a.list, ewList: b.list }) };
      }
      case "not_played": return { command: "not_played", body: { ...spotOf(spot), ...(late ? { late: true } : {}) } };
      case "fouled": {
        const body = foul(spot, tables, version);
        return body ? { command: "foul", body } : t("ui.console.rule.wrong_tables");
      }
    }
  }

  const penalised = pen.trim() === "" || penalty(pen) !== null;
  const unseen = () => {
    if (turned !== "ask") return false;
    setOpened(stands);
    c.say(t("ui.console.rule.meanwhile"));
    return true;
  };
  const act = async (what: () => Promise<boolean>) => {
    if (acting.current || unseen()) return;
    acting.current = true;
    const done = await what();
    acting.current = false;
    if (done) c.back();
  };
  const confirm = () => act(async () => {
    if (!step || !penalised) return false;
    const text = [law.trim() && t("ui.console.rule.law_is", law.trim()), why.trim()].filter(Boolean).join(": ");
    if (given.current !== said && !((place.ruling ?? place.fouled) && same(form, stands))) { // else the penalty alone may have changed
      const others = step.command === "foul" && cleared(place.fouled, step.body as Fouled["foul"]);
      if (others && !await c.send("foul", others, { why: text })) return false;
      if (!await c.send(step.command, step.body, { why: text, says: t("ui.console.rule.given", String(spot.board), (spot.section ?? "") + String(spot.table)) })) return false;
      given.current = said;
    }
    const more = fine(pen, changes, { ref, contestant: offender, spot });
    return !more || c.send("penalise", more, { why: text });
  });
  const lifted: Step = place.state === "ruled" ? { command: "rule", body: { ...spotOf(spot) } }
    : stands.kind === "fouled" ? { command: "foul", body: { ...place.fouled?.foul, version: "" } } : { command: "void", body: { ...spotOf(spot) } };
  const lift = () => act(() => c.send(lifted.command, lifted.body, { why: ownReason(form, stands), says: t("ui.console.taken_back") }));
  useActions({
    confirm: () => { void confirm(); },
    back: () => c.back(),
    split: () => set({ other: other === null ? lines : null }),
  });

  const show = (p: Penalty | undefined) => { setChanges(p); setPen(penaltyText(p)); };
  const kinds: { value: Kind; text: string }[] = [
    { value: "average", text: t("ui.console.rule.average") }, { value: "assigned", text: t("ui.console.rule.assigned") },
    { value: "weighted", text: t("ui.console.rule.weighted") }, { value: "not_played", text: t("ui.console.rule.not_played") }, { value: "fouled", text: t("ui.console.rule.fouled") },
  ];
  const results = kind === "assigned" || kind === "weighted";
  const shown = { average: award(ns) && award(ew) ? `A${ns.trim()}/${ew.trim()}` : "A", assigned: t("ui.console.rule.shown.assigned"), weighted: t("ui.console.rule.shown.weighted"), not_played: t("ui.console.state.not_played"), fouled: t("ui.console.rule.shown.fouled") }[kind];
  return (
    <>
      <div class="ruling" ref={page}>
        <section>
          <h2>{t("ui.console.rule.title", String(spot.board), (spot.section ?? "") + String(spot.table))}</h2>
          <p class="q">{sitting && `${meeting(state, sitting)}. `}
            {place.result ? <>{t("ui.console.rule.at_table")} <Outcome result={place.result} text={place.played ?? place.text} />, <span class="nb">{scoreText(place.score)}</span>.</> : place.ruling ? "" : place.text ? <Rich text={place.text} /> : t("ui.console.state.empty")}</p>
          <Standing place={place} penalties={penalties} />
          <span class="lab" aria-hidden="true">{t("ui.console.rule.kind")}</span>
          <Seg label={t("ui.console.rule.kind")} value={kind} choices={kinds} choose={(k, mouse) => { set({ kind: k }); setInto(mouse); }} />
          {kind === "average" && <div class="halves">
            <Average side="NS" value={ns} set={(v) => set({ ns: v })} pair={sideNames(state, sitting, "NS")} />
            <Average side="EW" value={ew} set={(v) => set({ ew: v })} pair={sideNames(state, sitting, "EW")} />
          </div>}
          {results && <>
            <Field id="rule-lines" label={kind === "weighted" ? t("ui.console.rule.weights") : t("ui.console.rule.result")} value={lines} input={(v) => set({ lines: v })} focus={into} bad={wrong !== "" && lines !== ""}
              hint={kind === "weighted" ? "60% 3ss+1; 40% 4ss" : "3ss+1"} described="rule-echo" />
            <Echoes list={echo.ns} />
            <div class="halves">
              <div><span class="lab">{t("ui.console.rule.gets", words().sides.NS?.name ?? "")}</span><p class="input still">{t("ui.console.rule.this")}</p></div>
              {other === null
                ? <div><span class="lab">{t("ui.console.rule.gets", words().sides.EW?.name ?? "")}</span>
                    <button type="button" class="input still" onClick={() => set({ other: lines })}>{t("ui.console.rule.same")} <span class="q push"><Kbd k="s" /> {t("ui.console.rule.split")}</span></button></div>
                : <Field id="rule-other" label={t("ui.console.rule.gets", words().sides.EW?.name ?? "")} value={other} input={(v) => set({ other: v })} />}
            </div>
            <Echoes list={echo.ew} />
          </>}
          {kind === "not_played" && <label class="tick"><input type="checkbox" checked={late} onChange={(e) => set({ late: e.currentTarget.checked })} />{t("ui.console.rule.late")}</label>}
          {kind === "fouled" && <div class="halves">
            <Field id="rule-tables" label={t("ui.console.rule.tables")} value={tables} input={(v) => set({ tables: v })} focus={into} />
            <Field id="rule-version" label={t("ui.console.rule.version")} value={version} input={(v) => set({ version: v })} />
          </div>}
          <p class="echo bad" id="rule-echo" role="status"><Rich text={wrong} /></p>
          <div class="halves">
            <Field id="rule-law" label={t("ui.console.rule.law")} value={law} input={(v) => set({ law: v })} hint="12C1(c)" />
            <div>
              <Field id="rule-penalty" label={t("ui.console.rule.penalty")} value={pen} input={setPen} hint={t("ui.console.rule.penalty_none")} bad={!penalised} />
              {penalties.length > 0 && <div class="usual"><Seg label={t("ui.console.rule.penalty")} value={changes?.penalise.ref ?? ""} choose={(x) => show(penalties.find((p) => p.penalise.ref === x))}
                choices={[...penalties.map((p) => ({ value: p.penalise.ref, text: `${named(state, p.penalise.contestant)}: ${penaltyText(p)}` })), { value: "", text: t("ui.console.rule.penalty_more") }]} /></div>}
              {pen.trim() !== "" && !(penalised && changes) && (penalised
                ? <div class="usual"><Seg label={t("ui.console.rule.penalty_for")} value={offender} choose={setOffender} choices={seated.map((x) => ({ value: x, text: named(state, x) }))} /></div>
                : <p class="echo bad">{t("ui.console.rule.penalty_wrong")}</p>)}
            </div>
          </div>
          <Field id="rule-why" label={t("ui.console.rule.reason")} value={why} input={(v) => set({ why: v })} area />
        </section>
        <BeforeAfter preview={preview} spot={spot} pairs={[sitting?.ns, sitting?.ew, sitting?.south, sitting?.west]} both={kind === "average" || (results && other !== null)} />
      </div>
      <div class="go">
        <span class="q grow">{wrong ? "" : <Shown text={t("ui.console.rule.shown")} mark={shown} />}</span>
        {(place.state === "ruled" || stands.kind === "not_played" || stands.kind === "fouled") && <button class="link" onClick={() => void lift()}>{t("ui.console.rule.take_back")}</button>}
        <button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button>
        <button class="btn main" aria-disabled={!step || !penalised} onClick={() => void confirm()}>{t("ui.console.rule.give")} <span><Kbd k="Ctrl+Enter" /></span></button>
      </div>
    </>
  );
}

/** Standing says what the director ruled here before. */
function Standing({ place, penalties }: { place: PlaceView; penalties: Penalty[] }): JSX.Element | null {
  const r = place.ruling ?? place.fouled;
  const what = place.ruling || !place.fouled ? place.text
    : [t("ui.console.rule.fouled"), `${t("ui.console.rule.tables")}: ${(place.fouled.foul.tables ?? [place.table]).join(", ")}`, `${t("ui.console.rule.version")}: ${place.fouled.foul.version}`].join(" · ");
  const given = (by: string, at: string, why?: string) => <><br /><span class="q">{[`${by}, ${hour(at)}`, why].filter(Boolean).join(" · ")}</span></>;
  if (!r && penalties.length === 0) return null;
  return (
    <div class="note standing">
      {r && <p><b class="b">{t("ui.console.rule.stands")}</b> <Rich text={what} />{given(r.by, r.at, r.why)}</p>}
      {r && <p class="q">{t("ui.console.rule.stands_what")}</p>}
      {penalties.map((p) => <p key={p.penalise.ref}><b class="b">{t("ui.console.rule.penalty")}:</b> {p.text}{given(p.by, p.at, p.why === r?.why ? undefined : p.why)}</p>)}
      {penalties.length > 0 && <p class="q">{t("ui.console.rule.penalty_what")}</p>}
    </div>
  );
}

/** Shown puts a mark into its sentence. */
function Shown({ text, mark }: { text: string; mark: string }): JSX.Element {
  const [a, b] = text.split("{1}");
  return <>{a}<b class="ink">{mark}</b>{b}</>;
}

function Average({ side, value, set, pair }: { side: "NS" | "EW"; value: string; set(v: string): void; pair: string }): JSX.Element {
  const usual = ["60", "50", "40", "A+", "A", "A-"];
  return (
    <div>
      <Field id={`rule-${side}`} label={t("ui.console.rule.gets", words().sides[side]?.name ?? side)} value={value} input={set} />
      <div class="usual"><Seg label={pair || side} value={value} choices={usual.map((u) => ({ value: u, text: u.replace("-", "−") }))} choose={set} /></div>
    </div>
  );
}

function Echoes({ list }: { list: Echo[] }): JSX.Element | null {
  if (list.length === 0) return null;
  return (
    <p class="echo" aria-live="polite">
      {list.map((e, i) => <span key={i} class="row1">{e.weight && e.weight !== "1" && `${percent(e.weight)} `}{e.answer.ok ? <Rich text={e.answer.words} /> : null}</span>)}
    </p>
  );
}

function percent(weight: string): string {
  const [a, b] = weight.split("/").map(Number);
  const p = (100 * (a ?? 0)) / (b ?? 1);
  return `${decimal(Number.isInteger(p) ? p : p.toFixed(1))}\u00a0%`;
}

/** BeforeAfter is what a command would do: the board, the two pairs, the places that change. */
export function BeforeAfter({ preview, spot, pairs, both }: { preview: Preview | null; spot?: Spot; pairs: (string | undefined)[]; both?: boolean }): JSX.Element {
  const { state } = useConsole();
  const ours = (x: string) => pairs.includes(x);
  const same = spot ? state.places.filter((p) => p.board === spot.board && (p.session ?? 0) === (spot.session ?? 0)) : [];
  const rows = preview?.rows ?? [];
  const two = rows.filter((r) => ours(r.contestant));
  const moved = rows.filter((r) => rankText(r, "before") !== rankText(r, "after"))
    .sort((a, b) => b.list.localeCompare(a.list) || (a.rank.after || 1e9) - (b.rank.after || 1e9));
  const board = preview?.board;
  return (
    <section aria-live="polite">
      <h2>{t("ui.console.before_after")}</h2>
      <p class="q">{t("ui.console.nothing_changes")} {same.length > 0 && t("ui.console.results_in", String(same.filter(isIn).length), String(same.length))}</p>
      {board && board.lines.length > 0 && (["ns", "ew"] as const).filter((side) => side === "ns" || both).map((side) => (
        <Pairs key={side} head={[t("ui.console.board_side", String(board.board), sideText(side === "ns" ? "NS" : "EW")), board.top.after ? t("ui.console.mp_of", decimal(board.top.after)) : t("ui.console.mp"), t("ui.console.after")]}
          rows={board.lines.filter((l) => side === "ns" || l.concerned).map((l) => ({ key: `${l.round}/${l.table}/${l.ns}`, who: named(state, l[side]), what: <Rich text={l.was ?? l.text} />, was: decimal(l.before[side]), is: decimal(l.after[side]), mine: !!l.concerned }))} />
      ))}
      {two.length > 0 && <Pairs head={[t("ui.console.two_pairs"), "%", t("ui.console.after")]}
        rows={two.map((r) => ({ key: r.contestant, who: named(state, r.contestant), what: <span class="q">{listText(r.list)}</span>, was: decimal(r.percent.before || r.total.before), is: decimal(r.percent.after || r.total.after), mine: true }))} />}
      {preview && (moved.length > 0
        ? <Pairs head={[t("ui.console.places_change"), t("ui.console.place"), t("ui.console.after")]}
            rows={moved.map((r) => ({ key: r.contestant, who: named(state, r.contestant), what: <span class="q">{listText(r.list)}</span>, was: rankText(r, "before"), is: rankText(r, "after"), mine: ours(r.contestant) }))} />
        : <p class="echo">{t("ui.console.correct.nobody_moves")}</p>)}
    </section>
  );
}

function listText(list: string | undefined): string {
  return list === "NS" || list === "EW" ? sideText(list) : list === "all" ? "" : list ?? "";
}

interface PairRow { key: string; who: string; what: ComponentChildren; was: string; is: string; mine: boolean }

function Pairs({ head, rows }: { head: [string, string, string]; rows: PairRow[] }): JSX.Element {
  return (
    <table class="ba in">
      <colgroup><col /><col class="w120" /><col class="w72" /><col class="w40" /><col class="w72" /></colgroup>
      <thead><tr><th scope="col"><Rich text={head[0]} /></th><th scope="col" colSpan={2} class="num">{head[1]}</th><th scope="col" colSpan={2} class="num">{head[2]}</th></tr></thead>
      <tbody>{rows.map((r) => {
        const changed = r.was !== r.is;
        return (
          <tr key={r.key} class={r.mine ? "mine" : ""}>
            <td><Names text={r.who} /></td><td>{r.what}</td><td class="num was">{r.was}</td><td class="ar" aria-hidden={!changed}>{changed && "→"}</td>
            <td class={`num ${changed ? "is" : "was"}`}>{changed && r.is}</td>
          </tr>
        );
      })}</tbody>
    </table>
  );
}

