import { start } from "../kit/page";
import { App } from "./app";
import { Model, world } from "./model";
import { mirrored } from "./storage";
import "./table.css";

void start("table", ({ lang }) => {
  let disk: Storage | undefined;
  try { disk = localStorage; } catch { /* forbidden: the memory has to do */ }
  const m = new Model(world(mirrored(disk), lang));
  const awake = () => { if (document.visibilityState !== "hidden") m.awake(); };
  addEventListener("online", awake);
  addEventListener("focus", awake);
  addEventListener("pageshow", awake);
  document.addEventListener("visibilitychange", awake);
  // Back is harmless: it closes what is open, and stays on the page. Browsers pass over a
  // step of the history that no touch made, so each first touch makes one.
  let armed = false;
  const arm = () => {
    if (!armed) history.pushState({ overtrick: true }, "");
    armed = true;
  };
  addEventListener("pointerup", arm);
  addEventListener("keydown", arm);
  addEventListener("popstate", () => {
    armed = false;
    history.pushState({ overtrick: true }, "");
    m.back();
  });
  // Where the browser allows it the page comes back from a reload without the server.
  void m.begin().then(() => navigator.serviceWorker?.register("/table-worker.js", { scope: "/table" })).catch(() => { /* it works without */ });
  return <App m={m} />;
});
