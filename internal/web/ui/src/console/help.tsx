// All keys, from the same table that the keyboard reads.

import type { JSX } from "preact";
import { t, words } from "../kit/texts";
import { Kbd } from "./parts";
import { table, type Where } from "./keys";
import { keyText, whereText } from "./keytexts";
import { useActions, useConsole } from "./use";

const order: Where[] = ["any", "tables", "lane", "cell", "boards", "names", "movement", "log", "ruling", "publish", "big"];

export function Help(): JSX.Element {
  const c = useConsole();
  const east = (words().seats.E?.letter ?? "E").toLowerCase();
  const unplayed = t("ui.console.slip.gram.not_played").split("|")[0];
  useActions({ back: () => c.back(), help: () => c.back() });
  return (
    <section class="help">
      <div class="top"><button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button><h2>{t("ui.console.help.title")}</h2></div>
      <div class="columns">
        {order.map((w) => (w === "names" && c.state.event.kind === "individual" ? "players" : w)).map((w) => {
          const keys = table.filter((k) => k.where.includes(w));
          return keys.length === 0 ? null : (
            <section key={w}>
              <h3>{whereText(w)}</h3>
              <dl>{keys.map((k) => <div key={k.does}><dt>{k.keys.map((one) => <Kbd key={one} k={one} />)}</dt><dd>{keyText(k.does)}</dd></div>)}</dl>
            </section>
          );
        })}
        <section>
          <h3>{t("ui.console.help.typing")}</h3>
          <dl>
            <div><dt>4ss+1</dt><dd>{t("ui.console.help.line")}</dd></div>
            <div><dt>-1</dt><dd>{t("ui.console.help.over")}</dd></div>
            <div><dt>{east}</dt><dd>{t("ui.console.help.seat")}</dd></div>
            <div><dt>x</dt><dd>{t("ui.console.help.double")}</dd></div>
            <div><dt>p · {unplayed}</dt><dd>{t("ui.console.help.pass")}</dd></div>
            <div><dt>a60/40</dt><dd>{t("ui.console.help.average")}</dd></div>
            <div><dt>9/7{east}</dt><dd>{t("ui.console.help.goto")}</dd></div>
          </dl>
        </section>
      </div>
    </section>
  );
}
