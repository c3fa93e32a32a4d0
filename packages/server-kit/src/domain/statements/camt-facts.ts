// The fields of one <Ntry> or <TxDtls> of a CAMT file, and which element fills which. Paths are the same in versions 02 to 08, except for
// <Pty> around a party's name and <Amt> directly in a detail.
import {
  calendarDay,
  type FilePosition,
  maxRemittanceLines,
  maxUnsplitTextLength,
  meaningfulReference,
  plainText,
  readAccount,
  readAmount,
  shorten,
  statementRefusal,
} from "./statement-values.js";

export interface Amount {
  cents: number;
  currency: string;
}

/** Fields that entries and details share: amount, sign, references and parties may be on either level. */
export interface Facts {
  amount: Amount | undefined;
  transactionAmount: Amount | undefined;
  direction: "credit" | "debit" | undefined;
  isReturn: boolean;
  returnReason: string | undefined;
  bankReference: string | undefined;
  endToEndId: string | undefined;
  structuredReference: string | undefined;
  lines: string[];
  additionalText: string | undefined;
  debtor: Party;
  creditor: Party;
}

interface Party {
  name: string | undefined;
  account: string | undefined;
}

export interface EntryFacts extends Facts {
  isBooked: boolean;
  isReversal: boolean;
  bookedOn: string | undefined;
  valueOn: string | undefined;
  entryReference: string | undefined;
  transferCount: number | undefined;
}

/** The text of an element without children. */
export interface Leaf {
  text: string;
  /** `Ccy` of the element, or the account's currency. */
  currency: string;
  position: FilePosition;
}

type FieldReader<Target> = (facts: Target, leaf: Leaf) => void;

const entryReaders = readersByPath<EntryFacts>({
  Sts: readStatus,
  "Sts/Cd": readStatus,
  RvslInd: (facts, { text }) => {
    facts.isReversal = text === "true" || text === "1";
  },
  "BookgDt/Dt": readBookingDay,
  "BookgDt/DtTm": readBookingDay,
  "ValDt/Dt": readValueDay,
  "ValDt/DtTm": readValueDay,
  NtryRef: (facts, { text }) => {
    facts.entryReference = meaningfulReference(text);
  },
  AcctSvcrRef: readBankReference,
  AddtlNtryInf: readAdditionalText,
  "NtryDtls/Btch/NbOfTxs": (facts, { text }) => {
    facts.transferCount = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  },
});

const sharedReaders = readersByPath<Facts>({
  Amt: (facts, leaf) => {
    facts.amount = amountOf(leaf);
  },
  "AmtDtls/TxAmt/Amt": (facts, leaf) => {
    facts.transactionAmount = amountOf(leaf);
  },
  CdtDbtInd: (facts, { text, position }) => {
    facts.direction = readDirection(text, position);
  },
  "Refs/AcctSvcrRef": readBankReference,
  "Refs/EndToEndId": (facts, { text }) => {
    facts.endToEndId = meaningfulReference(text);
  },
  "RmtInf/Ustrd": readRemittanceLine,
  "RmtInf/Strd/AddtlRmtInf": readRemittanceLine,
  "RmtInf/Strd/CdtrRefInf/Ref": readStructuredReference,
  "RmtInf/Strd/CdtrRefInf/CdtrRef": readStructuredReference,
  AddtlTxInf: readAdditionalText,
  "RltdPties/Dbtr/Nm": (facts, { text }) => {
    facts.debtor.name = plainText(text);
  },
  "RltdPties/Cdtr/Nm": (facts, { text }) => {
    facts.creditor.name = plainText(text);
  },
  "RltdPties/UltmtDbtr/Nm": (facts, { text }) => {
    facts.debtor.name ??= plainText(text);
  },
  "RltdPties/UltmtCdtr/Nm": (facts, { text }) => {
    facts.creditor.name ??= plainText(text);
  },
  "RltdPties/DbtrAcct/Id/IBAN": readDebtorAccount,
  "RltdPties/DbtrAcct/Id/Othr/Id": readDebtorAccount,
  "RltdPties/CdtrAcct/Id/IBAN": readCreditorAccount,
  "RltdPties/CdtrAcct/Id/Othr/Id": readCreditorAccount,
  // "Reimbursement": the code of a returned credit transfer, also used without <RtrInf>.
  "BkTxCd/Domn/Fmly/SubFmlyCd": (facts, { text }) => {
    if (text === "RRTN") facts.isReturn = true;
  },
  "RtrInf/Rsn/Cd": readReturnReason,
  "RtrInf/Rsn/Prtry": readReturnReason,
  "RtrInf/AddtlInf": readReturnReason,
});

/** Reads an element of the entry itself; `path` is relative to <Ntry>. Unknown elements are ignored. */
export function readEntryFact(facts: EntryFacts, path: string, leaf: Leaf): void {
  const read = entryReaders.get(path);
  if (read === undefined) readFact(facts, path, leaf);
  else read(facts, leaf);
}

/** Reads an element of a detail; `path` is relative to <TxDtls>. Unknown elements are ignored. */
export function readFact(facts: Facts, path: string, leaf: Leaf): void {
  const read = sharedReaders.get(path.replace("/Pty/", "/"));
  if (read !== undefined) read(facts, leaf);
  else if (path.startsWith("RtrInf/")) facts.isReturn = true;
}

/** A map, because an element may be named like a property that every object has. */
function readersByPath<Target>(readers: Record<string, FieldReader<Target>>): Map<string, FieldReader<Target>> {
  return new Map(Object.entries(readers));
}

function readStatus(facts: EntryFacts, { text }: Leaf): void {
  facts.isBooked = text === "BOOK";
}

function readBookingDay(facts: EntryFacts, { text, position }: Leaf): void {
  facts.bookedOn = readDay(text, position);
}

function readValueDay(facts: EntryFacts, { text, position }: Leaf): void {
  facts.valueOn = readDay(text, position);
}

function readBankReference(facts: Facts, { text }: Leaf): void {
  facts.bankReference = meaningfulReference(text);
}

function readAdditionalText(facts: Facts, { text }: Leaf): void {
  facts.additionalText = plainText(text, maxUnsplitTextLength);
}

function readRemittanceLine(facts: Facts, { text }: Leaf): void {
  if (facts.lines.length < maxRemittanceLines) facts.lines.push(plainText(text));
}

function readStructuredReference(facts: Facts, { text }: Leaf): void {
  facts.structuredReference ??= meaningfulReference(text)?.replace(/\s+/g, "");
}

function readDebtorAccount(facts: Facts, { text }: Leaf): void {
  facts.debtor.account = readAccount(text);
}

function readCreditorAccount(facts: Facts, { text }: Leaf): void {
  facts.creditor.account = readAccount(text);
}

function readReturnReason(facts: Facts, { text }: Leaf): void {
  facts.returnReason ??= plainText(text);
  facts.isReturn = true;
}

function amountOf({ text, currency, position }: Leaf): Amount {
  return { cents: readAmount(text, currency, position), currency };
}

function readDirection(text: string, position: FilePosition): "credit" | "debit" {
  if (text === "CRDT") return "credit";
  if (text === "DBIT") return "debit";
  throw statementRefusal("direction", `"${shorten(text)}" is neither CRDT nor DBIT`, position);
}

function readDay(text: string, position: FilePosition): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[TZ+-].*)?$/.exec(text) ?? [];
  const found = calendarDay(Number(year), Number(month), Number(day));
  if (found === undefined) throw statementRefusal("date", `"${shorten(text)}" is not a date`, position);
  return found;
}

export function blankEntryFacts(): EntryFacts {
  return {
    ...blankFacts(),
    isBooked: false,
    isReversal: false,
    bookedOn: undefined,
    valueOn: undefined,
    entryReference: undefined,
    transferCount: undefined,
  };
}

export function blankFacts(): Facts {
  return {
    amount: undefined,
    transactionAmount: undefined,
    direction: undefined,
    isReturn: false,
    returnReason: undefined,
    bankReference: undefined,
    endToEndId: undefined,
    structuredReference: undefined,
    lines: [],
    additionalText: undefined,
    debtor: { name: undefined, account: undefined },
    creditor: { name: undefined, account: undefined },
  };
}
