// @vitest-environment happy-dom
import { orders } from "@homeroom/contract/orders";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { SalesSwitch } from "./sales-switch.tsx";

const choices = (givesInvoices: boolean) =>
  answers(orders.productChoices, { currency: "TWD", namesMonth: false, givesInvoices, discountLimit: null, list: [] });
const invoices = (total: number) =>
  answers(taxInvoices.list, { list: [], total, pageNum: 1, pageSize: 1, nextCursor: null });
const views = () => screen.getAllByRole("radio").map((view) => view.closest("label")?.textContent);
const everywhere = ["Orders", "Purchases", "Transfers", "Daily closing"];

it("offers e-invoices if the organisation issues them", async () => {
  show(<SalesSwitch view="orders" />, { perms: ["sale:order:add"], server: [choices(true)] });
  await waitFor(() => expect(views()).toEqual([...everywhere, "E-invoices"]));
});

it("keeps the open view of e-invoices even if the organisation issues none", async () => {
  const { sentTo } = show(<SalesSwitch view="invoices" />, { perms: ["sale:order:add"], server: [choices(false)] });
  await waitFor(() => expect(sentTo(orders.productChoices)).toHaveLength(1));
  expect(views()).toContain("E-invoices");
});

it("switches the view in the address, and has none for the orders", async () => {
  const { person, search } = show(<SalesSwitch view="closing" />, {
    perms: ["sale:order:add"],
    server: [choices(false)],
  });
  expect(views()).toEqual(everywhere);
  await person.click(screen.getByText("Transfers"));
  expect(search()).toBe("?view=transfers");
  await person.click(screen.getByText("Orders"));
  expect(search()).toBe("");
});

it("does not ask what can be sold for people without the right to sell", async () => {
  const { sentTo } = show(<SalesSwitch view="orders" />, {
    perms: ["sale:order:query"],
    server: [choices(true), invoices(0)],
  });
  await waitFor(() => expect(sentTo(taxInvoices.list)).toHaveLength(1));
  expect(views()).toEqual(everywhere);
  expect(sentTo(orders.productChoices)).toEqual([]);
});

it("offers existing e-invoices to people without the right to sell, such as accountants", async () => {
  show(<SalesSwitch view="orders" />, { perms: ["sale:order:query"], server: [invoices(7)] });
  await waitFor(() => expect(views()).toEqual([...everywhere, "E-invoices"]));
});
