// A claimed transfer is listed until the payment is over, whatever its buyer does next. `payments_claimed` stays: a
// statement of the previous version names it.
export const openClaimsSchema = `
CREATE INDEX payments_with_open_claim ON payments (merchant_id, environment, payment_id)
  WHERE claimed_paid_at IS NOT NULL AND state <> 'settled' AND state <> 'declined' AND state <> 'cancelled' AND state <> 'expired';
`;
