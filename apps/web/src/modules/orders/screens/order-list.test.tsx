// @vitest-environment happy-dom
import { member } from "@homeroom/contract/member";
import { type OrderSummary, orderTotals } from "@homeroom/contract/order-totals";
import { orders } from "@homeroom/contract/orders";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { OrderList } from "./order-list.tsx";

const summed: OrderSummary = {
  ...{ currency: "HKD", count: 3, total: 1200, paid: 0, refunded: 0, open: 1200, overdue: 0, dropped: 0 },
};

/** The totals above the list, each with its name. */
async function sumsOf(part: Partial<OrderSummary>): Promise<string[]> {
  const page = { list: [], total: 0, pageNum: 1, pageSize: 30, nextCursor: null };
  show(<OrderList />, {
    perms: ["sale:order:query"],
    server: [
      answers(orders.list, page),
      answers(orderTotals.totals, { list: [{ ...summed, ...part }] }),
      answers(member.branchList, []),
      answers(member.salesList, []),
    ],
  });
  const sums = within(await screen.findByLabelText("Sums in HKD"));
  return sums.getAllByRole("term").map(({ textContent }) => textContent);
}

it("shows cancelled and timed-out orders separately from the total", async () => {
  expect(await sumsOf({ dropped: 3600 })).toEqual(["Total", "Paid", "Refunded", "Open", "Cancelled or timed out"]);
});

it("hides totals of 0", async () => {
  expect(await sumsOf({})).toEqual(["Total", "Paid", "Refunded", "Open"]);
});
