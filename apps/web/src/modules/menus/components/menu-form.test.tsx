// @vitest-environment happy-dom
import { MenuId } from "@homeroom/contract/ids";
import { menus } from "@homeroom/contract/menus";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { EditMenu } from "./menu-form.tsx";

const id = MenuId.parse("019aaaaa-0000-7000-8000-000000000001");
const menu = {
  ...{ id, parentId: null, type: "CATALOG", name: "名單", titles: { "zh-tw": "名單", "zh-cn": "", en: "Leads" } },
  ...{ routeName: "", routePath: "/leads", component: "", redirect: "", perm: "", icon: "menu", sort: 10 },
  ...{ visible: 1, keepAlive: 0, alwaysShow: 0, params: [], version: 1 },
};

it("says why an entry could not be opened, and opens it when asked again", async () => {
  const server = [inTurn(refuses(menus.form, "TOO_MANY_REQUESTS"), answers(menus.form, menu as never))];
  const { person } = show(<EditMenu id={id} tree={[]} onClose={() => undefined} />, { server });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByDisplayValue("/leads")).toBeTruthy();
});
