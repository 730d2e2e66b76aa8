// @vitest-environment happy-dom
import { type ChatSetting, chatSettings } from "@homeroom/contract/chat-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { BranchId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { ChatRulesPanel } from "./chat-rules-panel.tsx";

type Settings = ResponseOf<typeof chatSettings.setting>;
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000001");
const organization: ChatSetting = {
  ...{ branchID: null, holdIdleMinutes: 15, repeatLeadDays: 30, notify: "off", notifyAfterMinutes: 10 },
  ...{ notifyEmails: [], officeHours: [], replyWindowHours: 24, freeReplySeconds: 60, version: 3 },
};
const branch = (more: Partial<Settings["branches"][number]> = {}) => ({
  ...{ branchID, name: "Mong Kok", own: false, email: "mk@example.test" },
  ...{ setting: { ...organization, branchID, version: 0 }, ...more },
});
const own = branch({ own: true, setting: { ...organization, branchID, holdIdleMinutes: 5, version: 2 } });
const all: Settings = { organization, mayEditOrganization: true, branches: [branch()] };
const perms = ["org:chat:query", "org:chat:edit"] as const;

async function open(settings: Partial<Settings> = {}, around: Parameters<typeof show>[1] = {}) {
  const server = [...(around.server ?? []), answers(chatSettings.setting, { ...all, ...settings })];
  const shown = show(<ChatRulesPanel />, { perms, ...around, server });
  await screen.findByRole("region", { name: "Chat rules" });
  const becomes = (now: Partial<Settings>) =>
    void server.unshift(answers(chatSettings.setting, { ...all, ...settings, ...now }));
  return { ...shown, becomes };
}

const idle = () => screen.getByLabelText<HTMLInputElement>("Release when idle for");
const saveButton = () => screen.getByRole("button", { name: "Save" });
const inBranch = `?branch=${branchID}`;

async function notify(person: Awaited<ReturnType<typeof open>>["person"], target: string) {
  fireEvent.mouseDown(screen.getByLabelText("E-mail when a customer waits"));
  await person.click(await screen.findByTitle(target));
}

it("saves the organisation's rules with the version that was shown", async () => {
  const { person, sentTo } = await open({}, { server: [answers(chatSettings.saveSetting, { version: 4 })] });
  fireEvent.change(idle(), { target: { value: "20" } });
  await person.click(saveButton());
  await screen.findByText("Chat rules saved");
  expect(sentTo(chatSettings.saveSetting)).toMatchObject([{ branchID: null, holdIdleMinutes: 20, version: 3 }]);
});

it("saves a second time with the version that the first save created", async () => {
  const server = [answers(chatSettings.saveSetting, { version: 4 })];
  const { person, sentTo, becomes } = await open({}, { server });
  fireEvent.change(idle(), { target: { value: "20" } });
  becomes({ organization: { ...organization, holdIdleMinutes: 20, version: 4 } });
  await person.click(saveButton());
  await screen.findByText("Chat rules saved");
  fireEvent.change(idle(), { target: { value: "25" } });
  await person.click(saveButton());
  await waitFor(() => expect(sentTo(chatSettings.saveSetting)).toHaveLength(2));
  expect(sentTo(chatSettings.saveSetting)[1]).toMatchObject({ holdIdleMinutes: 25, version: 4 });
});

it("keeps the input when a colleague saves after a save that changed nothing", async () => {
  const { person, becomes } = await open({}, { server: [answers(chatSettings.saveSetting, { version: 3 })] });
  await person.click(saveButton());
  await screen.findByText("Chat rules saved");
  fireEvent.change(idle(), { target: { value: "20" } });
  const theirs = { ...organization, repeatLeadDays: 60, version: 4 };
  becomes({ organization: theirs, branches: [branch({ name: "Mong Kok East" })] });
  fireEvent(window, new Event("visibilitychange"));
  fireEvent.mouseDown(screen.getByLabelText("Applies to"));
  await screen.findByTitle("Mong Kok East");
  expect(idle().value).toBe("20");
});

it("can still save after somebody else has, with both people's changes", async () => {
  const { person, sentTo, becomes } = await open({}, { server: [refuses(chatSettings.saveSetting, "STALE_DATA")] });
  fireEvent.change(idle(), { target: { value: "20" } });
  becomes({ organization: { ...organization, repeatLeadDays: 60, version: 4 } });
  await person.click(saveButton());
  await screen.findByText("Someone saved this while you were writing");
  expect(idle().value).toBe("20");
  await person.click(saveButton());
  await waitFor(() => expect(sentTo(chatSettings.saveSetting)).toHaveLength(2));
  expect(sentTo(chatSettings.saveSetting)[1]).toMatchObject({ holdIdleMinutes: 20, repeatLeadDays: 60, version: 4 });
});

it("requires recipients if named addresses are mailed", async () => {
  const { person, sentTo } = await open({}, { server: [answers(chatSettings.saveSetting, { version: 4 })] });
  expect(screen.queryByLabelText("After waiting for")).toBeNull();
  await notify(person, "Named addresses");
  await person.click(await screen.findByRole("button", { name: /Add a recipient/ }));
  fireEvent.change(screen.getByLabelText("Name of recipient 1"), { target: { value: "Amy" } });
  await person.click(saveButton());
  await screen.findByRole("alert");
  expect(sentTo(chatSettings.saveSetting)).toEqual([]);
  fireEvent.change(screen.getByLabelText("E-mail of recipient 1"), { target: { value: "amy@example.test" } });
  await person.click(saveButton());
  await screen.findByText("Chat rules saved");
  expect(sentTo(chatSettings.saveSetting)).toMatchObject([
    { notify: "custom", notifyEmails: [{ name: "Amy", email: "amy@example.test" }] },
  ]);
});

it("saves without recipients and minutes that are no longer shown", async () => {
  const { person, sentTo } = await open({}, { server: [answers(chatSettings.saveSetting, { version: 4 })] });
  await notify(person, "Named addresses");
  await person.click(await screen.findByRole("button", { name: /Add a recipient/ }));
  fireEvent.change(screen.getByLabelText("After waiting for"), { target: { value: "" } });
  await notify(person, "Nobody");
  await person.click(saveButton());
  await screen.findByText("Chat rules saved");
  expect(sentTo(chatSettings.saveSetting)).toMatchObject([{ notify: "off", notifyEmails: [], notifyAfterMinutes: 10 }]);
});

it.each([
  ["warns that a branch without an address gets no e-mail", "", /has no e-mail address yet/],
  ["says how often a branch with an address is mailed", "mk@example.test", /At most one e-mail/],
])("%s", async (_name, email, hint) => {
  const setting = { ...own.setting, notify: "branch" as const };
  await open({ branches: [branch({ own: true, email, setting })] }, { search: inBranch });
  expect(screen.getByText(hint)).toBeTruthy();
});

it("shows the organisation's rules for a branch until it has its own", async () => {
  const server = [answers(chatSettings.saveSetting, { version: 1 })];
  const { person, sentTo, becomes } = await open({}, { search: inBranch, server });
  expect(screen.getByText("Mong Kok follows the organisation's rules.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Set own rules" }));
  fireEvent.change(idle(), { target: { value: "5" } });
  becomes({ branches: [own] });
  await person.click(saveButton());
  await screen.findByRole("button", { name: "Use the default" });
  expect(sentTo(chatSettings.saveSetting)).toMatchObject([{ branchID, holdIdleMinutes: 5, version: 0 }]);
  expect(idle().value).toBe("5");
});

it("discards a branch's own rules only after a confirmation", async () => {
  const server = [answers(chatSettings.useDefault, null)];
  const { person, sentTo, becomes } = await open({ branches: [own] }, { search: inBranch, server });
  await person.click(screen.getByRole("button", { name: "Use the default" }));
  const asked = await question("Use the organisation's rules for Mong Kok?");
  expect(sentTo(chatSettings.useDefault)).toEqual([]);
  becomes({ branches: [branch()] });
  await person.click(asked.getByRole("button", { name: "Use the default", hidden: true }));
  await screen.findByText("Mong Kok follows the organisation's rules.");
  expect(sentTo(chatSettings.useDefault)).toEqual([{ branchID }]);
});

it("keeps a branch's own rules when discarding them is refused", async () => {
  const server = [refuses(chatSettings.useDefault, "PERMISSION_DENIED")];
  const { person } = await open({ branches: [own] }, { search: inBranch, server });
  await person.click(screen.getByRole("button", { name: "Use the default" }));
  const asked = await question("Use the organisation's rules for Mong Kok?");
  await person.click(asked.getByRole("button", { name: "Use the default", hidden: true }));
  await screen.findByText("You have no permission");
  expect(screen.getByText("Mong Kok has its own rules.")).toBeTruthy();
});

it("opens the only branch for people without permission to change the organisation's rules", async () => {
  await open({ mayEditOrganization: false });
  expect(screen.getByText("Mong Kok follows the organisation's rules.")).toBeTruthy();
});

it("shows the rules read-only to people without permission to change them", async () => {
  const setting = { ...own.setting, notify: "custom" as const, notifyEmails: [{ name: "Amy", email: "a@x.test" }] };
  await open({ branches: [branch({ own: true, setting })] }, { perms: ["org:chat:query"], search: inBranch });
  expect(screen.queryByRole("button", { name: /Save|Use the default/ })).toBeNull();
  expect(screen.getByText("Amy a@x.test")).toBeTruthy();
  expect(screen.getByText(/within 24 hours/)).toBeTruthy();
});
