import type { RecordId } from "@homeroom/contract/ids";
import { noticeTargets } from "@homeroom/contract/notices";
import { sql } from "kysely";
import { shownRoleNames } from "#modules/roles/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

interface Target {
  target_type: number;
  value: RecordId;
  label: string;
}

/** The people, roles and branches that a notice can be for. */
export async function targetChoices(tx: Tx, scope: Scope) {
  const found = await sql<Target>`
    select target_type, id as value, name as label from notice_target
    where organization_id = ${scope.organizationId} order by target_type, sort, name, id`.execute(tx);
  const of = (type: number) =>
    found.rows.filter((row) => row.target_type === type).map(({ value, label }) => ({ value, label }));
  const roleNames = await shownRoleNames(tx, scope);
  return {
    people: of(noticeTargets.people),
    roles: of(noticeTargets.roles).map(({ value, label }) => ({ value, label: roleNames.get(value) ?? label })),
    branches: of(noticeTargets.branches),
  };
}

/** Which of the ids are targets of this kind now. */
export async function knownTargets(
  tx: Tx,
  scope: Scope,
  targetType: number,
  ids: readonly RecordId[],
): Promise<ReadonlySet<RecordId>> {
  const found = await sql<{ id: RecordId }>`
    select id from notice_target
    where organization_id = ${scope.organizationId} and target_type = ${targetType}
      and id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  return new Set(found.rows.map((row) => row.id));
}
