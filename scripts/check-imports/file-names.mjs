// A file or folder is named after the concept that it contains, never `helpers`, `utils` or `common`.

const emptyWords = /^(?:utils?|helpers?|common|shared|misc|managers?|types)$/;
const emptyEndings = /-(?:utils?|helpers?|common|shared|misc|managers?)$/;

/** @param {string} file Path relative to the root of the repository. */
export function nameProblems(file) {
  const segments = file.split("/").slice(2);
  const isEmpty = (word) => emptyWords.test(word) || emptyEndings.test(word);
  return segments
    .filter((segment) =>
      segment
        .replace(/\.[cm]?tsx?$/, "")
        .split(".")
        .some(isEmpty),
    )
    .map((segment) => ({ file, rule: "file-name", message: `is named "${segment}": name the concept that it holds` }));
}
