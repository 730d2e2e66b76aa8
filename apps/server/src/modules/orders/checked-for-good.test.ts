import type { OrderForm } from "@homeroom/contract/orders";
import { backfill } from "@homeroom/database/migrations/0870-orders-checked-for-good";
import { expect, it } from "vitest";
import type { z } from "zod";
import { prepareDesk } from "#platform/db/for-tests";
import { loadMigrations } from "#platform/db/migrations/known-migrations";
import { migrate } from "#platform/db/migrations/migrate";
import { startBackfills } from "#platform/db/migrations/run-backfills";
import { openOrderDesk } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

interface Left {
  /** The state of the picture that was shown for the order. */
  proof: "waiting" | "confirmed" | "rejected";
  paid?: number;
  minutesAgo?: number;
}

/** An order as an earlier release left it: a picture was shown for it, and its time is over. */
async function left({ proof, paid = 0, minutesAgo = 600 }: Left, form: Partial<z.input<typeof OrderForm>> = {}) {
  const orderID = await desk.order(form);
  await desk.owner.query(
    `with shown as (
       update sale_order set image_at = now() - make_interval(mins => $2), paid_minor = $3,
         expires_at = case when expires_at is not null then now() - interval '1 hour' end
       where order_number = $1 returning *)
     insert into transfer_proof (organization_id, proof_id, branch_id, lead_id, order_id, source, state, decided_at)
     select organization_id, gen_random_uuid(), branch_id, lead_id, order_id, 'customer', $4,
       case when $4 <> 'waiting' then now() end from shown`,
    [orderID, minutesAgo, paid, proof],
  );
  return orderID;
}

/** Runs the backfill as an upgrade does, in batches. */
async function upgrade(): Promise<void> {
  const migrations = { ...(await loadMigrations()), "9996-checked": { backfill } };
  await migrate(desk.access, migrations);
  const { log } = desk.platform;
  await startBackfills({ ownerUrl: desk.access.ownerUrl, log, migrations }).finished;
}

it("reopens orders that were stuck in review, except those with a waiting picture", async () => {
  const partly = await left({ proof: "confirmed", paid: 50_000 });
  const unpaid = await left({ proof: "confirmed" });
  const byCard = await left({ proof: "rejected" }, { payMethod: "card" });
  const dates = [{ dueDate: "2030-01-01" }, { dueDate: "2030-02-01" }];
  const inParts = await left({ proof: "confirmed", paid: 60_000 }, { instalments: dates });
  const waiting = await left({ proof: "waiting" });
  const justNow = await left({ proof: "confirmed", minutesAgo: 0 });
  const cancelled = await left({ proof: "rejected" });
  await desk.owner.query("update sale_order set status = 'cancelled' where order_number = $1", [cancelled]);
  const before = await desk.detail(partly);
  expect(before).toMatchObject({ awaitsCheck: true, open: 700 });
  await upgrade();

  const after = await desk.detail(partly);
  expect(after).toMatchObject({ status: "pending", awaitsCheck: false, paid: 500, open: 700 });
  expect(after.version).toBe(before.version + 1);
  const hoursLeft = async (orderID: string) => {
    const { expireTime, serverTime } = await desk.detail(orderID);
    return expireTime && Math.round((Date.parse(expireTime) - Date.parse(serverTime)) / 360_000) / 10;
  };
  expect(await Promise.all([partly, unpaid, byCard, inParts].map(hoursLeft))).toEqual([72, 72, 0.5, null]);
  for (const orderID of [unpaid, byCard, inParts])
    expect(await desk.detail(orderID)).toMatchObject({ status: "pending", awaitsCheck: false });
  for (const orderID of [waiting, justNow]) expect(await desk.detail(orderID)).toMatchObject({ awaitsCheck: true });
  expect(await desk.detail(cancelled)).toMatchObject({ status: "cancelled" });
});
