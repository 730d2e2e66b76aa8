// @vitest-environment happy-dom
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { draftOf } from "../rules/plan-draft.ts";
import { CheckStep } from "./check-step.tsx";

const choices = { channels: [], templates: [], emailTemplates: [], senders: [], lists: [] };
const estimated = {
  ...{ count: 4321, excluded: [], unitPrice: 2, amount: 8642, currency: "HKD", costs: [], unpriced: 0 },
  amounts: [{ currency: "HKD", count: 4321, unitPrice: 2, amount: 8642 }],
  ...{ balance: null, leftThisMonth: null, account: null, tier: null, tierUsed: 0, samples: [], excludedSamples: [] },
};
const estimate = answers(broadcastPlans.estimate, estimated);

function Check() {
  const [numbers, setNumbers] = useState(["+85291234567"]);
  return (
    <>
      <CheckStep draft={{ ...draftOf(null, false), numbers }} choices={choices} />
      <button type="button" onClick={() => setNumbers([...numbers, "+85291234568"])}>
        Other people
      </button>
    </>
  );
}

it("warns of the organisation's own limit by the messages left, not by the money", async () => {
  show(<Check />, { server: [answers(broadcastPlans.estimate, { ...estimated, balance: 6000, leftThisMonth: 40 })] });
  expect(await screen.findByText(/^Over your organisation's own monthly limit: 40 messages are left/)).toBeTruthy();
});

it("names a typed number once above what it will read", async () => {
  const samples = [{ leadId: null, nickname: "+85291234567", phone: "+85291234567", text: "Hello" }];
  show(<Check />, { server: [answers(broadcastPlans.estimate, { ...estimated, samples })] });
  expect(await screen.findByText("+85291234567")).toBeTruthy();
});

it("lists what it costs in each currency", async () => {
  const of = (currency: string, count: number, unitPrice: number) => ({
    ...{ currency, count, unitPrice, amount: count * unitPrice },
  });
  const [taiwan, hongKong] = [of("TWD", 3000, 1.5), of("USD", 1000, 0.07)];
  const costs = [
    { country: "TW", category: "marketing" as const, ...taiwan },
    { country: "HK", category: "marketing" as const, ...hongKong },
  ];
  const several = { unitPrice: null, amount: null, currency: "", amounts: [taiwan, hongKong], costs, unpriced: 321 };
  show(<Check />, { server: [answers(broadcastPlans.estimate, { ...estimated, ...several })] });
  expect(await screen.findByText("NT$4,500 + US$70.00")).toBeTruthy();
  expect(screen.getByText(/^Taiwan.*3,000 × NT\$1.50 = NT\$4,500$/)).toBeTruthy();
  expect(screen.getByText(/^Hong Kong.*1,000 × US\$0.07 = US\$70.00$/)).toBeTruthy();
  expect(screen.getByText(/^321 are in countries without a price/)).toBeTruthy();
});

it.each([
  ["marketing", "2026-11-28T14:00:00.000Z", true],
  ["utility", "2026-11-28T14:00:00.000Z", false],
  ["marketing", "2026-11-28T04:00:00.000Z", false],
])("announces quiet hours for %s at %s: %s", async (category, scheduleTime, expected) => {
  const templates = [{ recordID: "t", category }] as never;
  const draft = { ...draftOf(null, false), templateID: "t" as never, scheduleTime };
  const setting = { quietHours: { from: "21:00", until: "09:00" }, approvalAbove: 1 };
  const user = { branch: { timezone: "Asia/Taipei" } };
  show(<CheckStep draft={draft} choices={{ ...choices, templates }} />, {
    ...{ user, server: [estimate, answers(broadcastSettings.setting, setting as never)] },
  });
  await screen.findByText(/8,642/);
  // The settings have loaded.
  await waitFor(() => expect(screen.getAllByRole("alert").length).toBeGreaterThan(0));
  const told = () =>
    screen.queryByText("Marketing is not sent from 21:00 to 09:00. It continues automatically after that.");
  if (expected) await waitFor(() => expect(told()).toBeTruthy());
  else expect(told()).toBeNull();
});

it("does not show the previous count while it counts again", async () => {
  const server = [estimate];
  const { sentTo } = show(<Check />, { server });
  await screen.findByText(/8,642/);
  server[0] = refuses(broadcastPlans.estimate, "TOO_MANY_REQUESTS");
  fireEvent.click(screen.getByText("Other people"));
  expect(document.body.textContent).not.toMatch(/4,321|8,642/);
  await expect.poll(() => sentTo(broadcastPlans.estimate)).toHaveLength(2);
});
