// @vitest-environment happy-dom
import { MenuId, RoleId } from "@homeroom/contract/ids";
import { type MenuOption, menus } from "@homeroom/contract/menus";
import { type RoleForm, roles } from "@homeroom/contract/roles";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { PermissionEditor } from "./permission-editor.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-00000000000${n}`;
const [page, seeing, editing, deleting] = [1, 2, 3, 4].map((n) => MenuId.parse(uuid(n))) as [
  MenuId,
  MenuId,
  MenuId,
  MenuId,
];
const optionOf = (value: string, part: Partial<MenuOption>): MenuOption => ({
  ...{ value, label: "", type: "BUTTON", titles: null, perm: "", visible: 1, follows: false, grantable: true },
  ...part,
});
const tree = answers(menus.options, [
  optionOf(page, {
    ...{ type: "MENU", label: "Tags", titles: { "zh-tw": "", "zh-cn": "", en: "Tags" } },
    children: [
      optionOf(seeing, { perm: "crm:tag:query" }),
      optionOf(editing, { perm: "crm:tag:edit" }),
      optionOf(deleting, { perm: "crm:tag:delete", grantable: false }),
    ],
  }),
]);
const all = { edit: true, grant: true, delete: true, viewAs: true };
const roleOf = (part: Partial<RoleForm> = {}) =>
  ({ id: RoleId.parse(uuid(9)), version: 3, name: "Desk", can: all, isOwn: false, ...part }) as RoleForm;
const held = (...ids: MenuId[]) => answers(roles.menuIds, ids);
const others = answers(roles.options, [
  { value: uuid(8), label: "Sales", code: "", status: 1, isDefault: false, grantable: true },
] as never);
type Server = ReturnType<typeof answers>[];

async function open(server: Server, part: Partial<RoleForm> = {}) {
  const shown = show(<PermissionEditor role={roleOf(part)} openAtFirst />, { server: [...server, tree, others] });
  await screen.findByRole("region", { name: "Tags" });
  return shown;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: /Save/ });
const changes = () => within(screen.getByRole("region", { name: "Unsaved changes" }));

it("saves nothing without changes, and can undo every change", async () => {
  const { person } = await open([held(page, seeing)]);
  expect(save().disabled).toBe(true);
  await person.click(box("Edit"));
  changes().getByText("1 added");
  expect(save().disabled).toBe(false);
  await person.click(changes().getByRole("button", { name: "Reset" }));
  screen.getByText("As saved");
  expect([box("Edit").checked, save().disabled]).toEqual([false, true]);
});

it("sends everything that is ticked", async () => {
  const { person, sentTo } = await open([held(page, seeing), answers(roles.grant, null)]);
  await person.click(box("Edit"));
  await person.click(save());
  await screen.findByText("Saved");
  expect(sentTo(roles.grant)).toEqual([[page, seeing, editing]]);
});

it("does not let people grant what they do not have", async () => {
  await open([held(page, seeing)]);
  expect(box("Delete").disabled).toBe(true);
});

it("shows a role with more permissions than the person's read-only", async () => {
  await open([held(page, seeing)], { can: { ...all, grant: false } });
  screen.getByText(/so you can only view it/);
  expect(screen.getAllByRole<HTMLInputElement>("checkbox").every(({ disabled }) => disabled)).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("warns that the person's own role changes at once", async () => {
  const { person } = await open([held(page, seeing)], { isOwn: true });
  await person.click(box("Edit"));
  expect(screen.getByText(/it applies to you at once/)).toBeTruthy();
});

it("keeps the ticks after a refusal, and can save again", async () => {
  const grant = inTurn(refuses(roles.grant, "TOO_MANY_REQUESTS"), answers(roles.grant, null));
  const { person } = await open([held(page, seeing), grant]);
  await person.click(box("Edit"));
  await person.click(save());
  await screen.findByText(/^Too many attempts/);
  expect(box("Edit").checked).toBe(true);
  await waitFor(() => expect(save().classList.contains("ant-btn-loading")).toBe(false));
  await person.click(save());
  await screen.findByText("Saved");
});

it("keeps the person's changes on top of what somebody else has saved", async () => {
  const grant = inTurn(refuses(roles.grant, "STALE_DATA"), answers(roles.grant, null));
  const server = [inTurn(held(page, seeing), held(page)), grant, answers(roles.form, roleOf({ version: 4 }))];
  const { person, sentTo } = await open(server);
  await person.click(box("Edit"));
  await person.click(save());
  await screen.findByText("Somebody changed this role in the meantime");
  expect([box("Edit").checked, box("View").checked]).toEqual([true, false]);
  await waitFor(() => expect(save().classList.contains("ant-btn-loading")).toBe(false));
  await person.click(save());
  await screen.findByText("Saved");
  expect(sentTo(roles.grant)[1]).toEqual([page, editing]);
});

it("reads what somebody else has saved after its version, so that a third save between the two is refused", async () => {
  const answer = Promise.withResolvers<void>();
  const form = later(answers(roles.form, roleOf({ version: 4 })), answer.promise);
  const { person, sentTo } = await open([
    inTurn(held(page, seeing), held(page)),
    refuses(roles.grant, "STALE_DATA"),
    form,
  ]);
  await person.click(box("Edit"));
  await person.click(save());
  await waitFor(() => expect(sentTo(roles.form)).toHaveLength(1));
  expect(sentTo(roles.menuIds)).toHaveLength(1);
  answer.resolve();
  await screen.findByText("Somebody changed this role in the meantime");
  expect(sentTo(roles.menuIds)).toHaveLength(2);
});

it("sends one save, however often the button is pressed, and accepts no ticks meanwhile", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = await open([held(page, seeing), later(answers(roles.grant, null), answer.promise)]);
  await person.click(box("Edit"));
  fireEvent.click(save());
  fireEvent.click(save());
  expect(box("View").disabled).toBe(true);
  answer.resolve();
  await screen.findByText("Saved");
  expect(sentTo(roles.grant)).toHaveLength(1);
});

it("keeps the ticks when a background refetch of the permissions fails", async () => {
  const ids = inTurn(held(page, seeing), refuses(roles.menuIds, "TOO_MANY_REQUESTS"));
  const { person, sentTo } = await open([ids]);
  await person.click(box("Edit"));
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(sentTo(roles.menuIds)).toHaveLength(2));
  await person.click(box("View"));
  changes().getByText("1 added, 1 removed");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says why the permissions failed to load, and shows them after a retry", async () => {
  const ids = inTurn(refuses(roles.menuIds, "TOO_MANY_REQUESTS"), held(page));
  const { person } = show(<PermissionEditor role={roleOf()} openAtFirst />, { server: [ids, tree, others] });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("region", { name: "Tags" });
});

it("finds permissions by their words, and says when there are none", async () => {
  const { person } = await open([held(page)]);
  await person.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(screen.queryByRole("checkbox", { name: "Edit" })).toBeNull();
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "edit" } });
  await screen.findByRole("checkbox", { name: "Edit" });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "zzz" } });
  await screen.findByText("No pages or permissions match");
});

it("copies another role except what the person does not have, and says how much that is", async () => {
  const ids = inTurn(held(page, seeing), held(page, editing, deleting));
  const { person } = await open([ids]);
  await person.click(screen.getByRole("combobox", { name: "Copy from another role" }));
  await person.click(await screen.findByText("Sales"));
  await screen.findByText("Copied, except for 1 permission that you do not have");
  expect([box("Edit").checked, box("Delete").checked]).toEqual([true, false]);
});
