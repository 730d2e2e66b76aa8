import type { FastifyInstance } from "fastify";
import { serveUnsubscribeLink } from "#platform/http/unsubscribe-link";
import type { UnsubscribeDetails } from "#platform/http/unsubscribe-page";
import type { Platform } from "#platform/server-module";
import { endWeeklyMail } from "../actions/save-weekly-mail.ts";
import { subscriberOfLink, weeklyMailPath } from "../rules/weekly-mail-link.ts";

const details: UnsubscribeDetails = {
  ask: {
    "zh-tw": "確認後，您不會再收到每週數據的電郵。",
    "zh-cn": "确认后，您不会再收到每周数据的邮件。",
    en: "Once you confirm, you get no more weekly figures by mail.",
  },
  done: {
    "zh-tw": "您不會再收到每週數據的電郵。您可以在「帳號設定」的通知頁重新訂閱。",
    "zh-cn": "您不会再收到每周数据的邮件。您可以在“账号设置”的通知页重新订阅。",
    en: "You get no more weekly figures by mail. You can subscribe again under Notifications in your account settings.",
  },
  unknown: {
    "zh-tw": "請確認連結完整，或在「帳號設定」的通知頁取消訂閱。",
    "zh-cn": "请确认链接完整，或在“账号设置”的通知页取消订阅。",
    en: "Check that the link is complete, or unsubscribe under Notifications in your account settings.",
  },
};

/** The link in the weekly mail that ends it. */
export async function serveWeeklyMailLink(app: FastifyInstance, { db, secrets, settings }: Platform): Promise<void> {
  serveUnsubscribeLink(app, settings, {
    path: weeklyMailPath,
    details,
    subjectOf: (token) => subscriberOfLink(secrets, token),
    unsubscribe: (subscriber) => endWeeklyMail(db, subscriber),
  });
}
