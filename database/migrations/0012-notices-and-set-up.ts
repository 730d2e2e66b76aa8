import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const notices = `
create table notice (
  organization_id uuid not null references organization on delete cascade,
  notice_id uuid not null,
  title text not null,
  -- HTML as it was cleaned when it was written.
  content text not null,
  type text not null,
  level text not null,
  -- 1 everyone, 2 accounts, 3 roles, 4 branches: then target_ids names them.
  target_type smallint not null check (target_type between 1 and 4),
  target_ids uuid[] not null default '{}',
  published_at timestamptz,
  published_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  primary key (organization_id, notice_id),
  foreign key (organization_id, published_by) references account on delete set null (published_by),
  foreign key (organization_id, revoked_by) references account on delete set null (revoked_by),
  foreign key (organization_id, created_by) references account on delete set null (created_by),
  foreign key (organization_id, updated_by) references account on delete set null (updated_by)
);
create index notice_newest on notice (organization_id, created_at desc, notice_id desc);
create index notice_published on notice (organization_id, published_at desc, notice_id desc)
  where published_at is not null and revoked_at is null;
create unique index notice_identity on notice (notice_id);

-- Who has opened a notice. Only a time after it was published counts: published again, it is unread again.
create table notice_read (
  organization_id uuid not null references organization on delete cascade,
  notice_id uuid not null,
  account_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (organization_id, notice_id, account_id),
  foreign key (organization_id, notice_id) references notice on delete cascade,
  foreign key (organization_id, account_id) references account on delete cascade
);

-- The active people that a notice is for, at this moment. The owner enters every branch.
create view notice_recipient with (security_invoker = true) as
  select n.organization_id, n.notice_id, a.account_id, a.nickname, a.created_at as joined_at
  from notice n join account a on a.organization_id = n.organization_id and a.status = 1
  where n.target_type = 1
    or (n.target_type = 2 and a.account_id = any(n.target_ids))
    or (n.target_type = 3 and exists (select from account_role_in_force held
      where held.organization_id = a.organization_id and held.account_id = a.account_id
        and held.role_id = any(n.target_ids)))
    or (n.target_type = 4 and (a.is_owner or exists (select from account_branch place
      where place.organization_id = a.organization_id and place.account_id = a.account_id
        and place.branch_id = any(n.target_ids))));

-- What a notice can be for, as its target_type numbers it.
create view notice_target with (security_invoker = true) as
  select organization_id, 2 as target_type, account_id as id, nickname as name, 0 as sort from account where status = 1
  union all
  select organization_id, 3, role_id, name, case when is_default then 0 else 1 end from role where status = 1
  union all
  select organization_id, 4, branch_id, name, sort from branch;
`;

const notifications = `
-- What one person was notified of. Of the same kind and subject one row at a time is unread: more only raise its count.
create table notification (
  organization_id uuid not null references organization on delete cascade,
  notification_id uuid not null,
  account_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  -- The subject's version that was last notified: a repeated event adds nothing.
  subject_version bigint not null,
  lead_id uuid,
  details jsonb not null default '{}',
  count integer not null default 1,
  happened_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (organization_id, notification_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create unique index notification_one_unread on notification (organization_id, account_id, kind, subject_id)
  where read_at is null;
create index notification_told on notification (organization_id, account_id, kind, subject_id, subject_version desc);
create index notification_newest on notification (organization_id, account_id, happened_at desc, notification_id desc);
create index notification_subject on notification (organization_id, subject_id) where read_at is null;
create index notification_lead on notification (organization_id, lead_id);
create index notification_age on notification (happened_at);

-- When a person was last mailed about one subject, such as a customer: at most once in 24 hours.
create table notification_mail (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  mailed_at timestamptz not null default now(),
  primary key (organization_id, account_id, kind, subject_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create index notification_mail_age on notification_mail (mailed_at);

-- How a person wants to be notified; what is missing in choices has the product's default.
create table notification_setting (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  choices jsonb not null default '{}',
  quiet_from text,
  quiet_until text,
  time_zone text not null default '',
  updated_at timestamptz not null default now(),
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account on delete cascade
);

-- Up to which transaction an organisation's conversations have been turned into notifications.
create table notification_progress (
  organization_id uuid primary key references organization on delete cascade,
  conversations_until xid8
);
`;

const setUp = `
-- Who dismissed the list of what to set up next.
create table set_up_dismissal (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  dismissed_at timestamptz not null default now(),
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account on delete cascade
);

-- Steps of setting up that a person ticked, since no row shows that they were done.
create table set_up_tick (
  organization_id uuid not null references organization on delete cascade,
  step text not null,
  ticked_at timestamptz not null default now(),
  ticked_by uuid,
  primary key (organization_id, step),
  foreign key (organization_id, ticked_by) references account on delete set null (ticked_by)
);

-- What an organisation has set up already, as its rows show it: each reads a few rows.
create view set_up_progress with (security_invoker = true) as
  select o.organization_id,
    o.logo_file_id is not null as organization,
    (select count(*) > 1 or bool_or(b.address <> '' or b.phone <> '') from branch b
      where b.organization_id = o.organization_id) as branch,
    (select count(*) > 1 from (select from account a where a.organization_id = o.organization_id limit 2) first_two) as staff,
    exists (select from role r where r.organization_id = o.organization_id and (not r.is_default or r.version > 1))
      or exists (select from set_up_tick t where t.organization_id = o.organization_id and t.step = 'roles') as roles,
    exists (select from channel c where c.organization_id = o.organization_id and c.kind = 'whatsapp') as whatsapp,
    exists (select from lead l where l.organization_id = o.organization_id) as lead
  from organization o;

create view set_up_of_account with (security_invoker = true) as
  select a.organization_id, a.account_id, a.two_step_enabled_at is not null as two_step,
    exists (select from set_up_dismissal d
      where d.organization_id = a.organization_id and d.account_id = a.account_id) as dismissed
  from account a;
`;

const tenantTables = [
  "notice",
  "notice_read",
  "notification",
  "notification_mail",
  "notification_setting",
  "notification_progress",
  "set_up_dismissal",
  "set_up_tick",
];

const writtenBySystem = ["notification", "notification_mail"];

/** Notices, notifications and the steps of setting up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [notices, notifications, setUp]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
