import { dashboard, quickAnswerMinutes } from "@homeroom/contract/dashboard";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { todayList } from "@homeroom/contract/today";
import { peopleByIds } from "#modules/accounts/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { readingFromReplica } from "#platform/db/replica";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { saveWeeklyMail } from "../actions/save-weekly-mail.ts";
import { updateSetUp } from "../actions/update-set-up.ts";
import { figuresScope, stepsFor } from "../policy.ts";
import { listAnswers } from "../queries/answer-figures.ts";
import { figuresFor } from "../queries/figures-for.ts";
import { setUpProgress } from "../queries/set-up-progress.ts";
import { whatToDo } from "../queries/today-list.ts";
import { weeklyMailOf } from "../queries/weekly-mail.ts";

/** Binds the calls of the landing screen. */
export function bindDashboardRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bindSetUp(bind, platform);
  bind(todayList.list, (request, { actor }) => whatToDo(platform, actor, request));
  bindFigures(bind, platform);
  bind(dashboard.weeklyMail, (_, { actor }) => weeklyMailOf(db, actor));
  bind(dashboard.saveWeeklyMail, async ({ subscribed }, { actor }) => {
    await saveWeeklyMail(db, actor, subscribed);
    return null;
  });
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

  bind(dashboard.updateSetUp, async (request, { actor }) => {
    await updateSetUp(db, actor, request);
    return null;
  });
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
