import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const limits = `
-- Who sells plans, for everybody to know whether there is anything to pay for. Belongs to the owner: it names one organisation.
create view plan_market as select organization_id as seller_id from plan_seller;

-- What the plan of now allows. After the end the last plan counts; before anything was bought, the trial. Follows the
-- reader's own rights.
create view plan_limit with (security_invoker = true) as
  select o.organization_id, terms.plan, terms.storage_bytes, terms.images, terms.staff, terms.branches
  from organization o
  cross join lateral (
    select coalesce(
      (select p.plan from plan_period p where p.organization_id = o.organization_id
        order by p.starts_at <= now() desc, p.starts_at desc limit 1),
      case when o.membership in ('basic', 'advanced') then o.membership else 'trial' end) as name) current_plan
  cross join lateral (
    select * from plan_terms t
    where t.plan = current_plan.name and t.valid_from <= (now() at time zone o.time_zone)::date
    order by t.valid_from desc limit 1) terms;

update plan_terms set staff = 30, branches = 5 where plan = 'trial';
update plan_terms set staff = 300, branches = 20 where plan = 'basic';
update plan_terms set staff = 2000, branches = 200 where plan = 'advanced';
`;

const trial = `
-- What a trial begins with, besides its days.
create table trial_grant (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  ad_budget_minor bigint not null check (ad_budget_minor >= 0),
  messages integer not null check (messages >= 0)
);
insert into trial_grant (currency, ad_budget_minor, messages) values ('HKD', 20000, 1000), ('TWD', 80000, 1000);
`;

const messages = `
alter table plan_price drop constraint plan_price_kind_check;
alter table plan_price add constraint plan_price_kind_check check (kind in ('subscription', 'broadcast', 'message'));
-- A message beyond the packages.
insert into plan_price
  (price_id, kind, plan, currency, paid_months, granted_months, amount_minor, messages, valid_from) values
  ('01930000-0000-7000-8000-0000000f0021', 'message', null, 'HKD', 1, 1, 78, 1, '2026-01-01'),
  ('01930000-0000-7000-8000-0000000f0022', 'message', null, 'TWD', 1, 1, 318, 1, '2026-01-01');

-- What is kept for the messages of something that sends many, a broadcast plan: so many of the packages, so many from the
-- balance at a price. Spent as they are delivered.
create table message_hold (
  organization_id uuid not null references organization on delete cascade,
  subject_id uuid not null,
  packaged integer not null check (packaged >= 0),
  paid integer not null check (paid >= 0),
  price_minor bigint not null check (price_minor >= 0),
  package_reservation_id uuid,
  balance_reservation_id uuid,
  spent integer not null default 0 check (spent >= 0),
  -- Of the messages, those that are spent or may still be.
  kept integer not null check (kept between spent and packaged + paid),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (organization_id, subject_id)
);
create index message_hold_open on message_hold (organization_id) where closed_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [limits, trial, messages]) await sql.raw(statements).execute(db);
  await protectTenantTable(db, "message_hold");
  await openToSystem(db, "message_hold", "read");
}
