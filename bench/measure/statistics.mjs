// Calculates medians with ranges, and formats them.
/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `1 234 (1 100 to 1 300)`, with as many digits as the figure's precision allows. */
export function withRange(values) {
  return `${short(median(values))} (${short(Math.min(...values))} to ${short(Math.max(...values))})`;
}

export function short(value) {
  if (value === 0) return "0";
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, value >= 1000 ? " " : "");
}
