// A running service with one approved store, and a buyer who follows links and submits forms as a browser without JavaScript does.
import { createServer } from "node:http";
import { createPaymentService, type PaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { listen } from "../listen.js";
import { serveService } from "../serve.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";

export const account = {
  bankName: "Musterbank",
  accountHolder: "Müller & Söhne GmbH",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
};

export interface Page {
  status: number;
  headers: Headers;
  /** Path and query of the response, after redirects. */
  path: string;
  text: string;
}

export type Harness = Awaited<ReturnType<typeof startService>>;

export async function startService(
  options: Partial<PaymentServiceOptions> = {},
  storeInput: Partial<Parameters<PaymentService["stores"]["create"]>[0]> = {},
  /** Path below which the service responds. */
  prefix = "",
) {
  const server = createServer();
  const { url: base } = await listen(server);
  const service = createPaymentService({
    baseUrl: base + prefix,
    storage: freshStorage(),
    rateLimits: false,
    // Errors here are caused on purpose.
    logger: silentLogger,
    ...options,
  });
  await serveService(service, server);
  const store = await service.stores.create({
    name: "Blumen Lila",
    kyc: "approved",
    verification: "approved",
    bankAccount: account,
    paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
    ...storeInput,
  });
  const keys = {
    test: await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" }),
    live: await service.apiKeys.issue({ merchantId: store.merchantId, environment: "live" }),
  };

  async function initialize(request: Record<string, unknown> = {}, environment: "test" | "live" = "test") {
    const response = await fetch(`${base}${prefix}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys[environment].secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        merchantId: store.merchantId,
        orderId: "1001-A",
        amountCents: 1999,
        currency: "EUR",
        returnUrl: "https://shop.example/thanks?order=1",
        ...request,
      }),
    });
    const body = (await response.json()) as { paymentId: string; paymentUrl: string; redirectUrl?: string };
    if (response.status !== 200)
      throw new Error(`initialize responded with ${response.status}: ${JSON.stringify(body)}`);
    const url = new URL(body.paymentUrl);
    return { ...body, path: url.pathname + url.search };
  }

  /** Follows 303s by hand, at most five, as GET. */
  async function visit(path: string, init: RequestInit & { follow?: boolean } = {}): Promise<Page> {
    const { follow = true, ...request } = init;
    let target = new URL(path, base).href;
    let response = await fetch(target, { ...request, redirect: "manual" });
    for (let hop = 0; follow && response.status === 303 && hop < 5; hop += 1) {
      target = new URL(response.headers.get("location") ?? "", target).href;
      const { headers } = request;
      response = await fetch(target, { redirect: "manual", ...(headers && { headers }) });
    }
    const url = new URL(target);
    return {
      status: response.status,
      headers: response.headers,
      path: url.pathname + url.search,
      text: await response.text(),
    };
  }

  return {
    service,
    store,
    keys,
    base,
    initialize,
    visit,
    submit: (path: string, fields: Record<string, string> = {}, follow = true) =>
      visit(path, { method: "POST", body: new URLSearchParams(fields), follow }),
    state: async (paymentId: string) => (await service.payments.get(paymentId))?.state,
    stop: () => service.stop(),
  };
}

/** The address of the form on a page whose action ends with this path. */
export function formAction(page: Page, ending: string): string {
  const actions = [...page.text.matchAll(/<form[^>]* action="([^"]+)"/g)].map((match) =>
    decodeEntities(match[1] ?? ""),
  );
  const found = actions.find((action) => new URL(action, "http://x").pathname.endsWith(ending));
  if (found === undefined) throw new Error(`No form to ${ending} on this page, only to ${actions.join(", ")}`);
  return found;
}

/** The address of the first link with this text in its address. */
export function linkTo(page: Page, part: string): string {
  const found = [...page.text.matchAll(/<a[^>]* href="([^"]+)"/g)]
    .map((match) => decodeEntities(match[1] ?? ""))
    .find((href) => href.includes(part));
  if (found === undefined) throw new Error(`No link with ${part} on this page`);
  return found;
}

export function heading(page: Page): string {
  return decodeEntities((/<h1>(.*?)<\/h1>/s.exec(page.text)?.[1] ?? "").replace(/<[^>]+>/g, ""));
}

export function decodeEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#96;", "`")
    .replaceAll("&amp;", "&");
}
