// Builds dist/main.js and dist/instance.js for `node`; the packages are not bundled, as in a real host.
import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/main.ts", "src/instance.ts"],
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
});
