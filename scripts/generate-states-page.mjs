// Writes docs/states.md from the transition graph, so that the page cannot differ from the code.
// Run `node scripts/generate-states-page.mjs`; with `--check` it writes nothing and fails when the page is stale.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, "docs/states.md");
const domain = join(root, "packages/server-kit/src/domain");

const meanings = {
  created: "The merchant has the link; nobody has opened it.",
  opened: "The buyer sees the checkout page and has not confirmed a method, or a try at the bank came to nothing.",
  qr_shown: "The SEPA QR code is on the buyer's screen.",
  transfer_instructed: "The buyer sees the account to transfer to, or says that the transfer is made.",
  at_provider: "The buyer is at the bank or on the card page.",
  submitted: "The provider took the payment but the money is not proven; or a part of the amount has come.",
  unresolved: "The provider does not know the outcome. Neither success nor failure: it is asked again.",
  settled: "Final success.",
  declined: "Refused or broken off for good.",
  cancelled: "The buyer or the merchant ended it.",
  expired: "Nobody paid in time. Money that still comes within 180 days settles it.",
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

A payment is stored in one of ${states.paymentStates.length} states. Callers never see the state: they see two words that follow from it.
The **status** stands in webhooks and in the answer to an initialize call; each change of it sends \`transaction.status_changed\`, the first
one included. The **flow status** is what the status endpoint shows to the buyer.

## States

| State | Meaning | Status | Flow status | |
|---|---|---|---|---|
${states.paymentStates.map(stateRow).join("\n")}

A store may prefer the word \`paid\` to \`completed\`; both mean final success.

A payment is *idle* in ${list(states.idleStates)}: it waits for the buyer, an initialize call for the same order may reuse it, and it
expires 30 days after its creation. It is *open* when idle, and in ${list(states.openStates.filter((state) => !states.isIdle(state)))}.
Nothing leaves ${list(states.absorbingStates)}: contrary news raises an alert for the operator.

## Transitions

${mermaid()}

A row reads: from one of the states, on the event, when the condition holds, to the state. An event that has no row where it arrives is kept
as evidence, moves nothing, and is no error for whoever brought it. The numbers are those of the design table; number 1 is the creation.

| # | From | Event | When | To | Reason kept |
|---|---|---|---|---|---|
| 1 | (none) | \`initialize\` | eligible, and no payment to reuse | \`created\` | |
${graph.transitionGraph.map(transitionRow).join("\n")}

## Every event in every state

The states that an event may lead to, depending on the condition; a dot means that it is recorded and moves nothing.

| Event | ${states.paymentStates.map(code).join(" | ")} |
|---|${states.paymentStates.map(() => "---|").join("")}
${graph.paymentEvents.map(matrixRow).join("\n")}
`;

  function stateRow(state) {
    const meaning = meanings[state];
    if (meaning === undefined)
      throw new Error(`The state ${state} has no meaning in scripts/generate-states-page.mjs.`);
    const end = states.isAbsorbing(state) ? "final" : "";
    const status = states.statusOf(state, "completed");
    return `| ${code(state)} | ${meaning} | ${code(status)} | ${code(states.flowStatusOf(state))} | ${end} |`;
  }

  function transitionRow({ row, from, event, guard, to, reason }) {
    const condition = guard === "always" ? "" : guard;
    return `| ${row} | ${setName(from)} | ${code(event)} | ${condition} | ${code(to)} | ${reason ? code(reason) : ""} |`;
  }

  function setName(from) {
    const isSame = (set) => set.length === from.length && set.every((state) => from.includes(state));
    if (isSame(states.idleStates)) return "idle";
    if (isSame(states.openStates)) return "open";
    if (isSame(states.openStates.filter((state) => state !== "submitted"))) return "open, except `submitted`";
    return from.map(code).join(", ");
  }

  function matrixRow(event) {
    const cells = states.paymentStates.map((state) => {
      const targets = targetsOf(state, event);
      return targets.length === 0 ? "·" : targets.map(code).join(" ");
    });
    return `| ${code(event)} | ${cells.join(" | ")} |`;
  }

  function targetsOf(state, event) {
    const rows = graph.transitionGraph.filter((row) => row.event === event && row.from.includes(state));
    return [...new Set(rows.map(({ to }) => to))];
  }

  /** One arrow for each pair of states, with the events that take it; staying where one is draws no arrow. */
  function mermaid() {
    const arrows = states.paymentStates.flatMap((from) =>
      states.paymentStates
        .filter((to) => to !== from)
        .map((to) => ({ from, to, events: graph.paymentEvents.filter((event) => targetsOf(from, event).includes(to)) }))
        .filter(({ events }) => events.length > 0),
    );
    const lines = arrows.map(({ from, to, events }) => `  ${from} --> ${to}: ${events.join("<br/>")}`);
    const ends = states.absorbingStates.map((state) => `  ${state} --> [*]`);
    return ["```mermaid", "stateDiagram-v2", "  [*] --> created: initialize", ...lines, ...ends, "```"].join("\n");
  }
}

function code(word) {
  return `\`${word}\``;
}

function list(words) {
  return words.map(code).join(", ");
}

/** The graph and its imports as plain modules: stripping the types suffices. */
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
