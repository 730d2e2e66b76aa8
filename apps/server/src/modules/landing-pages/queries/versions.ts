import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { PublishedContent } from "../rules/landing-page.ts";

/** What was published of a page, the newest first, without the HTML. */
export function versionsOf(tx: Tx, { organizationId }: Scope, pageId: RecordId, limit: number) {
  return tx
    .selectFrom("landing_version")
    .select(["version_id", "number", "created_by", "created_at"])
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
}

/** The settings and sections of a version. Throws NOT_FOUND. */
export async function contentOfVersion(
  tx: Tx,
  { organizationId }: Scope,
  { pageId, versionId }: { pageId: RecordId; versionId: RecordId },
): Promise<PublishedContent> {
  const found = await tx
    .selectFrom("landing_version")
    .select("content")
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("version_id", "=", versionId)
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found.content;
}

/** The number of the next version of a page that is held. */
export async function nextNumber(tx: Tx, { organizationId }: Scope, pageId: RecordId): Promise<number> {
  const found = await tx
    .selectFrom("landing_version")
    .select(sql<number>`coalesce(max(number), 0) + 1`.as("next"))
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .executeTakeFirst();
  return found?.next ?? 1;
}
