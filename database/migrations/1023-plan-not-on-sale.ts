import { type Kysely, sql } from "kysely";

const problems = `
alter table linked_card
  drop constraint linked_card_problem_check,
  add constraint linked_card_problem_check
    check (problem in ('declined', 'unavailable', 'unclear', 'noRights', 'late', 'kept', 'notOnSale'));
`;

const renewals = `
-- The organisations whose plan their linked card renews: three days before its end it is charged (billing/rules/renewal.ts), and
-- until then an earlier problem is over, except that nobody sells the plan any more. Follows the reader's own rights.
create or replace view plan_renewal with (security_invoker = true) as
  select o.organization_id
  from organization o
  join linked_card card on card.organization_id = o.organization_id
  where card.token is not null and o.membership in ('basic', 'advanced', 'grace')
    and (card.problem is null or (card.problem <> 'notOnSale' and now() < o.expires_at - interval '3 days'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(problems).execute(db);
  await sql.raw(renewals).execute(db);
}
