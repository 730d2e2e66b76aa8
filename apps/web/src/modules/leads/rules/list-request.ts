import type { RequestInput } from "@homeroom/contract/endpoint";
import {
  type DeclaredLeadField,
  declaredLeadField,
  type FilterField,
  filterFields,
} from "@homeroom/contract/lead-fields";
import { type LeadQuery, leadStages } from "@homeroom/contract/lead-query";
import type { LeadRow, leadSorts, leads } from "@homeroom/contract/leads";
import { dayOf } from "#ui/filter-bar/day-values.ts";

export type LeadListRequest = Omit<RequestInput<typeof leads.list>, "cursor" | "pageNum" | "pageSize">;

export type LeadValues = Readonly<Record<string, readonly string[]>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const maxDays = 3650;

/** The filters of the address as a lead query. Relative days are resolved here. Invalid values in an address are ignored. */
export function leadQueryOf(values: LeadValues, today: string): LeadQuery {
  const ids = (key: string) => values[key]?.filter((value) => uuid.test(value)) ?? [];
  const number = (key: string, least: number, most: number) =>
    values[key]?.map(Number).find((value) => Number.isInteger(value) && value >= least && value <= most);
  const days = (key: string) => values[key]?.map((value) => dayOf(value, today)) ?? [];
  const yes = (key: string) => ({ yes: true, no: false })[values[key]?.[0] ?? ""];
  const words = (key: string) => values[key]?.[0]?.trim().slice(0, 100) || undefined;
  const [startTime, endTime] = days("leadDate");
  const [lastContactStart, lastContactEnd] = days("lastContact");
  const [nextContactStart, nextContactEnd] = days("nextContact");
  const query = {
    keywords: words("keywords"),
    branchID: ids("branch")[0],
    sales: ids("sales"),
    tutor: ids("tutor"),
    unheld: yes("unheld") || undefined,
    noSales: yes("noSales") || undefined,
    noChannel: yes("noChannel") || undefined,
    channel: ids("channel"),
    secondaryChannel: ids("secondaryChannel"),
    status: ids("status"),
    withoutStatus: ids("withoutStatus"),
    result: ids("result"),
    tag: ids("tag"),
    allTags: ids("allTags"),
    withoutTag: ids("withoutTag"),
    regularContact: ids("regularContact"),
    importID: ids("importID")[0],
    leadType: values["leadType"]?.map(Number).filter((type) => Number.isInteger(type) && type >= 1 && type <= 4) ?? [],
    gptStatus: number("gptStatus", 0, 2),
    ...declaredQuery(values),
    hasPhone: yes("hasPhone"),
    hasEmail: yes("hasEmail"),
    startTime,
    endTime,
    lastContactStart,
    lastContactEnd,
    newWithinDays: number("newWithinDays", 0, maxDays),
    quietForDays: number("quietForDays", 0, maxDays),
    purchaseEndsWithinDays: number("purchaseEndsWithinDays", 0, maxDays),
    nextContactStart,
    nextContactEnd,
    mine: yes("mine") || undefined,
    ...progressOf(values, days),
    birthMonth: number("birthMonth", 1, 12),
  };
  const said = Object.entries(query).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
  return Object.fromEntries(said) as LeadQuery;
}

/** The declared fields in the filters; values that do not fit their kind are ignored. */
function declaredQuery(values: LeadValues): Partial<Pick<LeadQuery, FilterField>> {
  const said = filterFields.flatMap((field) => {
    const text = values[field]?.[0]?.trim() ?? "";
    const declared = declaredLeadField(field);
    const readers: Record<DeclaredLeadField["kind"], unknown> = {
      line: text.slice(0, declared?.max),
      birthday: text,
      country: /^[A-Z]{2}$/.test(text) ? text : "",
      flag: { yes: 1, no: 0 }[text] ?? "",
      choice: text in (declared?.names ?? []) ? Number(text) : "",
    };
    const read = declared ? readers[declared.kind] : "";
    return read === "" ? [] : [[field, read] as const];
  });
  return Object.fromEntries(said);
}

/** The stages of leads, and when they reached them. */
function progressOf(values: LeadValues, days: (key: string) => (string | undefined)[]): LeadQuery {
  const [talkStart, talkEnd] = days("talk");
  const [returnStart, returnEnd] = days("return");
  const [dealStart, dealEnd] = days("deal");
  const reached = leadStages.filter((stage) => values["reached"]?.includes(stage));
  return { reached, talkStart, talkEnd, returnStart, returnEnd, dealStart, dealEnd };
}

/** The request of the list. */
export function listRequest(query: LeadQuery, sort: LeadSort<LeadSortKey> | undefined): LeadListRequest {
  return { ...query, ...sortRequest(sort) };
}

/** A sort in the form that the calls expect; empty for the call's default order. */
export function sortRequest<Key extends string>(sort: LeadSort<Key> | undefined) {
  return sort ? { sortBy: sort.key, sortOrder: sort.descending ? ("desc" as const) : ("asc" as const) } : {};
}

export type LeadSortKey = (typeof leadSorts)[number];

export interface LeadSort<Key extends string = string> {
  key: Key;
  descending: boolean;
}

/** The sort in address format: "nickname", or "-leadDate" for descending. */
export function sortText(sort: LeadSort): string {
  return `${sort.descending ? "-" : ""}${sort.key}`;
}

/** Parses a sort from the address; undefined for none, and for one that the list does not support. */
export function readSort<Key extends string>(text: string | null, known: readonly Key[]): LeadSort<Key> | undefined {
  const descending = text?.startsWith("-") ?? false;
  const key = known.find((name) => name === text?.replace(/^-/, ""));
  return key && { key, descending };
}

/**
 * Whether a listed lead no longer matches the filters after an edit in its row. It stays in place, with a remark, until the
 * list is refetched. Only fields that can be edited in a row are checked.
 */
export function leavesFilter(lead: LeadRow, values: LeadValues): boolean {
  const asked = (key: string) => values[key] ?? [];
  const misses = (key: string, now: string | undefined) =>
    asked(key).length > 0 && !asked(key).some((wanted) => wanted === now);
  const tags = lead.tag.map(({ recordID }): string => recordID);
  return (
    misses("status", lead.status?.recordID) ||
    asked("withoutStatus").some((unwanted) => unwanted === lead.status?.recordID) ||
    misses("result", lead.result?.recordID) ||
    misses("sales", lead.sales?.accountID) ||
    misses("tutor", lead.tutor?.accountID) ||
    misses("channel", lead.channel?.recordID) ||
    (asked("unheld").includes("yes") && (lead.sales !== null || lead.tutor !== null)) ||
    (asked("noSales").includes("yes") && lead.sales !== null) ||
    (asked("noChannel").includes("yes") && lead.channel !== null) ||
    (asked("tag").length > 0 && !asked("tag").some((tag) => tags.includes(tag))) ||
    asked("allTags").some((tag) => !tags.includes(tag)) ||
    asked("withoutTag").some((tag) => tags.includes(tag))
  );
}
