import type { LeadRows } from "./lead-rows.ts";
import type { Stage } from "./stage.ts";

/** The role as it was first, also when a call has deleted it. */
export async function stageRole(
  { base }: Stage,
  role: Pick<LeadRows, "roleId" | "roleName" | "branchId" | "staff">,
): Promise<void> {
  await base.owner.query(
    `with made as (
       insert into role (organization_id, role_id, code, name)
       select organization_id, $1::uuid, $1::text, $2 from branch where branch_id = $3
       on conflict (organization_id, role_id) do update set name = $2, status = 1, version = 1
       returning organization_id, role_id)
     insert into account_role (organization_id, account_id, role_id)
     select organization_id, $4, role_id from made on conflict do nothing`,
    [role.roleId, role.roleName, role.branchId, role.staff.staffId],
  );
}
