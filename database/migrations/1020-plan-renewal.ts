import { type Kysely, sql } from "kysely";

const renewals = `
-- The organisations whose plan their linked card renews: three days before its end it is charged (billing/rules/renewal.ts), and
-- until then an earlier problem is over. Follows the reader's own rights.
create view plan_renewal with (security_invoker = true) as
  select o.organization_id
  from organization o
  join linked_card card on card.organization_id = o.organization_id
  where card.token is not null and o.membership in ('basic', 'advanced', 'grace')
    and (card.problem is null or now() < o.expires_at - interval '3 days');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(renewals).execute(db);
}
