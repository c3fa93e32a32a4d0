// A claimed transfer is listed until the payment is over, whatever its buyer does next.
export const openClaimsIndexes = [
  {
    name: "payments_with_open_claim",
    on: `payments (merchant_id, environment, payment_id)
      WHERE claimed_paid_at IS NOT NULL AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled' AND state <> 'expired'`,
  },
] as const;

export const openClaimsSchema = "DROP INDEX payments_claimed;";
