// @vitest-environment happy-dom
import { billing, type PlanOrderRow } from "@homeroom/contract/billing";
import { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { OrderTable } from "./order-table.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const order: PlanOrderRow = {
  ...{ recordID, orderID: null, kind: "subscription", title: "Basic plan", amount: 1200, currency: "HKD" },
  ...{
    payMethod: "card",
    paidMethod: null,
    status: "pending",
    confirmStatus: "unconfirmed",
    awaitsCheck: false,
    expireTime: null,
  },
  ...{ createTime: "2026-11-20T10:00:00Z", payDate: null, hasInvoice: false, payUrl: "https://pay.test/1" },
};
const listOf = (...list: PlanOrderRow[]) =>
  answers(billing.orders, { list, total: list.length, pageNum: 1, pageSize: 30 });
const buyer: Permission[] = ["bill:plan:buy", "bill:invoice:download"];
const cancelled: PlanOrderRow = { ...order, status: "cancelled", payUrl: null };

const open = (server: ReturnType<typeof answers>[], perms = buyer) =>
  show(<OrderTable kind="orders" />, { perms, server, height: 600 });

const agree = async (person: ReturnType<typeof open>["person"]) =>
  person.click(await screen.findByRole("button", { name: "Cancel the order" }));

it("asks before it cancels an order, and warns if a transfer is being checked", async () => {
  const { person, sentTo } = open([listOf({ ...order, awaitsCheck: true }), answers(billing.cancel, null)]);
  await person.click(await screen.findByRole("button", { name: "Cancel Basic plan" }));
  expect(await screen.findByText(/A transfer is being checked/)).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByText(/A transfer is being checked/)).toBeNull());
  expect(sentTo(billing.cancel)).toEqual([]);
});

it("shows a refused receipt and the time left to pay, but not “unpaid” as well", async () => {
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  open([listOf({ ...order, confirmStatus: "rejected", expireTime })]);
  await screen.findByText("Receipt refused");
  screen.getByText(/left$/);
  expect(screen.queryByText("Unpaid")).toBeNull();
});

it("cancels an order once, however often the button is pressed", async () => {
  const { person, sentTo } = open([inTurn(listOf(order), listOf(cancelled)), answers(billing.cancel, null)]);
  const cancel = await screen.findByRole("button", { name: "Cancel Basic plan" });
  fireEvent.click(cancel);
  fireEvent.click(cancel);
  await agree(person);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel Basic plan" })).toBeNull());
  expect(sentTo(billing.cancel)).toEqual([{ recordID }]);
});

it("allows another attempt to cancel after a refusal with its reason", async () => {
  const { person, sentTo } = open([listOf(order), refuses(billing.cancel, "TOO_MANY_REQUESTS")]);
  await person.click(await screen.findByRole("button", { name: "Cancel Basic plan" }));
  await agree(person);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: /Cancel Basic plan/ }));
  await agree(person);
  await waitFor(() => expect(sentTo(billing.cancel)).toHaveLength(2));
});

it.each([
  [null, "Card"],
  ["shopline", "SHOPLINE"],
  ["bankTransfer", "Bank transfer"],
] as const)("names how an order was paid, and what was chosen until then: %s", async (paidMethod, name) => {
  open([listOf({ ...order, paidMethod })]);
  expect(await screen.findByText(name)).toBeTruthy();
});
