import { start } from "../kit/page";
import { server } from "./api";
import { App } from "./app";
import { tonightAsks } from "./tonight/asks";
import { TonightPage } from "./tonight/tonight";
import "./desk.css";
import "./console.css";

void start("console", (s) => (s.data.event ? <App api={server(s.data.event)} lang={s.lang} /> : <TonightPage asks={tonightAsks} />));
