// @vitest-environment happy-dom
import { type BulkTask, type DeletedLead, leadBulk } from "@homeroom/contract/lead-bulk";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { leadOf, recordOf } from "../../for-tests.ts";
import { BulkStrip } from "./bulk-strip.tsx";
import { DeletedLeads } from "./deleted-leads.tsx";
import { ListMenu } from "./list-menu.tsx";

const deleted = (n: number, nickname: string, part: Partial<DeletedLead> = {}): DeletedLead => ({
  ...{ leadId: leadOf(n), nickname, fullname: "", areaCode: "", phone: "", email: "", branchName: "", sales: "" },
  ...{ deletedBy: "Ann", deletedTime: "2026-11-26T01:00:00.000Z", eraseTime: "2026-12-26T01:00:00.000Z" },
  ...part,
});
const page = (list: DeletedLead[], nextCursor: string | null = null) =>
  answers(leadBulk.deleted, { list, total: list.length, nextCursor } as never);
const twoLeads = page([deleted(1, "Amy", { fullname: "Amy Ho" }), deleted(2, "Ben")]);
const restored = (count: number, refused: object[] = []) =>
  answers(leadBulk.restore, { restored: count, refused } as never);

function openBin(...server: ReturnType<typeof answers>[]) {
  const shown = show(<DeletedLeads onClose={vi.fn()} />, { server });
  return { ...shown, sent: () => shown.sentTo(leadBulk.restore) };
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest("li") as HTMLElement);

it("restores the selected leads, and clears the selection", async () => {
  const { person, sent } = openBin(twoLeads, restored(2));
  await person.click(await screen.findByRole("checkbox", { name: "Select Amy" }));
  await person.click(screen.getByRole("checkbox", { name: "Select Ben" }));
  await person.click(screen.getByRole("button", { name: "Restore 2" }));
  await screen.findByText("Restored 2 leads");
  expect(sent()).toEqual([{ leadIds: [leadOf(1), leadOf(2)] }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: /Restore \d/ })).toBeNull());
});

it("says under a lead why it stays deleted", async () => {
  const refused = [{ leadId: leadOf(2), nickname: "Ben", name: "PHONE_USED", message: "Cai has this number" }];
  const { person } = openBin(twoLeads, restored(0, refused));
  await person.click((await rowOf("Ben")).getByRole("button", { name: "Restore" }));
  await screen.findByText("1 lead could not be restored; the reason is shown below it");
  (await rowOf("Ben")).getByText("Cai has this number");
  expect((await rowOf("Amy (Amy Ho)")).queryByText("Cai has this number")).toBeNull();
});

it("keeps the selection while another single lead is restored", async () => {
  const { person } = openBin(twoLeads, restored(1));
  await person.click(await screen.findByRole("checkbox", { name: "Select Amy" }));
  await person.click((await rowOf("Ben")).getByRole("button", { name: "Restore" }));
  await screen.findByText("Restored 1 lead");
  screen.getByRole("button", { name: "Restore 1" });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Amy" }).checked).toBe(true);
});

it("restores a lead once, however often its button is pressed", async () => {
  const { sent } = openBin(twoLeads, restored(1));
  const button = (await rowOf("Ben")).getByRole("button", { name: "Restore" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText("Restored 1 lead");
  expect(sent()).toEqual([{ leadIds: [leadOf(2)] }]);
});

it("keeps the selection when the whole restore was refused", async () => {
  const { person } = openBin(twoLeads, refuses(leadBulk.restore, "TOO_MANY_REQUESTS"));
  await person.click(await screen.findByRole("checkbox", { name: "Select Amy" }));
  await person.click(screen.getByRole("button", { name: "Restore 1" }));
  await screen.findByText(/^Too many attempts/);
  await screen.findByRole("button", { name: "Restore 1" });
});

it("distinguishes an empty bin from a search without matches", async () => {
  const { sentTo } = openBin(page([]));
  await screen.findByText("The bin is empty");
  fireEvent.change(screen.getByRole("textbox", { name: "Search deleted leads" }), { target: { value: " Cai " } });
  await screen.findByText("No deleted leads match");
  expect(sentTo(leadBulk.deleted).at(-1)).toMatchObject({ keywords: "Cai" });
});

it("says why the next deleted leads failed to load, and retries", async () => {
  const next = page([deleted(3, "Cai")]);
  const { person } = openBin(
    inTurn(page([deleted(1, "Amy")], "next"), refuses(leadBulk.deleted, "TOO_MANY_REQUESTS"), next),
  );
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByText("Amy");
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Cai");
  await waitFor(() => expect(screen.queryByText(/^Too many attempts/)).toBeNull());
});

it("says why the bin cannot be shown, and retries", async () => {
  const { person } = openBin(inTurn(refuses(leadBulk.deleted, "TOO_MANY_REQUESTS"), twoLeads));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: /Try again/ }));
  await screen.findByText("Ben");
});

it.each<[string, Parameters<typeof show>[1], string[]]>([
  ["nothing", { perms: ["crm:lead:query"] }, []],
  ["the export", { perms: ["crm:lead:export"] }, ["Export this list (Excel)", "Export this list (CSV)"]],
  [
    "what changes leads",
    { perms: ["crm:lead:edit", "bulk:target:add", "crm:lead:delete"] },
    ["Duplicate leads", "Create a recipient list from these filters", "Bin"],
  ],
])("the menu of the list offers %s by the permissions", async (_, around, expected) => {
  const { person } = show(<ListMenu query={{}} />, around);
  const menu = screen.queryByRole("button", { name: "More" });
  if (menu) await person.click(menu);
  await waitFor(() =>
    expect(screen.queryAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(expected),
  );
});

const task = (n: number, part: Partial<BulkTask>): BulkTask => ({
  ...{ taskID: recordOf(n), kind: "tags", state: "done", total: 5000, processed: 5000, changed: 4000, same: 1000 },
  ...{ unfit: 0, full: 0, gone: 0, undone: 0, kept: 0, dealt: [], canUndo: true, message: "" },
  ...{ createTime: new Date().toISOString() },
  ...part,
});
const strip = (...tasks: BulkTask[]) => [answers(leadBulk.list, tasks)];

beforeEach(() => sessionStorage.clear());

it("appears only when nothing is being pressed, since the page would move under the pointer", async () => {
  const query = document.querySelector.bind(document);
  const pressed = vi.spyOn(document, "querySelector");
  pressed.mockImplementation((selector: string) => (selector === ":active" ? document.body : query(selector)));
  show(<BulkStrip />, { server: strip(task(1, {})) });
  await waitFor(() => expect(pressed.mock.calls.some(([selector]) => selector === ":active")).toBe(true));
  expect(screen.queryByRole("region")).toBeNull();
  pressed.mockRestore();
  fireEvent.pointerUp(document.body);
  await screen.findByRole("region");
});

it("shows the progress of a change, which cannot be undone or hidden before it ends", async () => {
  show(<BulkStrip />, { server: strip(task(1, { state: "running", processed: 1250 })) });
  await screen.findByText("1,250 of 5,000");
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("25");
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("does not show a dismissed change again, but shows its undo", async () => {
  const undoing = answers(leadBulk.list, [task(1, { state: "undoing", processed: 0 })]);
  const { person } = show(<BulkStrip />, { server: strip(task(1, {})) });
  await screen.findByText("Changed the tags of 4,000 leads; 1,000 already had it");
  await person.click(screen.getByRole("button", { name: "Put away" }));
  expect(screen.queryByRole("status")).toBeNull();
  show(<BulkStrip />, { server: [undoing] });
  await screen.findByText("Taking it back");
});

it("shows small changes only if they failed, with the reason", async () => {
  const small = task(1, { total: 3 });
  const failed = task(2, { total: 3, state: "failed", canUndo: false, message: "The server was restarted" });
  show(<BulkStrip />, { server: strip(small, failed) });
  await screen.findByText("The server was restarted");
  expect(screen.getAllByRole("status")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("says why a change cannot be undone, and offers a retry", async () => {
  const { person } = show(<BulkStrip />, {
    server: [...strip(task(1, {})), refuses(leadBulk.undo, "TOO_MANY_REQUESTS")],
  });
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(/^Too many attempts/);
  await screen.findByRole("button", { name: "Undo" });
});
