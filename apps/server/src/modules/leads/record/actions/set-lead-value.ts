import type { RequestOf } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can, requireAccess } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { emitLeadChange } from "../../events.ts";
import { loadLead, lockLead } from "../queries/load-lead.ts";
import { checkLead, fieldsOf, numbersOf } from "../rules/lead-row.ts";
import { checkChoices } from "../writes/check-lead.ts";
import { saveEdit } from "../writes/save-lead.ts";

/**
 * Replaces a lead's tags; the caller has checked the permission. Throws NOT_FOUND if it is not visible
 * and FIELD_INVALID for tags that the organisation does not have. The same tags change nothing.
 */
export async function setLeadTags(
  tx: Tx,
  scope: Scope,
  { actor, leadId, tag }: { actor: Actor; leadId: LeadId; tag: readonly RecordId[] },
): Promise<void> {
  const lead = await lockLead(tx, scope, leadId);
  const kept = fieldsOf(lead);
  const after = { ...kept, tag: [...new Set(tag)] };
  refuseFaults(await checkChoices(tx, scope, { form: after, branchId: lead.branch_id, kept }));
  await saveEdit(tx, scope, { lead, after, columns: { tag_ids: after.tag }, actor });
}

/**
 * Locks a lead that the scope sees and returns its GPT status. Other replies to the customer wait until the transaction
 * ends. Throws NOT_FOUND.
 */
export async function lockGptStatus(tx: Tx, scope: Scope, leadId: LeadId): Promise<number> {
  const { gpt_status: status } = await lockLead(tx, scope, leadId);
  return status;
}

/** Switches GPT for a lead that the scope sees and notifies the people looking at it. Throws NOT_FOUND. */
export async function setGptStatus(
  tx: Tx,
  scope: Scope,
  { leadId, status }: { leadId: LeadId; status: number },
): Promise<void> {
  const lead = await lockLead(tx, scope, leadId);
  if (lead.gpt_status === status) return;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ gpt_status: status, version, updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId, branchId: lead.branch_id, ...holders, version }, holders);
}

/** Opens the app for a lead, or closes it. Throws LEAD_NO_LOGIN_CONTACT when contact 1 has neither phone nor e-mail. */
export function openLeadApp(
  db: Database,
  actor: Actor,
  { leadId, open }: RequestOf<typeof leadCard.openApp>,
): Promise<null> {
  requireAccess(actor, leadCard.openApp);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, leadId);
    const before = fieldsOf(lead);
    if (before.appopenflag === open) return null;
    const after = { ...before, appopenflag: open };
    refuseFaults(checkLead(after, numbersOf(lead)).faults);
    await saveEdit(tx, scope, { lead, after, columns: { app_open: open === 1 }, actor });
    return null;
  });
}

/** Larger than any place that shows a lead. */
const maxSide = 1024;

/** Stores a photo of a lead, or of one that is about to be added; the next save attaches it to the lead. */
export async function uploadLeadAvatar(
  platform: Platform,
  actor: Actor,
  { upload, leadId }: { upload: Upload; leadId: LeadId | undefined },
): Promise<StoredFile> {
  if (!can(actor, "crm:lead:edit") && (leadId || !can(actor, "crm:lead:add"))) throw new AppError("PERMISSION_DENIED");
  const scope = scopeOf(actor, "crm:lead:all");
  if (leadId) await inTransaction(platform.db, scope, (tx) => loadLead(tx, scope, leadId));
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
