// The head of the sheet: which event, how long, what is wrong, and the way out.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hour } from "../kit/hour";
import { n, t } from "../kit/texts";
import { Icon } from "../kit/icons";
import { clockOf, face, left } from "./clock";
import { currentRound, sessionsOf } from "./grid";
import { day, Kbd, Mark } from "./parts";
import type { State } from "./types";
import { useConsole } from "./use";

/** published is when the result was published last. */
export function published(s: State): string | undefined { return s.phase.versions?.[s.phase.versions.length - 1]?.at; }

/** useSecond counts seconds of this machine, for what runs. */
export function useSecond(): number {
  const c = useConsole();
  const [now, set] = useState(c.now());
  useEffect(() => {
    const timer = setInterval(() => set(c.now()), 500);
    return () => clearInterval(timer);
  }, [c.now]);
  return now;
}

export function Head({ quiet }: { quiet: boolean }): JSX.Element {
  const c = useConsole();
  const s = c.state;
  const sections = s.sections.filter((x) => (x.session ?? 0) === c.session);
  const facts = [day(s.event.date, c.lang), ...sections.map((x) => (sections.length > 1 ? `${x.section ?? ""}: ${x.title}` : x.title))].filter(Boolean);
  const sessions = sessionsOf(s);
  const loud = s.ready && !s.phase.version;
  return (
    <header class="head">
      <div class={`event ${sessions.length > 1 ? "many" : ""}`}><h1>{s.event.title}</h1>
        {sessions.length > 1 && <label class="q session">{t("ui.console.session")}{" "}
          <select value={String(c.session)} onChange={(e) => c.show(Number(e.currentTarget.value))}>{sessions.map((x) => <option key={x} value={String(x)}>{x || 1}</option>)}</select></label>}
        <span class="q">{facts.join(" · ")}</span></div>
      <RoundClock />
      <div class="counts">
        {s.phase.version ? <span>{t("ui.console.published", String(s.phase.version), hour(published(s)))}</span> : null}
        {s.counts.calls > 0 && <span><Mark kind="call" /><span><b>{s.counts.calls}</b> {n("ui.console.count.calls", s.counts.calls)}</span></span>}
        {s.counts.missing > 0 && <span><Mark kind="miss" /><span><b>{s.counts.missing}</b> {n("ui.console.count.missing", s.counts.missing)}</span></span>}
        {s.counts.check > 0 && <span><Mark kind="look" /><span><b>{s.counts.check}</b> {n("ui.console.count.check", s.counts.check)}</span></span>}
      </div>
      {!quiet && <button class={`btn ${loud ? "main" : "small idle"}`} onClick={() => c.go({ name: "publish" })}>
        {s.phase.version ? t("ui.console.publish.is") : t("ui.console.publish")} {loud && <span><Kbd k="Ctrl+Enter" /></span>}
      </button>}
    </header>
  );
}

function RoundClock(): JSX.Element {
  const c = useConsole();
  const s = c.state;
  const now = useSecond();
  const rounds = s.sections.filter((x) => (x.session ?? 0) === c.session).reduce((m, x) => Math.max(m, x.rounds), 0);
  const clock = clockOf(s.clock, c.session);
  const seconds = left(clock, now, c.offset);
  const places = s.places.filter((p) => (p.session ?? 0) === c.session);
  const all = places.length > 0 && places.every((p) => p.state !== "empty" && p.state !== "proposed" && p.state !== "returned");
  const boards = new Set(places.map((p) => p.board)).size;
  const round = clock?.round || currentRound(s, c.session);
  const ask = (action: string, add = 0) => void c.run(() => c.api.clock({ ...(c.session ? { session: c.session } : {}), round: Math.max(1, round), action, ...(add ? { seconds: add } : {}) }));
  if (all && seconds === null) return <div class="clock"><span class="q">{n("ui.console.all_in", boards)}</span></div>;
  return (
    <div class="clock">
      {round > 0 && <span class="q">{t("ui.console.round_of", String(round), String(rounds))}</span>}
      {seconds !== null && <b role="timer" class={`${seconds < 0 ? "over" : ""} ${clock?.paused ? "still" : ""}`}>{face(seconds)}</b>}
      {seconds !== null
        ? <span class="clockkeys">
            <button class="btn tool" aria-label={clock?.paused ? t("ui.console.clock.go") : t("ui.console.clock.pause")} title={clock?.paused ? t("ui.console.clock.go") : t("ui.console.clock.pause")}
              onClick={() => ask(clock?.paused ? "go" : "pause")}>{clock?.paused ? <Icon name="next" /> : <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6v12M15 6v12" /></svg>}</button>
            <button class="btn tool" title={t("ui.console.clock.add")} onClick={() => ask("add", 60)}><span aria-hidden="true">+1</span><span class="sr">{t("ui.console.clock.add")}</span></button>
          </span>
        : <button class="btn small quiet" onClick={() => ask("start")}>{t("ui.console.clock.start")}</button>}
    </div>
  );
}
