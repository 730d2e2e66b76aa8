// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { type QuickReply, quickReplies, type ReplyGroup } from "@homeroom/contract/quick-replies";
import { screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { ReplyPicker, type ReplyPickerHandle } from "./reply-picker.tsx";

const id = (number: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${number}`);
const groups: ReplyGroup[] = ["Prices", "Times"].map((name, index) => ({
  ...{ recordID: id(index + 1), name, count: 1, sort: index },
}));
const replyOf = (number: number, groupID: RecordId, content: string): QuickReply => ({
  ...{ recordID: id(number), groupID, content, image: null, imageFileID: null, file: null, sort: number },
});
const replies = [replyOf(4, id(1), "Piano"), replyOf(5, id(1), "Singing"), replyOf(6, id(2), "Nine to five")];
const stored = [answers(quickReplies.groups, groups), answers(quickReplies.messages, replies)];

/** A field whose keys go to the picker first, like the composer's. */
function Field({ words, onPick, onClose, onOwnKey }: Handlers & { words: string }) {
  const picker = useRef<ReplyPickerHandle>(null);
  return (
    <>
      <ReplyPicker ref={picker} words={words} onPick={onPick} onClose={onClose} />
      <input onKeyDown={(event) => picker.current?.handleKey(event) || onOwnKey(event.key)} />
    </>
  );
}

interface Handlers {
  onPick: (reply: QuickReply) => void;
  onClose: () => void;
  onOwnKey: (key: string) => void;
}

async function open(words = "", server: typeof stored = stored, perms: readonly Permission[] = []) {
  const on = { onPick: vi.fn(), onClose: vi.fn(), onOwnKey: vi.fn() };
  const shown = show(<Field words={words} {...on} />, { perms, server });
  await waitFor(() => expect(shown.sentTo(quickReplies.messages)).toHaveLength(1));
  return { ...shown, ...on, field: screen.getByRole("textbox") };
}

const listed = async () => (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
const chosen = () => screen.getByRole("option", { selected: true }).textContent;

it.each([
  ["", ["PricesPiano", "PricesSinging", "TimesNine to five"]],
  ["SING", ["PricesSinging"]],
  ["times", ["TimesNine to five"]],
])("lists the replies whose words or group contain “%s”", async (words, expected) => {
  await open(words);
  await waitFor(async () => expect(await listed()).toEqual(expected));
});

it("moves with the arrow keys, also around the ends, and inserts the choice with Enter", async () => {
  const { person, field, onPick, onOwnKey } = await open();
  await listed();
  expect(chosen()).toContain("Piano");
  await person.type(field, "{ArrowUp}");
  expect(chosen()).toContain("Nine to five");
  await person.type(field, "{ArrowDown}{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith(replies[1]);
  expect(onOwnKey).not.toHaveBeenCalled();
});

it("inserts the clicked reply, and leaves the cursor in the field", async () => {
  const { person, field, onPick } = await open();
  await listed();
  field.focus();
  await person.click(screen.getByText("Singing"));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(replies[1]);
  expect(document.activeElement).toBe(field);
});

it("closes with Escape, and leaves Enter to the field if nothing matches", async () => {
  const { person, field, onPick, onClose, onOwnKey } = await open("cello");
  await screen.findByText("Nothing fits “cello”");
  await person.type(field, "{Enter}");
  expect(onPick).not.toHaveBeenCalled();
  expect(onOwnKey).toHaveBeenCalledExactlyOnceWith("Enter");
  await person.type(field, "{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("says when there are no replies yet", async () => {
  await open("", [answers(quickReplies.groups, []), answers(quickReplies.messages, [])]);
  expect(await screen.findByText("No quick replies yet")).toBeTruthy();
});

it("says when the replies did not load, and retries", async () => {
  const found = inTurn(refuses(quickReplies.messages, "SYSTEM_ERROR"), answers(quickReplies.messages, replies));
  const { person } = await open("", [answers(quickReplies.groups, groups), found]);
  await person.click(await screen.findByRole("button", { name: /again/i }));
  expect(await listed()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: /again/i })).toBeNull();
});

it.each<[Permission, boolean]>([
  ["chat:reply:query", false],
  ["chat:reply:add", true],
  ["chat:reply:edit", true],
])("leads people with %s to where replies are kept: %s", async (permission, expected) => {
  await open("", stored, [permission]);
  expect(screen.queryByRole("link", { name: "Manage quick replies" }) !== null).toBe(expected);
});
