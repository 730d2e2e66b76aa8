// @vitest-environment happy-dom
import { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type LineChannel, line } from "@homeroom/contract/line";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
import { LineEditor } from "./line-form.tsx";

const secret = { hasValue: true, last4: "0001" };
const channel: LineChannel = {
  recordID: ChannelId.parse("019aaaaa-0000-7000-8000-000000000001"),
  branch: { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000002"), name: "旺角分校" },
  ...{ name: "旺角", channelID: "2000000001", officialID: "@old", channelSecret: secret, accessToken: secret },
  ...{
    liffID: "",
    endpointURL: "",
    liffEndpoint: "",
    bot: { name: "", picture: null },
    sandbox: false,
    status: 1,
    stopped: null,
  },
  ...{ webhookUrl: "", lastReceivedAt: null, refusedAt: null, quota: null, version: 3 },
};
const press = () => screen.getByRole("button", { name: "Save" });
const editor = (shown: LineChannel) => <LineEditor channel={shown} onClose={() => undefined} />;
const perms = ["org:line:edit", "org:line:test"] as const;
const accepted = answers(line.test, { ok: true, detail: "Mong Kok", officialID: "@theirs", channelID: "2000000001" });
const write = (label: RegExp, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** A refusal with LINE's reason. */
function refusedFor(reason: string, endpoint: typeof line.test | typeof line.update) {
  const name = endpoint === line.test ? "CHAT_VERIFICATION_FAILED" : "SETTING_NOT_VERIFIED";
  const { body } = refuses(endpoint, name);
  return { endpoint, body: { ...body, details: { reason } } };
}

it("saves based on the version that it was opened with, and takes over what somebody else has saved", async () => {
  const saved = { ...channel, officialID: "@theirs", version: 4 };
  const { person, sentTo } = show(editor(channel), {
    server: [refuses(line.update, "STALE_DATA"), answers(line.setting, [saved])],
  });
  await person.type(screen.getByLabelText(/Channel secret/), "new-secret");
  await person.click(press());
  await screen.findByText(/Updated with their changes/);
  await person.click(press());
  expect(sentTo(line.update)).toMatchObject([
    { version: 3, channelSecret: "new-secret", officialID: "@old" },
    { version: 4, channelSecret: "new-secret", officialID: "@theirs" },
  ]);
});

it("tests the entered keys together with the saved ones, and saves nothing", async () => {
  const { person, sentTo } = show(editor({ ...channel, officialID: "" }), { perms, server: [accepted] });
  write(/Channel secret/, " new-secret ");
  await person.click(screen.getByRole("button", { name: "Test" }));
  await screen.findByText("Verified");
  expect(sentTo(line.test)).toEqual([
    { recordID: channel.recordID, channelID: "2000000001", channelSecret: "new-secret", accessToken: "" },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/Official account ID/).value).toBe("@theirs");
  expect(sentTo(line.update)).toEqual([]);
});

it("marks a field with an impossible value when the keys are tested", async () => {
  const fault = { field: "channelID", name: "FIELD_INVALID" as const, message: "Not a channel ID" };
  const { person } = show(editor(channel), { perms, server: [refuses(line.test, "FIELD_INVALID", [fault])] });
  write(/Channel ID/, "123");
  await person.click(screen.getByRole("button", { name: "Test" }));
  const said = await screen.findByText("Not a channel ID");
  expect(said.closest(".ant-form-item")?.textContent).toContain("Channel ID");
  write(/Channel ID/, "2000000001");
  await waitFor(() => expect(screen.queryByText("Not a channel ID")).toBeNull());
});

it("keeps an existing official account ID", async () => {
  const { person } = show(editor(channel), { perms, server: [accepted] });
  await person.click(screen.getByRole("button", { name: "Test" }));
  await screen.findByText("Verified");
  expect(screen.getByLabelText<HTMLInputElement>(/Official account ID/).value).toBe("@old");
});

it("offers no test to people without the permission", () => {
  show(editor(channel), { perms: ["org:line:edit"] });
  expect(screen.queryByRole("button", { name: "Test" })).toBeNull();
});

it.each([
  ["Verified", accepted, /Channel secret/, "other"],
  ["Verified", accepted, /access token/, "other"],
  ["Verified", accepted, /Channel ID/, "2000000002"],
  ["Verification failed", refusedFor("secretWrong", line.test), /Channel secret/, "other"],
])("“%s” goes when the keys are changed that it was said of", async (words, answer, label, value) => {
  const { person } = show(editor(channel), { perms, server: [answer] });
  await person.click(screen.getByRole("button", { name: "Test" }));
  await screen.findByText(words);
  write(/Official account ID/, "@new");
  expect(screen.getByText(words)).toBeTruthy();
  write(label, value);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

it("does not show keys as verified that were entered during the test", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = show(editor(channel), { perms, server: [later(accepted, answer.promise)] });
  await person.click(screen.getByRole("button", { name: "Test" }));
  await waitFor(() => expect(sentTo(line.test)).toHaveLength(1));
  write(/Channel secret/, "other");
  answer.resolve();
  await screen.findByRole("button", { name: "Test" });
  expect(screen.queryByText("Verified")).toBeNull();
});

it("says why keys could not be saved, until they are changed", async () => {
  const server = [refusedFor("tokenOfOtherChannel", line.update)];
  const { person } = show(editor(channel), { perms, server });
  write(/access token/, " of-another ");
  await person.click(press());
  await screen.findByText(/belongs to another channel/);
  write(/access token/, "right");
  await waitFor(() => expect(screen.queryByText(/belongs to another channel/)).toBeNull());
});

it("marks all missing fields of a new account at once", async () => {
  const unset = { hasValue: false, last4: "" };
  const fresh = { ...channel, recordID: null, channelID: "", channelSecret: unset, accessToken: unset, version: 0 };
  const { person, sentTo } = show(editor(fresh), { perms });
  await person.click(press());
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(3));
  expect(sentTo(line.update)).toEqual([]);
});
