// Reports vitest's progress without a line for each file: every ten seconds, and at the end. Failures are
// printed immediately, as vitest prints them.
import { DefaultReporter } from "vitest/node";

const everyMs = 10_000;

export default class ProgressReporter extends DefaultReporter {
  #total = 0;
  #ended = 0;
  #tests = 0;
  #saidAt = 0;

  constructor(options) {
    super({ ...options, summary: false });
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.#total = specifications.length;
    this.#saidAt = performance.now();
  }

  onTestModuleEnd(module) {
    this.#ended += 1;
    this.#tests += [...module.children.allTests()].length;
    if (!module.ok()) super.onTestModuleEnd(module);
    if (performance.now() - this.#saidAt < everyMs && this.#ended < this.#total) return;
    this.#saidAt = performance.now();
    this.log(`    ${module.project.name}: ${this.#ended} of ${this.#total} files, ${this.#tests} tests`);
  }
}
