// What every page does first: settings, texts, scores, then show.

import { render, type ComponentChild } from "preact";
import { load } from "./texts";
import { loadScores } from "./scores";
import { loadSettings } from "./settings";
import "./tokens.css";
import "./base.css";
import "./kit.css";

export interface Shell { root: HTMLElement; lang: string; version: string; data: DOMStringMap; }

/** shell is the element that the server made for the page. */
export function shell(): Shell {
  const root = document.getElementById("app") as HTMLElement;
  return { root, lang: root.dataset.lang ?? "en", version: root.dataset.v ?? "", data: root.dataset };
}

/** start loads what a page needs and shows it. Until the texts are there the page has
 * nothing to say: it tries again. */
export async function start(set: string, show: (s: Shell) => ComponentChild): Promise<void> {
  const s = shell();
  loadSettings();
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      await Promise.all([load(set, s.lang, s.version), loadScores(s.version)]);
      break;
    } catch {
      await new Promise((r) => setTimeout(r, wait));
    }
  }
  s.root.replaceChildren();
  render(show(s), s.root);
}
