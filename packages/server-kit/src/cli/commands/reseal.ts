// payment-sessions reseal: after a change of encryption key, brings every secret under the new one.
import type { Command } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";

export const resealCommand: Command = {
  name: "reseal",
  summary: "Seals all secrets anew under the first encryption key. Give the new key first, the old ones after it.",
  options: databaseOptions,
  async run(given) {
    const { resealed } = await withService(given, {}, (service) => service.reseal());
    return { document: { resealed }, text: `${resealed} sealed values are now under the first encryption key.` };
  },
};
