// The checks of `doctor` for the settings of stores: each finding has the command that fixes it.
import type { Environment } from "../domain/environment.js";
import { offeredMethods } from "../domain/offered-methods.js";
import { isMethodOpen, isOwnMethod, paymentMethods } from "../domain/payment-method.js";
import type { StoreView } from "../flows/stores/change-store.js";
import type { PaymentService } from "../payment-service.js";
import type { GivenOptions } from "./command.js";
import type { Finding } from "./finding.js";
import { listAllStores } from "./list-all-stores.js";

export async function checkStores(
  service: PaymentService,
  given: GivenOptions,
  served: readonly Environment[],
): Promise<Finding[]> {
  const stores = await listAllStores(service);
  if (stores.length === 0) {
    return [
      { level: "warning", check: "stores", message: 'there are none: create one with "payment-sessions store create"' },
    ];
  }
  const enabled = stores.filter(({ isDisabled }) => !isDisabled);
  return [
    { level: "ok", check: "stores", message: `${stores.length} in total` },
    ...[...warnings, ...served.map((environment) => withoutMethod(given, environment))].flatMap((warning) =>
      describeWarning(warning, enabled),
    ),
    ...stores.flatMap(checkEndpoint),
  ];
}

interface StoreWarning {
  what: string;
  /** The options of `store update` that fix it. */
  fix: string;
  isWrong(store: StoreView): boolean;
}

const warnings: readonly StoreWarning[] = [
  {
    what: "no webhook URL, so no webhook is sent",
    fix: "--webhook-url <url>",
    isWrong: ({ webhookUrl }) => webhookUrl === undefined,
  },
  {
    what: "plain http webhook URL",
    fix: "--webhook-url https://…",
    isWrong: ({ webhookUrl }) => webhookUrl?.startsWith("http:") === true,
  },
  {
    what: "not approved, so initialize returns 403",
    fix: "--kyc approved --verification approved",
    isWrong: ({ kyc, verification }) => kyc !== "approved" || verification !== "approved",
  },
  {
    what: "no contact e-mail, so no mail is sent about failed deliveries",
    fix: "--contact-email <address>",
    isWrong: ({ contactEmail }) => contactEmail === undefined,
  },
  {
    what: "QR payment or bank transfer is enabled without a bank account",
    fix: "--account-holder <name> --iban <iban>",
    isWrong: ({ bankAccount, paymentMethods: switches }) =>
      bankAccount === undefined && paymentMethods.some((method) => isOwnMethod(method) && switches[method] !== "off"),
  },
];

function withoutMethod(given: GivenOptions, environment: Environment): StoreWarning {
  return {
    what: `no method can be used for ${environment} payments, so the checkout offers none`,
    fix: `--methods qr_pay=${environment} --account-holder <name> --iban <iban>`,
    isWrong: (store) => hasNoMethod(store, given, environment),
  };
}

/** Not of a store that is switched to test payments only. */
function hasNoMethod(store: StoreView, { configFile }: GivenOptions, environment: Environment): boolean {
  const switches = Object.values(store.paymentMethods);
  const isForEnvironment =
    switches.some((one) => isMethodOpen(one, environment)) || switches.every((one) => one === "off");
  const { openBanking, cardPages } = configFile?.config ?? {};
  const offered = offeredMethods({
    payment: { environment, currency: "EUR", attemptCount: 0 },
    store,
    hasReceivedMoney: false,
    // Test payments have the sandbox.
    hasBankProvider: environment === "test" || openBanking?.live !== undefined,
    hasCardPage: environment === "test" || cardPages?.live !== undefined,
  });
  return isForEnvironment && offered.length === 0;
}

function describeWarning({ what, fix, isWrong }: StoreWarning, stores: readonly StoreView[]): Finding[] {
  const names = stores.filter(isWrong).map(({ merchantId }) => merchantId);
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
  const message = `${what}: ${shown}; run "payment-sessions store update <merchant id> ${fix}"`;
  return [{ level: "warning", check: "stores", message }];
}

function checkEndpoint({ merchantId, webhookOff }: StoreView): Finding[] {
  if (webhookOff === undefined) return [];
  const since = new Date(webhookOff.at).toISOString();
  const message = `webhooks of ${merchantId} have been off since ${since} (${webhookOff.reason}) and its deliveries wait: run "payment-sessions webhook on ${merchantId}" to send again`;
  return [{ level: "warning", check: "webhooks", message }];
}
