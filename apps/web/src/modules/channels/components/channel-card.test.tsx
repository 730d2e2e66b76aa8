// @vitest-environment happy-dom
import { channels, type WhatsappChannel } from "@homeroom/contract/channels";
import { BranchId, ChannelId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { ChannelCard } from "./channel-card.tsx";

const secret = { hasValue: true, last4: "9f3a" };
const number: WhatsappChannel = {
  ...{ recordID: ChannelId.parse("019aaaaa-0000-7000-8000-000000000002"), name: "Front desk", displayPhone: "+852 1" },
  ...{ branch: { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000001"), name: "Mong Kok" } },
  ...{ appID: "100001", phoneNumberID: "200002", businessAccountID: "300003", catalogueID: "" },
  ...{ accessToken: secret, appSecret: secret, verifyToken: secret, sandbox: false, status: 1, stopped: null },
  ...{ account: null, webhookUrl: "https://x.test/hook", lastReceivedAt: null, refusedAt: null, standing: null },
  version: 3,
};
const refusedAt = "2026-11-20T10:00:00Z";
const stopped = { at: refusedAt, reason: "unknown" as const };

const open = (channel: WhatsappChannel) =>
  show(<ChannelCard channel={channel} />, {
    perms: ["org:whatsapp:query"],
    server: [answers(channels.reloadStanding, null)],
  });

it.each<[string, Partial<WhatsappChannel>, string, boolean]>([
  ["it is on", {}, "Running", false],
  ["its calls are refused", { refusedAt }, "Not receiving", true],
  ["its calls are refused while it is off", { refusedAt, status: 0 }, "Switched off", true],
  ["its calls are refused and it cannot send", { refusedAt, stopped }, "Sending stopped", true],
])("says how a number is, and which key to enter, when %s", async (_name, part, words, isTold) => {
  open({ ...number, ...part });
  await screen.findByRole("heading", { name: "Front desk" });
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  const notice = screen.queryByRole("region", { name: "Not receiving" });
  expect(notice?.textContent.includes("the app secret does not fit") ?? false).toBe(isTold);
});
