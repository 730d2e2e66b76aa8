import { type AccountId, type BranchId, LeadId } from "@homeroom/contract/ids";
import { type AddLeadForm, leads, leadTypes, type SimilarLead } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { worksAt } from "#modules/accounts/public";
import { assignLeads } from "#modules/lead-rules/public";
import { itemByCode } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { splitPhone } from "#platform/phones/phones";
import { presentSimilar } from "../../duplicates/present.ts";
import { similarLeads } from "../../duplicates/queries/similar-leads.ts";
import { likenessOf } from "../../duplicates/rules/likeness.ts";
import { emitLeadChange } from "../../events.ts";
import { requireMayActivate, requireMayAssign } from "../../policy.ts";
import { seenLead } from "../queries/load-lead.ts";
import { type CheckedLead, checkLead, claimsOf, columnsOf } from "../rules/lead-row.ts";
import { checkChoices, findDuplicates, lockNumbers, refusingRaces } from "../writes/check-lead.ts";
import { addHistory, assignment, onlyFilled, recordLeadChange } from "../writes/save-lead.ts";

interface Added {
  leadId: LeadId;
  duplicates?: SimilarLead[];
}

/**
 * Creates a lead in the actor's branch or another that they see. Repeated with the same proposed id it returns the lead
 * made the first time. Throws the specified lead errors, with every wrong field.
 */
export function addLead(db: Database, actor: Actor, form: AddLeadForm): Promise<Added> {
  requireAccess(actor, leads.add);
  requireMayAssign(actor, { salesId: null, tutorId: null }, { salesId: form.sales, tutorId: form.tutor });
  requireMayActivate(actor, 0, form.appopenflag);
  const scope = scopeOf(actor, "crm:lead:all");
  const checked = checkLead(form);
  const leadId = form.leadId ?? LeadId.parse(v7());
  return refusingTakenId(takenId("leadId"), () =>
    refusingRaces(() =>
      inTransaction(db, scope, async (tx) => {
        // A concurrent repeat of the same create waits here, so that it uses only one turn of the lead rules.
        await lockNumbers(tx, scope, [form.leadId ?? null, ...claimsOf(checked, form.email)]);
        if (form.leadId && (await isAlreadyStored(tx, scope, form.leadId))) return { leadId };
        const branch = await openBranch(tx, scope, form.branchID ?? actor.branchId);
        const at = { leadId, branchId: branch.branchId };
        refuseFaults([
          ...checked.faults,
          ...(await checkChoices(tx, scope, { form, branchId: at.branchId })),
          ...(await findDuplicates(tx, scope, { ...checked, ...at, email: form.email })),
        ]);
        const sales = form.sales ?? (await holderOfNew(tx, scope, { ...at, form, checked, actor }));
        // Assignments by the lead rules count as automatic.
        const assignedBy = form.sales || sales === actor.accountId ? actor.accountId : null;
        await insertLead(tx, scope, { leadId, form: { ...form, sales }, checked, branch, actor, assignedBy });
        return { leadId, duplicates: await likeNew(tx, scope, leadId) };
      }),
    ),
  );
}

/** The leads similar to a new one, so that its author notices a duplicate. */
async function likeNew(tx: Tx, scope: Scope, leadId: LeadId): Promise<SimilarLead[]> {
  // Assigned to somebody else, it may be invisible to its author.
  const lead = await seenLead(tx, scope, leadId);
  if (!lead) return [];
  return presentSimilar(tx, scope, await similarLeads(tx, scope, { like: likenessOf(lead), not: lead, limit: 5 }));
}

/**
 * The owner of a new lead if nobody was chosen: the sales person who adds it, if they see only their own leads; otherwise
 * by the lead rules.
 */
async function holderOfNew(
  tx: Tx,
  scope: Scope,
  { leadId, branchId, form, checked, actor }: Omit<NewLead, "branch" | "assignedBy"> & { branchId: BranchId },
): Promise<AccountId | null> {
  const { accountId } = actor;
  if (scope.reach === "own" && (await worksAt(tx, scope, { accountId, branchId, role: "sales" }))) return accountId;
  const { channel: channelId, secondaryChannel: secondaryChannelId, address } = form;
  const country = form.country || (checked.phone ? splitPhone(checked.phone).country : "");
  const arrival = { leadId, branchId, channelId, secondaryChannelId, country, address, heldBy: null, at: new Date() };
  const [assigned] = await assignLeads(tx, scope, [{ ...arrival, kind: "new" }]);
  return assigned?.salesId ?? null;
}

/** Whether this repeats an earlier create. An id that somebody else has used is refused. */
export async function isAlreadyStored(tx: Tx, scope: Scope, leadId: LeadId): Promise<boolean> {
  const found = await findRow(tx, scope, "lead", { lead_id: leadId });
  if (found && found.created_by !== scope.accountId) refuseFaults([{ field: "leadId", name: "FIELD_INVALID" }]);
  return found !== undefined;
}

async function openBranch(tx: Tx, scope: Scope, branchId: BranchId) {
  const seen = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = seen ? await branchById(tx, scope, branchId) : null;
  if (branch?.status !== 1) throw new AppError("LEAD_ORGANIZATION_OR_BRANCH_MISSING");
  return branch;
}

export interface NewLead {
  leadId: LeadId;
  form: AddLeadForm;
  checked: CheckedLead;
  branch: { branchId: BranchId; timeZone: string };
  actor: Actor;
  /** Who assigned it; the actor if omitted, null if automatic. */
  assignedBy?: AccountId | null;
}

/** Writes a checked new lead, with its history and events. Idempotent by its id. */
export async function insertLead(tx: Tx, scope: Scope, given: NewLead): Promise<void> {
  const { leadId, form, checked, branch, actor, assignedBy = actor.accountId } = given;
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
  // The same create was sent twice at once: the other call has written the history.
  if (inserted.numInsertedOrUpdatedRows === 0n) return;
  const created = { leadId, action: "newLead" as const, operatorId: actor.accountId, details: { manual: true } };
  await addHistory(tx, scope, [created, ...assignment(leadId, form.sales, assignedBy)]);
  const about = { leadId, branchId: branch.branchId, salesId: form.sales, tutorId: form.tutor, version: 1 };
  await emitLeadChange(tx, scope, about, null);
  const { leadId: _proposed, branchID: _branch, ...fields } = form;
  const { contact1, contact2, phoneDigits: phone } = checked;
  await recordLeadChange(tx, scope, actor, {
    action: "created",
    lead: { lead_id: leadId, nickname: form.nickname },
    after: onlyFilled({ ...fields, phone, contact1, contact2 }),
  });
}
