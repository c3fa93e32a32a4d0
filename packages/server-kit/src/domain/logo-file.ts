// Detects type and pixel size of an uploaded logo by its first bytes, not by its name. SVG is rejected, because it can contain scripts.

export interface LogoFile {
  extension: "png" | "jpg" | "webp" | "gif";
  width: number;
  height: number;
}

export const logoMaxBytes = 256 * 1024;
export const logoMaxPixels = 2000;

export const logoMediaTypes: Readonly<Record<LogoFile["extension"], string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
};

/** Undefined for bytes that are not a PNG, JPEG, WebP or GIF, or that are truncated before the image size. */
export function readLogoFile(bytes: Uint8Array): LogoFile | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
}

function readPng(view: DataView): LogoFile | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || textAt(view, 12, 4) !== "IHDR") return;
  return { extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): LogoFile | undefined {
  if (!["GIF87a", "GIF89a"].includes(textAt(view, 0, 6))) return;
  return { extension: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): LogoFile | undefined {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP") return;
  const kind = textAt(view, 12, 4);
  if (kind === "VP8X") {
    const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    return { extension: "webp", width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  }
  if (kind === "VP8L") {
    const size = view.getUint32(21, true);
    return { extension: "webp", width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8 ") return;
  return { extension: "webp", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The size is in the frame header (SOF), after segments of any length. */
function readJpeg(view: DataView): LogoFile | undefined {
  if (view.getUint16(0) !== 0xffd8) return;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { extension: "jpg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A marker may be preceded by fill bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}
