// @vitest-environment happy-dom
import { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type LineChannel, line } from "@homeroom/contract/line";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { LineChannels } from "./line-channels.tsx";

const branch = { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000001"), name: "Mong Kok" };
const recordID = ChannelId.parse("019aaaaa-0000-7000-8000-000000000002");
const secret = { hasValue: true, last4: "0001" };
const account: LineChannel = {
  ...{ recordID, name: "Mong Kok", branch, channelID: "2000000001", officialID: "@mk", channelSecret: secret },
  ...{
    accessToken: secret,
    liffID: "",
    endpointURL: "",
    liffEndpoint: "",
    bot: { name: "", picture: null },
    sandbox: false,
    status: 1,
  },
  ...{
    stopped: null,
    webhookUrl: "https://x.test/hook",
    lastReceivedAt: null,
    refusedAt: null,
    quota: null,
    version: 3,
  },
};
const none: LineChannel = { ...account, recordID: null, channelID: "", officialID: "", status: 0, version: 0 };
const stopped = { at: "2026-11-20T10:00:00Z", reason: "tokenExpired" as const };
const perms = ["org:line:query", "org:line:edit", "org:line:test"] as const;

async function open(channel: LineChannel, around: Parameters<typeof show>[1] = {}) {
  const server = [...(around.server ?? []), answers(line.setting, [channel]), answers(line.quota, null)];
  const shown = show(<LineChannels />, { perms, ...around, server });
  await screen.findByRole("heading", { name: "Mong Kok" });
  return shown;
}

it.each([
  ["there is no account", none, "Not connected", "Connect"],
  ["it is off", { ...account, status: 0 }, "Switched off", "Change"],
  ["it is on", account, "Running", "Change"],
  ["its calls are refused", { ...account, refusedAt: "2026-11-20T10:00:00Z" }, "Not receiving", "Change"],
  ["LINE has stopped it", { ...account, stopped }, "Not sending", "Change"],
])("says how a branch's account is, and what to press, when %s", async (_name, channel, words, verb) => {
  await open(channel);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("button", { name: verb })).toBeTruthy();
});

it.each(["edit", "liff"])("opens no form by an address with %s without the right to change it", async (name) => {
  await open(account, { perms: ["org:line:query"], search: `?${name}=${branch.branchID}` });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: /Change|LIFF settings|Set up at LINE/ })).toBeNull();
});

it("opens the form that the address names, and removes it from the address when it is closed", async () => {
  const { person, search } = await open(account, { search: `?edit=${branch.branchID}` });
  expect(await screen.findByLabelText(/Channel secret/)).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(search()).toBe(""));
});

it("says while LINE's calls are refused that they are, and which key to enter", async () => {
  await open({ ...account, refusedAt: "2026-11-20T10:00:00Z" });
  expect(screen.getByRole("region", { name: "Not receiving" }).textContent).toMatch(/the channel secret does not fit/);
  cleanup();
  await open(account);
  expect(screen.queryByRole("region", { name: "Not receiving" })).toBeNull();
});

it("says why sending could not be resumed, and can retry", async () => {
  const server = [refuses(line.resume, "PERMISSION_DENIED")];
  const { person, sentTo } = await open({ ...account, stopped }, { server });
  await person.click(screen.getByRole("button", { name: "Resume sending" }));
  await screen.findByText("You have no permission");
  await person.click(await screen.findByRole("button", { name: "Resume sending" }));
  await waitFor(() => expect(sentTo(line.resume)).toHaveLength(2));
});

it("says who can resume sending to a person without the right to", async () => {
  await open({ ...account, stopped }, { perms: ["org:line:query"] });
  expect(screen.queryByRole("button", { name: "Resume sending" })).toBeNull();
  expect(screen.getByText(/a colleague with access to the LINE settings can resume sending/)).toBeTruthy();
});

const outcome = { ok: true, problem: null, detail: "", active: true, webhookUrl: account.webhookUrl };

it.each([
  ["LINE reaches us", outcome],
  ["The address is set, but Use webhook is switched off", { ...outcome, active: false }],
  ["LINE cannot reach us", { ...outcome, problem: "timeout", detail: "no answer" }],
])("says after setting the webhook up: %s", async (words, told) => {
  const { person } = await open(account, { server: [answers(line.connectWebhook, told as never)] });
  await person.click(screen.getByRole("button", { name: "Set up at LINE and test" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

it("forgets what LINE's test said once other values are saved", async () => {
  const saved = { ...account, version: 4 };
  const server = [
    answers(line.connectWebhook, { ...outcome, problem: "timeout" } as never),
    answers(line.resume, null),
    inTurn(
      answers(line.setting, [{ ...account, stopped }]),
      answers(line.setting, [{ ...account, stopped }]),
      answers(line.setting, [saved]),
    ),
  ];
  const { person } = await open(account, { server });
  await person.click(screen.getByRole("button", { name: "Set up at LINE and test" }));
  await screen.findByText("LINE cannot reach us");
  await person.click(screen.getByRole("button", { name: "Resume sending" }));
  await waitFor(() => expect(screen.queryByText("LINE cannot reach us")).toBeNull());
});
