import { readFile } from "node:fs/promises";
import {
  broadcastPlans,
  type EditPlanRequest,
  type PlanForm,
  type PlanRequest,
  planLimits,
} from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { explicitQuery } from "@homeroom/contract/lead-query";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { emailTemplate } from "#modules/email-templates/public";
import { recipientsOf } from "#modules/targets/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Upload } from "#platform/http/upload";
import { internationalNumber } from "#platform/phones/phones";
import { detectEncoding } from "#platform/tables/text-encoding";
import { withChannel } from "../queries/plan-channel.ts";
import { channelInSight, emptyPlaces, requireSender, usableTemplate, variablesOf } from "../queries/plan-content.ts";
import { lockPlan, type Plan } from "../queries/plans.ts";
import { planFaults } from "../rules/plan-faults.ts";
import { isEditable, keepsStartTime, postponesStart, readNumbers } from "../rules/plan-rules.ts";
import { filterOf, sourceAfter } from "../rules/sent-again.ts";
import { notApproved } from "./withdraw-approvals.ts";

/** The created plan. */
const firstVersion = 1;

/**
 * Creates a plan or a draft. Idempotent: the same recordID returns the plan that was made the first time. Throws the faults of
 * its time, recipients, template, and a channel or list that the actor does not see.
 */
export function addPlan(
  db: Database,
  actor: Actor,
  sent: PlanRequest,
): Promise<{ recordID: RecordId; version: number }> {
  requireAccess(actor, broadcastPlans.add);
  const scope = scopeOf(actor, "bulk:plan:query");
  const recordID = sent.recordID ?? RecordId.parse(v7());
  const answer = { recordID, version: firstVersion };
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (sent.recordID && (await isMade(tx, scope, sent.recordID))) return answer;
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
          ...notApproved,
          paused_by: null,
          pause_reason: null,
          problem: null,
          created_by: actor.accountId,
        })
        .onConflict((conflict) => conflict.columns(["organization_id", "plan_id"]).doNothing())
        .executeTakeFirst();
      // Sent twice at once.
      if (made.numInsertedOrUpdatedRows === 0n) return answer;
      await recordChange(tx, actor, {
        module: "broadcast",
        action: "created",
        subject: { type: "broadcastPlan", id: recordID, name: form.name },
        after: auditFields(values),
      });
      return answer;
    }),
  );
}

/**
 * Changes a plan that has not started. Throws PLAN_STATE_CONFLICT once it has, STALE_DATA, its faults, and
 * PLAN_CANCEL_TOO_LATE for a draft or a later time when it can no longer be cancelled. The time of a planned one is not
 * checked again unless it changes.
 */
export function editPlan(db: Database, actor: Actor, sent: EditPlanRequest): Promise<{ version: number }> {
  requireAccess(actor, broadcastPlans.edit);
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => {
    const plan = await lockPlan(tx, scope, sent.recordID);
    if (!isEditable(plan.state) || plan.is_test) throw new AppError("PLAN_STATE_CONFLICT");
    requireVersion(plan, sent.version);
    const form = await withChannel(tx, { scope, actor }, formOf(plan, sent));
    if (postponesStart(plan, form, new Date())) throw new AppError("PLAN_CANCEL_TOO_LATE");
    const values = await valuesOf(tx, {
      actor,
      scope,
      form,
      keepsStartTime: keepsStartTime(plan, sent),
    });
    const version = plan.version + 1;
    await tx
      .updateTable("broadcast_plan")
      .set({
        ...values,
        ...sourceAfter(plan, { ...values, filter: filterOf(form) }),
        ...notApproved,
        updated_at: new Date(),
        version,
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
    return { version };
  });
}

/** A stored plan as a form, with the sent fields replaced. */
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
    scheduleTime: plan.schedule_at?.toISOString(),
    perMinute: plan.per_minute,
    draft: plan.state === "draft",
    ...(given as Pick<PlanForm, "name">),
  };
}

async function isMade(tx: Tx, scope: Scope, planId: RecordId): Promise<boolean> {
  const found = await findRow(tx, scope, "broadcast_plan", { plan_id: planId });
  if (found) await lockPlan(tx, scope, planId);
  return found !== undefined;
}

interface PlanChange {
  actor: Actor;
  scope: Scope;
  form: PlanForm;
  /** The unchanged time of a planned plan stays valid, however near. */
  keepsStartTime?: boolean;
}

/** The columns from a form, after checking its references. A draft needs only a name. */
async function valuesOf(tx: Tx, { actor, scope, form, keepsStartTime = false }: PlanChange) {
  const reach = scopeOf(actor, "crm:lead:all");
  for (const listId of form.targetIDs) await recipientsOf(tx, reach, listId);
  const scheduleAt = form.scheduleTime ? new Date(form.scheduleTime) : null;
  const { places, ...content } =
    form.kind === "email" ? await mailOf(tx, scope, form) : await messageOf(tx, scope, form);
  refuseFaults([...planFaults(form, keepsStartTime ? null : scheduleAt, new Date()), ...(form.draft ? [] : places)]);
  const filter = filterOf(form);
  return {
    name: form.name,
    kind: form.kind,
    ...content,
    list_ids: form.targetIDs,
    filter: filter && JSON.stringify(filter),
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

/** The template of a WhatsApp plan, its number, its typed recipients, and its empty `places`. */
async function messageOf(tx: Tx, scope: Scope, form: PlanForm) {
  const channel = form.channel ? await channelInSight(tx, scope, form.channel) : null;
  const template = form.channel && form.templateID ? await usableTemplate(tx, scope, form) : null;
  return {
    places: template ? emptyPlaces(template, form.variables) : [],
    channel_id: form.channel,
    branch_id: channel?.branch_id ?? null,
    template_id: form.templateID,
    email_template_id: null,
    variables: JSON.stringify(template ? variablesOf(template, form.variables) : form.variables),
    numbers: [...new Set(form.numbers.map((written) => internationalNumber(written) ?? written))],
  };
}

/** The template of a plan of mails, and its sending branch. Typed numbers are only for messages. */
async function mailOf(tx: Tx, scope: Scope, form: PlanForm) {
  if (form.branchID) await requireSender(tx, scope, form.branchID);
  if (form.emailTemplateID) await emailTemplate(tx, scope, form.emailTemplateID);
  return {
    places: [],
    channel_id: null,
    branch_id: form.branchID,
    template_id: null,
    email_template_id: form.emailTemplateID,
    variables: "{}",
    numbers: [],
  };
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

/** Maximum number of reported wrong lines. */
const maxErrors = 200;

/** Reads an uploaded text file; nothing is stored. Throws WRONG_FILE_FORMAT for a workbook or too many numbers. */
export async function importNumbers(upload: Upload) {
  if (upload.extension === "xlsx") throw new AppError("WRONG_FILE_FORMAT");
  const bytes = await readFile(upload.path);
  const text = new TextDecoder(await detectEncoding(upload.path)).decode(bytes);
  const { numbers, duplicates, errors } = readNumbers(text);
  if (numbers.length > planLimits.numbers) throw new AppError("PLAN_TOO_MANY_NUMBERS");
  return {
    validCount: numbers.length,
    invalidCount: errors.length,
    duplicateCount: duplicates,
    numbers,
    errors: errors.slice(0, maxErrors),
  };
}
