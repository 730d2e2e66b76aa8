import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { LeadCard, LeadLogRow, LeadNote, LeadRow } from "@homeroom/contract/leads";
import { type PersonName, peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchesOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { listHistory, listNotes } from "./queries/lead-entries.ts";
import type { Lead } from "./queries/load-lead.ts";
import { fieldsOf } from "./rules/lead-row.ts";

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The names behind the ids of some leads: four queries, however many leads. */
async function namesOf(tx: Tx, scope: Scope, leads: readonly Lead[]) {
  const ids = <T>(pick: (lead: Lead) => (T | null)[]) => [...new Set(leads.flatMap(pick).filter(present))];
  const people = await peopleByIds(
    tx,
    scope,
    ids((lead) => [lead.sales_id, lead.tutor_id, lead.created_by, lead.updated_by]),
  );
  const items = await itemsByIds(
    tx,
    scope,
    ids((lead) => [lead.status_id, lead.result_id, ...lead.tag_ids]),
  );
  const channels = await channelsByIds(
    tx,
    scope,
    ids((lead) => [lead.channel_id, lead.secondary_channel_id]),
  );
  const branches = new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch.name]));
  const item = (id: RecordId | null) => (id ? (items.get(id) ?? null) : null);
  const channel = (id: RecordId | null) => (id ? (channels.get(id) ?? null) : null);
  return {
    person: (id: AccountId | null) => personOf(id ? people.get(id) : undefined),
    item: (id: RecordId | null) => named(item(id)),
    channel: (id: RecordId | null) => named(channel(id)),
    tags: (ids: readonly RecordId[]) =>
      ids
        .map(item)
        .filter(present)
        .map(({ recordID, name, color }) => ({ recordID, name, color: color ?? ("blue" as const) })),
    branch: (id: BranchId) => branches.get(id) ?? "",
  };
}

function personOf(person: PersonName | undefined) {
  return person ? { accountID: person.accountId, nickname: person.nickname, avatar: null } : null;
}

function named(row: { recordID: RecordId; name: string } | null) {
  return row ? { recordID: row.recordID, name: row.name } : null;
}

/** Leads as rows of the list. */
export async function presentLeads(tx: Tx, scope: Scope, leads: readonly Lead[]): Promise<LeadRow[]> {
  const names = await namesOf(tx, scope, leads);
  return leads.map((lead) => ({
    leadId: lead.lead_id,
    branchID: lead.branch_id,
    branchName: names.branch(lead.branch_id),
    nickname: lead.nickname,
    fullname: lead.fullname,
    ename: lead.ename,
    avatar: null,
    areaCode: lead.area_code,
    phone: lead.phone,
    email: lead.email,
    channel: names.channel(lead.channel_id),
    secondaryChannel: names.channel(lead.secondary_channel_id),
    sales: names.person(lead.sales_id),
    tutor: names.person(lead.tutor_id),
    tag: names.tags(lead.tag_ids),
    status: names.item(lead.status_id),
    result: names.item(lead.result_id),
    leadType: lead.lead_type,
    gptStatus: lead.gpt_status,
    appopenflag: lead.app_open ? 1 : 0,
    revisitCount: lead.revisit_count,
    leadDate: lead.lead_date,
    lastContactDate: lead.last_contact_at?.toISOString() ?? null,
    nextContactDate: lead.next_contact_date,
    createTime: lead.created_at.toISOString(),
    updateTime: lead.updated_at.toISOString(),
    version: lead.version,
  }));
}

/** A lead's card. */
export async function presentCard(
  tx: Tx,
  scope: Scope,
  { lead, can }: { lead: Lead; can: LeadCard["can"] },
): Promise<LeadCard> {
  const names = await namesOf(tx, scope, [lead]);
  return {
    ...fieldsOf(lead),
    leadId: lead.lead_id,
    branchID: lead.branch_id,
    branchName: names.branch(lead.branch_id),
    avatar: null,
    lineUserId: lead.line_user_id,
    leadType: lead.lead_type,
    gptStatus: lead.gpt_status,
    appDevice: lead.app_device,
    systemVersion: lead.system_version,
    appVersion: lead.app_version,
    revisitCount: lead.revisit_count,
    leadcount: lead.lead_count,
    lastContactDate: lead.last_contact_at?.toISOString() ?? null,
    nextContactDate: lead.next_contact_date,
    createTime: lead.created_at.toISOString(),
    updateTime: lead.updated_at.toISOString(),
    creator: names.person(lead.created_by)?.nickname ?? "",
    updater: names.person(lead.updated_by)?.nickname ?? "",
    version: lead.version,
    names: {
      channel: names.channel(lead.channel_id)?.name ?? "",
      secondaryChannel: names.channel(lead.secondary_channel_id)?.name ?? "",
      tutor: names.person(lead.tutor_id)?.nickname ?? "",
      sales: names.person(lead.sales_id)?.nickname ?? "",
      status: names.item(lead.status_id)?.name ?? "",
      result: names.item(lead.result_id)?.name ?? "",
      tag: names.tags(lead.tag_ids),
    },
    can,
  };
}

/** History rows with the operators' names; empty for what the product did by itself. */
export async function presentHistory(
  tx: Tx,
  scope: Scope,
  { lead, page }: { lead: Lead; page: Awaited<ReturnType<typeof listHistory>> },
): Promise<LeadLogRow[]> {
  const operators = page.rows.map((row) => row["operator_id"] as AccountId | null).filter(present);
  const assigned = page.rows.map((row) => (row["details"] as { salesId?: AccountId }).salesId).filter(present);
  const people = await peopleByIds(tx, scope, [...new Set([...operators, ...assigned])]);
  return page.rows.map((row) => {
    const details = row["details"] as Record<string, unknown>;
    const sales =
      typeof details["salesId"] === "string" ? people.get(details["salesId"] as AccountId)?.nickname : undefined;
    return {
      recordID: row.id as RecordId,
      leadId: lead.lead_id,
      nickname: lead.nickname,
      actionType: row["action_type"] as number,
      content: row["content"] as string,
      details: sales === undefined ? details : { ...details, salesName: sales },
      operator: people.get(row["operator_id"] as AccountId)?.nickname ?? "",
      createTime: row.created_at.toISOString(),
    };
  });
}

export async function presentNotes(
  tx: Tx,
  scope: Scope,
  page: Awaited<ReturnType<typeof listNotes>>,
): Promise<LeadNote[]> {
  const creators = page.rows.map((row) => row["created_by"] as AccountId);
  const results = page.rows.map((row) => row["result_id"] as RecordId | null).filter(present);
  const people = await peopleByIds(tx, scope, [...new Set(creators)]);
  const items = await itemsByIds(tx, scope, [...new Set(results)]);
  return page.rows.map((row) => ({
    recordID: row.id as RecordId,
    content: row["content"] as string,
    result: named(items.get(row["result_id"] as string) ?? null),
    nextContactDate: row["next_contact_date"] as string | null,
    creator: people.get(row["created_by"] as AccountId)?.nickname ?? "",
    createTime: row.created_at.toISOString(),
  }));
}
