import { RecordId } from "@homeroom/contract/ids";
import { expect, it, test } from "vitest";
import { PaymentFailure, type RefundStanding } from "#modules/payment-platforms/public";
import { nextAttempt, refundNumberOf, stepAfterAnswer, stepAfterFailure } from "./rules.ts";

test.each([
  ["working", "asked"],
  ["done", "done"],
  ["failed", "refused"],
] as const)("a platform that says %s leaves a refund %s", (state, expected) => {
  const answer: RefundStanding = { state, externalId: "R1", problem: "" };
  expect(stepAfterAnswer(answer)).toEqual({ state: expected, externalId: "R1", problem: "" });
});

test.each([
  // Nothing was sent before: the platform did nothing.
  ["refused", "ANY", 1, "refused"],
  // An answer was lost: only what names the money for certain ends it.
  ["refused", "ANY", 2, "asked"],
  ["refused", "FINAL", 2, "refused"],
  ["refused", "FINAL", 1, "refused"],
  ["unavailable", "", 1, "asked"],
  ["unavailable", "FINAL", 3, "asked"],
  ["rateLimited", "", 1, "asked"],
] as const)("%s with %s after %i attempts leaves a refund %s", (reason, code, attempts, expected) => {
  const step = stepAfterFailure(new PaymentFailure(reason, { code }), { attempts, finalRefusals: ["FINAL"] });
  expect(step).toEqual({ state: expected, externalId: null, problem: code || reason });
});

it("checks less and less often, but at least every six hours", () => {
  const now = new Date("2026-11-26T00:00:00Z");
  const minutes = [1, 2, 3, 9, 10, 41].map(
    (attempts) => (nextAttempt(attempts, now).getTime() - now.getTime()) / 60_000,
  );
  expect(minutes).toEqual([1, 2, 4, 256, 360, 360]);
});

it("numbers a refund with 32 letters and digits", () => {
  const number = refundNumberOf(RecordId.parse("019aaaaa-0000-7000-8000-000000000001"));
  expect(number).toBe("019aaaaa000070008000000000000001");
});
