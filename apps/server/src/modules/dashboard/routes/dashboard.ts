import { dashboard, quickAnswerMinutes } from "@homeroom/contract/dashboard";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { todayList } from "@homeroom/contract/today";
import type { FastifyInstance } from "fastify";
import { peopleByIds } from "#modules/accounts/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { readingFromReplica } from "#platform/db/replica";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { serveUnsubscribeLink } from "#platform/http/unsubscribe-link";
import type { UnsubscribeDetails } from "#platform/http/unsubscribe-page";
import type { Platform } from "#platform/server-module";
import { endWeeklyMail, saveWeeklyMail } from "../actions/mail-figures.ts";
import { setUpProgress, updateSetUp } from "../actions/update-set-up.ts";
import { figuresScope, stepsFor } from "../policy.ts";
import { listAnswers } from "../queries/answer-figures.ts";
import { figuresFor } from "../queries/figures-for.ts";
import { whatToDo } from "../queries/today-list.ts";
import { weeklyMailOf } from "../queries/weekly-mail.ts";
import { subscriberOfLink, weeklyMailPath } from "../rules/weekly-mail.ts";

/** Binds the calls of the landing screen. */
export function bindDashboardRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bindSetUp(bind, platform);
  bind(todayList.list, (request, { actor }) => whatToDo(platform, actor, request));
  bindFigures(bind, platform);
  bind(dashboard.weeklyMail, (_, { actor }) => weeklyMailOf(db, actor));
  bind(dashboard.saveWeeklyMail, ({ subscribed }, { actor }) => saveWeeklyMail(db, actor, subscribed));
}

function bindSetUp(bind: Binder, { db }: Platform): void {
  bind(dashboard.setUpList, async (_, { actor }) => {
    const steps = stepsFor(actor);
    if (steps.length === 0) return { steps: [], dismissed: true };
    const scope = sharedScope(actor);
    const progress = await inTransaction(db, scope, (tx) => setUpProgress(tx, scope, actor.accountId));
    if (!progress) throw new AppError("TOKEN_INVALID");
    return { steps: steps.map((key) => ({ key, done: progress[key] })), dismissed: progress.dismissed };
  });

  bind(dashboard.updateSetUp, (request, { actor }) => updateSetUp(db, actor, request));
}

function bindFigures(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const info = (request: RequestOf<typeof dashboard.info>, { actor }: { actor: Actor }) =>
    readingFromReplica(platform, figuresScope(actor), (tx) => figuresFor(tx, actor, request));
  bind(dashboard.info, info);
  bind(dashboard.infoOfMember, info);

  bind(dashboard.answerList, (request, { actor }) => {
    const scope = figuresScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { rows, ...page } = await listAnswers(tx, scope, { ...request, ...lengthOf(request.quick) });
      const people = await peopleByIds(
        tx,
        scope,
        rows.flatMap(({ accountId }) => accountId ?? []),
      );
      const list = rows.map(({ accountId, nickname, waitedSince, answeredAt, ...row }) => {
        const person = accountId ? people.get(accountId) : undefined;
        return {
          messageId: row.messageId,
          leadId: row.leadId,
          minutes: row.minutes,
          officeMinutes: row.officeMinutes,
          nickname: nickname ?? "",
          answeredBy: person ? { accountID: person.accountId, nickname: person.nickname } : null,
          waitedSince: waitedSince.toISOString(),
          answeredAt: answeredAt.toISOString(),
        };
      });
      return { ...page, list, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
}

function lengthOf(quick: boolean | undefined) {
  if (quick === undefined) return {};
  return quick ? { shorterThan: quickAnswerMinutes } : { notShorterThan: quickAnswerMinutes };
}

const details: UnsubscribeDetails = {
  ask: {
    "zh-tw": "確認後，您不會再收到每週數據的電郵。",
    "zh-cn": "确认后，您不会再收到每周数据的邮件。",
    en: "Once you confirm, you will get no more weekly figures by e-mail.",
  },
  done: {
    "zh-tw": "您不會再收到每週數據的電郵。您可以在「帳號設定」的通知頁重新訂閱。",
    "zh-cn": "您不会再收到每周数据的邮件。您可以在“账号设置”的通知页重新订阅。",
    en: "You will get no more weekly figures by e-mail. You can subscribe again under Notifications in your account settings.",
  },
  unknown: {
    "zh-tw": "請確認連結完整，或在「帳號設定」的通知頁取消訂閱。",
    "zh-cn": "请确认链接完整，或在“账号设置”的通知页取消订阅。",
    en: "Check that the link is complete, or unsubscribe under Notifications in your account settings.",
  },
};

/** The unsubscribe link in the weekly mail. */
export async function serveWeeklyMailLink(app: FastifyInstance, { db, secrets, settings }: Platform): Promise<void> {
  serveUnsubscribeLink(app, settings, {
    path: weeklyMailPath,
    details,
    subjectOf: (token) => subscriberOfLink(secrets, token),
    unsubscribe: (subscriber) => endWeeklyMail(db, subscriber),
  });
}
