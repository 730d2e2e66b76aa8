// @vitest-environment happy-dom
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { channels } from "@homeroom/contract/channels";
import { type ConversationCard, chat } from "@homeroom/contract/chat";
import { chatComposer } from "@homeroom/contract/chat-composer";
import { line } from "@homeroom/contract/line";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { queryClient } from "#platform/query.ts";
import { answers, inTurn, later, refuses } from "#ui/for-tests.ts";
import { cardQuery } from "../../api/conversation-card.ts";
import { keepDraft, keepNoteDraft } from "../../api/drafts.ts";
import { cardOf, channelIdOf, channelOf, farAhead, longAgo, messageOf, showInbox } from "../../for-tests.ts";
import { Composer } from "./composer.tsx";

const free = { kind: "free", reason: null, left: null, amount: null, currency: "HKD" } as const;
const around = [
  answers(chatComposer.scheduledList, []),
  answers(broadcastSettings.messageCost, { utility: free, marketing: free, service: free }),
];

async function start(
  card: ConversationCard,
  { server = [], perms = [] }: { server?: ReturnType<typeof answers>[]; perms?: readonly Permission[] } = {},
) {
  onTestFinished(() => {
    keepDraft(card.conversationId, "");
    keepNoteDraft(card.conversationId, { text: "", mentions: [] });
  });
  const onSent = vi.fn();
  const composer = <Composer card={card} quoted={null} onUnquote={() => undefined} onSent={onSent} />;
  const user = { nickname: "Me", branch: { name: "Mong Kok" } };
  const shown = showInbox(composer, { user, perms, server: [...server, ...around] });
  await waitFor(() => expect(shown.sentTo(chatComposer.scheduledList)).toHaveLength(1));
  return { ...shown, onSent };
}

const mayNot = (...what: (keyof ConversationCard["can"])[]) =>
  cardOf({ can: { ...cardOf().can, ...Object.fromEntries(what.map((one) => [one, false])) } });
const onChannel = (channel: Partial<ConversationCard["channel"]>, more: Partial<ConversationCard> = {}) =>
  cardOf({ channel: { ...cardOf().channel, ...channel }, ...more });
const usedUp = { freeUntil: null, quota: { limit: 200, used: 200 } };
const note = () => screen.queryByRole("note")?.textContent ?? "";
const canChooseTemplate = () => screen.queryByRole("button", { name: "Choose template" }) !== null;

it.each<[name: string, card: ConversationCard, words: string, template: boolean]>([
  ["without the right to write", mayNot("send", "template"), "You cannot send messages", false],
  ["with the right to send templates alone", mayNot("send"), "You can only send templates", true],
  ["on an account that has stopped", onChannel({ stoppedReason: "tokenExpired" }), "has stopped sending", false],
  ["on an account that is switched off", onChannel({ stoppedReason: "switchedOff" }), "is switched off", false],
  ["to a customer who has blocked the number", cardOf({ blocked: true }), "has blocked this number", false],
  [
    "to a customer who has blocked the LINE account",
    onChannel({ kind: "line" }, { blocked: true }),
    "has blocked the LINE account",
    false,
  ],
  ["to a customer who has never written", cardOf({ windowEndsAt: null }), "has not written yet", true],
  ["after the time to reply", cardOf({ windowEndsAt: longAgo }), "The time to reply is over", true],
  [
    "after the time to reply, without the right to send templates",
    { ...mayNot("template"), windowEndsAt: longAgo },
    "The time to reply is over",
    false,
  ],
  [
    "with no message of the month left on LINE",
    onChannel({ kind: "line" }, { line: usedUp }),
    "used up (200 of 200)",
    false,
  ],
])("nothing can be written %s, and it says what can be done", async (_name, card, words, template) => {
  await start(card);
  expect(note()).toContain(words);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(canChooseTemplate()).toBe(template);
  expect(screen.getByRole("button", { name: /Write a note/ })).toBeTruthy();
});

it("shows the draft that cannot be sent now", async () => {
  const card = cardOf({ windowEndsAt: longAgo });
  keepDraft(card.conversationId, "See you tomorrow");
  await start(card);
  expect(note()).toContain("Your draft is kept: See you tomorrow");
});

it("keeps the field and its text when the time to reply runs out while typing", async () => {
  const card = cardOf({ windowEndsAt: new Date(Date.now() + 60_000).toISOString() });
  const { person, sentTo } = await start(card);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  await person.type(field, "See you");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
  expect((await screen.findByRole("alert")).textContent).toContain("The time to reply is over");
  await person.keyboard(" tomorrow{Enter}");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("See you tomorrow");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
  expect(screen.getAllByRole("button", { name: "Choose template" })).toHaveLength(2);
  expect(sentTo(chat.sendMessage)).toEqual([]);
});

const whatsappAdmin = { perms: ["org:whatsapp:edit"] as const };

it("lets a stopped account send again, with the right permission", async () => {
  const answer = Promise.withResolvers<void>();
  const card = onChannel({ stoppedReason: "paymentProblem" });
  const server = [
    later(answers(channels.resumeChannel, null), answer.promise),
    answers(chat.conversationInfo, cardOf()),
  ];
  const { person, sentTo } = await start(card, { ...whatsappAdmin, server });
  await queryClient.prefetchQuery(cardQuery(card.conversationId));
  await person.dblClick(screen.getByRole("button", { name: "Resume sending" }));
  answer.resolve();
  await waitFor(() => expect(sentTo(chat.conversationInfo)).toHaveLength(2));
  expect(sentTo(channels.resumeChannel)).toEqual([{ recordID: card.channel.channelId }]);
});

it("says why an account could not be resumed, and can retry", async () => {
  const server = [refuses(channels.resumeChannel, "PERMISSION_DENIED")];
  const { person } = await start(onChannel({ stoppedReason: "paymentProblem" }), { ...whatsappAdmin, server });
  await person.click(screen.getByRole("button", { name: "Resume sending" }));
  await screen.findByText("You have no permission");
  expect(await screen.findByRole("button", { name: "Resume sending" })).toBeTruthy();
});

it.each([
  ["tokenExpired", "Enter a new token"],
  ["accountRestricted", "Account settings"],
  ["switchedOff", "Account settings"],
])("leads to the settings where %s stopped the account", async (stoppedReason, verb) => {
  await start(onChannel({ stoppedReason }), whatsappAdmin);
  expect(screen.getByRole("button", { name: verb })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume sending" })).toBeNull();
});

it("offers to resume a stopped account only to people with the permission for that kind of account", async () => {
  await start(onChannel({ kind: "line", stoppedReason: "paymentProblem" }), whatsappAdmin);
  expect(note()).toContain("has stopped sending");
  expect(screen.queryByRole("button", { name: /Resume|settings|token/ })).toBeNull();
});

it("asks LINE again what may still be sent, and says when LINE does not answer", async () => {
  const card = onChannel({ kind: "line" }, { line: usedUp });
  const server = [answers(line.quota, null)];
  const { person, sentTo } = await start(card, { server, perms: ["org:line:query"] });
  await person.click(screen.getByRole("button", { name: "Check the quota again" }));
  await screen.findByText("LINE did not answer. Check again later.");
  expect(sentTo(line.quota)).toEqual([{ recordID: card.channel.channelId }]);
});

const lineChannel = channelOf(2, { kind: "line", name: "LINE", windowEndsAt: null });
const channelChoice = () => screen.getByRole("combobox", { name: "Send through" });

async function choices() {
  fireEvent.mouseDown(channelChoice());
  const options = await screen.findAllByText(/LINE|Front desk/);
  return options.map(({ textContent }) => textContent);
}

it("offers the channels only if there are several", async () => {
  await start(cardOf({ channels: [channelOf(1), channelOf(1)] }));
  expect(screen.queryByRole("combobox", { name: "Send through" })).toBeNull();
});

it.each<[state: string, channel: Partial<ConversationCard["channels"][number]>, words: string]>([
  ["whose window is closed", { kind: "whatsapp", windowEndsAt: longAgo }, "Window closed"],
  ["that was never written to", { kind: "whatsapp" }, "Has not written yet"],
  ["that the customer has blocked", { blocked: true }, "Blocked"],
  ["that has stopped", { stoppedReason: "tokenExpired" }, "Stopped"],
  ["whose month is used up", { line: usedUp }, "Quota used up"],
])("says of a channel %s that it cannot be written through", async (_state, more, words) => {
  await start(cardOf({ channels: [channelOf(1), { ...lineChannel, ...more }] }));
  expect((await choices()).join()).toContain(`LINE${words}`);
});

it("says that a channel for templates accepts nothing else", async () => {
  const { can } = mayNot("send");
  await start(cardOf({ can, channels: [channelOf(1), channelOf(2, { name: "LINE" })] }));
  expect((await choices()).join()).toContain("LINETemplates only");
});

it("sends through the chosen channel, and is open if that channel is", async () => {
  const card = cardOf({ windowEndsAt: longAgo, channels: [channelOf(1, { windowEndsAt: longAgo }), lineChannel] });
  const sent = answers(chat.sendMessage, messageOf(1, { direction: "out", state: "queued" }));
  const { person, sentTo, onSent } = await start(card, { server: [sent] });
  expect(screen.queryByRole("textbox")).toBeNull();
  await choices();
  await person.click(await screen.findByText("LINE"));
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Hello" } });
  await person.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sentTo(chat.sendMessage)).toHaveLength(1));
  expect(sentTo(chat.sendMessage)).toMatchObject([{ channel: channelIdOf(2), content: "Hello" }]);
  expect(onSent).toHaveBeenCalledOnce();
});

// Must be first: the editor of notes loads only once for all tests.
it("accepts typing while the editor of notes is still loading", async () => {
  const { person } = await start(cardOf({ windowEndsAt: farAhead }));
  fireEvent.click(screen.getByRole("button", { name: /Write a note/ }));
  fireEvent.change(document.activeElement as HTMLTextAreaElement, { target: { value: "Call" } });
  const field = await screen.findByPlaceholderText<HTMLTextAreaElement>(/Write to colleagues/);
  await person.keyboard(" back");
  expect(field.value).toBe("Call back");
});

async function writeNote(server: ReturnType<typeof answers>[]) {
  const shown = await start(cardOf({ windowEndsAt: farAhead }), { server });
  await shown.person.click(screen.getByRole("button", { name: /Write a note/ }));
  const field = await screen.findByPlaceholderText<HTMLTextAreaElement>(/Write to colleagues/);
  fireEvent.change(field, { target: { value: "Call back" } });
  return shown;
}

it("retries the same note after a refusal, and returns to the customer's field", async () => {
  const added = answers(chatComposer.addNote, messageOf(1, { kind: "note", direction: "out" }));
  const { person, sentTo, onSent } = await writeNote([inTurn(refuses(chatComposer.addNote, "SYSTEM_ERROR"), added)]);
  await person.click(screen.getByRole("button", { name: /Add note/ }));
  await waitFor(() => expect(sentTo(chatComposer.addNote)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button", { name: /Add note/ }).className).not.toContain("loading"));
  await person.click(screen.getByRole("button", { name: /Add note/ }));
  await screen.findByRole("textbox", { name: "Write a message" });
  const [first, second] = sentTo(chatComposer.addNote);
  expect(first).toMatchObject({ content: "Call back" });
  expect(second).toEqual(first);
  expect(onSent).toHaveBeenCalledOnce();
});

it("keeps an unsaved note that was left", async () => {
  const { person } = await writeNote([]);
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await person.click(await screen.findByRole("button", { name: /Write a note/ }));
  expect((await screen.findByPlaceholderText<HTMLTextAreaElement>(/Write to colleagues/)).value).toBe("Call back");
});
