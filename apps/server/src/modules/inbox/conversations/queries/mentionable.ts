import type { AccountId } from "@homeroom/contract/ids";
import type { ConversationTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { type PersonName, peopleWhoSee } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

type ConversationHolders = Pick<Selectable<ConversationTable>, "branch_id" | "sales_id" | "tutor_id">;

/** The colleagues with access to a conversation, by name. */
export function mentionable(
  tx: Tx,
  scope: Scope,
  conversation: ConversationHolders,
  among: { ids?: readonly AccountId[]; keywords?: string | undefined; limit: number },
): Promise<PersonName[]> {
  return peopleWhoSee(tx, scope, { ...seenRow(conversation), query: "chat:message:query" }, among);
}

/** Whether a person sees a conversation and may write to its customer. */
export async function mayWriteIn(
  tx: Tx,
  scope: Scope,
  conversation: ConversationHolders,
  accountId: AccountId,
): Promise<boolean> {
  const row = { ...seenRow(conversation), query: "chat:message:send" } as const;
  const [found] = await peopleWhoSee(tx, scope, row, { ids: [accountId], limit: 1 });
  return found !== undefined;
}

function seenRow({ branch_id: branchId, sales_id: salesId, tutor_id: tutorId }: ConversationHolders) {
  return { branchId, salesId, tutorId, all: "chat:message:all" } as const;
}
