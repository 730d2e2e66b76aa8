import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { notificationsArrived, notificationsRead } from "../events.ts";
import { withPhones } from "../queries/push-subscriptions.ts";
import { settingsOf } from "../queries/settings.ts";
import { isMailedElsewhere, isPushed, mailMoment, wants } from "../rules.ts";

interface NewNotification {
  accountId: AccountId;
  notificationId: RecordId;
}

/** Publishes new notifications of a kind: one event per person, with the mails that may follow. */
export async function publishArrival(
  tx: Tx,
  scope: Scope,
  kind: NotificationKind,
  arrived: readonly NewNotification[],
): Promise<void> {
  const settings = await settingsOf(
    tx,
    scope,
    arrived.map(({ accountId }) => accountId),
  );
  const reachable = await withPhones(tx, scope, [...settings.keys()]);
  const now = new Date();
  for (const [accountId, own] of Map.groupBy(arrived, (one) => one.accountId)) {
    const setting = settings.get(accountId);
    const mailed = setting && wants(setting.choices[kind], "mail") && !isMailedElsewhere(kind);
    const at = mailMoment(kind, now, setting?.quietHours ?? null).toISOString();
    const mails = mailed ? own.map(({ notificationId }) => ({ notificationId, at })) : [];
    const pushed = setting && reachable.has(accountId) && isPushed(setting, kind, now);
    const pushes = pushed ? own.map(({ notificationId }) => notificationId) : [];
    const payload = { accountId, kind, mails, pushes };
    await emit(tx, notificationsArrived, { organizationId: scope.organizationId, aggregateId: accountId, payload });
  }
}

/** Publishes that people have fewer unread notifications. */
export async function publishRead(tx: Tx, scope: Scope, accountIds: readonly AccountId[]): Promise<void> {
  for (const accountId of new Set(accountIds)) {
    const about = { organizationId: scope.organizationId, aggregateId: accountId, payload: { accountId } };
    await emit(tx, notificationsRead, about);
  }
}
