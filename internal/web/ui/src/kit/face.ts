/** face writes seconds as the clock of a round shows them, on every page: 4:10, 1:02:00, −0:30. */
export function face(seconds: number): string {
  const minus = seconds < 0 ? "\u2212" : "";
  const s = Math.abs(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const m = Math.floor(s / 60) % 60;
  return minus + (h ? `${h}:${two(m)}` : String(m)) + ":" + two(s % 60);
}
