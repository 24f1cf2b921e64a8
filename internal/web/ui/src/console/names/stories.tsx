// The names as they were drawn, while one is typed and while none is.

import type { JSX } from "preact";
import { asks, evening } from "./canned";
import { NamesView } from "./names";
import "../desk.css";

export const stories: Record<string, () => JSX.Element> = {
  "names": () => <main class="sheet"><NamesView evening={evening} session={0} asks={asks} late={() => undefined} at={{ row: 15, chair: 1, text: "i" }} /></main>,
  "names-quiet": () => <main class="sheet"><NamesView evening={evening} session={0} asks={asks} late={() => undefined} quiet /></main>,
};
