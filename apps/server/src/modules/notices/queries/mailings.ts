import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { settingsOf, wants } from "#modules/notifications/public";
import { afterQuietHours } from "#platform/clock/quiet-hours";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { everyRecipient } from "./recipients.ts";

/** The recipients of a notice who want it by mail, and when, outside of their quiet hours. */
export function noticeMailings(
  db: Database,
  scope: Scope,
  noticeId: RecordId,
): Promise<{ accountId: AccountId; at: Date }[]> {
  return inTransaction(db, scope, async (tx) => {
    const settings = await settingsOf(tx, scope, await everyRecipient(tx, scope, noticeId));
    const now = new Date();
    return [...settings]
      .filter(([, { choices }]) => wants(choices["notice.published"], "mail"))
      .map(([accountId, { quietHours }]) => ({ accountId, at: afterQuietHours(now, quietHours) }));
  });
}
