// Parses one <Ntry> of a CAMT file: its fields, its batch details, and the statement entries that follow from both.
import { reportedCurrency } from "../reported-text.js";
import { type BatchPlace, blankEntry, type StatementEntry } from "./statement-entry.js";
import {
  calendarDay,
  type FilePosition,
  meaningfulReference,
  plainText,
  readAccount,
  readAmount,
  shorten,
  statementRefusal,
} from "./statement-values.js";

/** Details beyond this number are emitted at once instead of being buffered until the entry ends. */
const keptDetails = 1_000;
/** Text lines per detail: the schema has no limit, and people read no more. */
const maxLines = 60;

interface Amount {
  cents: number;
  currency: string;
}

/** Fields that entries and details share: amount, sign, references and parties may be on either level. */
interface Facts {
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

interface EntryFacts extends Facts {
  isBooked: boolean;
  isReversal: boolean;
  bookedOn: string | undefined;
  valueOn: string | undefined;
  entryReference: string | undefined;
  transferCount: number | undefined;
}

export interface EntryTree {
  open(name: string, currency: string): void;
  close(text: string, position: FilePosition): StatementEntry[];
  finish(position: FilePosition): StatementEntry[];
}

export function createEntryTree(statement: { account: string; currency: string }): EntryTree {
  const path: string[] = [];
  const currencies: string[] = [];
  const whole: EntryFacts = {
    ...blankFacts(),
    isBooked: false,
    isReversal: false,
    bookedOn: undefined,
    valueOn: undefined,
    entryReference: undefined,
    transferCount: undefined,
  };
  let details: Facts[] = [];
  let detail: Facts | undefined;
  /** Signed sum of the details emitted before the end of the entry; undefined while there are none. */
  let emittedCents: number | undefined;

  function close(text: string, position: FilePosition): StatementEntry[] {
    const inner = path.join("/");
    path.pop();
    const currency = currencies.pop() ?? "";
    if (inner === "NtryDtls/TxDtls") {
      if (detail !== undefined) details.push(detail);
      detail = undefined;
      return details.length >= keptDetails ? emitDetails(position) : [];
    }
    if (text === "") return [];
    if (inner.startsWith("NtryDtls/TxDtls/") && detail !== undefined) {
      readFact(detail, inner.slice("NtryDtls/TxDtls/".length), { text, currency, position });
    } else readEntryFact(whole, inner, { text, currency, position });
    return [];
  }

  function emitDetails(position: FilePosition): StatementEntry[] {
    const total = requireAmount(whole, position);
    const entries = details.map((facts) => {
      const amount = ownAmount(facts, total.currency);
      if (amount === undefined) {
        throw statementRefusal("batch", "a detail of a large batch has no amount in the entry's currency", position);
      }
      return entryOf(facts, amount, { kind: "detail", totalCents: total.cents }, position);
    });
    emittedCents = (emittedCents ?? 0) + signedSum(entries);
    details = [];
    return entries;
  }

  function finish(position: FilePosition): StatementEntry[] {
    const total = requireAmount(whole, position);
    if (emittedCents !== undefined) {
      const rest = details.length > 0 ? emitDetails(position) : [];
      return [...rest, ...difference(total, emittedCents, position)];
    }
    const [only] = details;
    if (only === undefined) {
      const isBatch = (whole.transferCount ?? 1) > 1;
      return [entryOf(blankFacts(), total, isBatch ? { kind: "total", totalCents: total.cents } : undefined, position)];
    }
    // The account received the entry's amount, whatever a single detail says about charges or another currency.
    const amounts = details.map((facts) => ownAmount(facts, total.currency));
    if (details.length === 1 && ((whole.transferCount ?? 1) <= 1 || amounts[0]?.cents === total.cents)) {
      return [entryOf({ ...only, direction: whole.direction }, total, undefined, position)];
    }
    if (amounts.some((amount) => amount === undefined)) {
      const lines = details.flatMap(({ lines: own }) => own).slice(0, maxLines);
      return [entryOf({ ...blankFacts(), lines }, total, { kind: "total", totalCents: total.cents }, position)];
    }
    const entries = details.map((facts, index) =>
      entryOf(facts, amounts[index] ?? total, { kind: "detail", totalCents: total.cents }, position),
    );
    return [...entries, ...difference(total, signedSum(entries), position)];
  }

  /** The booked amount counts: the difference to the sum of its details becomes an entry of its own. */
  function difference(total: Amount, sumCents: number, position: FilePosition): StatementEntry[] {
    const missing = (whole.direction === "debit" ? -total.cents : total.cents) - sumCents;
    if (missing === 0) return [];
    const amount = { cents: Math.abs(missing), currency: total.currency };
    const facts: Facts = { ...blankFacts(), direction: missing > 0 ? "credit" : "debit" };
    return [entryOf(facts, amount, { kind: "difference", totalCents: total.cents }, position)];
  }

  function entryOf(
    facts: Facts,
    amount: Amount,
    batch: BatchPlace | undefined,
    { line }: FilePosition,
  ): StatementEntry {
    const direction = facts.direction ?? whole.direction ?? "credit";
    const party = direction === "credit" ? "debtor" : "creditor";
    const lines = facts.lines.length > 0 ? facts.lines : whole.lines;
    const spare = facts.additionalText ?? (batch === undefined ? whole.additionalText : undefined);
    return {
      ...blankEntry(),
      account: statement.account,
      currency: amount.currency,
      amountCents: amount.cents,
      direction,
      isBooked: whole.isBooked,
      isReversal: whole.isReversal,
      isReturn: facts.isReturn || whole.isReturn,
      returnReason: facts.returnReason ?? whole.returnReason,
      bookedOn: whole.bookedOn,
      valueOn: whole.valueOn,
      bankReference: facts.bankReference ?? whole.bankReference,
      entryReference: whole.entryReference,
      endToEndId: facts.endToEndId ?? whole.endToEndId,
      structuredReference: facts.structuredReference ?? whole.structuredReference,
      remittanceLines: lines.length > 0 || spare === undefined ? lines : [spare],
      counterpartyName: facts[party].name ?? whole[party].name,
      counterpartyIban: facts[party].account ?? whole[party].account,
      batch,
      line,
    };
  }

  function requireAmount(facts: EntryFacts, position: FilePosition): Amount {
    if (facts.amount === undefined) throw statementRefusal("amount", "an entry has no amount (Amt)", position);
    if (facts.direction === undefined) {
      throw statementRefusal("direction", "an entry says neither CRDT nor DBIT (CdtDbtInd)", position);
    }
    return facts.amount;
  }

  return {
    open(name, currency) {
      path.push(name);
      currencies.push(reportedCurrency(currency) || statement.currency);
      if (path.join("/") === "NtryDtls/TxDtls") detail = blankFacts();
    },
    close,
    finish,
  };
}

interface Leaf {
  text: string;
  currency: string;
  position: FilePosition;
}

function readEntryFact(facts: EntryFacts, inner: string, leaf: Leaf): void {
  const { text, position } = leaf;
  if (inner === "Sts" || inner === "Sts/Cd") facts.isBooked = text === "BOOK";
  else if (inner === "RvslInd") facts.isReversal = text === "true" || text === "1";
  else if (inner === "BookgDt/Dt" || inner === "BookgDt/DtTm") facts.bookedOn = readDay(text, position);
  else if (inner === "ValDt/Dt" || inner === "ValDt/DtTm") facts.valueOn = readDay(text, position);
  else if (inner === "NtryRef") facts.entryReference = meaningfulReference(text);
  else if (inner === "AcctSvcrRef") facts.bankReference = meaningfulReference(text);
  else if (inner === "AddtlNtryInf") facts.additionalText = plainText(text, 500);
  else if (inner === "NtryDtls/Btch/NbOfTxs") facts.transferCount = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  else readFact(facts, inner, leaf);
}

/** Paths are the same in versions 02 to 08, except for <Pty> around a party's name and <Amt> directly in a detail. */
function readFact(facts: Facts, inner: string, { text, currency, position }: Leaf): void {
  switch (inner.replace("/Pty/", "/")) {
    case "Amt":
      facts.amount = { cents: readAmount(text, currency, position), currency };
      break;
    case "AmtDtls/TxAmt/Amt":
      facts.transactionAmount = { cents: readAmount(text, currency, position), currency };
      break;
    case "CdtDbtInd":
      facts.direction = readDirection(text, position);
      break;
    case "Refs/AcctSvcrRef":
      facts.bankReference = meaningfulReference(text);
      break;
    case "Refs/EndToEndId":
      facts.endToEndId = meaningfulReference(text);
      break;
    case "RmtInf/Ustrd":
    case "RmtInf/Strd/AddtlRmtInf":
      if (facts.lines.length < maxLines) facts.lines.push(plainText(text));
      break;
    case "RmtInf/Strd/CdtrRefInf/Ref":
    case "RmtInf/Strd/CdtrRefInf/CdtrRef":
      facts.structuredReference ??= meaningfulReference(text)?.replace(/\s+/g, "");
      break;
    case "AddtlTxInf":
      facts.additionalText = plainText(text, 500);
      break;
    case "RltdPties/Dbtr/Nm":
      facts.debtor.name = plainText(text);
      break;
    case "RltdPties/Cdtr/Nm":
      facts.creditor.name = plainText(text);
      break;
    case "RltdPties/UltmtDbtr/Nm":
      facts.debtor.name ??= plainText(text);
      break;
    case "RltdPties/UltmtCdtr/Nm":
      facts.creditor.name ??= plainText(text);
      break;
    case "RltdPties/DbtrAcct/Id/IBAN":
    case "RltdPties/DbtrAcct/Id/Othr/Id":
      facts.debtor.account = readAccount(text);
      break;
    case "RltdPties/CdtrAcct/Id/IBAN":
    case "RltdPties/CdtrAcct/Id/Othr/Id":
      facts.creditor.account = readAccount(text);
      break;
    case "BkTxCd/Domn/Fmly/SubFmlyCd":
      // "Reimbursement": the code of a returned credit transfer, also used without <RtrInf>.
      if (text === "RRTN") facts.isReturn = true;
      break;
    case "RtrInf/Rsn/Cd":
    case "RtrInf/Rsn/Prtry":
    case "RtrInf/AddtlInf":
      facts.returnReason ??= plainText(text);
      facts.isReturn = true;
      break;
    default:
      if (inner.startsWith("RtrInf/")) facts.isReturn = true;
  }
}

/** A detail's amount, when it is in the currency of the booking. */
function ownAmount({ amount, transactionAmount }: Facts, currency: string): Amount | undefined {
  return [amount, transactionAmount].find((own) => own?.currency === currency);
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

function signedSum(entries: readonly StatementEntry[]): number {
  return entries.reduce(
    (sum, { amountCents, direction }) => sum + (direction === "debit" ? -amountCents : amountCents),
    0,
  );
}

function blankFacts(): Facts {
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
