import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import { broadcastPlans, type PlanState, planKinds } from "@homeroom/contract/broadcast-plans";
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { ChannelId, RecordId } from "@homeroom/contract/ids";
import { peopleByIds } from "#modules/accounts/public";
import { findConversation } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import {
  approvePlan,
  cancelPlan,
  endPausedPlan,
  pausePlan,
  removePlan,
  resendPlan,
  resumePlan,
} from "../actions/change-plan-state.ts";
import { liftEmailStop } from "../actions/email-stops.ts";
import { estimatePlan } from "../actions/estimate-plan.ts";
import { exportDetails } from "../actions/export-details.ts";
import { addPlan, editPlan, importNumbers } from "../actions/save-plan.ts";
import { saveSetting } from "../actions/save-setting.ts";
import { sendTest } from "../actions/send-test.ts";
import { presentLeadPlans, presentPlan, presentPlans } from "../present.ts";
import { countDetails, detailsAfter, keptCount } from "../queries/details.ts";
import { listEmailStops } from "../queries/email-stops.ts";
import { costsOfMessages } from "../queries/message-cost.ts";
import { reservedThisMonth } from "../queries/month-use.ts";
import { creatorsOfPlans, listPlans, loadPlan } from "../queries/plans.ts";
import { priceOfRow, pricesOf, settingOf } from "../queries/settings.ts";
import { noticeAddress } from "./without-sign-in.ts";

/** Counting stops here. */
const maxCounted = 10_000;

export function bindPlanRoutes(bind: Binder, platform: Platform, tests: RateLimit): void {
  const { db } = platform;
  bind(broadcastPlans.list, ({ status, mine, channel, ...request }, { actor }) => {
    const scope = scopeOf(actor, "bulk:plan:query");
    return inTransaction(db, scope, async (tx) => {
      const zone = await timeZoneOf(tx, scope, request.branchID ?? actor.branchId);
      const { plans, ...rest } = await listPlans(tx, scope, {
        ...request,
        kind: planKinds.find((kind) => kind === channel) ?? request.kind,
        channel: ChannelId.safeParse(channel).data,
        creatorID: mine ? actor.accountId : request.creatorID,
        zone,
        states: status?.map((state): PlanState => (state === "voided" ? "cancelled" : state)),
      });
      const list = await presentPlans(tx, scope, plans);
      return { list, ...rest, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
  bind(broadcastPlans.creators, (_, { actor }) => {
    const scope = scopeOf(actor, "bulk:plan:query");
    return inTransaction(db, scope, async (tx) => {
      const people = await peopleByIds(tx, scope, await creatorsOfPlans(tx, scope));
      const list = [...people.values()].map(({ accountId, nickname }) => ({ accountID: accountId, nickname }));
      return { list: list.sort((one, other) => one.nickname.localeCompare(other.nickname, "zh-Hant")) };
    });
  });
  bind(broadcastMessages.ofLead, ({ leadId }, { actor }) => presentLeadPlans(db, actor, leadId));
  bind(broadcastPlans.info, ({ recordID }, { actor }) => {
    const scope = scopeOf(actor, "bulk:plan:query");
    return inTransaction(db, scope, async (tx) =>
      presentPlan(tx, scope, { plan: await loadPlan(tx, scope, recordID), actor }),
    );
  });
  bindChanges(bind, { db });
  bind(broadcastPlans.estimate, (form, { actor }) => estimatePlan(db, actor, form));
  bind(broadcastMessages.test, (form, { actor }) => sendTest(db, tests, actor, form));
  bind(broadcastPlans.importNumbers, (_, { upload }) => importNumbers(upload));
  bindDetails(bind, { db });
  bindSettings(bind, platform);
}

function bindChanges(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(broadcastPlans.add, (form, { actor, header }) => {
    const recordID = form.recordID ?? RecordId.parse(idOfKey(actor, "broadcast plan", header("idempotency-key")));
    return addPlan(db, actor, { ...form, recordID });
  });
  bind(broadcastPlans.edit, (form, { actor }) => editPlan(db, actor, form));
  bind(broadcastPlans.resend, ({ recordID, part, newID }, { actor, header }) => {
    const key = header("idempotency-key");
    const newId = newID ?? RecordId.parse(idOfKey(actor, "broadcast plan again", key));
    return resendPlan(db, actor, { planId: recordID, part, newId });
  });
  const changes = {
    cancel: cancelPlan,
    pause: pausePlan,
    end: endPausedPlan,
    resume: resumePlan,
    approve: approvePlan,
    remove: removePlan,
  };
  for (const name of ["cancel", "pause", "end", "resume", "approve", "remove"] as const)
    bind(broadcastPlans[name], ({ recordID }, { actor }) => changes[name](db, actor, recordID));
}

function bindDetails(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(broadcastPlans.details, ({ recordID, pageNum, pageSize, cursor, ...filters }, { actor }) => {
    const plans = scopeOf(actor, "bulk:plan:query");
    const scope = scopeOf(actor, "crm:lead:all");
    if (cursor && !/^\d{1,15}$/.test(cursor)) throw new AppError("DATA_FORMAT_ERROR");
    return inTransaction(db, scope, async (tx) => {
      const plan = await loadPlan(tx, plans, recordID);
      const page = { planId: recordID, ...filters };
      const place = cursor ? { after: Number(cursor) } : { after: 0, offset: (pageNum - 1) * pageSize };
      const { rows: list, last } = await detailsAfter(tx, scope, { ...page, ...place, limit: pageSize });
      const kept = keptCount(scope, plan, filters);
      const total = kept ?? (await countDetails(tx, scope, page));
      const totalIsEstimate = kept === null && total > maxCounted;
      const nextCursor = last === null ? null : String(last);
      return { list, total, ...(totalIsEstimate && { totalIsEstimate }), pageNum, pageSize, nextCursor };
    });
  });
  bind(broadcastPlans.exportDetails, (request, { actor, language }) =>
    exportDetails(db, actor, { ...request, language }),
  );
}

function bindSettings(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(broadcastSettings.messageCost, ({ leadId, channel }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      if (!(await findConversation(tx, scope, { leadId }))) throw new AppError("NOT_FOUND");
      return costsOfMessages(tx, scope, { leadId, channelId: channel });
    });
  });
  bind(broadcastSettings.setting, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const setting = await settingOf(tx, scope);
      const prices = (await pricesOf(tx, scope)).map(priceOfRow);
      return { ...setting, prices, usedThisMonth: await reservedThisMonth(tx, scope) };
    });
  });
  bind(broadcastSettings.stops, (request, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => ({
      ...(await listEmailStops(tx, scope, request)),
      noticeURL: can(actor, "bulk:setting:edit") ? noticeAddress(platform, actor.organizationId) : null,
      pageNum: request.pageNum,
      pageSize: request.pageSize,
    }));
  });
  bind(broadcastSettings.liftStop, ({ address }, { actor }) => liftEmailStop(db, actor, address));
  bind(broadcastSettings.save, (form, { actor }) => saveSetting(db, actor, form));
}
