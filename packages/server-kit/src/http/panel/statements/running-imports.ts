// Statement imports that outlast the request that started them, with their progress for the page.
import type { Logger } from "../../../domain/clock.js";
import { importStatement, type StatementImport } from "../../../flows/statements/import-statement.js";
import type { SliceDependencies } from "../../../flows/statements/record-slice.js";

export interface ImportProgress {
  entries: number;
  /** Undefined while it is not known. */
  entryCount: number | undefined;
}

export interface RunningImports {
  /** Imports a file. Resolves with the statement's id when the import is complete, or after a short wait while it continues. */
  begin(input: StatementImport): Promise<string>;
  /** Undefined: no import of this statement runs in this process. */
  progressOf(statementId: string): ImportProgress | undefined;
}

/** Enough to import a file of one day; a longer wait would leave the browser on a blank page. */
const defaultWaitMs = 1500;

export function createRunningImports(
  dependencies: SliceDependencies & { logger: Logger },
  waitMs = defaultWaitMs,
): RunningImports {
  const running = new Map<string, ImportProgress>();

  return {
    async begin(input) {
      let statementId = "";
      let timer: NodeJS.Timeout | undefined;
      let importing: Promise<unknown> = Promise.resolve();
      // The wait starts only after the import has started: until then the file may turn out not to be a statement.
      const longEnough = new Promise<void>((resolve) => {
        importing = importStatement(dependencies, {
          ...input,
          onStarted(started) {
            statementId = started.statementId;
            running.set(statementId, { entries: 0, entryCount: started.entryCount });
            timer = setTimeout(resolve, waitMs);
          },
          onProgress({ entries }) {
            running.set(statementId, { entries, entryCount: running.get(statementId)?.entryCount });
          },
        }).finally(() => running.delete(statementId));
      });
      try {
        await Promise.race([importing, longEnough]);
      } finally {
        clearTimeout(timer);
      }
      importing.catch((error: unknown) => dependencies.logger.error({ err: error, statementId }, "import interrupted"));
      return statementId;
    },
    progressOf: (statementId) => running.get(statementId),
  };
}
