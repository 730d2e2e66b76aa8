import type { Hours } from "@homeroom/contract/hours";
import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { AssignmentRule, RepeatRule } from "@homeroom/contract/lead-rules";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Member } from "../rules/give-turn.ts";

/** A rule with its people, in their order. */
export interface FoundRule {
  ruleId: RecordId;
  branchId: BranchId;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  countries: string[];
  districts: string[];
  way: AssignmentRule;
  repeatRule: RepeatRule;
  status: number;
  emails: string[];
  hours: Hours[];
  turns: number;
  wheelAt: number;
  version: number;
  updatedBy: AccountId;
  createdAt: Date;
  updatedAt: Date;
  members: Member[];
}

/**
 * Rules within the scope: all, those of some branches, or some by id. `branchIds` null: all branches in scope.
 * A branch has a few hundred at most: one for each channel.
 */
export async function rulesOf(
  tx: Tx,
  scope: Scope,
  wanted: { branchIds?: readonly BranchId[]; ids?: readonly RecordId[]; status?: number | undefined } = {},
): Promise<FoundRule[]> {
  const parts = [sql`r.organization_id = ${scope.organizationId}`];
  if (scope.branchIds) parts.push(sql`r.branch_id = any(${sql.val([...scope.branchIds])}::uuid[])`);
  if (wanted.branchIds) parts.push(sql`r.branch_id = any(${sql.val([...wanted.branchIds])}::uuid[])`);
  if (wanted.ids) parts.push(sql`r.rule_id = any(${sql.val([...wanted.ids])}::uuid[])`);
  if (wanted.status !== undefined) parts.push(sql`r.status = ${wanted.status}`);
  const found = await sql<FoundRule>`
    select rule_id as "ruleId", branch_id as "branchId", channel_id as "channelId",
      secondary_channel_id as "secondaryChannelId", countries, districts, way, repeat_rule as "repeatRule", status,
      emails, hours, turns, wheel_at as "wheelAt", version, updated_by as "updatedBy", created_at as "createdAt",
      updated_at as "updatedAt", coalesce((
        select json_agg(json_build_object('accountId', m.account_id, 'ratio', m.ratio, 'capacity', m.capacity,
          'countries', m.countries, 'districts', m.districts, 'hours', m.hours, 'lastTurn', m.last_turn,
          'owed', m.owed) order by m.position)
        from lead_rule_member m where m.organization_id = r.organization_id and m.rule_id = r.rule_id), '[]') as members
    from lead_rule r where ${sql.join(parts, sql` and `)}
    order by r.rule_id`.execute(tx);
  return found.rows;
}

/** Whether a rule uses the lead channel, which then cannot be removed. */
export async function isChannelInRules(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean> {
  const found = await tx
    .selectFrom("lead_rule")
    .select("rule_id")
    .where("organization_id", "=", scope.organizationId)
    .where(({ eb, or }) => or([eb("channel_id", "=", channelId), eb("secondary_channel_id", "=", channelId)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
