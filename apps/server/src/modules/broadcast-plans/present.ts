import type { PlanInfo, PlanRow, pauseReasons } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds } from "#modules/inbox/public";
import { templatesByIds } from "#modules/message-templates/public";
import { targetNames } from "#modules/targets/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { curveOf, reasonsOf } from "./queries/figures.ts";
import type { Plan } from "./queries/plans.ts";
import { quietUntil } from "./queries/quiet-hours.ts";

/** Plans with the names that they point at: three queries, however many there are. */
export async function presentPlans(tx: Tx, scope: Scope, plans: readonly Plan[]): Promise<PlanRow[]> {
  const writers = plans.flatMap((one) => [one.created_by ?? [], one.updated_by ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set(writers)]);
  const channels = await channelsByIds(
    tx,
    scope,
    plans.flatMap(({ channel_id }) => channel_id ?? []),
  );
  const templates = await templatesByIds(
    tx,
    scope,
    plans.flatMap(({ template_id }) => template_id ?? []),
  );
  const quiet = await quietEnds(tx, scope, plans, templates);
  return plans.map((plan): PlanRow => {
    const { channel_id: channelID, template_id: templateID } = plan;
    const template = templateID ? templates.get(templateID) : undefined;
    return {
      recordID: plan.plan_id,
      name: plan.name,
      state: plan.state,
      pausedTime: plan.paused_at?.toISOString() ?? null,
      pauseReason: plan.pause_reason as (typeof pauseReasons)[number] | null,
      quietUntil: quiet.get(plan.plan_id)?.toISOString() ?? null,
      problem: plan.problem,
      channel: channelID ? { channelID, name: channels.get(channelID) ?? "" } : null,
      template: templateID && template ? { recordID: templateID, ...template } : null,
      counters: countersOf(plan),
      scheduleTime: plan.schedule_at?.toISOString() ?? null,
      startTime: plan.started_at?.toISOString() ?? null,
      endTime: plan.finished_at?.toISOString() ?? null,
      creator: (plan.created_by && people.get(plan.created_by)?.nickname) ?? "",
      updater: (plan.updated_by && people.get(plan.updated_by)?.nickname) ?? "",
      createTime: plan.created_at.toISOString(),
      updateTime: plan.updated_at.toISOString(),
      version: plan.version,
    };
  });
}

/** Of the plans that wait for the end of their quiet hours, when that is. */
async function quietEnds(
  tx: Tx,
  scope: Scope,
  plans: readonly Plan[],
  templates: Awaited<ReturnType<typeof templatesByIds>>,
): Promise<Map<RecordId, Date>> {
  const ends = new Map<RecordId, Date>();
  const now = new Date();
  for (const { plan_id: planId, template_id: templateId, branch_id: branchId, state, paused_at: pausedAt } of plans) {
    const template = templateId ? templates.get(templateId) : undefined;
    if (state !== "running" || pausedAt || !template) continue;
    const end = await quietUntil(tx, scope, { branchId, category: template.category, now });
    if (end) ends.set(planId, end);
  }
  return ends;
}

function countersOf({ total, excluded, accepted, delivered, read, replied, failed }: Plan): PlanRow["counters"] {
  return { total, excluded, accepted, delivered, read, replied, failed };
}

/** One plan as its page and its form show it. */
export async function presentPlan(tx: Tx, scope: Scope, plan: Plan): Promise<PlanInfo> {
  const [row] = await presentPlans(tx, scope, [plan]);
  if (!row) throw new Error("A plan that was given is presented");
  const names = await targetNames(tx, scope, plan.list_ids);
  return {
    ...row,
    variables: plan.variables,
    targets: plan.list_ids.map((recordID: RecordId) => ({ recordID, name: names.get(recordID) ?? "" })),
    filter: plan.filter,
    numbers: plan.numbers,
    perMinute: plan.per_minute,
    sourceRecordID: plan.source_id,
    reasons: await reasonsOf(tx, scope, plan.plan_id),
    curve: await curveOf(tx, scope, plan.plan_id),
  };
}
