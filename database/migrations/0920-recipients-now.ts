import { type Kysely, sql } from "kysely";

/**
 * The lead that a recipient of a plan is by now: the same one, or the one that it was merged into. Null: it is in the bin, or
 * was erased. Merges are followed as far as `lockLeadOfCustomer` follows them. PL/pgSQL keeps the plan of its statement:
 * it is asked for each recipient.
 */
const leadNow = `
create function broadcast_lead_now(organization uuid, recipient_lead uuid) returns uuid language plpgsql stable as $$
declare
  wanted uuid := recipient_lead;
  one record;
begin
  for step in 1..5 loop
    select lead_id, merged_into, deleted_at into one from lead where organization_id = organization and lead_id = wanted;
    -- One that is not there at all has no id either.
    if one.deleted_at is null then return one.lead_id; end if;
    wanted := one.merged_into;
  end loop;
  return null;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(leadNow).execute(db);
}
