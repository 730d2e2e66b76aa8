import type { ServiceStatus } from "@homeroom/contract/ad-services";
import type { RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable, Updateable } from "kysely";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PlanOrder } from "../queries/orders.ts";
import { closeReservation, move, reserve, spendReserved } from "./ledger.ts";

export type AdService = Selectable<Schema["ad_service"]>;

/** A service was paid: its money is reserved in the ad budget, and it waits for our staff. */
export async function giveService(tx: Tx, scope: Scope, order: PlanOrder): Promise<void> {
  const { order_id: serviceId, amount_minor: amount, title: note } = order;
  const bought = { unit: "adBudget", from: "outside", to: "available", cause: "purchase" } as const;
  await move(tx, scope, { ...bought, amount, key: `ad ${serviceId}`, orderId: serviceId, note });
  const reservationId = await storeBudget(tx, scope, { serviceId, amount });
  await saveService(tx, scope, serviceId, { status: "waiting", reservation_id: reservationId });
}

/** Reserves a part of the ad budget for a service. Throws PLAN_BALANCE_LOW. */
export function storeBudget(
  tx: Tx,
  scope: Scope,
  { serviceId, amount }: { serviceId: RecordId; amount: number },
): Promise<RecordId> {
  return reserve(tx, scope, { unit: "adBudget", amount, cause: "adPlacement", key: `ad hold ${serviceId}` });
}

/** The service, locked until the transaction ends; undefined if it does not exist. */
export function lockService(tx: Tx, scope: Scope, serviceId: RecordId): Promise<AdService | undefined> {
  return lockRow(tx, scope, "ad_service", { service_id: serviceId });
}

/** Ends a waiting or running service without spending: its reservation returns to the ad budget. */
export async function stopService(
  tx: Tx,
  scope: Scope,
  { serviceId, now }: { serviceId: RecordId; now: Date },
): Promise<void> {
  const service = await lockService(tx, scope, serviceId);
  if (service) await endService(tx, scope, { service, status: "stopped", spentMinor: 0, now });
}

interface End {
  service: AdService;
  status: Extract<ServiceStatus, "finished" | "stopped">;
  spentMinor: number;
  now: Date;
}

/** Ends a locked waiting or running service: its spending is used, the rest is free for others. Does nothing if it has ended. */
export async function endService(tx: Tx, scope: Scope, { service, status, spentMinor, now }: End): Promise<void> {
  if (service.status !== "waiting" && service.status !== "running") return;
  const { service_id: serviceId, reservation_id: reservationId } = service;
  if (reservationId) {
    if (spentMinor > 0)
      await spendReserved(tx, scope, { reservationId, amount: spentMinor, key: `ad spent ${serviceId}` });
    await closeReservation(tx, scope, reservationId);
  }
  await saveService(tx, scope, serviceId, { status, ended_at: now });
}

/** Writes columns of a locked service. */
export async function saveService(
  tx: Tx,
  scope: Scope,
  serviceId: RecordId,
  values: Updateable<Schema["ad_service"]>,
): Promise<void> {
  await tx
    .updateTable("ad_service")
    .set((column) => ({ ...values, version: column("version", "+", 1) }))
    .where("organization_id", "=", scope.organizationId)
    .where("service_id", "=", serviceId)
    .execute();
}
