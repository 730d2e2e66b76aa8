import type { RequestInput } from "@homeroom/contract/endpoint";
import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type RowField, rowFields } from "@homeroom/contract/lead-fields";
import { type AddLeadForm, type EditLeadForm, type LeadCard, type LeadRow, leads } from "@homeroom/contract/leads";
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { deskKeys } from "./desk.ts";
import { forgetNote } from "./note-drafts.ts";
import { leadKeys } from "./queries.ts";

/** Creates a lead; the lists then refetch. */
export function useAddLead() {
  const client = useQueryClient();
  return async (form: AddLeadForm, report: FailureReport): Promise<LeadId> => {
    const { resultData } = await api.call(leads.add, form, report);
    await client.invalidateQueries({ queryKey: leadKeys.lists });
    return resultData.leadId;
  };
}

/** Saves a lead's fields, and shows the server's result. */
export function useEditLead() {
  const client = useQueryClient();
  return async (form: EditLeadForm, report?: FailureReport): Promise<void> => {
    await api.call(leads.edit, form, report);
    await refreshLead(client, form.leadId);
  };
}

type NoteForm = Omit<RequestInput<typeof leads.addNote>, "leadId" | "recordID"> & { recordID: RecordId };

/** Adds a note to a lead. */
export function useAddNote(leadId: LeadId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: NoteForm) => api.call(leads.addNote, { ...note, leadId }),
    onSuccess: (_, { recordID }) => {
      forgetNote(leadId, recordID);
      return refreshLead(client, leadId);
    },
  });
}

/** A list in the cache. */
export type Rows = InfiniteData<{ list: LeadRow[]; total: number }>;

/** Fetches a lead again after a change: its card, its rows in the lists, its history and notes. */
export async function refreshLead(client: QueryClient, leadId: LeadId): Promise<void> {
  let gone = false;
  try {
    const { resultData: card } = await api.call(
      leads.info,
      { leadId },
      { onFailure: ({ name }) => (gone = name === "NOT_FOUND") },
    );
    client.setQueryData(leadKeys.card(leadId), card);
    const shown = shownLead(client, leadId);
    if (shown && shown.version <= card.version) patchLead(client, leadId, rowOfCard(card, shown));
  } catch {
    // Reassigned or deleted: it leaves the lists. Any other failure is shown where the lead is open.
    if (gone) client.setQueriesData<Rows>({ queryKey: leadKeys.lists }, (rows) => rows && withoutLead(rows, leadId));
    void client.invalidateQueries({ queryKey: leadKeys.card(leadId) });
  }
  void client.invalidateQueries({ queryKey: leadKeys.history(leadId) });
  void client.invalidateQueries({ queryKey: leadKeys.notes(leadId) });
}

/** A list row made from a lead's card, so that one fetch updates both. Pictures come from the old row. */
export function rowOfCard(card: LeadCard, old: LeadRow): LeadRow {
  const { names } = card;
  return {
    ...old,
    ...(Object.fromEntries(rowFields.map((field) => [field, card[field]])) as Pick<LeadRow, RowField>),
    nickname: card.nickname,
    areaCode: card.areaCode,
    phone: card.phone,
    email: card.email,
    channel: named(card.channel, names.channel),
    secondaryChannel: named(card.secondaryChannel, names.secondaryChannel),
    sales: person(card.sales, names.sales, old.sales),
    tutor: person(card.tutor, names.tutor, old.tutor),
    tag: names.tag,
    status: named(card.status, names.status),
    result: named(card.result, names.result),
    leadType: card.leadType,
    gptStatus: card.gptStatus,
    revisitCount: card.revisitCount,
    leadDate: card.leadDate,
    lastContactDate: card.lastContactDate,
    nextContactDate: card.nextContactDate,
    regularContact: named(card.regularContact, names.regularContact),
    updateTime: card.updateTime,
    version: card.version,
  };
}

function named(recordID: RecordId | null, name: string) {
  return recordID && { recordID, name };
}

function person(accountID: AccountId | null, nickname: string, old: LeadRow["sales"]): LeadRow["sales"] {
  return accountID && { accountID, nickname, avatar: old?.accountID === accountID ? old.avatar : null };
}

function withoutLead(rows: Rows, leadId: LeadId): Rows {
  const pages = rows.pages.map((page) => {
    const list = page.list.filter((row) => row.leadId !== leadId);
    return { ...page, list, total: page.total - (page.list.length - list.length) };
  });
  return { ...rows, pages };
}

type Pages = InfiniteData<{ list: LeadRow[] }>;

interface Calendar {
  days: { list: LeadRow[] }[];
}

/** Changes a lead's row wherever it is shown: in lists, on the board, in the calendar. */
export function patchLead(client: QueryClient, leadId: LeadId, patch: Partial<LeadRow>): void {
  const change = (row: LeadRow) => (row.leadId === leadId ? { ...row, ...patch } : row);
  // Pages without the lead stay the same object, so that they do not render again.
  const inPart = <Part extends { list: LeadRow[] }>(part: Part): Part =>
    part.list.some((row) => row.leadId === leadId) ? { ...part, list: part.list.map(change) } : part;
  const inPages = (data: Pages | undefined) => data && sameOr(data, { ...data, pages: data.pages.map(inPart) });
  client.setQueriesData<Pages>({ queryKey: leadKeys.lists }, inPages);
  client.setQueriesData<Pages>({ queryKey: deskKeys.columns }, inPages);
  client.setQueriesData<Calendar>(
    { queryKey: deskKeys.calendars },
    (data) => data && { ...data, days: data.days.map(inPart) },
  );
}

function sameOr(before: Pages, after: Pages): Pages {
  return after.pages.every((page, index) => page === before.pages[index]) ? before : after;
}

/** A lead's row from any visible list. */
export function shownLead(client: QueryClient, leadId: LeadId): LeadRow | undefined {
  const parts = [
    ...client.getQueriesData<Pages>({ queryKey: leadKeys.lists }).flatMap(([, data]) => data?.pages ?? []),
    ...client.getQueriesData<Pages>({ queryKey: deskKeys.columns }).flatMap(([, data]) => data?.pages ?? []),
    ...client.getQueriesData<Calendar>({ queryKey: deskKeys.calendars }).flatMap(([, data]) => data?.days ?? []),
  ];
  for (const { list } of parts) {
    const row = list.find((one) => one.leadId === leadId);
    if (row) return row;
  }
  return undefined;
}
