// Does a client fit this service? (spec/rules.md#health-and-version). Calls within one export contract grow by addition only, so that a
// newer client of the same major version is expected to work.
import { compareVersions, parseVersion } from "./semantic-version.js";

export type ClientVerdict = "current" | "outdated" | "unsupported" | "ahead";

export interface ClientPolicy {
  serverVersion: string;
  exportContract: string;
  /** Oldest client that works. */
  minimumVersion: string;
  /** Client to move to. */
  recommendedVersion: string;
}

export interface ClientClaim {
  clientVersion: string;
  /** The export contract that the client was made for; undefined when it does not say. */
  contract: string | undefined;
}

export function judgeClient(
  { clientVersion, contract }: ClientClaim,
  policy: ClientPolicy,
): { status: ClientVerdict; compatible: boolean; message: string } {
  const { serverVersion, exportContract, minimumVersion, recommendedVersion } = policy;
  if (contract !== undefined && contract !== exportContract) {
    return {
      status: "unsupported",
      compatible: false,
      message: `This service speaks contract ${exportContract}, not ${contract}.`,
    };
  }
  if (compareVersions(clientVersion, minimumVersion) < 0) {
    return {
      status: "unsupported",
      compatible: false,
      message: `The client is too old: move to ${recommendedVersion}, or to ${minimumVersion} at least.`,
    };
  }
  if (compareVersions(clientVersion, recommendedVersion) < 0) {
    return {
      status: "outdated",
      compatible: true,
      message: `The client works; move to ${recommendedVersion} when you can.`,
    };
  }
  if (compareVersions(clientVersion, serverVersion) > 0) {
    const isSameMajor = parseVersion(clientVersion).major === parseVersion(serverVersion).major;
    return {
      status: "ahead",
      compatible: isSameMajor,
      message: isSameMajor
        ? "The client is newer than this service; what it knows beyond this version is not here yet."
        : "The client was made for a later major version of this service.",
    };
  }
  return { status: "current", compatible: true, message: "The client fits this service." };
}
