// @vitest-environment happy-dom
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { draftOf } from "../rules/plan-draft.ts";
import { WhoStep } from "./who-step.tsx";

const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa");
const choices = { channels: [], templates: [], emailTemplates: [], senders: [], lists: [] };
const estimated = {
  ...{ count: 1, excluded: [], unitPrice: null, amount: null, currency: "", amounts: [], costs: [], unpriced: 0 },
  ...{ balance: null, leftThisMonth: null, account: null, tier: null, tierUsed: 0, samples: [], excludedSamples: [] },
};

it("names the recipients of a plan that is sent again, and counts them", async () => {
  const draft = { ...draftOf(null, false), numbers: ["+85291234567", "+85291234568"] };
  const again = { recordID, sourcePart: "failed" as const };
  const step = <WhoStep draft={draft} change={() => undefined} choices={choices} again={again} numberFaults={[]} />;
  const { sentTo } = show(step, { server: [answers(broadcastPlans.estimate, estimated)] });
  await screen.findByText("People whose message failed in the earlier plan");
  await waitFor(() => expect(sentTo(broadcastPlans.estimate)).toMatchObject([{ recordID, numbers: draft.numbers }]));
});

it("counts one duplicate as one", async () => {
  const draft = { ...draftOf(null, false), numbers: ["+85291234567", "+852 9123 4567"] };
  const excluded = [{ reason: "duplicate" as const, count: 1 }];
  const step = <WhoStep draft={draft} change={() => undefined} choices={choices} numberFaults={[]} />;
  show(step, { server: [answers(broadcastPlans.estimate, { ...estimated, excluded })] });
  expect(await screen.findByText("1 duplicate: each person gets it once")).toBeTruthy();
});
