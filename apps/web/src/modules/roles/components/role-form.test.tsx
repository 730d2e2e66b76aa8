// @vitest-environment happy-dom
import type { RoleId } from "@homeroom/contract/ids";
import { type RoleForm, roles } from "@homeroom/contract/roles";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { AddRole, EditRole } from "./role-form.tsx";

const id = "019aaaaa-0000-7000-8000-000000000001" as RoleId;
const role = { id, version: 3, name: "Desk", description: "", status: 1 } as RoleForm;
const holder = { nickname: "Ann", status: 1, isOwner: false, onlyRole: true } as never;
const noOptions = answers(roles.options, []);
const copyFrom = "Start with the permissions of";
const save = () => screen.getByRole("button", { name: "Save" });

it("does not send a role without a name: it marks the field and focuses it", async () => {
  const { person, sentTo } = show(<AddRole onClose={vi.fn()} onDone={vi.fn()} />, { server: [noOptions] });
  await person.click(save());
  await screen.findByText("Please enter the role name");
  expect(document.activeElement).toBe(screen.getByLabelText("Role name"));
  expect(sentTo(roles.add)).toEqual([]);
});

it("offers to copy permissions only to people with the right to grant them", () => {
  show(<AddRole onClose={vi.fn()} onDone={vi.fn()} />, { perms: ["sys:role:add"], server: [noOptions] });
  expect(screen.queryByLabelText(copyFrom)).toBeNull();
});

it("offers to copy permissions to people with the right to grant them", () => {
  show(<AddRole onClose={vi.fn()} onDone={vi.fn()} />, { perms: ["sys:role:grant"], server: [noOptions] });
  expect(screen.queryByLabelText(copyFrom)).not.toBeNull();
});

it("shows a refusal of the server at the field that it is about, and keeps the form", async () => {
  const message = "Another role has this name";
  const taken = refuses(roles.add, "FIELD_INVALID", [{ field: "name", message } as never]);
  const onDone = vi.fn();
  const { person } = show(<AddRole onClose={vi.fn()} onDone={onDone} />, { server: [noOptions, taken] });
  await person.type(screen.getByLabelText("Role name"), "Desk");
  await person.click(save());
  await screen.findByText(message);
  expect(onDone).not.toHaveBeenCalled();
});

it("asks before a role is switched off that people hold, and sends nothing without a yes", async () => {
  const held = answers(roles.accounts, { count: 1, list: [holder] });
  const onDone = vi.fn();
  const { person, sentTo } = show(<EditRole role={role} onClose={vi.fn()} onDone={onDone} />, { server: [held] });
  await person.click(screen.getByRole("switch"));
  await person.click(save());
  const asked = await question("Switch off the role Desk");
  asked.getByText(/Ann has no other role and can no longer sign in/);
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  // It is disabled while the form is being sent.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(false));
  expect(sentTo(roles.edit)).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
});

it("switches a role off without a question when nobody holds it", async () => {
  const free = answers(roles.accounts, { count: 0, list: [] });
  const onDone = vi.fn();
  const server = [free, answers(roles.edit, null)];
  const { person, sentTo } = show(<EditRole role={role} onClose={vi.fn()} onDone={onDone} />, { server });
  await person.click(screen.getByRole("switch"));
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(roles.edit)).toEqual([expect.objectContaining({ version: 3, status: 0 })]);
});
