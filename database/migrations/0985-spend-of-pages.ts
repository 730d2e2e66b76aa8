import { type Kysely, sql } from "kysely";

/** What an ad spent on a day is counted once for a page, however often it was bound to it on that day. */
const pageSpend = `
create or replace view ad_page_spend with (security_invoker = true) as
  select bound.organization_id, bound.page_id, account.currency, sum(day.spend)::float8 as spend
  from (select distinct organization_id, page_id, ad_id from ad_binding) bound
  join ad_item item on item.organization_id = bound.organization_id and item.item_id = bound.ad_id
  join ad_account account on account.organization_id = item.organization_id and account.account_id = item.account_id
  join ad_day day on day.organization_id = item.organization_id and day.item_id = item.item_id
  where exists (
    select from ad_binding binding
    where binding.organization_id = bound.organization_id and binding.page_id = bound.page_id
      and binding.ad_id = bound.ad_id
      and day.day >= (binding.bound_at at time zone account.time_zone)::date
      and day.day <= (coalesce(binding.unbound_at, now()) at time zone account.time_zone)::date)
  group by bound.organization_id, bound.page_id, account.currency;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pageSpend).execute(db);
}
