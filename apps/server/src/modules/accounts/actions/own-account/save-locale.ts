import type { Language } from "@homeroom/contract/language";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";

/** Remembers the language in which the actor reads: that of their mails. A preference, so it is not in the audit log. */
export async function saveLocale(db: Database, actor: Actor, locale: Language): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("account")
      .set({ locale })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .execute(),
  );
}
