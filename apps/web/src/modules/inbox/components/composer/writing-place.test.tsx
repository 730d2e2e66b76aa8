// @vitest-environment happy-dom
import { type ConversationCard, chat } from "@homeroom/contract/chat";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { answers, later, show } from "#ui/for-tests.ts";
import { discard, useOutgoing } from "../../api/outgoing.ts";
import type { Outgoing } from "../../rules/shown-message.ts";
import { useAttachments } from "./use-attachments.ts";
import { WritingPlace } from "./writing-place.tsx";

const id = (number: number) => `0190c3a0-0000-7000-8000-00000000000${number}`;
const card = {
  // A conversation of its own: messages sent to it stay pending and hold back later ones.
  conversationId: crypto.randomUUID(),
  leadId: id(2),
  nickname: "Amy",
  channel: { channelId: id(3), kind: "whatsapp" },
  can: { send: true, template: false },
} as object as ConversationCard;

let onTheirWay: readonly Outgoing[] = [];

function Place() {
  const outgoing = useOutgoing();
  useEffect(() => {
    onTheirWay = outgoing;
  });
  const handlers = { onUnquote: () => {}, onSent: () => {}, onNote: () => {} };
  return <WritingPlace card={card} channel={null} attachments={useAttachments()} quoted={null} {...handlers} />;
}

// Drafts are stored for the next time the conversation is opened.
beforeEach(() => sessionStorage.clear());

/** The server answers no message, so all stay pending; after the test they are discarded. */
function start(...more: ReturnType<typeof answers>[]) {
  const never = new Promise<never>(() => {});
  onTestFinished(() => onTheirWay.forEach(({ messageId }) => discard(messageId)));
  const server = [chat.sendMessage, chat.uploadFile].map((call) => later(answers(call, null as never), never));
  return show(<Place />, { server: [...more, ...server] });
}

const sent = () => onTheirWay.map(({ text, file }) => ({ text, file: file?.name ?? null }));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const paste = (...files: File[]) => fireEvent.paste(field(), { clipboardData: { files } });
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

it("sends a text once with Enter, and is empty for the next one", async () => {
  const { person } = start();
  await person.type(field(), "Good morning{Enter}{Enter}");
  expect(sent()).toEqual([{ text: "Good morning", file: null }]);
  expect(field().value).toBe("");
});

it("holds a message until its picture has been prepared", async () => {
  const ready = Promise.withResolvers<never>();
  vi.stubGlobal("createImageBitmap", () => ready.promise);
  const { person } = start();
  await person.type(field(), "Our timetable");
  paste(new File([new Uint8Array(3)], "timetable.webp", { type: "image/webp" }));
  await waitFor(() => expect(sendButton().disabled).toBe(true));
  await person.type(field(), "{Enter}");
  expect(sent()).toEqual([]);
  expect(field().value).toBe("Our timetable");

  ready.reject(new Error("not a picture after all"));
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  await person.type(field(), "{Enter}");
  expect(sent()).toEqual([{ text: "Our timetable", file: "timetable.webp" }]);
});

it("sends a text that is too long for a caption after the file, and says so", async () => {
  const words = "a".repeat(1025);
  const { person } = start();
  fireEvent.change(field(), { target: { value: words } });
  expect(screen.queryByText(/separate message/)).toBeNull();
  paste(new File(["%PDF"], "timetable.pdf", { type: "application/pdf" }));
  await screen.findByText(/separate message/);
  await person.type(field(), "{Enter}");
  expect(sent()).toEqual([
    { text: "", file: "timetable.pdf" },
    { text: words, file: null },
  ]);
});

it("does not attach an empty file, says so, and can send without it", async () => {
  const { person } = start();
  await person.type(field(), "Here");
  paste(new File([], "empty.pdf", { type: "application/pdf" }));
  await screen.findByText(/empty/i);
  await person.type(field(), "{Enter}");
  expect(sent()).toEqual([{ text: "Here", file: null }]);
});

it("inserts emoji one after another at the cursor, without a frame in between", async () => {
  const { person } = start();
  await person.click(field());
  await person.paste("Hello , Amy");
  field().setSelectionRange(6, 6);
  await person.click(screen.getByRole("button", { name: "Emoji" }));
  const sign = await screen.findByRole("button", { name: "😀" });
  const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  onTestFinished(() => frames.mockRestore());
  fireEvent.click(sign);
  fireEvent.click(sign);
  expect(field().value).toBe("Hello 😀😀, Amy");
  expect([document.activeElement, field().selectionStart]).toEqual([field(), 10]);
});

it("leaves the arrow keys to an input method in the emoji search", async () => {
  const { person } = start();
  await person.click(screen.getByRole("button", { name: "Emoji" }));
  const search = await screen.findByRole("searchbox", { name: "Search emoji" });
  act(() => search.focus());
  fireEvent.keyDown(search, { key: "ArrowDown", isComposing: true });
  expect(document.activeElement).toBe(search);
});

it("sends nothing on Enter while the quick replies after a slash are loading", async () => {
  const ready = Promise.withResolvers<void>();
  const reply = {
    recordID: id(5),
    groupID: id(6),
    content: "Piano costs 500",
    image: null,
    imageFileID: null,
    file: null,
  };
  const { person } = start(
    later(answers(quickReplies.messages, [{ ...reply, sort: 1 }] as never), ready.promise),
    answers(quickReplies.groups, []),
  );
  await person.type(field(), "/pia{Enter}");
  await screen.findByRole("listbox");
  await person.type(field(), "{Enter}");
  expect([sent(), field().value]).toEqual([[], "/pia"]);
  ready.resolve();
  await screen.findByRole("option");
  await person.type(field(), "{Enter}");
  expect([sent(), field().value]).toEqual([[], "Piano costs 500"]);
});

it("names the files that cannot be sent, and attaches the others", async () => {
  start();
  const large = Object.defineProperty(new File(["%"], "film.mp4", { type: "video/mp4" }), "size", { value: 2 ** 25 });
  paste(large, new File([], "empty.pdf"), new File(["%PDF"], "timetable.pdf"));
  await screen.findByText(/^film\.mp4 is not sent/);
  await screen.findByText(/^empty\.pdf is empty/);
  expect(await screen.findByRole("button", { name: "Remove timetable.pdf" })).toBeTruthy();
});
