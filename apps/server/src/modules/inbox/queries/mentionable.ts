import type { AccountId } from "@homeroom/contract/ids";
import type { ConversationTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { type PersonName, peopleWhoSee } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The colleagues who may see a conversation, by name. */
export function mentionable(
  tx: Tx,
  scope: Scope,
  conversation: Pick<Selectable<ConversationTable>, "branch_id" | "sales_id" | "tutor_id">,
  among: { ids?: readonly AccountId[]; keywords?: string | undefined; limit: number },
): Promise<PersonName[]> {
  const { branch_id: branchId, sales_id: salesId, tutor_id: tutorId } = conversation;
  const row = { branchId, salesId, tutorId, query: "chat:message:query", all: "chat:message:all" } as const;
  return peopleWhoSee(tx, scope, row, among);
}
