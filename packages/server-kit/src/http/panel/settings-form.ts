// The settings form: parses its fields, finds what differs from the stored settings, and lists the values it was filled from.
import { normalizeIban } from "../../domain/iban.js";
import { paymentMethods } from "../../domain/payment-method.js";
import type { SettingPath, StoreInput } from "../../domain/store-settings.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import type { FormValues } from "./filled-from.js";

/** Not validated: values outside the allowed sets are refused by the flow, which names the field. */
export type Wanted = StoreInput;

export function readOwnerFields(form: Record<string, string>): Wanted {
  const text = (name: string) => (form[name] ?? "").trim();
  const orNull = (name: string) => (text(name) === "" ? null : text(name));
  const hasAccount = ["accountHolder", "iban", "bic", "bankName"].some((name) => text(name) !== "");
  return {
    name: text("name"),
    contactEmail: orNull("contactEmail"),
    url: orNull("url"),
    logo: orNull("logo"),
    // The flow checks every switch.
    paymentMethods: Object.fromEntries(
      paymentMethods.map((method) => [method, text(`method-${method}`)]),
    ) as NonNullable<Wanted["paymentMethods"]>,
    openBankTransfer: { instant: form.instant === "yes", collectBuyerData: form.collectBuyerData === "yes" },
    bankAccount: hasAccount
      ? {
          accountHolder: text("accountHolder"),
          iban: text("iban"),
          bic: text("bic").replaceAll(" ", "").toUpperCase(),
          bankName: text("bankName"),
        }
      : null,
    // The flow checks the value.
    successStatus: text("successStatus") as NonNullable<Wanted["successStatus"]>,
    allowedReturnHosts: text("allowedReturnHosts")
      .split(/[\s,]+/)
      .filter((host) => host !== "")
      .map((host) => host.toLowerCase()),
  };
}

export function readOperatorFields(form: Record<string, string>): Wanted {
  // The flow checks the values.
  return {
    kyc: form.kyc,
    verification: form.verification,
    deliveryPath: form.deliveryPath,
    openBankTransfer: {
      instant: form.instant === "yes",
      collectBuyerData: form.collectBuyerData === "yes",
      confirmationMode: form.confirmationMode,
    },
  } as Wanted;
}

/** Only what differs, so that the audit log records what was really changed. */
export function changesOf(store: StoreView, wanted: Wanted): StoreInput {
  const differs = ([name, value]: [string, unknown]) => {
    // The names are those of settings.
    const before = store[name as keyof StoreView] ?? null;
    if (name === "openBankTransfer" || name === "paymentMethods") {
      return Object.entries(value as object).some(([part, word]) => (before as Record<string, unknown>)[part] !== word);
    }
    if (name === "bankAccount" && value !== null && before !== null) {
      const { iban, ...rest } = value as NonNullable<StoreView["bankAccount"]>;
      const account = before as NonNullable<StoreView["bankAccount"]>;
      return (
        (normalizeIban(iban) ?? iban) !== account.iban ||
        Object.entries(rest).some(([part, word]) => account[part as keyof typeof rest] !== word)
      );
    }
    return JSON.stringify(value) !== JSON.stringify(before);
  };
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** The settings as they were entered, for showing a refused form again. */
export function withInput(
  store: StoreView,
  { paymentMethods: methods, openBankTransfer, ...wanted }: Wanted,
): StoreView {
  const plain = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, value ?? undefined]));
  return {
    ...store,
    ...plain,
    paymentMethods: { ...store.paymentMethods, ...methods },
    openBankTransfer: { ...store.openBankTransfer, ...openBankTransfer },
  };
}

/** Every value that the form shows, by the path used in messages. Values visible only to operators are left out for others. */
export function settingsValues(store: StoreView, isOperator: boolean): FormValues {
  const account = store.bankAccount;
  const { instant, collectBuyerData, confirmationMode } = store.openBankTransfer;
  return {
    name: store.name,
    contactEmail: store.contactEmail ?? "",
    url: store.url ?? "",
    logo: store.logo ?? "",
    ...Object.fromEntries(paymentMethods.map((method) => [`paymentMethods.${method}`, store.paymentMethods[method]])),
    "openBankTransfer.instant": String(instant),
    "openBankTransfer.collectBuyerData": String(collectBuyerData),
    "bankAccount.accountHolder": account?.accountHolder ?? "",
    "bankAccount.iban": account === undefined ? "" : (normalizeIban(account.iban) ?? account.iban),
    "bankAccount.bic": account?.bic ?? "",
    "bankAccount.bankName": account?.bankName ?? "",
    successStatus: store.successStatus,
    allowedReturnHosts: store.allowedReturnHosts.join(", "),
    ...(isOperator && {
      kyc: store.kyc,
      verification: store.verification,
      deliveryPath: store.deliveryPath,
      "openBankTransfer.confirmationMode": confirmationMode,
    }),
  };
}

/** Set on the page of the integration. */
type SetElsewhere = "webhookUrl";

const fieldIds: Record<Exclude<SettingPath, SetElsewhere> | "logoFile", string> = {
  name: "name",
  contactEmail: "contactEmail",
  url: "url",
  logo: "logo",
  logoFile: "logoFile",
  "openBankTransfer.instant": "instant",
  "openBankTransfer.collectBuyerData": "collectBuyerData",
  "openBankTransfer.confirmationMode": "confirmationMode",
  "bankAccount.accountHolder": "accountHolder",
  "bankAccount.iban": "iban",
  "bankAccount.bic": "bic",
  "bankAccount.bankName": "bankName",
  successStatus: "successStatus",
  allowedReturnHosts: "allowedReturnHosts",
  kyc: "kyc",
  verification: "verification",
  deliveryPath: "deliveryPath",
};

/** From the paths used in messages to the fields of the form. */
export const settingFieldIds: Readonly<Record<string, string>> = {
  ...fieldIds,
  ...Object.fromEntries(paymentMethods.map((method) => [`paymentMethods.${method}`, `method-${method}`])),
};
