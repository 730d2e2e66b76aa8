import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const invoices = `
-- A third kind of document: the e-invoice of Taiwan, which ECPay issues.
alter table receipt_setting drop constraint receipt_setting_kind_check,
  add constraint receipt_setting_kind_check check (kind in ('receipt', 'hkSchool', 'twInvoice')),
  add column merchant_id text not null default '',
  add column tax_type text not null default 'taxable' check (tax_type in ('taxable', 'exempt')),
  -- Keys of ECPay, sealed.
  add column secrets bytea;

-- What becomes of the e-invoice: a carrier, a charity or a company. Null: nobody has chosen.
alter table sale_order add column invoice_choice jsonb;

-- Something that ECPay is asked for: an invoice, an allowance, or that one of them is made void.
create table tax_invoice (
  organization_id uuid not null,
  task_id uuid not null,
  order_id uuid not null,
  -- The receipt or credit note that it goes with.
  receipt_id uuid not null,
  -- The invoice of an allowance, and what is made void.
  target_id uuid,
  way text not null check (way in ('invoice', 'allowance', 'voidInvoice', 'voidAllowance')),
  amount_minor bigint not null check (amount_minor > 0),
  -- Who it is made out to, and what stands on it, as they were.
  content jsonb not null,
  reason text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'asking', 'done', 'failed')),
  number text not null default '',
  -- The day that ECPay has written on it.
  invoice_day text not null default '',
  problem text,
  problem_detail text not null default '',
  attempts integer not null default 0,
  -- Null: not by itself.
  next_attempt_at timestamptz default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, task_id),
  unique nulls not distinct (organization_id, receipt_id, way, target_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade,
  foreign key (organization_id, receipt_id) references receipt on delete cascade,
  foreign key (organization_id, target_id) references tax_invoice on delete cascade,
  check ((target_id is null) = (way = 'invoice'))
);
-- Where an invoice is sent to.
create or replace view order_lead with (security_invoker = true) as
  select organization_id, lead_id, branch_id, sales_id, tutor_id, nickname, email, phone_e164 from lead;

create unique index tax_invoice_identity on tax_invoice (task_id);
create index tax_invoice_of_order on tax_invoice (organization_id, order_id);
create index tax_invoice_newest on tax_invoice (organization_id, created_at desc, task_id desc);
create index tax_invoice_on on tax_invoice (organization_id, target_id) where target_id is not null;
create index tax_invoice_due on tax_invoice (next_attempt_at) where next_attempt_at is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(invoices).execute(db);
  await protectTenantTable(db, "tax_invoice");
  await openToSystem(db, "tax_invoice", "read");
}
