import { type Kysely, sql } from "kysely";

/** What staff are searched by, and when the personal part of a record was erased. */
const columns = `
alter table account
  add column erased_at timestamptz,
  -- Everything that search looks through, lower case, a line break before each field.
  add column search_text text generated always as (
    lower(E'\\n' || nickname || E'\\n' || ename || E'\\n' || last_name || first_name || E'\\n' || first_name || ' ' || last_name ||
      E'\\n' || email || E'\\n' || coalesce(staff_id, '') || E'\\n' || phone || E'\\n' ||
      case when phone = '' then '' else ltrim(area_code, '+') || phone end)) stored;
-- A proposed id that another organisation uses is refused: sockets know people by it.
create unique index account_identity on account (account_id);
create index account_newest on account (organization_id, created_at desc, account_id desc);
`;

/** What the records of staff show of other modules' rows: views that follow the reader's own rights. */
const views = `
create view staff_role with (security_invoker = true) as
  select r.organization_id, r.role_id, r.code, r.name, r.status, r.is_default, r.created_at,
    array(select p.permission from role_permission p
      where p.organization_id = r.organization_id and p.role_id = r.role_id) as permissions
  from role r;

create view staff_department with (security_invoker = true) as
  select organization_id, department_id, parent_id, name, sort, status from department;

create view staff_sign_in with (security_invoker = true) as
  select organization_id, account_id, max(created_at) as signed_in_at from session group by organization_id, account_id;

create view staff_record with (security_invoker = true) as
  select a.organization_id, a.account_id, a.email, a.staff_id, a.nickname, a.first_name, a.last_name, a.ename, a.area_code,
    a.phone, a.gender, a.birth_date, a.education, a.school, a.introduction, a.address, a.emergency_name,
    a.emergency_area_code, a.emergency_phone, a.emergency_email, a.notes, a.status, a.is_owner, a.is_platform,
    a.avatar_file_id, a.department_id, a.locale, a.left_at, a.erased_at, a.password_initialized_at, a.two_step_enabled_at,
    a.version, a.created_at, a.updated_at, a.created_by, a.updated_by,
    coalesce((select d.name from department d
      where d.organization_id = a.organization_id and d.department_id = a.department_id), '') as department_name,
    (select s.signed_in_at from staff_sign_in s
      where s.organization_id = a.organization_id and s.account_id = a.account_id) as signed_in_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.role_id, 'name', r.name, 'code', r.code)
        order by r.created_at, r.role_id), '[]')
      from account_role ar join role r using (organization_id, role_id)
      where ar.organization_id = a.organization_id and ar.account_id = a.account_id) as roles,
    (select coalesce(jsonb_agg(jsonb_build_object('branchID', b.branch_id, 'name', b.name)
        order by b.sort, b.branch_id), '[]')
      from account_branch ab join branch b using (organization_id, branch_id)
      where ab.organization_id = a.organization_id and ab.account_id = a.account_id) as branches
  from account a;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(views).execute(db);
}
