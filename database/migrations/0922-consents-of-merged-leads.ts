import { type Kysely, sql } from "kysely";

/** Withdrawals through the link of a merged lead had no effect: they now count for the lead it became as well. */
const withdrawn = `
insert into consent_entry (organization_id, lead_id, channel, decision, source, wording, said_at, recorded_at)
select entry.organization_id, became.lead_id, entry.channel, entry.decision, entry.source, entry.wording, entry.said_at,
  entry.recorded_at
from lead_merge merge
join consent_entry entry on entry.organization_id = merge.organization_id and entry.lead_id = merge.from_id
  and entry.source = 'link' and entry.recorded_at > merge.created_at
cross join lateral (select broadcast_lead_now(merge.organization_id, merge.from_id) as lead_id) as became
where merge.undone_at is null and became.lead_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(withdrawn).execute(db);
}
