import { leadRules } from "@homeroom/contract/lead-rules";
import { peopleByIds } from "#modules/accounts/public";
import { channelsOf } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { deleteAbsence, saveAbsence } from "./actions/change-absence.ts";
import { deleteRule, saveRule } from "./actions/change-rule.ts";
import { tryRule } from "./actions/try-rule.ts";
import { branchInSight, managesAbsences, rulesScope } from "./policy.ts";
import { presentAbsences, presentAssignments, presentRules, presentSales } from "./present.ts";
import { absencesBetween } from "./queries/absences.ts";
import { lastAssignments } from "./queries/assignments.ts";
import { type FoundRule, rulesOf } from "./queries/rules.ts";
import { bySpecificity } from "./rules/choose-rule.ts";

/** Binds the calls of rules and absences. */
export function bindLeadRuleRoutes(bind: Binder, { db }: Platform): void {
  bind(leadRules.list, ({ branchID, status, keywords, pageNum, pageSize }, { actor }) => {
    const scope = rulesScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const wanted = { status, ...(branchID && { branchIds: [branchInSight(scope, actor, branchID)] }) };
      const rules = (await rulesOf(tx, scope, wanted)).sort(inOrder);
      const people = await peopleByIds(
        tx,
        scope,
        keywords ? rules.flatMap(({ members }) => members.map(({ accountId }) => accountId)) : [],
      );
      const channels = new Map((await channelsOf(tx, scope)).map((one) => [one.lead_channel_id, one.name]));
      const found = rules.filter(({ channelId, secondaryChannelId, members }) =>
        [
          ...[channelId, secondaryChannelId].map((id) => (id && channels.get(id)) ?? ""),
          ...members.map(({ accountId }) => people.get(accountId)?.nickname ?? ""),
        ].some((name) => name.toLowerCase().includes((keywords ?? "").toLowerCase())),
      );
      const shown = found.slice((pageNum - 1) * pageSize, pageNum * pageSize);
      return { list: await presentRules(tx, scope, shown), total: found.length, pageNum, pageSize };
    });
  });

  bind(leadRules.save, (form, { actor }) => saveRule(db, actor, form));
  bind(leadRules.remove, ({ recordID }, { actor }) => deleteRule(db, actor, recordID));
  bind(leadRules.attempt, (form, { actor }) => tryRule(db, actor, form));

  bind(leadRules.people, ({ branchID }, { actor }) => {
    const scope = rulesScope(actor);
    const branchId = branchInSight(scope, actor, branchID);
    return inTransaction(db, scope, async (tx) => {
      if (!(await branchById(tx, scope, branchId))) throw new AppError("NOT_FOUND");
      return presentSales(tx, scope, branchId);
    });
  });

  bind(leadRules.assignments, ({ recordID, branchID }, { actor }) => {
    const scope = rulesScope(actor);
    return inTransaction(db, scope, async (tx) => {
      if (recordID && (await rulesOf(tx, scope, { ids: [recordID] })).length === 0) throw new AppError("NOT_FOUND");
      const of = recordID ? { ruleId: recordID } : { branchId: branchInSight(scope, actor, branchID) };
      return presentAssignments(tx, scope, await lastAssignments(tx, scope, of));
    });
  });

  bind(leadRules.absences, ({ from, until, branchID }, { actor }) => {
    const scope = rulesScope(actor);
    const branchId = branchID && branchInSight(scope, actor, branchID);
    return inTransaction(db, scope, async (tx) => {
      const others = managesAbsences(actor);
      return presentAbsences(tx, scope, await absencesBetween(tx, scope, { from, until, others, branchId }));
    });
  });
  bind(leadRules.saveAbsence, (form, { actor }) => saveAbsence(db, actor, form));
  bind(leadRules.removeAbsence, ({ recordID }, { actor }) => deleteAbsence(db, actor, recordID));
}

function inOrder(one: FoundRule, other: FoundRule): number {
  return one.branchId === other.branchId ? bySpecificity(one, other) : one.branchId < other.branchId ? -1 : 1;
}
