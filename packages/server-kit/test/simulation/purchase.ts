import type { SketchedEntry } from "../statements/camt-file.js";

export interface SimulatedStore {
  merchantId: string;
  apiKey: string;
  /** Entries of its statement by the day on which they were booked. */
  entries: Map<number, SketchedEntry[]>;
}

export interface Purchase {
  paymentId: string;
  store: SimulatedStore;
  /** Path and query of the checkout page. */
  path: string;
  reference: string;
  dueCents: number;
  scenario: string;
  /** Full payments beyond the first, counted per method. */
  extraPayments: number;
}
