// Replaces the synchronous entry on runtimes without node:crypto. It has no exports, so that the compiler or the bundler rejects an
// import of them, before the first delivery fails.
export {};
