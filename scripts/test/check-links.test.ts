// Checks that a broken link is reported and a valid one is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { brokenLinks } from "../check-links.mjs";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

const page = "# A page\n\n## Delivery rules\n\n### `status` of a payment\n\n```\n## not a heading\n```\n";

/** The broken links of one file beside the page. */
function broken(file: string, content: string): string[] {
  const root = mkdtempSync(join(tmpdir(), "check-links-"));
  roots.push(root);
  for (const [path, text] of Object.entries({ "spec/page.md": page, [file]: content })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return brokenLinks(root, [file]);
}

test.each([
  ["docs/a.md", "[rules](../spec/page.md#delivery-rules), [here](#here)\n\n# Here\n"],
  ["docs/a.md", "[status](../spec/page.md#status-of-a-payment), [elsewhere](https://example.com/none.md#x)\n"],
  ["docs/a.md", "```\n[an example](none.md)\n```\n"],
  ["packages/kit/src/one.ts", "// Sends again (spec/page.md#delivery-rules, 3). See spec/page.md.\n"],
])("in %s, links with a target pass: %j", (file, content) => {
  expect(broken(file, content)).toEqual([]);
});

test.each([
  ["docs/a.md", "[gone](../spec/none.md)", "](../spec/none.md)"],
  ["docs/a.md", "[gone](../spec/page.md#none)", "](../spec/page.md#none)"],
  ["docs/a.md", "[gone](../spec/page.md#not-a-heading)", "](../spec/page.md#not-a-heading)"],
  ["docs/a.md", "[gone](#none)", "](#none)"],
  ["packages/kit/src/one.ts", "// As ruled (docs/decisions/none.md).", "docs/decisions/none.md"],
  ["packages/kit/src/one.ts", "// As ruled (spec/page.md#none).", "spec/page.md#none"],
])("in %s, %j is reported", (file, content, link) => {
  expect(broken(file, `${content}\n`)).toEqual([`${file}:1 links to ${link}, which does not exist`]);
});
