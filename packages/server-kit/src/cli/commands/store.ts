// payment-sessions store …: creates, changes and shows stores (spec/rules.md#store).
import { describeSchedule } from "../../domain/delivery-schedule.js";
import { type MethodSwitch, paymentMethods } from "../../domain/payment-method.js";
import { Refusal } from "../../domain/refusal.js";
import {
  type BankAccount,
  kycStates,
  type OpenBankTransferSettings,
  type StoreSettings,
  verificationStates,
} from "../../domain/store.js";
import type { StoreInput } from "../../domain/store-settings.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { databaseOptions, webhookAddressOptions, webhookAddressSettings, withService } from "../open-service.js";
import { clearable, limitOf, limitOption, list, oneOf, pairs, yesOrNo } from "../option-values.js";
import { facts, showTime, table } from "../table.js";
import { withoutUndefined } from "../without-undefined.js";

const merchantId: OptionSpec = { name: "merchant-id", value: "<id>", summary: "the store's merchant identifier" };
const switches: readonly MethodSwitch[] = ["off", "test", "live"];

const settingOptions: readonly OptionSpec[] = [
  { name: "webhook-url", value: "<url>", summary: 'where webhooks are sent; "" clears it' },
  { name: "contact-email", value: "<address>", summary: 'address for mail about failed deliveries; "" clears it' },
  {
    name: "delivery-path",
    value: "<word>",
    summary: `queue (${describeSchedule("queue")}) or legacy (${describeSchedule("legacy")})`,
  },
  { name: "kyc", value: "<state>", summary: kycStates.join(", ") },
  { name: "verification", value: "<state>", summary: verificationStates.join(", ") },
  {
    name: "methods",
    value: "<method=switch,…>",
    summary: `${paymentMethods.join(", ")}, each ${switches.join(", ")}; methods that are not named stay unchanged`,
  },
  { name: "bank-name", value: "<text>", summary: "bank of the account that receives transfers" },
  { name: "account-holder", value: "<text>", summary: "holder of that account" },
  { name: "iban", value: "<iban>", summary: 'IBAN of that account; "" clears the account' },
  { name: "bic", value: "<bic>", summary: "BIC of that account" },
  {
    name: "instant",
    value: "<true|false>",
    summary: "open bank transfer: default for requests that do not choose SEPA Instant",
  },
  {
    name: "collect-buyer-data",
    value: "<true|false>",
    summary: "open bank transfer: the hosted page asks for the buyer's account",
  },
  {
    name: "confirmation-mode",
    value: "<word>",
    summary: "open bank transfer: provider_success or settlement makes a payment final",
  },
  { name: "success-status", value: "<word>", summary: "completed or paid: the status of a successful payment" },
  { name: "return-hosts", value: "<host,…>", summary: 'allowed hosts of return URLs; "" allows any' },
  { name: "logo", value: "<url>", summary: 'image on the checkout page; "" clears it' },
  { name: "url", value: "<url>", summary: 'the store\'s website; "" clears it' },
];

export const storeCommands: readonly Command[] = [
  {
    name: "store create",
    summary:
      "Creates a store and shows its webhook secret once. It is approved only with --kyc approved and --verification approved.",
    options: [
      { name: "name", value: "<text>", summary: "the store's name, as buyers see it" },
      { ...merchantId, summary: "generated when left out" },
      ...settingOptions,
      ...webhookAddressOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const input = { ...readSettings(given), name: given.required("name"), merchantId: given.text("merchant-id") };
      const webhooks = webhookAddressSettings(given);
      const store = await withService(given, { webhooks, mayCreate: true }, (service) => service.stores.create(input));
      const text = `${showStore(store)}\n\nWebhook secret (shown only once): ${store.webhookSecret}`;
      return { document: store, text };
    },
  },
  {
    name: "store update",
    summary: "Changes the given settings of a store.",
    argument: "merchant-id",
    options: [
      merchantId,
      { name: "name", value: "<text>", summary: "the store's name, as buyers see it" },
      ...settingOptions,
      ...webhookAddressOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("merchant-id");
      const webhooks = webhookAddressSettings(given);
      const store = await withService(given, { webhooks }, async (service) => {
        const before = (await service.stores.get(id))?.bankAccount;
        return service.stores.update(id, { name: given.text("name"), ...readSettings(given, before) });
      });
      return { document: store, text: showStore(store) };
    },
  },
  {
    name: "store list",
    summary: "Lists the stores, by merchant identifier.",
    options: [
      limitOption(100),
      { name: "after", value: "<id>", summary: "continue after this merchant identifier" },
      ...databaseOptions,
    ],
    async run(given) {
      const page = { limit: limitOf(given, 100), after: given.text("after") };
      const stores = await withService(given, {}, (service) =>
        service.stores.list({ limit: page.limit, ...(page.after === undefined ? {} : { after: page.after }) }),
      );
      const rows = stores.map((store) => [
        store.merchantId,
        store.name,
        store.kyc,
        store.verification,
        store.isDisabled ? "disabled" : "enabled",
        store.webhookUrl,
      ]);
      const head = ["MERCHANT ID", "NAME", "KYC", "VERIFICATION", "STATE", "WEBHOOK URL"];
      return { document: stores, text: table(head, rows, "There are no stores.") };
    },
  },
  {
    name: "store show",
    summary: "Shows the settings of a store, without its secrets.",
    argument: "merchant-id",
    options: [merchantId, ...databaseOptions],
    async run(given) {
      const id = given.required("merchant-id");
      const store = await withService(given, {}, (service) => service.stores.get(id));
      if (store === undefined) throw new Refusal("STORE_NOT_FOUND");
      return { document: store, text: showStore(store) };
    },
  },
];

/** Every setting but the name, which `store create` requires. */
function readSettings(given: GivenOptions, accountBefore?: BankAccount): Required<Omit<StoreInput, "name">> {
  return {
    webhookUrl: clearable(given, "webhook-url"),
    contactEmail: clearable(given, "contact-email"),
    deliveryPath: oneOf(given, "delivery-path", ["queue", "legacy"]),
    kyc: oneOf(given, "kyc", kycStates),
    verification: oneOf(given, "verification", verificationStates),
    paymentMethods: pairs(given, "methods", { keys: paymentMethods, words: switches }),
    bankAccount: readBankAccount(given, accountBefore),
    openBankTransfer: withoutUndefined({
      instant: yesOrNo(given, "instant"),
      collectBuyerData: yesOrNo(given, "collect-buyer-data"),
      confirmationMode: oneOf(given, "confirmation-mode", ["provider_success", "settlement"]),
    }),
    successStatus: oneOf(given, "success-status", ["completed", "paid"]),
    allowedReturnHosts: list(given, "return-hosts"),
    logo: clearable(given, "logo"),
    url: clearable(given, "url"),
  };
}

function readBankAccount(given: GivenOptions, before: BankAccount | undefined): BankAccount | null | undefined {
  const iban = given.text("iban");
  if (iban === "") return null;
  const wanted = withoutUndefined({
    bankName: given.text("bank-name"),
    accountHolder: given.text("account-holder"),
    iban,
    bic: given.text("bic"),
  });
  if (Object.keys(wanted).length === 0) return undefined;
  const account = { bankName: "", bic: "", ...before, ...wanted };
  if (account.iban === undefined || account.accountHolder === undefined) {
    const missing = account.iban === undefined ? "--iban" : "--account-holder";
    throw new UsageError(`${missing} is missing: a bank account has at least --iban and --account-holder.`);
  }
  return { ...account, iban: account.iban, accountHolder: account.accountHolder };
}

function showStore(store: StoreView): string {
  const { bankAccount: account, openBankTransfer, webhookOff } = store;
  const settings: Record<keyof StoreSettings, [name: string, value: string | undefined]> = {
    name: ["name", store.name],
    kyc: ["kyc", store.kyc],
    verification: ["verification", store.verification],
    paymentMethods: ["methods", paymentMethods.map((method) => `${method}=${store.paymentMethods[method]}`).join(" ")],
    webhookUrl: ["webhook url", store.webhookUrl ?? "none"],
    deliveryPath: ["delivery path", store.deliveryPath],
    contactEmail: ["contact e-mail", store.contactEmail],
    bankAccount: [
      "bank account",
      account && `${account.accountHolder}, ${account.iban} ${account.bic} ${account.bankName}`.trim(),
    ],
    openBankTransfer: ["open bank transfer", bankTransferText(openBankTransfer)],
    successStatus: ["success status", store.successStatus],
    allowedReturnHosts: ["return hosts", store.allowedReturnHosts.join(", ") || "any"],
    logo: ["logo", store.logo],
    url: ["url", store.url],
  };
  return facts([
    ["merchant id", store.merchantId],
    ...Object.values(settings),
    ["state", store.isDisabled ? "disabled" : "enabled"],
    ["webhooks", webhookOff && `off since ${showTime(webhookOff.at)}: ${webhookOff.reason}`],
    ["next webhook secret", store.hasAnnouncedSecret ? "announced" : undefined],
    ["created", showTime(store.createdAt)],
  ]);
}

function bankTransferText({ instant, collectBuyerData, confirmationMode }: OpenBankTransferSettings): string {
  const parts = [
    instant ? "instant" : "standard",
    collectBuyerData && "buyer's account asked for",
    `final on ${confirmationMode}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
