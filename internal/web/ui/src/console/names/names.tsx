// Names: a row a pair or a player, a field in the row, and who is meant after the first letters.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem } from "../../kit/api";
import { t, words } from "../../kit/texts";
import type { Seat } from "../../kit/bridge";
import type { Found, NamesAsks, SitAsk } from "./asks";
import { both, match, nextEmpty, rowsOf, seat, twice, type Chair, type Evening, type Person, type Row } from "./rows";
import "./names.css";

export interface NamesProps {
  evening: Evening;
  session: number;
  asks: NamesAsks;
  /** late opens what plans the rest of the evening with a pair more */
  late(): void;
  /** writes hears whether a field takes what is typed */
  writes?(on: boolean): void;
  quiet?: boolean; // nothing is typed at first
  at?: Chair & { text: string }; // for stories
}

export function NamesView(p: NamesProps): JSX.Element {
  const [changed, setChanged] = useState(() => new Map<string, Row["persons"]>());
  const rows = useMemo(() => rowsOf(p.evening, p.session, changed), [p.evening, p.session, changed]);
  const [at, setAt] = useState<Chair>(() => p.at ?? nextEmpty(rows, undefined) ?? { row: 0, chair: 0 });
  const [text, setText] = useState<string | undefined>(p.at?.text ?? (p.quiet || !nextEmpty(rows, undefined) ? undefined : ""));
  const [guest, setGuest] = useState(false);
  const [found, setFound] = useState<Found[]>([]);
  const [foundFor, setFoundFor] = useState("");
  const [pick, setPick] = useState(0);
  const [marked, setMarked] = useState<string>();
  const [fault, setFault] = useState("");
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const asked = useRef(0);
  const latest = useRef(rows);
  latest.current = rows;
  const box = useRef<HTMLDivElement>(null);

  // What the server has by now is no change any more.
  useEffect(() => setChanged((old) => (old.size ? new Map([...old].filter(([who, persons]) => !known(p.evening, who, persons))) : old)), [p.evening]);

  useEffect(() => {
    const mine = ++asked.current;
    setPick(0);
    if (!text?.trim() || guest) { setFound([]); setFoundFor(text ?? ""); return; }
    p.asks.people(text).then((list) => { if (mine === asked.current) { setFound(list); setFoundFor(text); } }, () => undefined);
  }, [text, guest]);

  const writing = text !== undefined;
  useLayoutEffect(() => { p.writes?.(writing); return () => p.writes?.(false); }, [writing]);

  // While nothing is typed the seat has the focus, and takes it along.
  const stood = useRef(p.quiet ? `${at.row}/${at.chair}/false` : "");
  useLayoutEffect(() => {
    const here = `${at.row}/${at.chair}/${writing}`;
    if (stood.current !== here && !writing) box.current?.querySelector<HTMLElement>(".seat.on")?.focus();
    stood.current = here;
  }, [at.row, at.chair, writing]);

  const row = rows[at.row];
  const doubles = twice(rows);
  const isTwice = (c: Person | undefined) => !!c?.id && doubles.some((d) => d.person.id === c.id);

  const ask = (what: (SitAsk | undefined)[], undo: () => void) => {
    setFault("");
    sending.current = sending.current.then(async () => {
      try {
        for (const one of what) if (one) await p.asks.sit(one);
      } catch (e) {
        undo();
        setFault(refusal(e));
      }
    });
  };

  /** put seats people at once here, and then there. */
  const put = (changes: [Row, Row["persons"]][], what: (SitAsk | undefined)[]) => {
    setChanged((old) => { const to = new Map(old); for (const [r, persons] of changes) to.set(r.contestant, persons); return to; });
    ask(what, () => setChanged((old) => { const to = new Map(old); for (const [r] of changes) to.set(r.contestant, r.persons); return to; }));
  };

  const place = (c: Chair, who: Person | undefined): Row[] => {
    const r = rows[c.row]!;
    const persons: Row["persons"] = [...r.persons];
    persons[c.chair] = who;
    put([[r, persons]], [seat(r, c.chair, who)]);
    return rows.map((x) => (x === r ? { ...x, persons } : x));
  };

  const advance = (after: Row[]) => {
    const to = nextEmpty(after, at);
    setGuest(false);
    setText(to ? "" : undefined);
    if (to) setAt(to);
  };

  const choices = useMemo(() => [...found.map((f) => ({ person: { id: f.id, name: f.name, number: f.number } as Person, found: f })), ...(text?.trim() ? [{ person: { id: "", name: text.trim(), guest: true } as Person, found: undefined }] : [])], [found, text]);

  const take = (k: number) => {
    if (text?.trim() && !guest && foundFor !== text) { takeFirst(text); return; }
    const c = choices[k];
    if (c) advance(place(at, c.person));
    else advance(rows); // nothing is typed: on to the next
  };

  /** takeFirst seats who is typed, faster than he was found. */
  const takeFirst = (typed: string) => {
    const r = rows[at.row]!;
    const chair = at.chair;
    const persons: Row["persons"] = [...r.persons];
    persons[chair] = { id: "", name: typed.trim() };
    setChanged((old) => new Map(old).set(r.contestant, persons));
    advance(rows.map((x) => (x === r ? { ...x, persons } : x)));
    sending.current = sending.current.then(async () => {
      let who: Person = { id: "", name: typed.trim(), guest: true };
      try {
        const [first] = await p.asks.people(typed);
        if (first) who = { id: first.id, name: first.name, number: first.number };
        await p.asks.sit(seat(r, chair, who)!);
        seatIn(r, chair, who);
      } catch (e) {
        seatIn(r, chair, r.persons[chair]);
        setFault(refusal(e));
      }
    });
  };

  const seatIn = (r: Row, chair: number, who: Person | undefined) => setChanged((old) => {
    const persons: Row["persons"] = [...(old.get(r.contestant) ?? r.persons)];
    persons[chair] = who;
    return new Map(old).set(r.contestant, persons);
  });

  const swap = () => {
    if (!row) return;
    if (!row.side) { swapPairs(); return; } // who has no partner changes places with another
    const persons: Row["persons"] = [row.persons[1], row.persons[0]];
    put([[row, persons]], [both(row, persons)]);
  };

  const swapPairs = () => {
    if (!row) return;
    const other = rows.find((r) => r.contestant === marked);
    if (!other) { setMarked(row.contestant); return; }
    setMarked(undefined);
    if (other === row) return;
    const [mine, theirs] = [both(row, other.persons), both(other, row.persons)];
    const at = (x: typeof mine) => JSON.stringify({ ...x, seats: 0 });
    // At one table it is one request; else somebody sits twice for a moment, and nobody is lost on the way.
    put([[row, other.persons], [other, row.persons]], mine && theirs && at(mine) === at(theirs) ? [{ ...mine, seats: { ...mine.seats, ...theirs.seats } }] : [mine, theirs]);
  };

  const move = (by: number, chair: number) => {
    if (!row) return;
    let to = { row: at.row + by, chair: at.chair + chair };
    if (to.chair < 0 || to.chair >= row.seats.length) { // into the other list, on the same line
      const here = rows.filter((r) => r.list === row.list);
      const there = rows.filter((r) => r.list !== row.list);
      const line = there[Math.min(here.indexOf(row), there.length - 1)];
      if (!line || (chair > 0) !== (row.list === 0)) return;
      to = { row: rows.indexOf(line), chair: chair > 0 ? 0 : line.seats.length - 1 };
    }
    if (to.row < 0 || to.row >= rows.length) return;
    setAt(to);
  };

  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.defaultPrevented) return;
    const target = e.target as HTMLElement;
    const mine = !!box.current?.contains(target);
    if (!mine && /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(target.tagName)) return;
    if (mine && target.tagName === "BUTTON" && (e.key === "Enter" || e.key === " ")) return;
    const writing: Record<string, () => void> = {
      Enter: () => take(pick),
      Escape: () => { setText(undefined); setGuest(false); },
      ArrowDown: () => { if (choices.length) setPick((pick + 1) % choices.length); else move(1, 0); },
      ArrowUp: () => { if (choices.length) setPick((pick + choices.length - 1) % choices.length); else move(-1, 0); },
      ...(text === "" && row?.persons[at.chair] ? { Backspace: () => { place(at, undefined); }, Delete: () => { place(at, undefined); } } : {}),
    };
    const looking: Record<string, () => void> = {
      Enter: () => { setText(""); setGuest(false); },
      ArrowDown: () => move(1, 0), ArrowUp: () => move(-1, 0), ArrowLeft: () => move(0, -1), ArrowRight: () => move(0, 1),
      s: swap, S: swapPairs, g: () => { setGuest(true); setText(""); }, ...(row?.side ? { l: p.late } : {}), Delete: () => { place(at, undefined); },
      ...(marked ? { Escape: () => setMarked(undefined) } : {}),
    };
    const act = (text === undefined ? looking : writing)[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };
  const keyed = useRef(keys);
  keyed.current = keys;
  useEffect(() => {
    const listen = (e: KeyboardEvent) => keyed.current(e);
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, []);

  const list = (which: 0 | 1): JSX.Element | null => {
    const of = rows.filter((r) => r.list === which);
    if (!of.length) return null;
    const { side, seats } = of[0]!;
    const heads = side ? seats.map((s) => words().seats[s as Seat]?.name) : [t("ui.console.ranking.names")];
    return (
      <section>
        <table>
          <thead><tr><th class="no">{side && words().sides[side]?.letters}</th>{heads.map((h) => <><th>{h}</th><th class="id">{t("ui.console.names.number")}</th></>)}</tr></thead>
          <tbody>
            {of.map((r) => {
              const i = rows.indexOf(r);
              return (
                <tr key={r.contestant} class={i === at.row ? "at" : r.contestant === marked ? "marked" : ""} aria-current={i === at.row || undefined}>
                  <td class="no">{r.label}</td>
                  {r.seats.map((_, k) => {
                    const on = i === at.row && k === at.chair;
                    const who = r.persons[k];
                    return on && text !== undefined
                      ? <><td><Typing text={text} set={setText} label={chairText(r, k)} player={!r.side} guest={guest} choices={choices} pick={pick} take={take} /></td><td class="id" /></>
                      : <><td class={`seat ${on ? "on" : ""}`} tabIndex={on ? 0 : -1} aria-label={chairText(r, k) + (who ? `: ${who.name}` : "")} onClick={() => { setAt({ row: i, chair: k }); setText(""); setGuest(false); }}>
                          <span class={`who ${isTwice(who) ? "two" : ""}`}>{isTwice(who) && <span aria-hidden="true">▲ </span>}{who?.name ?? <span class="nobody">{on ? "–" : ""}</span>}</span></td>
                        <td class="id">{who?.number ?? (who?.guest ? t("ui.console.names.guest_short") : "")}</td></>;
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    );
  };

  const double = doubles[0];
  return (
    <div class="nameview" ref={box}>
      <div class="names">{list(0)}{list(1)}</div>
      <div class="namefoot" aria-live="polite">
        {fault && <p class="bad" role="alert">{fault}</p>}
        {marked && <p>{t(row?.side ? "ui.console.names.swap_with" : "ui.console.names.swap_with_player", rows.find((r) => r.contestant === marked)?.label ?? "")}</p>}
        {double && <p><span class="g look" aria-hidden="true">▲</span> <Double rows={rows} double={double} keep={(c) => {
          const others = double.places.filter((x) => x !== c);
          put(others.map((x) => [rows[x.row]!, without(rows[x.row]!, x.chair)]), others.map((x) => seat(rows[x.row]!, x.chair, undefined)));
        }} two={() => place(double.places[1]!, { id: "", name: double.person.name, guest: true })} /></p>}
      </div>
    </div>
  );
}

/** chairText is a chair in words: "North, pair 7", "player 7". */
function chairText(r: Row, chair: number): string {
  return r.side ? t("ui.console.names.field", words().seats[r.seats[chair] as Seat]?.name ?? "", r.label) : t("ui.console.player", r.label);
}

const refusal = (e: unknown): string => (e instanceof Problem && e.detail) || t("ui.console.names.away");

function without(r: Row, chair: number): Row["persons"] {
  const persons: Row["persons"] = [...r.persons];
  persons[chair] = undefined;
  return persons;
}

function known(e: Evening, who: string, persons: Row["persons"]): boolean {
  const there = e.contestants.find((c) => c.contestant === who)?.persons ?? [];
  return [0, 1].every((k) => (there[k]?.name ?? "") === (persons[k]?.name ?? ""));
}

function Double({ rows, double, keep, two }: { rows: Row[]; double: { person: Person; places: Chair[] }; keep(c: Chair): void; two(): void }): JSX.Element {
  const [a, b] = double.places as [Chair, Chair];
  const partner = (c: Chair) => rows[c.row]!.persons[1 - c.chair]?.name ?? place(c);
  const place = (c: Chair) => {
    const { side, label } = rows[c.row]!;
    return side ? `${words().sides[side]?.letters} ${label}` : t("ui.console.player", label);
  };
  if (a.row === b.row) return <>{t("ui.console.names.twice_pair", double.person.name, place(a))} <button type="button" onClick={() => keep(a)}>{t("ui.console.names.clear_one")}</button></>;
  return (
    <>
      {rows[a.row]!.side ? t("ui.console.names.twice", double.person.name, partner(a), place(a), partner(b), place(b)) : t("ui.console.names.twice_player", double.person.name, place(a), place(b))}{" "}
      <button type="button" onClick={() => keep(a)}>{partner(a)}</button> · <button type="button" onClick={() => keep(b)}>{partner(b)}</button> · <button type="button" onClick={two}>{t("ui.console.names.two_people")}</button>
    </>
  );
}

function Typing(p: { text: string; set(v: string): void; label: string; player: boolean; guest: boolean; choices: { person: Person; found?: Found }[]; pick: number; take(k: number): void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(false);
  useLayoutEffect(() => {
    const under = window.innerHeight - (field.current?.getBoundingClientRect().bottom ?? 0);
    setAbove((list.current?.offsetHeight ?? 0) + 16 > under);
  }, [p.choices.length, p.label]);
  useLayoutEffect(() => field.current?.focus(), [p.label]); // before the next key
  return (
    <span class="typing">
      <input ref={field} value={p.text} aria-label={p.label} placeholder={p.guest ? t("ui.console.names.guest_short") : ""} role="combobox" aria-expanded={p.choices.length > 0} aria-controls="names-pick" aria-activedescendant={p.choices.length ? `names-pick-${p.pick}` : undefined}
        autoComplete="off" spellcheck={false} onInput={(e) => p.set(e.currentTarget.value)} />
      {p.choices.length > 0 && (
        <ul class={`pick ${above ? "above" : ""}`} id="names-pick" role="listbox" ref={list}>
          {p.choices.map((c, i) => (
            <li key={c.found?.id ?? "guest"} id={`names-pick-${i}`} role="option" aria-selected={i === p.pick} onMouseDown={(e) => { e.preventDefault(); p.take(i); }}>
              {c.found ? <><Marked name={c.found.name} typed={p.text} /><small>{[c.found.plays ? t(p.player ? "ui.console.names.plays_player" : "ui.console.names.plays", c.found.plays.replace(/(NS|EW)$/, "")) : c.found.hint, c.found.number].filter(Boolean).join(", ")}</small></>
                : <span>{t("ui.console.names.guest", "")} <mark>{c.person.name}</mark></span>}
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}

function Marked({ name, typed }: { name: string; typed: string }): JSX.Element {
  const [before, same, behind] = match(name, typed);
  return <span>{before}{same && <mark>{same}</mark>}{behind}</span>;
}
