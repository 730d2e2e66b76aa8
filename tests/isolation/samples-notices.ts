import { dashboard } from "@homeroom/contract/dashboard";
import { notices, noticeTargets } from "@homeroom/contract/notices";
import { notifications } from "@homeroom/contract/notifications";
import { todayList } from "@homeroom/contract/today";
import { updates } from "@homeroom/contract/updates";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

const content = { title: "停課通知", content: "<p>明日停課</p>" };

/** Notices are for people, wherever these work: the walls are those of the organisation and of the person. */
const forPeople = ["organization", "own"] as const;

export const noticeSamples: Samples["notices"] = {
  page: rowless(notices.page, { pageSize: 100 }),
  myPage: of(notices.myPage, {
    requests: () => [{ pageSize: 100 }, { isRead: 0 }, { isRead: 1 }],
    expect: "blank",
    walls: forPeople,
    shows: ({ noticeId }) => noticeId,
  }),
  unreadCount: rowless(notices.unreadCount, {}, { walls: forPeople }),
  targets: rowless(notices.targets, {}),
  form: of(notices.form, {
    requests: ({ noticeId, draftId }) => [{ id: noticeId }, { id: draftId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  detail: of(notices.detail, {
    requests: ({ noticeId, draftId }) => [{ id: noticeId }, { id: draftId }],
    expect: "missing",
    walls: forPeople,
    shows: ({ nickname }) => nickname,
  }),
  readers: of(notices.readers, {
    requests: ({ noticeId, draftId }) => [{ id: noticeId }, { id: draftId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  add: rowless(notices.add, content, {
    mixed: (_mine, { salesId, branchId, draftId, fileId }, wall) =>
      wall === "organization"
        ? [
            { ...content, imageFileID: fileId },
            { ...content, targetType: noticeTargets.people, targetIds: [salesId] },
            { ...content, targetType: noticeTargets.branches, targetIds: [branchId] },
            { ...content, targetType: noticeTargets.roles, targetIds: [draftId] },
          ]
        : [],
  }),
  edit: named(notices.edit, ({ draftId }) => ({ id: draftId, version: 1, ...content }), {
    walls: organizationOnly,
    mixed: ({ draftId }, { salesId, fileId }) => [
      { id: draftId, version: 1, ...content, imageFileID: fileId },
      { id: draftId, version: 1, ...content, targetType: noticeTargets.people, targetIds: [salesId] },
    ],
  }),
  uploadImage: rowless(notices.uploadImage, {}, { file: picture }),
  readAll: rowless(notices.readAll, {}, { walls: forPeople }),
  publish: named(notices.publish, ({ draftId }) => ({ id: draftId, version: 1 }), { walls: organizationOnly }),
  revoke: named(notices.revoke, ({ noticeId }) => ({ id: noticeId, version: 1 }), { walls: organizationOnly }),
  remove: named(notices.remove, ({ draftId }) => ({ ids: [draftId] }), {
    walls: organizationOnly,
    mixed: (mine, { draftId }) => [{ ids: [mine.draftId, draftId] }],
  }),
};

/** A browser that nobody has. */
const browser = {
  endpoint: "https://updates.push.services.mozilla.com/wpush/v2/isolation",
  keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16, 4).toString("base64url") },
};

export const notificationSamples: Samples["notifications"] = {
  page: of(notifications.page, {
    requests: () => [{ pageSize: 100 }, { isRead: 0 }],
    expect: "blank",
    walls: forPeople,
    shows: ({ notificationId }) => notificationId,
  }),
  read: named(notifications.read, ({ notificationId }) => ({ id: notificationId }), { walls: forPeople }),
  readAll: rowless(notifications.readAll, {}, { walls: forPeople }),
  pushKey: rowless(notifications.pushKey, {}),
  subscribe: rowless(notifications.subscribe, browser),
  unsubscribe: rowless(notifications.unsubscribe, { endpoint: browser.endpoint }),
  preferences: rowless(notifications.preferences, {}),
  savePreferences: rowless(notifications.savePreferences, {
    choices: {
      "lead.assigned": { app: true, sound: true, mail: true },
      "leads.dealt": { app: true, sound: true, mail: true },
      "leads.waiting": { app: true, sound: true, mail: false },
      "lead.reminder": { app: true, sound: true, mail: false },
      "lead.contactsDue": { app: true, sound: false, mail: false },
      "order.partDue": { app: true, sound: false, mail: false },
      "order.paid": { app: true, sound: false, mail: false },
      "order.toCheck": { app: true, sound: true, mail: false },
      "message.received": { app: true, sound: true, mail: false },
      "message.notSent": { app: true, sound: true, mail: true },
      "note.mentioned": { app: true, sound: true, mail: false },
      "channel.stopped": { app: true, sound: true, mail: true },
      "channel.warned": { app: true, sound: true, mail: true },
      "channel.refused": { app: true, sound: true, mail: true },
      "broadcast.stopped": { app: true, sound: true, mail: true },
      "broadcast.limitNear": { app: true, sound: false, mail: true },
      "plan.limitNear": { app: true, sound: false, mail: true },
      "plan.limitReached": { app: true, sound: true, mail: true },
      "plan.notRenewed": { app: true, sound: true, mail: true },
      "notice.published": { app: true, sound: true, mail: false },
      "import.finished": { app: true, sound: false, mail: false },
      "assistant.handedOver": { app: true, sound: true, mail: false },
      "assistant.stopped": { app: true, sound: true, mail: true },
      "handover.finished": { app: true, sound: false, mail: true },
      "role.changed": { app: true, sound: false, mail: false },
      "session.newPlace": { app: true, sound: false, mail: true },
      "backup.late": { app: true, sound: false, mail: true },
      "disk.filling": { app: true, sound: false, mail: true },
    },
    quietHours: null,
  }),
};

export const updateSamples: Samples["updates"] = { list: rowless(updates.list, {}) };

const answered = { start: "2020-01-01", end: "2099-12-31", pageSize: 100 };
const figures = {
  requests: ({ branchId, salesId }: Rows) => [{ days: 90 }, { branchID: branchId }, { salesID: salesId }],
};

export const todayListSamples: Samples["todayList"] = {
  list: of(todayList.list, {
    requests: () => [{ whose: "everyone" as const }, { whose: "mine" as const }],
    expect: "blank",
  }),
};

export const dashboardSamples: Samples["dashboard"] = {
  info: of(dashboard.info, { ...figures, expect: "blank", shows: ({ salesId }) => salesId }),
  infoOfMember: of(dashboard.infoOfMember, { ...figures, expect: "blank" }),
  answerList: of(dashboard.answerList, {
    requests: ({ branchId }) => [answered, { ...answered, branchID: branchId }],
    expect: "blank",
    shows: ({ leadId }) => leadId,
  }),
  setUpList: rowless(dashboard.setUpList, {}),
  updateSetUp: rowless(dashboard.updateSetUp, { dismissed: false }),
  weeklyMail: rowless(dashboard.weeklyMail, {}),
  saveWeeklyMail: rowless(dashboard.saveWeeklyMail, { subscribed: true }),
};
