// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { type AssistantState, chatAssistant } from "@homeroom/contract/chat-assistant";
import { chatHolding } from "@homeroom/contract/chat-holding";
import { chatSearch } from "@homeroom/contract/chat-search";
import { AccountId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses } from "#ui/for-tests.ts";
import { cardOf, conversationIdOf, messageIdOf, rowOf, showInbox } from "../../for-tests.ts";
import { StateActionsContext } from "../states/state-actions.ts";
import { ConversationHead } from "./conversation-head.tsx";
import { ConversationSearch } from "./conversation-search.tsx";
import { HolderChip } from "./holder-chip.tsx";
import { HoldingBar } from "./holding-bar.tsx";
import { StateActions } from "./state-actions.tsx";

const me = AccountId.parse("019aaaaa-0000-7000-8000-000000000801");
const amy = AccountId.parse("019aaaaa-0000-7000-8000-000000000802");
const user = { accountID: me };
const held = (accountID: AccountId | null, more: Partial<ConversationCard> = {}) =>
  cardOf({
    holder: {
      ...{ accountID, nickname: "Amy", since: "2026-11-28T10:00:00.000Z" },
      kind: accountID ? "staff" : "assistant",
    },
    ...more,
  });
const without = (what: "send" | "takeOver") => ({ can: { ...cardOf().can, [what]: false } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

const hitOf = (number: number) => ({
  ...{ messageId: messageIdOf(number), conversationId: conversationIdOf(1), leadId: rowOf(1).leadId },
  ...{ nickname: "Amy", direction: "in", snippet: `piano ${number}`, sentAt: "2026-11-28T10:00:00.000Z" },
});
const found = (numbers: number[], nextCursor: string | null = null) =>
  answers(chatSearch.searchMessages, { list: numbers.map(hitOf), nextCursor } as never);

async function search(server: ReturnType<typeof answers>[], says: string) {
  const [onShow, onClose] = [vi.fn(), vi.fn()];
  const bar = <ConversationSearch conversationId={conversationIdOf(1)} onShow={onShow} onClose={onClose} />;
  const shown = showInbox(bar, { server });
  const field = screen.getByLabelText("Search in this conversation");
  fireEvent.change(field, { target: { value: " piano " } });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(says));
  return { ...shown, field, onShow, onClose };
}
const status = () => screen.getByRole("status").textContent;
const shownBy = (onShow: ReturnType<typeof vi.fn>) => onShow.mock.calls.map(([id]) => id);

it("shows the newest result at once, and moves to older and newer ones with Enter", async () => {
  const { person, field, onShow, sentTo } = await search([found([3, 2, 1])], "1 / 3");
  expect(sentTo(chatSearch.searchMessages)).toMatchObject([{ keywords: "piano", conversationId: conversationIdOf(1) }]);
  await person.type(field, "{Enter}{Enter}{Shift>}{Enter}{/Shift}");
  expect(shownBy(onShow)).toEqual([3, 2, 1, 2].map(messageIdOf));
  expect(status()).toBe("2 / 3");
});

it("stops at the last result, and closes with Escape", async () => {
  const { person, field, onShow, onClose } = await search([found([2, 1])], "1 / 2");
  expect(button("Newer result").disabled).toBe(true);
  await person.click(button("Older result"));
  expect(button("Older result").disabled).toBe(true);
  await person.type(field, "{Enter}");
  expect(shownBy(onShow)).toEqual([2, 1].map(messageIdOf));
  await person.type(field, "{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("says when nothing is found", async () => {
  await search([found([])], "No results");
  expect(button("Older result").disabled).toBe(true);
});

it("loads more results before the end of the loaded ones is reached", async () => {
  const { person, field } = await search([inTurn(found([5, 4, 3], "more"), found([2, 1]))], "1 / 3+");
  await person.type(field, "{Enter}");
  await waitFor(() => expect(status()).toBe("2 / 5"));
});

it("can retry loading more at the end of the results", async () => {
  const pages = inTurn(found([5, 4], "more"), refuses(chatSearch.searchMessages, "SYSTEM_ERROR"), found([3]));
  const { person, field, onShow, sentTo } = await search([pages], "1 / 2+");
  await person.type(field, "{Enter}");
  await waitFor(() => expect(sentTo(chatSearch.searchMessages)).toHaveLength(2));
  await waitFor(() => expect(status()).not.toMatch(/\d/));
  await person.click(button("Older result"));
  await waitFor(() => expect(status()).toBe("2 / 3"));
  await person.type(field, "{Enter}");
  expect(shownBy(onShow).at(-1)).toBe(messageIdOf(3));
});

it("searches for nothing while an input method composes", async () => {
  const { field, sentTo, onShow } = await search([found([2, 1])], "1 / 2");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(sentTo(chatSearch.searchMessages)).toHaveLength(1);
  expect(shownBy(onShow)).toEqual([messageIdOf(2)]);
});

it.each<[name: string, card: ConversationCard, words: string, takes: boolean]>([
  ["that a colleague answers, and lets others take over", held(amy), "Take over to answer yourself.", true],
  ["that a colleague answers, and when they can", held(amy, without("takeOver")), "You can answer once", false],
])("says above the field %s", (_name, card, words, takes) => {
  showInbox(<HoldingBar card={card} />, { user });
  expect(screen.getByRole("note").textContent).toContain(words);
  expect(screen.queryByRole("button", { name: "Take over" }) !== null).toBe(takes);
});

it.each<[name: string, card: ConversationCard]>([
  ["oneself answers", held(me)],
  ["the assistant answers", held(null)],
  ["nobody answers", cardOf()],
  ["one cannot write anyway", held(amy, without("send"))],
])("says nothing above the field where %s", (_name, card) => {
  showInbox(<HoldingBar card={card} />, { user });
  expect(screen.queryByRole("note")).toBeNull();
});

it("takes over once however often it is pressed", async () => {
  const answer = Promise.withResolvers<void>();
  const taken = later(answers(chatHolding.takeOver, null), answer.promise);
  const { person, sentTo } = showInbox(<HoldingBar card={held(amy)} />, { user, server: [taken] });
  await person.dblClick(button("Take over"));
  answer.resolve();
  await screen.findByText("You have taken over");
  expect(sentTo(chatHolding.takeOver)).toEqual([{ conversationId: conversationIdOf(1) }]);
});

it("says when somebody else was quicker, and can retry", async () => {
  const refused = refuses(chatHolding.takeOver, "PERMISSION_DENIED");
  const { person } = showInbox(<HoldingBar card={held(amy)} />, { user, server: [refused] });
  await person.click(button("Take over"));
  await screen.findByText("You have no permission");
  expect(await screen.findByRole("button", { name: "Take over" })).toBeTruthy();
});

it.each<[card: ConversationCard, words: string]>([
  [held(me), "Yours"],
  [held(amy), "Amy is answering"],
  [held(null), "The assistant is answering"],
])("names who answers, with the way to let go for oneself alone: %#", (card, words) => {
  showInbox(<HolderChip card={card} />, { user });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Release" }) !== null).toBe(card.holder?.accountID === me);
});

it("releases a conversation, or says why it could not", async () => {
  const released = inTurn(refuses(chatHolding.release, "SYSTEM_ERROR"), answers(chatHolding.release, null));
  const { person, sentTo } = showInbox(<HolderChip card={held(me)} />, { user, server: [released] });
  await person.click(button("Release"));
  await waitFor(() => expect(sentTo(chatHolding.release)).toHaveLength(1));
  await person.click(await screen.findByRole("button", { name: "Release" }));
  await screen.findByText("Conversation released");
});

function switchOn(card: ConversationCard, way: "send" | "draft" = "send") {
  const agent = { nickname: "Chen", way, working: true };
  const state: AssistantState = { agent, gptStatus: 1, draft: null, isWriting: false, retryTime: null, events: [] };
  const server = [
    ...[answers(chatAssistant.state, state), answers(chatAssistant.setGpt, { gptStatus: 1 })],
    answers(chatHolding.release, null),
  ];
  return showInbox(<ConversationHead card={card} viewers={[]} onSearch={() => undefined} />, { user, server });
}

it("says that the assistant waits while the person answers, and offers to release the conversation", async () => {
  const { person, sentTo } = switchOn(held(me));
  await person.click(await screen.findByRole("switch", { name: "Assistant" }));
  await screen.findByText("The assistant answers once you release the conversation");
  const [, offer] = screen.getAllByRole("button", { name: "Release" });
  await person.click(offer as HTMLElement);
  await waitFor(() => expect(sentTo(chatHolding.release)).toEqual([{ conversationId: conversationIdOf(1) }]));
});

it("says that the assistant waits while a colleague answers", async () => {
  const { person } = switchOn(held(amy));
  await person.click(await screen.findByRole("switch", { name: "Assistant" }));
  expect(await screen.findByText("The assistant answers once Amy releases the conversation")).toBeTruthy();
});

it.each([
  ["nobody answers", cardOf(), "send"],
  ["the assistant only suggests", held(me), "draft"],
] as const)("says nothing more where %s", async (_name, card, way) => {
  const { person, sentTo } = switchOn(card, way);
  await person.click(await screen.findByRole("switch", { name: "Assistant" }));
  await waitFor(() => expect(sentTo(chatAssistant.state).length).toBeGreaterThan(1));
  expect(screen.queryByText(/The assistant answers once/)).toBeNull();
});

const verbs = ["snooze", "close", "reopen", "unread", "finish", "postpone"] as const;
const offered = ["Snooze", "Close conversation", "Reopen", "Search this conversation", "More actions"];

it.each<[name: string, card: Partial<ConversationCard>, isListed: boolean, expected: string[]]>([
  ["an open one", {}, true, ["Snooze", "Close conversation", "Search this conversation", "More actions"]],
  ["a snoozed one", { state: "snoozed" }, true, ["Snooze", "Reopen", "Search this conversation", "More actions"]],
  ["a closed one", { state: "closed" }, true, ["Reopen", "Search this conversation", "More actions"]],
  [
    "one of somebody else",
    { can: { ...cardOf().can, label: false } },
    true,
    ["Search this conversation", "More actions"],
  ],
  ["one without its list", {}, false, ["Search this conversation"]],
])("offers for %s what can be done with it", (_name, more, isListed, expected) => {
  const actions = Object.fromEntries(verbs.map((verb) => [verb, vi.fn()]));
  showInbox(
    <StateActionsContext value={isListed ? (actions as never) : null}>
      <StateActions card={cardOf(more)} onSearch={() => undefined} />
    </StateActionsContext>,
  );
  expect(offered.filter((name) => screen.queryByRole("button", { name }))).toEqual(expected);
});

it("shows only the menu if there is no room for buttons beside the name", async () => {
  const actions = Object.fromEntries(verbs.map((verb) => [verb, vi.fn()]));
  const { person } = showInbox(
    <StateActionsContext value={actions as never}>
      <StateActions card={cardOf()} folds onSearch={() => undefined} />
    </StateActionsContext>,
  );
  expect(offered.filter((name) => screen.queryByRole("button", { name }))).toEqual(["More actions"]);
  await person.click(button("More actions"));
  const entries = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(entries).toEqual(["Search this conversation", "Snooze", "Close conversation", "Mark as unread"]);
});
