// Typing a traveller: the slip as it is printed, one line tinted, one field below it.

import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Denomination } from "../../kit/icons";
import { Problem } from "../../kit/api";
import { n, t, words } from "../../kit/texts";
import type { Seat, Vul } from "../../kit/bridge";
import type { Sheet, SlipAnswer, SlipAsks } from "./asks";
import { beep } from "./beep";
import { Rich } from "../parts";
import { after, agrees, boardsOf, inOrder, label, linesOf, nextBoard, number, open, orders, undoing, written, type Evening, type Line, type Order } from "./lines";
import "../desk.css";
import "./slip.css";

export interface SlipProps {
  evening: Evening;
  session: number;
  section: string;
  board: number;
  asks: SlipAsks;
  date?: string; // of the event, as people write it
  go(board: number): void;
  leave(): void;
  line?: string; // typed already, for stories
  shout?: boolean; // and accepted
}

type Mode = "contract" | "short";
const kept = "overtrick.slip.mode";
const modeKept = (): Mode => { try { return localStorage.getItem(kept) === "short" ? "short" : "contract"; } catch { return "contract"; } };

interface Said { kind: "bad" | "warn" | "quiet" | "done"; text: string }

/** Desk is what the page holds. It changes at once, so that who types faster than the
 * server answers has each line read where it belongs. */
interface Desk {
  typed: Map<string, Line>; // newer than the evening
  here: string; // the line of the caret, by its place
  text: string;
  order: Order;
  mode: Mode;
  verifying: boolean;
  proved: Set<string>; // typed twice
  answer?: SlipAnswer; // to the text
  said?: Said;
}

export function SlipPage(p: SlipProps): JSX.Element {
  const { asks, session, section, board } = p;
  const field = useRef<HTMLInputElement>(null);
  const desk = useRef<Desk>({ typed: new Map(), here: "", text: p.line ?? "", order: "pair", mode: modeKept(), verifying: false, proved: new Set() });
  const [, redraw] = useState(0);
  const set = (change: Partial<Desk>) => { Object.assign(desk.current, change); redraw((n) => n + 1); };
  const [grammar, setGrammar] = useState(true);
  const [flash, setFlash] = useState("");
  const [about, setAbout] = useState<{ dealer?: string; vul?: Vul }>({});
  const [sheet, setSheet] = useState<Sheet>({ lines: [] });
  const undo = useRef<{ was: Line; command: string }[]>([]);
  const asked = useRef(0);
  const reading = useRef<Promise<void>>(Promise.resolve()); // lines that were typed, one after the other
  const sending = useRef<Promise<void>>(Promise.resolve());
  const refused = useRef(0); // what was typed behind a line that is refused is not read
  const differs = useRef(""); // what was typed again and differs: once more makes it count

  const latest = useRef(p.evening);
  latest.current = p.evening;
  const now = useRef(board);
  now.current = board;
  /** see is what stands on the slip at this moment */
  const see = () => {
    const all = linesOf(latest.current, session, section, desk.current.typed);
    const lines = inOrder(all, board, desk.current.order);
    const at = Math.max(0, lines.findIndex((l) => l.key === desk.current.here));
    return { all, lines, at, line: lines[at], above: at > 0 ? lines[at - 1]!.entry : "" };
  };
  const { text, mode, verifying, proved, answer, said } = desk.current;
  const { all, lines, at, line, above } = see();
  const boards = boardsOf(all);
  const done = boards.find((b) => b.board === board)?.missing === 0;
  const next = nextBoard(boards, board);

  // A board that is opened begins at its first gap.
  useEffect(() => {
    const of = see().lines;
    const to = of.find((l) => l.key === desk.current.here) ?? of.find(open) ?? of[0];
    set({ here: to?.key ?? "", answer: undefined, said: desk.current.said?.kind === "quiet" ? desk.current.said : undefined, proved: new Set(), ...(p.line ? {} : { text: "" }) });
    refused.current++;
    field.current?.focus();
    let gone = false;
    asks.slip({ board, session, section, mode: "contract", line: "?" }).then((a) => { if (!gone) setAbout(a); }, () => undefined);
    return () => { gone = true; };
  }, [board, session, section]);

  const refresh = useCallback(() => {
    const of = board;
    asks.sheet(session, of).then((s) => { if (now.current === of) setSheet(s); }, () => { if (now.current === of) setSheet({ lines: [] }); }); // a board without results has none
  }, [asks, session, board]);
  useEffect(refresh, [refresh, p.evening]);

  const read = (what: string): Promise<SlipAnswer> => {
    const { line: l, above: over } = see();
    return asks.slip({
      ...(session ? { session } : {}), ...(section ? { section } : {}), round: l?.round ?? 0, board, ns: l?.ns, mode: desk.current.mode, line: what, ...(over ? { above: over } : {}),
    });
  };

  // What is typed is read at once, and shown; it shouts only after Enter.
  useEffect(() => {
    const mine = ++asked.current;
    if (!text.trim()) return;
    read(text).then((a) => { if (mine === asked.current) set({ answer: a }); }, () => undefined);
  }, [text, mode, line?.key, above, board]);

  useEffect(() => { if (p.shout && line) accept(); }, [p.shout, line?.key]);

  const problem = (e: unknown) => (e instanceof Problem && e.detail) || t("ui.console.slip.away");

  /** refuse gives a line back, selected where it is wrong. */
  const refuse = (what: string, message: string, from = 0, to = what.length) => {
    refused.current++;
    set({ text: what, said: { kind: "bad", text: message } });
    // Behind what draws it, and before the next key.
    void Promise.resolve().then(() => { field.current?.focus(); field.current?.setSelectionRange(from, to); });
  };

  const write = (l: Line, a: SlipAnswer, what: string) => {
    const state = a.kind === "awarded" ? "ruled" : a.kind === "not_played" ? (a.entry === "L" ? "late" : "not_played") : a.kind === "fouled" ? l.state : "saved";
    const is: Line = { ...l, state, entry: a.entry ?? "", result: a.result ?? "", score: a.score, text: a.kind === "played" || a.kind === "scored" ? "" : a.kind === "awarded" ? a.entry ?? "" : a.words ?? "" };
    const done = { was: l, command: a.command ?? "" };
    undo.current.push(done);
    set({ typed: new Map(desk.current.typed).set(l.key, is) });
    sending.current = sending.current.then(async () => {
      try {
        if (a.first) await asks.send(a.first.command, a.first.body);
        await asks.send(a.command!, a.body);
        refresh();
      } catch (e) {
        undo.current = undo.current.filter((u) => u !== done);
        set({ typed: new Map(desk.current.typed).set(l.key, l), here: l.key });
        refuse(what, problem(e));
      }
    });
  };

  const step = (to: number) => {
    const l = see().lines[to];
    if (!l) return;
    differs.current = "";
    set({ here: l.key, text: "", answer: undefined, said: undefined });
  };
  const turn = (by: number) => {
    const to = boards[boards.findIndex((b) => b.board === board) + by];
    if (to) p.go(to.board);
  };
  const flip = () => {
    const to: Mode = desk.current.mode === "contract" ? "short" : "contract";
    set({ mode: to, answer: undefined, said: undefined });
    try { localStorage.setItem(kept, to); } catch { /* for this page only */ }
  };

  const takeBack = async () => {
    await sending.current;
    const last = undo.current.pop();
    if (!last) { set({ said: { kind: "quiet", text: t("ui.console.slip.undo_none") } }); return; }
    const back = undoing(last.was, last.command, session, section);
    if (!back) { set({ said: { kind: "bad", text: t("ui.console.slip.undo_ruled") } }); return; }
    try {
      await asks.send(back.command, back.body);
      set({ typed: new Map(desk.current.typed).set(last.was.key, last.was), here: last.was.key, said: { kind: "quiet", text: t("ui.console.slip.undone", label(last.was.ns)) } });
      if (last.was.board !== board) p.go(last.was.board);
      refresh();
    } catch (e) { refuse("", problem(e)); }
  };

  /** accept takes what stands in the field, behind what was typed before. */
  const accept = () => {
    const { text: what, answer: a } = desk.current;
    const mine = refused.current;
    set({ text: "", answer: undefined, said: undefined });
    reading.current = reading.current.then(() => (mine === refused.current ? take(what, what.trim() ? a : undefined) : undefined));
  };

  const take = async (what: string, before?: SlipAnswer): Promise<void> => {
    const d = desk.current;
    const s = see();
    const of = boardsOf(s.all);
    if (!s.line) return;
    if (!what.trim() && d.verifying) { step(s.at + 1); return; }
    if (!what.trim() && of.find((b) => b.board === board)?.missing === 0) {
      const to = nextBoard(of, board);
      if (to) p.go(to.board);
      return;
    }
    let a = before?.kind && before.ns && before.ns !== s.line.ns ? undefined : before; // read for another line
    try { a ??= await read(what); } catch (e) { refuse(what, problem(e)); return; }
    if (!a.ok) { refuse(what, a.error?.text ?? "", a.error?.from, a.error?.to); return; }
    switch (a.kind) {
      case "board": p.go(a.to!); return;
      case "pair": {
        const to = s.lines.findIndex((l) => number(l.ns) === a.to);
        if (to < 0) refuse(what, t("ui.console.slip.no_pair", a.to!));
        else step(to);
        return;
      }
      case "undo": return takeBack();
      case "order": set({ order: orders[(orders.indexOf(d.order) + 1) % orders.length]! }); return;
      case "verify": set({ verifying: !d.verifying, proved: new Set(), here: s.lines[0]!.key }); return;
      case "help": setGrammar((on) => !on); return;
    }
    const again = d.verifying && s.line.entry;
    if (again && agrees(a, s.line)) { prove(s.line, s.lines[s.at + 1]); return; }
    if (again && differs.current !== `${s.line.key} ${a.entry}`) {
      differs.current = `${s.line.key} ${a.entry}`;
      beep();
      refuse(what, t("ui.console.slip.differs", s.line.entry, a.entry ?? ""));
      return;
    }
    differs.current = "";
    write(s.line, a, what);
    if (a.ditto) { setFlash(s.line.key); setTimeout(() => setFlash(""), 500); }
    if (d.verifying) { prove(s.line, s.lines[s.at + 1]); return; }
    const behind = see().lines;
    const to = after(behind, s.at);
    if (to >= 0) set({ here: behind[to]!.key });
  };

  /** prove goes on to the next line of a board that is typed twice. */
  const prove = (l: Line, behind: Line | undefined) => {
    const said: Said | undefined = behind ? undefined : { kind: "done", text: t("ui.console.slip.verified", board) };
    set({ proved: new Set(desk.current.proved).add(l.key), here: behind?.key ?? l.key, verifying: !!behind, said });
  };

  const keys = (e: KeyboardEvent) => {
    const act: Record<string, () => void> = {
      Enter: accept, ArrowUp: () => step(see().at - 1), ArrowDown: () => step(see().at + 1), PageUp: () => turn(-1), PageDown: () => turn(1), F2: flip,
      Escape: () => { if (text || said) { differs.current = ""; set({ text: "", answer: undefined, said: undefined }); } else if (verifying) set({ verifying: false }); else p.leave(); },
    };
    if (!desk.current.text) act["?"] = () => setGrammar((on) => !on);
    const f = act[e.key];
    if (!f || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    e.preventDefault();
    e.stopPropagation();
    f();
  };

  const count = boards.find((b) => b.board === board);
  const bad = said?.kind === "bad";
  const unusual = !bad && !!answer?.ok && !!answer.unusual;
  const live = answer?.ok && !bad ? answer : undefined;

  return (
    <main class="sheet slipsheet">
      <header class="head">
        <div class="event"><h1>{p.evening.event.title}</h1><span class="q">{[p.date, t("ui.console.slip.travellers")].filter(Boolean).join(" · ")}</span></div>
        <div class="clock"><span class="q">{t("ui.console.slip.board")}</span><b>{board}</b>
          <span class="q">{about.dealer ? t("ui.console.slip.about", words().seats[about.dealer as Seat]?.name ?? "", words().vul[about.vul ?? ""] ?? "") : ""}</span></div>
        <div class="counts">
          {count && <span><Counted text={t("ui.console.slip.lines_done", count.of - count.missing, count.of)} /></span>}
          <span><Counted text={t("ui.console.slip.boards_done", boards.filter((b) => b.missing === 0).length, boards.length)} /></span>
        </div>
      </header>
      <div class={`trav ${grammar ? "" : "alone"}`}>
        <section>
          <div class="scroll" data-scrolls><table class="slip">
            <colgroup><col class="w-no" /><col class="w-no" /><col class="w-contract" /><col class="w-by" /><col class="w-tricks" /><col /><col /><col class="w-mp" /><col class="w-mp" /></colgroup>
            <thead><tr>
              <th class="num">{side("NS")}</th><th class="num">{side("EW")}</th><th>{t("ui.console.slip.contract")}</th><th class="c">{t("ui.console.slip.by")}</th><th class="num">{t("ui.console.slip.tricks")}</th>
              <th class="num"><Rich text={t("ui.console.slip.score", side("NS"))} /></th><th class="num"><Rich text={t("ui.console.slip.score", side("EW"))} /></th><th class="num mp"><Rich text={t("ui.console.slip.mp", side("NS"))} /></th><th class="num mp"><Rich text={t("ui.console.slip.mp", side("EW"))} /></th>
            </tr></thead>
            <tbody>
              {lines.map((l, i) => {
                const shown = i === at && live && !live.kind?.match(/^(board|pair|undo|order|verify|help)$/)
                  ? { ...l, result: live.result ?? "", score: live.score, text: live.kind === "played" || live.kind === "scored" ? "" : live.entry ?? "", entry: live.entry ?? "" } : l;
                const points = i === at && live ? undefined : sheet.lines.find((x) => x.round === l.round && x.table === l.table)?.points;
                return <Row key={l.key} line={shown} at={i === at} todo={open(l) && i !== at} flash={flash === l.key} unusual={i === at && unusual}
                  dots={verifying && !proved.has(l.key) && !(i === at && !!live) && !!l.entry} points={points} pick={() => { step(i); field.current?.focus(); }} />;
              })}
            </tbody>
          </table></div>
          <div class={`prompt ${bad ? "bad" : unusual ? "warn" : ""}`}>
            <input ref={field} value={text} aria-label={line ? t("ui.console.slip.field", label(line.ns), label(line.ew)) : t("ui.console.slip.board")} aria-describedby="slip-echo" aria-invalid={bad}
              autoComplete="off" autoCapitalize="off" spellcheck={false} onKeyDown={keys} onInput={(e) => set({ text: e.currentTarget.value, answer: undefined, said: undefined })} />
            <button type="button" tabIndex={-1} onClick={() => { flip(); field.current?.focus(); }}>{verifying ? `${t("ui.console.slip.verifying")} · ` : ""}{mode === "short" ? t("ui.console.slip.mode.short") : t("ui.console.slip.mode.contract")} <kbd>F2</kbd></button>
          </div>
          <Echo said={said} unusual={unusual} line={line} answer={answer} done={done && !text && !verifying} board={board} next={next} />
        </section>
        {grammar && <Grammar />}
      </div>
      <footer class="keyline">
        <span><kbd>⏎</kbd>{t("ui.console.slip.key.accept")}</span>
        <span><kbd>F2</kbd>{mode === "short" ? t("ui.console.slip.mode.contract") : t("ui.console.slip.mode.short")}</span>
        <span><kbd>v</kbd><kbd>⏎</kbd>{t("ui.console.slip.key.verify")}</span>
        <span><kbd>Esc</kbd>{text || said || verifying ? t("ui.console.slip.key.clear") : t("ui.console.key.back")}</span>
        <span><kbd>?</kbd>{t("ui.console.slip.key.help")}</span>
      </footer>
    </main>
  );
}

const side = (s: "NS" | "EW"): string => words().sides[s]?.letters ?? s;

/** Counted is a text whose first number is the loud one. */
function Counted({ text }: { text: string }): JSX.Element {
  const m = /^(\D*)(\d+)(.*)$/.exec(text);
  return m ? <span>{m[1]}<b>{m[2]}</b>{m[3]}</span> : <span>{text}</span>;
}

function Row(p: { line: Line; at: boolean; todo: boolean; flash: boolean; unusual: boolean; dots: boolean; points?: { ns?: string; ew?: string }; pick(): void }): JSX.Element {
  const l = p.line;
  const w = written(l.result, l.score);
  const style = p.at ? (p.unusual ? "at warn" : "at") : p.todo ? "todo" : p.flash ? "flash" : "";
  const points = (x = "") => (x.includes(".") ? x.replace(/\.?0+$/, "") : x).replace(".", words().decimal);
  const told = l.state === "not_played" || l.state === "late" ? l.text || l.entry : l.text;
  return (
    <tr class={style} aria-current={p.at || undefined} onClick={p.pick}>
      <td class="num no">{label(l.ns)}</td><td class="num no">{label(l.ew)}</td>
      {p.dots ? <td class="dots" colSpan={5}>• • •</td> : w.played ? <>
        <td><span class="contract">{w.played.level}<Denomination strain={w.played.strain} />{w.played.doubled && <span class="x">{w.played.doubled === "X" ? "×" : "××"}</span>}</span></td>
        <td class="c">{words().seats[w.played.declarer]?.letter}</td><td class="num">{w.tricks}</td>
      </> : <td colSpan={3}>{w.passed ? t("ui.console.slip.passed") : l.score === undefined ? <span class="b">{told}</span> : ""}</td>}
      {!p.dots && <><td class="num">{w.ns}</td><td class="num">{w.ew}</td></>}
      <td class="num mp">{points(p.points?.ns)}</td><td class="num mp">{points(p.points?.ew)}</td>
    </tr>
  );
}

function Echo(p: { said?: Said; unusual: boolean; line?: Line; answer?: SlipAnswer; done: boolean; board: number; next?: { board: number; missing: number } }): JSX.Element {
  if (p.said?.kind === "bad") return <p id="slip-echo" class="echo bad" role="alert"><Rich text={p.said.text} /></p>;
  const a = p.answer;
  return (
    <p id="slip-echo" class="echo" role="status">
      {p.said && <>{p.said.text}{" "}</>}
      {a?.ok && a.words && p.line && <>
        {t("ui.console.slip.against", label(p.line.ns), label(p.line.ew))} <span class="said"><Rich text={a.words} /></span>
        {a.checked && <> {t("ui.console.slip.checked")}</>}
        {p.unusual && <> <span class="warn one"><span aria-hidden="true">▲</span> {t("ui.console.slip.unusual")}</span></>}
      </>}
      {a?.ok && !a.words && <span class="said">{moveText(a)}</span>}
      {p.done && !a && <>{t("ui.console.slip.complete", p.board)} <span class="said">{p.next ? n("ui.console.slip.next", p.next.missing, p.next.board) : t("ui.console.slip.all_in")}</span></>}
    </p>
  );
}

function moveText(a: SlipAnswer): string {
  switch (a.kind) {
    case "board": return t("ui.console.slip.move.board", a.to ?? "");
    case "pair": return t("ui.console.slip.move.pair", a.to ?? "");
    case "undo": return t("ui.console.slip.move.undo");
    case "order": return t("ui.console.slip.move.order");
    case "verify": return t("ui.console.slip.move.verify");
  }
  return t("ui.console.slip.key.help");
}

/** Grammar is what can be typed, with an example of each in the language. */
function Grammar(): JSX.Element {
  const groups = [
    [t("ui.console.slip.gram.made"), t("ui.console.slip.gram.over"), t("ui.console.slip.gram.doubled"), t("ui.console.slip.gram.result"), t("ui.console.slip.gram.ditto")],
    [t("ui.console.slip.gram.score"), t("ui.console.slip.gram.passed"), t("ui.console.slip.gram.not_played"), t("ui.console.slip.gram.average"), t("ui.console.slip.gram.both")],
    [t("ui.console.slip.gram.line"), t("ui.console.slip.gram.board"), t("ui.console.slip.gram.undo"), t("ui.console.slip.gram.order")],
  ];
  return (
    <aside class="gramside" aria-label={t("ui.console.slip.key.help")}>
      {groups.map((g, i) => (
        <dl class="gram" key={i}>{g.map((entry) => {
          const [typed = "", means = ""] = entry.split("|");
          return <><dt>{typed}</dt><dd><Rich text={means} /></dd></>;
        })}</dl>
      ))}
    </aside>
  );
}
