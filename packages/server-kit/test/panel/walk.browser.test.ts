// By keyboard: walk.long.browser.test.ts.
import { byPointer, describeWalks } from "./webhook-walk.js";

describeWalks(byPointer);
