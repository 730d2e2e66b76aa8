// @vitest-environment happy-dom
import { type CalendarDay, leadDesk } from "@homeroom/contract/lead-desk";
import { type LeadRow, leads } from "@homeroom/contract/leads";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { choiceAnswers, leadOf, rowOf } from "../../for-tests.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Calendar } from "./calendar.tsx";

// A Wednesday. Monday is in five days, so that no two of the usual days coincide.
const today = "2026-12-02";
const friday = "2026-12-04";
const amy = rowOf({ nickname: "Amy", nextContactDate: friday, version: 4 });

const dayOf = (date: string, list: LeadRow[], total = list.length): CalendarDay => ({
  ...{ date, list, total, totalIsEstimate: false },
});
const calendar = (days: CalendarDay[] = [dayOf(friday, [amy])], overdue = 0) =>
  answers(leadDesk.calendar, { days, overdue: { total: overdue, totalIsEstimate: false } });
const dayList = (list: LeadRow[], total = list.length, nextCursor: string | null = null) =>
  answers(leads.list, { list, total, totalIsEstimate: false, nextCursor } as never);
const saved = answers(leads.change, { version: 5 });
const busy = refuses(leads.change, "TOO_MANY_REQUESTS");

function DeskCalendar() {
  return <Calendar desk={useDesk(["createTime"])} />;
}

interface Open {
  server?: ReturnType<typeof answers>[];
  mayMove?: boolean;
  search?: string;
  on?: string;
}

function open({ server = [], mayMove = true, search = "", on = today }: Open = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${on}T04:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  return show(<DeskCalendar />, {
    perms: mayMove ? ["crm:lead:edit"] : [],
    user: { branch: { timezone: "Asia/Hong_Kong" } },
    search,
    server: [...server, calendar(), ...choiceAnswers],
  });
}

type Person = ReturnType<typeof show>["person"];

const day = (name: RegExp) => screen.getByRole("region", { name });
const onFriday = () => within(day(/ December 4,/)).queryByTitle("Amy");
const onThursday = () => within(day(/ December 3,/)).queryByTitle("Amy");

async function moveAmy(person: Person, to: string) {
  await person.click(await screen.findByRole("button", { name: "Change the next contact of Amy" }));
  await person.click(await screen.findByRole("menuitem", { name: to }));
}

it("moves a lead to another day at once, sends only that day, and moves it back with Undo", async () => {
  const moved = { ...amy, nextContactDate: "2026-12-03", version: 5 };
  const days = inTurn(calendar(), calendar([dayOf("2026-12-03", [moved])]));
  const { person, sentTo } = open({ search: `?on=${today}`, server: [saved, days] });
  await moveAmy(person, "Tomorrow (12-03)");
  await screen.findByText("Amy moved to 2026-12-03");
  await waitFor(() => expect(onThursday()).not.toBeNull());
  expect(onFriday()).toBeNull();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(leads.change)).toHaveLength(2));
  expect(sentTo(leads.change)).toEqual([
    { leadId: leadOf(1), version: 4, changes: { nextContactDate: "2026-12-03" } },
    { leadId: leadOf(1), version: 5, changes: { nextContactDate: friday } },
  ]);
});

it("puts a lead back on its day when the move was refused, even if the days cannot be refetched", async () => {
  const days = inTurn(calendar(), refuses(leadDesk.calendar, "TOO_MANY_REQUESTS"));
  const { person } = open({ server: [busy, days] });
  await moveAmy(person, "Tomorrow (12-03)");
  await screen.findByText("Amy could not be moved. Try again.");
  expect(onFriday()).not.toBeNull();
  expect(onThursday()).toBeNull();
});

it("says so when Undo was refused", async () => {
  const { person } = open({ server: [inTurn(saved, busy)] });
  await moveAmy(person, "Clear the date");
  await screen.findByText("Next contact of Amy cleared");
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Amy could not be moved. Try again.")).toBeTruthy();
});

it("does nothing when a lead is moved to its own day", async () => {
  const moved = rowOf({ nickname: "Amy", nextContactDate: today });
  const { person, sentTo } = open({ server: [calendar([dayOf(today, [moved])])] });
  await moveAmy(person, "Today (12-02)");
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  expect(sentTo(leads.change)).toEqual([]);
});

it("offers no moves to people who can only read", async () => {
  const { person, search } = open({ mayMove: false });
  await person.click(await screen.findByTitle("Amy"));
  expect(search()).toBe(`?lead=${leadOf(1)}`);
  expect(screen.queryByRole("button", { name: "Change the next contact of Amy" })).toBeNull();
});

it("shows three leads of a day in a month and five in a week, and how many more there are", async () => {
  const five = [1, 2, 3, 4, 5].map((n) => rowOf({ leadId: leadOf(n), nickname: `Lead ${n}` }));
  const { person, search } = open({ server: [calendar([dayOf(friday, five, 9)])] });
  await screen.findByText("6 more");
  expect(screen.getAllByTitle(/^Lead/)).toHaveLength(3);
  await person.click(screen.getByRole("button", { name: "Week" }));
  await screen.findByText("4 more");
  expect(screen.getAllByTitle(/^Lead/)).toHaveLength(5);
  expect(search()).toBe("?span=week");
});

it("uses the singular for one lead", async () => {
  open();
  await screen.findByTitle("Amy");
  expect(day(/December.*, 1 lead$/)).toBeTruthy();
});

it("goes to the next month and back to today", async () => {
  const { person, search, sentTo } = open();
  await screen.findByRole("heading", { name: "December 2026" });
  await person.click(screen.getByRole("button", { name: "Next month" }));
  await screen.findByRole("heading", { name: "January 2027" });
  expect(search()).toBe("?on=2027-01-01");
  expect(sentTo(leadDesk.calendar)[1]).toMatchObject({ from: "2026-12-28", to: "2027-01-31" });
  await person.click(screen.getByRole("button", { name: "Today" }));
  expect(search()).toBe("");
});

it("says why the days could not be loaded, and tries again", async () => {
  const { person } = open({ server: [inTurn(refuses(leadDesk.calendar, "TOO_MANY_REQUESTS"), calendar())] });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByTitle("Amy");
});

it("lists what is overdue up to yesterday", async () => {
  const late = rowOf({ nickname: "Late", nextContactDate: "2026-11-20" });
  const { person, sentTo } = open({ server: [calendar([], 2), dayList([late])] });
  await person.click(await screen.findByRole("button", { name: "2 overdue" }));
  const list = within(await screen.findByRole("complementary", { name: "Overdue" }));
  await list.findByTitle("Late");
  expect(sentTo(leads.list)[0]).toMatchObject({ nextContactEnd: "2026-12-01", sortBy: "nextContactDate" });
});

it("says beside the calendar that a day has no contacts, and closes", async () => {
  const { person, search } = open({ search: `?day=${friday}`, server: [dayList([])] });
  await screen.findByText("Nobody to contact on this day");
  await person.click(screen.getByRole("button", { name: "Close" }));
  expect(search()).toBe("");
});

it("says why more leads of a day failed to load, and retries", async () => {
  const busyList = refuses(leads.list, "TOO_MANY_REQUESTS");
  const ben = rowOf({ leadId: leadOf(2), nickname: "Ben" });
  const lists = inTurn(dayList([amy], 2, "a"), busyList, dayList([ben], 2));
  const { person } = open({ search: `?day=${friday}`, server: [lists] });
  const list = within(await screen.findByRole("complementary", { name: friday }));
  await person.click(await list.findByRole("button", { name: "Show more" }));
  expect((await list.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(list.getByRole("button", { name: "Try again" }));
  await list.findByTitle("Ben");
});

it("names each day once in the menu when two usual days are the same", async () => {
  // In three days it is Monday.
  const { person } = open({ on: friday });
  await person.click(await screen.findByRole("button", { name: "Change the next contact of Amy" }));
  await screen.findByRole("menuitem", { name: /^Tomorrow/ });
  const days = screen.getAllByRole("menuitem").map(({ textContent }) => /\d\d-\d\d/.exec(textContent)?.[0]);
  expect(new Set(days).size).toBe(days.length);
});

const inFocus = () =>
  document.activeElement?.getAttribute("title") ?? document.activeElement?.getAttribute("aria-label");
const headOf = (date: RegExp) => screen.getByRole("button", { name: date });

it("moves through the days and their leads with the arrow keys, and to one day with Tab", async () => {
  const { person } = open();
  await screen.findByTitle("Amy");
  const inOrder = () =>
    [...document.querySelectorAll("[data-drop] button")].filter((one) => one.matches("[tabindex='0']"));
  // The clock of the page may have been read before the test.
  await waitFor(() =>
    expect(inOrder().map((one) => one.getAttribute("aria-label"))).toEqual(["List the leads of Wednesday, December 2"]),
  );
  headOf(/Wednesday, December 2$/).focus();
  await person.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}");
  expect(inFocus()).toBe("Amy");
  expect(inOrder()).toHaveLength(3);
  await person.keyboard("{ArrowDown}");
  expect(inFocus()).toBe("List the leads of Friday, December 11");
  await person.keyboard("{ArrowUp}{ArrowUp}");
  expect(inFocus()).toBe("List the leads of Friday, December 4");
});

it("shows the next month when an arrow key leaves the visible days, and keeps the new day", async () => {
  const { person, search } = open();
  await screen.findByTitle("Amy");
  headOf(/Sunday, January 3$/).focus();
  await person.keyboard("{ArrowRight}");
  expect(search()).toBe("?on=2027-01-04");
  await waitFor(() => expect(inFocus()).toBe("List the leads of Monday, January 4"));
});

it("keeps the focus on a lead that its menu moves, or in its old place if no day shows it any more", async () => {
  const thursday = "2026-12-03";
  const moved = { ...amy, nextContactDate: thursday, version: 5 };
  const days = inTurn(calendar(), calendar([dayOf(thursday, [moved])]), calendar([]));
  const { person } = open({ server: [saved, days] });
  /** The button has the focus again once an item of its menu was chosen. */
  const choose = async (to: string) => {
    await person.click(await screen.findByRole("button", { name: "Change the next contact of Amy" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: to }));
  };
  await choose("Tomorrow (12-03)");
  await waitFor(() => expect([onFriday() === null, inFocus()]).toEqual([true, "Amy"]));
  await choose("Clear the date");
  await waitFor(() => expect(inFocus()).toBe("List the leads of Thursday, December 3"));
});

it("gives the list of a day the focus, and returns it when Escape closes the list", async () => {
  const { person, search } = open({ server: [dayList([amy])] });
  await screen.findByTitle("Amy");
  headOf(/Friday, December 4$/).focus();
  await person.keyboard("{Enter}");
  const list = await screen.findByRole("complementary", { name: friday });
  await waitFor(() => expect(document.activeElement === list).toBe(true));
  await within(list).findByTitle("Amy");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(inFocus()).toBe("List the leads of Friday, December 4"));
  expect(search()).toBe("");
});
