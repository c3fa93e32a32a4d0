// Whether a client is compatible with this service (spec/rules.md#health-and-version). An export contract only grows by addition, so a
// newer client of the same major version is expected to work.
import { compareVersions, parseVersion } from "./semantic-version.js";

export type ClientStatus = "current" | "outdated" | "unsupported" | "ahead";

export interface ClientPolicy {
  serverVersion: string;
  exportContract: string;
  /** Oldest supported client. */
  minimumVersion: string;
  /** Recommended client. */
  recommendedVersion: string;
}

export interface ClientClaim {
  clientVersion: string;
  /** The export contract that the client requires; undefined when it specifies none. */
  contract: string | undefined;
}

/** Compares a client's versions with the policy of this service; `message` is for the client's developer. */
export function checkClient(
  { clientVersion, contract }: ClientClaim,
  policy: ClientPolicy,
): { status: ClientStatus; compatible: boolean; message: string } {
  const { serverVersion, exportContract, minimumVersion, recommendedVersion } = policy;
  if (contract !== undefined && contract !== exportContract) {
    return {
      status: "unsupported",
      compatible: false,
      message: `This service supports contract ${exportContract}, not ${contract}.`,
    };
  }
  if (compareVersions(clientVersion, minimumVersion) < 0) {
    return {
      status: "unsupported",
      compatible: false,
      message: `The client is too old: upgrade to ${recommendedVersion}, or at least to ${minimumVersion}.`,
    };
  }
  if (compareVersions(clientVersion, recommendedVersion) < 0) {
    return {
      status: "outdated",
      compatible: true,
      message: `The client is compatible; upgrade to ${recommendedVersion} when you can.`,
    };
  }
  if (compareVersions(clientVersion, serverVersion) > 0) {
    const isSameMajor = parseVersion(clientVersion).major === parseVersion(serverVersion).major;
    return {
      status: "ahead",
      compatible: isSameMajor,
      message: isSameMajor
        ? "The client is newer than this service; features beyond this version are not available yet."
        : "The client requires a later major version of this service.",
    };
  }
  return { status: "current", compatible: true, message: "The client is compatible with this service." };
}
