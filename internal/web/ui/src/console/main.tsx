import { start } from "../kit/page";
import { server } from "./api";
import { App } from "./app";
import "./console.css";

void start("console", (s) => <App api={server(s.data.event ?? "")} lang={s.lang} />);
