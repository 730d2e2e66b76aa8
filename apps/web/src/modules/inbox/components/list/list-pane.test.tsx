// @vitest-environment happy-dom
import { type ConversationRow, chat } from "@homeroom/contract/chat";
import { chatSearch } from "@homeroom/contract/chat-search";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, refuses } from "#ui/for-tests.ts";
import type { ListFilters } from "../../api/conversation-list.ts";
import { conversationIdOf, messageIdOf, rowOf, showInbox } from "../../for-tests.ts";
import { ListPane } from "./list-pane.tsx";

const usual: ListFilters = {
  ...{ filters: [], state: "open", order: "latest", channel: null, branch: null, sales: [], label: [], keywords: "" },
};
type List = Parameters<typeof answers<typeof chat.conversationList>>[1];
const listed = (rows: ConversationRow[], more: Partial<List> = {}) =>
  answers(chat.conversationList, { list: rows, total: rows.length, pageNum: 1, pageSize: 50, version: 1, ...more });
const hitOf = (number: number) => ({
  ...{ messageId: messageIdOf(number), conversationId: conversationIdOf(1), leadId: rowOf(1).leadId },
  ...{ nickname: "Amy", direction: "in", snippet: `piano ${number}`, sentAt: "2026-11-28T10:00:00.000Z" },
});
const found = (numbers: number[], nextCursor: string | null = null) =>
  answers(chatSearch.searchMessages, { list: numbers.map(hitOf), nextCursor } as never);

/** Only visible rows render: here the list is high enough for all of them. */
const height = 4000;

function withWidth() {
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  onTestFinished(() => width.mockRestore());
}

function start(server: ReturnType<typeof answers>[], filters: Partial<ListFilters> = {}, search = "") {
  withWidth();
  const on = { onFilter: vi.fn(), onState: vi.fn(), onOrder: vi.fn(), onClear: vi.fn(), onOpen: vi.fn() };
  const pane = <ListPane filters={{ ...usual, ...filters }} openId={null} rows={null} {...on} />;
  return { ...showInbox(pane, { server, search, height }), ...on };
}

const rows = () => screen.getAllByRole("option").map((row) => row.getAttribute("aria-posinset"));
const listbox = () => screen.findByRole("listbox", { name: "List of conversations" });

it.each<[shown: string, filters: Partial<ListFilters>, words: string, verb: string | null]>([
  ["nobody has written yet", {}, "No conversations yet", null],
  ["the list is narrowed", { channel: "line" }, "No conversation matches", "Show all conversations"],
  ["two filters hold", { filters: ["My", "NoReply"] }, "No conversation matches", "Show all conversations"],
  ["everybody is answered", { filters: ["NoReply"] }, "Every customer has been answered", "Show all conversations"],
  ["nothing is closed", { state: "closed" }, "No closed conversations", "Show open conversations"],
])("an empty list says why, where %s, and what to do", async (_name, filters, words, verb) => {
  const { person, onClear, onState } = start([listed([])], filters);
  await screen.findByText(words);
  const [button] = screen.queryAllByRole("button", { name: /^Show/ });
  expect(button?.textContent ?? null).toBe(verb);
  if (button) await person.click(button);
  expect(onClear).toHaveBeenCalledTimes(verb === "Show all conversations" ? 1 : 0);
  expect(onState.mock.calls).toEqual(verb === "Show open conversations" ? [["open"]] : []);
});

it("says why the list could not be read, and reads it again", async () => {
  const { person } = start([inTurn(refuses(chat.conversationList, "SYSTEM_ERROR"), listed([rowOf(1)]))]);
  await person.click(await screen.findByRole("button", { name: /again/i }));
  await screen.findByRole("option", { name: /Customer 1/ });
});

it("moves through the list with arrow keys, and opens with Enter or a press", async () => {
  const { person, onOpen } = start([listed([rowOf(3), rowOf(2), rowOf(1)])]);
  const list = await listbox();
  await screen.findByRole("option", { name: /Customer 2/ });
  list.focus();
  await person.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(conversationIdOf(3));
  await person.click(screen.getByRole("option", { name: /Customer 1/ }));
  expect(onOpen).toHaveBeenLastCalledWith(conversationIdOf(1));
});

it("opens nothing on the Enter that ends a composition", async () => {
  const { onOpen } = start([listed([rowOf(1)])]);
  const list = await listbox();
  fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.keyDown(list, { key: "Enter", isComposing: true });
  expect(onOpen).not.toHaveBeenCalled();
});

it("loads the next page by itself, and shows a failure until it is retried", async () => {
  const next = refuses(chat.conversationList, "SYSTEM_ERROR");
  const [first, second] = [listed([rowOf(1)], { nextCursor: "more" }), listed([rowOf(2)])];
  const { person, sentTo } = start([inTurn(first, next, second)]);
  const alert = await screen.findByRole("alert");
  expect(sentTo(chat.conversationList)).toHaveLength(2);
  await person.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(rows()).toEqual(["1", "2"]));
  expect(sentTo(chat.conversationList)[2]).toMatchObject({ cursor: "more" });
  expect(screen.queryByRole("alert")).toBeNull();
});

const inOrderOfWindows = { order: "window", filters: ["NoReply"] } as const;
const counts = (NoReply: number) => ({ counts: { NoReply } as List["counts"] });

it.each([
  ["names how many wait whose window is over", 3, "2 more customers are waiting"],
  ["names the only one", 2, "1 more customer is waiting"],
])("the order by windows %s, and leads to them", async (_name, waiting, words) => {
  const { person, onOrder } = start([listed([rowOf(1)], counts(waiting))], inOrderOfWindows);
  await screen.findByText(new RegExp(words));
  await person.click(screen.getByRole("button", { name: "Show all" }));
  expect(onOrder).toHaveBeenCalledExactlyOnceWith("wait");
});

it("the order by windows does not count customers on the next page as left out", async () => {
  const [first, refused] = [
    listed([rowOf(1)], { ...counts(3), nextCursor: "more" }),
    refuses(chat.conversationList, "SYSTEM_ERROR"),
  ];
  start([inTurn(first, refused)], inOrderOfWindows);
  await screen.findByRole("alert");
  expect(screen.queryByText(/are waiting/)).toBeNull();
});

it("opens the search with a press, searches on Enter, and closes it", async () => {
  const { person, search } = start([listed([rowOf(1)])]);
  await screen.findByRole("option", { name: /Customer 1/ });
  await person.click(screen.getByRole("button", { name: "Search names, phones, messages" }));
  const box = screen.getByPlaceholderText("Search names, phones, messages");
  expect(document.activeElement).toBe(box);
  await person.type(box, "am{Enter}");
  await waitFor(() => expect(search()).toContain("am"));
  await person.click(screen.getByRole("button", { name: "Leave search" }));
  expect(search()).toBe("");
  expect(screen.getByRole("group", { name: "Filter conversations" })).toBeTruthy();
});

it("marks the current list, and says how many customers wait", async () => {
  const { person, onFilter } = start([listed([rowOf(1)], counts(4))], { filters: ["NoReply"] });
  const group = within(await screen.findByRole("group", { name: "Filter conversations" }));
  await waitFor(() => expect(group.getByRole("button", { pressed: true }).textContent).toBe("To answer4"));
  await person.click(group.getByRole("button", { name: "Mine" }));
  expect(onFilter).toHaveBeenCalledExactlyOnceWith("My");
});

it("names the other active filters, each with a button to remove it", async () => {
  const { person, onFilter, onState } = start([listed([rowOf(1)])], { filters: ["Over24h", "My"], state: "closed" });
  await person.click(await screen.findByRole("button", { name: "Remove “Over 24 h”" }));
  await person.click(screen.getByRole("button", { name: "Remove “Closed”" }));
  expect(screen.queryByRole("button", { name: "Remove “Mine”" })).toBeNull();
  expect(onFilter.mock.calls).toEqual([["Over24h"]]);
  expect(onState.mock.calls).toEqual([["closed"]]);
});

const piano = { keywords: "piano", state: null } as const;

it("finds people first, then messages; pressing a message shows it in its conversation", async () => {
  const { person, onOpen } = start([listed([rowOf(1)]), found([1])], piano, "?keywords=piano");
  await person.click(await screen.findByRole("button", { name: /piano 1/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(conversationIdOf(1), messageIdOf(1));
  expect(screen.getByRole("option", { name: /Customer 1/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show all customers" })).toBeNull();
});

it("says when a search finds neither", async () => {
  start([listed([]), found([])], piano, "?keywords=piano");
  expect(await screen.findByText("No customer found")).toBeTruthy();
  expect(await screen.findByText("No message found")).toBeTruthy();
});

it("shows four customers of a search at first, then all of them, and four again", async () => {
  const five = [5, 4, 3, 2, 1].map((number) => rowOf(number));
  const { person } = start([listed(five), found([1])], piano, "?keywords=piano");
  await waitFor(() => expect(rows()).toHaveLength(4));
  await person.click(screen.getByRole("button", { name: "Show all customers" }));
  await waitFor(() => expect(rows()).toHaveLength(5));
  await person.click(screen.getByRole("button", { name: "Back to the results" }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

it("says why more messages failed to load, and loads them on retry", async () => {
  const next = inTurn(found([1], "more"), refuses(chatSearch.searchMessages, "SYSTEM_ERROR"), found([2]));
  const { person, sentTo } = start([listed([]), next], piano, "?keywords=piano");
  await person.click(await screen.findByRole("button", { name: "Load more" }));
  const alert = await screen.findByRole("alert");
  expect(screen.getByRole("button", { name: /piano 1/ })).toBeTruthy();
  await person.click(within(alert).getByRole("button", { name: /again/i }));
  await screen.findByRole("button", { name: /piano 2/ });
  expect(sentTo(chatSearch.searchMessages)).toHaveLength(3);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says why messages could not be searched, beside the people that were found", async () => {
  const server = [listed([rowOf(1)]), inTurn(refuses(chatSearch.searchMessages, "SYSTEM_ERROR"), found([1]))];
  const { person } = start(server, piano, "?keywords=piano");
  await person.click(await screen.findByRole("button", { name: /again/i }));
  await screen.findByRole("button", { name: /piano 1/ });
  expect(screen.getByRole("option", { name: /Customer 1/ })).toBeTruthy();
});

it("counts the matches of each filter behind the funnel once it is opened, and not before", async () => {
  const waiting = listed([rowOf(1)], { counts: { NoReply: 7 } });
  const every = listed([rowOf(1)], {
    ...{ counts: { NoReply: 7, Under24h: 31, Over24h: 12 }, stateCounts: { open: 43, snoozed: 5, closed: 9 } },
  });
  const { person, sentTo } = start([inTurn(waiting, every)]);
  await screen.findByRole("option", { name: /Customer 1/ });
  expect(sentTo(chat.conversationList)).toHaveLength(1);
  await person.click(screen.getByRole("button", { name: "More filters" }));
  const states = await screen.findByRole("group", { name: "State of the conversations" });
  await waitFor(() => expect(states.textContent).toMatch(/43.*5.*9/));
  expect(sentTo(chat.conversationList)[1]).toMatchObject({ counts: "all", pageSize: 1, state: "open" });
});
