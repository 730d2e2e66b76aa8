// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import type { PageInfo } from "@homeroom/contract/landing-pages";
import { type Delivery, landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { WebhookPanel } from "./webhook-panel.tsx";

const page = { recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000001"), webhookFailed: false } as PageInfo;
const call = {
  ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), attempts: 1, status: 200, problem: "" },
  ...{ createTime: "2026-11-25T00:00:00Z", nextTime: null },
};

it.each<Delivery["state"]>(["done", "failed"])(
  "sends a call that is %s again: its receiver may have lost it",
  async (state) => {
    const server = [
      answers(landingWebhooks.log, { signingKey: "key", list: [{ ...call, state }] }),
      answers(landingWebhooks.replay, null),
    ];
    const { person, sentTo } = show(<WebhookPanel page={page} />, { server });
    await person.click(await screen.findByRole("button", { name: "Send again" }));
    await waitFor(() => expect(sentTo(landingWebhooks.replay)).toEqual([{ recordID: call.recordID }]));
  },
);
