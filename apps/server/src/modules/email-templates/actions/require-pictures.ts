import type { EmailContent } from "@homeroom/contract/email-templates";
import type { FileId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { filesByIds } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/**
 * Checks that a mail shows only pictures which its author uploaded, or which a template shows already: anybody can open them for
 * years, and another file may be from a conversation that the author cannot see. Throws FIELD_INVALID.
 */
export async function requirePictures(tx: Tx, scope: Scope, actor: Actor, { blocks }: EmailContent): Promise<void> {
  const ids = blocks.flatMap((block): FileId[] => (block.type === "image" ? [block.fileID] : []));
  if (ids.length === 0) return;
  const files = await filesByIds(tx, scope, ids);
  const shown = await shownByTemplates(tx, scope, ids);
  const isFine = (id: FileId) => {
    const file = files.get(id);
    if (!file?.content_type.startsWith("image/")) return false;
    return file.created_by === actor.accountId || shown.has(id);
  };
  const fields = blocks.flatMap((block, at) =>
    block.type === "image" && !isFine(block.fileID)
      ? [{ field: `blocks.${at}.fileID`, name: "FIELD_INVALID" as const }]
      : [],
  );
  if (fields.length > 0) throw new AppError("FIELD_INVALID", {}, { fields });
}

async function shownByTemplates(tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Set<FileId>> {
  const { rows } = await sql<{ id: FileId }>`
    select distinct block ->> 'fileID' as id from email_template, jsonb_array_elements(content -> 'blocks') as block
    where organization_id = ${scope.organizationId} and block ->> 'fileID' = any(${sql.val([...ids])}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
