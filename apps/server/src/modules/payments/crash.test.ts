import { expect, it } from "vitest";
import { openOrderDesk } from "#modules/orders/for-tests";
import { orderToPay } from "#modules/orders/public";
import { prepareDesk } from "#platform/db/for-tests";
import type { Database } from "#platform/db/transaction";
import { inTransaction } from "#platform/db/transaction";
import { bookStanding } from "./actions/book-standing.ts";
import { type Attempt, addAttempt, attemptsOf } from "./queries/attempts.ts";

const desk = prepareDesk(openOrderDesk);

class Crash extends Error {}

/** The database of a process that dies once it has run a number of statements. */
function dyingAfter(statements: number): { db: Database; ran: () => number } {
  let ran = 0;
  const db = desk.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      ran += 1;
      if (ran === statements) throw new Crash();
      return result;
    },
  });
  return { db, ran: () => ran };
}

async function begin(orderID: string): Promise<Attempt> {
  const { scope } = desk.organization;
  return inTransaction(desk.db, scope, async (tx) => {
    const order = await orderToPay(tx, scope, orderID);
    if (!order) throw new Error("The order is gone");
    await addAttempt(tx, scope, { provider: "ecpay", order });
    const [attempt] = await attemptsOf(tx, scope, order.orderId);
    if (!attempt) throw new Error("There is no attempt");
    return attempt;
  });
}

it("books a payment once with one receipt, whichever statement the process died after", async () => {
  const { scope } = desk.organization;
  const log = desk.platform.log;
  let statements = 1;
  for (let died = true; died; statements += 1) {
    const orderID = await desk.order({ currency: "TWD", payMethod: "card" });
    const attempt = await begin(orderID);
    const standing = {
      state: "paid" as const,
      reference: `trade of ${orderID}`,
      amountMinor: 120_000,
      currency: "TWD" as const,
      numbers: null,
    };
    const { db } = dyingAfter(statements);
    died = await bookStanding({ db, log }, scope, { attempt, standing }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Crash) return true;
        throw error;
      },
    );
    const after = await desk.detail(orderID);
    // All of the money is here with its receipt, or nothing is.
    if (after.paid > 0) expect(after).toMatchObject({ status: "paid", paid: 1200, receipts: [{ kind: "receipt" }] });
    else expect(after).toMatchObject({ status: "pending", payments: [], receipts: [], history: [{ kind: "created" }] });
    // The platform sends its notice again, and the watch asks too.
    for (let again = 0; again < 2; again += 1) await bookStanding({ db: desk.db, log }, scope, { attempt, standing });
    const end = await desk.detail(orderID);
    expect(end).toMatchObject({ status: "paid", paid: 1200, excess: 0, hasKept: false });
    expect([end.payments.length, end.receipts.length]).toEqual([1, 1]);
  }
  expect(statements).toBeGreaterThan(10);
  const { rows } = await desk.owner.query<{ gaps: number }>(
    "select max(number) - count(*)::int as gaps from receipt where kind = 'receipt'",
  );
  expect(rows[0]?.gaps).toBe(0);
});
