// Formats a share of 0 to 1 for the overview, such as "12.5%".

const percents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

export function percent(share: number): string {
  return percents.format(share);
}
