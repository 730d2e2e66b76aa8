import { type BranchId, ChannelId, type LeadId } from "@homeroom/contract/ids";
import { v5 } from "uuid";
import type { Stage } from "./stage.ts";

/** A branch's LINE account, a customer's contact in it, and the branch's welcome message. */
export interface LineRows {
  lineId: ChannelId;
  lineChannelId: string;
  lineUserId: string;
  welcomeText: string;
}

/** The keys of the LINE account that a branch has in these tests. */
export function lineKeysOf(branchId: BranchId) {
  const digits = BigInt(`0x${v5("line", branchId).replaceAll("-", "").slice(0, 12)}`).toString();
  return {
    channelId: `2${digits}`,
    channelSecret: `line-secret-${branchId}`,
    accessToken: `line-token-${branchId}`,
  };
}

export function lineIds(branchId: BranchId, leadId: LeadId): LineRows {
  return {
    lineId: ChannelId.parse(v5("line channel", branchId)),
    lineChannelId: lineKeysOf(branchId).channelId,
    lineUserId: `U${v5("line user", leadId).replaceAll("-", "")}`,
    welcomeText: `歡迎來到 ${branchId}`,
  };
}

/** Everything as it was first: the account is on, the customer is its friend, the message is in use. */
export async function restoreLine(
  { base: { owner, platform } }: Stage,
  rows: LineRows & { branchId: BranchId; leadId: LeadId },
): Promise<void> {
  const { channelId, ...secrets } = lineKeysOf(rows.branchId);
  await owner.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, secrets)
     select organization_id, $1, branch_id, 'line', 'LINE', $3, $4 from branch where branch_id = $2
     on conflict (organization_id, channel_id) do update set stopped_at = null, stopped_reason = null, settings = '{}',
       name = 'LINE', quota_at = null, quota_used = null, quota_limit = null`,
    [rows.lineId, rows.branchId, channelId, platform.secrets.seal(secrets)],
  );
  await owner.query(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, provider_user_id)
     select organization_id, $2::uuid, $3, lead_id, $4 from lead where lead_id = $1 on conflict do nothing`,
    [rows.leadId, v5("line contact", rows.leadId), rows.lineId, rows.lineUserId],
  );
  await owner.query(
    `insert into welcome_message (organization_id, branch_id, segments)
     select organization_id, branch_id, $2 from branch where branch_id = $1
     on conflict (organization_id, branch_id) do update set segments = excluded.segments, status = 1, version = 1`,
    [rows.branchId, JSON.stringify([{ kind: "text", text: rows.welcomeText }])],
  );
}
