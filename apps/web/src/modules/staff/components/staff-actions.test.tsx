// @vitest-environment happy-dom
import type { Permission } from "@homeroom/contract/permissions";
import { type StaffForm, staff, staffStatuses } from "@homeroom/contract/staff";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { StaffActions } from "./staff-actions.tsx";

const everything = { edit: true, delete: true, status: true, resetPassword: true };
const nothing = { edit: false, delete: false, status: false, resetPassword: false };
const person = {
  recordsn: "019aaaaa-0000-7000-8000-000000000001",
  nickname: "Ann",
  email: "ann@x.test",
  status: staffStatuses.active,
  twoStepEnabled: false,
  can: everything,
};

const actions = (facts: object = {}, onGone = vi.fn()) => (
  <StaffActions
    record={{ ...person, ...facts } as unknown as StaffForm}
    onEdit={vi.fn()}
    onTold={vi.fn()}
    onGone={onGone}
  />
);

/** The items of the menu, in order. */
async function offered(facts: object, perms: readonly Permission[] = []): Promise<string[]> {
  const { person: reader } = show(actions(facts), { perms });
  await reader.click(screen.getByRole("button", { name: "More" }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent ?? "");
}

it("shows no button for a person that the reader can only view", () => {
  show(actions({ can: nothing }));
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("offers to disable or remove an active person", async () => {
  expect(await offered({})).toEqual(["Reset password", "Disable", "Mark as left", "Delete"]);
});

it("offers to enable a disabled person, and to remove an active second step", async () => {
  expect(await offered({ status: staffStatuses.disabled, twoStepEnabled: true })).toEqual([
    "Reset password",
    "Remove two-step sign-in",
    "Enable",
    "Mark as left",
    "Delete",
  ]);
});

it("offers to reinstate and to erase a person who has left, and no new password", async () => {
  expect(await offered({ status: staffStatuses.left })).toEqual(["Take back", "Erase personal data", "Delete"]);
});

it("does not offer to reinstate a person whose data are erased", async () => {
  expect(await offered({ status: staffStatuses.left, erasedTime: "2026-01-01T00:00:00Z" })).toEqual(["Delete"]);
});

it("offers hand-over and audit log by the reader's own rights", async () => {
  const perms = ["crm:lead:assign", "crm:lead:all", "sys:log:query"] as const;
  expect(await offered({ can: nothing }, perms)).toEqual(["Hand over leads", "Audit log"]);
});

it("offers no hand-over to people who see only some of the leads", async () => {
  expect(await offered({ can: nothing }, ["crm:lead:assign", "sys:log:query"])).toEqual(["Audit log"]);
});

it("disables a person only after a yes", async () => {
  const { person: reader, sentTo } = show(actions(), { server: [answers(staff.updateStatus, null)] });
  await reader.click(screen.getByRole("button", { name: "More" }));
  await reader.click(await screen.findByRole("menuitem", { name: "Disable" }));
  const asked = await question("Disable Ann");
  expect(sentTo(staff.updateStatus)).toEqual([]);
  await reader.click(asked.getByRole("button", { name: "Disable" }));
  await screen.findByText("Ann disabled");
  expect(sentTo(staff.updateStatus)).toHaveLength(1);
});
