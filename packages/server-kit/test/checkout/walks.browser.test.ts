// One test of each kind in Chromium; the other buyers' tests take longer (walks.long.browser.test.ts).
import { buyers, describeWalks } from "./buyer-walks.js";

describeWalks(buyers.slice(0, 1));
