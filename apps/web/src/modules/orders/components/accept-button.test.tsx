// @vitest-environment happy-dom
import type { OrderDetail } from "@homeroom/contract/orders";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { AcceptButton } from "./accept-button.tsx";

const payment = {
  recordID: "019aaaaa-0000-7000-8000-000000000001",
  currency: "HKD",
} as OrderDetail["payments"][number];
const order = (status: string, currency = "HKD") => ({ orderID: "2026", status, currency }) as OrderDetail;
const perms = ["sale:order:confirm"] as const;
const isOffered = () => screen.queryByRole("button") !== null;

it.each([
  ["pending", "HKD", true],
  ["closed", "HKD", true],
  ["cancelled", "HKD", true],
  ["paid", "HKD", false],
  ["pending", "TWD", false],
])("an order that is %s in %s can take the money: %s", (status, currency, expected) => {
  show(<AcceptButton order={order(status, currency)} payment={payment} left={100} />, { perms });
  expect(isOffered()).toBe(expected);
});

it("is hidden from people without the permission to confirm payments", () => {
  show(<AcceptButton order={order("pending")} payment={payment} left={100} />);
  expect(isOffered()).toBe(false);
});
