import { type BranchId, LeadId } from "@homeroom/contract/ids";
import { type AddLeadForm, leadTypes } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { itemByCode } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitLeadChange } from "../events.ts";
import { requireMayAssign } from "../policy.ts";
import { columnsOf } from "../rules/lead-row.ts";
import { type CheckedLead, checkLead } from "../rules/lead-rules.ts";
import { addHistory, assignment } from "./add-history.ts";
import { checkChoices } from "./check-choices.ts";
import { lockNumbers } from "./lock-numbers.ts";
import { findDuplicates, refuseFaults, refusingRaces } from "./refuse-duplicates.ts";

/**
 * Creates a lead in the actor's branch or another that they see. Repeated with the same proposed id it answers the lead
 * made the first time. Throws the specified lead errors, every broken field named.
 */
export function addLead(db: Database, actor: Actor, form: AddLeadForm): Promise<{ leadId: LeadId }> {
  requirePermission(actor, "crm:lead:add");
  requireMayAssign(actor, { salesId: null, tutorId: null }, { salesId: form.sales, tutorId: form.tutor });
  const scope = scopeOf(actor, "crm:lead:all");
  const checked = checkLead(form);
  const leadId = form.leadId ?? LeadId.parse(v7());
  return refusingRaces(() =>
    inTransaction(db, scope, async (tx) => {
      if (form.leadId && (await isMadeAlready(tx, scope, form.leadId))) return { leadId };
      await lockNumbers(tx, scope, [checked.phone, checked.contact1Phone]);
      const branch = await openBranch(tx, scope, form.branchID ?? actor.branchId);
      const at = { leadId, branchId: branch.branchId };
      refuseFaults([
        ...checked.faults,
        ...(await checkChoices(tx, scope, { form, branchId: at.branchId })),
        ...(await findDuplicates(tx, scope, { ...checked, ...at, email: form.email })),
      ]);
      await insert(tx, scope, { leadId, form, checked, branch, actor });
      return { leadId };
    }),
  );
}

/** Whether this is the repeat of a create. An id that somebody else has used is refused. */
async function isMadeAlready(tx: Tx, scope: Scope, leadId: LeadId): Promise<boolean> {
  const found = await tx
    .selectFrom("lead")
    .select("created_by")
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
  if (found && found.created_by !== scope.accountId) refuseFaults([{ field: "leadId", name: "FIELD_INVALID" }]);
  return found !== undefined;
}

async function openBranch(tx: Tx, scope: Scope, branchId: BranchId) {
  const seen = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = seen ? await branchById(tx, scope, branchId) : null;
  if (branch?.status !== 1) throw new AppError("LEAD_ORGANIZATION_OR_BRANCH_MISSING");
  return branch;
}

interface NewLead {
  leadId: LeadId;
  form: AddLeadForm;
  checked: CheckedLead;
  branch: { branchId: BranchId; timeZone: string };
  actor: Actor;
}

async function insert(tx: Tx, scope: Scope, { leadId, form, checked, branch, actor }: NewLead): Promise<void> {
  const status = form.status ?? (await itemByCode(tx, scope, customLists.leadStatuses, "new"));
  const inserted = await tx
    .insertInto("lead")
    .values({
      ...columnsOf(form, checked),
      organization_id: scope.organizationId,
      lead_id: leadId,
      branch_id: branch.branchId,
      lead_date: form.leadDate || today(branch.timeZone),
      lead_type: leadTypes.manual,
      status_id: status,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "lead_id"]).doNothing())
    .executeTakeFirst();
  // The same create, sent twice at once: the other one has written the history.
  if (inserted.numInsertedOrUpdatedRows === 0n) return;
  const created = { leadId, action: "newLead" as const, operatorId: actor.accountId, details: { manual: true } };
  await addHistory(tx, scope, [created, ...assignment(leadId, form.sales, actor.accountId)]);
  const about = { leadId, branchId: branch.branchId, salesId: form.sales, tutorId: form.tutor, version: 1 };
  await emitLeadChange(tx, scope, about, null);
}
