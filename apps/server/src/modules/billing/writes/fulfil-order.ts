import { RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { recordChange } from "#modules/audit/public";
import { changePlan, lockPlan } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { balancesOf, movedBy } from "../queries/ledger.ts";
import type { PlanOrder } from "../queries/orders.ts";
import { periodsOf, writePeriods } from "../queries/periods.ts";
import { standingOf } from "../queries/standing.ts";
import {
  afterRefund,
  afterUpgrade,
  afterUpgradeRefund,
  newPeriod,
  type Period,
  planAt,
  startOfNext,
} from "../rules/periods.ts";
import { paidUpgrades, upgradesTo } from "../rules/quote.ts";
import { giveService, stopService } from "./ad-service.ts";
import { type Movement, move } from "./ledger.ts";

/**
 * Fulfils a locked, paid order: its money is added to the balance, and the purchase is taken from there.
 * The part that an upgrade no longer needs, because it was paid days later, stays in the balance.
 */
export async function fulfilOrder(
  tx: Tx,
  scope: Scope,
  { order, now }: { order: PlanOrder; now: Date },
): Promise<void> {
  const { order_id: orderId, amount_minor: amount, title } = order;
  const about = { orderId, note: title, accountId: order.created_by };
  const cause = order.kind === "recharge" ? "recharge" : "payment";
  await move(tx, scope, {
    ...about,
    unit: "money",
    from: "outside",
    to: "available",
    amount,
    cause,
    key: `paid ${orderId}`,
  });
  const spent = await grantGoods(tx, scope, { order, now });
  if (spent > 0) await spend(tx, scope, { ...about, amount: spent, key: spentKey(orderId) });
  await tx
    .updateTable("plan_order")
    .set({ given_at: now })
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .execute();
  await auditOrder(tx, scope, { order, action: "confirmed" });
}

/** The movement that spent an order's money. */
const spentKey = (orderId: RecordId) => `spent ${orderId}`;

/** Reverses a refunded order: its unused time and the rest of it in the balances. */
export async function reverseOrder(
  tx: Tx,
  scope: Scope,
  { order, now }: { order: PlanOrder; now: Date },
): Promise<void> {
  const { order_id: orderId, kind, messages, amount_minor: amount } = order;
  if (kind === "adPlacement") await stopService(tx, scope, { serviceId: orderId, now });
  const balance = await balancesOf(tx, scope);
  const back = async (unit: Movement["unit"], wanted: number) => {
    const given = Math.min(wanted, balance(unit, "available"));
    const key = `refund ${unit} ${orderId}`;
    if (given > 0)
      await move(tx, scope, { unit, from: "available", to: "outside", amount: given, cause: "refund", key, orderId });
  };
  if (kind === "recharge") await back("money", amount);
  if (kind === "broadcast") await back("message", messages);
  if (kind === "adPlacement") await back("adBudget", amount);
  if (kind === "subscription" || kind === "upgrade") {
    await reverseTime(tx, scope, { order, now });
    await back("money", amount - (await movedBy(tx, scope, spentKey(orderId))));
  }
  await tx
    .updateTable("plan_order")
    .set({ taken_back_at: now })
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .execute();
  await auditOrder(tx, scope, { order, action: "refunded" });
}

/** If the bought time had not begun, all of it is removed: the running trial ends where that time would have begun. */
async function reverseTime(tx: Tx, scope: Scope, { order, now }: { order: PlanOrder; now: Date }): Promise<void> {
  const undo = order.kind === "upgrade" ? afterUpgradeRefund : afterRefund;
  const before = await periodsOf(tx, scope);
  const periods = undo(before, order.order_id, now);
  await applyPeriods(tx, scope, { periods, now });
  const [first] = before;
  if (first && periods.length === 0) await changePlan(tx, scope, { membership: "trial", expires_at: first.startsAt });
}

/** Records the state of an order that was never created at the seller. */
export async function saveStatus(
  tx: Tx,
  scope: Scope,
  { orderId, status }: Pick<PlanOrder, "status"> & { orderId: RecordId },
): Promise<void> {
  await tx
    .updateTable("plan_order")
    .set({ status })
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .where("order_number", "is", null)
    .execute();
}

/** Writes the periods of a locked organisation, and the resulting plan. */
export async function applyPeriods(
  tx: Tx,
  scope: Scope,
  { periods, now }: { periods: readonly Period[]; now: Date },
): Promise<void> {
  await writePeriods(tx, scope, periods);
  const held = await lockPlan(tx, scope);
  const plan = planAt(periods, now);
  await changePlan(tx, scope, {
    membership: plan ?? held.membership,
    expires_at: periods.at(-1)?.endsAt ?? held.expires_at,
  });
}

/** Adds time or messages; returns the part of the money that this uses. */
async function grantGoods(tx: Tx, scope: Scope, { order, now }: { order: PlanOrder; now: Date }): Promise<number> {
  const { kind, order_id: orderId, amount_minor: amountMinor, plan } = order;
  if (kind === "recharge") return 0;
  if (kind === "broadcast") {
    const given = { unit: "message", from: "outside", to: "available", cause: "purchase" } as const;
    await move(tx, scope, { ...given, amount: order.messages, key: `messages ${orderId}`, orderId, note: order.title });
    return amountMinor;
  }
  if (kind === "adPlacement") {
    await giveService(tx, scope, order);
    return amountMinor;
  }
  if (!plan) throw new Error("An order of time names its plan");
  const standing = await standingOf(tx, scope, now);
  if (kind === "upgrade") {
    const isSold = standing.prices.some((price) => price.plan === plan);
    // A plan that went off sale since the order has no price today, which must not make it free.
    const { prices } = isSold ? standing : await standingOf(tx, scope, order.created_at);
    const { changes, costMinor } = paidUpgrades(upgradesTo(plan, { ...standing, prices }, now), amountMinor);
    const periods = afterUpgrade(standing.periods, { plan, now, changes, orderId });
    await applyPeriods(tx, scope, { periods, now });
    return costMinor;
  }
  const { paid_months: paidMonths, granted_months: grantedMonths } = order;
  const period = newPeriod({ plan, paidMonths, grantedMonths, amountMinor, orderId }, startOfNext(now, standing));
  await applyPeriods(tx, scope, { periods: [...standing.periods, period], now });
  return amountMinor;
}

type Spending = Pick<Movement, "orderId" | "note" | "accountId" | "amount" | "key">;

async function spend(tx: Tx, scope: Scope, spending: Spending): Promise<void> {
  await move(tx, scope, { ...spending, unit: "money", from: "available", to: "used", cause: "purchase" });
}

interface AuditedChange {
  order: PlanOrder;
  action: "confirmed" | "refunded";
}

async function auditOrder(tx: Tx, { organizationId }: Scope, { order, action }: AuditedChange): Promise<void> {
  await recordChange(
    tx,
    { organizationId, accountId: null, nickname: "" },
    {
      module: "billing",
      action,
      subject: { type: "planOrder", id: RecordId.parse(order.order_id), name: order.title },
      before: {},
      after: {
        orderID: order.order_number,
        total: fromMinor(order.amount_minor, order.currency),
        currency: order.currency,
      },
    },
  );
}
