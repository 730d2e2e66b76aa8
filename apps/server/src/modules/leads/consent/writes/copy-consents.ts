import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What one lead said about being sent news, said of another too: they are one person. Again it adds nothing. */
export async function copyConsents(
  tx: Tx,
  { organizationId }: Scope,
  { from, to }: { from: LeadId; to: LeadId },
): Promise<void> {
  await sql`
    insert into consent_entry
      (organization_id, lead_id, channel, decision, source, wording, said_at, recorded_by, recorded_at)
    select organization_id, ${to}::uuid, channel, decision, source, wording, said_at, recorded_by, recorded_at
    from consent_entry entry
    where organization_id = ${organizationId} and lead_id = ${from}
      and not exists (
        select from consent_entry there
        where there.organization_id = entry.organization_id and there.lead_id = ${to}
          and there.channel = entry.channel and there.recorded_at = entry.recorded_at)`.execute(tx);
}
