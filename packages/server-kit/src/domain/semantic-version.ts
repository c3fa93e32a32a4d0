// Semantic versions: their parts and their order (semver.org, items 2, 9 to 11).

export interface SemanticVersion {
  major: number;
  minor: number;
  patch: number;
  /** The text after the hyphen; undefined for a release. */
  prerelease: string | undefined;
}

const form = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** @throws Error for text that is not a semantic version; requests are checked by their schema before. */
export function parseVersion(text: string): SemanticVersion {
  const [, major, minor, patch, prerelease] = form.exec(text) ?? [];
  if (major === undefined) throw new Error(`${JSON.stringify(text)} is not a semantic version such as 1.4.0.`);
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease };
}

/** Negative when `left` comes first, 0 when neither does; build metadata does not count. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  const byNumber = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  return byNumber || comparePrereleases(a.prerelease, b.prerelease);
}

/** A release sorts after its prereleases. */
function comparePrereleases(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  const [a, b] = [left.split("."), right.split(".")];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = compareIdentifiers(a[index], b[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by value and before words, words by their characters; the longer list comes last. */
function compareIdentifiers(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? -1 : 1;
  const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isLeftNumber && isRightNumber) return Number(left) - Number(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
}
