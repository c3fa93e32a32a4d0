// Draws a QR code: as SVG inside the page, as PNG to save or share. Error correction level M, as EPC069-12 requires.
import qrcode from "qrcode";
import { memoize } from "../../domain/memoize.js";
import { Html, html } from "../html.js";

/** Byte mode throughout: mixed modes are valid, but not every banking app reads them. */
const segmentsOf = (content: string) => [{ data: new TextEncoder().encode(content), mode: "byte" as const }];
/** Light modules around the code; the standard requires four. */
const quietZone = 4;

/** Codes kept in memory: a payment's page is requested repeatedly. */
const maxKept = 500;

/** For a code that is requested repeatedly, such as a payment's: cached. */
export function keptQrCodeSvg(content: string, label: Html): Html {
  return renderSvg(keptPath(content), label);
}

/** For a code that is shown once, such as one with a secret: not cached. */
export function qrCodeSvg(content: string, label: Html): Html {
  return renderSvg(drawPath(content), label);
}

/** One path for all dark modules, in horizontal runs. */
function drawPath(content: string): { size: number; path: string } {
  const { modules } = qrcode.create(segmentsOf(content), { errorCorrectionLevel: "M" });
  const size = modules.size + 2 * quietZone;
  let path = "";
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      let length = 0;
      while (column + length < modules.size && modules.get(row, column + length)) length += 1;
      if (length > 0) path += `M${column + quietZone} ${row + quietZone}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return { size, path };
}

function renderSvg({ size, path }: { size: number; path: string }, label: Html): Html {
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="264" height="264" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${new Html(path)}"/></svg>`;
}

const keptPath = memoize(drawPath, maxKept);

/** As PNG, cached. */
export function qrCodePng(content: string): Promise<Buffer> {
  return keptPng(content);
}

const keptPng = memoize(drawPng, maxKept);

function drawPng(content: string): Promise<Buffer> {
  return qrcode.toBuffer(segmentsOf(content), { errorCorrectionLevel: "M", type: "png", scale: 12, margin: quietZone });
}
