// Imports of statements that outlast the request that began them: their page shows how far they are.
import type { Logger } from "../../domain/clock.js";
import { importStatement, type StatementImport } from "../../flows/statements/import-statement.js";
import type { SliceDependencies } from "../../flows/statements/record-slice.js";

export interface ImportProgress {
  entries: number;
  /** Undefined while that is not known. */
  entryCount: number | undefined;
}

export interface RunningImports {
  /** Imports a file. Resolves with the statement's id when all is done, or after a moment while the rest goes on. */
  begin(input: StatementImport): Promise<string>;
  /** Undefined: no import of this statement runs in this process. */
  progressOf(statementId: string): ImportProgress | undefined;
}

/** Files of a day are done within it; nobody should look at a blank page for longer. */
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
      // Before it has started the file may yet turn out to be no statement.
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
