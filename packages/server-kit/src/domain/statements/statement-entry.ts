// One booking of a bank statement, independent of the file format (docs/decisions/statements-settle-transfers.md).

export const statementFormats = ["camt", "mt940", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];

export interface StatementEntry {
  /** The account of the statement: a normalised IBAN, or the bank's text; empty when the file has none. */
  account: string;
  /** ISO 4217, capital letters. */
  currency: string;
  /** Minor units, never negative: `direction` is the sign. */
  amountCents: number;
  direction: "credit" | "debit";
  /** False for an entry that is only announced. */
  isBooked: boolean;
  /** The booking reverses an earlier one (CAMT `RvslInd`, MT940 `RC` and `RD`). */
  isReversal: boolean;
  /** The money of a returned transfer (CAMT `RtrInf`, German business codes 108, 109, 159, 181 to 185). */
  isReturn: boolean;
  /** The bank's reason text or code of a return. */
  returnReason: string | undefined;
  /** `YYYY-MM-DD`. */
  bookedOn: string | undefined;
  valueOn: string | undefined;
  /** The bank's reference of the booking (CAMT `AcctSvcrRef`, MT940 `//`). */
  bankReference: string | undefined;
  /** CAMT `NtryRef`, the customer's reference of MT940. For display: a bank may count its entries here. */
  entryReference: string | undefined;
  /** The customer's reference of MT940, which may be the payer's text. */
  customerReference: string | undefined;
  endToEndId: string | undefined;
  /** A creditor reference (ISO 11649 or national), separators removed. */
  structuredReference: string | undefined;
  /** The text of the transfer, with the bank's line breaks. */
  remittanceLines: string[];
  counterpartyName: string | undefined;
  counterpartyIban: string | undefined;
  /** Set for a part of a batch booking; undefined when the booking is one transfer. */
  batch: BatchPlace | undefined;
  /** Line of the file, from 1: where a CAMT entry ends, the last field of an MT940 entry begins, or a CSV record begins. */
  line: number;
}

export interface BatchPlace {
  /**
   * `detail`: one transfer of the batch. `total`: the file has only the sum, or details without amounts.
   * `difference`: the booked amount minus the sum of the details.
   */
  kind: "detail" | "total" | "difference";
  /** Amount of the whole booking, minor units. */
  totalCents: number;
}

/** Receives the text of a file in chunks of any size and returns the entries completed by each. */
export interface StatementReader {
  /** @throws Refusal VALIDATION_ERROR with `line` and `column` when the text is not a valid statement. */
  push(text: string): StatementEntry[];
  /** Ends the file. @throws Refusal as `push`, when the file is incomplete. */
  end(): StatementEntry[];
}

/** Money that reached the account and was not reversed: may settle a payment. */
export function isBookedCredit(entry: StatementEntry): boolean {
  return entry.isBooked && entry.direction === "credit" && !entry.isReversal && !entry.isReturn;
}

/** Money of an earlier transfer that was debited again. */
export function takesMoneyBack(entry: StatementEntry): boolean {
  return entry.isBooked && entry.direction === "debit" && (entry.isReversal || entry.isReturn);
}

/** A credit that reverses a debit, such as a return that the bank had booked. */
export function reversesDebit(entry: Pick<StatementEntry, "direction" | "isBooked" | "isReversal">): boolean {
  return entry.isBooked && entry.direction === "credit" && entry.isReversal;
}

/** Defaults for readers of all formats. */
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
    customerReference: undefined,
    endToEndId: undefined,
    structuredReference: undefined,
    remittanceLines: [],
    counterpartyName: undefined,
    counterpartyIban: undefined,
    batch: undefined,
    line: 1,
  };
}
