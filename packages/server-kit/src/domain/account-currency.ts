// The currencies that an account can receive. Only its IBAN is known: the country determines the currency of the account.

/** National currencies of SEPA countries outside the euro area. */
const currencyByCountry: Readonly<Record<string, string>> = {
  AL: "ALL",
  CH: "CHF",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  GI: "GIP",
  HU: "HUF",
  IS: "ISK",
  LI: "CHF",
  MD: "MDL",
  MK: "MKD",
  NO: "NOK",
  PL: "PLN",
  RO: "RON",
  RS: "RSD",
  SE: "SEK",
};

const euroCountries = new Set(
  "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK".split(" "),
);

/**
 * Whether the account can receive the currency. Every account can receive euros; one in the euro area only euros; one in another SEPA
 * country also its national currency; one outside SEPA any currency.
 */
export function canReceive(iban: string, currency: string): boolean {
  const country = iban.slice(0, 2);
  if (currency === "EUR") return true;
  if (euroCountries.has(country)) return false;
  const national = currencyByCountry[country];
  return national === undefined || national === currency;
}
