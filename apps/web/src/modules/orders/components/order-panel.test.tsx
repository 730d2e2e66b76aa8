// @vitest-environment happy-dom
import { orders } from "@homeroom/contract/orders";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { refuses, show } from "#ui/for-tests.ts";
import { OrderPanel } from "./order-panel.tsx";

const recordID = "019aaaaa-0000-7000-8000-000000000001";

it("says in words that an order is gone, without its id", async () => {
  show(<OrderPanel orderID={recordID} onClose={vi.fn()} />, { server: [refuses(orders.info, "NOT_FOUND")] });
  await screen.findByText("This order is gone");
  expect(document.body.textContent).not.toContain(recordID);
});
