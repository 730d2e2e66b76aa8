import type { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import type { PlanInfo, PlanRow } from "@homeroom/contract/broadcast-plans";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import type { PauseReason } from "@homeroom/contract/plan-pauses";
import { peopleByIds } from "#modules/accounts/public";
import { emailTemplatesByIds } from "#modules/email-templates/public";
import { channelsByIds, findConversation } from "#modules/inbox/public";
import { templatesByIds } from "#modules/message-templates/public";
import { branchNames } from "#modules/organizations/public";
import { namesInRules, targetNames } from "#modules/targets/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { curveOf, reasonsOf } from "./queries/figures.ts";
import { plansOfLead } from "./queries/lead-plans.ts";
import { type Plan, planNames } from "./queries/plans.ts";
import { quietUntil } from "./queries/quiet-hours.ts";
import { deferredMails, waitsForAnswers } from "./queries/running-plan.ts";
import { settingOf } from "./queries/settings.ts";
import { wroteItsMails } from "./queries/started-content.ts";
import { isOtherPerson } from "./rules/plan-rules.ts";

/** Plans with the names that they refer to: three queries, however many there are. */
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
  const emails = await emailTemplatesByIds(
    tx,
    scope,
    plans.flatMap(({ email_template_id }) => email_template_id ?? []),
  );
  const branches = await branchNames(tx, scope);
  const categories = new Map([...templates, ...emails].map(([id, { category }]) => [id, category]));
  const quiet = await quietEnds(tx, scope, plans, categories);
  const held = await heldBack(tx, plans);
  const { approvalAbove } = await settingOf(tx, scope);
  return plans.map((plan): PlanRow => {
    const { channel_id: channelID, template_id: templateID, email_template_id: emailID, branch_id: branchID } = plan;
    const template = templateID ? templates.get(templateID) : undefined;
    const email = emailID ? emails.get(emailID) : undefined;
    return {
      recordID: plan.plan_id,
      name: plan.name,
      kind: plan.kind,
      state: plan.state,
      status: plan.state,
      sourcePart: plan.source_part,
      pausedTime: plan.paused_at?.toISOString() ?? null,
      pauseReason: plan.pause_reason as PauseReason | null,
      isEnding: plan.state === "running" && plan.ended_at !== null,
      quietUntil: quiet.get(plan.plan_id)?.toISOString() ?? null,
      waitsForAnswers: held.has(plan.plan_id),
      needsApproval: mayNeedApproval(plan, approvalAbove),
      problem: plan.problem,
      channel: channelID ? { channelID, name: channels.get(channelID) ?? "" } : null,
      template: templateID && template ? { recordID: templateID, ...template } : null,
      branch: branchID ? { branchID, name: branches.get(branchID) ?? "" } : null,
      emailTemplate: emailID && email ? { recordID: emailID, ...email } : null,
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

/** The end of the quiet hours, for plans that wait for it. */
async function quietEnds(
  tx: Tx,
  scope: Scope,
  plans: readonly Plan[],
  categories: ReadonlyMap<string, TemplateCategory>,
): Promise<Map<RecordId, Date>> {
  const ends = new Map<RecordId, Date>();
  const now = new Date();
  for (const { plan_id: planId, branch_id: branchId, ...plan } of plans) {
    const category = plan.email_content?.category ?? categories.get(plan.template_id ?? plan.email_template_id ?? "");
    if (plan.state !== "running" || plan.paused_at || plan.is_test || !category) continue;
    const end = await quietUntil(tx, scope, { branchId, category, now });
    if (end) ends.set(planId, end);
  }
  return ends;
}

/** The plans that wait because too many customers wait for an answer. */
async function heldBack(tx: Tx, plans: readonly Plan[]): Promise<Set<RecordId>> {
  const held = new Set<RecordId>();
  for (const plan of plans)
    if (plan.state === "running" && !plan.paused_at && (await waitsForAnswers(tx, plan))) held.add(plan.plan_id);
  return held;
}

/** The number of recipients is unknown before a plan starts: it is approved in advance, or when it waits for approval. */
function mayNeedApproval(plan: Plan, above: number | null): boolean {
  if (plan.is_test) return false;
  if (plan.state === "pending") return above !== null && plan.approved_at === null;
  return plan.state === "running" && plan.pause_reason === "approvalNeeded";
}

function countersOf({
  total,
  excluded,
  accepted,
  delivered,
  read,
  replied,
  clicked,
  failed,
}: Plan): PlanRow["counters"] {
  return { total, excluded, success: accepted, accepted, delivered, read, replied, clicked, failed };
}

/** Typed numbers may belong to a colleague's leads: people limited to their own rows see them only if they can write plans. */
function maySeeNumbers(actor: Actor, plan: Plan): boolean {
  const writes = can(actor, "bulk:plan:add") || can(actor, "bulk:plan:edit");
  return writes || can(actor, "crm:lead:all") || plan.created_by === actor.accountId;
}

async function mayApprove(tx: Tx, scope: Scope, { actor, plan }: { actor: Actor; plan: Plan }): Promise<boolean> {
  const isOther = can(actor, "bulk:plan:add") && isOtherPerson(actor, plan);
  return isOther && !(await wroteItsMails(tx, scope, { actor, plan }));
}

/** One plan for its page and form. */
export async function presentPlan(
  tx: Tx,
  scope: Scope,
  { plan, actor }: { plan: Plan; actor: Actor },
): Promise<PlanInfo> {
  const [row] = await presentPlans(tx, scope, [plan]);
  if (!row) throw new Error("A plan that was given is presented");
  const names = await targetNames(tx, scope, plan.list_ids);
  const plansNamed = (ids: readonly RecordId[]) => planNames(tx, scope, ids);
  const [filterNames] = await namesInRules(tx, scope, { rules: plan.filter ? [plan.filter] : [], plansNamed });
  const putOff = await deferredMails(tx, plan);
  const approvers = await peopleByIds(tx, scope, plan.approved_by ? [plan.approved_by] : []);
  return {
    ...row,
    variables: plan.variables,
    targets: plan.list_ids.map((recordID: RecordId) => ({ recordID, name: names.get(recordID) ?? "" })),
    filter: plan.filter,
    filterNames: filterNames ?? {},
    numbers: maySeeNumbers(actor, plan) ? plan.numbers : [],
    numberCount: plan.numbers.length,
    perMinute: plan.per_minute,
    spreadHours: plan.spread_hours,
    mostUnanswered: plan.most_unanswered,
    approver: (plan.approved_by && approvers.get(plan.approved_by)?.nickname) ?? "",
    approveTime: plan.approved_at?.toISOString() ?? null,
    canApprove: row.needsApproval && (await mayApprove(tx, scope, { actor, plan })),
    sourceRecordID: plan.source_id,
    mailFailure: row.pauseReason === "mailServer" ? plan.mail_failure : null,
    putOff: putOff && { count: putOff.count, nextTime: putOff.next.toISOString() },
    reasons: await reasonsOf(tx, scope, plan),
    curve: await curveOf(tx, scope, plan),
  };
}

/** The plans that wrote to a customer. Throws NOT_FOUND for a conversation that is not visible. */
export function presentLeadPlans(
  db: Database,
  actor: Actor,
  leadId: LeadId,
): Promise<ResponseOf<typeof broadcastMessages.ofLead>> {
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    if (!(await findConversation(tx, scope, { leadId }))) throw new AppError("NOT_FOUND");
    const plans = await plansOfLead(tx, scope, leadId);
    const ids = plans.map(({ recordID }) => recordID);
    const seen = can(actor, "bulk:plan:query")
      ? await planNames(tx, scopeOf(actor, "bulk:plan:query"), ids)
      : new Map<RecordId, string>();
    const list = plans.map(({ sentAt, repliedAt, ...plan }) => ({
      ...plan,
      sendTime: sentAt.toISOString(),
      replyTime: repliedAt?.toISOString() ?? null,
      canOpen: seen.has(plan.recordID),
    }));
    return { list };
  });
}
