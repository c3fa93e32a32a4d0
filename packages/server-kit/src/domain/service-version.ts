// The version of the service and of its contract (spec/rules.md#versioning, 1 and 2). A test compares it with package.json.
export const serviceVersion = "0.1.0";
/** The export contract that clients send in POST /version/check. */
export const exportContract = "v1";
export const guideLabel = "v1.0 beta";
