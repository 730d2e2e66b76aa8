import { expect, test } from "vitest";
import { orderRequest } from "./order-request.ts";

test("the request has only values that the contract allows", () => {
  const leadId = "019a0000-0000-7000-8000-000000000001";
  const values = {
    status: ["paid", "nonsense"],
    confirm: ["nonsense"],
    method: ["cash"],
    date: ["2026-11-01", ""],
    leadId: [leadId],
    kept: ["1"],
    refunding: ["1"],
    paidOn: ["2026-11-17", "2026-11-23"],
    sales: [leadId],
    mine: ["yes"],
  };
  expect(orderRequest(values, "鋼琴")).toEqual({
    keywords: "鋼琴",
    status: ["paid"],
    payMethod: ["cash"],
    leadId,
    hasKept: true,
    refundWaits: true,
    payStart: "2026-11-17",
    payEnd: "2026-11-23",
    salesID: leadId,
    mine: true,
    startTime: "2026-11-01",
  });
  expect(orderRequest({ leadId: ["x"], date: ["yesterday"] }, "")).toEqual({});
});
