// The shop's claims over real HTTP on loopback; webhooks are passed to the shop's receiver directly.
import { claimCheckout } from "./checkout-claims.js";

claimCheckout(async (mock) => {
  const { url } = await mock.serve();
  return {
    baseUrl: url,
    receiveBy: (shop) => mock.webhooks.to((webhook) => shop.webhooks(webhook.toRequest())),
  };
});
