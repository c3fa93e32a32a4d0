/**
 * The environment variable with the address at which the shared server of a run is started on first use
 * (shared-server.ts).
 */
export const sharedServerVariable = "PAYMENT_SESSIONS_TEST_POSTGRES";
