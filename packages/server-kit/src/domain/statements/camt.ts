// Streaming reader for CAMT.053 and CAMT.054, versions 02 to 08: only the current entry is kept in memory.
import { reportedCurrency } from "../reported-text.js";
import { createEntryTree, type EntryTree } from "./camt-entry.js";
import type { StatementEntry, StatementReader } from "./statement-entry.js";
import { type FilePosition, readAccount, shorten, statementRefusal } from "./statement-values.js";
import { createElementParser } from "./statement-xml.js";

/** The element of a statement, by the element of its message. */
const statementNames = new Map([
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
]);
/** Depth of an <Ntry>: Document, message, statement, entry. */
const entryDepth = 4;

export function createCamtReader(): StatementReader {
  const parser = createElementParser("Document", { open, close });
  /** Undefined before the first message. */
  let statementName: string | undefined;
  let account = "";
  let accountCurrency = "";
  let entry: EntryTree | undefined;
  let isEnded = false;
  let ready: StatementEntry[] = [];

  function open(path: readonly string[], attributes: Record<string, string>, position: FilePosition): void {
    const name = path.at(-1) ?? "";
    if (path.length === 2) statementName = requireStatementName(name, position);
    if (path.length === entryDepth && name === "Ntry") {
      entry = createEntryTree({ account, currency: accountCurrency });
    } else entry?.open(name, attributes.Ccy ?? "");
  }

  function close(path: readonly string[], text: string, position: FilePosition): void {
    if (entry === undefined) readHeader(path.slice(2).join("/"), text);
    else if (path.length > entryDepth) ready.push(...entry.close(text, position));
    else {
      ready.push(...entry.finish(position));
      entry = undefined;
    }
  }

  function readHeader(inner: string, value: string): void {
    const name = statementName;
    if (inner === name) {
      account = "";
      accountCurrency = "";
    } else if (inner === `${name}/Acct/Id/IBAN` || inner === `${name}/Acct/Id/Othr/Id`) account = readAccount(value);
    else if (inner === `${name}/Acct/Ccy`) accountCurrency = reportedCurrency(value) ?? "";
  }

  function take(): StatementEntry[] {
    const taken = ready;
    ready = [];
    return taken;
  }

  return {
    push(piece) {
      parser.write(piece);
      return take();
    },
    end() {
      if (isEnded) return [];
      isEnded = true;
      parser.close();
      if (statementName === undefined) {
        const what = "the file contains no bank statement, neither a CAMT.053 nor a CAMT.054";
        throw statementRefusal("message", what, parser.position());
      }
      return take();
    },
  };
}

function requireStatementName(message: string, position: FilePosition): string {
  const name = statementNames.get(message);
  if (name !== undefined) return name;
  const what = `<${shorten(message)}> is neither a CAMT.053 (BkToCstmrStmt) nor a CAMT.054 (BkToCstmrDbtCdtNtfctn)`;
  throw statementRefusal("message", what, position);
}
