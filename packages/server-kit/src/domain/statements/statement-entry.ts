// One booking of a bank statement, in the same shape whatever file it came from (docs/decisions/statements-settle-transfers.md).

export type StatementFormat = "camt" | "mt940" | "csv";

export interface StatementEntry {
  /** The account that the statement is about: an IBAN in its normal form, or the bank's own text; empty when the file names none. */
  account: string;
  /** ISO 4217, capital letters. */
  currency: string;
  /** Minor units, never negative: `direction` is the sign. */
  amountCents: number;
  direction: "credit" | "debit";
  /** False for an entry that the bank only announces. */
  isBooked: boolean;
  /** The booking takes back an earlier one (CAMT `RvslInd`, MT940 `RC` and `RD`). */
  isReversal: boolean;
  /** The money of a transfer that came back (CAMT `RtrInf`, German business codes 108, 109, 159, 181 to 185). */
  isReturn: boolean;
  /** The bank's word or code for a return. */
  returnReason: string | undefined;
  /** `YYYY-MM-DD`. */
  bookedOn: string | undefined;
  valueOn: string | undefined;
  /** The bank's own reference of the booking (CAMT `AcctSvcrRef`, MT940 `//`). */
  bankReference: string | undefined;
  /** CAMT `NtryRef`, the customer's reference of MT940. */
  entryReference: string | undefined;
  endToEndId: string | undefined;
  /** A creditor reference (ISO 11649 or national), separators removed. */
  structuredReference: string | undefined;
  /** The text of the transfer, line by line as the bank gave it. */
  remittanceLines: string[];
  counterpartyName: string | undefined;
  counterpartyIban: string | undefined;
  /** A detail of a booking of several transfers; undefined when the booking is one transfer. */
  batch: BatchPlace | undefined;
  /** Line of the file at which the entry ends, from 1. */
  line: number;
}

export interface BatchPlace {
  /**
   * `detail`: one transfer of the batch. `total`: the bank gave only the sum, or details without amounts.
   * `difference`: what the details add up to less, or more, than the booking.
   */
  kind: "detail" | "total" | "difference";
  /** The whole booking, minor units. */
  totalCents: number;
}

/** A reader takes the text of a file in pieces of any size and gives the entries that these pieces completed. */
export interface StatementReader {
  /** @throws Refusal VALIDATION_ERROR with `line` and `column` when the text is no such statement. */
  push(text: string): StatementEntry[];
  /** The file is over. @throws Refusal as `push` does, when something is missing at the end. */
  end(): StatementEntry[];
}

/** Money that reached the account and stays there: what may settle a payment. */
export function isBookedCredit(entry: StatementEntry): boolean {
  return entry.isBooked && entry.direction === "credit" && !entry.isReversal && !entry.isReturn;
}

/** Money of an earlier transfer that left the account again. */
export function takesMoneyBack(entry: StatementEntry): boolean {
  return entry.isBooked && entry.direction === "debit" && (entry.isReversal || entry.isReturn);
}

/** Values that every format has alike, for readers to start from. */
export function blankEntry(): StatementEntry {
  return {
    account: "",
    currency: "",
    amountCents: 0,
    direction: "credit",
    isBooked: true,
    isReversal: false,
    isReturn: false,
    returnReason: undefined,
    bookedOn: undefined,
    valueOn: undefined,
    bankReference: undefined,
    entryReference: undefined,
    endToEndId: undefined,
    structuredReference: undefined,
    remittanceLines: [],
    counterpartyName: undefined,
    counterpartyIban: undefined,
    batch: undefined,
    line: 1,
  };
}
