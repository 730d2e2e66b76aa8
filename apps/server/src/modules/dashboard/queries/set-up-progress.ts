import type { SetUpStep } from "@homeroom/contract/dashboard";
import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What has been set up; `twoStep` is the person's own. */
export type Progress = Record<SetUpStep, boolean> & { dismissed: boolean };

/** What the organisation and this person have set up already, in one statement. */
export async function setUpProgress(tx: Tx, scope: Scope, accountId: AccountId): Promise<Progress | undefined> {
  const found = await sql<Progress>`
    select p.organization, p.branch, p.staff, p.roles, p.whatsapp, p.lead, p.rules, p.line, p.assistant, mine.two_step as "twoStep", mine.dismissed
    from set_up_progress p join set_up_of_account mine using (organization_id)
    where p.organization_id = ${scope.organizationId} and mine.account_id = ${accountId}`.execute(tx);
  return found.rows[0];
}
