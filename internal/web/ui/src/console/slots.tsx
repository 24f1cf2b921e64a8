// The views that are written elsewhere.
import type { JSX } from "preact";

export function Names(): JSX.Element { return <section />; }
export function Slip(_: { session: number; section: string; board: number }): JSX.Element { return <section />; }
