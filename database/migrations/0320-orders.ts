import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Amounts are whole minor units of the currency beside them. */
const orders = `
-- Something sold to a lead. "Order" is a word of SQL.
create table sale_order (
  organization_id uuid not null references organization on delete cascade,
  order_id uuid not null,
  -- What people call it: the day and eight digits.
  order_number text not null check (order_number ~ '^[0-9]{16}$'),
  branch_id uuid not null,
  -- Null once the lead is erased: what was sold and paid stays.
  lead_id uuid,
  buyer_name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  discount_kind text not null check (discount_kind in ('none', 'amount', 'percent')),
  -- Minor units, or basis points.
  discount_value bigint not null default 0 check (discount_value >= 0),
  discount_reason text not null default '',
  -- In basis points.
  tax_rate integer not null default 0 check (tax_rate >= 0),
  tax_included boolean not null default true,
  gross_minor bigint not null check (gross_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and gross_minor),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null,
  -- The sums of its payments that count and of its refunds of them.
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and paid_minor),
  pay_method text not null check (pay_method in ('paypal', 'card', 'bankTransfer', 'cash', 'other')),
  pay_type text not null default 'product' check (pay_type in ('subscription', 'recharge', 'product')),
  status text not null check (status in ('pending', 'paid', 'closed', 'cancelled', 'refunded')),
  confirm_status text not null check (confirm_status in ('unconfirmed', 'confirmed', 'rejected')),
  confirm_note text not null default '',
  note text not null default '',
  -- What the customer showed of a transfer.
  image_file_id uuid,
  image_at timestamptz,
  expires_at timestamptz,
  paid_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, order_id),
  unique (organization_id, order_number),
  foreign key (organization_id, branch_id) references branch,
  foreign key (organization_id, lead_id) references lead on delete set null (lead_id),
  foreign key (organization_id, image_file_id) references stored_file on delete set null (image_file_id),
  check (total_minor = gross_minor - discount_minor + case when tax_included then 0 else tax_minor end)
);
create unique index sale_order_identity on sale_order (order_id);
create index sale_order_newest on sale_order (organization_id, created_at desc, order_id desc);
create index sale_order_paid on sale_order (organization_id, paid_at desc, order_id desc);
create index sale_order_largest on sale_order (organization_id, total_minor desc, order_id desc);
create index sale_order_of_lead on sale_order (organization_id, lead_id, created_at desc);
create index sale_order_of_branch on sale_order (organization_id, branch_id, created_at desc);
create index sale_order_image on sale_order (organization_id, image_file_id) where image_file_id is not null;
create index sale_order_due on sale_order (expires_at) where status = 'pending' and expires_at is not null;

create table order_line (
  organization_id uuid not null,
  order_id uuid not null,
  position integer not null,
  -- As they were when it was sold.
  name text not null,
  price_minor bigint not null check (price_minor >= 0),
  quantity integer not null check (quantity > 0),
  -- Its share of the order's discount.
  discount_minor bigint not null default 0 check (discount_minor between 0 and price_minor * quantity),
  primary key (organization_id, order_id, position),
  foreign key (organization_id, order_id) references sale_order on delete cascade
);
`;

/** What orders read of leads: a view that follows the reader's own rights. */
const leads = `
create view order_lead with (security_invoker = true) as
  select organization_id, lead_id, branch_id, sales_id, tutor_id, nickname from lead;

-- A lead's history tells of its orders.
alter table lead_log drop constraint lead_log_action_type_check;
alter table lead_log add constraint lead_log_action_type_check check (action_type between 1 and 15);
`;

const money = `
-- Money that came. Never changed: what is given back is a refund.
create table payment (
  organization_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  -- Who took it ('staff' for what people confirm), and what they call it.
  provider text not null,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Why it does not count towards the order.
  kept_reason text check (kept_reason in ('closed', 'cancelled', 'refunded', 'alreadyPaid', 'currency')),
  received_at timestamptz not null,
  recorded_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, payment_id),
  -- A notice that comes again books nothing.
  unique (organization_id, provider, reference),
  foreign key (organization_id, order_id) references sale_order on delete cascade
);
create index payment_of_order on payment (organization_id, order_id);
create index payment_kept on payment (organization_id, order_id) where kept_reason is not null;

create table refund (
  organization_id uuid not null,
  refund_id uuid not null,
  order_id uuid not null,
  -- Of money that was kept; null: of what was paid.
  payment_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, refund_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade,
  foreign key (organization_id, payment_id) references payment on delete cascade
);
create unique index refund_identity on refund (refund_id);
create index refund_of_order on refund (organization_id, order_id);
create index refund_of_payment on refund (organization_id, payment_id) where payment_id is not null;

-- What happened to an order, in its order.
create table order_event (
  organization_id uuid not null,
  event_id uuid not null,
  order_id uuid not null,
  kind text not null,
  amount_minor bigint,
  currency text,
  note text not null default '',
  -- Null: the product itself, or a notice of a provider.
  account_id uuid,
  -- Of a notice that books nothing: it is noted once.
  notice_key text,
  created_at timestamptz not null default now(),
  primary key (organization_id, event_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade
);
create index order_event_of_order on order_event (organization_id, order_id, created_at);
create unique index order_event_notice on order_event (organization_id, order_id, notice_key) where notice_key is not null;
`;

const tables = ["sale_order", "order_line", "payment", "refund", "order_event"];

/** Rows of orders go with their organisation alone, and what was booked stays as it was booked. */
async function lock(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(table);
  await sql`create policy only_with_all on ${name} as restrictive for delete using (exists (
    select from organization o where o.organization_id = ${name}.organization_id and o.deactivated_at is not null))`.execute(
    db,
  );
  if (table !== "sale_order")
    await sql`create policy never_changed on ${name} as restrictive for update using (false)`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(orders).execute(db);
  await sql.raw(leads).execute(db);
  await sql.raw(money).execute(db);
  for (const table of tables) {
    await protectTenantTable(db, table);
    await lock(db, table);
  }
  await openToSystem(db, "sale_order", "read");
}
