// The big screen: the clock and who still plays, to be read from the other end of the room.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { n, t, words } from "../kit/texts";
import { face, left } from "./clock";
import { gridOf } from "./grid";
import { useStandings } from "./ranking";
import { useSecond } from "./head";
import { Kbd } from "./parts";
import { useActions, useConsole } from "./use";

export function Big(): JSX.Element {
  const c = useConsole();
  const [ranking, setRanking] = useState(false);
  useActions({ back: () => { if (document.fullscreenElement) void document.exitFullscreen(); c.back(); }, bigrank: () => setRanking(!ranking) });
  return ranking ? <Places flip={() => setRanking(false)} /> : <Playing flip={() => setRanking(true)} />;
}

function Playing({ flip }: { flip(): void }): JSX.Element {
  const { state, offset } = useConsole();
  const now = useSecond();
  const seconds = left(state.clock, now, offset);
  const grid = gridOf(state); // of the session that is played, whichever the console shows: the hall plays it
  const still = grid.rows.filter((r) => r.cells.some((x) => x.round <= grid.current && x.of > 0 && x.done < x.of)).map((r) => r.label);
  return (
    <main class="big">
      <h1><RoundOf round={grid.current} of={grid.rounds.length} /></h1>
      <div class={`time ${seconds !== null && face(seconds).length > 5 ? "long" : ""}`} role="timer">{seconds === null ? "" : face(seconds)}</div>
      <div class="wait">{still.length === 0 ? <span>{t("ui.console.big.all")}</span>
        : still.length > 7 ? <><span>{t("ui.console.big.still")}</span><b>{n("ui.console.tables", still.length)}</b></>
        : <><span>{t("ui.console.big.still")}</span><b>{still.map((x) => <i key={x}>{x}</i>)}</b></>}</div>
      <Corner flip={flip} to={t("ui.console.view.ranking")} />
    </main>
  );
}

function RoundOf({ round, of }: { round: number; of: number }): JSX.Element {
  const [a = "", b = ""] = t("ui.console.round_of", "\u0000", "\u0001").split("\u0000");
  return <>{a}{round}<span class="q">{b.replace("\u0001", String(of))}</span></>;
}

/** Corner is how the director goes on, small. */
function Corner({ flip, to }: { flip(): void; to: string }): JSX.Element {
  const { back } = useConsole();
  return <p class="corner"><button class="plain" onClick={flip}>{to} <Kbd k="r" /></button> <button class="plain" onClick={back}>{t("ui.console.back")} <Kbd k="Escape" /></button></p>;
}

function Places({ flip }: { flip(): void }): JSX.Element {
  const { state, offset } = useConsole();
  const now = useSecond();
  const { standings } = useStandings();
  const seconds = left(state.clock, now, offset);
  const lists = standings?.lists.slice(0, 2) ?? [];
  const long = lists.length > 1 && lists.some((l) => l.rows.slice(0, 6).some((r) => r.names.join(" – ").length > 20));
  return (
    <main class="big">
      <h1 class="over">{t("ui.console.view.ranking")} <span>{seconds === null ? "" : face(seconds)}</span></h1>
      <div class={`bigrank ${lists.length === 1 ? "one" : ""} ${long ? "long" : ""}`}>
        {lists.map((l) => (
          <section key={l.name}>
            {(l.name === "NS" || l.name === "EW") && <h2><span class={`side ${l.name.toLowerCase()}`} aria-hidden="true" />{words().sides[l.name]?.name}</h2>}
            <ol>{l.rows.slice(0, 6).map((r) => <li key={r.contestant}><b>{r.rank}{r.tied ? "=" : ""}</b><span>{r.names.map((name, i) => <span key={i}>{name}{i < r.names.length - 1 ? " – " : ""}</span>)}</span></li>)}</ol>
          </section>
        ))}
      </div>
      <Corner flip={flip} to={t("ui.console.big.clock")} />
    </main>
  );
}
