// Plain descriptions of the contract's patterns, for the reference and for error messages: readers need to know which values are allowed,
// not the regular expression.

const control = "[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]";

/** Every pattern of the document has a description here; a test finds any that is missing. */
const words: Readonly<Record<string, string>> = {
  "^wc_order_[A-Za-z0-9]{10,64}$": "wc_order_ and 10 to 64 letters or digits",
  "^[A-Za-z0-9_-]+$": "letters, digits, _ and -",
  "^[A-Za-z0-9_.-]+$": "letters, digits, _ . and -",
  "^[0-9]{1,15}$": "1 to 15 digits",
  "^[0-9]+$": "digits",
  "^[1-9][0-9]*$": "a whole number from 1",
  "^([0-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$": "a whole number from 0 to 600",
  "^3\\.1\\.": "begins with 3.1.",
  "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$": "a UUID of version 4 in lower case",
  "/1\\.0$": "ends with /1.0",
  "^[\\x21-\\x7e]+$": "visible ASCII characters, no spaces",
  "^sha256=[0-9a-f]{64}$": "sha256= and 64 hex digits",
  "no-store": "contains no-store",
  "^Bearer": "begins with Bearer",
  "^[A-Z]+(, ?[A-Z]+)*$": "names of methods, separated by commas",
  "^@[0-9]+$": "@ and a Unix timestamp in seconds",
  GMT$: "an HTTP date",
  "^<[^>]+>; ?rel=": "an address in angle brackets and its relation",
  [`^${control}+$`]: "any characters but control characters",
  [`^${control}*$`]: "any characters but control characters",
  [`^(?=.*\\S)${control}+$`]: "any characters but control characters, not only spaces",
  "^[A-Z]{2}$": "two capital letters, such as DE",
  "^[A-Z]{3}$": "three capital letters, such as EUR",
  "^[hH][tT][tT][pP][sS]?://[^/?#@\\\\]+([/?#]|$)":
    "an absolute http or https URL without a user name, such as https://shop.example/done",
  "^ *[A-Za-z0-9.,_/+:#-][A-Za-z0-9 .,_/+:#-]*$": "letters, digits, spaces and . , _ / + : # -",
  "^(?=.*[^ ])(?!/)(?!.*//)(?!.*/$)[A-Za-z0-9/?:().,'+ -]+$":
    "letters, digits, spaces and / ? : ( ) . , ' + -; no / at an end, no //",
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$":
    "a semantic version, such as 1.2.3",
};

/** Undefined when the pattern is not listed. */
export function patternInWords(pattern: string): string | undefined {
  return words[pattern];
}
