// payment-sessions reseal: re-encrypts every secret after a change of the encryption key.
import type { Command } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";

export const resealCommand: Command = {
  name: "reseal",
  summary: "Re-encrypts all secrets with the first encryption key. Give the new key first, the old ones after it.",
  options: databaseOptions,
  async run(given) {
    const { resealed } = await withService(given, {}, (service) => service.reseal());
    return { document: { resealed }, text: `Values re-encrypted with the first encryption key: ${resealed}.` };
  },
};
