// The platform's timers as they were when the mock was loaded, so that a test's fake timers do not stop it. The published bundle takes all
// its timers from here (tsup.config.ts), the service's parts inside it included.
// Imported, because jsdom under Jest has no global setImmediate.
import timers from "node:timers";

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout, setImmediate: realSetImmediate } = timers;

export { realClearTimeout as clearTimeout, realSetImmediate as setImmediate, realSetTimeout as setTimeout };
