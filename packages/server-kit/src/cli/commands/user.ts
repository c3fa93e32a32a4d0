// payment-sessions user …: who may sign in to the merchant panel.
import { userRoles } from "../../domain/panel-permissions.js";
import type { Command } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { requiredOneOf } from "../option-values.js";
import { facts, showTime, table } from "../table.js";

export const userCommands: readonly Command[] = [
  {
    name: "user create",
    summary:
      "Makes a user. The password is taken from PAYMENT_SESSIONS_PASSWORD; without it one is made up and shown, this once.",
    options: [
      { name: "email", value: "<address>", summary: "what the user signs in with" },
      { name: "role", value: "<role>", summary: userRoles.join(", ") },
      { name: "merchant-id", value: "<id>", summary: "the store that the user sees; operators see all and have none" },
      ...databaseOptions,
    ],
    async run(given) {
      const input = {
        email: given.required("email"),
        role: requiredOneOf(given, "role", userRoles),
        merchantId: given.text("merchant-id"),
        password: given.secret("password"),
      };
      const user = await withService(given, {}, (service) => service.users.create(input));
      const shown = facts([
        ["user id", user.userId],
        ["e-mail", user.email],
        ["role", user.role],
        ["store", user.merchantId ?? "all"],
      ]);
      const once = user.password === undefined ? "" : `\n\nPassword, shown only now: ${user.password}`;
      return { document: user, text: shown + once };
    },
  },
  {
    name: "user list",
    summary: "The users, by e-mail address.",
    options: [{ name: "merchant-id", value: "<id>", summary: "of this store only" }, ...databaseOptions],
    async run(given) {
      const users = await withService(given, {}, (service) => service.users.list(given.text("merchant-id")));
      const rows = users.map(({ userId, email, role, merchantId, isDisabled, createdAt }) => [
        userId,
        email,
        role,
        merchantId ?? "all",
        isDisabled ? "disabled" : "enabled",
        showTime(createdAt),
      ]);
      const head = ["USER ID", "E-MAIL", "ROLE", "STORE", "STATE", "CREATED"];
      return { document: users, text: table(head, rows, "There are no users.") };
    },
  },
];
