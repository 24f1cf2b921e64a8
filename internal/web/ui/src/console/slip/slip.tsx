// Typing a traveller: the slip as it is printed, one line tinted, one field below it.

import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Denomination, Glyph } from "../../kit/icons";
import { Problem } from "../../kit/api";
import { n, t, words } from "../../kit/texts";
import type { Seat, Suit, Vul } from "../../kit/bridge";
import type { Sheet, SlipAnswer, SlipAsks } from "./asks";
import { beep } from "./beep";
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

export function SlipPage(p: SlipProps): JSX.Element {
  const { asks, session, section, board } = p;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => new Map<string, Line>());
  const [order, setOrder] = useState<Order>("pair");
  const [mode, setMode] = useState<Mode>(modeKept);
  const [grammar, setGrammar] = useState(true);
  const [verifying, setVerifying] = useState(false);
  const [proved, setProved] = useState(() => new Set<string>());
  const [text, setText] = useState(p.line ?? "");
  const [answer, setAnswer] = useState<SlipAnswer>();
  const [said, setSaid] = useState<Said>();
  const [flash, setFlash] = useState("");
  const [about, setAbout] = useState<{ dealer?: string; vul?: Vul }>({});
  const [sheet, setSheet] = useState<Sheet>({ lines: [] });
  const [here, setHere] = useState("");
  const undo = useRef<{ was: Line; command: string }[]>([]);
  const asked = useRef(0);
  const sending = useRef(Promise.resolve());
  const differs = useRef(""); // what was typed again and differs: once more makes it count

  const all = useMemo(() => linesOf(p.evening, session, section, typed), [p.evening, session, section, typed]);
  const lines = useMemo(() => inOrder(all, board, order), [all, board, order]);
  const boards = useMemo(() => boardsOf(all), [all]);
  const done = boards.find((b) => b.board === board)?.missing === 0;
  const at = Math.max(0, lines.findIndex((l) => l.key === here));
  const line = lines[at];
  const above = at > 0 ? lines[at - 1]!.entry : "";
  const next = nextBoard(boards, board);

  // A board that is opened begins at its first gap.
  useEffect(() => {
    const first = lines.find(open) ?? lines[0];
    setHere(first?.key ?? "");
    if (!p.line) setText("");
    setAnswer(undefined);
    setSaid(undefined);
    setProved(new Set());
    field.current?.focus();
    let gone = false;
    asks.slip({ board, session, section, mode: "contract", line: "?" }).then((a) => { if (!gone) setAbout(a); }, () => undefined);
    return () => { gone = true; };
  }, [board, session, section]);

  const refresh = useCallback(() => {
    asks.sheet(session, board).then(setSheet, () => setSheet({ lines: [] })); // a board without results has none
  }, [asks, session, board]);
  useEffect(refresh, [refresh, p.evening]);

  const read = useCallback(async (what: string): Promise<SlipAnswer> => asks.slip({
    ...(session ? { session } : {}), ...(section ? { section } : {}), round: line?.round, board, ns: line?.ns, mode, line: what, ...(above ? { above } : {}),
  }), [asks, session, section, board, line?.key, mode, above]);

  // What is typed is read at once, and shown; it shouts only after Enter.
  useEffect(() => {
    const mine = ++asked.current;
    if (!text.trim()) { setAnswer(undefined); return; }
    read(text).then((a) => { if (mine === asked.current) setAnswer(a); }, () => undefined);
  }, [text, read]);

  useEffect(() => { if (p.shout && line) void accept(); }, [p.shout, line?.key]);

  const refuse = (message: string, from = 0, to = text.length) => {
    setSaid({ kind: "bad", text: message });
    requestAnimationFrame(() => { field.current?.focus(); field.current?.setSelectionRange(from, to); });
  };

  const write = (l: Line, a: SlipAnswer, what: string) => {
    const state = a.kind === "awarded" ? "ruled" : a.kind === "not_played" ? (a.entry === "L" ? "late" : "not_played") : a.kind === "fouled" ? l.state : "saved";
    const now: Line = { ...l, state, entry: a.entry ?? "", result: a.result ?? "", score: a.score, text: a.kind === "played" || a.kind === "scored" ? "" : a.kind === "awarded" ? a.entry ?? "" : a.words ?? "" };
    setTyped((old) => new Map(old).set(l.key, now));
    undo.current.push({ was: l, command: a.command ?? "" });
    sending.current = sending.current.then(async () => {
      try {
        if (a.first) await asks.send(a.first.command, a.first.body);
        await asks.send(a.command!, a.body);
        refresh();
      } catch (e) {
        setTyped((old) => { const back = new Map(old); back.set(l.key, l); return back; });
        undo.current = undo.current.filter((u) => u.was !== l);
        setHere(l.key);
        setText(what);
        setSaid({ kind: "bad", text: (e instanceof Problem && e.detail) || t("ui.console.slip.away") });
        requestAnimationFrame(() => field.current?.select());
      }
    });
  };

  const step = (to: number) => { if (lines[to]) { setHere(lines[to]!.key); setText(""); setSaid(undefined); differs.current = ""; } };
  const turn = (by: number) => {
    const i = boards.findIndex((b) => b.board === board);
    const to = boards[i + by];
    if (to) p.go(to.board);
  };
  const flip = () => {
    const to: Mode = mode === "contract" ? "short" : "contract";
    setMode(to);
    setSaid(undefined);
    try { localStorage.setItem(kept, to); } catch { /* for this page only */ }
  };

  const takeBack = async () => {
    setText("");
    const last = undo.current.pop();
    if (!last) { setSaid({ kind: "quiet", text: t("ui.console.slip.undo_none") }); return; }
    const back = undoing(last.was, last.command, session, section);
    if (!back) { setSaid({ kind: "bad", text: t("ui.console.slip.undo_ruled") }); return; }
    await sending.current;
    try {
      await asks.send(back.command, back.body);
      setTyped((old) => new Map(old).set(last.was.key, last.was));
      if (last.was.board !== board) p.go(last.was.board);
      setHere(last.was.key);
      setSaid({ kind: "quiet", text: t("ui.console.slip.undone", label(last.was.ns)) });
      refresh();
    } catch (e) { refuse((e instanceof Problem && e.detail) || t("ui.console.slip.away")); }
  };

  const accept = async () => {
    if (!line) return;
    const what = text;
    if (!what.trim() && done && !verifying) { if (next) p.go(next.board); return; }
    if (!what.trim() && verifying) { step(at + 1); return; }
    let a = answer;
    if (!a || !what.trim() || p.shout) {
      try { a = await read(what); } catch (e) { refuse((e instanceof Problem && e.detail) || t("ui.console.slip.away")); return; }
    }
    if (!a.ok) { refuse(a.error?.text ?? "", a.error?.from, a.error?.to); return; }
    switch (a.kind) {
      case "board": p.go(a.to!); return;
      case "pair": {
        const to = lines.findIndex((l) => number(l.ns) === a.to);
        if (to < 0) refuse(t("ui.console.slip.no_pair", a.to!));
        else step(to);
        return;
      }
      case "undo": void takeBack(); return;
      case "order": setOrder(orders[(orders.indexOf(order) + 1) % orders.length]!); setText(""); return;
      case "verify": setVerifying(!verifying); setProved(new Set()); setHere(lines[0]!.key); setText(""); setSaid(undefined); return;
      case "help": setGrammar(!grammar); setText(""); return;
    }
    if (verifying && line.entry && differs.current !== `${line.key} ${a.entry}`) {
      if (agrees(a, line)) {
        setProved((old) => new Set(old).add(line.key));
        setText("");
        setSaid(at + 1 < lines.length ? undefined : { kind: "done", text: t("ui.console.slip.verified", board) });
        if (at + 1 < lines.length) setHere(lines[at + 1]!.key);
        else setVerifying(false);
        return;
      }
      differs.current = `${line.key} ${a.entry}`;
      beep();
      refuse(t("ui.console.slip.differs", line.entry, a.entry ?? ""));
      return;
    }
    differs.current = "";
    write(line, a, what);
    if (a.ditto) { setFlash(line.key); setTimeout(() => setFlash(""), 500); }
    setText("");
    setSaid(undefined);
    if (verifying) {
      setProved((old) => new Set(old).add(line.key));
      if (lines[at + 1]) setHere(lines[at + 1]!.key); else setVerifying(false);
      return;
    }
    const to = after(lines, at);
    if (to >= 0) setHere(lines[to]!.key);
  };

  const keys = (e: KeyboardEvent) => {
    const act: Record<string, () => void> = {
      Enter: () => void accept(), ArrowUp: () => step(at - 1), ArrowDown: () => step(at + 1), PageUp: () => turn(-1), PageDown: () => turn(1), F2: flip,
      Escape: () => { if (text || said) { setText(""); setSaid(undefined); differs.current = ""; } else if (verifying) setVerifying(false); else p.leave(); },
    };
    if (!text) act["?"] = () => setGrammar(!grammar);
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
    <main class="sheet">
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
          <table class="slip">
            <colgroup><col class="w-no" /><col class="w-no" /><col class="w-contract" /><col class="w-by" /><col class="w-tricks" /><col /><col /><col class="w-mp" /><col class="w-mp" /></colgroup>
            <thead><tr>
              <th class="num">{side("NS")}</th><th class="num">{side("EW")}</th><th>{t("ui.console.slip.contract")}</th><th class="c">{t("ui.console.slip.by")}</th><th class="num">{t("ui.console.slip.tricks")}</th>
              <th class="num">{t("ui.console.slip.score", side("NS"))}</th><th class="num">{t("ui.console.slip.score", side("EW"))}</th><th class="num">{t("ui.console.slip.mp", side("NS"))}</th><th class="num">{t("ui.console.slip.mp", side("EW"))}</th>
            </tr></thead>
            <tbody>
              {lines.map((l, i) => {
                const now = i === at && live && !live.kind?.match(/^(board|pair|undo|order|verify|help)$/)
                  ? { ...l, result: live.result ?? "", score: live.score, text: live.kind === "played" || live.kind === "scored" ? "" : live.entry ?? "", entry: live.entry ?? "" } : l;
                const points = i === at && live ? undefined : sheet.lines.find((x) => x.round === l.round && x.table === l.table)?.points;
                return <Row key={l.key} line={now} at={i === at} todo={open(l) && i !== at} flash={flash === l.key} unusual={i === at && unusual}
                  dots={verifying && !proved.has(l.key) && !(i === at && !!live) && !!l.entry} points={points} pick={() => { step(i); field.current?.focus(); }} />;
              })}
            </tbody>
          </table>
          <div class={`prompt ${bad ? "bad" : unusual ? "warn" : ""}`}>
            <input ref={field} value={text} aria-label={line ? t("ui.console.slip.field", label(line.ns), label(line.ew)) : t("ui.console.slip.board")} aria-describedby="slip-echo" aria-invalid={bad}
              autoComplete="off" autoCapitalize="off" spellcheck={false} onKeyDown={keys} onInput={(e) => { setText(e.currentTarget.value); setAnswer(undefined); setSaid(undefined); }} />
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
        <span><kbd>Esc</kbd>{t("ui.console.slip.key.clear")}</span>
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
  const number = (text: string | undefined) => (text ?? "").replace(".", words().decimal);
  const told = l.state === "not_played" || l.state === "late" ? l.text || l.entry : l.text;
  return (
    <tr class={style} aria-current={p.at || undefined} onClick={p.pick}>
      <td class="num no">{label(l.ns)}</td><td class="num no">{label(l.ew)}</td>
      {p.dots ? <td class="dots" colSpan={5}>• • •</td> : w.played ? <>
        <td><span class="contract">{w.played.level}<Denomination strain={w.played.strain} />{w.played.doubled && <span class="x">{w.played.doubled === "X" ? "×" : "××"}</span>}</span></td>
        <td class="c">{words().seats[w.played.declarer]?.letter}</td><td class="num">{w.tricks}</td>
      </> : <td colSpan={3}>{w.passed ? t("ui.console.slip.passed") : l.score === undefined ? <span class="b">{told}</span> : ""}</td>}
      {!p.dots && <><td class="num">{w.ns}</td><td class="num">{w.ew}</td></>}
      <td class="num mp">{number(p.points?.ns)}</td><td class="num mp">{number(p.points?.ew)}</td>
    </tr>
  );
}

function Echo(p: { said?: Said; unusual: boolean; line?: Line; answer?: SlipAnswer; done: boolean; board: number; next?: { board: number; missing: number } }): JSX.Element {
  if (p.said?.kind === "bad") return <p id="slip-echo" class="echo bad" role="alert">{p.said.text}</p>;
  const a = p.answer;
  return (
    <p id="slip-echo" class="echo" role="status">
      {p.said && <>{p.said.text}{" "}</>}
      {a?.ok && a.words && p.line && <>
        {t("ui.console.slip.against", label(p.line.ns), label(p.line.ew))} <span class="said"><Rich text={a.words} /></span>
        {a.checked && <> {t("ui.console.slip.checked")}</>}
        {p.unusual && <> <span class="warn"><span aria-hidden="true">▲</span> {t("ui.console.slip.unusual")}</span></>}
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

const suitOf: Record<string, Suit> = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** Rich is a text whose suits are drawn, and whose sides never break. */
function Rich({ text }: { text: string }): JSX.Element {
  return <>{text.split(/([♠♥♦♣]|[NEO]-[SW](?: \d+)?)/).map((part, i) => {
    const s = suitOf[part];
    if (s) return <span key={i}><Glyph suit={s} /><span class="sr"> {words().strains[s]} </span></span>;
    return i % 2 ? <span key={i} class="nb">{part}</span> : part;
  })}</>;
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
