// The kind of each option that is an object or text: from JavaScript, another kind would be ignored silently or fail at the first use.
import type { PaymentServiceOptions } from "../service-options.js";

/** An option and what it must be. */
export interface WrongKind {
  option: string;
  expected: string;
  given: unknown;
}

const objectOptions = [
  "openBanking",
  "cardPages",
  "listenOptions",
  "webhooks",
  "retention",
  "theme",
  "deployment",
] as const satisfies readonly (keyof PaymentServiceOptions)[];

export function* findWrongKinds(options: PaymentServiceOptions): Generator<WrongKind> {
  for (const option of objectOptions) {
    if (isNotObject(options[option])) yield { option, expected: "an object", given: options[option] };
  }
  const { rateLimits, theme, deployment, panel, auditActor } = options;
  if (rateLimits !== false && isNotObject(rateLimits)) {
    yield { option: "rateLimits", expected: "false, or an object with limits by name", given: rateLimits };
  }
  const texts: [string, unknown][] = [
    ["auditActor", auditActor],
    ["theme.name", theme?.name],
    ["deployment.environment", deployment?.environment],
    ["deployment.commit", deployment?.commit],
    ["deployment.date", deployment?.date],
    ["panel.signInUrl", panel ? panel.signInUrl : undefined],
  ];
  for (const [option, given] of texts) {
    if (given !== undefined && typeof given !== "string") yield { option, expected: "text", given };
  }
}

function isNotObject(value: unknown): boolean {
  return value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value));
}
