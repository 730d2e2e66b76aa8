import { LeadId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import type { BatchPlace, ImportFault, ImportRemark, WrittenRow } from "#modules/imports/public";
import { assignLeads } from "#modules/lead-rules/public";
import { itemByCode } from "#modules/lists/public";
import { today } from "#platform/clock/days";
import type { Tx } from "#platform/db/transaction";
import { splitPhone } from "#platform/phones/phones";
import { lockFamily } from "../../family/writes/shared-contacts.ts";
import { claimsOf, columnsOf, type LeadFields } from "../../record/rules/lead-row.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { leadsLike, lockLeads, type Match } from "../queries.ts";
import type { LeadRowRead } from "../rules/read-lead-cells.ts";
import { type ResolvedNames, resolveLeadNames } from "./resolve-lead-names.ts";
import { type ImportMeans, insertLeads, type NewLead, publishOwnerChanges } from "./save-imported-leads.ts";
import { type LeadUpdate, updateLeads } from "./update-imported-leads.ts";

interface Batch {
  readonly rows: readonly LeadRowRead[];
  readonly at: BatchPlace;
}

/** A row being written: its values, and the existing leads like it. */
interface Row {
  read: LeadRowRead;
  form: LeadFields;
  remarks: ImportRemark[];
  same: Match | undefined;
  faults: ImportFault[];
}

/**
 * Writes a batch of leads by the rules of the form, in a few statements. Numbers are locked first, so that a message or a
 * colleague with the same number comes before or after, never at the same time.
 */
export async function writeLeads(tx: Tx, means: ImportMeans, { rows, at }: Batch): Promise<WrittenRow[]> {
  const claims = rows.flatMap(({ checked, form }) => claimsOf(checked, form.email));
  await lockNumbers(tx, means.scope, claims);
  const prepared = await prepare(tx, means, rows);
  const inserts: NewLead[] = [];
  const updates: LeadUpdate[] = [];
  const taken = new Set<string>();
  const outcomes = prepared.map((row): WrittenRow | NewLead | LeadUpdate => {
    const told = { remarks: row.remarks, shown: row.read.shown };
    const { same } = row;
    if (same && means.options.skipDuplicates)
      return { ...told, outcome: "skipped", recordId: same.lead_id, ...matchOf(same) };
    if (row.faults.length > 0) return { ...told, outcome: "invalid", faults: row.faults, ...matchOf(same) };
    if (!same) return listed(inserts, { leadId: LeadId.parse(v7()), form: row.form, checked: row.read.checked, told });
    if (taken.has(same.lead_id))
      return { ...told, outcome: "invalid", faults: [{ field: "", name: "IMPORT_ROW_REPEATED" }] };
    taken.add(same.lead_id);
    const { given } = row.read;
    return listed(updates, { leadId: same.lead_id, form: row.form, given, told: { ...told, ...matchOf(same) } });
  });
  await holdAndInsert(tx, means, { inserts, at });
  const ids = updates.map(({ leadId }) => leadId);
  if (ids.length > 0) await lockFamily(tx, means.scope, ids);
  const locked = await lockLeads(tx, means.scope, ids);
  const updated = await updateLeads(tx, means, { updates, locked, at });
  await publishOwnerChanges(tx, means, { inserts, touched: updated.touched });
  return outcomes.map((one) => {
    if ("outcome" in one) return one;
    const done = updated.outcomes.get(one.leadId);
    return done ?? { ...one.told, outcome: "created", recordId: one.leadId, version: 1 };
  });
}

function listed<Item>(list: Item[], item: Item): Item {
  list.push(item);
  return item;
}

function matchOf(same: Match | undefined): { match?: string } {
  return same?.seen ? { match: same.nickname } : {};
}

async function prepare(tx: Tx, means: ImportMeans, rows: readonly LeadRowRead[]): Promise<Row[]> {
  const likes = await leadsLike(tx, means.scope, {
    phones: rows.flatMap(({ checked }) => checked.phone ?? []),
    emails: rows.flatMap(({ form }) => form.email || []),
    contacts: rows.flatMap(({ checked }) => checked.contact1Phone ?? []),
  });
  const byPhone = new Map(likes.flatMap((lead) => (lead.phone_e164 ? [[lead.phone_e164, lead] as const] : [])));
  const byEmail = new Map(likes.flatMap((lead) => (lead.email ? [[lead.email.toLowerCase(), lead] as const] : [])));
  const byContact = Map.groupBy(
    likes.filter((lead) => lead.contact1_e164 !== null),
    (lead) => lead.contact1_e164,
  );
  const names = await resolveLeadNames(tx, means.names, rows);
  const status = await itemByCode(tx, means.scope, customLists.leadStatuses, "new");
  return rows.map((read, place) => {
    const { form, checked } = read;
    const beside = byContact.get(checked.contact1Phone) ?? [];
    const known = {
      phone: checked.phone ? byPhone.get(checked.phone) : undefined,
      email: form.email ? byEmail.get(form.email) : undefined,
      // A child without its own number is distinguished from its siblings by name.
      child: checked.phone || form.email ? undefined : beside.find((lead) => isCalled(lead, form)),
    };
    const same = known.phone ?? known.email ?? known.child;
    const { ids, remarks } = names[place] ?? { ids: null, remarks: [] };
    const faults = faultsOf(read, { known, beside, means });
    const whole = { ...form, ...(ids && withDefaults(ids, { form, means, isNew: !same, status })) };
    return { read, form: whole, remarks: [...read.remarks, ...remarks], same, faults };
  });
}

function isCalled(lead: Match, form: LeadFields): boolean {
  const names = [lead.nickname, lead.fullname].filter(Boolean);
  return names.includes(form.nickname) || (form.fullname !== "" && names.includes(form.fullname));
}

/** Defaults for new leads where the row is empty; tags are added to every row. */
function withDefaults(
  ids: ResolvedNames,
  at: { form: LeadFields; means: ImportMeans; isNew: boolean; status: LeadFields["status"] },
): Partial<LeadFields> {
  const { options } = at.means;
  const tag = [...new Set([...ids.tag, ...options.tag])].slice(0, 10);
  if (!at.isNew) return { ...ids, tag };
  const own = ids.channel ?? ids.secondaryChannel;
  const from = own ? {} : { channel: options.channel, secondaryChannel: options.secondaryChannel };
  const country = at.form.country || "";
  return { ...ids, tag, ...from, country, status: ids.status ?? at.status };
}

interface KnownMatches {
  phone: Match | undefined;
  email: Match | undefined;
  child: Match | undefined;
}

/** The conflict of a row: its number or e-mail is taken, and the row neither skips nor updates that lead. */
function faultsOf(
  { form, checked }: LeadRowRead,
  { known, beside, means }: { known: KnownMatches; beside: readonly Match[]; means: ImportMeans },
): ImportFault[] {
  const { branchId } = means.branch;
  const elsewhere = (lead: Match) => lead.branch_id !== branchId;
  const same = known.phone ?? known.email ?? known.child;
  const updates = means.options.updateExisting && same?.seen === true;
  const faults: ImportFault[] = [];
  if (known.phone && !updates) {
    const name = elsewhere(known.phone) ? "SETTING_PHONE_USED_BY_OTHER_BRANCH" : "LEAD_PHONE_EXISTS";
    faults.push({ field: "phone", name });
  }
  const emailOfAnother = known.email && known.email.lead_id !== same?.lead_id;
  if (known.email && (!updates || emailOfAnother)) faults.push({ field: "email", name: "LEAD_EMAIL_EXISTS" });
  if (known.child && !updates) faults.push({ field: "contact1Phone", name: "LEAD_PHONE_EXISTS" });
  const inBranch = same ? same.branch_id : branchId;
  if (checked.contact1Phone && beside.some((lead) => lead.branch_id !== inBranch) && form.contact1.phone) {
    faults.push({ field: "contact1Phone", name: "SETTING_PHONE_USED_BY_OTHER_BRANCH" });
  }
  return faults;
}

/** Assigns new leads to their owners, and writes them. */
async function holdAndInsert(
  tx: Tx,
  means: ImportMeans,
  { inserts, at }: { inserts: NewLead[]; at: BatchPlace },
): Promise<void> {
  if (inserts.length === 0) return;
  const { branch, turns, options, scope } = means;
  const free = inserts.filter(({ form }) => form.sales === null);
  if (turns.length > 0) {
    for (const [place, lead] of free.entries()) lead.form.sales = turns[(at.created + place) % turns.length] ?? null;
  } else if (options.assignBy !== "nobody" && free.length > 0) {
    const now = new Date();
    const arrivals = free.map(({ leadId, form, checked }) => ({
      leadId,
      branchId: branch.branchId,
      channelId: form.channel,
      secondaryChannelId: form.secondaryChannel,
      country: form.country || (checked.phone ? splitPhone(checked.phone).country : ""),
      heldBy: null,
      kind: "new" as const,
      at: now,
    }));
    const assigned = new Map((await assignLeads(tx, scope, arrivals)).map((one) => [one.leadId, one.salesId]));
    for (const lead of free) lead.form.sales = assigned.get(lead.leadId) ?? null;
  }
  const day = today(branch.timeZone);
  await insertLeads(tx, means, {
    at,
    leads: inserts,
    rows: inserts.map(({ leadId, form, checked }) => ({
      ...columnsOf(form, checked),
      contact1: checked.contact1,
      contact2: checked.contact2,
      organization_id: scope.organizationId,
      lead_id: leadId,
      branch_id: branch.branchId,
      lead_date: form.leadDate || day,
      lead_type: leadTypes.imported,
      import_id: at.importId,
      created_by: means.actor.accountId,
      updated_by: means.actor.accountId,
    })),
  });
}
