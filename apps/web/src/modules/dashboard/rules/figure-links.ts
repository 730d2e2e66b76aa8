import { type DashboardCard, type DashboardDays, dashboardDays, type FunnelStage } from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { readId } from "#platform/ids.ts";

/** Whose figures are shown, and for how many days, from the address of the screen. */
export interface FigureChoice {
  days: DashboardDays;
  branchID?: BranchId;
  salesID?: AccountId;
}

/** The choice in an address, with defaults for missing parts. */
export function choiceOf(search: URLSearchParams): FigureChoice {
  const days = Number(search.get("days"));
  const branch = readId<BranchId>(search.get("branch"));
  const sales = readId<AccountId>(search.get("sales"));
  return {
    days: dashboardDays.find((known) => known === days) ?? 7,
    ...(branch && { branchID: branch }),
    ...(sales && { salesID: sales }),
  };
}

/** What the figures counted, to request the lists behind them in the same way. */
export interface FigureFrame {
  range: { start: string; end: string };
  /** Only own and unassigned rows. */
  own: boolean;
  choice: FigureChoice;
}

/** The date filter of the lead list for each card; waiting conversations are not leads. */
const daysOfCard: Partial<Record<DashboardCard, string>> = {
  newLeads: "leadDate",
  repeatLeads: "return",
  chats: "talk",
  deals: "deal",
};

/** The list with exactly the number of rows on a card. */
export function cardAddress(card: DashboardCard, frame: FigureFrame): string {
  if (card === "revenue") return listAddress("/users/order", frame, "paidOn");
  if (card === "broadcasts") return plansAddress(frame);
  if (card === "adSpend") return adsAddress("/advert/campaign", frame);
  if (card === "volcengineSpend") return adsAddress("/advert/volcengine", frame);
  const days = daysOfCard[card];
  return days ? leadsAddress(frame, {}, days) : conversationsAddress(frame);
}

/** The leads of the window that have reached this stage. */
export function stageAddress(stage: FunnelStage, frame: FigureFrame, more: Record<string, string> = {}): string {
  return leadsAddress(frame, stage === "leads" ? more : { ...more, reached: stage });
}

/** The new leads of one day. */
export function dayAddress(day: string, frame: FigureFrame): string {
  return leadsAddress({ ...frame, range: { start: day, end: day } }, {});
}

function leadsAddress(frame: FigureFrame, more: Record<string, string>, days = "leadDate"): string {
  return listAddress("/lead/list", frame, days, more);
}

/** The list at an address, filtered by days and people. */
function listAddress(
  address: string,
  { range, own, choice: { branchID, salesID } }: FigureFrame,
  days: string,
  more: Record<string, string> = {},
): string {
  const filters = {
    [days]: `${range.start},${range.end}`,
    ...(branchID && { branch: branchID }),
    ...(salesID && { sales: salesID }),
    ...(own && { mine: "yes" }),
    ...more,
  };
  return `${address}?${new URLSearchParams(filters)}`;
}

/** Plans belong to their creator: the reader's, or those of the chosen person. */
function plansAddress({ range, own, choice: { branchID, salesID } }: FigureFrame): string {
  const filters = {
    started: `${range.start},${range.end}`,
    ...(branchID && { branch: branchID }),
    ...(own ? { mine: "yes" } : salesID && { creator: salesID }),
  };
  return `/admessage/plan?${new URLSearchParams(filters)}`;
}

/** Campaigns that were shown or cost something; they have no owner. */
function adsAddress(address: string, { range, choice: { branchID } }: FigureFrame): string {
  const filters = {
    date: `${range.start},${range.end}`,
    shown: "1",
    ...(branchID && { branch: branchID }),
  };
  return `${address}?${new URLSearchParams(filters)}`;
}

function conversationsAddress({ choice: { branchID, salesID } }: FigureFrame): string {
  const filters = {
    filter: "NoReply,Over24h",
    ...(branchID && { branch: branchID }),
    ...(salesID && { sales: salesID }),
  };
  return `/chat/whatsapp?${new URLSearchParams(filters)}`;
}
