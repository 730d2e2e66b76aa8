import type { AccountId, BranchId, FileId, RecordId } from "@homeroom/contract/ids";
import type { StudentRow } from "@homeroom/contract/lead-desk";
import type { LeadCard, LeadLogRow, LeadRow } from "@homeroom/contract/leads";
import { type PersonName, peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { listHistory } from "../follow-up/queries/lead-entries.ts";
import type { HistoryRow } from "../list/queries/history.ts";
import type { Lead } from "./queries/load-lead.ts";
import { fieldsOf, plainRowFields } from "./rules/lead-row.ts";

/** Finds the addresses of pictures by their files. */
export type FindPictures = (tx: Tx, scope: Scope, ids: readonly FileId[]) => Promise<ReadonlyMap<FileId, string>>;
const noPictures: FindPictures = async () => new Map();

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** The names and pictures for the ids of leads: at most five queries, however many leads. */
async function namesOf(
  tx: Tx,
  scope: Scope,
  { leads, findPictures }: { leads: readonly Lead[]; findPictures: FindPictures },
) {
  const ids = <T>(pick: (lead: Lead) => (T | null)[]) => [...new Set(leads.flatMap(pick).filter(present))];
  const accountIds = ids((lead) => [lead.sales_id, lead.tutor_id, lead.created_by, lead.updated_by]);
  const itemIds = ids((lead) => [lead.status_id, lead.result_id, lead.regular_contact_id, ...lead.tag_ids]);
  const [people, items, channels, branches] = await Promise.all([
    peopleByIds(tx, scope, accountIds),
    itemsByIds(tx, scope, itemIds),
    channelsByIds(
      tx,
      scope,
      ids((lead) => [lead.channel_id, lead.secondary_channel_id]),
    ),
    branchNames(tx, scope),
  ]);
  const photos = leads.map((lead) => lead.avatar_file_id);
  const pictures = await findPictures(tx, scope, [...photos, ...[...people.values()].map(picturesOf)].filter(present));
  const picture = (id: FileId | null) => (id && pictures.get(id)) ?? null;
  const item = (id: RecordId | null) => (id ? (items.get(id) ?? null) : null);
  const channel = (id: RecordId | null) => (id ? (channels.get(id) ?? null) : null);
  return {
    picture,
    person: (id: AccountId | null) => personOf(id ? people.get(id) : undefined, picture),
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

function picturesOf(person: PersonName): FileId | null {
  return person.avatarFileId;
}

function personOf(person: PersonName | undefined, picture: (id: FileId | null) => string | null) {
  if (!person) return null;
  return { accountID: person.accountId, nickname: person.nickname, avatar: picture(person.avatarFileId) };
}

function named(row: { recordID: RecordId; name: string } | null) {
  return row ? { recordID: row.recordID, name: row.name } : null;
}

/** Leads as rows of the list; without `findPictures` there are no pictures. */
export async function presentLeads(
  tx: Tx,
  scope: Scope,
  leads: readonly Lead[],
  findPictures: FindPictures = noPictures,
): Promise<LeadRow[]> {
  const names = await namesOf(tx, scope, { leads, findPictures });
  return leads.map((lead) => ({
    ...plainRowFields(lead),
    leadId: lead.lead_id,
    branchID: lead.branch_id,
    branchName: names.branch(lead.branch_id),
    nickname: lead.nickname,
    avatar: names.picture(lead.avatar_file_id),
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
    revisitCount: lead.revisit_count,
    leadDate: lead.lead_date,
    lastContactDate: lead.last_contact_at?.toISOString() ?? null,
    nextContactDate: lead.next_contact_date,
    regularContact: names.item(lead.regular_contact_id),
    createTime: lead.created_at.toISOString(),
    updateTime: lead.updated_at.toISOString(),
    version: lead.version,
  }));
}

/** A lead's card. */
export async function presentCard(
  tx: Tx,
  scope: Scope,
  { lead, can, findPictures = noPictures }: { lead: Lead; can: LeadCard["can"]; findPictures?: FindPictures },
): Promise<LeadCard> {
  const names = await namesOf(tx, scope, { leads: [lead], findPictures });
  return {
    ...fieldsOf(lead),
    leadId: lead.lead_id,
    branchID: lead.branch_id,
    branchName: names.branch(lead.branch_id),
    avatar: names.picture(lead.avatar_file_id),
    avatarFileID: lead.avatar_file_id,
    nextContactDate: lead.next_contact_date,
    regularContact: lead.regular_contact_id,
    lineUserId: lead.line_user_id,
    leadType: lead.lead_type,
    gptStatus: lead.gpt_status,
    appDevice: lead.app_device,
    systemVersion: lead.system_version,
    appVersion: lead.app_version,
    revisitCount: lead.revisit_count,
    leadcount: lead.lead_count,
    lastContactDate: lead.last_contact_at?.toISOString() ?? null,
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
      regularContact: names.item(lead.regular_contact_id)?.name ?? "",
      tag: names.tags(lead.tag_ids),
    },
    can,
  };
}

/** Leads as rows of the list of students. */
export async function presentStudents(
  tx: Tx,
  scope: Scope,
  leads: readonly Lead[],
  findPictures: FindPictures = noPictures,
): Promise<StudentRow[]> {
  const rows = await presentLeads(tx, scope, leads, findPictures);
  return rows.flatMap((row, index) => {
    const lead = leads[index];
    if (!lead?.student_since) return [];
    const { name = "", areaCode = "", phone = "" } = lead.contact1;
    return {
      ...row,
      birthday: lead.birthday ?? "",
      contact1: { name, areaCode, phone },
      studentSince: lead.student_since.toISOString(),
      dealDate: lead.deal_at?.toISOString() ?? null,
      appDevice: lead.app_device,
    };
  });
}

/** A lead's history rows. */
export function presentHistory(
  tx: Tx,
  scope: Scope,
  { lead, page, seesOrders }: { lead: Lead; page: Awaited<ReturnType<typeof listHistory>>; seesOrders: boolean },
): Promise<LeadLogRow[]> {
  const { lead_id, nickname } = lead;
  const rows = page.rows.map((row) => ({ ...(row as unknown as HistoryRow), lead_id, nickname }));
  return presentHistoryRows(tx, scope, { rows, seesOrders });
}

/**
 * History rows with the operators' names; empty for automatic entries. People who do not see orders (`seesOrders`) only read
 * that there was one, without its number and amount.
 */
export async function presentHistoryRows(
  tx: Tx,
  scope: Scope,
  { rows, seesOrders }: { rows: readonly HistoryRow[]; seesOrders: boolean },
): Promise<LeadLogRow[]> {
  const salesIn = ({ details }: HistoryRow) => (details as { salesId?: AccountId }).salesId;
  const people = await peopleByIds(tx, scope, [
    ...new Set(rows.flatMap((row) => [row.operator_id, salesIn(row)]).filter(present)),
  ]);
  const nameOf = (id: AccountId | null | undefined) => (id ? people.get(id)?.nickname : undefined);
  return rows.map((row) => {
    const sales = nameOf(salesIn(row));
    const { orderID: _order, step: _step, amount: _amount, currency: _currency, ...withoutOrder } = row.details;
    const details = seesOrders ? row.details : withoutOrder;
    return {
      recordID: row.id,
      leadId: row.lead_id,
      nickname: row.nickname,
      actionType: row.action_type,
      content: row.content,
      details: sales === undefined ? details : { ...details, salesName: sales },
      operator: nameOf(row.operator_id) ?? "",
      createTime: row.created_at.toISOString(),
    };
  });
}
