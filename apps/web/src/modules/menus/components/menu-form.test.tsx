// @vitest-environment happy-dom
import { MenuId } from "@homeroom/contract/ids";
import { type MenuForm, type MenuImportPlan, type MenuRow, menus } from "@homeroom/contract/menus";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { AddMenu, EditMenu } from "./menu-form.tsx";

const idOf = (n: number) => MenuId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const entry: MenuForm = {
  ...{ id: idOf(1), parentId: null, type: "EXTLINK", name: "Help", titles: null, routeName: "Help", component: "" },
  ...{ routePath: "https://help.test", redirect: "", perm: "", icon: "menu", sort: 10, visible: 1, keepAlive: 0 },
  ...{ alwaysShow: 0, isProduct: false, params: [{ key: "a", value: "1" }], version: 4 },
};
const { params: _params, version: _version, ...row } = entry;
const rowOf = (part: Partial<MenuRow>): MenuRow => ({ ...row, ...part });
const screens = rowOf({ id: idOf(2), type: "MENU", name: "Offers" });
const catalogue = rowOf({ id: idOf(3), type: "CATALOG", name: "Sales", children: [screens] });
const loaded = (part: Partial<MenuForm> = {}) => answers(menus.form, { ...entry, ...part });

const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
// By text: with all the icons, a search by role takes long.
const press = (name: string) => screen.getByText(name).closest("button") ?? document.body;

it("says why an entry cannot be opened, and opens it after a retry", async () => {
  const form = inTurn(refuses(menus.form, "TOO_MANY_REQUESTS"), loaded());
  const { person } = show(<EditMenu id={idOf(1)} tree={[]} onClose={vi.fn()} />, { server: [form] });
  await screen.findByRole("alert");
  await person.click(press("Try again"));
  expect((await screen.findAllByLabelText<HTMLInputElement>("Name"))[0]?.value).toBe("Help");
});

it.each<[string, MenuRow | null, string, number]>([
  ["at the top", null, "CATALOG", 20],
  ["below a catalogue", catalogue, "MENU", 20],
  ["below a page", screens, "BUTTON", 10],
])("begins a new entry %s as what it most often is, after the others", async (_where, parent, type, sort) => {
  const add = refuses(menus.add, "TOO_MANY_REQUESTS");
  const { person, sentTo } = show(<AddMenu tree={[catalogue]} parent={parent} onClose={vi.fn()} />, { server: [add] });
  write("Name", "New");
  for (const [name, value] of [
    ["Path", "new"],
    ["View", "new/index"],
  ] as const)
    if (screen.queryByLabelText(name)) write(name, value);
  await person.click(press("Save"));
  await waitFor(() => expect(sentTo(menus.add)).toHaveLength(1));
  expect(sentTo(menus.add)).toMatchObject([{ type, sort, parentId: parent?.id ?? null, name: "New" }]);
});

it("keeps changed parameters of a link when somebody else has saved meanwhile", async () => {
  const onClose = vi.fn();
  const { person, sentTo } = show(<EditMenu id={idOf(1)} tree={[]} onClose={onClose} />, {
    server: [
      inTurn(loaded(), loaded({ version: 5, routeName: "Theirs" })),
      inTurn(refuses(menus.edit, "STALE_DATA"), answers(menus.edit, null)),
    ],
  });
  fireEvent.change(await screen.findByLabelText("Value"), { target: { value: "2" } });
  await person.click(press("Save"));
  await screen.findByText("Updated with their changes: Route name");
  expect(screen.getByLabelText<HTMLInputElement>("Value").value).toBe("2");
  await person.click(press("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(menus.edit)[1]).toMatchObject({ version: 5, routeName: "Theirs", params: [{ key: "a", value: "2" }] });
});

const plan: MenuImportPlan = {
  added: [{ id: idOf(4), name: "Campaigns", type: "MENU" }],
  changed: [],
  removed: [],
  edited: [{ id: idOf(5), name: "Orders", type: "MENU", fields: ["sort"] }],
  deleted: [],
};
const upToDate: MenuImportPlan = { ...plan, added: [] };
const planned = (one: MenuImportPlan) => answers(menus.importPlan, one);
const bringIn = () => screen.getByRole<HTMLButtonElement>("button", { name: "Bring in" });

it("imports nothing while the changes are not known", async () => {
  const never = Promise.withResolvers<void>();
  show(<ImportDialog onClose={vi.fn()} />, { server: [later(planned(plan), never.promise)] });
  expect(bringIn().disabled).toBe(true);
});

it("offers only to restore changed entries when the menu is up to date", async () => {
  const imported = answers(menus.importTree, { added: 0, changed: 1, removed: 0 });
  const { person, sentTo } = show(<ImportDialog onClose={vi.fn()} />, { server: [planned(upToDate), imported] });
  await screen.findByText("The menu is up to date.");
  expect(bringIn().disabled).toBe(true);
  await person.click(screen.getByRole("checkbox", { name: /Also restore/ }));
  await person.click(bringIn());
  await screen.findByText("Imported: 0 new, 1 changed, 0 removed");
  expect(sentTo(menus.importTree)).toEqual([{ restore: true }]);
});

it("stays open when the import is refused, and can be tried again", async () => {
  const onClose = vi.fn();
  const imported = answers(menus.importTree, { added: 1, changed: 0, removed: 0 });
  const importing = inTurn(refuses(menus.importTree, "TOO_MANY_REQUESTS"), imported);
  const { person } = show(<ImportDialog onClose={onClose} />, { server: [planned(plan), importing] });
  await screen.findByText("1 new");
  await person.click(bringIn());
  await screen.findByText(/^Too many attempts/);
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole("button", { name: /Bring in/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("says why the plan did not load, and shows it after a retry", async () => {
  const { person } = show(<ImportDialog onClose={vi.fn()} />, {
    server: [inTurn(refuses(menus.importPlan, "TOO_MANY_REQUESTS"), planned(plan))],
  });
  await screen.findByText(/^Too many attempts/);
  await person.click(press("Try again"));
  await screen.findByText("1 changed here");
});
