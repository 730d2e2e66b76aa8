import { expect, test } from "vitest";
import { dueNext, monthlyDays } from "./instalments.ts";

type Order = Parameters<typeof dueNext>[0];

const part = (position: number, paid: number): Order["instalments"][number] => ({
  ...{ position, dueDate: "2099-01-05", amount: 333.35, paid },
  state: paid === 333.35 ? "paid" : "partlyPaid",
});

test("the open part of the next instalment is due, to the cent", () => {
  const order: Order = { instalments: [part(1, 333.35), part(2, 100.1), part(3, 0)], open: 566.6, currency: "HKD" };
  expect(dueNext(order)).toMatchObject({ part: { position: 2 }, amount: 233.25 });
});

test("an order without instalments is due as a whole", () => {
  expect(dueNext({ instalments: [], open: 1200, currency: "TWD" })).toEqual({ part: undefined, amount: 1200 });
});

test.each([
  ["2026-01-05", ["2026-01-05", "2026-02-05", "2026-03-05"]],
  ["2026-11-30", ["2026-11-30", "2026-12-30", "2027-01-30"]],
  ["2026-12-31", ["2026-12-31", "2027-01-31", "2027-02-28"]],
])("from %s on", (first, days) => expect(monthlyDays(first, 3)).toEqual(days));
