// Measures the write-ahead log. The file keeps its length when SQLite restarts the log, and no pragma reports its
// frames without a checkpoint; but each frame contains the generation of the log that it belongs to
// (https://sqlite.org/fileformat2.html#the_write_ahead_log).
import { readSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;
const pageSizeAt = 8;
/** Position in the header of the log; `frameSaltAt` is that of the copy in each frame. */
const saltAt = 16;
const frameSaltAt = 8;
const saltBytes = 8;

const header = Buffer.alloc(headerBytes);
const frame = Buffer.alloc(frameHeaderBytes);

/** The generation of the log when it has at least this many frames, otherwise undefined. Reads 56 bytes. */
export function generationWithFrames(descriptor: number, frames: number): string | undefined {
  if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return undefined;
  const frameBytes = frameHeaderBytes + header.readUInt32BE(pageSizeAt);
  const at = headerBytes + (frames - 1) * frameBytes;
  if (readSync(descriptor, frame, 0, frameHeaderBytes, at) < frameHeaderBytes) return undefined;
  const isOfThis = header.compare(frame, frameSaltAt, frameSaltAt + saltBytes, saltAt, saltAt + saltBytes) === 0;
  return isOfThis ? header.toString("hex", saltAt, saltAt + saltBytes) : undefined;
}
