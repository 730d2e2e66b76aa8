import { type Kysely, sql } from "kysely";

const columns = `
alter table lead
  -- What kind of regular contact is next (an item of list 4); null for an ordinary one.
  add column regular_contact_id uuid,
  -- Children of one parent.
  add column family_id uuid,
  -- Where a lead went that turned out to be somebody's second one; such a lead is deleted.
  add column merged_into uuid,
  add column deleted_by uuid;
create index lead_by_next_contact on lead (organization_id, next_contact_date, lead_id)
  where deleted_at is null and next_contact_date is not null;
create index lead_of_family on lead (organization_id, family_id) where family_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}
