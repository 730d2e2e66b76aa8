import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Branches by name and in their order. */
const branches = `
create unique index branch_name on branch (organization_id, lower(name));
create index branch_order on branch (organization_id, sort, branch_id);

-- Who works at a branch, for the branches' own screen.
create view branch_person with (security_invoker = true) as
  select ab.organization_id, ab.branch_id, a.account_id, a.nickname, a.status, a.is_owner
  from account_branch ab join account a using (organization_id, account_id);

-- What belongs to a branch; each is counted to 1,000, beyond which nobody counts.
create view branch_use with (security_invoker = true) as
  select b.organization_id, b.branch_id,
    (select count(*)::int from (select from lead l
      where l.organization_id = b.organization_id and l.branch_id = b.branch_id limit 1000) found) as leads,
    (select count(*)::int from (select from conversation c
      where c.organization_id = b.organization_id and c.branch_id = b.branch_id limit 1000) found) as conversations,
    (select count(*)::int from (select from channel c
      where c.organization_id = b.organization_id and c.branch_id = b.branch_id limit 1000) found) as channels
  from branch b;
`;

/** What other modules may read of places: views that follow the reader's own rights. */
const placeViews = `
create view known_organization with (security_invoker = true) as
  select organization_id, name, time_zone, locale, deactivated_at from organization;

create view known_branch with (security_invoker = true) as
  select organization_id, branch_id, name, time_zone, status, sort from branch;
`;

/**
 * Deletions of everything that an organisation has: asked for by its owner, or due because nobody has paid. The row stays
 * as the mark that it was done.
 */
const removals = `
create table organization_removal (
  organization_id uuid primary key references organization on delete cascade,
  reason text not null check (reason in ('wipe', 'expiry')),
  requested_by text not null default '',
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  -- Whoever is at work on it; free again after this moment.
  leased_until timestamptz,
  removed_rows bigint not null default 0,
  finished_at timestamptz,
  -- Where the last word goes: the owner's account is gone by then.
  owner_email text not null default '',
  owner_locale text not null default 'zh-tw'
);
create index organization_removal_due on organization_removal (due_at) where finished_at is null;

-- What an organisation was told by mail about the end of its plan: each once for each end.
create table membership_notice (
  organization_id uuid not null references organization on delete cascade,
  expires_at timestamptz not null,
  kind text not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, expires_at, kind)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(branches).execute(db);
  await sql.raw(placeViews).execute(db);
  await sql.raw(removals).execute(db);
  await protectTenantTable(db, "organization_removal");
  await protectTenantTable(db, "membership_notice");
  await openToSystem(db, "organization_removal", "write");
}
