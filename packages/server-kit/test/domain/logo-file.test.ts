import { expect, test } from "vitest";
import { readLogoFile } from "../../src/domain/logo-file.js";

const text = (letters: string) => [...Buffer.from(letters, "latin1")];

test.each([
  ["PNG", [...text("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13, ...text("IHDR"), 0, 0, 0, 64, 0, 0, 1, 0], "png", 64, 256],
  ["GIF", [...text("GIF89a"), 64, 0, 0, 1], "gif", 64, 256],
  ["JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 1, 0, 0, 64], "jpg", 64, 256],
  ["lossy WebP", [...text("RIFF0000WEBPVP8 "), ...Array(10).fill(0), 64, 0, 0, 1], "webp", 64, 256],
  ["lossless WebP", [...text("RIFF0000WEBPVP8L"), 0, 0, 0, 0, 0x2f, 63, 0xc0, 63, 0], "webp", 64, 256],
  ["extended WebP", [...text("RIFF0000WEBPVP8X"), ...Array(8).fill(0), 63, 0, 0, 255, 0, 0], "webp", 64, 256],
])("the kind and the pixels of a logo are read from its bytes: %s", (_, bytes, extension, width, height) => {
  expect(readLogoFile(Uint8Array.from(bytes))).toEqual({ extension, width, height });
});

test.each([
  ["nothing", []],
  ["SVG", text(`<svg xmlns='http://www.w3.org/2000/svg'/>${" ".repeat(64)}`)],
  ["HTML", text(`<!doctype html><script>alert(1)</script>${" ".repeat(64)}`)],
  ["the beginning of a PNG", text("\x89PNG\r\n\x1a\n")],
  ["a JPEG that breaks off before its size", [0xff, 0xd8, 0xff, 0xe0, 0, 200, 1]],
  ["a JPEG without a marker where one must be", [0xff, 0xd8, 1, 2, 3, 4, ...Array(40).fill(0)]],
  ["a WebP of an unknown kind", [...text("RIFF0000WEBPABCD"), ...Array(20).fill(0)]],
])("these bytes are not a logo: %s", (_, bytes) => {
  expect(readLogoFile(Uint8Array.from(bytes))).toBeUndefined();
});
