import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

/** What the editing of roles and of the menu needs beyond their rows. */
const tables = `
-- Who holds a role is asked with every list of roles, and when one is deleted.
create index account_role_by_role on account_role (organization_id, role_id);
create index session_views_as on session (organization_id, view_as_role_id) where view_as_role_id is not null;

alter table menu
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid;

-- Entries of the product's own menu that platform staff deleted: the import leaves them out until they want them back.
create table removed_menu (
  menu_id uuid primary key,
  name text not null,
  removed_at timestamptz not null default now(),
  removed_by uuid
);
`;

/** What modules read of one another here: views that follow the reader's own rights. */
const views = `
drop view default_role_permission;

create view role_holder with (security_invoker = true) as
  select ar.organization_id, ar.role_id, a.account_id, a.nickname, a.avatar_file_id, a.status, a.is_owner,
    not exists (
      select from account_role_in_force other
      where other.organization_id = ar.organization_id and other.account_id = ar.account_id
        and other.role_id <> ar.role_id) as only_role
  from account_role ar join account a using (organization_id, account_id);

create view account_name with (security_invoker = true) as
  select organization_id, account_id, nickname, is_owner from account;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(views).execute(db);
  await openToSystem(db, "role_menu", "read");
}
