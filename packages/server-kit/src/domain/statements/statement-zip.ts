// Streams the files of a ZIP, with limits on the unpacked size: a few kilobytes may unpack to gigabytes.
import { Unzip, type UnzipFile, UnzipInflate, UnzipPassThrough } from "fflate";
import { statementRefusal } from "./statement-values.js";

export interface ZipBounds {
  maxFiles: number;
  /** Bytes of all files together. */
  maxBytes: number;
  /** Largest ratio of unpacked to packed size, once more than a megabyte is unpacked. */
  maxRatio: number;
}

const zipBounds: ZipBounds = { maxFiles: 100, maxBytes: 1024 * 1024 * 1024, maxRatio: 200 };

/** A chunk of one of the files; `isLast` ends it. Files that are not statements (folders, signatures) are skipped. */
export interface ZipPiece {
  fileName: string;
  bytes: Uint8Array;
  isLast: boolean;
}

export interface ZipSource {
  push(bytes: Uint8Array): Iterable<ZipPiece>;
  end(): ZipPiece[];
}

/** fflate unpacks a chunk as a whole; small chunks bound the output of a malicious one. */
const pieceLength = 4096;

export function createZipSource(bounds = zipBounds): ZipSource {
  const state: Unpacking = { pieces: [], inBytes: 0, outBytes: 0, fileCount: 0, statementCount: 0, openFiles: 0 };
  const unzip = new Unzip((file) => unpackFile(state, bounds, file));
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);

  function feed(bytes: Uint8Array, isLast: boolean): ZipPiece[] {
    state.inBytes += bytes.length;
    try {
      unzip.push(bytes, isLast);
    } catch (error) {
      throw Object.assign(zipRefusal("the archive is damaged or encrypted"), { cause: error });
    }
    if (state.failure !== undefined) throw state.failure;
    const taken = state.pieces;
    state.pieces = [];
    return taken;
  }

  return {
    *push(bytes) {
      for (let from = 0; from < bytes.length; from += pieceLength) {
        yield* feed(bytes.subarray(from, from + pieceLength), false);
      }
    },
    end() {
      const last = feed(new Uint8Array(0), true);
      if (state.statementCount === 0) throw zipRefusal("the archive contains no statement");
      if (state.openFiles > 0) throw zipRefusal("the archive ends in the middle of a file");
      return last;
    },
  };
}

interface Unpacking {
  /** Unpacked since the last chunk. */
  pieces: ZipPiece[];
  inBytes: number;
  outBytes: number;
  fileCount: number;
  statementCount: number;
  openFiles: number;
  /** fflate swallows errors thrown in callbacks: the first one is kept, and thrown after the chunk. */
  failure?: Error;
}

function unpackFile(state: Unpacking, bounds: ZipBounds, file: UnzipFile): void {
  state.fileCount += 1;
  if (state.fileCount > bounds.maxFiles) {
    state.failure ??= zipRefusal(`the archive contains more than ${bounds.maxFiles} files`);
  }
  if (state.failure !== undefined || !isStatementName(file.name)) return;
  state.statementCount += 1;
  state.openFiles += 1;
  file.ondata = (error, bytes, isLast) => {
    if (error !== null) state.failure ??= zipRefusal("the archive is damaged");
    if (state.failure !== undefined) return;
    state.outBytes += bytes.length;
    if (exceeds(state, bounds)) {
      state.failure = zipRefusal("the archive unpacks to more than the limit for statements");
      return;
    }
    if (isLast) state.openFiles -= 1;
    state.pieces.push({ fileName: file.name, bytes, isLast });
  };
  file.start();
}

function exceeds({ inBytes, outBytes }: Unpacking, { maxBytes, maxRatio }: ZipBounds): boolean {
  return outBytes > maxBytes || (outBytes > 1024 * 1024 && outBytes > inBytes * maxRatio);
}

function zipRefusal(message: string) {
  return statementRefusal("zip", message, { line: 1 });
}

function isStatementName(name: string): boolean {
  const [base = ""] = name.split("/").slice(-1);
  return (
    base !== "" &&
    !base.startsWith(".") &&
    !name.startsWith("__MACOSX/") &&
    !/\.(?:sig|p7s|asc|pdf|txt\.sig)$/i.test(base)
  );
}
