import { start } from "../kit/page";
import { t } from "../kit/texts";

void start("stories", () => <main><h1>{t("ui.kit.stories")}</h1></main>);
