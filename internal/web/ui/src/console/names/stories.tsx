// The names as they were drawn, while one is typed and while none is.

import type { JSX } from "preact";
import { title } from "../canned";
import { asks, evening } from "./canned";
import { NamesView } from "./names";
import "../desk.css";

const sheet = (view: JSX.Element): JSX.Element => <main class="sheet"><header class="head"><div class="event"><h1>{title()}</h1></div></header>{view}</main>;

export const stories: Record<string, () => JSX.Element> = {
  "names": () => sheet(<NamesView evening={evening} session={0} asks={asks} late={() => undefined} at={{ row: 15, chair: 1, text: "i" }} />),
  "names-quiet": () => sheet(<NamesView evening={evening} session={0} asks={asks} late={() => undefined} quiet />),
};
