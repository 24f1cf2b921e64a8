/** hour is a time of day, 09:45: as the server writes it, in every language. */
export function hour(at: string | number | undefined): string {
  const d = new Date(at || NaN);
  return Number.isNaN(d.getTime()) ? "" : [d.getHours(), d.getMinutes()].map((x) => String(x).padStart(2, "0")).join(":");
}
