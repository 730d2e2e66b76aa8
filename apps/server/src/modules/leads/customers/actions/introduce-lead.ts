import type { FileId, LeadId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { nicknameOf } from "../../record/rules/lead-rules.ts";

/** A provider's data about a person whose lead was created before their name was known. */
export interface Introduction {
  leadId: LeadId;
  nickname: string;
  /** The lead's name until now. */
  placeholder: string;
  lineUserId: string;
  avatarFileId: FileId | null;
}

/**
 * Gives a lead the name and picture of its profile at a provider, unless somebody has set others meanwhile. Returns whether
 * the lead has the picture now.
 */
export async function introduceLead(tx: Tx, scope: Scope, introduction: Introduction): Promise<boolean> {
  const lead = await lockLead(tx, organizationScope(scope.organizationId), introduction.leadId);
  const news = newsOf(lead, introduction);
  if (Object.keys(news).length === 0) return false;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ ...news, version, updated_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", lead.lead_id)
    .execute();
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId: lead.lead_id, branchId: lead.branch_id, ...holders, version }, holders);
  return "avatar_file_id" in news;
}

function newsOf(lead: Lead, { nickname, placeholder, lineUserId, avatarFileId }: Introduction): Updateable<LeadTable> {
  const unnamed = lead.nickname === nicknameOf("", lead.phone) || lead.nickname === placeholder;
  return {
    ...(unnamed && { nickname: nicknameOf(nickname, lead.phone) }),
    ...(lead.line_user_id === "" && lineUserId !== "" && { line_user_id: lineUserId }),
    ...(lead.avatar_file_id === null && avatarFileId !== null && { avatar_file_id: avatarFileId }),
  };
}
