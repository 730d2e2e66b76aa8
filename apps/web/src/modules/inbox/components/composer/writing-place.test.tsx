// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import * as outgoing from "../../api/outgoing.ts";
import { useAttachments } from "./use-attachments.ts";
import { WritingPlace } from "./writing-place.tsx";

vi.mock("../../api/outgoing.ts", { spy: true });

const id = (number: number) => `0190c3a0-0000-7000-8000-00000000000${number}`;
const card = {
  conversationId: id(1),
  leadId: id(2),
  nickname: "Amy",
  channel: { channelId: id(3), kind: "whatsapp" },
  can: { send: true, template: false },
} as object as ConversationCard;

function Place() {
  const handlers = { onUnquote: () => {}, onSent: () => {}, onNote: () => {} };
  return <WritingPlace card={card} channel={null} attachments={useAttachments()} quoted={null} {...handlers} />;
}

function start() {
  const sent = vi
    .mocked(outgoing.send)
    .mockReset()
    .mockImplementation(() => {});
  onTestFinished(() => sent.mockRestore());
  return { ...show(<Place />), sent };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const paste = (...files: File[]) => fireEvent.paste(field(), { clipboardData: { files } });
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

it("sends words by Enter once, and has room for the next ones", async () => {
  const { person, sent } = start();
  await person.type(field(), "Good morning{Enter}{Enter}");
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "Good morning", files: [] }));
  expect(field().value).toBe("");
});

it("waits with a message for the picture that is still being made ready", async () => {
  const ready = Promise.withResolvers<never>();
  vi.stubGlobal("createImageBitmap", () => ready.promise);
  const { person, sent } = start();
  await person.type(field(), "Our timetable");
  paste(new File([new Uint8Array(3)], "timetable.webp", { type: "image/webp" }));
  await waitFor(() => expect(sendButton().disabled).toBe(true));
  await person.type(field(), "{Enter}");
  expect(sent).not.toHaveBeenCalled();
  expect(field().value).toBe("Our timetable");

  ready.reject(new Error("not a picture after all"));
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  await person.type(field(), "{Enter}");
  const files = [expect.objectContaining({ name: "timetable.webp" })];
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "Our timetable", files }));
});

it("takes no empty file along, says so, and can be sent without", async () => {
  const { person, sent } = start();
  await person.type(field(), "Here");
  paste(new File([], "empty.pdf", { type: "application/pdf" }));
  await screen.findByText(/empty/i);
  await person.type(field(), "{Enter}");
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "Here", files: [] }));
});
