import type { DashboardDays, DashboardFigures } from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { countConversations } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Tx } from "#platform/db/transaction";
import { figuresScope } from "../policy.ts";
import { windowsOf } from "../rules/windows.ts";
import { businessCards, businessTotals } from "./business-figures.ts";
import { dashboardFigures, withChange } from "./dashboard-figures.ts";

interface FigureRequest {
  readonly days: DashboardDays;
  readonly branchID?: BranchId | undefined;
  readonly salesID?: AccountId | undefined;
  /** Of the window, in the branch's time zone; today if it is missing. */
  readonly lastDay?: string;
}

/** All figures of a window, from the rows that an actor can see. */
export async function figuresFor(tx: Tx, actor: Actor, request: FigureRequest): Promise<DashboardFigures> {
  const scope = figuresScope(actor);
  const zone = await timeZoneOf(tx, scope, request.branchID ?? actor.branchId);
  const windows = windowsOf(request.days, request.lastDay ?? today(zone));
  const chats = can(actor, "chat:message:query") ? scopeOf(actor, "chat:message:all") : null;
  const own = scope.reach === "own";
  const [figures, unanswered, business] = await Promise.all([
    dashboardFigures(tx, scope, { ...request, ...windows }),
    chats ? countConversations(tx, chats, unansweredRequest(request)) : null,
    businessCards(tx, actor, { ...request, ...windows, own, zone }),
  ]);
  const waiting = { key: "unanswered" as const, value: unanswered, compareValue: null, ...ofPeople };
  const cards = [
    ...figures.cards.map((card) => ({ ...card, ...ofPeople })),
    ...(waiting.value === null ? [] : [{ ...waiting, value: waiting.value }]),
    ...business,
  ];
  return { ...figures, own, cards: cards.map(withChange), ...businessTotals(business, actor, request) };
}

/** A card that counts the rows of its list. */
const ofPeople = { currency: null, rows: null };

/** The inbox filter that shows the conversations counted by the card. */
function unansweredRequest({ branchID, salesID }: FigureRequest) {
  return {
    filter: "NoReply" as const,
    filters: ["Over24h" as const],
    state: "open" as const,
    ...(branchID && { branchID }),
    ...(salesID && { sales: [salesID] }),
  };
}
