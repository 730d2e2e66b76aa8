import type { RequestInput } from "@homeroom/contract/endpoint";
import type { leadSorts, leads } from "@homeroom/contract/leads";

export type LeadListRequest = Omit<RequestInput<typeof leads.list>, "cursor" | "pageNum" | "pageSize">;

type Values = Readonly<Record<string, readonly string[]>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const day = /^\d{4}-\d\d-\d\d$/;

/** The filters of the address as the call takes them. What somebody has mistyped in an address is left out. */
export function listRequest(values: Values, sort: LeadSort | undefined): LeadListRequest {
  const ids = (key: string) => values[key]?.filter((value) => uuid.test(value)) ?? [];
  const numbers = (key: string) => values[key]?.map(Number).filter(Number.isInteger) ?? [];
  const days = (key: string) => values[key]?.map((value) => (day.test(value) ? value : undefined)) ?? [];
  const [startTime, endTime] = days("leadDate");
  const [lastContactStart, lastContactEnd] = days("lastContact");
  const birthMonth = numbers("birthMonth").find((month) => month >= 1 && month <= 12);
  const keywords = values.keywords?.[0]?.trim().slice(0, 100);
  const request = {
    keywords,
    sales: ids("sales"),
    tutor: ids("tutor"),
    channel: ids("channel"),
    status: ids("status"),
    result: ids("result"),
    tag: ids("tag"),
    leadType: numbers("leadType"),
    startTime,
    endTime,
    lastContactStart,
    lastContactEnd,
    birthMonth,
    sortBy: sort?.key,
    sortOrder: sort && (sort.descending ? "desc" : "asc"),
  };
  const said = Object.entries(request).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value));
  return Object.fromEntries(said) as LeadListRequest;
}

export type LeadSortKey = (typeof leadSorts)[number];

export interface LeadSort {
  key: LeadSortKey;
  descending: boolean;
}

/** The sort as the address writes it: "nickname", or "-leadDate" for descending. */
export function sortText(sort: LeadSort): string {
  return `${sort.descending ? "-" : ""}${sort.key}`;
}

/** Reads a sort of the address; undefined for none, and for one that the list does not know. */
export function readSort(text: string | null, known: readonly LeadSortKey[]): LeadSort | undefined {
  const descending = text?.startsWith("-") ?? false;
  const key = known.find((name) => name === text?.replace(/^-/, ""));
  return key && { key, descending };
}
