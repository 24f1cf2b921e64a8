// One result typed by the director: what it is, what it changes, and why.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../kit/api";
import { id } from "../kit/ids";
import { n, t, words } from "../kit/texts";
import type { SlipAsk } from "./api";
import { Kbd, Mark, named, Names, rankText, Rich } from "./parts";
import { complete, contract, spotOf, typed } from "./ruling";
import type { PlaceView, Preview, SlipAnswer, State } from "./types";
import { useConsole, useDebounced, type Console } from "./use";

/** letters are how seats are called here, as the server reads them. */
export function letters(): Record<string, string> {
  return Object.fromEntries(Object.entries(words().seats).map(([s, w]) => [s, w.letter]));
}

/** withoutLead is a result as a line of a traveller has it. */
const withoutLead = (result: string): string => result.split(" ").slice(0, 2).join(" ");

/** askOf is a line about a place, as the server reads it. */
export function askOf(state: State, p: PlaceView, line: string): SlipAsk {
  const x = state.sittings.find((y) => y.table === p.table && y.round === p.round && (y.section ?? "") === (p.section ?? "") && (y.session ?? 0) === (p.session ?? 0));
  return {
    ...(p.session ? { session: p.session } : {}), ...(p.section ? { section: p.section } : {}), round: p.round, board: p.board, ...(x?.ns ? { ns: x.ns } : {}),
    mode: "contract", line: complete(line, p.result, letters()), ...(p.result ? { above: withoutLead(p.result) } : {}),
  };
}

/** stepOf is the command that a line comes to. */
export function stepOf(p: PlaceView, a: SlipAnswer): { command: string; body: unknown } {
  if (a.command) return { command: a.command, body: a.body };
  const what = a.result ? { result: a.result } : { score: a.score };
  if (p.state === "empty") return { command: "enter", body: { id: id(), revision: 1, ...spotOf(p), ...what, agreed: true } };
  return { command: "resolve", body: { ...spotOf(p), ...what } };
}

/** reason is what most likely went wrong between two results. */
export function reason(before: string | undefined, after: string | undefined): string {
  const a = contract(before), b = contract(after);
  if (!before) return t("ui.console.why.forgotten");
  if (!a || !b) return t("ui.console.why.other");
  if (a.level !== b.level || a.strain !== b.strain) return t("ui.console.why.contract");
  if (a.x !== b.x) return t("ui.console.why.double");
  if (a.by !== b.by) return t("ui.console.why.declarer");
  return t("ui.console.why.tricks");
}

export interface Reading { answer: SlipAnswer | null; preview: Preview | null; wrong: string }

/** useReading reads a line while it is typed, and then what it would change. */
export function useReading(c: Console, p: PlaceView | undefined, line: string): Reading {
  const [answer, setAnswer] = useState<SlipAnswer | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [wrong, setWrong] = useState("");
  const turn = useRef(0);
  useEffect(() => { turn.current++; setAnswer(null); setPreview(null); setWrong(""); }, [line, p?.board, p?.table, p?.round]);
  useDebounced(() => {
    if (!p || line.trim() === "") return;
    const mine = turn.current;
    c.api.slip(askOf(c.state, p, line)).then((a) => {
      if (mine !== turn.current) return;
      setAnswer(a);
      setWrong(a.ok ? "" : a.error?.text ?? "");
      if (!a.ok) return;
      const step = stepOf(p, a);
      c.api.preview(step.command, step.body).then((v) => { if (mine === turn.current) setPreview(v); }, () => undefined);
    }, (e: unknown) => { if (mine === turn.current) setWrong(e instanceof Problem && e.detail ? e.detail : t("ui.console.away")); });
  }, 120, [line, p?.board, p?.table, p?.round]);
  return { answer, preview, wrong };
}

/** Correct is the field with all that belongs to it. */
export function Correct(p: { place: PlaceView; done(): void; focus: boolean; line?: string; keys?: (e: KeyboardEvent) => boolean }): JSX.Element {
  const c = useConsole();
  const [line, setLine] = useState(p.line ?? "");
  const [why, setWhy] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { answer, preview, wrong } = useReading(c, p.place, line);
  const after = answer?.ok ? answer.result : undefined;
  const preset = answer?.ok ? reason(p.place.result, after) : "";
  useLayoutEffect(() => { setLine(p.line ?? ""); setWhy(null); if (p.focus) field.current?.focus(); }, [p.place.board, p.place.table, p.place.round]);
  const save = async () => {
    if (line.trim() === "" || busy) return;
    setBusy(true);
    try {
      const a = answer ?? await c.api.slip(askOf(c.state, p.place, line)).catch(() => null);
      if (!a?.ok) { field.current?.select(); return; }
      const step = stepOf(p.place, a);
      const text = why ?? reason(p.place.result, a.result);
      if (a.first && !await c.send(a.first.command, a.first.body, { why: text })) return;
      if (await c.send(step.command, step.body, { why: text, says: t("ui.console.saved_place", String(p.place.board), (p.place.section ?? "") + String(p.place.table)) })) {
        setLine("");
        setWhy(null);
        p.done();
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="correct">
      <label class="sr" for="correct">{t("ui.console.correct.label", String(p.place.board))}</label>
      <div class={`prompt ${wrong ? "bad" : ""}`}>
        <span class="q">{p.place.board}</span>
        <input id="correct" ref={field} value={line} placeholder={typed(p.place.result) || t("ui.console.correct.hint")} autoComplete="off" spellcheck={false} data-keys="rgu?" aria-describedby="correct-echo" aria-invalid={wrong !== "" || undefined}
          onInput={(e) => setLine(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (p.keys?.(e)) return;
            if (e.key === "Enter" && !e.ctrlKey && !e.metaKey && line.trim() !== "") { e.preventDefault(); void save(); }
          }} />
        <small>{t("ui.console.correct.save")} <Kbd k="Enter" /></small>
      </div>
      <p class="echo" id="correct-echo" aria-live="polite">
        {wrong ? <span class="bad"><Rich text={wrong} /></span>
          : answer?.ok ? <><Rich text={answer.words} />{answer.unusual ? <span class="warn"> <Mark kind="look" /> {t("ui.console.correct.unusual")}</span> : null}</>
          : t("ui.console.correct.help")}
      </p>
      {answer?.ok && (
        <div class="why">
          <label class="lab" for="correct-why">{t("ui.console.reason")}</label>
          <input id="correct-why" class="input" value={why ?? preset} onInput={(e) => setWhy(e.currentTarget.value)}
            onKeyDown={(e) => { if (e.key === "Enter" && !e.ctrlKey && !e.metaKey) { e.preventDefault(); void save(); } }} />
        </div>
      )}
      {preview && <Moves preview={preview} />}
    </div>
  );
}

/** Moves says in a line or two whose place would change. */
export function Moves({ preview }: { preview: Preview }): JSX.Element {
  const { state } = useConsole();
  const moved = preview.rows.filter((r) => rankText(r, "before") !== rankText(r, "after"));
  if (moved.length === 0) return <p class="echo">{t("ui.console.correct.nobody_moves")}</p>;
  return (
    <p class="echo">{n("ui.console.correct.moves", moved.length)}{" "}
      {moved.slice(0, 4).map((r, i) => <span key={r.contestant}>{i > 0 && ", "}<Names text={named(state, r.contestant)} /> <span class="nb">{rankText(r, "before")} → <b class="b">{rankText(r, "after")}</b></span></span>)}
      {moved.length > 4 && " …"}</p>
  );
}
