import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { numberOfPerson } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import { isChannelOpen } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { internationalNumber } from "#platform/phones/phones";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import { channelInSight, fieldError, requireTemplate } from "../queries/plan-content.ts";
import { pricesOn } from "../queries/settings.ts";
import { fromMicros } from "../rules/plan-rules.ts";
import { priceOfNumber } from "../rules/price-of-number.ts";
import { requireMeans } from "./require-means.ts";

type Form = RequestOf<typeof broadcastMessages.test>;
type TestResult = ResponseOf<typeof broadcastMessages.test>;

/**
 * Sends a plan's message to one number, the actor's own or a typed one: as a separate plan, which obeys all
 * rules except quiet hours. Idempotent by recordID. Throws CHAT_NUMBER_REQUIRED, the faults of number and
 * template, CHANNEL_STOPPED, PLAN_MONTHLY_LIMIT, and CHAT_QUOTA_EXCEEDED or PLAN_BALANCE_LOW if it cannot be paid for.
 */
export async function sendTest(db: Database, limit: RateLimit, actor: Actor, form: Form): Promise<TestResult> {
  requireAccess(actor, broadcastMessages.test);
  const scope = scopeOf(actor, "bulk:plan:query");
  const planId = form.recordID ?? RecordId.parse(v7());
  await limit.take(actor.accountId);
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      const made = await findRow(tx, scope, "broadcast_plan", { plan_id: planId });
      if (made && !(made.is_test && made.created_by === actor.accountId)) throw takenId("recordID");
      const template = await requireTemplate(tx, scope, form);
      const phone = made?.numbers[0] ?? (await numberFor(tx, scope, actor, form));
      if (!made) await addTest(tx, scope, actor, { form, planId, phone, name: template.name });
      const prices = await pricesOn(tx, scope, {
        day: today(await timeZoneOf(tx, scope, null)),
        category: template.category,
      });
      const price = priceOfNumber(phone, prices);
      return {
        recordID: planId,
        number: `+${phone}`,
        amount: price && fromMicros(price.micros),
        currency: price?.currency ?? "",
      };
    }),
  );
}

async function numberFor(tx: Tx, scope: Scope, actor: Actor, { number }: Form): Promise<string> {
  if (number === "") {
    const own = await numberOfPerson(tx, scope, actor.accountId);
    if (!own) throw fieldError("number", "CHAT_NUMBER_REQUIRED");
    return own;
  }
  const typed = internationalNumber(number);
  if (!typed) throw fieldError("number", "LEAD_BAD_PHONE");
  return typed;
}

async function addTest(
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { form, planId, phone, name }: { form: Form; planId: RecordId; phone: string; name: string },
): Promise<void> {
  if (!form.channel) throw fieldError("templateID", "CHAT_TEMPLATE_REQUIRED");
  const channel = await channelInSight(tx, scope, form.channel);
  if (!isChannelOpen(channel)) throw new AppError("CHANNEL_STOPPED");
  await requireMeans(tx, scope, { planId, count: 1 });
  const reach = scopeOf(actor, "crm:lead:all");
  const made = await tx
    .insertInto("broadcast_plan")
    .values({
      organization_id: scope.organizationId,
      plan_id: planId,
      name,
      is_test: true,
      channel_id: form.channel,
      branch_id: channel.branch_id,
      template_id: form.templateID,
      email_template_id: null,
      email_content: null,
      variables: JSON.stringify(form.variables),
      list_ids: [],
      filter: null,
      numbers: [phone],
      reach_branch_id: reach.branchIds?.[0] ?? null,
      reach_owner_id: reach.reach === "own" ? reach.accountId : null,
      source_id: null,
      source_part: null,
      state: "pending",
      schedule_at: new Date(),
      per_minute: null,
      spread_hours: null,
      spread_seconds: null,
      most_unanswered: null,
      approved_by: null,
      paused_by: null,
      pause_reason: null,
      problem: null,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "plan_id"]).doNothing())
    .executeTakeFirst();
  // Sent twice at once.
  if (made.numInsertedOrUpdatedRows === 0n) return;
  const subject = { type: "broadcastPlan", id: planId, name };
  await recordChange(tx, actor, { module: "broadcast", action: "tested", subject });
}
