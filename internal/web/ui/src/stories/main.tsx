import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { onHash } from "../kit/hash";
import { start } from "../kit/page";
import { t } from "../kit/texts";
import { stories } from "./list";
import "../console/desk.css";
import "../console/console.css";
import "./stories.css";

// The table page has a style of its own, in which some words mean something else: for its
// stories that one is put on, and this page's taken off.
function dress(table: boolean): void {
  const own = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="stories"]');
  let other = document.querySelector<HTMLLinkElement>("link#table");
  if (table && !other) {
    other = document.createElement("link");
    other.id = "table";
    other.rel = "stylesheet";
    other.href = "/static/table.css";
    document.head.append(other);
  }
  if (own) own.disabled = table;
  if (other) other.disabled = !table;
}

function Stories(): JSX.Element {
  const [name, setName] = useState(location.hash.slice(1));
  useEffect(() => onHash(() => setName(location.hash.slice(1))), []);
  const story = stories.find((s) => s.name === name);
  useEffect(() => dress(story?.group === "table"), [story?.group]);
  if (story) return <div key={name}>{story.show()}</div>;
  return (
    <main class="sheet stories">
      <header class="head"><h1>{t("ui.kit.stories")}</h1></header>
      {[...new Set(stories.map((s) => s.group))].map((g) => (
        <ul key={g}>{stories.filter((s) => s.group === g).map((s) => <li key={s.name}><a href={`#${s.name}`}>{s.name}</a></li>)}</ul>
      ))}
    </main>
  );
}

void start("stories", () => <Stories />);
