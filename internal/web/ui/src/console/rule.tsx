// A ruling: left what the director rules, right what it does. Nothing changes until it is confirmed.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../kit/api";
import { id } from "../kit/ids";
import { t, words } from "../kit/texts";
import { askOf } from "./correct";
import { cellKey, isIn, spotKey } from "./grid";
import { decimal, Field, hour, Kbd, meeting, named, Outcome, rankText, Rich, scoreText, Seg, sideNames, sideText } from "./parts";
import { award, filled, parts, penalty, penaltyAt, penaltyText, reasonOf, rule, spotOf, type Kind } from "./ruling";
import type { Assigned, Penalty, PlaceView, Preview, SlipAnswer, Spot } from "./types";
import { useActions, useConsole, useDebounced } from "./use";

interface Step { command: string; body: Record<string, unknown> }
interface Echo { weight?: string; answer: SlipAnswer }

export function RulePage({ spot }: { spot: Spot }): JSX.Element {
  const c = useConsole();
  const { state } = c;
  const place: PlaceView = state.places.find((p) => spotKey(p) === spotKey(spot)) ?? { ...spot, state: "empty" };
  const sitting = state.sittings.find((y) => cellKey(y) === cellKey(spot));
  const before = useRef({ ...filled(place), ...reasonOf(place.ruling?.why, (x) => t("ui.console.rule.law_is", x)) }).current; // as it stood when the page was opened
  const seated = [sitting?.ns, sitting?.south, sitting?.ew, sitting?.west].filter((x): x is string => !!x);
  const fined = useRef(penaltyAt(state.penalties, spot, seated)).current;
  const [kind, setKind] = useState<Kind>(before.kind);
  const [into, setInto] = useState(false); // the kind was chosen by a pointer: on to its field. Keys go on to the next kind
  const [ns, setNS] = useState(before.ns);
  const [ew, setEW] = useState(before.ew);
  const [lines, setLines] = useState(before.lines);
  const [other, setOther] = useState<string | null>(before.other); // what East-West get, where it is split
  const [late, setLate] = useState(before.late);
  const [version, setVersion] = useState("B");
  const [tables, setTables] = useState(String(spot.table));
  const [law, setLaw] = useState(before.law);
  const [pen, setPen] = useState(penaltyText(fined));
  const [offender, setOffender] = useState(fined?.penalise.contestant ?? seated[0] ?? "");
  const [why, setWhy] = useState(before.why);
  const said = JSON.stringify([kind, ns, ew, lines, other, late, law, why]);
  const opened = useRef(said).current;
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

  async function read(text: string): Promise<{ list: Assigned[]; echo: Echo[]; wrong?: string }> {
    const list: Assigned[] = [];
    const said: Echo[] = [];
    if (text.trim() === "") return { list, echo: said };
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
        if (a.list.length === 0 || b.list.length === 0) return null;
        return { command: "rule", body: rule(spot, { nsList: a.list, ewList: b.list }) };
      }
      case "not_played": return { command: "not_played", body: { ...spotOf(spot), ...(late ? { late: true } : {}) } };
      case "fouled": {
        const list = tables.split(/[\s,;]+/).filter(Boolean).map(Number);
        if (list.length === 0 || list.some((x) => !Number.isInteger(x) || x < 1)) return t("ui.console.rule.wrong_tables");
        return { command: "foul", body: { ...(spot.session ? { session: spot.session } : {}), ...(spot.section ? { section: spot.section } : {}), board: spot.board, tables: list, version: version.trim() } };
      }
    }
  }

  const fine = penalty(pen);
  const penalised = pen.trim() === "" || fine !== null;
  const confirm = async () => {
    if (!step || !penalised) return;
    const text = [law.trim() && t("ui.console.rule.law_is", law.trim()), why.trim()].filter(Boolean).join(": ");
    const stands = !!place.ruling && said === opened; // the penalty alone may have changed
    if (!stands && !await c.send(step.command, step.body, { why: text, says: t("ui.console.rule.given", String(spot.board), (spot.section ?? "") + String(spot.table)) })) return;
    const changed = pen !== penaltyText(fined) || offender !== fined?.penalise.contestant;
    const about = { contestant: fine ? offender : fined?.penalise.contestant, session: spot.session || undefined, round: spot.round, kind: "procedural" };
    // One of nothing takes it back.
    if ((fine || fined) && about.contestant && changed && !await c.send("penalise", { ref: fined?.penalise.ref ?? id().slice(0, 12), ...about, ...(fine ?? { amount: "0", unit: fined?.penalise.unit }) }, { why: text })) return;
    c.back();
  };
  const lift = async () => {
    const says = { why, says: t("ui.console.taken_back") };
    if (place.state === "ruled" ? await c.send("rule", spotOf(spot), says) : await c.send("void", spotOf(spot), says)) c.back();
  };
  useActions({
    confirm: () => { void confirm(); },
    back: () => c.back(),
    split: () => setOther(other === null ? lines : null),
  });

  const kinds: { value: Kind; text: string }[] = [
    { value: "average", text: t("ui.console.rule.average") }, { value: "assigned", text: t("ui.console.rule.assigned") },
    { value: "weighted", text: t("ui.console.rule.weighted") }, { value: "not_played", text: t("ui.console.rule.not_played") }, { value: "fouled", text: t("ui.console.rule.fouled") },
  ];
  const results = kind === "assigned" || kind === "weighted";
  const shown = { average: award(ns) && award(ew) ? `A${ns.trim()}/${ew.trim()}` : "A", assigned: "AA", weighted: "W", not_played: "NP", fouled: "F" }[kind];
  return (
    <>
      <div class="ruling" ref={page}>
        <section>
          <h2>{t("ui.console.rule.title", String(spot.board), (spot.section ?? "") + String(spot.table))}</h2>
          <p class="q">{sitting && `${meeting(state, sitting)}. `}
            {place.result ? <>{t("ui.console.rule.at_table")} <Outcome result={place.result} text={place.played ?? place.text} />, <span class="nb">{scoreText(place.score)}</span>.</> : place.ruling ? "" : place.text ? <Rich text={place.text} /> : t("ui.console.state.empty")}</p>
          <Standing place={place} fined={fined} />
          <span class="lab" aria-hidden="true">{t("ui.console.rule.kind")}</span>
          <Seg label={t("ui.console.rule.kind")} value={kind} choices={kinds} choose={(k, mouse) => { setKind(k); setInto(mouse); }} />
          {kind === "average" && <div class="halves">
            <Average side="NS" value={ns} set={setNS} pair={sideNames(state, sitting, "NS")} />
            <Average side="EW" value={ew} set={setEW} pair={sideNames(state, sitting, "EW")} />
          </div>}
          {results && <>
            <Field id="rule-lines" label={kind === "weighted" ? t("ui.console.rule.weights") : t("ui.console.rule.result")} value={lines} input={setLines} focus={into} bad={wrong !== "" && lines !== ""}
              hint={kind === "weighted" ? "60% 3ss+1; 40% 4ss" : "3ss+1"} described="rule-echo" />
            <Echoes list={echo.ns} />
            <div class="halves">
              <div><span class="lab">{t("ui.console.rule.gets", words().sides.NS?.name ?? "")}</span><p class="input still">{t("ui.console.rule.this")}</p></div>
              {other === null
                ? <div><span class="lab">{t("ui.console.rule.gets", words().sides.EW?.name ?? "")}</span>
                    <button type="button" class="input still" onClick={() => setOther(lines)}>{t("ui.console.rule.same")} <span class="q push"><Kbd k="s" /> {t("ui.console.rule.split")}</span></button></div>
                : <Field id="rule-other" label={t("ui.console.rule.gets", words().sides.EW?.name ?? "")} value={other} input={setOther} />}
            </div>
            <Echoes list={echo.ew} />
          </>}
          {kind === "not_played" && <label class="tick"><input type="checkbox" checked={late} onChange={(e) => setLate(e.currentTarget.checked)} />{t("ui.console.rule.late")}</label>}
          {kind === "fouled" && <div class="halves">
            <Field id="rule-tables" label={t("ui.console.rule.tables")} value={tables} input={setTables} focus={into} />
            <Field id="rule-version" label={t("ui.console.rule.version")} value={version} input={setVersion} />
          </div>}
          <p class="echo bad" id="rule-echo" role="status"><Rich text={wrong} /></p>
          <div class="halves">
            <Field id="rule-law" label={t("ui.console.rule.law")} value={law} input={setLaw} hint="12C1(c)" />
            <div>
              <Field id="rule-penalty" label={t("ui.console.rule.penalty")} value={pen} input={setPen} hint={t("ui.console.rule.penalty_none")} bad={!penalised} />
              {pen.trim() !== "" && (penalised
                ? <Seg label={t("ui.console.rule.penalty_for")} value={offender} choose={setOffender} choices={seated.map((x) => ({ value: x, text: named(state, x) }))} />
                : <p class="echo bad">{t("ui.console.rule.penalty_wrong")}</p>)}
            </div>
          </div>
          <Field id="rule-why" label={t("ui.console.rule.reason")} value={why} input={setWhy} area />
        </section>
        <BeforeAfter preview={preview} spot={spot} pairs={[sitting?.ns, sitting?.ew, sitting?.south, sitting?.west]} both={kind === "average" || (results && other !== null)} />
      </div>
      <div class="go">
        <span class="q grow">{wrong ? "" : <Shown text={t("ui.console.rule.shown")} mark={shown} />}</span>
        {(place.state === "ruled" || before.kind === "not_played") && <button class="link" onClick={() => void lift()}>{t("ui.console.rule.take_back")}</button>}
        <button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button>
        <button class="btn main" aria-disabled={!step || !penalised} onClick={() => void confirm()}>{t("ui.console.rule.give")} <span><Kbd k="Ctrl+Enter" /></span></button>
      </div>
    </>
  );
}

/** Standing says what the director ruled here before. */
function Standing({ place, fined }: { place: PlaceView; fined: Penalty | undefined }): JSX.Element | null {
  const { ruling: r } = place;
  const given = (by: string, at: string, why?: string) => <><br /><span class="q">{[`${by}, ${hour(at)}`, why].filter(Boolean).join(" · ")}</span></>;
  if (!r && !fined) return null;
  return (
    <div class="note standing">
      {r && <p><b class="b">{t("ui.console.rule.stands")}</b> <Rich text={place.text} />{given(r.by, r.at, r.why)}</p>}
      {fined && <p><b class="b">{t("ui.console.rule.penalty")}:</b> {fined.text}{given(fined.by, fined.at, fined.why === r?.why ? undefined : fined.why)}</p>}
      <p class="q">{r ? t("ui.console.rule.stands_what") : t("ui.console.rule.penalty_what")}</p>
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
      <thead><tr><th scope="col"><Rich text={head[0]} /></th><td /><th scope="col" class="num">{head[1]}</th><td /><th scope="col" class="num">{head[2]}</th></tr></thead>
      <tbody>{rows.map((r) => {
        const changed = r.was !== r.is;
        return (
          <tr key={r.key} class={r.mine ? "mine" : ""}>
            <td>{r.who}</td><td>{r.what}</td><td class="num was">{r.was}</td><td class="ar" aria-hidden={!changed}>{changed && "→"}</td>
            <td class={`num ${changed ? "is" : "was"}`}>{changed && r.is}</td>
          </tr>
        );
      })}</tbody>
    </table>
  );
}

