// C2: a server component that awaits the status of a payment. Key and address are read from the environment
// at request time.
import { PaymentSessions } from "@payment-sessions/sdk";

export default async function Page({ params }) {
  const { id } = await params;
  const { status } = await new PaymentSessions().sessions.status(id);
  return <p>payment is {status}</p>;
}
