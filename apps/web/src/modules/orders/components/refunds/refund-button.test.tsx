// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { orders } from "@homeroom/contract/orders";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { RefundButton } from "./refund-button.tsx";

const made = answers(orders.refund, { recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000001") });
const button = <RefundButton orderID="2026112600000001" most={1200} currency="HKD" paidBy="bankTransfer" />;
const allowed = { perms: ["sale:order:refund"] as const, server: [made] };
const press = (name: string) => screen.getAllByRole("button", { name }).at(-1) as HTMLElement;

it("suggests the whole amount and the original payment method, and sends the input", async () => {
  const { person, sentTo } = show(button, allowed);
  await person.click(press("Record refund"));
  await person.clear(screen.getByLabelText("Amount"));
  await person.type(screen.getByLabelText("Amount"), "300.5");
  await person.type(screen.getByLabelText("Reference"), "FPS 778");
  await person.type(screen.getByLabelText("Reason"), "moved away");
  await person.click(press("Record refund"));
  await waitFor(() => expect(sentTo(orders.refund)).toHaveLength(1));
  expect(sentTo(orders.refund)[0]).toMatchObject({
    ...{ orderID: "2026112600000001", amount: 300.5, method: "bankTransfer" },
    ...{ reference: "FPS 778", reason: "moved away", recordID: expect.any(String) },
  });
});

it("sends nothing without a reason", async () => {
  const { person, sentTo } = show(button, allowed);
  await person.click(press("Record refund"));
  await person.click(press("Record refund"));
  await waitFor(() => expect(screen.getByLabelText("Reason").getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(orders.refund)).toEqual([]);
});

it("refuses more than the available amount, and does not reduce it silently", async () => {
  const { person, sentTo } = show(button, allowed);
  await person.click(press("Record refund"));
  await person.clear(screen.getByLabelText("Amount"));
  await person.type(screen.getByLabelText("Amount"), "3000");
  await person.type(screen.getByLabelText("Reason"), "one lesson");
  await person.click(press("Record refund"));
  await screen.findByText("At most 1200");
  expect(sentTo(orders.refund)).toEqual([]);
});

it("is hidden from people without the permission to refund", () => {
  show(button);
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["paypal", /have the platform return it/],
  ["ecpay", /ECPay returns no money from here/],
  ["cash", /Return the money to the customer yourself/],
] as const)("says of money that came by %s who has to return it", async (paidBy, words) => {
  const { person } = show(
    <RefundButton orderID="2026112600000001" most={1200} currency="TWD" paidBy={paidBy} />,
    allowed,
  );
  await person.click(press("Record refund"));
  expect(screen.getByText(words)).toBeTruthy();
});

/** A refund by a colleague leaves less of the order's money. */
function WithColleague() {
  const [most, setMost] = useState(1200);
  return (
    <>
      <button type="button" onClick={() => setMost(400)}>
        Colleague
      </button>
      <RefundButton orderID="2026112600000001" most={most} currency="HKD" paidBy="bankTransfer" />
    </>
  );
}

it("says how much is left when a colleague has refunded meanwhile", async () => {
  const { person, sentTo } = show(<WithColleague />, allowed);
  await person.click(press("Record refund"));
  await person.clear(screen.getByLabelText("Amount"));
  await person.type(screen.getByLabelText("Amount"), "600");
  await person.type(screen.getByLabelText("Reason"), "moved away");
  await person.click(screen.getByText("Colleague"));
  await person.click(press("Record refund"));
  await screen.findByText("At most 400");
  expect(sentTo(orders.refund)).toEqual([]);
});
