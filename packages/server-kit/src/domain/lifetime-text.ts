// A lifetime in English, such as "7 days" or "1 hour", in the largest unit that it is a whole number of.
const units: readonly [name: string, ms: number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Of whole minutes. */
export function lifetimeText(lifetimeMs: number): string {
  const [name, ms] = units.find(([, unitMs]) => lifetimeMs % unitMs === 0) ?? ["minute", 60_000];
  const count = Math.round(lifetimeMs / ms);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
