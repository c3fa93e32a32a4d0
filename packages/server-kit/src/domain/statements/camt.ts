// Streaming reader for CAMT.053 and CAMT.054, versions 02 to 08: only the current entry is kept in memory.
// Element names are compared without prefix, which differs by bank; a document type declaration is rejected, so that no entity expands.
import { SaxesParser } from "saxes";
import { reportedCurrency } from "../reported-text.js";
import { createEntryTree } from "./camt-entry.js";
import type { StatementEntry, StatementReader } from "./statement-entry.js";
import { readAccount, shorten, statementRefusal } from "./statement-values.js";

const messageNames = new Map([
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
]);
const maxDepth = 40;
/** Far above what the schemas allow (500 characters): a longer text is no statement's. */
const maxTextLength = 10_000;

export function createCamtReader(): StatementReader {
  const parser = new SaxesParser();
  const path: string[] = [];
  /** Depth of elements around <Document>: some banks wrap it in the envelope of a business message. */
  let outside = 0;
  let message: string | undefined;
  let account = "";
  let accountCurrency = "";
  let entry: ReturnType<typeof createEntryTree> | undefined;
  let text = "";
  let isEnded = false;
  let ready: StatementEntry[] = [];

  const position = () => ({ line: parser.line, column: Math.max(parser.column, 1) });
  const refuse = (rule: string, what: string) => {
    throw statementRefusal(rule, what, position());
  };

  parser.on("error", (error) => {
    // saxes writes "file:line:column: what is wrong".
    refuse("xml", `this is not well-formed XML (${shorten(error.message.replace(/^[^ ]*: /, ""))})`);
  });
  parser.on("doctype", () => refuse("doctype", "a document type declaration is not accepted"));
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    if (path.length + outside >= maxDepth) refuse("depth", `elements are nested deeper than ${maxDepth}`);
    text = "";
    if (path.length === 0 && local !== "Document") {
      outside += 1;
      return;
    }
    path.push(local);
    if (path.length === 2) openMessage(local);
    if (path.length === 4 && local === "Ntry") {
      entry = createEntryTree({ account, currency: accountCurrency });
      return;
    }
    entry?.open(local, attributes.Ccy ?? "");
  });
  parser.on("closetag", () => {
    const local = path.pop();
    if (local === undefined) outside -= 1;
    else if (entry !== undefined && path.length === 3) {
      ready.push(...entry.finish(position()));
      entry = undefined;
    } else if (entry !== undefined) ready.push(...entry.close(text.trim(), position()));
    else readHeader([...path, local].slice(2).join("/"), text.trim());
    text = "";
  });
  parser.on("text", addText);
  parser.on("cdata", addText);

  function addText(piece: string): void {
    if (text.length + piece.length > maxTextLength) {
      // White space between elements of an indented file is not content.
      if (piece.trim() === "") return;
      refuse("length", `an element contains more than ${maxTextLength} characters`);
    }
    text += piece;
  }

  function openMessage(local: string): void {
    if (!messageNames.has(local)) {
      refuse(
        "message",
        `<${shorten(local)}> is neither a CAMT.053 (BkToCstmrStmt) nor a CAMT.054 (BkToCstmrDbtCdtNtfctn)`,
      );
    }
    message = local;
  }

  function readHeader(inner: string, value: string): void {
    const group = messageNames.get(message ?? "");
    if (inner === group) {
      account = "";
      accountCurrency = "";
    } else if (inner === `${group}/Acct/Id/IBAN` || inner === `${group}/Acct/Id/Othr/Id`) account = readAccount(value);
    else if (inner === `${group}/Acct/Ccy`) accountCurrency = reportedCurrency(value) ?? "";
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
      if (message === undefined) {
        refuse("message", "the file contains no bank statement, neither a CAMT.053 nor a CAMT.054");
      }
      return take();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
