// The director's console: one page over the whole evening, live, by keyboard first.

import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem } from "../kit/api";
import { useFocusKept } from "../kit/focus";
import { onHash } from "../kit/hash";
import { hour } from "../kit/hour";
import { id } from "../kit/ids";
import { t } from "../kit/texts";
import type { Api } from "./api";
import { Big } from "./big";
import { Boards } from "./boards";
import { CellPage } from "./cell";
import { clockOf, offsetOf } from "./clock";
import { Goto } from "./goto";
import { cellAt, currentSession, gridOf, shownSession, type At } from "./grid";
import { Head } from "./head";
import { Help } from "./help";
import { find, foot, type Where } from "./keys";
import { keyText, viewText } from "./keytexts";
import { next, sorted } from "./lane";
import { Lane } from "./lanelist";
import { Log } from "./log";
import { MovedPage } from "./moved";
import { Movement } from "./movement";
import { NamesView } from "./names/names";
import { day, Kbd, Rich, useTitle } from "./parts";
import { Publish } from "./publish";
import { Ranking } from "./ranking";
import { print, read, views, type Page, type View } from "./route";
import { RulePage } from "./rule";
import { SettingsPage } from "./settings";
import { SlipPage } from "./slip/slip";
import { Tables } from "./tables";
import type { LaneAction, LaneItem, State } from "./types";
import { inverse, type Step } from "./undo";
import { ConsoleContext, layers, type Console } from "./use";

interface Props { api: Api; lang: string; clock?: () => number; start?: Page; state?: State }

interface Unsent { command: string; body: unknown; key: string; why?: string; says?: string }

export function App({ api, lang, clock, start, state: given }: Props): JSX.Element {
  const now = useMemo(() => clock ?? Date.now, []);
  const [state, setState] = useState<State | null>(given ?? null);
  const [offset, setOffset] = useState(given ? offsetOf(given.now, now()) : 0);
  const [away, setAway] = useState<number | null>(null); // since when there is no answer
  const [refused, setRefused] = useState("");
  const [page, setPage] = useState<Page>(() => start ?? read(location.hash));
  const latest = useRef<State | null>(state);
  latest.current = state;

  // reading: one question at a time, and one more if something changed meanwhile
  const reading = useRef(false);
  const again = useRef(false);
  const refresh = useCallback(async (): Promise<void> => {
    if (reading.current) { again.current = true; return; }
    reading.current = true;
    try {
      do {
        again.current = false;
        const s = await api.state();
        setState(s);
        setOffset(offsetOf(s.now, now()));
        setAway(null);
        setRefused("");
      } while (again.current);
    } catch (e) {
      if (e instanceof Problem && !e.away) setRefused(e.detail || t("ui.console.refused"));
      else setAway((was) => was ?? now());
    } finally {
      reading.current = false;
    }
  }, []);
  useEffect(() => {
    void refresh();
    const stream = api.watch(() => latest.current?.position ?? 0, {
      change: () => void refresh(), reset: () => void refresh(), open: (there) => { if (latest.current) setTimeout(() => void refresh(), there ? 0 : 1500); },
    });
    const timer = setInterval(() => void refresh(), 20_000); // what follows from the time alone: slow tables
    return () => { stream.close(); clearInterval(timer); };
  }, []);

  // pages: in the address, unless this is a story
  useEffect(() => (start ? undefined : onHash(() => setPage(read(location.hash)))), []);
  const lastView = useRef<View>("tables");
  useEffect(() => {
    scrollTo(0, 0);
    if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [page.name]);
  const isView = views.find((v) => v === page.name);
  if (isView) lastView.current = isView;
  const go = useCallback((p: Page) => { setPage(p); if (!start) location.hash = print(p); }, []);
  const back = useCallback(() => go({ name: lastView.current }), []);

  // what was said and done last
  const [said, setSaid] = useState<{ text: string; bad: boolean } | null>(null);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const undo = useRef<Step[]>([]);
  const saying = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((text: string, bad = false) => {
    setSaid({ text, bad });
    clearTimeout(saying.current);
    saying.current = setTimeout(() => setSaid(null), bad ? 12_000 : 6_000);
  }, []);
  const failed = useCallback((e: unknown) => {
    if (e instanceof Problem && !e.away) say(e.detail || t("ui.console.refused"), true);
    else say(t("ui.console.not_sent"), true);
    return false;
  }, []);
  const put = useCallback(async (u: Unsent, keep: boolean): Promise<boolean> => {
    const before = latest.current;
    try {
      const a = await api.send(u.command, u.body, u.why, u.key);
      setUnsent(null);
      const step = keep && before ? inverse(before, u.command, u.body, a.position ?? 0) : null;
      if (keep) undo.current = step ? [...undo.current, step] : undo.current;
      say(a.says === "nothing" ? t("ui.console.was_so") : u.says ?? t("ui.console.done"));
      await refresh();
      return true;
    } catch (e) {
      setUnsent(e instanceof Problem && e.away ? u : null);
      if (e instanceof Problem && e.away) void refresh(); // which says since when
      return failed(e);
    }
  }, []);
  const send = useCallback((command: string, body: unknown, o: { why?: string; says?: string } = {}) => put({ command, body, key: id(), ...o }, true), []);
  const run = useCallback(async (what: () => Promise<unknown>, says?: string) => {
    try {
      await what();
      if (says) say(says);
      await refresh();
      return true;
    } catch (e) {
      return failed(e);
    }
  }, []);
  const takeBack = () => {
    const step = undo.current.pop();
    if (!step) { say(t("ui.console.undo.nothing")); return; }
    void put({ ...step, key: id(), why: t("ui.console.undo.why"), says: t("ui.console.undo.done") }, false);
  };

  // the grid and the list
  const [peek, setPeek] = useState(true);
  const [item, setItem] = useState<string | null>(() => (given ? sorted(given.lane).find((i) => i.kind === "missing")?.id ?? null : null));
  const stood = useRef(0); // where the item is in the list, for when it is done
  const [stir, setStir] = useState(0);
  const [going, setGoing] = useState(false);
  const [writing, setWriting] = useState(false); // in a field that takes every letter
  const [chosen, setChosen] = useState<number | null>(null); // a session that is not the current one
  const [kept, setKept] = useState<number | null>(null); // the session that was shown last
  const typed = page.name === "names" || page.name === "movement"; // a draft stays in its session
  const session = state ? shownSession(state, chosen, typed ? kept : null) : 0;
  useEffect(() => { if (state) setKept(session); }, [session, !state]);
  const grid = useMemo(() => (state ? gridOf(state, session) : null), [state, session]);
  const show = (to: number) => {
    if (!state || to === session) return;
    setKept(to);
    setChosen(to === currentSession(state) ? null : to);
  };

  // the cursor of a session begins where the session is
  const [cursor, setCursor] = useState<{ session: number; at: At } | null>(() => {
    const at = given && cellAt(gridOf(given), given.lane.find((i) => i.kind === "missing") ?? {});
    return at ? { session: currentSession(given!), at } : null;
  });
  const at = cursor?.session === session ? cursor.at : { row: 0, col: Math.max(0, grid ? grid.rounds.indexOf(grid.current) : 0) };
  const setAt = (to: At, of = session) => setCursor({ session: of, at: to });
  useEffect(() => { if (grid && cursor?.session !== session) setAt(at); }, [session, !grid]);

  const shared: Console | null = state && { api, state, session, show, lang, now, offset, go, back, send, run, say: (text) => say(text), refresh: () => void refresh() };
  const act = (i: LaneItem, a: LaneAction) => {
    const spot = { session: i.session, section: i.section, round: i.round ?? grid?.current ?? 1, table: i.table ?? 1, board: i.board ?? 0 };
    if (a.command) {
      void send(a.command, a.body, { says: t("ui.console.did", i.text, a.text), ...(state?.phase.version ? { why: i.text } : {}) });
      return;
    }
    switch (a.id.replace(/_\d+$/, "")) {
      case "names": go({ name: "names" }); break;
      case "repair": go({ name: "movement" }); break;
      case "rule": go({ name: "rule", spot }); break;
      default: go({ name: "cell", spot });
    }
  };
  const toItem = (by: number) => {
    if (!state) return;
    const lane = sorted(state.lane);
    const to = next(lane, item, by, stood.current);
    if (!to) { say(t("ui.console.lane.nothing")); return; }
    if (!withLane) go({ name: "tables" });
    setItem(to.id);
    stood.current = lane.indexOf(to);
    setStir((n) => n + 1);
    const there = to.session ?? session; // an item may be about another session
    show(there);
    const cell = cellAt(gridOf(state, there), to);
    if (cell) setAt(cell, there);
  };

  const where: Where = page.name === "rule" ? "ruling" : page.name === "slip" ? "any" : page.name === "names" && state?.event.kind === "individual" ? "players" : page.name;
  const withLane = page.name === "tables" || page.name === "boards" || page.name === "cell" || page.name === "movement";
  const clockDoes = (action: string, seconds?: number) => {
    const k = clockOf(state?.clock, session);
    if (!k) say(state?.clock ? t("ui.console.clock.other", String(state.clock.session || 1)) : t("ui.console.clock.none"));
    else void run(() => api.clock({ ...(k.session ? { session: k.session } : {}), round: k.round, action, ...(seconds ? { seconds } : {}) }));
  };
  const own: Record<string, () => void> = {
    next: () => toItem(1), before: () => toItem(-1), undo: takeBack, goto: () => setGoing(true), help: () => go({ name: "help" }), settings: () => go({ name: "settings" }),
    big: () => go({ name: "big" }), publish: () => go({ name: "publish" }), back,
    pause: () => clockDoes(clockOf(state?.clock, session)?.paused ? "go" : "pause"), add: () => clockDoes("add", 60),
  };
  for (const v of views) own[`view.${v}`] = () => go({ name: v });
  const keyed = useRef<(e: KeyboardEvent) => void>(() => undefined);
  keyed.current = (e) => {
    if (e.defaultPrevented || e.isComposing) return;
    const target = e.target as HTMLElement;
    const field = target as HTMLInputElement;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|file)$/.test(field.type)
      && !(field.value === "" && (field.dataset.keys ?? "").includes(e.key)); // keys that no line begins with
    const pressing = (e.key === "Enter" || e.key === " ") && !e.ctrlKey && !e.metaKey && (/^(BUTTON|A|SUMMARY)$/.test(target.tagName) || target.tagName === "INPUT");
    if (pressing) return;
    const does = find(e, where, typing);
    if (!does) return;
    for (let i = layers.length - 1; i >= 0; i--) {
      const action = layers[i]!.current[does];
      if (action && action(e) !== false) { e.preventDefault(); return; }
    }
    if (e.repeat && does === "publish") return;
    const action = own[does];
    if (action) { e.preventDefault(); action(); }
  };
  useEffect(() => {
    const listen = (e: KeyboardEvent) => keyed.current(e);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  useFocusKept("[data-home]");
  useTitle(state ? `${state.event.title} – overtrick` : "overtrick");

  if (!state || !shared || !grid) return <main class="sheet"><p class="loading" role="status">{refused || (away !== null ? t("ui.console.away") : t("ui.console.loading"))}</p></main>;
  if (page.name === "big") return <ConsoleContext.Provider value={shared}><Big /></ConsoleContext.Provider>;

  if (page.name === "slip") {
    return (
      <ConsoleContext.Provider value={shared}>
        <SlipPage evening={state} session={page.session} section={page.section} board={page.board} asks={api.slips} date={day(state.event.date, lang)}
          go={(board) => go({ ...page, board })} leave={() => go({ name: "boards" })} />
      </ConsoleContext.Provider>
    );
  }

  const view = (() => {
    switch (page.name) {
      case "tables": return <Tables grid={grid} at={at} set={setAt} peek={peek && grid.rows.length <= 20} setPeek={setPeek} grab={!start} />;
      case "boards": return <Boards key={session} grab={!start} />;
      case "ranking": return <Ranking />;
      case "names": return <NamesView key={session} evening={state} session={session} asks={api.people} late={() => go({ name: "movement", late: true })} writes={setWriting} />;
      case "movement": return <Movement key={session} late={!!page.late} />;
      case "log": return <Log grab={!start} />;
      case "cell": return <CellPage spot={page.spot} />;
      case "rule": return <RulePage key={print(page)} spot={page.spot} />;
      case "moved": return <MovedPage from={page.from} to={page.to} />;
      case "publish": return <Publish />;
      case "settings": return <SettingsPage />;
      case "help": return <Help />;
    }
  })();
  const bare = page.name === "rule" || page.name === "publish"; // their keys stand on their buttons
  const nav = isView || page.name === "cell"
    ? <nav class="views" aria-label={t("ui.console.views")}>{views.map((v, i) => (
        <a key={v} href={print({ name: v })} aria-current={v === (isView ?? "tables") ? "page" : undefined} onClick={(e) => { e.preventDefault(); go({ name: v }); }}><Kbd k={String(i + 1)} />{viewText(v)}</a>
      ))}</nav>
    : null;
  return (
    <ConsoleContext.Provider value={shared}>
      <main class="sheet">
        <Head quiet={page.name === "publish"} />
        {(away !== null || refused) && <p class="note warn offline" role="status"><b class="b">{refused || t("ui.console.offline", hour(new Date(away!).toISOString()))}</b> {refused ? "" : t("ui.console.offline_what")}</p>}
        {withLane
          ? <div class={`console ${page.name === "cell" ? "first" : ""}`}><div class="main">{nav}{view}</div><Lane at={item} choose={setItem} act={act} stir={stir} /></div>
          : <div class="whole">{nav}{view}</div>}
        {going && <Goto close={() => setGoing(false)} />}
        <footer class={`keyline ${bare || going ? "bare" : "held"}`}>
          {!bare && !going && foot(where, writing).map((k) => <span key={k.does}>{k.keys.slice(0, 4).map((one) => <Kbd key={one} k={one} />)} {keyText(k.does)}</span>)}
          <p class={`toast ${said?.bad ? "bad" : ""}`} role={said?.bad ? "alert" : "status"}><Rich text={said?.text} />{unsent && <button class="link" onClick={() => void put(unsent, true)}>{t("ui.console.try_again")}</button>}</p>
        </footer>
      </main>
    </ConsoleContext.Provider>
  );
}
