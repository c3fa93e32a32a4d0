// The platform's timers as they were when the mock was loaded: a tester's fake timers do not stop it. The published bundle takes all
// its timers from here (tsup.config.ts), the service's parts inside it included.
// From the module and not the globals: jsdom under Jest has no setImmediate.
import timers from "node:timers";

const { setTimeout: later, clearTimeout: notLater, setImmediate: soon } = timers;

export { later as setTimeout, notLater as clearTimeout, soon as setImmediate };
