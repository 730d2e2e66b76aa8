// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type PlatformRefundRow, platformRefunds } from "@homeroom/contract/platform-refunds";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { PlatformRefundButton } from "./platform-refund-button.tsx";

const id = (last: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${last}`);
const orderID = "2026112600000001";
const refundable = { paymentID: id(1), provider: "paypal", most: 1200, currency: "TWD" } as const;
const row = (more: Partial<PlatformRefundRow>): PlatformRefundRow => ({
  ...{ recordID: id(2), paymentID: id(1), provider: "paypal", amount: 1200, currency: "TWD", reason: "moved away" },
  ...{ state: "done", problem: "", createTime: "2026-11-26T00:00:00Z", creator: "Ho" },
  ...more,
});
const button = <PlatformRefundButton orderID={orderID} refundable={refundable} />;
const press = () => screen.getAllByRole("button", { name: "Refund via PayPal" }).at(-1) as HTMLElement;

it.each([
  [row({}), "PayPal has returned the money"],
  [row({ state: "asked" }), "PayPal was asked; its answer is awaited"],
  [row({ state: "refused", problem: "TRANSACTION_DISPUTED" }), "PayPal did not return the money: TRANSACTION_DISPUTED"],
])("asks for the whole amount, and says how far it is: %#", async (answer, words) => {
  const server = [answers(platformRefunds.ask, answer)];
  const { person, sentTo } = show(button, { perms: ["sale:order:refund"], server });
  await person.click(press());
  await person.type(screen.getByLabelText("Reason"), "moved away");
  await person.click(press());
  await screen.findByText(words);
  expect(sentTo(platformRefunds.ask)).toMatchObject([
    { orderID, paymentID: id(1), amount: 1200, reason: "moved away", recordID: expect.any(String) },
  ]);
});

it("sends nothing without a reason", async () => {
  const { person, sentTo } = show(button, { perms: ["sale:order:refund"] });
  await person.click(press());
  await person.click(press());
  await waitFor(() => expect(screen.getByLabelText("Reason").getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(platformRefunds.ask)).toEqual([]);
});

it("is hidden from people without the permission to refund", () => {
  show(button, { perms: ["sale:order:confirm"] });
  expect(screen.queryByRole("button")).toBeNull();
});
