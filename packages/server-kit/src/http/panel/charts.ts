// Small charts as plain SVG, without script or inline style; for readers who cannot see a chart, each has its figures as a table beside it.
import { type Html, type HtmlValue, html } from "../html.js";

export interface Series {
  label: string;
  /** One of the four chart colours of the stylesheet. */
  fill: 1 | 2 | 3 | 4;
}

/** All in units of the drawing, which is scaled to the width of its card. */
const width = 600;
const height = 160;
/** Room for the labels of the axis. */
const left = 34;
/** Room for the labels of the days. */
const bottom = 26;
/** A bar and the gap before it, as shares of a day's width. */
const barShare = 0.72;
const gapShare = 0.14;

/** Bars by day, stacked in the order of the series from bottom to top. */
export function stackedBars(
  title: string,
  series: readonly Series[],
  days: readonly { label: string; counts: readonly number[] }[],
): Html {
  const top = niceTop(Math.max(1, ...days.map(({ counts }) => sum(counts))));
  const plotHeight = height - bottom - 8;
  const step = (width - left) / days.length;
  const scale = (count: number) => (count / top) * plotHeight;
  const bars = days.map(({ counts }, index) => {
    let y = height - bottom;
    return counts.map((count, part) => {
      if (count === 0) return "";
      y -= scale(count);
      return html`<rect class="fill-${series[part]?.fill ?? 4}" x="${fixed(left + index * step + step * gapShare)}" y="${fixed(y)}" width="${fixed(step * barShare)}" height="${fixed(scale(count))}" rx="1"></rect>`;
    });
  });
  const lines = [0, top / 2, top].map((count) => {
    const y = fixed(height - bottom - scale(count));
    return html`<line class="axis" x1="${left}" x2="${width}" y1="${y}" y2="${y}"></line><text x="${left - 6}" y="${y}" dy="4" text-anchor="end">${count}</text>`;
  });
  const labels = dayLabels(days, left);
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${lines}${bars}${labels}</svg>`;
}

/** The width of a digit in the larger font of a narrow screen. */
const digitWidth = 13;

/** One bar per day, such as of money; `format` formats the labels of the axis. */
export function valueBars(
  title: string,
  days: readonly { label: string; value: number; title: string }[],
  format: (value: number) => string,
): Html {
  const top = niceTop(Math.max(1, ...days.map(({ value }) => value)));
  const values = [0, top / 2, top];
  const gutter = 8 + digitWidth * Math.max(...values.map((value) => format(value).length));
  const step = (width - gutter) / days.length;
  const scale = (value: number) => (value / top) * (height - bottom - 8);
  const bars = days.map(
    (day, index) =>
      day.value > 0 &&
      html`<rect class="fill-2" x="${fixed(gutter + index * step + step * gapShare)}" y="${fixed(height - bottom - scale(day.value))}" width="${fixed(step * barShare)}" height="${fixed(scale(day.value))}" rx="1"><title>${day.title}</title></rect>`,
  );
  const lines = values.map((value) => {
    const y = fixed(height - bottom - scale(value));
    return html`<line class="axis" x1="${gutter}" x2="${width}" y1="${y}" y2="${y}"></line><text x="${gutter - 6}" y="${y}" dy="4" text-anchor="end">${format(value)}</text>`;
  });
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${lines}${bars}${dayLabels(days, gutter)}</svg>`;
}

/** As many labels as fit side by side at any width, the last day always among them. */
function dayLabels(days: readonly { label: string }[], from: number): HtmlValue {
  const every = days.length <= 7 ? Math.max(1, Math.ceil(days.length / 4)) : Math.max(7, Math.ceil(days.length / 5));
  const step = (width - from) / days.length;
  return days.map(
    ({ label }, index) =>
      (days.length - 1 - index) % every === 0 &&
      html`<text x="${fixed(index === days.length - 1 ? width : from + (index + 0.5) * step)}" y="${height - 4}" text-anchor="${index === days.length - 1 ? "end" : "middle"}">${label}</text>`,
  );
}

/** One horizontal bar, filled to a share of 0 to 1. */
export function shareBar(share: number, label: string): Html {
  return html`<svg class="chart bar" viewBox="0 0 200 8" preserveAspectRatio="none" role="img" aria-label="${label}"><rect class="track" width="200" height="8" rx="4"></rect><rect class="fill-2" width="${fixed(200 * share)}" height="8" rx="4"></rect></svg>`;
}

/** One horizontal bar divided in proportion to the counts. */
export function dividedBar(title: string, series: readonly Series[], counts: readonly number[]): Html {
  const total = Math.max(1, sum(counts));
  let x = 0;
  const parts = counts.map((count, index) => {
    const part = html`<rect class="fill-${series[index]?.fill ?? 4}" x="${fixed(x)}" width="${fixed((count / total) * width)}" height="14"></rect>`;
    x += (count / total) * width;
    return part;
  });
  return html`<svg class="chart" viewBox="0 0 ${width} 14" preserveAspectRatio="none" role="img" aria-label="${title}"><rect class="track" width="${width}" height="14"></rect>${parts}</svg>`;
}

export function legend(series: readonly Series[], counts?: readonly number[]): Html {
  return html`<ul class="legend">${series.map(
    ({ label, fill }, index) =>
      html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${fill}" width="10" height="10" rx="2"></rect></svg>${label}${counts !== undefined && html` <strong>${counts[index] ?? 0}</strong>`}</li>`,
  )}</ul>`;
}

/** The next of 2, 4, 10, 20, 40, 100 and so on, so that half of it is an integer. */
function niceTop(count: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const factor of [2, 4, 10]) if (factor * unit >= count) return factor * unit;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
