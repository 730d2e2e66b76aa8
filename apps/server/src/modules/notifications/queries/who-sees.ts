import type { AccountId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { peopleWhoSee } from "#modules/accounts/public";
import type { LeadHead } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

const rightsOnLeads = { query: "crm:lead:query", all: "crm:lead:all" } as const;
const rightsOnChats = { query: "chat:message:query", all: "chat:message:all" } as const;

const ofChats: ReadonlySet<NotificationKind> = new Set([
  "message.received",
  "assistant.handedOver",
  "note.mentioned",
  "message.notSent",
]);

/** The people among these who can see the target of a notification about a lead: the lead, or its conversation. */
export async function whoSees(
  tx: Tx,
  scope: Scope,
  { kind, lead, ids }: { kind: NotificationKind; lead: LeadHead; ids: readonly AccountId[] },
): Promise<Set<AccountId>> {
  const rights = ofChats.has(kind) ? rightsOnChats : rightsOnLeads;
  const people = await peopleWhoSee(tx, scope, { ...lead, ...rights }, { ids, limit: ids.length });
  return new Set(people.map(({ accountId }) => accountId));
}
