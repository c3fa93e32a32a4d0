/** Where the shared server of a run is told: the address that starts it on first use (shared-server.ts). */
export const sharedServerVariable = "PAYMENT_SESSIONS_TEST_POSTGRES";
