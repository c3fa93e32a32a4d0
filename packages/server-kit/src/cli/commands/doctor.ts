// payment-sessions doctor: reports the problems of a deployment, and how to fix each.
import { environments } from "../../domain/environment.js";
import type { Command } from "../command.js";
import type { Finding } from "../finding.js";
import { findProblems } from "../findings.js";
import { databaseOptions, servedEnvironments } from "../open-service.js";
import { inColumns } from "../table.js";

export const doctorCommand: Command = {
  name: "doctor",
  summary:
    "Checks a deployment and says how to fix each problem. Give it the options of `serve`. Exit status 1 when there is a problem.",
  options: [
    {
      name: "base-url",
      configures: true,
      value: "<url>",
      summary: "as given to `serve`; its health is checked when given",
    },
    {
      name: "environments",
      configures: true,
      value: "<word,…>",
      summary: `as given to serve: ${environments.join(", ")}`,
    },
    { name: "smtp-url", configures: true, isSecret: true, value: "<url>", summary: "as given to `serve`" },
    ...databaseOptions,
  ],
  async run(given) {
    const findings = await findProblems(given, servedEnvironments(given) ?? environments);
    const problems = findings.filter(({ level }) => level === "problem");
    return {
      document: { isHealthy: problems.length === 0, findings },
      text: `${inColumns(findings.map(row))}\n\n${conclude(findings)}`,
      exitCode: problems.length === 0 ? 0 : 1,
    };
  },
};

function row({ level, check, message }: Finding): string[] {
  return [level, check, message];
}

function conclude(findings: readonly Finding[]): string {
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return `Problems: ${count("problem")}. Warnings: ${count("warning")}. Passed checks: ${count("ok")}.`;
}
