// Checks that every link has a target: relative links in Markdown pages, and pages mentioned in
// comments, such as spec/rules.md#delivery-rules. The file has to exist, and the heading too. Prints each
// broken link and exits with 1 when there is any.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";

/** A page of this repository, as a path from its root. */
const mention = /(?<![\w./-])((?:spec|docs|bench|examples|packages|scripts)\/[\w./-]+\.md)(#[\w-]+)?/g;
const comment = /^\s*(?:\/\/|\/?\*|#)|\s\/\/ /;
const markdownLink = /\]\((?![a-z]+:|\/\/)([^()#\s]*)(#[^()\s]*)?\)/g;

/**
 * @param {string} root
 * @param {string[]} files Paths below it.
 * @returns {string[]} One line for each broken link.
 */
export function brokenLinks(root, files) {
  const slugs = new Map();
  return files.flatMap((file) => {
    const lines = withoutFences(file, readFileSync(join(root, file), "utf8")).split("\n");
    return lines.flatMap((line, index) =>
      linksIn(file, line)
        .filter(({ target, anchor }) => !targetExists(target, anchor))
        .map(({ text }) => `${file}:${index + 1} links to ${text}, which does not exist`),
    );
  });

  function targetExists(target, anchor) {
    const path = join(root, target);
    if (!existsSync(path)) return false;
    if (anchor === undefined || !target.endsWith(".md")) return true;
    if (!slugs.has(target)) slugs.set(target, headingsOf(path));
    return slugs.get(target).has(anchor.slice(1));
  }
}

function linksIn(file, line) {
  // In code only comments are checked: other paths there are data.
  if (!file.endsWith(".md") && !comment.test(line)) return [];
  const mentions = [...line.matchAll(mention)].map(([text, target, anchor]) => ({ text, target, anchor }));
  if (!file.endsWith(".md")) return mentions;
  const links = [...line.matchAll(markdownLink)].map(([text, path, anchor]) => ({
    text,
    target: path === "" ? file : normalize(join(dirname(file), decodeURIComponent(path))),
    anchor,
  }));
  // A link's text may be a path as well; only its target is checked.
  return links.length > 0 ? links : mentions.filter(({ target }) => !line.includes(`](${target}`));
}

function headingsOf(path) {
  const slugger = new GithubSlugger();
  const text = withoutFences(path, readFileSync(path, "utf8"));
  const headings = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title]) =>
    title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
  );
  return new Set(headings.map((title) => slugger.slug(title.replace(/[`*]/g, ""))));
}

/** Code blocks are examples; their lines are emptied. */
function withoutFences(file, text) {
  if (!file.endsWith(".md")) return text;
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ""));
}

const checked = /\.(?:md|[cm]?[jt]s|ya?ml|jsonc)$/;
/** Generated from other files, or copied into projects outside the repository. */
const unchecked = /(?:^|\/)(?:generated|api-surface|programs)\//;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  const files = tracked
    .split("\n")
    .filter(
      (file) =>
        checked.test(file) && !unchecked.test(file) && statSync(join(root, file), { throwIfNoEntry: false })?.isFile(),
    );
  const broken = brokenLinks(root, files);
  for (const line of broken) console.log(line);
  console.log(`${files.length} files, ${broken.length} broken links`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
