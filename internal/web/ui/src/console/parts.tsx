// Small things that every view of the console is made of.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Denomination, Glyph, Icon } from "../kit/icons";
import { over, parse, type Seat as BridgeSeat, type Suit } from "../kit/bridge";
import { Radio, Radios } from "../kit/radios";
import { t, words } from "../kit/texts";
import { cap } from "./keys";
import type { MovedRow, PlaceView, Side, Sitting } from "./types";

/** Kbd is a key as it stands beside what it does. */
export function Kbd({ k }: { k: string }): JSX.Element {
  return <>{k.split(/\+(?=.)/).map((one) => <kbd key={one}>{capText(one)}</kbd>)}</>;
}

function capText(key: string): string {
  const c = cap(key);
  switch (c.word) {
    case "space": return t("ui.console.cap.space");
    case "delete": return t("ui.console.cap.delete");
    case "esc": return t("ui.console.cap.esc");
    case "ctrl": return t("ui.console.cap.ctrl");
  }
  return c.sign ?? key;
}

const suitOf: Record<string, Suit> = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** what is read in one piece: 4♠× S −1, 3NT W =, ♣Q, N-S 420 */
const pieces = /(\d?(?:[♠♥♦♣]\uFE0E?|\p{Lu}{2}(?=×* [NESWO] [=+−]))×*(?: [NESWO] [=+−]\d*)?|[NEO]-[SW](?: \d+)?)/u;

/** Rich is a text of the server whose suits are drawn, and whose results and sides never break. */
export function Rich({ text }: { text: string | undefined }): JSX.Element {
  return <>{text?.split(pieces).map((part, i) => (i % 2 ? <span key={i} class="nb"><Drawn text={part} /></span> : part))}</>;
}

function Drawn({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split(/([♠♥♦♣])\uFE0E?/).map((part, i) => {
        const s = suitOf[part];
        return s ? <span key={i}><Glyph suit={s} /><span class="sr"> {words().strains[s]} </span></span> : part;
      })}
    </>
  );
}

/** seatText is a letter, but a name where a letter could be read in two ways: no lone O. */
export function seatText(s: BridgeSeat): string {
  const seats = words().seats;
  const same = ["N", "E", "S", "W"].every((k) => !seats[k] || seats[k].letter === k);
  return (same ? seats[s]?.letter : seats[s]?.name) ?? s;
}

/** Outcome is a result in the shortest form: 4♠ S +1. */
export function Outcome({ result, text, lead }: { result?: string; text?: string; lead?: boolean }): JSX.Element {
  const r = result ? parse(result) : undefined;
  if (r === undefined) return <Rich text={text ?? result} />;
  if (r === null) return <>{t("ui.console.passed")}</>;
  return (
    <span class="nb">
      <span class="contract">{r.level}<Denomination strain={r.strain} />{r.doubled && <span class="x">{r.doubled === "X" ? "×" : "××"}</span>}</span>
      {" "}{seatText(r.declarer)} {over(r.over)}
      {lead && r.lead && <span class="q"> {" "}<Glyph suit={r.lead.suit} /><span class="sr">{words().strains[r.lead.suit]} </span>{words().ranks[r.lead.rank] ?? r.lead.rank}</span>}
    </span>
  );
}

/** scoreText says who gets the score: never a bare sign. */
export function scoreText(score: number | undefined): string {
  if (score === undefined) return "";
  if (score === 0) return "0";
  const side: Side = score > 0 ? "NS" : "EW";
  return t("ui.console.score", sideText(side), String(Math.abs(score)));
}

export function sideText(s: Side): string { return words().sides[s]?.letters ?? (s === "NS" ? "N-S" : "E-W"); }

/** decimal writes a finished decimal number in the viewer's way. */
export function decimal(text: string | number | undefined): string {
  return String(text ?? "").replace(".", words().decimal).replace("-", words().minus);
}

/** rankText is a place as lists write it: "1=" is shared, nothing is none. */
export function rankText(r: MovedRow, when: "before" | "after"): string {
  return r.rank[when] ? `${r.rank[when]}${r.tied[when] ? "=" : ""}` : "";
}

/** gainText is a number with its sign. */
export function gainText(gain: string): string {
  return /^[-−0]/.test(gain) && !/^0[.]?[1-9]/.test(gain) ? decimal(gain) : `+${decimal(gain)}`;
}

/** StateText is what stands where a place has no result. */
export function stateText(p: PlaceView): string {
  switch (p.state) {
    case "empty": return t("ui.console.state.empty");
    case "proposed": return t("ui.console.state.proposed");
    case "returned": return t("ui.console.state.returned");
    case "conflict": return t("ui.console.state.conflict");
    case "not_played": return t("ui.console.state.not_played");
    case "late": return t("ui.console.state.late");
    case "sat_out": return t("ui.console.state.sat_out");
  }
  return "";
}

/** Happened is what a place came to, in a line. */
export function Happened({ p }: { p: PlaceView }): JSX.Element {
  if (p.state === "ruled") return <><span class="b"><Rich text={p.text} /></span> <span class="q">{t("ui.console.state.ruled")}</span></>;
  if (p.result || p.state === "saved") {
    return <>{p.result || p.text ? <Outcome result={p.result} text={p.text} /> : null} <span class="q nb">{scoreText(p.score)}</span></>;
  }
  return <span class={p.state === "empty" ? "none" : "q"}>{stateText(p)}</span>;
}

/** day is a date as people write it in this language. */
export function day(date: string | undefined, lang: string): string {
  const m = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? "");
  if (!m) return date ?? "";
  const d = new Date(Number(m[1]), Number(m[2]) - 1, Number(m[3]));
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { weekday: "short", day: "numeric", month: "long" }).format(d).replace(/^(\w+),/, "$1").replace(/(\d\.?) /, "$1\u00a0");
}

/** What is known of who plays; the console's state has it. */
export interface Who { names: Record<string, string[]>; event: { kind?: string } }

/** known are the names of a contestant, "" where nobody is named. */
export function known(s: Who, contestant: string | undefined): string {
  return contestant ? s.names[contestant]?.filter(Boolean).join(" – ") ?? "" : "";
}

/** named are the people of a contestant, or who it is in words: a bare number could be anything. */
export function named(s: Who, contestant: string | undefined): string {
  if (!contestant) return "";
  const who = known(s, contestant);
  if (who) return who;
  const m = /^(.+?)(NS|EW)$/.exec(contestant);
  if (m) return `${sideText(m[2] as Side)} ${m[1]!}`;
  switch (s.event.kind) {
    case "individual": return t("ui.console.player", contestant);
    case "teams": return t("ui.console.team", contestant);
  }
  return t("ui.console.pair", contestant);
}

/** Names is a text of people: lines break between two of them, and in a name only where it is too long for a line. */
export function Names({ text }: { text: string }): JSX.Element {
  return <>{text.split(/(?<= –) /).map((one, i) => <span key={i}>{i > 0 && " "}<span class="person">{one}</span></span>)}</>;
}

/** sideNames are the people of a side: a pair, or two players of an individual event. */
export function sideNames(s: Who, x: Sitting | undefined, side: Side): string {
  const both = side === "NS" ? [x?.ns, x?.south] : [x?.ew, x?.west];
  return both.filter(Boolean).map((c) => named(s, c)).join(" – ");
}

/** meeting says who plays whom, or who sits out. */
export function meeting(s: Who, x: Sitting | undefined): string {
  const ns = sideNames(s, x, "NS"), ew = sideNames(s, x, "EW");
  if (ns && ew) return t("ui.console.against", ns, ew);
  return ns || ew ? t("ui.console.sits_out", ns || ew) : "";
}

/** Mark is the shape before what wants to be looked at; its colour says it again. */
export function Mark({ kind }: { kind: "call" | "miss" | "look" | "clock" | "name" | "ok" }): JSX.Element {
  switch (kind) {
    case "call": return <span class="g call" aria-hidden="true"><Icon name="call" /></span>;
    case "miss": return <span class="g miss" aria-hidden="true">!</span>;
    case "clock": return <span class="g look" aria-hidden="true"><Icon name="clock" /></span>;
    case "ok": return <span class="g ok" aria-hidden="true"><Icon name="check" /></span>;
  }
  return <span class="g look" aria-hidden="true">▲</span>;
}

export interface Choice<T extends string> { value: T; text: ComponentChildren; label?: string }

/** Seg is a row of which one is chosen. choose hears whether a pointer did it; look is as of Radios. */
export function Seg<T extends string>({ label, value, choices, choose, look }: { label: string; value: T; choices: Choice<T>[]; choose: (v: T, mouse: boolean) => void; look?: boolean }): JSX.Element {
  return (
    <Radios class="seg" label={label} look={look}>
      {choices.map((c) => <Radio key={c.value} on={c.value === value} label={c.label} choose={(mouse) => choose(c.value, mouse)}>{c.text}</Radio>)}
    </Radios>
  );
}

/** Field is a label and an input. */
export function Field(p: {
  label: string; value: string; input: (v: string) => void; hint?: string; id: string; area?: boolean; focus?: boolean | string; bad?: boolean; described?: string; enter?: () => void;
}): JSX.Element {
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useLayoutEffect(() => { if (p.focus) ref.current?.focus(); }, [p.focus]);
  const common = {
    id: p.id, value: p.value, ref, placeholder: p.hint, autoComplete: "off", spellcheck: false,
    "aria-invalid": p.bad || undefined, "aria-describedby": p.described,
    onInput: (e: { currentTarget: { value: string } }) => p.input(e.currentTarget.value),
    onKeyDown: (e: KeyboardEvent) => { if (p.enter && e.key === "Enter" && !e.ctrlKey && !e.metaKey) { e.preventDefault(); p.enter(); } },
  };
  return (
    <div>
      <label class="lab" for={p.id}>{p.label}</label>
      {p.area ? <textarea class="input" rows={2} {...common} /> : <input class={`input ${p.bad ? "bad" : ""}`} {...common} />}
    </div>
  );
}

/** useTitle names the page in the browser. */
export function useTitle(text: string): void {
  useEffect(() => { document.title = text; }, [text]);
}
