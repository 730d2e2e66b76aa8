// @vitest-environment happy-dom
import { FileId, RecordId } from "@homeroom/contract/ids";
import { type OrderDetail, orders } from "@homeroom/contract/orders";
import type { Permission } from "@homeroom/contract/permissions";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { OrderActions } from "./order-actions.tsx";

const all: readonly Permission[] = [
  "sale:order:add",
  "sale:order:edit",
  "sale:order:confirm",
  "sale:order:cancel",
  "sale:order:refund",
];
const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000003");
const picture = {
  fileID: FileId.parse("019aaaaa-0000-7000-8000-000000000002"),
  url: "/picture",
  proof: { recordID, version: 4 },
};
const pending: Partial<OrderDetail> = {
  ...{
    orderID: "2026112600000001",
    payType: "product",
    version: 1,
    currency: "HKD",
    payMethod: "bankTransfer",
    paidMethod: null,
  },
  ...{ status: "pending", confirmStatus: "unconfirmed", paid: 0, refunded: 0, open: 1200, total: 1200 },
  ...{ awaitsCheck: false, paymentImage: null, waitingImages: 0, instalments: [] },
};
const order = (more: Partial<OrderDetail> = {}) => ({ ...pending, ...more }) as OrderDetail;

function offered(of: OrderDetail, perms: readonly Permission[] = all): string[] {
  show(<OrderActions order={of} />, { perms });
  return screen.queryAllByRole("button").map((button) => button.textContent);
}

const states: [name: string, state: Partial<OrderDetail>, offered: string[]][] = [
  ["open", {}, ["Cancel order", "Change discount", "Payment link", "Upload proof", "Confirm payment"]],
  [
    "what an organisation buys",
    { payType: "subscription" },
    ["Cancel order", "Payment link", "Upload proof", "Confirm payment"],
  ],
  [
    "one whose transfer waits",
    { awaitsCheck: true, paymentImage: picture },
    ["Cancel order", "Payment link", "Upload proof", "Reject proof", "Confirm payment"],
  ],
  [
    "one whose transfer was rejected",
    { confirmStatus: "rejected", paymentImage: picture },
    ["Cancel order", "Change discount", "Payment link", "Upload proof", "Confirm payment"],
  ],
  [
    "one whose transfer was booked in part",
    { paid: 500, open: 700, paymentImage: { ...picture, proof: null } },
    ["Payment link", "Upload proof", "Record refund", "Confirm payment"],
  ],
  [
    "one that is paid in part",
    { paid: 500, open: 700 },
    ["Payment link", "Upload proof", "Record refund", "Confirm payment"],
  ],
  ["a paid one", { status: "paid", confirmStatus: "confirmed", paid: 1200, open: 0 }, ["Record refund"]],
  ["a refunded one", { status: "refunded", paid: 1200, refunded: 1200, open: 0 }, []],
  ["a cancelled one", { status: "cancelled", open: 0 }, []],
  ["one whose time is over", { status: "closed", open: 0 }, []],
];

it.each(states)("offers for %s what its state allows", (_name, state, expected) => {
  expect(offered(order(state))).toEqual(expected);
});

const paidFirst = "Money has been received for this order. To cancel it, refund that money first.";

it.each<[string, Partial<OrderDetail>, readonly Permission[], boolean]>([
  ["one that is paid in part", { paid: 500, open: 700 }, all, true],
  ["one that is paid in part, to people who cannot cancel", { paid: 500, open: 700 }, ["sale:order:refund"], false],
  ["one whose part was refunded", { paid: 500, refunded: 500 }, all, false],
  ["an open one", {}, all, false],
  ["a paid one", { status: "paid", paid: 1200, open: 0 }, all, false],
])("says why %s cannot be cancelled, where that is so", (_name, state, perms, isSaid) => {
  offered(order(state), perms);
  expect(screen.queryByText(paidFirst) !== null).toBe(isSaid);
});

it.each([
  ["sale:order:query", ["Payment link"]],
  ["sale:order:add", ["Change discount", "Payment link", "Upload proof"]],
  ["sale:order:edit", ["Change discount", "Payment link", "Upload proof"]],
  ["sale:order:confirm", ["Payment link", "Confirm payment"]],
  ["sale:order:cancel", ["Cancel order", "Payment link"]],
] as const)("offers somebody with %s alone what they may do", (permission, expected) => {
  expect(offered(order(), [permission])).toEqual(expected);
});

it.each([
  ["sale:order:refund", ["Record refund"]],
  ["sale:order:confirm", []],
] as const)("offers somebody with %s for a paid order %j", (permission, expected) => {
  expect(offered(order({ status: "paid", paid: 1200, open: 0 }), [permission])).toEqual(expected);
});

it.each([
  [1, /full time to pay again/],
  [2, /Another one waits/],
  [3, /2 others wait/],
])(
  "rejects of %i pictures that wait the one that is shown, and names how many others wait",
  async (waitingImages, hint) => {
    const waiting = order({ awaitsCheck: true, paymentImage: picture, waitingImages });
    const { person, sentTo } = show(<OrderActions order={waiting} />, {
      perms: all,
      server: [answers(transferProofs.reject, null)],
    });
    await person.click(screen.getByRole("button", { name: "Reject proof" }));
    expect(await screen.findByText(hint)).toBeTruthy();
    await person.type(screen.getByLabelText("Note"), "Not ours");
    await person.click(screen.getAllByRole("button", { name: "Reject proof" }).at(-1) as HTMLElement);
    await waitFor(() => expect(sentTo(transferProofs.reject)).toEqual([{ recordID, version: 4, note: "Not ours" }]));
  },
);

/** A colleague changes the order while a form of it is open. */
function WithColleague({ before, after }: { before: OrderDetail; after: OrderDetail }) {
  const [shown, setShown] = useState(before);
  return (
    <>
      <button type="button" onClick={() => setShown(after)}>
        Colleague
      </button>
      <OrderActions order={shown} />
    </>
  );
}

const paidOrder: Partial<OrderDetail> = { status: "paid", confirmStatus: "confirmed", paid: 1200, open: 0 };
const choices = { list: [], currency: "HKD", discountLimit: null, namesMonth: false, givesInvoices: false } as const;

const ends: [name: string, before: Partial<OrderDetail>, after: Partial<OrderDetail>, verb: string, field: string][] = [
  ["a discount", {}, { status: "cancelled" }, "Change discount", "Reason for the discount"],
  ["a refund", paidOrder, { ...paidOrder, status: "refunded", refunded: 1200 }, "Record refund", "Reason"],
  ["a rejection", { awaitsCheck: true, paymentImage: picture }, { status: "cancelled" }, "Reject proof", "Note"],
];

it.each(ends)("keeps what was written of %s when a colleague ends what it is about", async (...[, before, ...rest]) => {
  const [after, verb, field] = rest;
  const discountGiven = { kind: "percent", value: 5, reason: "" } as const;
  const [first, then] = [order({ ...before, discountGiven }), order({ ...after, discountGiven })];
  const server = [answers(orders.productChoices, { ...choices, list: [] })];
  const { person } = show(<WithColleague before={first} after={then} />, { perms: all, server });
  await person.click(screen.getByRole("button", { name: verb }));
  await person.type(await screen.findByLabelText(field), "said at the desk");
  expect(screen.queryByText(/no longer be saved/)).toBeNull();
  await person.click(screen.getByText("Colleague"));
  await screen.findByText(/no longer be saved/);
  expect(screen.getByLabelText<HTMLInputElement>(field).value).toBe("said at the desk");
});
