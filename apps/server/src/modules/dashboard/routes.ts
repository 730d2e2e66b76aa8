import { dashboard, quickAnswerMinutes } from "@homeroom/contract/dashboard";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { todayList } from "@homeroom/contract/today";
import { peopleByIds } from "#modules/accounts/public";
import { countConversations } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { readingFromReplica } from "#platform/db/replica";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { updateSetUp } from "./actions/update-set-up.ts";
import { figuresScope, stepsFor } from "./policy.ts";
import { listAnswers } from "./queries/answer-figures.ts";
import { businessCards } from "./queries/business-figures.ts";
import { dashboardFigures, withChange } from "./queries/dashboard-figures.ts";
import { setUpProgress } from "./queries/set-up-progress.ts";
import { whatToDo } from "./queries/today-list.ts";
import { windowsOf } from "./rules/windows.ts";

/** Binds the calls of the landing screen. */
export function bindDashboardRoutes(bind: Binder, platform: Platform): void {
  bindSetUp(bind, platform);
  bind(todayList.list, (request, { actor }) => whatToDo(platform, actor, request));
  bindFigures(bind, platform);
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
  const info = (request: RequestOf<typeof dashboard.info>, { actor }: { actor: Actor }) => {
    const scope = figuresScope(actor);
    return readingFromReplica(platform, scope, async (tx) => {
      const zone = await timeZoneOf(tx, scope, request.branchID ?? actor.branchId);
      const windows = windowsOf(request.days, today(zone));
      const chats = can(actor, "chat:message:query") ? scopeOf(actor, "chat:message:all") : null;
      const own = scope.reach === "own";
      const [figures, unanswered, business] = await Promise.all([
        dashboardFigures(tx, scope, { ...request, ...windows }),
        chats ? countConversations(tx, chats, unansweredRequest(request)) : null,
        businessCards(tx, actor, { ...request, ...windows, own, zone }),
      ]);
      const waiting = { key: "unanswered" as const, value: unanswered, compareValue: null, ...ofPeople };
      const cards = [
        ...figures.cards.map((card) => ({ ...card, ...ofPeople })),
        ...(waiting.value === null ? [] : [{ ...waiting, value: waiting.value }]),
        ...business,
      ];
      return { ...figures, own, cards: cards.map(withChange) };
    });
  };
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
      const list = rows.map(({ messageId, leadId, minutes, accountId, nickname, waitedSince, answeredAt }) => {
        const person = accountId ? people.get(accountId) : undefined;
        return {
          messageId,
          leadId,
          minutes,
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

/** A card that counts what its list shows one by one. */
const ofPeople = { currency: null, rows: null };

/** What the inbox is asked for to show the conversations that the card counts. */
function unansweredRequest({ branchID, salesID }: RequestOf<typeof dashboard.info>) {
  return {
    filter: "NoReply" as const,
    filters: ["Over24h" as const],
    state: "open" as const,
    ...(branchID && { branchID }),
    ...(salesID && { sales: [salesID] }),
  };
}

function lengthOf(quick: boolean | undefined) {
  if (quick === undefined) return {};
  return quick ? { shorterThan: quickAnswerMinutes } : { notShorterThan: quickAnswerMinutes };
}
