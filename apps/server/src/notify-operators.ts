import { operators } from "#modules/accounts/public";
import { notifyPerson } from "#modules/notifications/public";
import type { Concern } from "#platform/backup/schedule";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";

/** Notifies the installation's operators of a problem, each at most once a day. */
export async function notifyOperators(db: Database, kind: Concern, now: Date): Promise<void> {
  const version = Number(now.toJSON().slice(0, 10).replaceAll("-", ""));
  for (const { organizationId, accountId } of await inSystemTransaction(db, operators)) {
    const scope = organizationScope(organizationId);
    await inTransaction(db, scope, (tx) => notifyPerson(tx, scope, { accountId, kind, subjectId: accountId, version }));
  }
}
