// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { OrderNumber } from "@homeroom/contract/order-name";
import { type TaxInvoiceRow, taxInvoices } from "@homeroom/contract/tax-invoices";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { TaxInvoiceList } from "./tax-invoice-list.tsx";

it("says what is listed and how many", async () => {
  const invoice = {
    ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000001"), leadName: "Ming", way: "invoice" },
    ...{ orderID: OrderNumber.parse("2026112600000001"), number: "QQ1", amount: 1200, currency: "TWD" },
    ...{ kind: "member", state: "done", problem: null, detail: "", createTime: "2026-11-26T08:00:00Z" },
  } as object as TaxInvoiceRow;
  const page = { list: [invoice], total: 31, pageNum: 1, pageSize: 30, nextCursor: null };
  show(<TaxInvoiceList />, { perms: ["sale:order:query"], server: [answers(taxInvoices.list, page)] });
  expect(await screen.findByRole("heading", { name: /E-invoices/ })).toBeTruthy();
  expect(await screen.findByText("31 entries")).toBeTruthy();
});
