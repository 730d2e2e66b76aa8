import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchesOf } from "#modules/organizations/public";
import { secondOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../record/queries/load-lead.ts";
import type { ExportNames } from "./rules.ts";

/** The names behind the ids of some leads: four queries, however many leads. */
export async function exportNames(tx: Tx, scope: Scope, leads: readonly Lead[]): Promise<ExportNames> {
  const ids = <T>(pick: (lead: Lead) => (T | null)[]) => [
    ...new Set(leads.flatMap(pick).filter((id): id is T & {} => id !== null)),
  ];
  const people = await peopleByIds(
    tx,
    scope,
    ids((lead) => [lead.sales_id, lead.tutor_id]),
  );
  const items = await itemsByIds(
    tx,
    scope,
    ids((lead) => [lead.status_id, lead.result_id, lead.regular_contact_id, ...lead.tag_ids]),
  );
  const channels = await channelsByIds(
    tx,
    scope,
    ids((lead) => [lead.channel_id, lead.secondary_channel_id]),
  );
  const branches = new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch]));
  return {
    person: (id) => (id ? (people.get(id)?.nickname ?? "") : ""),
    item: (id) => (id ? (items.get(id)?.name ?? "") : ""),
    channel: (id) => (id ? (channels.get(id)?.name ?? "") : ""),
    tags: (wanted) => wanted.flatMap((id) => items.get(id)?.name ?? []),
    branch: (id) => branches.get(id)?.name ?? "",
    time(moment, branchId) {
      const branch = branches.get(branchId);
      return moment && branch ? secondOf(moment, branch.timeZone) : "";
    },
  };
}
