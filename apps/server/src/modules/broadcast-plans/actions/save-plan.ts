import { broadcastPlans, type EditPlanForm, type PlanForm } from "@homeroom/contract/broadcast-plans";
import { type ChannelId, RecordId } from "@homeroom/contract/ids";
import { explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { channelById, type ReadyTemplate } from "#modules/inbox/public";
import { broadcastTemplate } from "#modules/message-templates/public";
import { recipientsOf } from "#modules/targets/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { internationalNumber } from "#platform/phones/phones";
import { holdPlan, type Plan } from "../queries/plans.ts";
import { isEditable, isStartTime } from "../rules/plan-rules.ts";

/**
 * Makes a plan or a draft. The same recordID again answers the plan that was made the first time. Throws what is wrong with
 * it: time, recipients, template, a channel or list out of sight.
 */
export function addPlan(db: Database, actor: Actor, form: PlanForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, broadcastPlans.add);
  const scope = scopeOf(actor, "bulk:plan:query");
  const recordID = form.recordID ?? RecordId.parse(v7());
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (form.recordID && (await isMade(tx, scope, form.recordID))) return { recordID };
      const values = await valuesOf(tx, { actor, scope, form });
      const made = await tx
        .insertInto("broadcast_plan")
        .values({
          organization_id: scope.organizationId,
          plan_id: recordID,
          ...values,
          source_id: null,
          source_part: null,
          paused_by: null,
          pause_reason: null,
          problem: null,
          created_by: actor.accountId,
        })
        .onConflict((conflict) => conflict.columns(["organization_id", "plan_id"]).doNothing())
        .executeTakeFirst();
      // Sent twice at once.
      if (made.numInsertedOrUpdatedRows === 0n) return { recordID };
      await recordChange(tx, actor, {
        module: "broadcast",
        action: "created",
        subject: { type: "broadcastPlan", id: recordID, name: form.name },
        after: auditFields(values),
      });
      return { recordID };
    }),
  );
}

/** Changes a plan that has not started. Throws PLAN_STATE_CONFLICT once it has, STALE_DATA, and what is wrong with it. */
export function editPlan(db: Database, actor: Actor, sent: EditPlanForm): Promise<void> {
  requireAccess(actor, broadcastPlans.edit);
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => {
    const plan = await holdPlan(tx, scope, sent.recordID);
    if (!isEditable(plan.state)) throw new AppError("PLAN_STATE_CONFLICT");
    if (sent.version !== undefined && sent.version !== plan.version) throw new AppError("STALE_DATA");
    const form = formOf(plan, sent);
    const values = await valuesOf(tx, {
      actor,
      scope,
      form,
      keepsTime: sent.scheduleTime === undefined && !form.draft,
    });
    await tx
      .updateTable("broadcast_plan")
      .set({ ...values, source_id: null, source_part: null, updated_at: new Date(), version: plan.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("plan_id", "=", sent.recordID)
      .execute();
    await recordChange(tx, actor, {
      module: "broadcast",
      action: "edited",
      subject: { type: "broadcastPlan", id: sent.recordID, name: form.name },
      before: auditFields(plan),
      after: auditFields(values),
    });
  });
}

/** A stored plan as its form, with what was sent in its place. */
function formOf(plan: Plan, sent: EditPlanForm): PlanForm {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    channel: plan.channel_id,
    templateID: plan.template_id,
    variables: plan.variables,
    targetIDs: plan.list_ids,
    filter: plan.filter && explicitQuery(plan.filter),
    numbers: plan.numbers,
    scheduleTime: plan.schedule_at?.toISOString() ?? null,
    perMinute: plan.per_minute,
    draft: plan.state === "draft",
    ...(given as Pick<PlanForm, "name">),
  };
}

async function isMade(tx: Tx, scope: Scope, planId: RecordId): Promise<boolean> {
  const found = await tx
    .selectFrom("broadcast_plan")
    .select("plan_id")
    .where("organization_id", "=", scope.organizationId)
    .where("plan_id", "=", planId)
    .executeTakeFirst();
  if (found) await holdPlan(tx, scope, planId);
  return found !== undefined;
}

interface Given {
  actor: Actor;
  scope: Scope;
  form: PlanForm;
  /** The time of a plan that waits for it stays as it is, however near. */
  keepsTime?: boolean;
}

/** The columns that a form fills, what it names being checked. A draft may lack all but its name. */
async function valuesOf(tx: Tx, { actor, scope, form, keepsTime = false }: Given) {
  const reach = scopeOf(actor, "crm:lead:all");
  const channel = form.channel ? await channelInSight(tx, scope, form.channel) : null;
  if (form.channel && form.templateID) await requireTemplate(tx, scope, { ...form, isDraft: form.draft });
  for (const listId of form.targetIDs) await recipientsOf(tx, reach, listId);
  const numbers = [...new Set(form.numbers.map(requireNumber))];
  const scheduleAt = form.scheduleTime ? new Date(form.scheduleTime) : null;
  if (!form.draft) requireComplete(form, keepsTime ? null : scheduleAt);
  const { everyone: _everyone, ...filter } = form.filter ?? {};
  return {
    name: form.name,
    channel_id: form.channel,
    branch_id: channel?.branch_id ?? null,
    template_id: form.templateID,
    variables: JSON.stringify(form.variables),
    list_ids: form.targetIDs,
    filter: form.filter ? JSON.stringify(filter satisfies LeadQuery) : null,
    numbers,
    reach_branch_id: reach.branchIds?.[0] ?? null,
    reach_owner_id: reach.reach === "own" ? reach.accountId : null,
    state: form.draft ? ("draft" as const) : ("pending" as const),
    per_minute: form.perMinute,
    schedule_at: form.draft ? scheduleAt : (scheduleAt ?? new Date()),
    updated_by: actor.accountId,
  };
}

function requireComplete(form: PlanForm, scheduleAt: Date | null): void {
  if (!form.channel || !form.templateID) throw fieldError("templateID", "CHAT_TEMPLATE_REQUIRED");
  if (form.targetIDs.length === 0 && !form.filter && form.numbers.length === 0)
    throw fieldError("targetIDs", "PLAN_NO_RECIPIENTS");
  if (!isStartTime(scheduleAt, new Date())) throw fieldError("scheduleTime", "PLAN_TIME_NOT_FUTURE");
}

/** A WhatsApp number of a branch that the scope reaches. Throws NOT_FOUND. */
export async function channelInSight(tx: Tx, scope: Scope, channelId: ChannelId) {
  const channel = await channelById(tx, scope.organizationId, channelId);
  const isSeen = channel && (!scope.branchIds || scope.branchIds.includes(channel.branch_id));
  if (!isSeen || channel.kind !== "whatsapp") throw new AppError("NOT_FOUND");
  return channel;
}

/** The template of a form, every place of which has something. Throws what is wrong with it; a draft may leave places empty. */
export async function requireTemplate(
  tx: Tx,
  scope: Scope,
  form: Pick<PlanForm, "channel" | "templateID" | "variables"> & { isDraft: boolean },
): Promise<ReadyTemplate> {
  if (!form.channel || !form.templateID) throw fieldError("templateID", "CHAT_TEMPLATE_REQUIRED");
  const channel = await channelInSight(tx, scope, form.channel);
  const businessAccountId = channel.settings["businessAccountId"] ?? "";
  const template = await broadcastTemplate(tx, scope, { businessAccountId, templateId: form.templateID });
  if (!template) throw fieldError("templateID", "CHAT_TEMPLATE_NOT_CONFIGURED");
  const empty = template.places.filter(({ key }) => {
    const given = Object.hasOwn(form.variables, key) ? form.variables[key] : undefined;
    return !given || (given.text === "" && given.source === "none");
  });
  if (!form.isDraft && empty.length > 0)
    throw new AppError(
      "FIELD_INVALID",
      {},
      { fields: empty.map(({ key }) => ({ field: `variables.${key}`, name: "FIELD_INVALID" as const })) },
    );
  return template;
}

function requireNumber(written: string): string {
  const number = internationalNumber(written);
  if (number === null) throw fieldError("numbers", "FIELD_INVALID");
  return number;
}

type FieldFaultName = ConstructorParameters<typeof AppError>[0];

function fieldError(field: string, name: FieldFaultName): AppError {
  return new AppError(name, {}, { fields: [{ field, name }] });
}

function auditFields(
  plan: Pick<Plan, "name" | "state" | "list_ids"> & { schedule_at: Date | string | null; numbers: string[] },
) {
  return {
    name: plan.name,
    state: plan.state,
    scheduleTime: plan.schedule_at ? new Date(plan.schedule_at).toISOString() : null,
    targetIDs: plan.list_ids,
    numbers: plan.numbers.length,
  };
}
