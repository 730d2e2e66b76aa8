import { isRefusalName } from "@homeroom/contract/errors/catalogue";
import { type BranchId, RecordId } from "@homeroom/contract/ids";
import { type LeadRuleChanges, LeadRuleForm, leadRules } from "@homeroom/contract/lead-rules";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { branchInSight, rulesScope } from "../policy.ts";
import { type FoundRule, rulesOf } from "../queries/rules.ts";
import { auditOfRule } from "./audit-rule.ts";
import { channelsOfForm, faultsOfRule, findRuleOfForm } from "./check-rule.ts";
import { lockTurns } from "./lock-turns.ts";

/**
 * Creates or changes a rule; omitted fields stay. Returns its id. An id without a version is a proposed one: repeated,
 * the rule is saved once. Throws LEAD_RULE_CHANNEL_EXISTS, NOT_FOUND, STALE_DATA, and FIELD_INVALID by field. Round
 * robin continues where it was when people join or leave; changed shares restart their sequence.
 */
export async function saveRule(db: Database, actor: Actor, sent: LeadRuleChanges): Promise<{ recordID: RecordId }> {
  const scope = rulesScope(actor);
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const branchId = (await findRuleOfForm(tx, scope, sent))?.branchId ?? branchInSight(scope, actor, sent.branchID);
      await lockTurns(tx, scope, [branchId]);
      const held = await findRuleOfForm(tx, scope, sent);
      requirePermission(actor, held ? "crm:rule:edit" : "crm:rule:add");
      const form = completeRule(sent, held);
      const ruleId = held?.ruleId ?? form.recordID ?? RecordId.parse(v7());
      await refuseTaken(tx, scope, { form, branchId, ruleId });
      refuseFaults(await faultsOfRule(tx, scope, { form, branchId, held }));
      const before = held && (await auditOfRule(tx, scope, held));
      await writeRule(tx, { actor, form, ruleId, branchId, held });
      await writeMembers(tx, scope, { form, ruleId, held });
      const saved = await findRuleOfForm(tx, scope, { recordID: ruleId });
      if (!saved) throw new Error("A saved rule is there");
      const after = await auditOfRule(tx, scope, saved);
      await recordChange(tx, actor, {
        module: "lead",
        action: before ? "edited" : "created",
        subject: { type: "leadRule", id: ruleId, name: after.name },
        ...(before && { before: before.fields }),
        after: after.fields,
      });
      return { recordID: ruleId };
    }),
  );
}

interface RuleChange {
  actor: Actor;
  form: LeadRuleForm;
  ruleId: RecordId;
  branchId: BranchId;
  held: FoundRule | null;
}

/** The branch is locked: nobody can create a rule for the same channel meanwhile. */
async function refuseTaken(
  tx: Tx,
  scope: Scope,
  { form, branchId, ruleId }: Pick<RuleChange, "form" | "branchId" | "ruleId">,
): Promise<void> {
  const { channel, secondaryChannel } = channelsOfForm(form);
  const { countries, districts } = regionOf(form);
  const found = await sql<{ rule_id: RecordId; isOther: boolean }>`
    select rule_id, rule_id <> ${ruleId} as "isOther" from lead_rule
    where organization_id = ${scope.organizationId} and (
      (rule_id = ${ruleId} and branch_id <> ${branchId})
      or (branch_id = ${branchId} and rule_id <> ${ruleId} and channel_id is not distinct from ${channel}::uuid
        and secondary_channel_id is not distinct from ${secondaryChannel}::uuid
        and (channel_id is not null or (countries, districts) = (${sql.val(countries)}::text[], ${sql.val(districts)}::text[]))))
    limit 1`.execute(tx);
  const [taken] = found.rows;
  if (!taken) return;
  // The id belongs to a rule out of sight.
  if (!taken.isOther) throw new AppError("NOT_FOUND");
  throw new AppError(
    "LEAD_RULE_CHANNEL_EXISTS",
    {},
    { fields: [{ field: "channel", name: "LEAD_RULE_CHANNEL_EXISTS" }] },
  );
}

async function writeRule(tx: Tx, { actor, form, ruleId, branchId, held }: RuleChange): Promise<void> {
  const { channel, secondaryChannel } = channelsOfForm(form);
  const columns = {
    channel_id: channel,
    secondary_channel_id: secondaryChannel,
    ...regionOf(form),
    way: form.assignmentRule,
    repeat_rule: form.repeatRule,
    status: form.status,
    emails: [...new Set(form.notificationEmail)],
    hours: JSON.stringify(form.hours),
    updated_by: actor.accountId,
  };
  const organization_id = actor.organizationId;
  if (!held) {
    const row = { ...columns, organization_id, rule_id: ruleId, branch_id: branchId, created_by: actor.accountId };
    await tx.insertInto("lead_rule").values(row).execute();
    return;
  }
  await tx
    .updateTable("lead_rule")
    .set({ ...columns, ...(sharesOf(held) !== sharesOf(membersOf(form)) && { wheel_at: 0 }) })
    .set({ version: held.version + 1, updated_at: sql`now()` })
    .where("organization_id", "=", organization_id)
    .where("rule_id", "=", ruleId)
    .execute();
}

async function writeMembers(
  tx: Tx,
  scope: Scope,
  { form, ruleId, held }: Pick<RuleChange, "form" | "ruleId" | "held">,
): Promise<void> {
  await tx
    .deleteFrom("lead_rule_member")
    .where("organization_id", "=", scope.organizationId)
    .where("rule_id", "=", ruleId)
    .execute();
  if (form.sales.length === 0) return;
  const before = new Map(held?.members.map((member) => [member.accountId, member]));
  const sameShares = held !== null && sharesOf(held) === sharesOf(membersOf(form));
  const rows = form.sales.map(({ accountID, ratio, capacity, hours, ...region }, position) => ({
    organization_id: scope.organizationId,
    rule_id: ruleId,
    account_id: accountID,
    position,
    ratio: form.assignmentRule === "ratio" ? ratio : null,
    capacity,
    ...regionOf(region),
    hours: JSON.stringify(hours),
    last_turn: before.get(accountID)?.lastTurn ?? 0,
    owed: sameShares ? (before.get(accountID)?.owed ?? 0) : 0,
  }));
  await tx.insertInto("lead_rule_member").values(rows).execute();
}

function regionOf({ countries, districts }: Pick<LeadRuleForm, "countries" | "districts">) {
  return { countries: [...new Set(countries)].sort(), districts: [...new Set(districts)].sort() };
}

function membersOf(form: LeadRuleForm): Parameters<typeof sharesOf>[0] {
  const members = form.sales.map(({ accountID, ratio }) => ({ accountId: accountID, ratio }));
  return { way: form.assignmentRule, members };
}

/** The fields that determine the sequence of shares. */
function sharesOf({
  way,
  members,
}: Pick<FoundRule, "way"> & { members: readonly { accountId: string; ratio: number | null }[] }) {
  return way === "ratio" ? JSON.stringify(members.map(({ accountId, ratio }) => [accountId, ratio])) : way;
}

/** The whole form of a rule: omitted fields have the stored values, or a new rule's defaults. Throws the errors by field. */
function completeRule(sent: LeadRuleChanges, held: FoundRule | null): LeadRuleForm {
  const result = LeadRuleForm.safeParse(held ? withSent<LeadRuleChanges>(storedForm(held, sent), sent) : sent);
  if (result.success) return result.data;
  refuseFaults(
    result.error.issues.map(({ path, message }) => ({
      field: path.join("."),
      name: isRefusalName(message) ? message : "FIELD_INVALID",
    })),
  );
  throw result.error;
}

/** A given channel replaces "all channels", and a secondary channel below another one. */
function storedForm(held: FoundRule, { channel }: LeadRuleChanges): LeadRuleChanges {
  const isMoved = Boolean(channel) && channel !== held.channelId;
  return {
    branchID: held.branchId,
    channel: held.channelId,
    secondaryChannel: isMoved ? null : held.secondaryChannelId,
    allChannels: held.channelId === null && !isMoved,
    countries: held.countries,
    districts: held.districts,
    assignmentRule: held.way,
    repeatRule: held.repeatRule,
    status: held.status,
    notificationEmail: held.emails,
    sales: held.members.map(({ accountId, ratio, capacity, countries, districts, hours }) => ({
      ...{ accountID: accountId, ratio, capacity },
      ...{ countries: [...countries], districts: [...districts], hours: [...hours] },
    })),
    hours: held.hours,
  };
}

/** Deletes a rule. Its leads follow the next matching rule; its earlier assignments stay on record. Throws NOT_FOUND. */
export function deleteRule(db: Database, actor: Actor, ruleId: RecordId): Promise<null> {
  requireAccess(actor, leadRules.remove);
  const scope = rulesScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const [found] = await rulesOf(tx, scope, { ids: [ruleId] });
    if (!found) throw new AppError("NOT_FOUND");
    await lockTurns(tx, scope, [found.branchId]);
    const { name, fields } = await auditOfRule(tx, scope, found);
    const removed = await tx
      .deleteFrom("lead_rule")
      .where("organization_id", "=", scope.organizationId)
      .where("rule_id", "=", ruleId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw new AppError("NOT_FOUND");
    await recordChange(tx, actor, {
      module: "lead",
      action: "deleted",
      subject: { type: "leadRule", id: ruleId, name },
      before: fields,
    });
    return null;
  });
}
