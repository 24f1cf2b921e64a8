// Who sits here: four seats, and a list that finds people by their first letters.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../kit/bridge";
import { Icon, Logo } from "../kit/icons";
import { t, words } from "../kit/texts";
import { Mark } from "./head";
import type { Model } from "./model";
import { nameAt } from "./plan";

export interface Found { id: string; name: string; number?: string; hint?: string; last?: string }

type Chosen = { person: string; name: string } | { guest: string; name: string };

// fold takes the accents and the case from a name: what is typed need not have them.
const fold = (s: string): string => s.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** marked is where in a name the typed letters are. */
export function marked(name: string, typed: string): [string, string, string] {
  const plain = [...name].map(fold);
  const want = fold(typed);
  if (!want) return [name, "", ""];
  const letters = [...name];
  for (let i = 0; i < letters.length; i++) {
    if (i > 0 && letters[i - 1] !== " " && letters[i - 1] !== "-") continue;
    let got = "";
    for (let k = i; k < letters.length && got.length < want.length; k++) {
      got += plain[k];
      if (got === want) return [letters.slice(0, i).join(""), letters.slice(i, k + 1).join(""), letters.slice(k + 1).join("")];
    }
  }
  return [name, "", ""];
}

const around: Seat[] = ["N", "S", "E", "W"];

export function Join({ m }: { m: Model }): JSX.Element {
  const e = m.evening;
  const s = m.sitting;
  const [chosen, setChosen] = useState<Partial<Record<Seat, Chosen>>>({});
  const known = (seat: Seat): string => chosen[seat]?.name ?? (e ? nameAt(e, s, seat) : "");
  const free = around.find((seat) => !known(seat));
  const [seat, setSeat] = useState<Seat | undefined>(free);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found[]>([]);
  const [away, setAway] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!seat || !e) return;
    let old = false;
    const timer = setTimeout(() => {
      m.w.ask<{ people: Found[] }>("GET", `/api/people?q=${encodeURIComponent(typed)}&event=${encodeURIComponent(e.event.id)}`).then(
        (a) => { if (!old) { setFound(a.people ?? []); setAway(false); } },
        () => { if (!old) { setFound([]); setAway(true); } },
      );
    }, typed ? 150 : 0);
    return () => { old = true; clearTimeout(timer); };
  }, [seat, typed]);
  useEffect(() => setTyped(""), [seat]);

  const take = (c: Chosen) => {
    if (!seat) return;
    const next = { ...chosen, [seat]: c };
    setChosen(next);
    setSeat(around.find((x) => !(next[x]?.name ?? (e ? nameAt(e, s, x) : ""))));
  };
  const ready = () => {
    const seats: Record<string, { person: string } | { guest: string }> = {};
    for (const [k, c] of Object.entries(chosen)) seats[k] = "person" in c ? { person: c.person } : { guest: c.guest };
    m.sit(seats);
  };
  const used = Object.values(chosen).map((c) => ("person" in c ? c.person : ""));
  const some = Object.keys(chosen).length > 0;
  const full = around.every((x) => known(x));
  return (
    <main class="app join">
      <header class="head"><Logo /><h1 class="grow">{t("ui.table.title")} {e?.section}{e?.table}</h1><span class="q nb ell">{e?.event.title}</span><Mark m={m} /></header>
      <p class="step">{t(full ? "ui.table.join_full" : "ui.table.join_step")}</p>
      <div class="compass">
        {around.map((x) => {
          const name = known(x);
          const w = words().seats[x];
          return (
            <button key={x} class={`seat ${x.toLowerCase()} ${seat === x ? "now" : name ? "set" : "open"}`} aria-pressed={seat === x} onClick={() => setSeat(x)}>
              <span class="ltr" aria-hidden="true">{w?.letter}</span><span class="sr">{w?.name}: </span>{name ? <b class="ell">{name}</b> : <span class={seat === x ? "ell" : "ell q"}>{t(seat === x ? "ui.table.seat_who" : "ui.table.seat_free")}</span>}
            </button>
          );
        })}
        <span class="tbl" aria-hidden="true" />
      </div>
      {seat && <>
        <label class="field"><span class="lab">{words().seats[seat]?.name}</span>
          <span class="in"><Icon name="search" /><input ref={field} value={typed} maxLength={40} autocomplete="off" autocapitalize="words" spellcheck={false} enterkeyhint="done"
            aria-label={t("ui.table.name_of", words().seats[seat]?.name ?? "")} onInput={(ev) => setTyped((ev.target as HTMLInputElement).value)} /></span>
        </label>
        <ul class="rows names">
          {found.filter((p) => !used.includes(p.id)).slice(0, 8).map((p) => {
            const [a, b, c] = marked(p.name, typed);
            return (
              <li key={p.id}><button class="row" onClick={() => take({ person: p.id, name: p.name })}>
                <span class="grow"><b class="t18">{a}{b && <mark>{b}</mark>}{c}</b>{(p.hint || p.number) && <><br /><span class="q">{[p.hint, p.number].filter(Boolean).join(" · ")}</span></>}</span><Icon name="next" />
              </button></li>
            );
          })}
          <li><button class="row" onClick={() => { const name = typed.trim(); if (name) take({ guest: name, name }); else field.current?.focus(); }}>
            <span class="grow"><b class="t18">{t("ui.table.guest")}</b><br /><span class="q">{typed.trim() ? t("ui.table.guest_add", typed.trim()) : t("ui.table.guest_type")}</span></span><Icon name="add" />
          </button></li>
        </ul>
        {away && <p class="q hint0">{t("ui.table.join_away")}</p>}
      </>}
      <div class="stack end">
        <p class="q">{t("ui.table.join_until", e?.config.names_until_round ?? 1)}</p>
        <button class={`btn wide${full || some ? " main" : ""}`} onClick={ready}>{t(some ? "ui.table.join_ready" : full ? "ui.table.join_right" : "ui.table.join_later")}<Icon name="next" /></button>
      </div>
    </main>
  );
}
