// @vitest-environment happy-dom
import { FileId, RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { type QuickReply, quickReplies, type ReplyGroup } from "@homeroom/contract/quick-replies";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, later, question, refuses, show } from "#ui/for-tests.ts";
import { ReplyForm } from "../components/reply-form.tsx";
import { QuickReplies } from "./quick-replies.tsx";

const id = (number: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${number}`);
const group = (number: number, name: string, count: number): ReplyGroup => ({
  ...{ recordID: id(number), name, count, sort: number },
});
const groups = [group(1, "Prices", 2), group(2, "Times", 1), group(3, "Empty", 0)];
const reply = (number: number, groupID: RecordId, content: string, more: Partial<QuickReply> = {}): QuickReply => ({
  ...{ recordID: id(number), groupID, content, image: null, imageFileID: null, file: null, sort: number },
  ...more,
});
const replies = [
  reply(4, id(1), "Piano costs 500"),
  reply(5, id(1), "Singing costs 400"),
  reply(6, id(2), "We open at nine, it costs nothing to look in"),
];
const all: readonly Permission[] = ["chat:reply:query", "chat:reply:add", "chat:reply:edit", "chat:reply:delete"];
const stored = [answers(quickReplies.groups, groups), answers(quickReplies.messages, replies)];

async function open({ perms = all, search = "", server = [] as typeof stored } = {}) {
  const shown = show(<QuickReplies />, { perms, search, server: [...server, ...stored] });
  await screen.findByRole("navigation", { name: "Groups" });
  return shown;
}

const shownReplies = () =>
  screen.getAllByText(/cost/, { selector: "li p" }).map((words) => words.textContent.split(" ")[0]);
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const missing = (name: string | RegExp) => expect(screen.queryByRole("button", { name })).toBeNull();

it("shows the replies of the first group, and of another one when it is opened", async () => {
  const { person, search } = await open();
  expect(shownReplies()).toEqual(["Piano", "Singing"]);
  await person.click(button("Times 1"));
  expect(shownReplies()).toEqual(["We"]);
  expect(search()).toBe(`?group=${id(2)}`);
});

it("finds replies of all groups by their words, without reordering", async () => {
  await open({ search: "?keywords=COSTS" });
  expect(shownReplies()).toEqual(["Piano", "Singing", "We"]);
  missing(/^Move “/);
  expect(button("Prices 2").getAttribute("aria-current")).toBeNull();
});

it.each([
  ["nothing fits the words", "?keywords=cello", "No reply fits"],
  ["the group is empty", `?group=${id(3)}`, "This group has no replies yet"],
])("says so when %s", async (_name, search, words) => {
  await open({ search });
  expect(screen.getByText(words)).toBeTruthy();
});

it("asks for a group first if there is none", async () => {
  await open({ server: [answers(quickReplies.groups, []), answers(quickReplies.messages, [])] });
  expect(screen.getByText("No quick replies yet")).toBeTruthy();
  missing(/Add reply/);
  expect(button(/Add group/)).toBeTruthy();
});

it("shows why the replies did not load, and retries", async () => {
  const server = [refuses(quickReplies.messages, "TOO_MANY_REQUESTS"), ...stored];
  const { person, sentTo } = show(<QuickReplies />, { perms: all, server });
  await person.click(await screen.findByRole("button", { name: /Try again|Retry/i }));
  await waitFor(() => expect(sentTo(quickReplies.messages)).toHaveLength(2));
});

it.each<[string, readonly Permission[], RegExp[], RegExp[]]>([
  ["read", ["chat:reply:query"], [], [/Add/, /^Edit “/, /^Delete/, /^Move/, /^Rename/]],
  ["add", ["chat:reply:query", "chat:reply:add"], [/Add group/, /Add reply/], [/^Edit “/, /^Delete/, /^Move/]],
  ["edit", ["chat:reply:query", "chat:reply:edit"], [/^Rename Prices/, /^Edit “Piano/, /^Move “Piano/], [/Add/]],
  ["delete", ["chat:reply:query", "chat:reply:delete"], [/^Delete “Piano/], [/^Edit “/, /Add/]],
])("offers a person with the right to %s only that", async (_right, perms, offered, hidden) => {
  await open({ perms });
  for (const name of offered) expect(button(name)).toBeTruthy();
  for (const name of hidden) missing(name);
});

it("removes only groups without replies, after a confirmation, and says why it was refused", async () => {
  const { person, sentTo } = await open({ server: [refuses(quickReplies.deleteGroup, "REPLY_GROUP_NOT_EMPTY")] });
  missing("Delete group Prices");
  await person.click(button("Delete group Empty"));
  const asked = await question("Delete the group Empty?");
  expect(sentTo(quickReplies.deleteGroup)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Delete", hidden: true }));
  await waitFor(() => expect(sentTo(quickReplies.deleteGroup)).toEqual([{ recordID: id(3) }]));
  await screen.findByText("REPLY_GROUP_NOT_EMPTY");
});

it("does not save an empty group name, and keeps the input when the name is refused", async () => {
  const { person, sentTo } = await open({ server: [refuses(quickReplies.addGroup, "GROUP_NAME_DUPLICATE")] });
  await person.click(button(/Add group/));
  const field = screen.getByLabelText<HTMLInputElement>("Group name");
  await person.type(field, " {Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Please enter a name");
  expect(sentTo(quickReplies.addGroup)).toEqual([]);
  await person.type(field, "Prices{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/name/i));
  expect(sentTo(quickReplies.addGroup)).toEqual([{ name: "Prices" }]);
  expect(field.value).toBe(" Prices");
  await person.type(field, "{Escape}");
  expect(screen.queryByLabelText("Group name")).toBeNull();
});

it("opens a group that was just added", async () => {
  const { person, search } = await open({ server: [answers(quickReplies.addGroup, { recordID: id(3) })] });
  await person.click(button(/Add group/));
  await person.type(screen.getByLabelText("Group name"), "New{Enter}");
  await waitFor(() => expect(search()).toBe(`?group=${id(3)}`));
  expect(screen.queryByLabelText("Group name")).toBeNull();
});

it("moves a group with the arrow keys, and announces its place", async () => {
  const { person, sentTo } = await open({ server: [answers(quickReplies.arrange, null)] });
  button("Move group Times with ↑ ↓").focus();
  await person.keyboard("{ArrowUp}");
  await waitFor(() => expect(sentTo(quickReplies.arrange)).toEqual([{ ids: [id(2), id(1), id(3)] }]));
  expect(screen.getByText("Times moved to place 1")).toBeTruthy();
  await person.keyboard("{ArrowUp}");
  expect(sentTo(quickReplies.arrange)).toHaveLength(1);
});

it("moves a reply to where it is dropped, and back when that is refused", async () => {
  const { sentTo } = await open({ server: [refuses(quickReplies.arrange, "PERMISSION_DENIED")] });
  const rows = within(screen.getByRole("region", { name: "Prices" })).getAllByRole("listitem");
  const data = { dataTransfer: { setData: () => undefined } };
  fireEvent.dragStart(rows[0] as HTMLElement, data);
  fireEvent.drop(rows[1] as HTMLElement, data);
  await waitFor(() => expect(sentTo(quickReplies.arrange)).toEqual([{ ids: [id(5), id(4)], groupID: id(1) }]));
  await waitFor(() => expect(shownReplies()).toEqual(["Piano", "Singing"]));
});

it("leaves the group in its place among the others when its replies are reordered", async () => {
  const { person, sentTo } = await open({ server: [answers(quickReplies.arrange, null)] });
  button("Move “Piano costs 500” with ↑ ↓").focus();
  await person.keyboard("{ArrowDown}");
  await waitFor(() => expect(sentTo(quickReplies.arrange)).toHaveLength(1));
  fireEvent.change(screen.getByLabelText("Search replies"), { target: { value: "costs" } });
  await waitFor(() => expect(shownReplies()).toEqual(["Singing", "Piano", "We"]));
});

it("deletes a reply after a confirmation, and says so", async () => {
  const { person, sentTo } = await open({ server: [answers(quickReplies.deleteMessages, null)] });
  await person.click(button("Delete “Singing costs 400”"));
  await person.click((await question("Delete this reply?")).getByRole("button", { name: "Delete", hidden: true }));
  await screen.findByText("Deleted");
  expect(sentTo(quickReplies.deleteMessages)).toHaveLength(1);
});

function write(of: QuickReply | null = null, server: typeof stored = []) {
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const form = <ReplyForm open reply={of} groupID={id(2)} groups={groups} onDone={onDone} onClose={onClose} />;
  return { ...show(form, { perms: all, server }), onDone };
}

const words = () => screen.getByLabelText<HTMLTextAreaElement>("Text");
const save = () => button("Save");

it("inserts a variable at the cursor, and shows a customer's name in the preview", async () => {
  const { person, sentTo, onDone } = write(null, [answers(quickReplies.addMessage, { recordID: id(7) })]);
  fireEvent.change(words(), { target: { value: "Hello , welcome" } });
  words().setSelectionRange(6, 6);
  await person.click(button("customer’s name"));
  expect(words().value).toBe("Hello {nickname}, welcome");
  expect(screen.getByRole("region", { name: "Preview" }).textContent).toContain("Hello Mrs Chan, welcome");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const content = "Hello {nickname}, welcome";
  const recordID = expect.any(String);
  expect(sentTo(quickReplies.addMessage)).toEqual([{ recordID, groupID: id(2), content, image: "", file: "" }]);
});

it("sends the same id on a retry after a lost answer", async () => {
  const server = [refuses(quickReplies.addMessage, "SYSTEM_ERROR")];
  const { person, sentTo, onDone } = write(null, server);
  fireEvent.change(words(), { target: { value: "One more" } });
  await person.click(save());
  await screen.findByRole("alert");
  server[0] = answers(quickReplies.addMessage, { recordID: id(7) });
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [first, second] = sentTo(quickReplies.addMessage);
  expect(first).toMatchObject({ recordID: expect.any(String) });
  expect(second).toEqual(first);
});

it("keeps the input when saving is refused", async () => {
  const { person, onDone } = write(null, [refuses(quickReplies.addMessage, "SETTING_LIMIT_REACHED")]);
  fireEvent.change(words(), { target: { value: "One more" } });
  await person.click(save());
  await screen.findByRole("alert");
  expect(words().value).toBe("One more");
  expect(onDone).not.toHaveBeenCalled();
});

const price = { fileID: FileId.parse("019aaaaa-0000-7000-8000-0000000000f1"), name: "Prices.pdf", url: "/p", size: 9 };
const withFile = reply(8, id(1), "Our prices", { file: price });
const choose = (name: string) => {
  const picker = document.querySelector<HTMLInputElement>('input[accept*=".pdf"]') as HTMLInputElement;
  fireEvent.change(picker, { target: { files: [new File(["x"], name)] } });
};

it("removes the document of a reply", async () => {
  const { person, sentTo, onDone } = write(withFile, [answers(quickReplies.editMessage, { recordID: id(8) })]);
  await person.click(button("Remove the document"));
  expect(screen.queryByText("Prices.pdf")).toBeNull();
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(quickReplies.editMessage)).toMatchObject([{ recordID: id(8), groupID: id(1), file: "" }]);
});

it("keeps the document of a reply when another one is refused", async () => {
  write(withFile, [refuses(quickReplies.uploadFile, "FILE_TOO_LARGE")]);
  choose("Large.pdf");
  await screen.findByText("FILE_TOO_LARGE");
  expect(screen.getByText("Prices.pdf")).toBeTruthy();
});

it("saves a reply with a document that is still being uploaded", async () => {
  const arrives = Promise.withResolvers<void>();
  const { person, sentTo, onDone } = write(null, [
    later(answers(quickReplies.uploadFile, { ...price, contentType: "application/pdf" }), arrives.promise),
    answers(quickReplies.addMessage, { recordID: id(7) }),
  ]);
  fireEvent.change(words(), { target: { value: "Our times" } });
  choose("Times.pdf");
  await person.click(save());
  expect(sentTo(quickReplies.addMessage)).toEqual([]);
  arrives.resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(quickReplies.addMessage)).toMatchObject([{ content: "Our times", file: price.fileID }]);
});

it("inserts variables one after the other, without a frame in between", async () => {
  const { person } = write();
  await person.click(words());
  await person.paste("Hello , welcome");
  words().setSelectionRange(6, 6);
  const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  onTestFinished(() => frames.mockRestore());
  fireEvent.click(button("customer’s name"));
  fireEvent.click(button("customer’s name"));
  expect(words().value).toBe("Hello {nickname}{nickname}, welcome");
  expect([document.activeElement, words().selectionStart]).toEqual([words(), 26]);
});
