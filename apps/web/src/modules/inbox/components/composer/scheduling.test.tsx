// @vitest-environment happy-dom
import { chat } from "@homeroom/contract/chat";
import { chatComposer, type ScheduledRow } from "@homeroom/contract/chat-composer";
import { FileId, RecordId } from "@homeroom/contract/ids";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { queryClient } from "#platform/query.ts";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { keepDraft } from "../../api/drafts.ts";
import { cardOf, channelIdOf, conversationIdOf, showInbox } from "../../for-tests.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduledStrip } from "./scheduled-strip.tsx";
import { useAttachments } from "./use-attachments.ts";
import { WritingPlace } from "./writing-place.tsx";

const now = Date.parse("2026-11-28T10:00:00.000Z");

function atTen() {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
}

const when = () => screen.getByLabelText<HTMLInputElement>("When");
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

function open(more: Partial<Parameters<typeof ScheduleDialog>[0]> = {}) {
  atTen();
  const [onSave, onClose] = [vi.fn(async () => undefined), vi.fn()];
  const dialog = <ScheduleDialog sendAt={null} windowEndsAt={null} onSave={onSave} onClose={onClose} {...more} />;
  return { ...show(dialog), onSave, onClose };
}

async function type(person: ReturnType<typeof open>["person"], text: string) {
  await person.click(when());
  fireEvent.change(when(), { target: { value: text } });
  await person.tab();
}

it("starts an hour from now, and can be moved with a button", async () => {
  const { person, onSave, onClose } = open();
  await person.click(button("In 3 hours"));
  await person.click(button("Schedule"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ sendAt: new Date(now + 3 * 3_600_000), words: "" });
});

it("offers no time after the end of the reply window, and says when that is", () => {
  open({ windowEndsAt: new Date(now + 45 * 60_000).toISOString() });
  const quick = screen
    .getAllByRole("button")
    .flatMap(({ textContent }) => (textContent.startsWith("In") ? [textContent] : []));
  expect(quick).toEqual(["In 30 minutes"]);
  expect(screen.getByText(/before the reply window closes at .*10:45/)).toBeTruthy();
});

it.each([
  ["2026-11-28 09:00", "Please choose a time in the future"],
  ["soon", /date/i],
])("schedules nothing for “%s”, says why, and no longer once another time is chosen", async (text, words) => {
  const { person, onSave, onClose } = open();
  await type(person, text);
  await person.click(button("Schedule"));
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect(onSave).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  await person.click(button("In 30 minutes"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps its input after a refusal, and schedules once however often it is pressed", async () => {
  const answer = Promise.withResolvers<undefined>();
  const onSave = vi.fn(() => answer.promise);
  const { person, onClose } = open({ words: "See you", sendAt: new Date(now + 7_200_000), onSave });
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "See you soon" } });
  await person.dblClick(button("Save"));
  answer.reject("The window ends before that");
  expect((await screen.findByRole("alert")).textContent).toBe("The window ends before that");
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ sendAt: new Date(now + 7_200_000), words: "See you soon" });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("See you soon");
  expect(onClose).not.toHaveBeenCalled();
});

const scheduledOf = (number: number, more: Partial<ScheduledRow> = {}): ScheduledRow => ({
  scheduledId: RecordId.parse(`019aaaaa-0000-7000-8000-00000000050${number}`),
  ...{ conversationId: conversationIdOf(1), type: "text", content: `Later ${number}`, file: null, version: number },
  ...{ channelId: channelIdOf(1), channelName: "Front desk", sendAt: new Date(now + number * 3_600_000).toISOString() },
  ...{ author: null, isMine: true, ...more },
});
const listed = (...rows: ScheduledRow[]) => answers(chatComposer.scheduledList, rows);

async function openStrip(server: ReturnType<typeof answers>[], around: Parameters<typeof show>[1] = {}) {
  atTen();
  const shown = showInbox(<ScheduledStrip card={cardOf()} />, { ...around, server });
  await shown.person.click(await screen.findByRole("button", { name: /scheduled/ }));
  return shown;
}

it("says how many messages are scheduled, and when the next one is sent", async () => {
  const { person } = await openStrip([listed(scheduledOf(1), scheduledOf(2))]);
  expect(screen.getByRole("button", { name: /2 scheduled.*11:00/ })).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  await person.click(screen.getByRole("button", { name: /scheduled/ }));
  expect(screen.queryByRole("listitem")).toBeNull();
});

it.each([
  ["one's own message", { isMine: true }, [], ["Edit", "Delete"]],
  ["a colleague's message", { isMine: false }, [], []],
  ["a colleague's message, with the right to take over,", { isMine: false }, ["chat:message:takeover"], ["Delete"]],
] as const)("offers for %s what may be done with it", async (_name, more, perms, expected) => {
  await openStrip([listed(scheduledOf(1, more))], { perms });
  expect(["Edit", "Delete"].filter((name) => screen.queryByRole("button", { name }))).toEqual(expected);
});

it("deletes a scheduled message once, however often it is pressed", async () => {
  const answer = Promise.withResolvers<void>();
  const deleted = later(answers(chatComposer.deleteScheduled, null), answer.promise);
  const { person, sentTo } = await openStrip([deleted, inTurn(listed(scheduledOf(1)), listed())]);
  await person.dblClick(button("Delete"));
  answer.resolve();
  await screen.findByText("Scheduled message deleted");
  expect(sentTo(chatComposer.deleteScheduled)).toEqual([{ scheduledId: scheduledOf(1).scheduledId }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: /scheduled/ })).toBeNull());
});

it("says when a scheduled message could not be deleted, and still shows it", async () => {
  const { person } = await openStrip([
    refuses(chatComposer.deleteScheduled, "PERMISSION_DENIED"),
    listed(scheduledOf(1)),
  ]);
  await person.click(button("Delete"));
  await screen.findByText("You have no permission");
  expect(screen.getByTitle("Later 1")).toBeTruthy();
});

it("changes the text of a scheduled message based on the version that was shown", async () => {
  const edited = answers(chatComposer.editScheduled, scheduledOf(1, { content: "Sooner", version: 2 }));
  const { person, sentTo } = await openStrip([edited, listed(scheduledOf(1))]);
  await person.click(button("Edit"));
  fireEvent.change(await screen.findByLabelText("Message"), { target: { value: "Sooner" } });
  await person.click(button("Save"));
  await waitFor(() => expect(screen.queryByLabelText("Message")).toBeNull());
  const { scheduledId, sendAt } = scheduledOf(1);
  expect(sentTo(chatComposer.editScheduled)).toEqual([{ scheduledId, version: 1, content: "Sooner", sendAt }]);
});

it("keeps the edited text when the only scheduled message is sent meanwhile", async () => {
  const { person } = await openStrip([inTurn(listed(scheduledOf(1)), listed())]);
  await person.click(button("Edit"));
  fireEvent.change(await screen.findByLabelText("Message"), { target: { value: "A long text" } });
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole("button", { name: /scheduled/ })).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("A long text");
});

function Place() {
  const handlers = { onUnquote: () => undefined, onSent: () => undefined, onNote: () => undefined };
  return <WritingPlace card={cardOf()} channel={null} attachments={useAttachments()} quoted={null} {...handlers} />;
}

async function write(server: ReturnType<typeof answers>[], files: File[]) {
  atTen();
  onTestFinished(() => keepDraft(conversationIdOf(1), ""));
  const user = { nickname: "Me", branch: { name: "Mong Kok" } };
  const shown = showInbox(<Place />, { user, server });
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(field, { target: { value: "Our timetable" } });
  if (files.length > 0) fireEvent.paste(field, { clipboardData: { files } });
  for (const { name } of files) await screen.findByRole("button", { name: `Remove ${name}` });
  await shown.person.click(button("Sending options"));
  await shown.person.click(await screen.findByRole("menuitem", { name: "Send later" }));
  await screen.findByRole("button", { name: "Schedule" });
  return { ...shown, field };
}

const pdf = (name: string) => new File(["%PDF"], name, { type: "application/pdf" });

it("schedules the composer's content, retries the same message after a refusal, and then clears the composer", async () => {
  const stored = { fileID: FileId.parse("019aaaaa-0000-7000-8000-000000000701"), url: "/timetable.pdf" };
  const uploaded = answers(chat.uploadFile, { ...stored, contentType: "application/pdf" } as never);
  const kept = answers(chatComposer.schedule, scheduledOf(1));
  const server = [uploaded, inTurn(refuses(chatComposer.schedule, "SETTING_LIMIT_REACHED"), kept)];
  const { person, sentTo, field } = await write(server, [pdf("timetable.pdf")]);
  await person.click(button("Schedule"));
  await screen.findByRole("alert");
  expect(field.value).toBe("Our timetable");
  await person.click(await screen.findByRole("button", { name: "Schedule" }));
  await screen.findByText(/^Scheduled for .*11:00/);
  const [first, second] = sentTo(chatComposer.schedule) as { scheduledId: string }[];
  expect(first).toMatchObject({ content: "Our timetable", type: "document", fileID: stored.fileID });
  expect(second?.scheduledId).toBe(first?.scheduledId);
  expect(field.value).toBe("");
  expect(screen.queryByRole("button", { name: "Remove timetable.pdf" })).toBeNull();
});

it("schedules at most one file, and keeps both files when it says so", async () => {
  const { person, sentTo, field } = await write([], [pdf("one.pdf"), pdf("two.pdf")]);
  await person.click(button("Schedule"));
  expect((await screen.findByRole("alert")).textContent).toBe("Only one file can be scheduled at a time");
  expect(sentTo(chatComposer.schedule)).toEqual([]);
  expect(field.value).toBe("Our timetable");
  expect(screen.getByRole("button", { name: "Remove two.pdf" })).toBeTruthy();
});

it("does not schedule text that cannot go with the file, and keeps both", async () => {
  const { person, sentTo, field } = await write([], [new File(["OggS"], "hello.ogg", { type: "audio/ogg" })]);
  await person.click(button("Schedule"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/cannot go with this file/);
  expect(sentTo(chat.uploadFile)).toEqual([]);
  expect(field.value).toBe("Our timetable");
});
