import { type AdFigures, type AdStatus, adFigureNames, adStatuses } from "@homeroom/contract/campaigns";
import { BranchId, RecordId } from "@homeroom/contract/ids";
import type { FilterValues } from "#ui/filter-bar/filters.ts";
import type { AdRequest } from "../api/ads.ts";

const isDay = (value: string | undefined): value is string => value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value);
const dayMs = 86_400_000;
const usualDays = 30;

/** The day that is a number of days before another one. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** The days of the address; where it names none, the last thirty up to today. */
export function rangeOf([from, to]: readonly string[], today: string): { startTime: string; endTime: string } {
  const endTime = isDay(to) ? to : today;
  const startTime = isDay(from) ? from : daysBefore(endTime, usualDays - 1);
  return startTime <= endTime ? { startTime, endTime } : { startTime: endTime, endTime: startTime };
}

/** The filters of the address as a request; values that the contract does not allow are ignored. */
export function adRequest(values: FilterValues, keywords: string, today: string): AdRequest {
  const ids = (key: string) => (values[key] ?? []).flatMap((id) => RecordId.safeParse(id).data ?? []);
  const [campaignID] = ids("campaign");
  const [adsetID] = ids("adset");
  const status = adStatuses.filter((one: AdStatus) => values["status"]?.includes(one));
  const accountID = ids("account");
  const bound = values["bound"]?.[0];
  const shown = values["shown"]?.[0];
  const branch = BranchId.safeParse(values["branch"]?.[0]);
  return {
    ...rangeOf(values["date"] ?? [], today),
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...(status.length > 0 && { status }),
    ...(accountID.length > 0 && { accountID }),
    ...(campaignID && { campaignID }),
    ...(adsetID && { adsetID }),
    ...(branch.success && { branchID: branch.data }),
    ...((shown === "1" || shown === "0") && { isShown: shown === "1" }),
    ...((bound === "1" || bound === "0") && { isBound: bound === "1" }),
  };
}

type Sortable = Exclude<keyof AdFigures, "revenue"> | "name";

/** The sort of the list from an address such as `-spend`; undefined if it is unknown. */
export function readSort(text: string | null): { key: Sortable; descending: boolean } | undefined {
  const known: readonly string[] = ["name", ...adFigureNames.filter((name) => name !== "revenue")];
  const key = text?.replace(/^-/, "");
  return key !== undefined && known.includes(key)
    ? { key: key as Sortable, descending: text?.startsWith("-") ?? false }
    : undefined;
}

/** How much a figure has grown, as a fraction; null where there is nothing to compare with. */
export function growthOf(now: number | null, before: number | null | undefined): number | null {
  if (now === null || before === null || before === undefined || before === 0) return null;
  return (now - before) / before;
}
