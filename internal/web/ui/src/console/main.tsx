import { start } from "../kit/page";
import { t } from "../kit/texts";

void start("console", () => <main><h1>{t("ui.console.title")}</h1></main>);
