// Parses field 86 of an MT940 file, the text of the transfer. German banks structure it by `?20` and SEPA identifiers (`SVWZ+`),
// others by `/REMI/`, some not at all.
import { normalizeIban } from "../iban.js";
import { firstCreditorReference } from "./creditor-reference.js";
import type { StatementEntry } from "./statement-entry.js";
import {
  maxAccountLength,
  maxRemittanceLines,
  maxUnsplitTextLength,
  meaningfulReference,
  plainText,
} from "./statement-values.js";

type Information = Pick<
  StatementEntry,
  | "remittanceLines"
  | "endToEndId"
  | "structuredReference"
  | "counterpartyName"
  | "counterpartyIban"
  | "isReturn"
  | "returnReason"
>;

/** German business transaction codes (Geschäftsvorfallcode, GVC) of returned direct debits and credit transfers. */
const returnCodes = new Set(["108", "109", "159", "181", "182", "183", "184", "185"]);

const sepaIdentifier = /^(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RREF|RTRN)\+/;

/** Parses field 86, and appends its remittance lines to those of field 61. @param lines without the tag. */
export function readInformation(lines: string[], entry: StatementEntry): Information {
  const joined = lines.join("");
  const structured = /^\d{3}[?@+>:|#&*]\d{2}/.test(joined) ? readStructured(joined) : undefined;
  const information = structured ?? (joined.startsWith("/") ? readCodewords(joined) : readUnstructured(lines));
  return {
    ...information,
    remittanceLines: [...entry.remittanceLines, ...information.remittanceLines].slice(0, maxRemittanceLines),
  };
}

/**
 * `166?00SEPA-Gutschrift?20EREF+…?21SVWZ+…?30BIC?31IBAN?32Name`: the character after the code separates the subfields.
 */
function readStructured(text: string): Information {
  const separator = text.charAt(3);
  const parts = text.slice(4).split(separator);
  const subfields: { number: number; text: string }[] = [];
  for (const part of parts) {
    const [, digits, own = ""] = /^(\d{2})(.*)$/s.exec(part) ?? [];
    const last = subfields.at(-1);
    if (digits !== undefined) subfields.push({ number: Number(digits), text: own });
    // The separator may also occur in the text, where it does not begin a subfield.
    else if (last !== undefined) last.text += separator + part;
  }
  const ofNumbers = (from: number, to: number) =>
    subfields.filter(({ number }) => number >= from && number <= to).map(({ text: own }) => own);
  const purposes = [...ofNumbers(20, 29), ...ofNumbers(60, 63)];
  const words = readSepaParts(purposes);
  const account = ofNumbers(31, 31)[0]?.trim();
  const name = plainText(ofNumbers(32, 33).join("")) || undefined;
  const isReturn = returnCodes.has(text.slice(0, 3)) || words.has("RTRN");
  const free = words.get("SVWZ") ?? words.get("") ?? [];
  return {
    remittanceLines: free.map((line) => plainText(line)).filter((line) => line !== ""),
    endToEndId: meaningfulReference(words.get("EREF")?.join("")),
    structuredReference: firstCreditorReference(free.join("")),
    counterpartyName: plainText(words.get("ABWA")?.join("") ?? "") || name,
    counterpartyIban: account === undefined ? undefined : (normalizeIban(account) ?? (account || undefined)),
    isReturn,
    returnReason: isReturn
      ? plainText(words.get("RTRN")?.join("") ?? ofNumbers(0, 0)[0] ?? "") || undefined
      : undefined,
  };
}

/** The text after each SEPA identifier, in pieces as in the lines; "" is the key of the text before the first one. */
function readSepaParts(purposes: string[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  let current = "";
  for (const purpose of purposes) {
    const [start, identifier] = sepaIdentifier.exec(purpose) ?? [];
    if (identifier !== undefined) current = identifier;
    const pieces = words.get(current) ?? [];
    pieces.push(start === undefined ? purpose : purpose.slice(start.length));
    words.set(current, pieces);
  }
  return words;
}

/** `/EREF/…/IBAN/…/NAME/…/REMI/…`: a code word of capital letters between slashes begins each part. */
function readCodewords(text: string): Information {
  const parts = new Map<string, string>();
  const marks = [
    ...text.matchAll(/\/(EREF|REMI|IBAN|NAME|CNTP|ORDP|BENM|BIC|TRTP|CSID|MARF|PURP|RTRN|ISDT|TRCD|ULTD|ULTC|SVCL)\//g),
  ];
  for (const [index, mark] of marks.entries()) {
    const start = mark.index + mark[0].length;
    parts.set(mark[1] ?? "", text.slice(start, marks[index + 1]?.index ?? text.length).replace(/\/$/, ""));
  }
  if (parts.size === 0) return readUnstructured([text]);
  const [account, , partyName] = parts.get("CNTP")?.split("/") ?? [];
  const iban = parts.get("IBAN") ?? account;
  const [, structured] = /^STRD\/CUR\/(.+)$/.exec(parts.get("REMI") ?? "") ?? [];
  const free = (parts.get("REMI") ?? "").replace(/^(?:USTD\/\/|STRD\/CUR\/)/, "");
  return {
    remittanceLines: [plainText(free, maxUnsplitTextLength)].filter((line) => line !== ""),
    endToEndId: meaningfulReference(parts.get("EREF")),
    structuredReference: structured?.replace(/\s+/g, "") ?? firstCreditorReference(free),
    counterpartyName: plainText(parts.get("NAME") ?? partyName ?? "") || undefined,
    counterpartyIban:
      iban === undefined || iban.trim() === "" ? undefined : (normalizeIban(iban) ?? plainText(iban, maxAccountLength)),
    isReturn: parts.has("RTRN"),
    returnReason: plainText(parts.get("RTRN") ?? "") || undefined,
  };
}

function readUnstructured(lines: string[]): Information {
  const texts = lines.map((line) => plainText(line)).filter((line) => line !== "");
  return {
    remittanceLines: texts,
    endToEndId: undefined,
    structuredReference: firstCreditorReference(texts.join(" ")),
    counterpartyName: undefined,
    counterpartyIban: undefined,
    isReturn: false,
    returnReason: undefined,
  };
}
