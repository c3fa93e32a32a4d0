// Every command, in the order of the help text.
import type { Command } from "./command.js";
import { alertCommands } from "./commands/alert.js";
import { auditCommands } from "./commands/audit.js";
import { backupCommand } from "./commands/backup.js";
import { configCheckCommand } from "./commands/config-check.js";
import { copyCommand } from "./commands/copy.js";
import { demoCommand } from "./commands/demo.js";
import { doctorCommand } from "./commands/doctor.js";
import { initCommand } from "./commands/init.js";
import { keyCommands } from "./commands/key.js";
import { migrateCommand } from "./commands/migrate.js";
import { orderCommands } from "./commands/order.js";
import { paymentCommands } from "./commands/payment.js";
import { privacyCommands } from "./commands/privacy.js";
import { pruneCommand } from "./commands/prune.js";
import { resealCommand } from "./commands/reseal.js";
import { restoreCommand } from "./commands/restore.js";
import { serveCommand } from "./commands/serve.js";
import { statementCommands } from "./commands/statement.js";
import { storeCommands } from "./commands/store.js";
import { storeLifecycleCommands } from "./commands/store-lifecycle.js";
import { userCommands } from "./commands/user.js";
import { webhookCommands } from "./commands/webhook.js";

export const allCommands: readonly Command[] = [
  serveCommand,
  demoCommand,
  initCommand,
  configCheckCommand,
  ...storeCommands,
  ...storeLifecycleCommands,
  ...keyCommands,
  ...userCommands,
  ...paymentCommands,
  ...orderCommands,
  ...alertCommands,
  ...auditCommands,
  ...statementCommands,
  ...webhookCommands,
  migrateCommand,
  ...privacyCommands,
  pruneCommand,
  resealCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
  doctorCommand,
];
