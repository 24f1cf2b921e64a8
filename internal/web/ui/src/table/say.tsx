// What is said of a result: in signs, in words, and for those who hear it.

import type { ComponentChild, JSX } from "preact";
import { parse, tricks, over as shownOver, type Card, type Played, type Result, type Side } from "../kit/bridge";
import { Denomination, Glyph } from "../kit/icons";
import { Phrase } from "../kit/phrase";
import { n, t, words } from "../kit/texts";
import { next, type Draft } from "./entry";

/** points are a score without a sign, and whose they are. */
export function points(score: number): { side?: Side; points: string } {
  return { side: score > 0 ? "NS" : score < 0 ? "EW" : undefined, points: String(Math.abs(score)) };
}

/** scoreKey is the text that says a score with the side's name: never a bare sign. */
export const scoreKey = (score: number, long: boolean): string => {
  const side = points(score).side ?? "nobody";
  return long ? `ui.table.score_of.${side}` : `ui.table.score.${side}`;
};

/** scoreSentence is a score in words: "North-South score 650". */
export const scoreSentence = (score: number, long = true): string => t(scoreKey(score, long), points(score).points);

/** Contract is "4♠×". */
export function Contract({ c }: { c: Pick<Played, "level" | "strain" | "doubled"> }): JSX.Element {
  return <span class="contract">{c.level}<Denomination strain={c.strain} />{c.doubled && <span class="x">{c.doubled.replaceAll("X", "×")}</span>}</span>;
}

/** LeadCard is "♥K". */
export function LeadCard({ card }: { card: Card }): JSX.Element {
  return <span class="nb"><span aria-hidden="true"><Glyph suit={card.suit} />{words().ranks[card.rank]}</span><span class="sr">{words().cards[card.suit + card.rank]}</span></span>;
}

/** Line is a result in a list: "4♠ South +1". */
export function Line({ result }: { result: string | undefined }): JSX.Element {
  const r = result === undefined ? undefined : parse(result);
  if (r === undefined) return <>{result ?? "–"}</>;
  if (!r) return <span class="b">{t("ui.table.passed_out")}</span>;
  return <><Contract c={r} /> {words().seats[r.declarer]?.name} <b>{shownOver(r.over)}</b></>;
}

/** contractWords is the contract in words: "four spades doubled". */
export function contractWords(c: Pick<Played, "level" | "strain" | "doubled">): string {
  const s = words().contracts[`${c.level}${c.strain}`] ?? "";
  return c.doubled ? t(c.doubled === "X" ? "ui.table.doubled" : "ui.table.redoubled", s) : s;
}

/** echoWords is what a draft says so far, and what it lacks. */
export function echoWords(d: Draft, leads: boolean): string {
  if (d.passed) return t("ui.table.passed_out");
  const said: string[] = [];
  if (d.level && d.strain) said.push(contractWords({ level: d.level, strain: d.strain, doubled: d.doubled }));
  else if (d.level) said.push(String(d.level));
  else if (d.strain) said.push(words().strains[d.strain] ?? "");
  if (d.declarer) said.push(words().seats[d.declarer]?.name ?? "");
  if (d.over !== undefined) said.push(words().over[String(d.over)] ?? "");
  const lacks = next(d, leads);
  const list = said.join(", ");
  if (!list) return "";
  return lacks ? t("ui.table.echo_lacks", list, t(`ui.table.lacks.${lacks}`)) : list;
}

/** sentence is a result as it is heard: all of it, in order. */
export function sentence(board: number, r: Result, score: number | undefined): string {
  const parts = [t("ui.table.say_board", board)];
  if (!r) parts.push(t("ui.table.passed_out"));
  else {
    parts.push(t("ui.table.say_contract", contractWords(r), words().seats[r.declarer]?.name ?? ""));
    if (r.lead) parts.push(t("ui.table.say_lead", words().cards[r.lead.suit + r.lead.rank] ?? ""));
    parts.push(n(r.over < 0 ? "ui.table.tricks_down" : "ui.table.tricks", tricks(r), shownOver(r.over)));
  }
  if (score !== undefined) parts.push(scoreSentence(score));
  return parts.join(". ") + ".";
}

/** Said is a score in its sentence, with the number in a form of its own. */
export function Said({ score, long, number, text }: {
  score: number;
  long: boolean;
  number: (s: string) => ComponentChild;
  text?: (s: string) => ComponentChild;
}): JSX.Element {
  return <Phrase k={scoreKey(score, long)} args={[number(points(score).points)]} text={text} />;
}

