import { AccountId, type BranchId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A lead rule of a branch, switched off, and the sales person in it with an absence. */
export interface RuleRows {
  ruleId: RecordId;
  ruleSalesId: AccountId;
  absenceId: RecordId;
}

export function ruleIds(): RuleRows {
  return { ruleId: newId(), ruleSalesId: AccountId.parse(v7()), absenceId: newId() };
}

/** The rule's own district, which distinguishes it from other rules for all channels. */
export function districtOf({ ruleId }: Pick<RuleRows, "ruleId">): string {
  return ruleId.slice(-12);
}

/** Sets them up again. */
export async function restoreRules({ base }: Stage, rows: RuleRows & { branchId: BranchId }): Promise<void> {
  const { ruleId, ruleSalesId, absenceId, branchId } = rows;
  const write = (statement: string, ...values: unknown[]) => base.owner.query(statement, values);
  await write(
    `insert into account (organization_id, account_id, email, nickname, password_hash, status)
     select organization_id, $2, $3, '業務', '', 1 from branch where branch_id = $1
     on conflict (organization_id, account_id) do update set status = 1`,
    branchId,
    ruleSalesId,
    `${ruleSalesId}@people.homeroom.test`,
  );
  await write(
    `insert into account_role (organization_id, account_id, role_id)
     select organization_id, account_id, role_id from account join role using (organization_id)
     where account_id = $1 and role.code = 'sales' on conflict do nothing`,
    ruleSalesId,
  );
  await write(
    `insert into account_branch (organization_id, account_id, branch_id)
     select organization_id, account_id, $2 from account where account_id = $1 on conflict do nothing`,
    ruleSalesId,
    branchId,
  );
  // Of requests sent at once, one can move the rule away from its district and another make a rule there.
  await write("delete from lead_rule where rule_id <> $1 and districts && array[$2]::text[]", ruleId, districtOf(rows));
  await write(
    `insert into lead_rule (organization_id, rule_id, branch_id, districts, way, repeat_rule, status, created_by, updated_by)
     select organization_id, $1, branch_id, array[$4], 'roundRobin', 'sameSales', 0, $3, $3
     from branch where branch_id = $2
     on conflict (organization_id, rule_id) do update set version = 1, status = 0`,
    ruleId,
    branchId,
    ruleSalesId,
    districtOf(rows),
  );
  await write(
    `insert into lead_rule_member (organization_id, rule_id, account_id, position)
     select organization_id, rule_id, $2, 0 from lead_rule where rule_id = $1 on conflict do nothing`,
    ruleId,
    ruleSalesId,
  );
  await write(
    `insert into lead_absence (organization_id, absence_id, account_id, from_day, until_day, created_by)
     select organization_id, $1, account_id, '2026-11-02', '2026-11-03', account_id from account where account_id = $2
     on conflict (organization_id, absence_id) do update set version = 1`,
    absenceId,
    ruleSalesId,
  );
}
