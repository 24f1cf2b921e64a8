import { start } from "../kit/page";
import { t } from "../kit/texts";
import { Denomination } from "../kit/icons";
import { strains } from "../kit/bridge";
import "./table.css";

void start("table", () => <main class="app"><h1>{t("ui.table.title")}</h1><p class="t40">{strains.map((s) => <Denomination strain={s} />)}</p></main>);
