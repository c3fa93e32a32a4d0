// Streams the files of a ZIP, with limits on the unpacked size: a few kilobytes may unpack to gigabytes.
import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate";
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
  let pieces: ZipPiece[] = [];
  let failure: Error | undefined;
  let inBytes = 0;
  let outBytes = 0;
  let fileCount = 0;
  let statementCount = 0;
  let openFiles = 0;
  const refuse = (rule: string, what: string) => statementRefusal(rule, what, { line: 1 });

  // fflate swallows errors thrown in callbacks: the error is kept, and thrown after the chunk.
  const unzip = new Unzip((file) => {
    fileCount += 1;
    if (fileCount > bounds.maxFiles)
      failure ??= refuse("zip", `the archive contains more than ${bounds.maxFiles} files`);
    if (failure !== undefined || !isStatementName(file.name)) return;
    statementCount += 1;
    openFiles += 1;
    file.ondata = (error, bytes, isLast) => {
      if (error !== null) failure ??= refuse("zip", "the archive is damaged");
      if (failure !== undefined) return;
      outBytes += bytes.length;
      if (outBytes > bounds.maxBytes || (outBytes > 1024 * 1024 && outBytes > inBytes * bounds.maxRatio)) {
        failure = refuse("zip", "the archive unpacks to more than the limit for statements");
        return;
      }
      if (isLast) openFiles -= 1;
      pieces.push({ fileName: file.name, bytes, isLast });
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);

  function feed(bytes: Uint8Array, isLast: boolean): ZipPiece[] {
    inBytes += bytes.length;
    try {
      unzip.push(bytes, isLast);
    } catch (error) {
      throw Object.assign(refuse("zip", "the archive is damaged or encrypted"), { cause: error });
    }
    if (failure !== undefined) throw failure;
    const taken = pieces;
    pieces = [];
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
      if (statementCount === 0) throw refuse("zip", "the archive contains no statement");
      if (openFiles > 0) throw refuse("zip", "the archive ends in the middle of a file");
      return last;
    },
  };
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
