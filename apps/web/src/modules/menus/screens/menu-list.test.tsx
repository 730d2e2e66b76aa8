// @vitest-environment happy-dom
import { MenuId } from "@homeroom/contract/ids";
import { type MenuRow, menus } from "@homeroom/contract/menus";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { MenuList } from "./menu-list.tsx";

const uuid = (n: number) => MenuId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const entryOf = (part: Partial<MenuRow>): MenuRow => ({
  ...{ id: uuid(1), parentId: null, type: "CATALOG", name: "Sales", titles: null, routeName: "", routePath: "/sales" },
  ...{ component: "", redirect: "", perm: "", icon: "menu", sort: 10, visible: 1, keepAlive: 0, alwaysShow: 0 },
  ...{ isProduct: false, ...part },
});
const tree = [entryOf({ children: [entryOf({ id: uuid(2), parentId: uuid(1), type: "MENU", name: "Offers" })] })];
const perms = ["sys:menu:add", "sys:menu:edit", "sys:menu:delete"] as const;

const open = (server: ReturnType<typeof answers>[], search = "") =>
  show(<MenuList />, { perms, search, server: [...server, answers(menus.list, tree)] });

it("asks once before an entry is deleted, however often the button is pressed, and says what is deleted with it", async () => {
  const uses = answers(menus.uses, { entries: 2, roles: 3, organizations: 1 });
  const { person, sentTo } = open([uses, answers(menus.remove, null)]);
  const remove = await screen.findByRole("button", { name: "Delete" });
  fireEvent.click(remove);
  fireEvent.click(remove);
  const asked = await question("Delete Sales?");
  asked.getByText(/1 entry below is deleted too: Offers\. It is given to 3 roles of 1 organisations/);
  expect(sentTo(menus.uses)).toHaveLength(1);
  await person.click(asked.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted Sales");
  expect(sentTo(menus.remove)).toHaveLength(1);
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toEqual([]));
});
