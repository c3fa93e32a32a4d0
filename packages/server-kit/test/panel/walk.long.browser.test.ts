// A merchant's first steps in the panel by keyboard alone.
import { byKeyboard, describeWalks } from "./webhook-walk.js";

describeWalks(byKeyboard);
