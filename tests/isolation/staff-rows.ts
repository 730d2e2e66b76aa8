import { AccountId, type BranchId, type RoleId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Stage } from "./stage.ts";

/** People of one branch, for requests by people without access to them. */
export interface StaffRows {
  branchId: BranchId;
  staffId: AccountId;
  /** Somebody who has left. */
  leftId: AccountId;
  nickname: string;
  roleId: RoleId;
  /** As of the last `restoreRows`. */
  version: number;
  marks: readonly string[];
}

/** A teacher who works at a branch and one who has left it. */
export async function createStaffRows(
  world: Stage,
  { branchId, name }: { branchId: BranchId; name: string },
): Promise<StaffRows> {
  const [staffId, leftId] = [AccountId.parse(v7()), AccountId.parse(v7())];
  const nickname = `${name}的老師`;
  const found = await world.base.owner.query<{ role_id: RoleId }>(
    "select role_id from role join branch using (organization_id) where branch_id = $1 and code = 'teacher'",
    [branchId],
  );
  const roleId = found.rows[0]?.role_id;
  if (!roleId) throw new Error("The organisation has no teachers");
  const rows = { branchId, staffId, leftId, nickname, roleId, version: 0, marks: [staffId, leftId, nickname] };
  await restoreStaff(world, rows);
  return rows;
}

/** Sets both up again: a call may have changed, erased or deleted them. */
export async function restoreStaff({ base }: Stage, rows: StaffRows): Promise<void> {
  for (const [id, status] of [
    [rows.staffId, 1],
    [rows.leftId, 2],
  ] as const) {
    await base.owner.query(
      `insert into account (organization_id, account_id, email, nickname, password_hash, status, two_step_secret, two_step_enabled_at)
       select organization_id, $2, $3, $4, '', $5, '\\x00', now() from branch where branch_id = $1
       on conflict (organization_id, account_id) do update
         set email = $3, nickname = $4, status = $5, erased_at = null, avatar_file_id = null,
           two_step_secret = '\\x00', two_step_enabled_at = now()`,
      [rows.branchId, id, `${id}@people.homeroom.test`, rows.nickname, status],
    );
    await base.owner.query(
      `insert into account_role (organization_id, account_id, role_id)
       select organization_id, account_id, $2 from account where account_id = $1 on conflict do nothing`,
      [id, rows.roleId],
    );
    await base.owner.query(
      `insert into account_branch (organization_id, account_id, branch_id)
       select organization_id, account_id, $2 from account where account_id = $1 on conflict do nothing`,
      [id, rows.branchId],
    );
  }
  const found = await base.owner.query<{ version: number }>("select version from account where account_id = $1", [
    rows.staffId,
  ]);
  rows.version = found.rows[0]?.version ?? rows.version;
}
