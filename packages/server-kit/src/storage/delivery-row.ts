// A delivery as a row: its claim is four columns, all empty while nobody holds it.
import type { Delivery } from "../domain/delivery.js";
import type { DeliveryRow } from "./tables.js";

export function toDeliveryRow({ claim, ...delivery }: Delivery): DeliveryRow {
  return {
    ...delivery,
    claimToken: claim?.token,
    claimOwner: claim?.owner,
    claimLeaseUntil: claim?.leaseUntil,
    claimIsManual: claim?.isManual,
  };
}

export function fromDeliveryRow({
  claimToken,
  claimOwner,
  claimLeaseUntil,
  claimIsManual,
  ...delivery
}: DeliveryRow): Delivery {
  return {
    ...delivery,
    claim:
      claimToken === undefined || claimOwner === undefined || claimLeaseUntil === undefined
        ? undefined
        : { token: claimToken, owner: claimOwner, leaseUntil: claimLeaseUntil, isManual: claimIsManual === true },
  };
}
