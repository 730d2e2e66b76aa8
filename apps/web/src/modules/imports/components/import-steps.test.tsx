// @vitest-environment happy-dom
import { BranchId, FileId, RecordId } from "@homeroom/contract/ids";
import { type ImportedRow, type ImportTask, imports, type ReadTable } from "@homeroom/contract/imports";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { MappingStep } from "./mapping-step.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TrialRows } from "./task-step.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
// Choices for a file are kept in the window, so each test has its own file.
let [fileID, files] = [FileId.parse(uuid(1)), 1000];
beforeEach(() => {
  files += 1;
  fileID = FileId.parse(uuid(files));
});

const taskID = RecordId.parse(uuid(2));
const branchID = BranchId.parse(uuid(3));
const user = { branch: { branchID } };
const field = (name: string, label: string, part: object = {}) => ({
  ...{ field: name, label, required: false, instead: [], many: false },
  ...part,
});

const tableOf = (part: Partial<ReadTable> = {}): ReadTable => ({
  ...{ fileID, name: "leads.csv", url: "", size: 1, contentType: "text/csv", rowCount: 3 },
  ...{ columns: ["Child", "Tel"], preview: [["Amy", "91234567"]], encoding: "utf-8", delimiter: ",", headingRow: 1 },
  ...{ mapping: { Child: "nickname" }, remembered: false },
  fields: [
    field("nickname", "Name", { required: true, instead: ["fullname"] }),
    field("fullname", "Full name"),
    field("phone", "Phone"),
    field("notes", "Notes", { many: true }),
  ],
  ...part,
});
const read = (part: Partial<ReadTable> = {}) => answers(imports.readAgain, tableOf(part));

const taskOf = (part: object = {}): ImportTask =>
  ({
    ...{ taskID, kind: "lead", fileName: "leads.csv", state: "done", dryRun: true, total: 3, processed: 3 },
    ...{ createdCount: 2, updatedCount: 0, skippedCount: 0, validCount: 2, invalidCount: 1, messageList: [] },
    ...{ errors: [], canUndo: false, undoneCount: 0, kept: [], remarkCount: 0, remarks: [] },
    order: { fileID, mapping: { Child: "nickname", Tel: "phone" }, fixes: [], branchID, lead: {} },
    ...part,
  }) as never;
const started = (part: object = {}) => answers(imports.importLeads, taskOf(part));
const choices = [
  answers(member.branchList, [{ value: branchID, label: "Central" }] as never),
  answers(member.salesList, []),
  answers(media.channels, []),
  answers(media.customItems, [] as never),
];

function openMapping(...server: ReturnType<typeof answers>[]) {
  const goTo = vi.fn();
  const shown = show(<MappingStep kind="lead" fileID={fileID} goTo={goTo} />, {
    user,
    server: [...server, ...choices],
  });
  return { ...shown, goTo, sent: () => shown.sentTo(imports.importLeads) as { mapping: object }[] };
}

type Person = ReturnType<typeof show>["person"];

async function map(person: Person, column: string, to: string) {
  await person.click(screen.getByRole("combobox", { name: new RegExp(column) }));
  await person.click((await screen.findAllByTitle(to)).at(-1) as HTMLElement);
}

const next = () => screen.findByRole<HTMLButtonElement>("button", { name: "Try without saving" });

it("continues only when every required field, or a field that can replace it, has a column", async () => {
  const { person, sent, goTo } = openMapping(read({ mapping: {} }), started());
  expect((await next()).disabled).toBe(true);
  screen.getByText(/Name$/, { selector: "[role=alert] *" });
  await map(person, "Child", "Full name");
  expect((await next()).disabled).toBe(false);
  await person.click(await next());
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(`task-${taskID}`));
  expect(sent()[0]).toMatchObject({ mapping: { Child: "fullname" }, dryRun: true, branchID, assignBy: "rules" });
});

it("keeps the mapping when the trial is refused, and says why", async () => {
  const { person, goTo } = openMapping(read(), refuses(imports.importLeads, "TOO_MANY_REQUESTS"));
  await next();
  await map(person, "Tel", "Phone");
  await person.click(await next());
  await screen.findByText(/^Too many attempts/);
  expect(goTo).not.toHaveBeenCalled();
  expect(screen.getAllByTitle("Phone").length).toBeGreaterThan(0);
  expect((await next()).disabled).toBe(false);
});

it("keeps the options for the rows when the file is read in another way", async () => {
  const other = read({ columns: ["Child;Tel"], mapping: { "Child;Tel": "nickname" }, headingRow: 2 });
  const { person, sent } = openMapping(inTurn(read(), other), started());
  await next();
  await person.click(screen.getByRole("radio", { name: "Assign to nobody yet" }));
  const heading = screen.getByRole("spinbutton");
  fireEvent.change(heading, { target: { value: "2" } });
  fireEvent.blur(heading);
  await screen.findByRole("rowheader", { name: "Child;Tel" });
  await person.click(await next());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ assignBy: "nobody", headingRow: 2, mapping: { "Child;Tel": "nickname" } });
});

it("allows going back when a file cannot be read as chosen", async () => {
  openMapping(inTurn(read(), refuses(imports.readAgain, "TOO_MANY_REQUESTS"), read()));
  await next();
  const heading = screen.getByRole("spinbutton");
  fireEvent.change(heading, { target: { value: "900" } });
  fireEvent.blur(heading);
  await screen.findByText(/^Too many attempts/);
  const again = screen.getByRole("spinbutton");
  fireEvent.change(again, { target: { value: "1" } });
  fireEvent.blur(again);
  await screen.findByRole("rowheader", { name: "Child" });
  expect((await next()).disabled).toBe(false);
});

function openRows(task: ImportTask, ...server: ReturnType<typeof answers>[]) {
  const goTo = vi.fn();
  return { ...show(<TrialRows task={task} goTo={goTo} />, { server }), goTo };
}
const wrongRow: ImportedRow = {
  ...{ row: 3, outcome: "invalid", name: "Cai", match: "", remarks: [] },
  ...{ cells: { nickname: "Cai", phone: "12" } },
  errors: [{ field: "phone", column: "Tel", name: "LEAD_BAD_PHONE", message: "No such number" }],
};
const rows = (list: ImportedRow[]) => answers(imports.rows, { list, total: list.length, pageNum: 1, pageSize: 50 });

it("shows the wrong rows first, and tries them again with earlier and new corrections", async () => {
  const before = { row: 2, column: "Tel", value: "91234567" };
  const task = taskOf({
    order: { fileID, mapping: { Child: "nickname", Tel: "phone" }, fixes: [before], branchID, lead: {} },
  });
  const { person, sentTo, goTo } = openRows(task, rows([wrongRow]), started());
  await screen.findByText("No such number");
  expect(sentTo(imports.rows)[0]).toMatchObject({ outcome: "invalid" });
  const place = screen.getByDisplayValue("12");
  fireEvent.change(place, { target: { value: "9" } });
  fireEvent.change(place, { target: { value: "98765432" } });
  // The import would omit the correction.
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Try again with 1 changed cell" }));
  await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
  const fixes = [before, { row: 3, column: "Tel", value: "98765432" }];
  expect(sentTo(imports.importLeads)[0]).toMatchObject({ dryRun: true, fixes });
});

it("keeps corrections when going back from a trial to change the columns", async () => {
  const mapping = { Child: "nickname", Tel: "phone" };
  const task = taskOf({ order: { fileID, mapping, fixes: [], branchID, lead: {} } });
  const { person, goTo } = openRows(task, rows([wrongRow]));
  fireEvent.change(await screen.findByDisplayValue("12"), { target: { value: "98765432" } });
  await person.click(screen.getByRole("button", { name: "Go back and change" }));
  expect(goTo).toHaveBeenCalledWith(`file-${fileID}`);
  cleanup();
  const again = openMapping(read(), started());
  await again.person.click(await next());
  await waitFor(() => expect(again.sent()).toHaveLength(1));
  expect(again.sent()[0]).toMatchObject({ fixes: [{ row: 3, column: "Tel", value: "98765432" }] });
});

it("says why the rows of a trial did not load, and retries", async () => {
  const { person } = openRows(taskOf(), inTurn(refuses(imports.rows, "TOO_MANY_REQUESTS"), rows([wrongRow])));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: /Try again/ }));
  await screen.findByText("No such number");
});

function openActions(task: ImportTask, ...server: ReturnType<typeof answers>[]) {
  const goTo = vi.fn();
  return { ...show(<TaskActions task={task} goTo={goTo} />, { server }), goTo };
}

it("imports nothing when the trial would import no row", () => {
  openActions(taskOf({ createdCount: 0, updatedCount: 0 }));
  expect(screen.getAllByRole<HTMLButtonElement>("button").map(({ disabled }) => disabled)).toEqual([false, true]);
});

it("starts one import of a trial, with the trial's own order, however often the button is pressed", async () => {
  const again = started({ dryRun: false, taskID: uuid(9) });
  const { person, goTo, sentTo } = openActions(
    taskOf(),
    inTurn(refuses(imports.importLeads, "TOO_MANY_REQUESTS"), again),
  );
  const begin = () => screen.getAllByRole("button").at(-1) as HTMLElement;
  fireEvent.click(begin());
  await screen.findByText(/^Too many attempts/);
  await person.click(begin());
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(`task-${uuid(9)}`));
  const sent = sentTo(imports.importLeads) as { taskID: string }[];
  expect(sent[1]).toMatchObject({ fileID, dryRun: false, branchID, taskID: expect.any(String) });
  expect(new Set(sent.map((one) => one.taskID)).size).toBe(1);
});

it("asks before an import is undone, and says why it was not", async () => {
  const done = taskOf({ dryRun: false, canUndo: true });
  const { person, sentTo } = openActions(done, refuses(imports.undo, "TOO_MANY_REQUESTS"));
  await person.click(screen.getAllByRole("button")[0] as HTMLElement);
  const asked = await question("leads.csv");
  expect(sentTo(imports.undo)).toEqual([]);
  await person.click(asked.getAllByRole("button").at(-1) as HTMLElement);
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(imports.undo)).toEqual([{ taskID }]);
});

it.each([
  [{ createdCount: 6 }, "Deletes the 6 leads that were added. Leads contacted or changed since are kept."],
  [{ createdCount: 1 }, "Deletes the one lead that was added, unless it was contacted or changed since."],
  [{ createdCount: 0, updatedCount: 4 }, "Restores the 4 leads that were updated."],
  [{ createdCount: 6, updatedCount: 4 }, "Deletes the 6 leads that were added and restores the 4 that were updated."],
])("asks only about what taking an import back changes: %j", async (counts, words) => {
  const { person } = openActions(taskOf({ dryRun: false, canUndo: true, ...counts }));
  await person.click(screen.getAllByRole("button")[0] as HTMLElement);
  await question("leads.csv");
  expect(document.body.textContent).toContain(words);
});

it.each(["waiting", "running", "undoing"])("offers no action while an import is %s", (state) => {
  openActions(taskOf({ state, dryRun: false, canUndo: true }));
  expect(screen.queryAllByRole("button")).toEqual([]);
});
