// @vitest-environment happy-dom
import { BranchId } from "@homeroom/contract/ids";
import { type BulkTask, leadBulk } from "@homeroom/contract/lead-bulk";
import { member } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { SelectionState } from "#ui/data-table/selection.ts";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { accountOf, branchID, cardOf, choiceAnswers, leadOf, recordOf } from "../../for-tests.ts";
import { LeadMore } from "../lead-more.tsx";
import { BulkActions } from "./bulk-actions.tsx";

const elsewhere = BranchId.parse("019aaaaa-0000-7000-8000-000000000901");
const [here, there] = [
  { value: branchID, label: "Central" },
  { value: elsewhere, label: "North" },
];
const branches = (options: { value: BranchId; label: string }[] = [here, there]) => answers(member.branchList, options);

const counts = { total: 2, processed: 2, changed: 1, same: 0, unfit: 0, full: 0, gone: 0, undone: 0, kept: 0 };
const moved = (part: Partial<BulkTask> = {}) =>
  answers(leadBulk.start, {
    ...{ taskID: recordOf(1), kind: "branch", state: "done", dealt: [], canUndo: true, message: "" },
    ...{ ...counts, createTime: "2026-12-01T01:00:00.000Z" },
    ...part,
  });

function openBar(perms: Permission[], server: ReturnType<typeof answers>[]) {
  const clear = vi.fn();
  const selection = { allMatching: false, clear } as unknown as SelectionState;
  const query = { leadIds: [leadOf(1), leadOf(2)] };
  const shown = show(<BulkActions selection={selection} query={query} count={2} />, {
    perms,
    server: [...server, ...choiceAnswers],
  });
  return { ...shown, clear };
}

const openMenu = (server: ReturnType<typeof answers>[], onOver = vi.fn()) => ({
  ...show(<LeadMore card={cardOf()} onOver={onOver} />, { server: [...server, ...choiceAnswers] }),
  onOver,
});

type Person = ReturnType<typeof show>["person"];

async function choose(person: Person, field: string, option: string) {
  await person.click(screen.getByRole("combobox", { name: new RegExp(`^${field}`) }));
  await person.click((await screen.findAllByTitle(option)).at(-1) as HTMLElement);
}

const moveButton = () => screen.findByRole("button", { name: "environment Move" });

it.each<[string, Permission[], ReturnType<typeof branches>]>([
  ["who can enter one branch only", ["crm:lead:assign"], branches([here])],
  ["without the permission to assign", ["crm:lead:edit"], branches()],
])("a person %s is not offered to move leads", async (_, perms, server) => {
  const { sentTo } = openBar(perms, [server]);
  await waitFor(() => expect(sentTo(member.branchList)).toHaveLength(1));
  await screen.findByRole("button", { name: /Assign|Status/ });
  expect(screen.queryByRole("button", { name: "environment Move" })).toBeNull();
});

it("moves a selection once a branch is chosen, and lets people keep their leads", async () => {
  const { person, sentTo, clear } = openBar(["crm:lead:assign"], [branches(), moved({ unfit: 1 })]);
  await person.click(await moveButton());
  const dialog = await question("Move 2 leads to another branch");
  const confirm = () => dialog.getByRole<HTMLButtonElement>("button", { name: "Move" });
  expect(confirm().disabled).toBe(true);
  dialog.getByText(/^Siblings and leads with the same contact 1 move together\./);
  expect(dialog.queryByRole("combobox", { name: /^Sales/ })).toBeNull();
  await choose(person, "New branch", "North");
  await person.click(confirm());
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
  expect(sentTo(leadBulk.start)).toMatchObject([
    {
      query: { leadIds: [leadOf(1), leadOf(2)] },
      action: { kind: "branch", branchID: elsewhere, sales: null, tutor: null, notify: false },
    },
  ]);
  await screen.findByText(/^Moved 1 lead to another branch; 1 unchanged: a sibling, or a lead with the same contact 1/);
});

it("gives them to a person of the new branch, and forgets the person with the branch", async () => {
  const { person, sentTo } = openBar(["crm:lead:assign"], [branches(), moved()]);
  await person.click(await moveButton());
  const dialog = await question("Move 2 leads to another branch");
  await choose(person, "New branch", "Central");
  await choose(person, "Sales at the new branch", "Ann");
  dialog.getByRole("checkbox", { name: "Notify the new owners" });
  await choose(person, "New branch", "North");
  expect(dialog.queryByRole("checkbox", { name: "Notify the new owners" })).toBeNull();
  await choose(person, "Sales at the new branch", "Bob");
  await person.click(dialog.getByRole("button", { name: "Move" }));
  await waitFor(() => expect(sentTo(leadBulk.start)).toHaveLength(1));
  expect(sentTo(leadBulk.start)).toMatchObject([
    { action: { branchID: elsewhere, sales: accountOf(42), tutor: null, notify: true } },
  ]);
  expect(sentTo(member.salesList)).toEqual([{ branchID }, { branchID: elsewhere }]);
});

it("a lead's menu moves that lead, to any branch except its own", async () => {
  const { person, sentTo, onOver } = openMenu([branches(), moved({ changed: 1, total: 1 })]);
  await person.click(await screen.findByRole("button", { name: "More" }));
  await person.click(await screen.findByRole("menuitem", { name: "Move to another branch" }));
  const dialog = await question("Move 1 lead to another branch");
  expect(onOver).toHaveBeenLastCalledWith(true);
  await person.click(dialog.getByRole("combobox", { name: /^New branch/ }));
  await person.click((await screen.findAllByTitle("North")).at(-1) as HTMLElement);
  expect(screen.queryByTitle("Central")).toBeNull();
  await person.click(dialog.getByRole("button", { name: "Move" }));
  await screen.findByText("Moved 1 lead to another branch");
  expect(sentTo(leadBulk.start)).toMatchObject([{ query: { leadIds: [leadOf(1)] }, action: { branchID: elsewhere } }]);
  await waitFor(() => expect(onOver).toHaveBeenLastCalledWith(false));
});

it("a lead has no such menu for a person with one branch", async () => {
  const { sentTo } = openMenu([branches([here])]);
  await waitFor(() => expect(sentTo(member.branchList)).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});

it("a refusal keeps the dialog and what was chosen", async () => {
  const { person, clear } = openBar(["crm:lead:assign"], [branches(), refuses(leadBulk.start, "PERMISSION_DENIED")]);
  await person.click(await moveButton());
  const dialog = await question("Move 2 leads to another branch");
  await choose(person, "New branch", "North");
  await person.click(dialog.getByRole("button", { name: "Move" }));
  await waitFor(() => expect(document.querySelector(".ant-message, .ant-notification")).not.toBeNull());
  dialog.getByTitle("North");
  expect(clear).not.toHaveBeenCalled();
});
