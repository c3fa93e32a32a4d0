// Every test in four other languages, on phone and desk, by keyboard and pointer, with and without JavaScript.
import { buyers, describeWalks } from "./buyer-walks.js";

describeWalks(buyers.slice(1));
