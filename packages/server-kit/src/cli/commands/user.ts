// payment-sessions user …: manages the users who may sign in to the merchant panel.
import { userRoles } from "../../domain/panel-permissions.js";
import { secondFactorPolicies } from "../../flows/second-factor-policy.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { oneOf, requiredOneOf } from "../option-values.js";
import { facts, showTime, table } from "../table.js";

const passwordOption: OptionSpec = {
  name: "password-from-environment",
  summary: "read the password from PAYMENT_SESSIONS_PASSWORD, which other users of the machine cannot see",
};

/** The variable alone does not change a password, because it may be left over from another command. */
function givenPassword(given: GivenOptions): string | undefined {
  if (!given.flag("password-from-environment")) return undefined;
  const password = given.secret("password");
  if (password !== undefined) return password;
  throw new UsageError("--password-from-environment needs the password in PAYMENT_SESSIONS_PASSWORD.");
}

async function invite(given: GivenOptions) {
  const input = {
    email: given.required("email"),
    role: requiredOneOf(given, "role", userRoles),
    merchantId: given.text("merchant-id"),
  };
  const baseUrl = given.required("base-url");
  const user = await withService(given, { baseUrl }, (service) => service.users.invite(input));
  const text = `${user.email} (${user.userId}) gets a link by mail, sent by the running service.`;
  return { document: user, text };
}

export const userCommands: readonly Command[] = [
  {
    name: "user create",
    summary:
      "Creates a user of the panel. The password is generated and shown once, or read from PAYMENT_SESSIONS_PASSWORD with --password-from-environment.",
    options: [
      { name: "email", value: "<address>", summary: "what the user signs in with" },
      { name: "role", value: "<role>", summary: userRoles.join(", ") },
      { name: "merchant-id", value: "<id>", summary: "the user's store; left out for operators, who see all stores" },
      {
        name: "invite",
        summary: "mail a link to choose a password; needs --base-url and a running service with a mailer",
      },
      {
        name: "base-url",
        configures: true,
        value: "<url>",
        summary: "with --invite: the URL of the service, for the link",
      },
      passwordOption,
      ...databaseOptions,
    ],
    async run(given) {
      if (given.flag("invite")) return invite(given);
      const input = {
        email: given.required("email"),
        role: requiredOneOf(given, "role", userRoles),
        merchantId: given.text("merchant-id"),
        password: givenPassword(given),
      };
      const user = await withService(given, {}, (service) => service.users.create(input));
      const shown = facts([
        ["user id", user.userId],
        ["e-mail", user.email],
        ["role", user.role],
        ["store", user.merchantId ?? "all"],
      ]);
      const once = user.password === undefined ? "" : `\n\nPassword (shown only once): ${user.password}`;
      return { document: user, text: shown + once };
    },
  },
  {
    name: "user update",
    summary:
      "Changes a user's rights or password, and ends the user's sessions. --new-password generates a password and shows it once; --password-from-environment sets the one in PAYMENT_SESSIONS_PASSWORD.",
    options: [
      { name: "user-id", value: "<id>", summary: "as `user list` prints it" },
      { name: "role", value: "<role>", summary: `${userRoles.join(", ")}; within the same store` },
      { name: "state", value: "<word>", summary: "disabled ends the user's sessions and prevents signing in; enabled" },
      { name: "new-password", summary: "generate a password and show it once" },
      { name: "reset-second-factor", summary: "for a user without the device and the recovery codes" },
      passwordOption,
      ...databaseOptions,
    ],
    async run(given) {
      const userId = given.required("user-id");
      const role = oneOf(given, "role", userRoles);
      const state = oneOf(given, "state", ["enabled", "disabled"]);
      const password = givenPassword(given);
      const isPasswordWanted = given.flag("new-password") || password !== undefined;
      const isReset = given.flag("reset-second-factor");
      if (role === undefined && state === undefined && !isPasswordWanted && !isReset) {
        throw new UsageError(
          "Nothing to change: give at least one of --role, --state, --new-password, --password-from-environment, --reset-second-factor.",
        );
      }
      return withService(given, {}, async (service) => {
        if (role !== undefined) await service.users.setRole(userId, role);
        if (state === "disabled") await service.users.disable(userId);
        if (state === "enabled") await service.users.enable(userId);
        if (isReset) await service.users.resetSecondFactor(userId);
        const made = isPasswordWanted ? await service.users.setPassword(userId, password) : {};
        const user = (await service.users.list()).find((one) => one.userId === userId);
        const once = made.password === undefined ? "" : `\n\nPassword (shown only once): ${made.password}`;
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
    name: "user delete",
    summary: "Deletes a user. The audit log keeps the user's actions.",
    options: [
      { name: "user-id", value: "<id>", summary: "as `user list` prints it" },
      { name: "yes", summary: "required, since this cannot be undone" },
      ...databaseOptions,
    ],
    async run(given) {
      const userId = given.required("user-id");
      if (!given.flag("yes"))
        throw new UsageError("Nothing was deleted, since this cannot be undone: add --yes to delete the user.");
      await withService(given, {}, (service) => service.users.delete(userId));
      return { document: { userId, deleted: true }, text: `${userId} is deleted.` };
    },
  },
  {
    name: "user second-factor",
    summary: "Sets which users must have a second factor in the panel. Takes effect with each user's next request.",
    options: [{ name: "required-of", value: "<who>", summary: secondFactorPolicies.join(", ") }, ...databaseOptions],
    async run(given) {
      const of = requiredOneOf(given, "required-of", secondFactorPolicies);
      await withService(given, {}, (service) => service.users.requireSecondFactor(of));
      return { document: { secondFactorRequiredOf: of }, text: `A second factor is required of ${of}.` };
    },
  },
  {
    name: "user list",
    summary: "Lists the users, by e-mail address.",
    options: [{ name: "merchant-id", value: "<id>", summary: "only of this store" }, ...databaseOptions],
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
