// @vitest-environment happy-dom
import { type BulkTask, leadBulk, leadsAtOnce } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { SelectionState } from "#ui/data-table/selection.ts";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { accountOf, choiceAnswers, leadOf, recordOf } from "../../for-tests.ts";
import { BulkActions } from "./bulk-actions.tsx";

const everything = [
  "crm:lead:assign",
  "crm:lead:tag",
  "crm:lead:edit",
  "crm:lead:export",
  "crm:lead:delete",
] as const satisfies Permission[];
const twoLeads: LeadQuery = { leadIds: [leadOf(1), leadOf(2)] };

function taskOf(part: Partial<BulkTask> = {}): BulkTask {
  const counts = { total: 2, processed: 2, changed: 2, same: 0, unfit: 0, full: 0, gone: 0, undone: 0, kept: 0 };
  const task = { taskID: recordOf(1), kind: "status", state: "done", dealt: [], canUndo: true, message: "", ...counts };
  return { ...task, createTime: "2026-11-26T01:00:00.000Z", ...part } as BulkTask;
}

interface Open {
  perms?: readonly Permission[];
  query?: LeadQuery;
  count?: number;
  allMatching?: boolean;
  kind?: "leads" | "students";
  server?: ReturnType<typeof answers>[];
}

function open({ perms = everything, query = twoLeads, allMatching = false, server = [], ...rest }: Open = {}) {
  const clear = vi.fn();
  const selection = { allMatching, clear } as unknown as SelectionState;
  const shown = show(
    <BulkActions selection={selection} query={query} count={rest.count} kind={rest.kind ?? "leads"} />,
    {
      perms,
      server: [...server, ...choiceAnswers],
    },
  );
  return { ...shown, clear, start: () => shown.sentTo(leadBulk.start) as { action: object; taskID: string }[] };
}

type Person = ReturnType<typeof show>["person"];

const press = (person: Person, name: string) => person.click(screen.getByRole("button", { name }));

async function choose(person: Person, field: string, option: string) {
  await person.click(screen.getByRole("combobox", { name: new RegExp(`^${field}`) }));
  const options = await screen.findAllByTitle(option);
  await person.click(options.at(-1) as HTMLElement);
}

const names = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

it.each<[string, Permission[], "leads" | "students", string[]]>([
  ["reads leads only", ["crm:lead:query"], "leads", []],
  ["assigns leads", ["crm:lead:assign"], "leads", ["Assign"]],
  ["edits leads", ["crm:lead:edit"], "leads", ["Status"]],
  ["does everything with leads", [...everything], "leads", ["Assign", "Tags", "Status", "Export", "Delete"]],
  ["changes students", ["crm:student:edit", "crm:student:export"], "students", ["Tags", "Status", "Export"]],
  ["changes students", ["crm:student:edit"], "leads", []],
  ["deletes leads", ["crm:lead:delete"], "students", []],
])("a person who %s is offered with %j for %s: %j", (_, perms, kind, expected) => {
  open({ perms, kind });
  expect(names()).toEqual(expected);
});

it("says how many leads can be selected instead of offering actions that would be refused", () => {
  const leadIds = Array.from({ length: leadsAtOnce + 1 }, (_, at) => leadOf(at));
  open({ query: { leadIds } });
  screen.getByText("Select at most 1,000 leads, or everything that matches");
  expect(names()).toEqual([]);
});

it("deletes a selection at once, clears the selection and offers to undo it", async () => {
  const deleted = taskOf({ kind: "delete" });
  const undone = taskOf({ kind: "delete", state: "undone", undone: 1, kept: 1 });
  const { person, start, sentTo, clear } = open({
    server: [answers(leadBulk.start, deleted), answers(leadBulk.undo, undone)],
  });
  await press(person, "delete Delete");
  await screen.findByText("Deleted 2 leads");
  expect(start()).toEqual([expect.objectContaining({ query: twoLeads, action: { kind: "delete" }, students: false })]);
  expect(clear).toHaveBeenCalledOnce();
  await press(person, "Undo");
  await screen.findByText(/^1 restored; 1 unchanged: they were edited since/);
  expect(sentTo(leadBulk.undo)).toEqual([{ taskID: deleted.taskID }]);
});

it("asks before everything that matches is deleted, and does nothing without a yes", async () => {
  const { person, start, clear } = open({ allMatching: true, query: { keywords: "x" }, count: 1234 });
  await press(person, "delete Delete");
  const asked = await question("Delete all 1,234 leads that match");
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  expect(start()).toEqual([]);
  expect(clear).not.toHaveBeenCalled();
});

it.each([
  ["swap Assign", "Assign all leads that match"],
  ["tags Tags", "Change the tags of all leads that match"],
  ["flag Status", "Change all leads that match"],
  ["delete Delete", "Delete all leads that match"],
])("names no number while nobody knows how many leads match: %s", async (action, title) => {
  const { person } = open({ allMatching: true, query: { keywords: "x" } });
  await press(person, action);
  const asked = await question(title);
  expect(asked.queryByText(/ 0 /)).toBeNull();
});

it("does not say how many each would get while the number of matches is unknown", async () => {
  const { person } = open({ allMatching: true, query: { keywords: "x" } });
  await press(person, "swap Assign");
  const dialog = await question("Assign all leads that match");
  await choose(person, "Assign to", "Ann");
  await choose(person, "Assign to", "Bob");
  expect(dialog.queryByText(/each$/)).toBeNull();
});

it("a refusal is shown and keeps the selection", async () => {
  const { person, clear } = open({ server: [refuses(leadBulk.start, "TOO_MANY_REQUESTS")] });
  await press(person, "delete Delete");
  await screen.findByText(/^Too many attempts/);
  await waitFor(() => expect(names()).toContain("Delete"));
  expect(clear).not.toHaveBeenCalled();
});

it("sends the same id again after a lost answer", async () => {
  const server = [refuses(leadBulk.start, "TOO_MANY_REQUESTS")];
  const { person, start } = open({ server });
  await press(person, "delete Delete");
  await screen.findByText(/^Too many attempts/);
  await screen.findByRole("button", { name: "delete Delete" });
  await press(person, "delete Delete");
  await waitFor(() => expect(start()).toHaveLength(2));
  const [first, second] = start();
  expect(second?.taskID).toBe(first?.taskID);
});

it("says only that a long change has started", async () => {
  const server = [answers(leadBulk.start, taskOf({ state: "running", total: 20_000, canUndo: false }))];
  const { person } = open({ server, query: { keywords: "x" }, count: 20_000 });
  await press(person, "delete Delete");
  await screen.findByText("Working on 20,000 leads");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("assigns in rotation only if somebody is chosen, and says how many each gets", async () => {
  const { person, start } = open({ server: [answers(leadBulk.start, taskOf({ kind: "assign" }))] });
  await press(person, "swap Assign");
  const dialog = await question("Assign 2 leads");
  const confirm = () => dialog.getByRole<HTMLButtonElement>("button", { name: "Assign" });
  expect(confirm().disabled).toBe(true);
  await choose(person, "Assign to", "Ann");
  await choose(person, "Assign to", "Bob");
  dialog.getByText("At most 1 each");
  await person.click(dialog.getByRole("checkbox", { name: "Notify the new owners" }));
  await person.click(confirm());
  await waitFor(() => expect(start()).toHaveLength(1));
  const sales = [accountOf(41), accountOf(42)];
  expect(start()[0]?.action).toEqual({ kind: "assign", sales, byRules: false, notify: false });
});

it("unassigns leads without notifying anybody, and drops people chosen before", async () => {
  const { person, start, clear } = open({ server: [answers(leadBulk.start, taskOf({ kind: "assign" }))] });
  await press(person, "swap Assign");
  const dialog = await question("Assign 2 leads");
  await choose(person, "Assign to", "Ann");
  await person.click(dialog.getByRole("radio", { name: "Unassigned: anyone can take them" }));
  expect(dialog.queryByRole("checkbox", { name: "Notify the new owners" })).toBeNull();
  await person.click(dialog.getByRole("button", { name: "Assign" }));
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
  expect(start()[0]?.action).toEqual({ kind: "assign", sales: [], byRules: false, notify: false });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("has no assignment rules for tutors, and returns to people if the rules were chosen", async () => {
  const { person } = open();
  await press(person, "swap Assign");
  const dialog = await question("Assign 2 leads");
  await person.click(dialog.getByRole("radio", { name: "By the assignment rules" }));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Assign" }).disabled).toBe(false);
  await person.click(dialog.getByRole("radio", { name: "Tutor" }));
  expect(dialog.queryByRole("radio", { name: "By the assignment rules" })).toBeNull();
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "To people, in turns" }).checked).toBe(true);
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Assign" }).disabled).toBe(true);
});

it("does not offer to remove a tag that is being added", async () => {
  const { person, start } = open({ server: [answers(leadBulk.start, taskOf({ kind: "tags" }))] });
  await press(person, "tags Tags");
  const dialog = await question("Change the tags of 2 leads");
  await choose(person, "Add", "One");
  await person.click(screen.getByRole("combobox", { name: /^Take away/ }));
  const lists = () => document.querySelectorAll<HTMLElement>(".ant-select-dropdown");
  await waitFor(() => expect(lists()).toHaveLength(2));
  const offered = within(lists()[1] as HTMLElement);
  await offered.findByTitle("Two");
  expect(offered.queryByTitle("One")).toBeNull();
  await person.click(dialog.getByRole("button", { name: "Change tags" }));
  await waitFor(() => expect(start()[0]?.action).toEqual({ kind: "tags", add: [recordOf(31)], remove: [] }));
});

it("clears a status only if that was chosen, and leaves the rest as it is", async () => {
  const { person, start } = open({ server: [answers(leadBulk.start, taskOf())] });
  await press(person, "flag Status");
  const dialog = await question("Change 2 leads");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Change" }).disabled).toBe(true);
  await choose(person, "Status", "Clear it");
  await person.click(dialog.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(start()).toHaveLength(1));
  expect(start()[0]?.action).toEqual({ kind: "status", status: null });
});

it("does not repeat the first half of a change when only the second was refused", async () => {
  const done = answers(leadBulk.start, taskOf());
  const server = [inTurn(done, refuses(leadBulk.start, "TOO_MANY_REQUESTS"), done)];
  const { person, start, clear } = open({ server });
  await press(person, "flag Status");
  const dialog = await question("Change 2 leads");
  await choose(person, "Status", "One");
  await choose(person, "Regular contact", "Two");
  await person.click(dialog.getByRole("button", { name: "Change" }));
  await screen.findByText(/^Too many attempts/);
  expect(clear).not.toHaveBeenCalled();
  await person.click(await dialog.findByRole("button", { name: "Change" }));
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
  const kinds = start().map(({ action }) => (action as { kind: string }).kind);
  expect(kinds).toEqual(["status", "regularContact", "regularContact"]);
});
