// @vitest-environment happy-dom
import { LeadId } from "@homeroom/contract/ids";
import { type LeadPath, leadPaths } from "@homeroom/contract/lead-path";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { LeadPathSection } from "./lead-path.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const path: LeadPath = {
  steps: [{ kind: "form", time: "2026-11-20T00:00:00Z", page: null, ad: null, source: {}, consentText: "" }],
  ...{ talkedTime: null, trialBookedTime: null, trialAttendedTime: null, dealTime: "2026-11-21T00:00:00Z" },
  ...{ sales: [{ currency: "HKD", amount: 3600 }], cost: null },
};

it.each([
  ["people who see orders", path.sales, true],
  ["nobody else", null, false],
])("shows what a lead paid to %s", async (_, sales, isShown) => {
  show(<LeadPathSection leadId={leadId} />, { server: [answers(leadPaths.path, { ...path, sales })] });
  await screen.findByText(/deal/i);
  expect(screen.queryByText(/3,600/) !== null).toBe(isShown);
});
