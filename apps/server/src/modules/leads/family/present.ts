import type { DuplicateGroup, LeadFamily, LeadMerge } from "@homeroom/contract/lead-families";
import { peopleByIds } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { DuplicateGroup as Group } from "../duplicates/queries/duplicate-groups.ts";
import type { Merge } from "../duplicates/queries/merges.ts";
import type { LeadConversations } from "../port.ts";
import { presentLeads } from "../record/present.ts";
import type { familyOf } from "./queries.ts";

/** Groups of leads that share something, their members as rows of the list. */
export async function presentGroups(
  tx: Tx,
  scope: Scope,
  { why, groups }: { why: DuplicateGroup["why"]; groups: readonly Group[] },
): Promise<DuplicateGroup[]> {
  const rows = await presentLeads(
    tx,
    scope,
    groups.flatMap(({ members }) => members),
  );
  const byId = new Map(rows.map((row) => [row.leadId, row]));
  return groups.map(({ value, total, members }) => ({
    why,
    value,
    total,
    members: members.map((lead) => byId.get(lead.lead_id)).filter((row) => row !== undefined),
  }));
}

/** The leads merged into a lead, newest first. */
export async function presentMerges(tx: Tx, scope: Scope, merges: readonly Merge[]): Promise<LeadMerge[]> {
  const people = await peopleByIds(tx, scope, [...new Set(merges.map(({ merged_by }) => merged_by))]);
  return merges.map((merge) => ({
    recordID: merge.merge_id,
    nickname: merge.from_name,
    operator: people.get(merge.merged_by)?.nickname ?? "",
    createTime: merge.created_at.toISOString(),
  }));
}

/** A family with the members that the caller sees; empty for a lead without a family. */
export async function presentFamily(
  tx: Tx,
  scope: Scope,
  { found, conversations }: { found: Awaited<ReturnType<typeof familyOf>>; conversations: LeadConversations },
): Promise<LeadFamily> {
  if (!found) return { familyID: null, name: "", mainLeadId: null, hasConversation: false, members: [] };
  const { family, members } = found;
  const mainLeadId = members.find(({ lead_id }) => lead_id === found.mainLeadId)?.lead_id ?? null;
  const rows = await presentLeads(tx, scope, members);
  return {
    familyID: family.family_id,
    name: family.name,
    mainLeadId,
    hasConversation: mainLeadId !== null && (await conversations.find(tx, scope, [mainLeadId])).has(mainLeadId),
    members: rows.map((row, place) => ({
      ...row,
      birthday: members[place]?.birthday ?? "",
    })),
  };
}
