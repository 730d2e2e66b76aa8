import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CardProblem } from "@homeroom/contract/linked-card";
import { v5 } from "uuid";
import { colleaguesWhoMay } from "#modules/accounts/public";
import { isToBeRemoved } from "#modules/organizations/public";
import { type ChargeOutcome, chargeCard, type Payments } from "#modules/payments/public";
import { currentActorAnywhere } from "#modules/sign-in/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { planNotRenewed } from "../events.ts";
import { accountOf } from "../queries/account.ts";
import { claimDueCard, type LinkedCardRow, organizationsWithDueCard } from "../queries/linked-card.ts";
import { isUnsettled, nextTry, type RenewalStep, renewableUntil, renewalStep } from "../rules/renewal.ts";
import { changeCard } from "../writes/linked-card.ts";
import { createOrder } from "./create-order.ts";
import { type FollowedOrder, followOrder } from "./follow-order.ts";

/** Renews every plan that ends soon and has a linked card. One failure does not stop the others. */
export async function renewDue(payments: Payments, stop: AbortSignal): Promise<void> {
  const { db, log } = payments.platform;
  for (const organizationId of await organizationsWithDueCard(db, new Date())) {
    if (stop.aborted) return;
    await renewByCard(payments, organizationId, new Date()).catch((error: unknown) =>
      log.error({ err: error, organizationId }, "A plan was not renewed by its card"),
    );
  }
}

/**
 * Renews an organisation's plan with its linked card, if it is due: on the terms of the last period, once for each end.
 * However often it runs or is interrupted, it charges a renewal once: the order's id is derived from the end of the plan, and
 * the outcome of an unknown charge is queried by its number before there is another charge.
 */
export async function renewByCard(payments: Payments, organizationId: OrganizationId, now: Date): Promise<void> {
  const { db } = payments.platform;
  const scope = organizationScope(organizationId);
  const claimed = await inTransaction(db, scope, async (tx) => {
    const card = await claimDueCard(tx, scope, now);
    return card && { card, account: await accountOf(tx, scope, now), isEnding: await isToBeRemoved(tx, scope) };
  });
  if (!claimed) return;
  const { card, account } = claimed;
  const { nextInvoice } = account;
  const end = renewableUntil(account);
  const tomorrow = nextTry("declined", now);
  // Plans without an end, trials and centres to be deleted are not renewed: checked again in a day.
  if (!end || claimed.isEnding) return put(payments, scope, { next_try_at: tomorrow });
  const step = renewalStep(end, now);
  // Nobody sells the plan any more: people can choose another one before this one ends.
  if (!nextInvoice)
    return isUnsettled(step, card.problem)
      ? put(payments, scope, { next_try_at: tomorrow })
      : putProblem(payments, scope, { card, change: { next_try_at: tomorrow, problem: "notOnSale" } });
  if (step.kind === "wait") return put(payments, scope, whileWaiting(step, card, tomorrow));
  if (step.kind === "late")
    return putProblem(payments, scope, { card, change: { next_try_at: tomorrow, problem: "late" } });
  // The last charge succeeded for an order that had closed. The seller assigns that money; another charge would be a second one.
  if (card.problem === "kept") return put(payments, scope, { next_try_at: tomorrow });
  const purchase = { kind: "subscription", planID: nextInvoice.plan, months: nextInvoice.months } as const;
  const tried = await chargeFirstOpen(payments, scope, { card, end, purchase, now });
  if (!tried)
    return putProblem(payments, scope, {
      card,
      change: { next_try_at: nextTry("noRights", now), problem: "noRights" },
    });
  const { outcome, isGiven } = tried;
  if (isGiven) return put(payments, scope, { next_try_at: now, failures: 0, problem: null });
  if (outcome === "charged") return put(payments, scope, { next_try_at: tomorrow, problem: "kept" });
  // A person reports a payment in another way.
  if (outcome === "checking") return put(payments, scope, { next_try_at: tomorrow, problem: null });
  // Only after a definite refusal there is another order: an unknown charge may have succeeded.
  if (outcome === "unknown" || outcome === "unclear") {
    const problem: CardProblem = outcome === "unknown" ? "unavailable" : "unclear";
    return put(payments, scope, { next_try_at: nextTry("unavailable", now), failures: tried.failures, problem });
  }
  const failures = tried.failures + 1;
  const change = { next_try_at: tomorrow, failures, problem: "declined" as const };
  return putProblem(payments, scope, { card, change });
}

/** Until a renewal is due, the card is checked daily: the plan can go off sale. */
function whileWaiting({ until }: RenewalStep & { kind: "wait" }, { problem }: LinkedCardRow, tomorrow: Date) {
  return { next_try_at: until < tomorrow ? until : tomorrow, ...(problem !== null && { problem: null }) };
}

/** Above the number of orders that a renewal can need. */
const mostOrders = 50;

interface DueRenewal {
  card: LinkedCardRow;
  end: Date;
  purchase: Pick<Parameters<typeof createOrder>[2], "kind" | "planID" | "months">;
  now: Date;
}

interface RenewalAttempt {
  outcome: ChargeOutcome | "checking";
  /** How many orders of this renewal are closed. */
  failures: number;
  isGiven: boolean;
}

/** Charges the first open order of a renewal; null without the rights to order. */
async function chargeFirstOpen(
  payments: Payments,
  scope: Scope,
  { card, end, purchase, now }: DueRenewal,
): Promise<RenewalAttempt | null> {
  for (let failures = card.failures; ; failures += 1) {
    const orderId = RecordId.parse(v5(`renewal ${end.toISOString()} ${failures}`, scope.organizationId));
    // oxlint-disable-next-line no-await-in-loop -- another order only once the one before is over
    const order = await placeRenewal(payments, scope, { card, orderId, purchase });
    if (!order) return null;
    // oxlint-disable-next-line no-await-in-loop -- charges that order
    const outcome = await charge(payments, { card, order, now });
    // oxlint-disable-next-line no-await-in-loop -- what the charge left
    const followed = await followOrder(payments.platform.db, scope, orderId);
    const isGiven = followed.order.given_at !== null;
    if (outcome !== "closed" || isGiven || failures - card.failures >= mostOrders)
      return { outcome, failures, isGiven };
    if (followed.sale?.awaitsCheck) return { outcome: "checking", failures, isGiven };
  }
}

interface Renewal extends Pick<DueRenewal, "card" | "purchase"> {
  orderId: RecordId;
}

/** The order of a renewal, made with the current rights of the person who linked the card; null without them. */
async function placeRenewal(
  { platform }: Payments,
  scope: Scope,
  { card, orderId, purchase }: Renewal,
): Promise<FollowedOrder | null> {
  try {
    const actor = await inTransaction(platform.db, scope, (tx) => currentActorAnywhere(tx, scope, card.actor));
    return await createOrder(platform.db, actor, { ...purchase, recordID: orderId, payMethod: "card" });
  } catch (error) {
    const lost = ["RUN_RIGHTS_REVOKED", "PERMISSION_DENIED"];
    if (error instanceof AppError && lost.includes(error.code)) return null;
    throw error;
  }
}

async function charge(
  payments: Payments,
  { card, order: { order }, now }: { card: LinkedCardRow; order: FollowedOrder; now: Date },
): Promise<ChargeOutcome> {
  const { token } = card.token ? payments.platform.secrets.open(card.token) : {};
  const { provider, linked_at: linkedAt } = card;
  if (!token || !linkedAt || !order.order_number) return "unknown";
  const seller = organizationScope(order.seller_id);
  return chargeCard(payments, seller, { orderID: order.order_number, provider, token, linkedAt, now });
}

interface CardFailure {
  card: LinkedCardRow;
  change: Parameters<typeof changeCard>[2] & { problem: CardProblem };
}

function put({ platform }: Payments, scope: Scope, change: Parameters<typeof changeCard>[2]): Promise<void> {
  return inTransaction(platform.db, scope, (tx) => changeCard(tx, scope, change));
}

/** Stores why a renewal failed; people who can resolve it are notified once, not for every try. */
function putProblem({ platform }: Payments, scope: Scope, { card, change }: CardFailure): Promise<void> {
  return inTransaction(platform.db, scope, async (tx) => {
    await changeCard(tx, scope, change);
    if (change.problem === card.problem) return;
    const people = await colleaguesWhoMay(tx, scope, { permission: "bill:plan:buy", branchId: null });
    const { organizationId } = scope;
    const payload = { at: new Date().toISOString(), people, problem: change.problem };
    await emit(tx, planNotRenewed, { organizationId, aggregateId: RecordId.parse(organizationId), payload });
  });
}
