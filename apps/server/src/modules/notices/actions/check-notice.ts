import type { AddNoticeForm } from "@homeroom/contract/notices";
import { maxNoticeContent, noticeTargets } from "@homeroom/contract/notices";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Notice } from "../queries/notices.ts";
import { knownTargets } from "../queries/targets.ts";
import { cleanContent, plainText } from "../rules/content.ts";

type Form = Pick<AddNoticeForm, "title" | "content" | "type" | "level" | "targetType" | "targetIds">;

/**
 * The columns that a form is written as: its content cleaned, its targets checked. People and places that a notice was
 * for already may have left since. Throws the notice errors by field.
 */
export async function columnsOf(tx: Tx, scope: Scope, form: Form, before?: Notice) {
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
  return { title: form.title, content, type: form.type, level: form.level, target_type: form.targetType, target_ids };
}

type Fault = "NOTICE_CONTENT_REQUIRED" | "NOTICE_CONTENT_TOO_LONG" | "NOTICE_TARGET_REQUIRED" | "FIELD_INVALID";

function refuse(field: string, name: Fault): never {
  throw new AppError(name, {}, { fields: [{ field, name }] });
}
