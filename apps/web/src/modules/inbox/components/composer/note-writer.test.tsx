// @vitest-environment happy-dom
import { ConversationId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { NoteWriter } from "./note-writer.tsx";

const conversationId = ConversationId.parse("019aaaaa-0000-7000-8000-000000000001");

function start(onSave: () => Promise<void> = async () => {}, onDraft?: () => void) {
  const [save, onClose] = [vi.fn(onSave), vi.fn()];
  const given = { conversationId, verb: "Add note", onSave: save, onClose, ...(onDraft && { onDraft }) };
  return { ...show(<NoteWriter {...given} />), save, onClose };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const add = () => screen.getByRole<HTMLButtonElement>("button", { name: /Add note/ });

it("adds a note once with Ctrl+Enter, however often it is pressed", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { person, save, onClose } = start(() => promise);
  write(" Call back on Monday ");
  await person.type(field(), "{Control>}{Enter}{Enter}{/Control}");
  resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledExactlyOnceWith({ content: "Call back on Monday", mentions: [] });
});

it("keeps a refused note, and can retry", async () => {
  const { person, save, onClose } = start(() => Promise.reject("Too long"));
  write("Call back");
  await person.click(add());
  await screen.findByText("Too long");
  expect(field().value).toBe("Call back");
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(add().className).not.toContain("loading"));
  await person.click(add());
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
});

it("adds no empty note, starts a new line with Enter, and closes with Escape", async () => {
  const { person, save, onClose } = start();
  write("  ");
  expect(add().disabled).toBe(true);
  await person.type(field(), "{Control>}{Enter}{/Control}{Enter}");
  expect(save).not.toHaveBeenCalled();
  await person.type(field(), "{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ["what is written while a note is added stays, as a further note", vi.fn(), "Ask for Ben"],
  ["a note that is changed on while it is saved stays open", undefined, "Call back. Ask for Ben"],
])("%s", async (_, onDraft, left) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { person, save, onClose } = start(() => promise, onDraft);
  await person.type(field(), "Call back.{Control>}{Enter}{/Control} Ask for Ben");
  resolve();
  await waitFor(() => expect(add().className).not.toContain("loading"));
  expect([field().value, onClose.mock.calls.length]).toEqual([left, 0]);
  await person.type(field(), "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(save).toHaveBeenLastCalledWith({ content: left, mentions: [] });
});
