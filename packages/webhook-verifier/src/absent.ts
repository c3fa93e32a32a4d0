// Stands in for the synchronous entry on runtimes that promise no node:crypto: it has no exports, so that the compiler and
// the bundler refuse an import of them, not the first delivery.
export {};
