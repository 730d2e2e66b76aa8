import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** WhatsApp's limit for a business account that is not verified. */
const maxTemplates = 250;

/** Serialises writers of a business account's templates. */
export async function lockTemplates(tx: Tx, scope: Scope, businessAccountId: string): Promise<void> {
  const key = `templates of ${scope.organizationId} ${businessAccountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Throws SETTING_LIMIT_REACHED when the business account has its maximum of templates. Serialises writers. */
export async function requireRoom(tx: Tx, scope: Scope, businessAccountId: string): Promise<void> {
  await lockTemplates(tx, scope, businessAccountId);
  const counted = await tx
    .selectFrom("message_template")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", scope.organizationId)
    .where("business_account_id", "=", businessAccountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if ((counted?.count ?? 0) >= maxTemplates) throw new AppError("SETTING_LIMIT_REACHED");
}
