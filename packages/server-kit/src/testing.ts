// The entry `@payment-sessions/server-kit/testing`: conformance suites for a host's adapters. Not required in production.
export { type CardPageSuiteOptions, testCardPageProvider } from "./conformance/card-page-suite.js";
export type { ConformanceCheck, RegisterTest } from "./conformance/conformance-check.js";
export type { FakeBehaviour, FakeProvider } from "./conformance/fake-provider.js";
export { type OpenBankingSuiteOptions, testOpenBankingProvider } from "./conformance/open-banking-suite.js";
