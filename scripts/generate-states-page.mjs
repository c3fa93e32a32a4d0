// Writes docs/states.md from the transition graph, so that the page matches the code.
// Run `node scripts/generate-states-page.mjs`; with `--check` it writes nothing and fails when the page is
// stale.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, "docs/states.md");
const domain = join(root, "packages/server-kit/src/domain");

const meanings = {
  created: "The merchant has the link; it has not been opened.",
  opened: "The buyer sees the checkout page and has not confirmed a method, or an attempt at the bank failed.",
  qr_shown: "The SEPA QR code is on the buyer's screen.",
  transfer_instructed: "The buyer sees the account to transfer to, or has claimed to have paid.",
  at_provider: "The buyer is at the bank or on the card page.",
  submitted: "The provider accepted the payment, but the money is not confirmed; or a part of the amount has arrived.",
  unresolved: "The provider does not know the outcome. Neither success nor failure: it is polled again.",
  settled: "Final success.",
  declined: "Finally rejected.",
  cancelled: "Cancelled by the buyer or the merchant.",
  expired: "Not paid in time. Money that arrives within 180 days settles it.",
};

const stale = "docs/states.md is stale: run node scripts/generate-states-page.mjs";
const text = statesPage(await loadDomain());
if (process.argv.includes("--check")) {
  if (readIfPresent(page) !== text) {
    console.error(stale);
    process.exitCode = 1;
  }
} else {
  writeFileSync(page, text);
}

function statesPage({ states, graph }) {
  return `# States of a payment

<!-- Generated from packages/server-kit/src/domain by scripts/generate-states-page.mjs. Do not edit. -->

A payment is stored in one of ${states.paymentStates.length} states. Callers do not see the state, but two values that are derived from it.
The **status** is in webhooks and in the response to an initialize call; each change of it sends \`transaction.status_changed\`, the first
one included. The **flow status** is returned by the status endpoint, for display to the buyer.

## States

| State | Meaning | Status | Flow status | |
|---|---|---|---|---|
${states.paymentStates.map((state) => stateRow(states, state)).join("\n")}

A store can be configured to report \`paid\` instead of \`completed\`; both mean final success.

A payment is *idle* in ${list(states.idleStates)}: it waits for the buyer, an initialize call for the same order may reuse it, and it
expires 30 days after its creation. It is *open* when idle, and in ${list(states.openStates.filter((state) => !states.isIdle(state)))}.
No event changes ${list(states.absorbingStates)}: a contradicting event raises an alert for the operator.

## Transitions

${mermaid(states, graph)}

A row means: from one of these states, on this event, if the condition holds, to this state. An event without a row for the current state is
stored as evidence, changes nothing, and is no error for its sender. The numbers are used in code and tests; number 1 is the creation.

| # | From | Event | When | To | Reason kept |
|---|---|---|---|---|---|
| 1 | (none) | \`initialize\` | eligible, and no payment to reuse | \`created\` | |
${graph.transitionGraph.map((row) => transitionRow(states, row)).join("\n")}

## Every event in every state

The states that an event may lead to, depending on the condition; a dot means that it is recorded and changes nothing.

| Event | ${states.paymentStates.map(code).join(" | ")} |
|---|${states.paymentStates.map(() => "---|").join("")}
${graph.paymentEvents.map((event) => matrixRow(states, graph, event)).join("\n")}
`;
}

function stateRow(states, state) {
  const meaning = meanings[state];
  if (meaning === undefined) throw new Error(`The state ${state} has no meaning in scripts/generate-states-page.mjs.`);
  const end = states.isAbsorbing(state) ? "final" : "";
  const status = states.statusOf(state, "completed");
  return `| ${code(state)} | ${meaning} | ${code(status)} | ${code(states.flowStatusOf(state))} | ${end} |`;
}

function transitionRow(states, { row, from, event, guard, to, reason }) {
  const condition = guard === "always" ? "" : guard;
  return `| ${row} | ${setName(states, from)} | ${code(event)} | ${condition} | ${code(to)} | ${reason ? code(reason) : ""} |`;
}

function setName(states, from) {
  const isSame = (set) => set.length === from.length && set.every((state) => from.includes(state));
  if (isSame(states.idleStates)) return "idle";
  if (isSame(states.openStates)) return "open";
  if (isSame(states.openStates.filter((state) => state !== "submitted"))) return "open, except `submitted`";
  return from.map(code).join(", ");
}

function matrixRow(states, graph, event) {
  const cells = states.paymentStates.map((state) => {
    const targets = targetsOf(graph, state, event);
    return targets.length === 0 ? "·" : targets.map(code).join(" ");
  });
  return `| ${code(event)} | ${cells.join(" | ")} |`;
}

function targetsOf(graph, state, event) {
  const rows = graph.transitionGraph.filter((row) => row.event === event && row.from.includes(state));
  return [...new Set(rows.map(({ to }) => to))];
}

/** One arrow for each pair of different states, with its events. */
function mermaid(states, graph) {
  const arrows = states.paymentStates.flatMap((from) =>
    states.paymentStates
      .filter((to) => to !== from)
      .map((to) => ({
        from,
        to,
        events: graph.paymentEvents.filter((event) => targetsOf(graph, from, event).includes(to)),
      }))
      .filter(({ events }) => events.length > 0),
  );
  const lines = arrows.map(({ from, to, events }) => `  ${from} --> ${to}: ${events.join("<br/>")}`);
  const ends = states.absorbingStates.map((state) => `  ${state} --> [*]`);
  return ["```mermaid", "stateDiagram-v2", "  [*] --> created: initialize", ...lines, ...ends, "```"].join("\n");
}

function code(value) {
  return `\`${value}\``;
}

function list(values) {
  return values.map(code).join(", ");
}

/** Loads the graph and its imports, with the types stripped. */
async function loadDomain() {
  const folder = mkdtempSync(join(tmpdir(), "states-page-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    for (const name of ["generated/limits", "payment-state", "transition-graph"]) {
      const source = readFileSync(join(domain, `${name}.ts`), "utf8");
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
      });
      const target = join(folder, `${name}.js`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, outputText);
    }
    const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
    return { states: await load("payment-state"), graph: await load("transition-graph") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}
