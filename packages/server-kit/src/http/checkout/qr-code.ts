// Draws a QR code: as SVG inside the page, as PNG to save or share. Error level M, as EPC069-12 wants it.
import qrcode from "qrcode";
import { Html, html } from "../html.js";

/** Byte mode throughout: mixed modes are legal, but not every banking app reads them. */
const segmentsOf = (content: string) => [{ data: new TextEncoder().encode(content), mode: "byte" as const }];
/** Light modules around the code; four are what the standard asks for. */
const quietZone = 4;

/** One path for all dark modules, in runs along each line. */
export function qrCodeSvg(content: string, label: Html): Html {
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
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="264" height="264" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${new Html(path)}"/></svg>`;
}

export async function qrCodePng(content: string): Promise<Buffer> {
  return qrcode.toBuffer(segmentsOf(content), { errorCorrectionLevel: "M", type: "png", scale: 12, margin: quietZone });
}
