// The files inside a ZIP, in pieces. Bounds on what comes out of it: a few kilobytes may unfold to gigabytes.
import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate";
import { statementRefusal } from "./statement-values.js";

export interface ZipBounds {
  maxFiles: number;
  /** Bytes of all files together. */
  maxBytes: number;
  /** How many times larger than the archive the files may be, once they are beyond a megabyte. */
  maxRatio: number;
}

const zipBounds: ZipBounds = { maxFiles: 100, maxBytes: 1024 * 1024 * 1024, maxRatio: 200 };

/** A piece of one of the files; `isLast` ends it. Files that are no statements (folders, signatures) are left out. */
export interface ZipPiece {
  fileName: string;
  bytes: Uint8Array;
  isLast: boolean;
}

export interface ZipSource {
  push(bytes: Uint8Array): Iterable<ZipPiece>;
  end(): ZipPiece[];
}

/** fflate unfolds a piece at once; small ones keep what comes out of a malicious one small. */
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

  // What is thrown in here would not come out of fflate: it is kept, and thrown once the piece is read.
  const unzip = new Unzip((file) => {
    fileCount += 1;
    if (fileCount > bounds.maxFiles) failure ??= refuse("zip", `the archive holds more than ${bounds.maxFiles} files`);
    if (failure !== undefined || !isStatementName(file.name)) return;
    statementCount += 1;
    openFiles += 1;
    file.ondata = (error, bytes, isLast) => {
      if (error !== null) failure ??= refuse("zip", "the archive is damaged");
      if (failure !== undefined) return;
      outBytes += bytes.length;
      if (outBytes > bounds.maxBytes || (outBytes > 1024 * 1024 && outBytes > inBytes * bounds.maxRatio)) {
        failure = refuse("zip", "the archive unfolds to more than a statement can be");
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
      if (statementCount === 0) throw refuse("zip", "the archive holds no statement");
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
