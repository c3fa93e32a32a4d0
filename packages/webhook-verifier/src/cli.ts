// What bin/verify-webhook runs.
export { main } from "./cli/main.js";
