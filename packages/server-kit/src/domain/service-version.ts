// Which version of the service is this, and what does it speak? (spec/rules.md#versioning, 1 and 2). A test holds it equal to package.json.
export const serviceVersion = "0.1.0";
/** The export contract that clients name in POST /version/check. */
export const exportContract = "v1";
export const guideLabel = "v1.0 beta";
