import { type Kysely, sql } from "kysely";

/**
 * What duplicates are found by, as plain columns. Behind row-level security the planner uses an index on an expression
 * only if all of its functions are leakproof; a stored column is compared by operators that are.
 */
const keys = `
drop index lead_email;
drop index lead_contact1_email;
drop index lead_contact2_email;
drop index lead_same_name;
drop index lead_name_key;
alter table lead
  add column email_key text generated always as (nullif(lower(email), '')) stored,
  add column contact1_email_key text generated always as (nullif(lower(contact1->>'email'), '')) stored,
  add column contact2_email_key text generated always as (nullif(lower(contact2->>'email'), '')) stored,
  add column nickname_key text generated always as (nullif(name_key(nickname), '')) stored,
  add column fullname_key text generated always as (nullif(name_key(fullname), '')) stored,
  add column ename_key text generated always as (nullif(name_key(ename), '')) stored,
  add column person_name_key text generated always as (nullif(name_key(last_name || ' ' || first_name), '')) stored;

create unique index lead_email on lead (organization_id, email_key) where email_key is not null and deleted_at is null;
create index lead_contact1_email on lead (organization_id, contact1_email_key)
  where contact1_email_key is not null and deleted_at is null;
create index lead_contact2_email on lead (organization_id, contact2_email_key)
  where contact2_email_key is not null and deleted_at is null;
create index lead_nickname_key on lead (organization_id, nickname_key) where nickname_key is not null and deleted_at is null;
create index lead_fullname_key on lead (organization_id, fullname_key) where fullname_key is not null and deleted_at is null;
create index lead_ename_key on lead (organization_id, ename_key) where ename_key is not null and deleted_at is null;
create index lead_person_name_key on lead (organization_id, person_name_key)
  where person_name_key is not null and deleted_at is null;
-- For the walk through everyone of one name.
create index lead_name_key on lead (organization_id, nickname_key)
  where (birthday is not null or school <> '') and nickname_key is not null and deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(keys).execute(db);
}
