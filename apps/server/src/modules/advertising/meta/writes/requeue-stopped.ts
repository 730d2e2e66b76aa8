import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitAll } from "#platform/outbox/events";
import { adLeadReceived } from "../../events.ts";

/** Has the leads made that could not be fetched while the connection was worth nothing. */
export async function requeueStopped(tx: Tx, { organizationId }: Scope): Promise<void> {
  const waiting = await tx
    .updateTable("ad_lead")
    .set({ state: "waiting", problem: null })
    .where("organization_id", "=", organizationId)
    .where("source", "=", "meta")
    .where("problem", "=", "reconnect")
    .returning("ad_lead_id as adLeadId")
    .execute();
  await emitAll(
    tx,
    adLeadReceived,
    waiting.map(({ adLeadId }) => ({ organizationId, aggregateId: adLeadId, payload: { adLeadId } })),
  );
}
