import type { FileId } from "@homeroom/contract/ids";
import type { AddNoticeForm } from "@homeroom/contract/notices";
import { maxNoticeContent, noticeTargets } from "@homeroom/contract/notices";
import { fileById } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Notice } from "../queries/notices.ts";
import { knownTargets } from "../queries/targets.ts";
import { cleanContent, plainText } from "../rules/content.ts";

type Form = Omit<AddNoticeForm, "recordID" | "publish">;

/**
 * A form as columns: its content sanitised, its targets and picture checked. People and places that a notice was
 * already for may have left since. Throws the notice errors by field.
 */
export async function columnsOf(
  tx: Tx,
  scope: Scope,
  { actor, form, before }: { actor: Actor; form: Form; before?: Notice },
) {
  const content = cleanContent(form.content);
  if (plainText(content) === "") refuse("content", "NOTICE_CONTENT_REQUIRED");
  if (content.length > maxNoticeContent) refuse("content", "NOTICE_CONTENT_TOO_LONG");
  const isForAll = form.targetType === noticeTargets.all;
  const target_ids = isForAll ? [] : [...new Set(form.targetIds)];
  if (!isForAll) {
    if (target_ids.length === 0) refuse("targetIds", "NOTICE_TARGET_REQUIRED");
    const known = await knownTargets(tx, scope, form.targetType, target_ids);
    const kept = before?.target_type === form.targetType ? before.target_ids : [];
    if (!target_ids.every((id) => known.has(id) || kept.includes(id))) refuse("targetIds", "FIELD_INVALID");
  }
  if (form.imageFileID !== (before?.image_file_id ?? null)) await requireOwnPicture(tx, scope, actor, form.imageFileID);
  const { title, type, level, targetType: target_type, imageFileID: image_file_id } = form;
  return { title, content, type, level, target_type, target_ids, image_file_id };
}

/** Another person's file may be from a conversation out of sight. */
async function requireOwnPicture(tx: Tx, scope: Scope, actor: Actor, id: FileId | null): Promise<void> {
  if (id === null) return;
  const file = await fileById(tx, scope, id);
  const isPicture = file?.content_type === "image/png" || file?.content_type === "image/jpeg";
  if (!isPicture || file.storage_key === null || file.created_by !== actor.accountId)
    refuse("imageFileID", "FIELD_INVALID");
}

type Fault = "NOTICE_CONTENT_REQUIRED" | "NOTICE_CONTENT_TOO_LONG" | "NOTICE_TARGET_REQUIRED" | "FIELD_INVALID";

function refuse(field: string, name: Fault): never {
  throw new AppError(name, {}, { fields: [{ field, name }] });
}
