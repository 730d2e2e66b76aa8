import type { ErrorName } from "@homeroom/contract/errors/catalogue";
import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { leadBulk } from "@homeroom/contract/lead-bulk";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { emitLeadsChanged, leadsMoved } from "../../events.ts";
import { lockNumbers, refusingRaces } from "../../record/writes/check-lead.ts";
import { addHistory } from "../../record/writes/save-lead.ts";
import { type BinnedLead, lockDeleted } from "../queries.ts";

export interface Restoration {
  restored: BinnedLead[];
  refused: { lead: BinnedLead; name: ErrorName }[];
}

/**
 * Restores deleted leads within 30 days. A lead whose number or e-mail now belongs to another lead stays deleted, with the
 * reason. Throws NOT_FOUND when none of them can be restored.
 */
export function restoreLeads(db: Database, actor: Actor, ids: readonly LeadId[]): Promise<Restoration> {
  requireAccess(actor, leadBulk.restore);
  const scope = scopeOf(actor, "crm:lead:all");
  return refusingRaces(() =>
    inTransaction(db, scope, async (tx) => {
      const binned = await lockBinned(tx, scope, ids);
      if (binned.length === 0) throw new AppError("NOT_FOUND");
      const result = await bringBack(tx, scope, { binned, by: actor.accountId });
      if (result.restored.length === 0) return result;
      const [only] = result.restored;
      const one = result.restored.length === 1 && only;
      await recordChange(tx, actor, {
        module: "lead",
        action: "restored",
        subject: one ? { type: "lead", id: one.leadId, name: one.nickname } : { type: "leads", id: v7(), name: "" },
        ...(!one && { before: {}, after: { count: result.restored.length } }),
      });
      return result;
    }),
  );
}

/** Deleted leads that can be restored, locked after their numbers, which another transaction may be moving to another branch. */
export async function lockBinned(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<BinnedLead[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct contact1_e164 as number from lead
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...ids])}::uuid[])
      and contact1_e164 is not null`.execute(tx);
  await lockNumbers(
    tx,
    scope,
    rows.map(({ number }) => number),
  );
  return lockDeleted(tx, scope, ids);
}

/** Restores locked leads of the bin, as far as their numbers are free, with history entries and events. */
export async function bringBack(
  tx: Tx,
  scope: Scope,
  { binned, by }: { binned: readonly BinnedLead[]; by: AccountId },
): Promise<Restoration> {
  const { restored, refused } = sift(binned);
  const ids = restored.map(({ leadId }) => leadId);
  if (ids.length === 0) return { restored, refused };
  await sql`
    update lead set deleted_at = null, deleted_by = null, version = version + 1, updated_at = now(), updated_by = ${by}
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val(ids)}::uuid[])`.execute(tx);
  await addHistory(
    tx,
    scope,
    ids.map((leadId) => ({ leadId, action: "edited", operatorId: by, details: { restored: true } })),
  );
  const aggregateId = v7();
  await emitLeadsChanged(tx, scope, { aggregateId, states: restored });
  const { organizationId } = scope;
  await emit(tx, leadsMoved, { organizationId, aggregateId, payload: { leadIds: ids } });
  return { restored, refused };
}

/** Of two with the same number, the first is restored. */
function sift(binned: readonly BinnedLead[]): Restoration {
  const [phones, emails] = [new Set<string>(), new Set<string>()];
  const result: Restoration = { restored: [], refused: [] };
  for (const lead of binned) {
    const phoneTaken = lead.phoneTaken || (lead.phone !== null && phones.has(lead.phone));
    const emailTaken = lead.emailTaken || (lead.email !== "" && emails.has(lead.email));
    const name = reasonOf({ ...lead, phoneTaken, emailTaken });
    if (name) {
      result.refused.push({ lead, name });
      continue;
    }
    if (lead.phone) phones.add(lead.phone);
    if (lead.email) emails.add(lead.email);
    result.restored.push(lead);
  }
  return result;
}

function reasonOf(lead: BinnedLead): ErrorName | null {
  if (lead.elsewhere) return "SETTING_PHONE_USED_BY_OTHER_BRANCH";
  if (lead.phoneTaken) return "LEAD_PHONE_EXISTS";
  return lead.emailTaken ? "LEAD_EMAIL_EXISTS" : null;
}
