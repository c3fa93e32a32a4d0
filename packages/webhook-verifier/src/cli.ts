// Entry of bin/verify-webhook.
export { main } from "./cli/main.js";
