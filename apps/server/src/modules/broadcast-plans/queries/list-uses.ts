import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Whether a plan that has not started sends to this recipient list. */
export async function isListUsed(tx: Tx, scope: Scope, listId: RecordId): Promise<boolean> {
  const found = await sql`
    select from broadcast_plan
    where organization_id = ${scope.organizationId} and ${listId} = any(list_ids) and state = 'pending'
      and deleted_at is null limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether a plan that has not started sends this e-mail template. */
export async function isEmailTemplateUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean> {
  const found = await sql`
    select from broadcast_plan
    where organization_id = ${scope.organizationId} and email_template_id = ${templateId} and state = 'pending'
      and deleted_at is null limit 1`.execute(tx);
  return found.rows.length > 0;
}
