// payment-sessions user …: who may sign in to the merchant panel.
import { userRoles } from "../../domain/panel-permissions.js";
import { type Command, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { oneOf, requiredOneOf } from "../option-values.js";
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
    name: "user update",
    summary:
      "Changes what a user may do, and ends the user's sessions. --new-password makes a password up and shows it, this once; PAYMENT_SESSIONS_PASSWORD sets one.",
    options: [
      { name: "user-id", value: "<id>", summary: "as user list shows it" },
      { name: "role", value: "<role>", summary: `${userRoles.join(", ")}; within the same store` },
      { name: "state", value: "<word>", summary: "disabled signs the user out and keeps the user out; enabled" },
      { name: "new-password", summary: "the user has lost the old one" },
      ...databaseOptions,
    ],
    async run(given) {
      const userId = given.required("user-id");
      const role = oneOf(given, "role", userRoles);
      const state = oneOf(given, "state", ["enabled", "disabled"]);
      const password = given.secret("password");
      const isPasswordWanted = given.flag("new-password") || password !== undefined;
      if (role === undefined && state === undefined && !isPasswordWanted) {
        throw new UsageError("user update needs at least one of --role, --state, --new-password.");
      }
      return withService(given, {}, async (service) => {
        if (role !== undefined) await service.users.setRole(userId, role);
        if (state === "disabled") await service.users.disable(userId);
        if (state === "enabled") await service.users.enable(userId);
        const made = isPasswordWanted ? await service.users.setPassword(userId, password) : {};
        const user = (await service.users.list()).find((one) => one.userId === userId);
        const once = made.password === undefined ? "" : `\n\nPassword, shown only now: ${made.password}`;
        const shown = facts([
          ["user id", userId],
          ["e-mail", user?.email],
          ["role", user?.role],
          ["state", user?.isDisabled === true ? "disabled" : "enabled"],
        ]);
        return { document: { ...user, ...made }, text: shown + once };
      });
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
