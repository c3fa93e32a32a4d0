import type { MadeSize } from "./make-payments.mjs";

export function makePostgresPayments(
  connectionString: string,
  options?: MadeSize,
  onProgress?: (done: number, all: number) => void,
): Promise<void>;
