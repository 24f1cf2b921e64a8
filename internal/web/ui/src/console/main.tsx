import { start } from "../kit/page";
import { Logo } from "../kit/icons";

void start("console", () => <main><Logo /></main>);
