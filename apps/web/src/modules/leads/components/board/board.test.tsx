// @vitest-environment happy-dom
import { leadDesk } from "@homeroom/contract/lead-desk";
import { type LeadRow, leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { choiceAnswers, leadOf, recordOf, rowOf } from "../../for-tests.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Board } from "./board.tsx";

const one = { recordID: recordOf(31), name: "One" };
const amy = rowOf({ nickname: "Amy", status: one, version: 4 });
const ben = rowOf({ nickname: "Ben", leadId: leadOf(2), status: one });

const countsOf = (...totals: [statusID: typeof one.recordID | null, total: number][]) =>
  answers(leadDesk.boardCounts, {
    columns: totals.map(([statusID, total]) => ({ statusID, total, totalIsEstimate: false })),
  });
const column = (list: LeadRow[], nextCursor: string | null = null) =>
  answers(leadDesk.boardColumn, { list, nextCursor });
const counts = countsOf([one.recordID, 2], [recordOf(32), 0]);
/** The columns One and Two in the first answer. */
const columns = () => inTurn(column([amy, ben]), column([]));

function DeskBoard() {
  return <Board desk={useDesk(["createTime"])} />;
}

interface Open {
  server?: ReturnType<typeof answers>[];
  mayMove?: boolean;
  search?: string;
}

function open({ server = [], mayMove = true, search = "" }: Open = {}) {
  return show(<DeskBoard />, {
    perms: mayMove ? ["crm:lead:edit"] : [],
    search,
    height: 600,
    server: [...server, counts, columns(), ...choiceAnswers],
  });
}

type Person = ReturnType<typeof show>["person"];

const saved = answers(leads.change, { version: 5 });
const busy = refuses(leads.change, "TOO_MANY_REQUESTS");
const card = (name: string) => screen.findByRole("button", { name });
const columnOf = (name: string) => within(screen.getByRole("region", { name: new RegExp(`^${name},`) }));
const namesIn = (name: string) => columnOf(name).queryAllByText(/^(Amy|Ben)$/, { selector: "b" });
const textsIn = (name: string) => namesIn(name).map(({ textContent }) => textContent);

async function moveAmy(person: Person, to: string) {
  await person.click(await card("Move Amy"));
  await person.click(await screen.findByRole("menuitem", { name: to }));
}

const isBusy = () => document.querySelector("[aria-busy=true]") !== null;

it("shows placeholders while the columns load", async () => {
  const waiting = Promise.withResolvers<void>();
  open({ server: [later(counts, waiting.promise)] });
  expect(isBusy()).toBe(true);
  waiting.resolve();
  await screen.findByRole("button", { name: "Amy" });
  expect(isBusy()).toBe(false);
});

it.each([
  ["the numbers of the columns", () => inTurn(refuses(leadDesk.boardCounts, "TOO_MANY_REQUESTS"), counts)],
  [
    "the statuses",
    () => inTurn(refuses(media.customItems, "TOO_MANY_REQUESTS"), choiceAnswers[0] as ReturnType<typeof answers>),
  ],
])("says why %s could not be loaded, and tries again", async (_, answer) => {
  const { person } = open({ server: [answer()] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Amy" });
  expect(within(screen.getByRole("region", { name: /^One/ })).getByText("2")).toBeTruthy();
});

it("moves a card at once with the counts of its columns, and back with Undo", async () => {
  const { person, sentTo } = open({ server: [saved] });
  await moveAmy(person, "Two");
  await screen.findByText("Amy moved to Two");
  expect([textsIn("One"), textsIn("Two")]).toEqual([["Ben"], ["Amy"]]);
  expect(columnOf("Two").getByText("1")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(textsIn("One")).toEqual(["Amy", "Ben"]));
  expect(sentTo(leads.change)).toEqual([
    { leadId: leadOf(1), version: 4, changes: { status: recordOf(32) } },
    { leadId: leadOf(1), version: 5, changes: { status: recordOf(31) } },
  ]);
});

it("puts a card back when its move was refused, even if the columns cannot be refetched", async () => {
  const columnsUnread = refuses(leadDesk.boardColumn, "TOO_MANY_REQUESTS");
  const countsUnread = refuses(leadDesk.boardCounts, "TOO_MANY_REQUESTS");
  const server = [busy, inTurn(column([amy, ben]), column([]), columnsUnread), inTurn(counts, countsUnread)];
  const { person } = open({ server });
  await moveAmy(person, "Two");
  await waitFor(() => expect(textsIn("One")).toEqual(["Amy", "Ben"]));
  expect(columnOf("Two").getByText("0")).toBeTruthy();
  expect(screen.queryByText("Amy moved to Two")).toBeNull();
});

it("leaves a card where it was last moved when the previous move is refused", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moves = inTurn(later(busy, first.promise), later(saved, second.promise));
  const lists = inTurn(column([]), column([amy, ben]), column([]), column([]), column([amy, ben]), column([]));
  const { person, sentTo } = open({
    server: [moves, countsOf([null, 1], [one.recordID, 2], [recordOf(32), 0]), lists],
  });
  await moveAmy(person, "Two");
  await moveAmy(person, "No status");
  expect(sentTo(leads.change)).toHaveLength(1);
  first.resolve();
  await waitFor(() => expect(sentTo(leads.change)).toHaveLength(2));
  second.resolve();
  await screen.findByText("Amy moved to No status");
  expect(["No status", "One", "Two"].map(textsIn)).toEqual([["Amy"], ["Ben"], []]);
});

it("shows on a card why it was not moved, and moves it when the retry succeeds", async () => {
  const [before, after] = [[column([amy, ben]), column([])] as const, [column([ben]), column([amy])] as const];
  const server = [inTurn(busy, saved), inTurn(before[0], before[1], ...before, ...after)];
  const { person } = open({ server });
  await moveAmy(person, "Two");
  await person.hover(await screen.findByRole("button", { name: /^Too many attempts/ }));
  await person.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect([textsIn("One"), textsIn("Two")]).toEqual([["Ben"], ["Amy"]]));
  expect(screen.queryByRole("button", { name: /^Too many attempts/ })).toBeNull();
});

it("carries a card with the keyboard, and says where it is", async () => {
  const { person, sentTo } = open({ server: [saved] });
  (await card("Amy")).focus();
  await person.keyboard(" ");
  screen.getByText(/^Amy picked up, now in One/);
  await person.keyboard("{ArrowRight}{ArrowRight}");
  screen.getByText(/^Amy picked up, now in Two/);
  await person.keyboard("{Enter}");
  await screen.findByText("Amy moved to Two");
  expect(sentTo(leads.change)).toMatchObject([{ changes: { status: recordOf(32) } }]);
});

it("keeps the focus on a card that its menu moves", async () => {
  const { person } = open({ server: [saved, inTurn(column([amy, ben]), column([]), column([ben]), column([amy]))] });
  await person.click(await card("Move Amy"));
  // The button has the focus again once an item of its menu was chosen.
  fireEvent.click(await screen.findByRole("menuitem", { name: "Two" }));
  await screen.findByText("Amy moved to Two");
  const inFocus = () => document.activeElement?.getAttribute("aria-label");
  await waitFor(() => expect([inFocus(), textsIn("Two")]).toEqual(["Amy", ["Amy"]]));
});

it("leaves a card in place after Escape, and when it is dropped where it was lifted", async () => {
  const { person, sentTo, search } = open();
  (await card("Amy")).focus();
  await person.keyboard(" {ArrowRight}{Escape}");
  expect(screen.queryByText(/picked up/)).toBeNull();
  await person.keyboard("  ");
  expect(screen.queryByText(/picked up/)).toBeNull();
  expect([sentTo(leads.change), search()]).toEqual([[], ""]);
});

it("opens a lead with Enter or a press, and moves to the next one with the arrow keys", async () => {
  const { person, search } = open();
  (await card("Amy")).focus();
  await person.keyboard("{Enter}");
  expect(search()).toBe(`?lead=${leadOf(1)}`);
  await person.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ben" })));
  await person.click(screen.getByRole("button", { name: "Ben" }));
  expect(search()).toBe(`?lead=${leadOf(2)}`);
});

it("moves to the ends of a column with Home and End, and does not drop a carried card", async () => {
  const { person, sentTo } = open();
  (await card("Amy")).focus();
  await person.keyboard("{End}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Ben");
  await person.keyboard("{Home} ");
  screen.getByText(/^Amy picked up, now in One/);
  const isLeft = fireEvent.keyDown(document.activeElement ?? document.body, { key: "PageDown" });
  // The list would have scrolled.
  expect(isLeft).toBe(false);
  screen.getByText(/^Amy picked up, now in One/);
  expect(sentTo(leads.change)).toEqual([]);
});

it("lifts the card that the arrow keys have just reached, before a frame is drawn", async () => {
  open();
  (await card("Amy")).focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("ArrowDown");
  press(" ");
  expect(screen.getByText(/^Ben picked up, now in One/)).toBeTruthy();
});

it("moves on from the focused card when others are inserted above it", async () => {
  const refused = Promise.withResolvers<void>();
  const cat = rowOf({ nickname: "Cat", leadId: leadOf(3), status: one });
  const unread = refuses(leadDesk.boardColumn, "TOO_MANY_REQUESTS");
  const lists = inTurn(column([amy, ben, cat]), column([]), unread);
  const { person } = open({ server: [later(busy, refused.promise), lists] });
  await moveAmy(person, "Two");
  await waitFor(() => expect(textsIn("Two")).toEqual(["Amy"]));
  (await card("Ben")).focus();
  refused.resolve();
  await waitFor(() => expect(textsIn("One")).toEqual(["Amy", "Ben"]));
  await person.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cat" })));
});

it("lets nobody without the permission move a card", async () => {
  const { person, sentTo } = open({ mayMove: false });
  (await card("Amy")).focus();
  await person.keyboard(" ");
  expect(screen.queryByText(/picked up/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Move Amy" })).toBeNull();
  expect(sentTo(leads.change)).toEqual([]);
});

it.each([
  ["has leads without a status", [[null, 3] as const], "", ["No status, 3 leads", "One, 2 leads", "Two, 0 leads"]],
  ["has no lead without a status", [[null, 0] as const], "", ["One, 2 leads", "Two, 0 leads"]],
  ["is filtered by a status", [], `?status=${recordOf(32)}`, ["Two, 0 leads"]],
  ["counts a status that it does not know yet", [[recordOf(99), 7] as const], "", ["One, 2 leads", "Two, 0 leads"]],
])("a board that %s shows the columns %j", async (_, more, search, expected) => {
  const numbers = countsOf(
    ...more.map(([id, total]): [typeof id, number] => [id, total]),
    [recordOf(31), 2],
    [recordOf(32), 0],
  );
  open({ server: [numbers, column([])], search });
  await screen.findAllByText("No leads");
  expect(screen.getAllByRole("region").map((one) => one.getAttribute("aria-label"))).toEqual(expected);
});

it("says in a column why its leads could not be loaded, and tries again", async () => {
  const lists = inTurn(refuses(leadDesk.boardColumn, "TOO_MANY_REQUESTS"), column([]), column([amy]));
  const { person } = open({ server: [lists] });
  await screen.findByText(/^Too many attempts/);
  await person.click(columnOf("One").getByRole("button", { name: "Try again" }));
  await card("Amy");
});

it("says under a column why its next leads failed to load, and retries on request", async () => {
  const lists = inTurn(
    column([amy], "a"),
    column([]),
    refuses(leadDesk.boardColumn, "TOO_MANY_REQUESTS"),
    column([ben]),
  );
  const { person, sentTo } = open({ server: [lists] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  expect(sentTo(leadDesk.boardColumn)).toHaveLength(3);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await card("Ben");
});

it("shows one column at a time on a phone", async () => {
  const view = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  view.happyDOM.setViewport({ width: 400 });
  onTestFinished(() => view.happyDOM.setViewport({ width: 1024 }));
  const { person } = open();
  await card("Amy");
  expect(screen.getAllByRole("region")).toHaveLength(1);
  await person.click(screen.getByRole("button", { name: /^Two/ }));
  await screen.findByText("No leads");
  expect(screen.queryByRole("button", { name: "Amy" })).toBeNull();
});
