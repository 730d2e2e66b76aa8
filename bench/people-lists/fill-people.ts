import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import type { BenchDatabase } from "../measure/database.ts";

export interface Chain {
  /** A session of its owner. */
  token: string;
}

/** An organisation with a number of staff, branches and roles: everybody at two branches, with one or two roles. */
export async function fillChain(
  { db, owner }: BenchDatabase,
  name: string,
  size: { staff: number; branches: number; roles: number },
): Promise<Chain> {
  const organization = await buildOrganization(db, name);
  const id = organization.organizationId;
  const token = await buildSession(db, organization, await buildAccount(db, organization, { role: "owner" }));
  await owner.query(
    `insert into branch (organization_id, branch_id, name, time_zone, sort)
     select $1, uuidv7(), '分校 ' || n, 'Asia/Taipei', n from generate_series(1, $2::int) n`,
    [id, size.branches],
  );
  await owner.query(
    `insert into role (organization_id, role_id, code, name)
     select $1, uuidv7(), 'role-' || n, '角色 ' || n from generate_series(1, $2::int) n`,
    [id, size.roles],
  );
  await owner.query(
    `insert into role_permission (organization_id, role_id, permission)
     select organization_id, role_id, permission from role,
       unnest(array['crm:lead:query', 'crm:lead:add', 'chat:message:query', 'chat:message:send']) permission
     where organization_id = $1 and code like 'role-%'`,
    [id],
  );
  await owner.query(
    `insert into account (organization_id, account_id, email, staff_id, nickname, ename, last_name, first_name,
       area_code, phone, password_hash, password_initialized_at, created_at)
     select $1::uuid, uuidv7(), 'staff' || n || '@' || $1::uuid::text || '.test', 'S' || n,
       substr('陳林黃張李王吳劉蔡楊', 1 + n % 10, 1) || substr('志明雅婷家豪詠詩嘉怡', 1 + (n / 10) % 10, 2), 'Staff ' || n,
       '', '', '+886', (910000000 + n)::text, '-', now(), now() - n * interval '5 hours'
     from generate_series(1, $2::int) n`,
    [id, size.staff],
  );
  await owner.query(
    `insert into account_branch (organization_id, account_id, branch_id)
     select a.organization_id, a.account_id, b.branch_id
     from (select *, row_number() over (order by account_id) as n from account where organization_id = $1) a
       cross join (values (0), (7)) as shift(by)
       join (select *, row_number() over (order by branch_id) as n, count(*) over () as number
             from branch where organization_id = $1) b on b.n = (a.n + shift.by) % b.number + 1
     on conflict do nothing`,
    [id],
  );
  await owner.query(
    `insert into account_role (organization_id, account_id, role_id)
     select a.organization_id, a.account_id, r.role_id
     from (select *, row_number() over (order by account_id) as n from account where organization_id = $1) a
       join (select *, row_number() over (order by role_id) as n, count(*) over () as number
             from role where organization_id = $1) r on r.n in (a.n % r.number + 1, (a.n * 7) % r.number + 1)
     on conflict do nothing`,
    [id],
  );
  return { token };
}
