// @vitest-environment happy-dom
import { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type LineChannel, line } from "@homeroom/contract/line";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
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
  ...{ webhookUrl: "", lastReceivedAt: null, quota: null, version: 3 },
};
const press = () => screen.getByRole("button", { name: "Save" });

it("saves the version that it was opened on, and takes over what somebody else has saved", async () => {
  const editor = (shown: LineChannel) => <LineEditor channel={shown} onClose={() => undefined} />;
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
