// node fill-file.mjs FILE PAYMENTS: fills a migrated file, in a separate process, since it keeps one core
// busy throughout.
import Sqlite from "better-sqlite3";
import { makePayments } from "./make-payments.mjs";

const [filename, payments] = process.argv.slice(2);
const database = new Sqlite(filename, { fileMustExist: true });
makePayments(database, { payments: Number(payments) });
database.close();
