// Tests that the document passes the linter with our rules. Runs offline.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the linter finds nothing", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      from("../../node_modules/@redocly/cli/bin/cli.js"),
      "lint",
      from("../openapi.yaml"),
      "--config",
      from("../redocly.yaml"),
    ],
    {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
    },
  );
  expect({ status, found: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, found: "" });
}, 60_000);
