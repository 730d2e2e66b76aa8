import type { staffSorts } from "@homeroom/contract/staff";
import type { StaffListRequest } from "../api/queries.ts";

type Values = Readonly<Record<string, readonly string[]>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const day = /^\d{4}-\d\d-\d\d$/;

/** The filters of the address as a request. Invalid values are ignored. */
export function listRequest(values: Values, sort: StaffSort | undefined): StaffListRequest {
  const ids = (key: string) => values[key]?.filter((value) => uuid.test(value)) ?? [];
  const numbers = (key: string) => values[key]?.map(Number).filter((number) => [0, 1, 2].includes(number)) ?? [];
  const [startTime, endTime] = values.createTime?.map((value) => (day.test(value) ? value : undefined)) ?? [];
  const request = {
    keywords: values.keywords?.[0]?.trim().slice(0, 100),
    role: ids("role"),
    branchID: ids("branch"),
    deptID: ids("dept"),
    status: numbers("status"),
    gender: numbers("gender")[0],
    startTime,
    endTime,
    sortBy: sort?.key,
    sortOrder: sort && (sort.descending ? "desc" : "asc"),
  };
  const said = Object.entries(request).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "",
  );
  return Object.fromEntries(said) as StaffListRequest;
}

export type StaffSortKey = (typeof staffSorts)[number];

export interface StaffSort {
  key: StaffSortKey;
  descending: boolean;
}

/** The sort in address format: "nickname", or "-createTime" for descending. */
export function sortText(sort: StaffSort): string {
  return `${sort.descending ? "-" : ""}${sort.key}`;
}

/** Parses a sort from the address; undefined for none, and for one that the list does not support. */
export function readSort(text: string | null, known: readonly StaffSortKey[]): StaffSort | undefined {
  const descending = text?.startsWith("-") ?? false;
  const key = known.find((name) => name === text?.replace(/^-/, ""));
  return key && { key, descending };
}
