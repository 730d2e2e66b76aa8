import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const accounts = `
-- The currency of an organisation's money and ad budget in the ledger, from their first movement on. The amounts are bare.
create table ledger_account (
  organization_id uuid primary key references organization on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$')
);

insert into ledger_account (organization_id, currency)
  select o.organization_id, coalesce(
    (select p.currency from plan_order p where p.organization_id = o.organization_id order by p.created_at limit 1),
    (select p.currency from plan_price p where p.currency = case o.country
      when 'TW' then 'TWD' when 'CN' then 'CNY' when 'MO' then 'MOP' when 'US' then 'USD' when 'SG' then 'SGD'
      when 'MY' then 'MYR' when 'JP' then 'JPY' end limit 1),
    'HKD')
  from organization o
  where exists (select from ledger_entry e
    where e.organization_id = o.organization_id and e.unit in ('money', 'adBudget'));
`;

const centres = `
create or replace view plan_centre with (security_invoker = true) as
  select o.organization_id, o.name, o.country, o.membership, o.expires_at, o.created_at, l.plan,
    coalesce(
      (select a.currency from ledger_account a where a.organization_id = o.organization_id),
      (select p.currency from plan_order p where p.organization_id = o.organization_id order by p.created_at limit 1)
    ) as currency,
    (select count(*) from plan_order p where p.organization_id = o.organization_id and p.status = 'pending')::integer as open_orders,
    (select count(*) from account a where a.organization_id = o.organization_id and a.status = 1)::integer as staff,
    (select count(*) from branch b where b.organization_id = o.organization_id and b.status = 1)::integer as branches,
    coalesce((select s.bytes from storage_use s where s.organization_id = o.organization_id), 0)::bigint as storage_bytes,
    l.staff as staff_limit, l.branches as branch_limit, l.storage_bytes as storage_limit
  from organization o
  left join lateral (select * from plan_limit l where l.organization_id = o.organization_id) l on true;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [accounts, centres]) await sql.raw(statements).execute(db);
  await protectTenantTable(db, "ledger_account");
  await openToSystem(db, "ledger_account", "read");
}
