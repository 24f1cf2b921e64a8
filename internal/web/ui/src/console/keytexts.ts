// What each key does, in words.

import { t } from "../kit/texts";
import type { Where } from "./keys";
import { views, type View } from "./route";

/** keyText is what an action is called. */
export function keyText(does: string): string {
  const view = views.find((v) => `view.${v}` === does);
  return view ? viewText(view) : t(`ui.console.key.${does}`);
}

export function viewText(v: View): string {
  switch (v) {
    case "tables": return t("ui.console.view.tables");
    case "boards": return t("ui.console.view.boards");
    case "ranking": return t("ui.console.view.ranking");
    case "names": return t("ui.console.view.names");
    case "movement": return t("ui.console.view.movement");
    case "log": return t("ui.console.view.log");
  }
}

/** whereText is where its keys work. */
export function whereText(w: Where): string {
  switch (w) {
    case "tables": return t("ui.console.view.tables");
    case "cell": return t("ui.console.where.cell");
    case "boards": return t("ui.console.view.boards");
    case "ranking": return t("ui.console.view.ranking");
    case "names": case "players": return t("ui.console.view.names");
    case "movement": return t("ui.console.view.movement");
    case "log": return t("ui.console.view.log");
    case "ruling": return t("ui.console.ruling");
    case "publish": return t("ui.console.publish");
    case "big": return t("ui.console.key.big");
    case "lane": return t("ui.console.lane.title");
  }
  return t("ui.console.where.any");
}
