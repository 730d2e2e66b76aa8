import type { AccountId } from "@homeroom/contract/ids";
import { agentStopped, assistantHandedOver } from "#modules/assistant/public";
import { planNotRenewed, planUseRose } from "#modules/billing/public";
import { limitNear, planStopped } from "#modules/broadcast-plans/public";
import { handOverFinished } from "#modules/hand-over/public";
import { importFinished } from "#modules/imports/public";
import {
  channelRefused,
  channelStopped,
  channelWarned,
  colleaguesMentioned,
  conversationRead,
  messageChanged,
  scheduledRefused,
} from "#modules/inbox/public";
import { leadsWaiting } from "#modules/lead-rules/public";
import { contactsDue, leadAssigned, leadReminderDue, leadsDealt } from "#modules/leads/public";
import { customerActed, instalmentDue } from "#modules/orders/public";
import { newPlaceSeen, rightsChangedEvent } from "#modules/sign-in/public";
import { request, requestOnce } from "#platform/jobs/job";
import { type EventMeta, type Reaction, reaction } from "#platform/outbox/events";
import { accountRoom } from "#platform/outbox/rooms";
import { notificationsArrived, notificationsRead } from "./events.ts";
import {
  collectMessageNewsJob,
  mailNotificationJob,
  notifyOfAssignmentJob,
  notifyPersonJob,
  pushNotificationJob,
} from "./jobs.ts";

/** The interval at which messages of a busy organisation are processed together. */
const lookEverySeconds = 5;

/** The events that people are notified of, and their consequences. */
export const notificationReactions: readonly Reaction[] = [
  reaction({
    event: messageChanged,
    jobs: ({ inbound, salesId, tutorId }, meta) => (inbound && (salesId ?? tutorId) ? [look(meta)] : []),
  }),
  reaction({ event: conversationRead, jobs: (_, meta) => [look(meta)] }),
  reaction({
    event: assistantHandedOver,
    jobs: ({ conversationId, leadId, position, salesId, tutorId }, { organizationId }) =>
      newPeople([salesId, tutorId], []).map((accountId) => {
        const news = { accountId, kind: "assistant.handedOver" as const, subjectId: conversationId, version: position };
        return request(notifyPersonJob, { organizationId, ...news, leadId, details: {} });
      }),
  }),
  reaction({
    event: leadAssigned,
    jobs: ({ leadId, version, salesId, tutorId, before, by }, { organizationId }) => {
      const people = newPeople([salesId, tutorId], [before.salesId, before.tutorId, by]);
      return [request(notifyOfAssignmentJob, { organizationId, leadId, version, people })];
    },
  }),
  reaction({
    event: leadsDealt,
    jobs: ({ bulkId, receivers }, { organizationId }) =>
      receivers.map(({ accountId, count }) => {
        const news = { accountId, kind: "leads.dealt" as const, subjectId: bulkId, version: 1 };
        return request(notifyPersonJob, { organizationId, ...news, details: { count } });
      }),
  }),
  reaction({
    event: leadsWaiting,
    jobs: ({ ruleId, people, count, version }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind: "leads.waiting" as const, subjectId: ruleId, version };
        return request(notifyPersonJob, { organizationId, ...news, details: { count } });
      }),
  }),
  reaction({
    event: leadReminderDue,
    jobs: ({ reminderId, leadId, version, accountId }, { organizationId }) => {
      const news = { accountId, kind: "lead.reminder" as const, subjectId: reminderId, version, leadId };
      return [request(notifyPersonJob, { organizationId, ...news, details: {} })];
    },
  }),
  reaction({
    event: contactsDue,
    jobs: ({ day, people }, { organizationId }) =>
      people.map(({ accountId, count, overdue }) => {
        // One a day: several branches would tell a person the same.
        const version = Number(day.replaceAll("-", ""));
        const news = { accountId, kind: "lead.contactsDue" as const, subjectId: accountId, version };
        return request(notifyPersonJob, { organizationId, ...news, details: { count, overdue, day } });
      }),
  }),
  reaction({
    event: instalmentDue,
    jobs: ({ orderId, orderID, leadId, dueOn, accountId, at }, { organizationId }) => {
      const news = { accountId, kind: "order.partDue" as const, subjectId: orderId };
      // Not the position: parts of a new agreement have the positions of those before.
      const version = Date.parse(at ?? dueOn);
      const of = { organizationId, version, ...(leadId && { leadId }) };
      return [request(notifyPersonJob, { ...news, ...of, details: { orderID, dueOn } })];
    },
  }),
  reaction({
    event: customerActed,
    jobs: ({ orderId, orderID, leadId, what, accountId, at }, { organizationId }) => {
      const news = { accountId, kind: `order.${what}` as const, subjectId: orderId, version: Date.parse(at) };
      return [request(notifyPersonJob, { organizationId, ...news, ...(leadId && { leadId }), details: { orderID } })];
    },
  }),
  reaction({
    event: importFinished,
    jobs: ({ importId, accountId, kind, saved, invalid }, { organizationId }) => {
      const news = { accountId, kind: "import.finished" as const, subjectId: importId, version: 1 };
      return [request(notifyPersonJob, { organizationId, ...news, details: { saved, invalid, kind, importId } })];
    },
  }),
  reaction({
    event: rightsChangedEvent,
    jobs: ({ accountIds, by }, { organizationId }) =>
      accountIds
        .filter((accountId) => accountId !== by)
        .map((accountId) => {
          const news = { accountId, kind: "role.changed" as const, subjectId: accountId, version: Date.now() };
          return request(notifyPersonJob, { organizationId, ...news, details: {} });
        }),
  }),
  reaction({
    event: handOverFinished,
    jobs: ({ handOverId, receivers }, { organizationId }) =>
      receivers.map((accountId) => {
        const news = { accountId, kind: "handover.finished" as const, subjectId: handOverId, version: 1 };
        return request(notifyPersonJob, { organizationId, ...news, details: {} });
      }),
  }),
  reaction({
    event: colleaguesMentioned,
    jobs: ({ accountIds, conversationId: subjectId, leadId, version, by }, { organizationId }) =>
      accountIds.map((accountId) => {
        const news = { accountId, kind: "note.mentioned" as const, subjectId, version, leadId };
        return request(notifyPersonJob, { organizationId, ...news, details: { by } });
      }),
  }),
  reaction({
    event: scheduledRefused,
    jobs: ({ accountId, conversationId: subjectId, leadId, version, reason }, { organizationId }) => {
      const news = { accountId, kind: "message.notSent" as const, subjectId, version, leadId };
      return [request(notifyPersonJob, { organizationId, ...news, details: { reason } })];
    },
  }),
  failedChannel(channelStopped, "channel.stopped"),
  reaction({
    event: channelWarned,
    jobs: ({ channelId: subjectId, name, at, people }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind: "channel.warned" as const, subjectId, version: Date.parse(at) };
        return request(notifyPersonJob, {
          organizationId,
          ...news,
          details: { channel: name, channelKind: "whatsapp" },
        });
      }),
  }),
  failedChannel(channelRefused, "channel.refused"),
  reaction({
    event: planStopped,
    jobs: ({ planId: subjectId, name: plan, at, people }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind: "broadcast.stopped" as const, subjectId, version: Date.parse(at) };
        return request(notifyPersonJob, { organizationId, ...news, details: { plan, planID: subjectId } });
      }),
  }),
  reaction({
    event: limitNear,
    jobs: ({ level, month, people }, { organizationId }) =>
      people.map((accountId) => {
        // A higher level in the same month is new, and so is any level in the next one.
        const version = Number(month.replace("-", "")) * 1000 + level;
        const news = { accountId, kind: "broadcast.limitNear" as const, subjectId: accountId, version };
        return request(notifyPersonJob, { organizationId, ...news, details: { level } });
      }),
  }),
  reaction({
    event: planUseRose,
    jobs: ({ subjectId, use, level, at, people }, { organizationId }) =>
      people.map((accountId) => {
        const kind = level < 100 ? ("plan.limitNear" as const) : ("plan.limitReached" as const);
        const news = { accountId, kind, subjectId, version: Date.parse(at) };
        return request(notifyPersonJob, { organizationId, ...news, details: { use } });
      }),
  }),
  reaction({
    event: planNotRenewed,
    jobs: ({ at, people, problem }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind: "plan.notRenewed" as const, subjectId: accountId, version: Date.parse(at) };
        return request(notifyPersonJob, { organizationId, ...news, details: { ...(problem && { problem }) } });
      }),
  }),
  reaction({
    event: agentStopped,
    jobs: ({ agentId: subjectId, nickname: agent, at, people }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind: "assistant.stopped" as const, subjectId, version: Date.parse(at) };
        return request(notifyPersonJob, { organizationId, ...news, details: { agent } });
      }),
  }),
  reaction({
    event: newPlaceSeen,
    jobs: ({ accountId, device }, { organizationId }) => {
      const news = { accountId, kind: "session.newPlace" as const, subjectId: accountId, version: Date.now() };
      return [request(notifyPersonJob, { organizationId, ...news, details: { device } })];
    },
  }),
  reaction({
    event: notificationsArrived,
    sockets: ({ accountId, kind }, { organizationId }) => [
      {
        rooms: [accountRoom(organizationId, accountId)],
        event: "notification.changed",
        payload: { kind, arrived: true },
      },
    ],
    jobs: ({ mails, pushes }, { organizationId }) => [
      ...mails.map(({ notificationId, at }) =>
        request(mailNotificationJob, { organizationId, notificationId }, new Date(at)),
      ),
      ...pushes.map((notificationId) => request(pushNotificationJob, { organizationId, notificationId })),
    ],
  }),
  reaction({
    event: notificationsRead,
    sockets: ({ accountId }, { organizationId }) => [
      {
        rooms: [accountRoom(organizationId, accountId)],
        event: "notification.changed",
        payload: { kind: null, arrived: false },
      },
    ],
  }),
];

function look({ organizationId }: EventMeta) {
  return requestOnce(collectMessageNewsJob, { organizationId }, { seconds: lookEverySeconds });
}

/** The new owners, except a person who took the lead themselves. */
function newPeople(now: readonly (AccountId | null)[], known: readonly (AccountId | null)[]): AccountId[] {
  return [...new Set(now.filter((id) => id !== null && !known.includes(id)))] as AccountId[];
}

/** Notifies everyone who can act that a channel does not work. */
function failedChannel(event: typeof channelStopped, kind: "channel.stopped" | "channel.refused") {
  return reaction({
    event,
    jobs: ({ channelId: subjectId, kind: channelKind, name, at, people }, { organizationId }) =>
      people.map((accountId) => {
        const news = { accountId, kind, subjectId, version: Date.parse(at) };
        return request(notifyPersonJob, { organizationId, ...news, details: { channel: name, channelKind } });
      }),
  });
}
