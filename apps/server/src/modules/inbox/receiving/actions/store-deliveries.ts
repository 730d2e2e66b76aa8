import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** One event of a provider, to be kept as it came. */
export interface NewDelivery {
  organizationId: string;
  channelId: string;
  /** The same event, told again, has the same id. */
  eventId: string;
  payload: unknown;
  /** It says how far a message of ours came: what customers say is processed before. */
  isStatus?: boolean;
}

/** Keeps deliveries in one statement, leaving out those that are there already. */
export function storeDeliveries(db: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  const column = (read: (delivery: NewDelivery) => string) => sql.val(deliveries.map(read));
  return inSystemTransaction(db, async (tx) => {
    await sql`
      insert into inbound_delivery (organization_id, channel_id, event_id, payload, is_status)
      select * from unnest(${column((one) => one.organizationId)}::uuid[], ${column((one) => one.channelId)}::uuid[],
        ${column((one) => one.eventId)}::text[], ${column((one) => JSON.stringify(one.payload))}::jsonb[],
        ${sql.val(deliveries.map((one) => one.isStatus ?? false))}::boolean[])
      on conflict (organization_id, channel_id, event_id) do nothing`.execute(tx);
  });
}
