import { type Kysely, sql } from "kysely";

const progress = `
-- As before, with what makes the first leads find their people, and the other ways to be reached.
create or replace view set_up_progress with (security_invoker = true) as
  select o.organization_id,
    o.logo_file_id is not null as organization,
    (select count(*) > 1 or bool_or(b.address <> '' or b.phone <> '') from branch b
      where b.organization_id = o.organization_id) as branch,
    (select count(*) > 1 from (select from account a where a.organization_id = o.organization_id limit 2) first_two) as staff,
    exists (select from role r where r.organization_id = o.organization_id and (not r.is_default or r.version > 1))
      or exists (select from set_up_tick t where t.organization_id = o.organization_id and t.step = 'roles') as roles,
    exists (select from channel c where c.organization_id = o.organization_id and c.kind = 'whatsapp') as whatsapp,
    exists (select from lead l where l.organization_id = o.organization_id) as lead,
    exists (select from lead_rule r where r.organization_id = o.organization_id) as rules,
    exists (select from channel c where c.organization_id = o.organization_id and c.kind = 'line') as line,
    exists (select from assistant_agent a where a.organization_id = o.organization_id) as assistant
  from organization o;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(progress).execute(db);
}
