import { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import { confirmStatuses, orderStatuses, paidMethods } from "@homeroom/contract/order-words";
import type { FilterValues } from "#ui/filter-bar/filters.ts";
import type { OrderRequest } from "../api/queries.ts";

const isDay = (value: string | undefined) => value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value);
const among = <Value extends string>(all: readonly Value[], wanted: readonly string[] = []) =>
  all.filter((value) => wanted.includes(value));

/** The filters of the address as a request; values that the contract does not allow are ignored. */
export function orderRequest(values: FilterValues, keywords: string): OrderRequest {
  const [from, to] = values["date"] ?? [];
  const lead = LeadId.safeParse(values["leadId"]?.[0]);
  const branch = BranchId.safeParse(values["branch"]?.[0]);
  const sales = AccountId.safeParse(values["sales"]?.[0]);
  const [paidFrom, paidTo] = values["paidOn"] ?? [];
  const lists = {
    status: among(orderStatuses, values["status"]),
    confirmStatus: among(confirmStatuses, values["confirm"]),
    payMethod: among(paidMethods, values["method"]),
  };
  return {
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(lead.success && { leadId: lead.data }),
    ...(branch.success && { branchID: branch.data }),
    ...(values["overdue"]?.[0] === "yes" && { isOverdue: true }),
    ...(values["kept"]?.[0] === "1" && { hasKept: true }),
    ...(values["refunding"]?.[0] === "1" && { refundWaits: true }),
    ...(sales.success && { salesID: sales.data }),
    ...(values["mine"]?.[0] === "yes" && { mine: true }),
    ...(isDay(paidFrom) && { payStart: paidFrom }),
    ...(isDay(paidTo) && { payEnd: paidTo }),
    ...(isDay(from) && { startTime: from }),
    ...(isDay(to) && { endTime: to }),
  };
}
