export function conformance(
  entry: object,
  golden: unknown,
  sync?: object,
): { title: string; run: () => Promise<void> }[];
