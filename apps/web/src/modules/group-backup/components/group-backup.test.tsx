// @vitest-environment happy-dom
import { type BackupGroup, type BackupMessage, type BackupSetting, backup } from "@homeroom/contract/backup";
import { BranchId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { GroupBackup } from "./group-backup.tsx";

const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000001");
const user = { branch: { branchID, name: "East", timezone: "Asia/Hong_Kong" } };
const connected: BackupSetting = {
  ...{ branchID, phoneID: "phone1", productID: "product1", token: { hasValue: true, last4: "9876" } },
  ...{ verifiedAt: "2026-11-20T10:00:00Z", available: true, version: 2 },
};
const blank: BackupSetting = {
  ...connected,
  ...{ phoneID: "", productID: "", token: { hasValue: false, last4: "" }, verifiedAt: null, version: 0 },
};
const groupOf = (groupID: string, name: string): BackupGroup => ({
  ...{ groupID, name, memberCount: 3, messageCount: 41, lastMessageTime: null },
});
const groups = (list: BackupGroup[], total = list.length, pageNum = 1) =>
  answers(backup.groupList, { list, total, pageNum, pageSize: 30 });
const messageOf = (messageID: string, part: Partial<BackupMessage> = {}): BackupMessage => ({
  ...{ messageID, sender: "Ming", phone: "", kind: "text", text: messageID, pictureID: null },
  ...{ sentAt: "2026-11-20T10:00:00Z", ...part },
});
const messages = (list: BackupMessage[], total = list.length, pageNum = 1) =>
  answers(backup.messageList, { list, total, pageNum, pageSize: 40 });
type Server = ReturnType<typeof answers>[];

const open = (setting: BackupSetting, server: Server = [], search = "") =>
  show(<GroupBackup />, { user, search, server: [...server, answers(backup.setting, setting)] });

it("says when no backup is available, and shows no form for it", async () => {
  open({ ...blank, available: false });
  await screen.findByText("Group chat backup is not available yet");
  expect(screen.queryByLabelText("Phone ID")).toBeNull();
});

it("says why the settings did not load, and shows them after a retry", async () => {
  const setting = inTurn(refuses(backup.setting, "TOO_MANY_REQUESTS"), answers(backup.setting, blank));
  const { person } = show(<GroupBackup />, { user, server: [setting] });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Backup settings of East");
});

it("opens the form at once for a branch that is not connected, and fetches no groups", async () => {
  const { sentTo } = open(blank);
  await screen.findByLabelText("Phone ID");
  screen.getByText("Not connected");
  expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  expect(sentTo(backup.groupList)).toEqual([]);
});

const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });

async function change(server: Server) {
  const shown = open(connected, [...server, groups([])]);
  await shown.person.click(await screen.findByRole("button", { name: "Change" }));
  await screen.findByLabelText("Phone ID");
  return shown;
}

it("keeps the saved token when the field stays empty", async () => {
  const { person, sentTo } = await change([answers(backup.saveSetting, { ...connected, version: 3 })]);
  screen.getByText("Leave empty to keep the saved token.");
  write("Phone ID", "phone2");
  await person.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText("Backup settings saved");
  expect(sentTo(backup.saveSetting)).toEqual([{ branchID, phoneID: "phone2", productID: "product1", version: 2 }]);
});

it("keeps the input when the service does not accept it, and says why", async () => {
  const { person } = await change([refuses(backup.saveSetting, "CHAT_VERIFICATION_FAILED")]);
  write("Token", "wrong");
  await person.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByRole("alert");
  expect(screen.getByLabelText<HTMLInputElement>("Token").value).toBe("wrong");
});

it("keeps the input when somebody else saves, and does not silently overwrite theirs", async () => {
  const theirs = answers(backup.setting, { ...connected, phoneID: "phone3", version: 3 });
  const server = [
    inTurn(answers(backup.setting, connected), theirs),
    groups([]),
    refuses(backup.saveSetting, "STALE_DATA"),
  ];
  const { person, sentTo } = show(<GroupBackup />, { user, server });
  await person.click(await screen.findByRole("button", { name: "Change" }));
  write("Product ID", "product2");
  // The person comes back to the page, so its data are refetched.
  fireEvent(window, new Event("visibilitychange"));
  await screen.findByText(/phone3/);
  expect(screen.getByLabelText<HTMLInputElement>("Product ID").value).toBe("product2");
  await person.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/Updated with their changes: Phone ID/);
  expect(sentTo(backup.saveSetting)).toMatchObject([{ phoneID: "phone1", productID: "product2", version: 2 }]);
});

it("tests the form's values, and removes the result as soon as they change", async () => {
  const { person, sentTo } = await change([answers(backup.testSetting, { ok: true, detail: "Bright" })]);
  write("Token", "secret");
  await person.click(screen.getByRole("button", { name: "Test" }));
  await screen.findByText("Connected: Bright");
  expect(sentTo(backup.testSetting)).toEqual([{ branchID, phoneID: "phone1", productID: "product1", token: "secret" }]);
  write("Phone ID", "phone2");
  await waitFor(() => expect(screen.queryByText("Connected: Bright")).toBeNull());
});

it("says why a test failed", async () => {
  const { person } = await change([refuses(backup.testSetting, "TOO_MANY_REQUESTS")]);
  await person.click(screen.getByRole("button", { name: "Test" }));
  await screen.findByText(/^Too many attempts/);
});

it("keeps the groups when more do not load, says why, and retries", async () => {
  const refused = refuses(backup.groupList, "TOO_MANY_REQUESTS");
  const { person } = open(connected, [
    inTurn(groups([groupOf("a", "Parents")], 31), refused, groups([groupOf("b", "Band")], 31, 2)),
  ]);
  await person.click(await screen.findByRole("button", { name: "Load more groups" }));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Band");
  screen.getByText("Parents");
});

it("keeps the messages when earlier ones do not load, says why, and retries", async () => {
  const refused = refuses(backup.messageList, "TOO_MANY_REQUESTS");
  const list = inTurn(messages([messageOf("late")], 41), refused, messages([messageOf("early")], 41, 2));
  const { person } = open(connected, [groups([groupOf("a", "Parents")]), list], "?group=a");
  await person.click(await screen.findByRole("button", { name: "Load earlier messages" }));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("early");
  screen.getByText("late");
});

it("opens a group in the address without the search words of another", async () => {
  const server = [groups([groupOf("a", "Parents"), groupOf("b", "Band")]), messages([])];
  const { person, search, sentTo } = open(connected, server, "?group=a&words=fee");
  await screen.findByText("Nothing matches");
  await person.click(screen.getByRole("button", { name: /Band/ }));
  await screen.findByText("This group has no messages yet");
  expect(search()).toBe("?group=b");
  expect(sentTo(backup.messageList)).toMatchObject([
    { groupID: "a", keywords: "fee" },
    { groupID: "b", keywords: "" },
  ]);
});

it("says when a picture of a message did not load", async () => {
  const server = [groups([groupOf("a", "Parents")]), messages([messageOf("1", { kind: "image", pictureID: "p" })])];
  open(connected, [...server, refuses(backup.picture, "CHAT_ERROR")], "?group=a");
  await screen.findByText("The picture could not be loaded");
});
