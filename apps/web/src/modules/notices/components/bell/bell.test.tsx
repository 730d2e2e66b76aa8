// @vitest-environment happy-dom
import { ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type NoticeDetail, notices } from "@homeroom/contract/notices";
import { type NotificationRow, notifications } from "@homeroom/contract/notifications";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { Bell } from "./bell.tsx";
import { NoticeReader } from "./notice-reader.tsx";
import { NotificationRows } from "./notification-rows.tsx";

const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const noticeOf = (n: number, title: string): NoticeDetail => ({
  ...{ id: idOf(n), recordID: idOf(n), title, type: "general", level: "urgent", publisherName: "Amy" },
  ...{ publishTime: "2026-11-20T10:00:00Z", content: "<p>We rest.</p>", imageUrl: null },
});
const monday = noticeOf(1, "Closed on Monday");
const read = (notice: NoticeDetail) => answers(notices.detail, notice);

it.each(["TOO_MANY_REQUESTS", "SYSTEM_ERROR"] as const)(
  "does not call a notice revoked that could not be loaded (%s), and shows it after a retry",
  async (name) => {
    const server = [inTurn(refuses(notices.detail, name), read(monday))];
    const { person } = show(<NoticeReader id={idOf(1)} onClose={vi.fn()} />, { server });
    await screen.findByRole("alert");
    expect(screen.queryByText("This notice cannot be shown")).toBeNull();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("We rest.");
    screen.getByText("Closed on Monday");
  },
);

it("says that a notice was revoked, without a retry", async () => {
  show(<NoticeReader id={idOf(1)} onClose={vi.fn()} />, { server: [refuses(notices.detail, "NOT_FOUND")] });
  await screen.findByText("This notice cannot be shown");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

const counts = (urgent: RecordId[]) =>
  answers(notices.unreadCount, { notices: urgent.length, notifications: 0, urgent });

it("shows urgent notices one after another, each once", async () => {
  const server = [counts([idOf(1), idOf(2)]), inTurn(read(monday), read(noticeOf(2, "Fire drill")))];
  const { person } = show(<Bell />, { server });
  await screen.findByText("Closed on Monday");
  expect(screen.queryByText("Fire drill")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Got it" }));
  await screen.findByText("Fire drill");
  await person.click(screen.getAllByRole("button", { name: "Got it" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows the notice of the address instead of urgent ones, and clears the address when it is closed", async () => {
  const server = [counts([]), read(monday)];
  const { person, search } = show(<Bell />, { server, search: `?notice=${idOf(1)}` });
  await screen.findByText("Closed on Monday");
  await person.click(screen.getByRole("button", { name: "Got it" }));
  await waitFor(() => expect(search()).toBe(""));
});

it.each([
  [0, "Notifications"],
  [7, "Notifications, 7 unread"],
  [100, "Notifications, 99+ unread"],
])("says with %i unread things “%s”", async (unread, words) => {
  show(<Bell />, { server: [answers(notices.unreadCount, { notices: 0, notifications: unread, urgent: [] })] });
  expect(await screen.findByRole("button", { name: words })).toBeTruthy();
});

const rowOf = (n: number, part: Partial<NotificationRow> = {}): NotificationRow => ({
  ...{ recordID: idOf(n), kind: "lead.assigned", count: 1, time: "2026-11-20T10:00:00Z", isRead: false },
  ...{ lead: { leadId: LeadId.parse(idOf(8)), nickname: "Ming" }, conversationId: null, details: {} },
  ...part,
});
const page = (list: NotificationRow[], nextCursor: string | null = null) =>
  answers(notifications.page, {
    list,
    total: 2,
    totalIsEstimate: false,
    pageNum: 1,
    pageSize: 20,
    nextCursor,
  });

function rows(server: ReturnType<typeof answers>[]) {
  const onOpen = vi.fn();
  return { ...show(<NotificationRows onOpen={onOpen} />, { server }), onOpen };
}

it("marks an opened notification as read, and opens its subject", async () => {
  const { person, sentTo, onOpen } = rows([page([rowOf(1)]), answers(notifications.read, null)]);
  await person.click(await screen.findByRole("button", { name: /Ming/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(idOf(8)));
  await waitFor(() => expect(sentTo(notifications.read)).toHaveLength(1));
});

it("does not mark a notification as read twice", async () => {
  const conversationId = ConversationId.parse(idOf(7));
  const { person, sentTo, onOpen } = rows([
    page([rowOf(1, { isRead: true, kind: "message.received", conversationId })]),
  ]);
  await person.click(await screen.findByRole("button", { name: /Ming/ }));
  expect(onOpen).toHaveBeenCalled();
  expect(sentTo(notifications.read)).toEqual([]);
});

it("does not name a lead that the person may no longer see, and has no link", async () => {
  const { person, onOpen } = rows([page([rowOf(1, { lead: null, isRead: true })])]);
  const row = await screen.findByRole("button");
  expect(row.textContent).not.toMatch(/undefined|\{\{/);
  await person.click(row);
  expect(onOpen).not.toHaveBeenCalled();
});

it.each([
  ["notOnSale", /no longer sold.* choose another plan/],
  ["declined", /^Your plan could not be renewed/],
])("says with the problem %s why the plan is not renewed", async (problem, words) => {
  rows([page([rowOf(1, { kind: "plan.notRenewed", lead: null, details: { problem } })])]);
  expect(await screen.findByText(words)).toBeTruthy();
});

it("keeps the rows when the next ones fail to load, says why, and retries", async () => {
  const later = page([rowOf(2, { lead: { leadId: LeadId.parse(idOf(9)), nickname: "Ben" } })]);
  const { person } = rows([inTurn(page([rowOf(1)], "2"), refuses(notifications.page, "TOO_MANY_REQUESTS"), later)]);
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByText(/Ming/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/Ben/);
  screen.getByText(/Ming/);
});

it("says why loading failed instead of that there is nothing", async () => {
  const { person } = rows([inTurn(refuses(notifications.page, "TOO_MANY_REQUESTS"), page([]))]);
  await screen.findByText(/^Too many attempts/);
  expect(screen.queryByText("Nothing new")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nothing new");
});
