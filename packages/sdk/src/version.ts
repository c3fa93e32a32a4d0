// Which version of the package is this? A test holds it equal to package.json.
export const version = "0.1.0";
