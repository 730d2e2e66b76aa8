import type { LeadId } from "@homeroom/contract/ids";
import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { loadLead } from "../queries/load-lead.ts";

/** Larger than any place that shows a lead. */
const maxSide = 1024;

/** Keeps a photo of a lead, or of one that is about to be added; the lead takes it with the next save. */
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
