// @vitest-environment happy-dom
import { carts } from "@homeroom/contract/carts";
import { MessageId, RecordId } from "@homeroom/contract/ids";
import { OrderNumber } from "@homeroom/contract/order-name";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { MessageBody } from "./message-body.tsx";

const messageId = MessageId.parse("019aaaaa-0000-7000-8000-000000000001");
const items = [{ productId: "PIANO-01", quantity: 1, price: 888, currency: "HKD" }];
function cart(details: object = {}): ShownMessage {
  const facts = { messageId, kind: "order" as const, direction: "in" as const, text: "", file: null };
  const message: Partial<ShownMessage> = { ...facts, details: { items, ...details } };
  return message as ShownMessage;
}
const orderID = OrderNumber.parse("2026112600000001");
const made = answers(carts.order, {
  recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"),
  orderID,
  unknown: ["Old course", "Older course"],
});

it("becomes an order with one click, and says what is no longer on sale", async () => {
  const perms = ["sale:order:add", "sale:order:query"] as const;
  const { person, sentTo } = show(<MessageBody message={cart()} />, { perms, server: [made] });
  await person.click(screen.getByRole("button"));
  const link = await screen.findByRole("link", { name: new RegExp(orderID) });
  expect(link.getAttribute("href")).toContain(orderID);
  expect(screen.getByText(/Old course, Older course/)).toBeTruthy();
  expect(sentTo(carts.order)).toEqual([{ messageId }]);
});

it("shows the order that was already made from it, without the button", () => {
  show(<MessageBody message={cart({ orderID })} />, { perms: ["sale:order:add", "sale:order:query"] });
  expect(screen.getByRole("link", { name: new RegExp(orderID) })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("names the order without a link for people who do not see orders, and offers them no button", () => {
  show(<MessageBody message={cart({ orderID })} />);
  expect(screen.getByText(new RegExp(orderID))).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
