import {
  broadcastPlans,
  type EditPlanRequest,
  type PlanForm,
  type PlanRequest,
} from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { emailTemplate } from "#modules/email-templates/public";
import { recipientsOf } from "#modules/targets/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { internationalNumber } from "#platform/phones/phones";
import { withChannel } from "../queries/plan-channel.ts";
import { channelInSight, fieldError, requireSender, requireTemplate, variablesOf } from "../queries/plan-content.ts";
import { lockPlan, type Plan } from "../queries/plans.ts";
import { isEditable, isStartTime } from "../rules/plan-rules.ts";

/**
 * Makes a plan or a draft. The same recordID again answers the plan that was made the first time. Throws what is wrong with
 * it: time, recipients, template, a channel or list out of sight.
 */
export function addPlan(db: Database, actor: Actor, sent: PlanRequest): Promise<{ recordID: RecordId }> {
  requireAccess(actor, broadcastPlans.add);
  const scope = scopeOf(actor, "bulk:plan:query");
  const recordID = sent.recordID ?? RecordId.parse(v7());
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (sent.recordID && (await isMade(tx, scope, sent.recordID))) return { recordID };
      const form = await withChannel(tx, { scope, actor }, sent);
      const values = await valuesOf(tx, { actor, scope, form });
      const made = await tx
        .insertInto("broadcast_plan")
        .values({
          organization_id: scope.organizationId,
          plan_id: recordID,
          ...values,
          source_id: null,
          source_part: null,
          email_content: null,
          spread_seconds: null,
          approved_by: null,
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
export function editPlan(db: Database, actor: Actor, sent: EditPlanRequest): Promise<void> {
  requireAccess(actor, broadcastPlans.edit);
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => {
    const plan = await lockPlan(tx, scope, sent.recordID);
    if (!isEditable(plan.state) || plan.is_test) throw new AppError("PLAN_STATE_CONFLICT");
    requireVersion(plan, sent.version);
    const form = await withChannel(tx, { scope, actor }, formOf(plan, sent));
    const values = await valuesOf(tx, {
      actor,
      scope,
      form,
      keepsTime: sent.scheduleTime === undefined && !form.draft,
    });
    await tx
      .updateTable("broadcast_plan")
      .set({
        ...values,
        source_id: null,
        source_part: null,
        approved_at: null,
        approved_by: null,
        updated_at: new Date(),
        version: plan.version + 1,
      })
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
function formOf(plan: Plan, sent: EditPlanRequest): PlanRequest {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    kind: plan.kind,
    branchID: plan.kind === "email" ? plan.branch_id : null,
    emailTemplateID: plan.email_template_id,
    spreadHours: plan.spread_hours,
    mostUnanswered: plan.most_unanswered,
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
  if (found) await lockPlan(tx, scope, planId);
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
  for (const listId of form.targetIDs) await recipientsOf(tx, reach, listId);
  const scheduleAt = form.scheduleTime ? new Date(form.scheduleTime) : null;
  const content = form.kind === "email" ? await mailOf(tx, scope, form) : await messageOf(tx, scope, form);
  if (!form.draft) requireComplete(form, keepsTime ? null : scheduleAt);
  const { everyone: _everyone, ...filter } = form.filter ?? {};
  return {
    name: form.name,
    kind: form.kind,
    ...content,
    list_ids: form.targetIDs,
    filter: form.filter ? JSON.stringify(filter satisfies LeadQuery) : null,
    reach_branch_id: reach.branchIds?.[0] ?? null,
    reach_owner_id: reach.reach === "own" ? reach.accountId : null,
    state: form.draft ? ("draft" as const) : ("pending" as const),
    per_minute: form.perMinute,
    spread_hours: form.spreadHours,
    most_unanswered: form.mostUnanswered,
    schedule_at: form.draft ? scheduleAt : (scheduleAt ?? new Date()),
    updated_by: actor.accountId,
  };
}

/** What a plan of WhatsApp messages says, through which number, and to which typed numbers. */
async function messageOf(tx: Tx, scope: Scope, form: PlanForm) {
  const channel = form.channel ? await channelInSight(tx, scope, form.channel) : null;
  const template =
    form.channel && form.templateID ? await requireTemplate(tx, scope, { ...form, isDraft: form.draft }) : null;
  return {
    channel_id: form.channel,
    branch_id: channel?.branch_id ?? null,
    template_id: form.templateID,
    email_template_id: null,
    variables: JSON.stringify(template ? variablesOf(template, form.variables) : form.variables),
    numbers: [...new Set(form.numbers.map(requireNumber))],
  };
}

/** What a plan of mails says, and which branch sends it. Numbers that were typed belong to messages. */
async function mailOf(tx: Tx, scope: Scope, form: PlanForm) {
  if (form.branchID) await requireSender(tx, scope, form.branchID);
  if (form.emailTemplateID) await emailTemplate(tx, scope, form.emailTemplateID);
  return {
    channel_id: null,
    branch_id: form.branchID,
    template_id: null,
    email_template_id: form.emailTemplateID,
    variables: "{}",
    numbers: [],
  };
}

function requireComplete(form: PlanForm, scheduleAt: Date | null): void {
  const isMail = form.kind === "email";
  if (isMail && !form.branchID) throw fieldError("branchID", "EMAIL_NOT_SET_UP");
  if (isMail && !form.emailTemplateID) throw fieldError("emailTemplateID", "CHAT_TEMPLATE_REQUIRED");
  if (!isMail && (!form.channel || !form.templateID)) throw fieldError("templateID", "CHAT_TEMPLATE_REQUIRED");
  if (form.targetIDs.length === 0 && !form.filter && (isMail || form.numbers.length === 0))
    throw fieldError("targetIDs", "PLAN_NO_RECIPIENTS");
  if (!isStartTime(scheduleAt, new Date())) throw fieldError("scheduleTime", "PLAN_TIME_NOT_FUTURE");
}

function requireNumber(written: string, index: number): string {
  const number = internationalNumber(written);
  if (number === null) throw fieldError("numbers", "PLAN_NUMBER_INVALID", { line: index + 1, number: written });
  return number;
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
