import { payments } from "@homeroom/contract/payments";
import { expect, test } from "vitest";
import { chooseInvoice, page, receipt, review, showTransfer, start } from "./pay-page.ts";

test("the calls of the page are the contract's", () => {
  for (const [written, declared] of [
    [page, payments.page],
    [start, payments.start],
    [chooseInvoice, payments.chooseInvoice],
    [review, payments.review],
    [receipt, payments.receipt],
    [showTransfer, payments.showTransfer],
  ] as const) {
    const { method, path, body, answer } = declared;
    expect(written).toEqual({ method, path, body, answer });
  }
});
