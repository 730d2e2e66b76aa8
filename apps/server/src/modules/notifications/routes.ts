import { ConversationId } from "@homeroom/contract/ids";
import { type NotificationRow, notifications } from "@homeroom/contract/notifications";
import { mailAddresses } from "#modules/accounts/public";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { seesRow } from "#platform/db/row-filter";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { readAllNotifications, readNotification } from "./actions/read-notifications.ts";
import { savePreferences, subscribe, unsubscribe } from "./actions/subscribe.ts";
import type { PushSender } from "./port.ts";
import { myNotifications, type Notification } from "./queries/my-notifications.ts";
import { settingsOf } from "./queries/settings.ts";

/** Binds the calls of notifications. */
export function bindNotificationRoutes(bind: Binder, platform: Platform, push: PushSender): void {
  const { db } = platform;
  bindPush(bind, platform, push);
  bind(notifications.page, (request, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { rows, ...page } = await myNotifications(tx, scope, actor.accountId, request);
      const leads = await leadHeads(
        tx,
        scope,
        rows.flatMap((row) => row.lead_id ?? []),
      );
      const list = rows.map((row) => presentNotification(row, inSight(actor, row, leads.get(row.lead_id ?? ""))));
      return { ...page, list, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });

  bind(notifications.read, ({ id }, { actor }) => readNotification(db, actor, id));

  bind(notifications.readAll, (_, { actor }) => readAllNotifications(db, actor));

  bind(notifications.preferences, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const setting = (await settingsOf(tx, scope, [actor.accountId])).get(actor.accountId);
      const [person] = await mailAddresses(tx, scope, [actor.accountId]);
      if (!setting || !person) throw new AppError("TOKEN_INVALID");
      const { choices, quietHours, timeZone } = setting;
      const quiet = quietHours && { from: quietHours.from, until: quietHours.until };
      return { choices, quietHours: quiet, timeZone, email: person.email };
    });
  });

  bind(notifications.savePreferences, (request, { actor }) => savePreferences(db, actor, request));
}

function bindPush(bind: Binder, platform: Platform, push: PushSender): void {
  bind(notifications.pushKey, () => Promise.resolve({ publicKey: push.publicKey }));
  bind(notifications.subscribe, (request, { actor }) => subscribe(platform, actor, request));
  bind(notifications.unsubscribe, ({ endpoint }, { actor }) => unsubscribe(platform.db, actor, endpoint));
}

/** The lead, if it is within the actor's present scope: it may have changed hands, or belong to another branch. */
function inSight(actor: Actor, { kind }: Notification, lead: LeadHead | undefined): LeadHead | undefined {
  const isMessage = kind === "message.received" || kind === "assistant.handedOver";
  if (!lead || !can(actor, isMessage ? "chat:message:query" : "crm:lead:query")) return undefined;
  const scope = scopeOf(actor, isMessage ? "chat:message:all" : "crm:lead:all");
  return seesRow(scope, lead) ? lead : undefined;
}

/** Kinds whose subject is a conversation. */
const ofConversations: readonly string[] = [
  "message.received",
  "message.notSent",
  "note.mentioned",
  "assistant.handedOver",
];

/** A notification with its lead, if the reader can see it. */
function presentNotification(row: Notification, lead: LeadHead | undefined): NotificationRow {
  const isOfConversation = ofConversations.includes(row.kind);
  return {
    recordID: row.notification_id,
    kind: row.kind,
    count: row.count,
    time: row.happened_at.toISOString(),
    isRead: row.read_at !== null,
    lead: lead ? { leadId: lead.leadId, nickname: lead.nickname } : null,
    conversationId: isOfConversation && lead ? ConversationId.parse(row.subject_id) : null,
    details: row.details,
  };
}
