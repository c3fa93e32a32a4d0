// Finds the command by the first words of a call, and suggests one for a mistyped word.
import { nearestWord } from "../domain/nearest-word.js";
import { type Command, UsageError } from "./command.js";

/** The command, and the arguments after its name. */
export function findCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { command: Command; rest: string[] } {
  const [first = "", second = ""] = argv;
  const single = commands.find(({ name }) => name === first);
  if (single !== undefined) return { command: single, rest: argv.slice(1) };
  const double = commands.find(({ name }) => name === `${first} ${second}`);
  if (double !== undefined) return { command: double, rest: argv.slice(2) };
  const verbs = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.split(" ")[1]);
  if (verbs.length > 0) {
    const got = second === "" || second.startsWith("-") ? "" : `; got "${second}"`;
    const choices = [verbs.slice(0, -1).join(", "), ...verbs.slice(-1)].filter(Boolean).join(" or ");
    throw new UsageError(`"${first}" needs a subcommand: ${choices}${got}.`);
  }
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  const hint = nearestWord(first, words);
  throw new UsageError(
    `There is no command "${first}"${hint === undefined ? "." : `; did you mean "${hint}"?`} Commands: ${words.join(", ")}.`,
  );
}
