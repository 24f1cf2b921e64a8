// How the evening is run, the deals, and how this console looks.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { n, t } from "../kit/texts";
import { changeSettings, settings, type Settings } from "../kit/settings";
import type { Loaded } from "./api";
import { sessionsOf } from "./grid";
import { Field, Kbd, Seg } from "./parts";
import type { Config } from "./types";
import { useActions, useConsole } from "./use";

export function SettingsPage(): JSX.Element {
  const c = useConsole();
  const { config } = c.state;
  const [own, setOwn] = useState<Settings>(settings());
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [replace, setReplace] = useState(false);
  const sessions = sessionsOf(c.state);
  const [session, setSession] = useState(c.session); // that the cards are of
  useActions({ back: () => c.back(), settings: () => c.back() });
  const set = (change: Config) => void c.send("configure", { ...config, ...change }, { says: t("ui.console.settings.saved") });
  const look = (change: Partial<Settings>) => { changeSettings(change); setOwn(settings()); c.refresh(); };
  const upload = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    await c.run(async () => setLoaded(await c.api.deals(file, session, replace)));
    input.value = ""; // the same file may be chosen again
  };
  const yes = (label: string, value: boolean, change: (v: boolean) => void) => (
    <label class="tick"><input type="checkbox" checked={value} onChange={(e) => change(e.currentTarget.checked)} />{label}</label>
  );
  return (
    <section class="settingspage">
      <div class="top"><button class="btn quiet small" onClick={() => c.back()}>{t("ui.console.back")} <Kbd k="Escape" /></button><h2>{t("ui.console.settings.title")}</h2></div>
      <div class="columns">
        <section>
          <h3>{t("ui.console.settings.tables")}</h3>
          <span class="lab" aria-hidden="true">{t("ui.console.settings.feedback")}</span>
          <Seg label={t("ui.console.settings.feedback")} value={String(config.feedback ?? 0)} choose={(v) => set({ feedback: Number(v) })} choices={[
            { value: "0", text: t("ui.console.settings.feedback0") }, { value: "1", text: t("ui.console.settings.feedback1") }, { value: "2", text: t("ui.console.settings.feedback2") }, { value: "3", text: t("ui.console.settings.feedback3") }]} />
          <span class="lab" aria-hidden="true">{t("ui.console.settings.input")}</span>
          <Seg label={t("ui.console.settings.input")} value={config.input || "result"} choose={(v) => set({ input: v })} choices={[
            { value: "result", text: t("ui.console.settings.input_result") }, { value: "tricks", text: t("ui.console.settings.input_tricks") }, { value: "made", text: t("ui.console.settings.input_made") }]} />
          {yes(t("ui.console.settings.leads"), !!config.leads, (leads) => set({ leads }))}
          {yes(t("ui.console.settings.recap"), config.recap !== false, (recap) => set({ recap }))}
          <Field id="names-until" label={t("ui.console.settings.names_until")} value={String(config.names_until_round ?? 1)} input={(v) => { if (/^\d{1,2}$/.test(v)) set({ names_until_round: Number(v) }); }} />
          <h3>{t("ui.console.settings.readers")}</h3>
          {yes(t("ui.console.settings.quiet"), !!config.quiet, (quiet) => set({ quiet }))}
        </section>
        <section>
          <h3>{t("ui.console.settings.deals")}</h3>
          <p class="q">{t("ui.console.settings.deals_what")}</p>
          {sessions.length > 1 && <><span class="lab" aria-hidden="true">{t("ui.console.session")}</span>
            <Seg label={t("ui.console.session")} value={String(session)} choose={(v) => setSession(Number(v))} choices={sessions.map((x) => ({ value: String(x), text: String(x || 1) }))} /></>}
          <label class="btn small file">{t("ui.console.settings.deals_choose")}<input class="sr" type="file" accept=".pbn,.txt,application/x-pbn" onChange={(e) => void upload(e.currentTarget)} /></label>
          {yes(t("ui.console.settings.deals_replace"), replace, setReplace)}
          <div role="status">{loaded && <>
            <p class="echo">{n("ui.console.settings.deals_in", loaded.boards.length)} {loaded.unknown > 0 && n("ui.console.settings.deals_solving", loaded.unknown)}</p>
            {loaded.warnings.slice(0, 8).map((w, i) => <p key={i} class="warn">▲ {w.text}</p>)}
          </>}</div>
          <h3>{t("ui.console.settings.look")}</h3>
          <Seg label={t("ui.console.settings.theme")} value={own.theme} choose={(theme) => look({ theme })} choices={[
            { value: "auto", text: t("ui.console.settings.auto") }, { value: "light", text: t("ui.console.settings.light") }, { value: "dark", text: t("ui.console.settings.dark") }]} />
          <Seg label={t("ui.console.settings.suits")} value={own.suits} choose={(suits) => look({ suits })} choices={[
            { value: "four", text: t("ui.console.settings.four") }, { value: "two", text: t("ui.console.settings.two") }, { value: "letters", text: t("ui.console.settings.letters") }]} />
          <Seg label={t("ui.console.settings.size")} value={own.size} choose={(size) => look({ size })} choices={[
            { value: "s", text: "S" }, { value: "m", text: "M" }, { value: "l", text: "L" }, { value: "xl", text: "XL" }]} />
        </section>
      </div>
    </section>
  );
}
