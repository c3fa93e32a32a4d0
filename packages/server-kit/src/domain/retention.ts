// How long each kind of record is kept. Payments, their arrivals and sessions are never removed: a bank may refer to
// them years later. Records that unfinished work requires are kept regardless of age.

const dayMs = 24 * 60 * 60 * 1000;

/** Retention periods in days; `false` keeps a kind for ever. */
export interface RetentionOptions {
  /** E-mail, name, metadata, return address and bank data of buyers, after the payment's end; default 540. */
  personalDataDays?: number | false | undefined;
  /** Webhook deliveries with their attempts, after they ended; default 180. */
  deliveriesDays?: number | false | undefined;
  /** Response excerpts of receivers, up to 4 KiB per attempt; default 30. */
  deliveryExcerptsDays?: number | false | undefined;
  /** Evidence about payments that are over; default 3650. */
  evidenceDays?: number | false | undefined;
  /** State history of payments that are over; default 3650. */
  historyDays?: number | false | undefined;
  /** Alerts, after they were marked as handled; default 1095. */
  alertsDays?: number | false | undefined;
  /** Audit log; default 1095. */
  auditDays?: number | false | undefined;
  /** Mails to stores that were sent or failed for good; default 90. */
  mailsDays?: number | false | undefined;
  /** Plugin orders, after their last change; default 540. */
  ordersDays?: number | false | undefined;
  /** Bank statements and their entries, except unmatched ones and returns of a payment's money; default 3650. */
  statementsDays?: number | false | undefined;
}

/** Kinds that `prune` removes, in this order. Personal data is not among them: it is erased in records that are kept. */
export const retentionKinds = [
  "deliveryExcerpts",
  "deliveries",
  "evidence",
  "history",
  "alerts",
  "audit",
  "mails",
  "orders",
  "statements",
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Milliseconds; undefined: kept for ever. */
export type Retention = Record<RetentionKind | "personalData", number | undefined>;

/**
 * `leastDays`: the shortest period after which no unfinished work can require the record: a delivery's schedule, a late arrival, a booked
 * year.
 */
const rules: Record<keyof Retention, { days: number; leastDays: number }> = {
  personalData: { days: 540, leastDays: 1 },
  deliveryExcerpts: { days: 30, leastDays: 1 },
  deliveries: { days: 180, leastDays: 30 },
  evidence: { days: 3650, leastDays: 365 },
  history: { days: 3650, leastDays: 365 },
  alerts: { days: 1095, leastDays: 30 },
  audit: { days: 1095, leastDays: 30 },
  mails: { days: 90, leastDays: 7 },
  orders: { days: 540, leastDays: 30 },
  statements: { days: 3650, leastDays: 400 },
};

/** Every kind that has a retention period, personal data included. */
// The keys of a record of exactly these keys.
export const keptKinds = Object.keys(rules) as (keyof Retention)[];
const optionOf = (kind: keyof Retention): keyof RetentionOptions => `${kind}Days`;

export const retentionOptionNames: readonly string[] = keptKinds.map(optionOf);

/** Retention periods of the given options, with defaults for omitted ones. */
export function retentionOf(options: RetentionOptions = {}): Retention {
  const entries = keptKinds.map((kind) => {
    const days = options[optionOf(kind)] ?? rules[kind].days;
    return [kind, days === false ? undefined : days * dayMs];
  });
  // One entry for each kind.
  return Object.fromEntries(entries) as Retention;
}

/** The first invalid option, and what is expected instead. */
export function findRetentionProblem(
  options: RetentionOptions,
): { option: keyof RetentionOptions; expected: string } | undefined {
  for (const kind of keptKinds) {
    const days: unknown = options[optionOf(kind)];
    const { leastDays } = rules[kind];
    const isUsable =
      days === undefined ||
      days === false ||
      (typeof days === "number" && Number.isSafeInteger(days) && days >= leastDays);
    if (!isUsable)
      return { option: optionOf(kind), expected: `false, or a whole number of days, ${leastDays} or more` };
  }
  return undefined;
}
