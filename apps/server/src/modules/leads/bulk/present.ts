import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { AccountId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { type BulkTask, binDays, type DeletedLead, type RestoredLeads } from "@homeroom/contract/lead-bulk";
import { peopleByIds } from "#modules/accounts/public";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Restoration } from "../bin/actions/restore-leads.ts";
import type { Lead } from "../record/queries/load-lead.ts";
import type { BulkRun } from "./queries.ts";
import { mayUndoBulk } from "./rules/bulk-undo.ts";

/** The progress of bulk changes, with the names of the people who received leads. */
export async function presentBulks(
  tx: Tx,
  scope: Scope,
  { runs, language }: { runs: readonly BulkRun[]; language: Language },
): Promise<BulkTask[]> {
  const receivers = runs.flatMap((run) => Object.keys(run.dealt) as AccountId[]);
  const people = await peopleByIds(tx, scope, [...new Set(receivers)]);
  return runs.map((run) => ({
    taskID: run.bulk_id,
    kind: run.kind,
    state: run.state,
    total: run.total,
    processed: run.done_through,
    changed: run.changed_count,
    same: run.same_count,
    unfit: run.unfit_count,
    full: run.full_count,
    gone: run.gone_count,
    undone: run.undone_count,
    kept: run.kept_count,
    dealt: Object.entries(run.dealt).map(([id, count]) => {
      const accountID = id as AccountId;
      return { accountID, nickname: people.get(accountID)?.nickname ?? "", count };
    }),
    canUndo: mayUndoBulk(run, new Date()),
    message: isErrorName(run.problem) ? messageOf(run.problem, language) : "",
    createTime: run.created_at.toISOString(),
  }));
}

/** Deleted leads as rows of the bin. */
export async function presentDeleted(tx: Tx, scope: Scope, leads: readonly Lead[]): Promise<DeletedLead[]> {
  const ids = leads.flatMap((lead) => [lead.sales_id, lead.deleted_by]).filter((id) => id !== null);
  const people = await peopleByIds(tx, scope, [...new Set(ids)]);
  const branches = await branchNames(tx, scope);
  const nameOf = (id: AccountId | null) => (id ? (people.get(id)?.nickname ?? "") : "");
  return leads.map((lead) => {
    const deletedAt = lead.deleted_at ?? new Date();
    return {
      leadId: lead.lead_id,
      nickname: lead.nickname,
      fullname: lead.fullname,
      areaCode: lead.area_code,
      phone: lead.phone,
      email: lead.email,
      branchName: branches.get(lead.branch_id) ?? "",
      sales: nameOf(lead.sales_id),
      deletedBy: nameOf(lead.deleted_by),
      deletedTime: deletedAt.toISOString(),
      eraseTime: new Date(deletedAt.getTime() + binDays * 86_400_000).toISOString(),
    };
  });
}

/** The outcome of restoring leads. */
export function presentRestored({ restored, refused }: Restoration, language: Language): RestoredLeads {
  return {
    restored: restored.length,
    refused: refused.map(({ lead, name }) => ({
      leadId: lead.leadId,
      nickname: lead.nickname,
      name,
      message: messageOf(name, language),
    })),
  };
}
