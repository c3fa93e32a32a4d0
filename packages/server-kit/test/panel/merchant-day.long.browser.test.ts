// A merchant's daily tasks at phone and desktop size, light and dark. PANEL_PICTURES, when set, receives a screenshot of each page.
import { test } from "vitest";
import { looks, useMerchantBrowser } from "./merchant-day-store.js";
import { tasks } from "./merchant-day-tasks.js";

useMerchantBrowser();

const all = Object.entries(tasks).flatMap(([task, play]) =>
  looks.map((appearance) => [task, appearance, play] as const),
);

test.each(all)("%s, in at most five clicks: %o", (_, appearance, play) => play(appearance));
