import { type DashboardCard, type DashboardDays, dashboardDays, type FunnelStage } from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { readId } from "#platform/ids.ts";

/** Whose figures are looked at, and of how many days: the address of the screen. */
export interface FigureChoice {
  days: DashboardDays;
  branchID?: BranchId;
  salesID?: AccountId;
}

/** The choice of an address; the usual one for what it does not say. */
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

/** What figures were counted of: the lists behind them are asked for the same. */
export interface FigureFrame {
  range: { start: string; end: string };
  /** Own rows and those of nobody alone. */
  own: boolean;
  choice: FigureChoice;
}

/** The filter of the lead list whose days a card counts by; the conversations that wait are no leads. */
const daysOfCard: Partial<Record<DashboardCard, string>> = {
  newLeads: "leadDate",
  repeatLeads: "return",
  chats: "talk",
  deals: "deal",
};

/** The list that has exactly as many rows as a card says. */
export function cardAddress(card: DashboardCard, frame: FigureFrame): string {
  if (card === "revenue") return listAddress("/users/order", frame, "paidOn");
  if (card === "broadcasts") return plansAddress(frame);
  if (card === "adSpend") return adsAddress("/advert/campaign", frame);
  if (card === "volcengineSpend") return adsAddress("/advert/volcengine", frame);
  const days = daysOfCard[card];
  return days ? leadsAddress(frame, {}, days) : conversationsAddress(frame);
}

/** The leads of the window that have come this far. */
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

/** The list at an address, narrowed to days and people. */
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

/** Plans belong to who made them: those of the reader, or of the person who was chosen. */
function plansAddress({ range, own, choice: { branchID, salesID } }: FigureFrame): string {
  const filters = {
    started: `${range.start},${range.end}`,
    ...(branchID && { branch: branchID }),
    ...(own ? { mine: "yes" } : salesID && { creator: salesID }),
  };
  return `/admessage/plan?${new URLSearchParams(filters)}`;
}

/** Campaigns that were shown, or cost something; they belong to nobody. */
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
