import type { MenuId } from "@homeroom/contract/ids";
import type { MenuForm, MenuImportPlan, MenuOption, MenuRow, RouteNode } from "@homeroom/contract/menus";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareEach } from "#platform/db/for-tests";
import { menuIdOf } from "./for-tests.ts";
import { importMenus, menusModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareEach(() => buildOrganization(base.db));
let platform: string;
let admin: string;

const server = prepareServer(base, (platform) => [menusModule(platform)]);
beforeEach(async () => {
  await base.owner.query("delete from menu where definition is null");
  await importMenus(base.db, { restore: true });
  const person = async (isPlatform: boolean) =>
    buildSession(
      base.db,
      organization,
      await buildAccount(base.db, organization, { role: isPlatform ? "owner" : "admin", isPlatform }),
    );
  [platform, admin] = [await person(true), await person(false)];
});

type Address = Parameters<typeof callApi>[1];
const call = <Result>(address: Address, body?: object, token = platform) =>
  callApi<Result>(server.app, address, { token, ...(body && { body }) });
async function outcome(address: Address, body?: object, token = platform): Promise<string> {
  const answer = await call(address, body, token);
  return answer.body.success ? "ok" : `${answer.status} ${answer.body.name}`;
}
const formOf = async (id: MenuId) =>
  (await call<MenuForm>(`GET /api_basic/Menus/${id}/form`)).body.resultData as MenuForm;
const changes = async () =>
  (await base.owner.query("select event from outbox where organization_id = $1", [organization.organizationId])).rows;

const lead = menuIdOf("Lead");
const page = (more: object = {}) => ({
  type: "MENU",
  parentId: lead,
  name: "看板",
  routePath: "board",
  component: "lead/board",
  sort: 9999,
  ...more,
});
const add = (more: object = {}) => outcome("POST /api_basic/Menus", page(more));

test("only platform staff see and change the menu", async () => {
  const id = menuIdOf("LeadList");
  const calls: [Address, object?][] = [
    ["GET /api_basic/Menus"],
    [`GET /api_basic/Menus/${id}/form`],
    [`GET /api_basic/Menus/${id}/uses`],
    ["POST /api_basic/Menus", page()],
    [`PUT /api_basic/Menus/${id}`, { ...page(), version: 1 }],
    [`DELETE /api_basic/Menus/${id}`],
    ["GET /api_basic/Menus/ImportPlan"],
    ["POST /api_basic/Menus/Import", {}],
  ];
  for (const [address, body] of calls) {
    expect(await outcome(address, body, admin), address).toBe("403 PERMISSION_DENIED");
    expect(await outcome(address, body, "anonymous"), address).toBe("401 TOKEN_INVALID");
  }
});

test("the entries that roles can be given are shown with those that the reader can grant, without the platform's", async () => {
  const optionsOf = async (token: string) =>
    (await call<MenuOption[]>("GET /api_basic/Menus/options", undefined, token)).body.resultData ?? [];
  const flat = (options: MenuOption[]): MenuOption[] => options.flatMap((one) => [one, ...flat(one.children ?? [])]);
  const ours = flat(await optionsOf(admin));
  expect(ours.find(({ perm }) => perm === "crm:lead:add")).toMatchObject({ type: "BUTTON", grantable: true });
  expect(ours.find(({ label }) => label === "leadEdit")).toMatchObject({ follows: true, visible: 0 });
  expect(ours.some(({ perm }) => perm.startsWith("sys:menu:"))).toBe(false);
  expect(flat(await optionsOf(platform)).some(({ perm }) => perm === "sys:menu:add")).toBe(true);
});

test("an entry is created with the fields of its type, and everybody is notified", async () => {
  const id = v7();
  const form = page({
    id,
    titles: { "zh-tw": "看板", "zh-cn": "", en: "Board" },
    redirect: "/x",
    perm: "crm:lead:add",
    params: [{ key: "view", value: "board" }],
  });
  expect(await outcome("POST /api_basic/Menus", form)).toBe("ok");
  expect(await outcome("POST /api_basic/Menus", form)).toBe("ok");
  expect(await formOf(id as MenuId)).toMatchObject({
    type: "MENU",
    redirect: "",
    perm: "",
    titles: { en: "Board" },
    params: [{ key: "view", value: "board" }],
    isProduct: false,
    version: 1,
  });
  expect(await changes()).toEqual([{ event: "menus.changed" }]);
  const routes = (await call<RouteNode[]>("GET /api_basic/Menus/Routes")).body.resultData ?? [];
  expect(routes.find(({ name }) => name === "Lead")?.children?.at(-1)).toMatchObject({ path: "board", name: "Board" });
});

test("a field that a type does not allow is refused", async () => {
  expect(await add({ name: " " })).toBe("422 MENU_NAME_REQUIRED");
  expect(await add({ routePath: "" })).toBe("422 MENU_PATH_REQUIRED");
  expect(await add({ component: "" })).toBe("422 MENU_VIEW_REQUIRED");
  expect(await add({ routePath: "list" })).toBe("409 MENU_PATH_EXISTS");
  expect(await add({ routePath: "/lead/list" })).toBe("409 MENU_PATH_EXISTS");
  expect(await add({ routeName: "LeadList" })).toBe("409 MENU_ROUTE_NAME_EXISTS");
  expect(await add({ type: "EXTLINK", routePath: "ftp://manual.example" })).toBe("422 MENU_LINK_INVALID");
  expect(await add({ type: "BUTTON", perm: "crm:nothing:at" })).toBe("422 MENU_PERMISSION_INVALID");
  expect(await add({ type: "BUTTON", perm: "crm:lead:add", parentId: null })).toBe("422 MENU_PARENT_INVALID");
  expect(await add({ parentId: menuIdOf("LeadList") })).toBe("422 MENU_PARENT_INVALID");
  expect(await add({ parentId: v7() })).toBe("422 MENU_PARENT_INVALID");
  expect(await add({ type: "NOTHING" })).toBe("422 FIELD_INVALID");
  const { body } = await call("POST /api_basic/Menus", page({ routePath: "list" }));
  expect(body).toMatchObject({ errors: [{ field: "routePath" }] });
});

test("an entry is saved once for each version, and never below itself", async () => {
  const form = await formOf(lead);
  const saves = [
    { ...form, icon: "api" },
    { ...form, icon: "user" },
  ];
  const both = await Promise.all(saves.map((one) => outcome(`PUT /api_basic/Menus/${lead}`, one)));
  expect(both.sort()).toEqual(["409 STALE_DATA", "ok"]);
  const next = await formOf(lead);
  expect(await outcome(`PUT /api_basic/Menus/${lead}`, { ...next, parentId: lead })).toBe("422 MENU_PARENT_INVALID");
  expect(await outcome(`PUT /api_basic/Menus/${lead}`, { ...next, type: "EXTLINK" })).toBe("422 MENU_PARENT_INVALID");
  expect(await outcome(`PUT /api_basic/Menus/${v7()}`, { ...next })).toBe("404 NOT_FOUND");
});

test("deleting also removes everything below, keeps the permissions of roles, and can be undone by the import", async () => {
  const uses = await call(`GET /api_basic/Menus/${lead}/uses`);
  expect(uses.body.resultData).toMatchObject({ roles: expect.any(Number), entries: expect.any(Number) });
  const given = async () =>
    (
      await base.owner.query("select 1 from role_menu where role_id = $1 and menu_id = $2", [
        organization.roles.sales,
        menuIdOf("LeadList"),
      ])
    ).rowCount;
  expect(await given()).toBe(1);
  expect(await outcome(`DELETE /api_basic/Menus/${lead}`)).toBe("ok");
  expect(await outcome(`DELETE /api_basic/Menus/${lead}`)).toBe("404 NOT_FOUND");
  expect(await given()).toBe(0);
  const held = await base.owner.query(
    "select 1 from role_permission where role_id = $1 and permission = 'crm:lead:query'",
    [organization.roles.sales],
  );
  expect(held.rowCount).toBe(1);

  expect(await importMenus(base.db)).toEqual({ added: 0, changed: 0, removed: 0 });
  const plan = (await call<MenuImportPlan>("GET /api_basic/Menus/ImportPlan")).body.resultData;
  expect(plan?.deleted.map(({ name }) => name)).toEqual(expect.arrayContaining(["lead", "leadList", "crm:lead:query"]));
  expect(plan?.added).toEqual([]);
  const back = await call<{ added: number }>("POST /api_basic/Menus/Import", { restore: true });
  expect(back.body.resultData?.added).toBe(plan?.deleted.length);
  expect(await given()).toBe(1);
});

test("local changes are named, and stay unless they are to be restored", async () => {
  const id = menuIdOf("LeadList");
  await call(`PUT /api_basic/Menus/${id}`, { ...(await formOf(id)), icon: "api" });
  const plan = async () => (await call<MenuImportPlan>("GET /api_basic/Menus/ImportPlan")).body.resultData;
  expect((await plan())?.edited).toMatchObject([{ id, fields: ["icon"] }]);
  await call("POST /api_basic/Menus/Import", {});
  expect((await formOf(id)).icon).toBe("api");
  await call("POST /api_basic/Menus/Import", { restore: true });
  expect((await formOf(id)).icon).toBe("client");
  expect(await plan()).toEqual({ added: [], changed: [], removed: [], edited: [], deleted: [] });
});

test("a search shows its matches, as roots if their parents do not match", async () => {
  const listOf = async (query: string) => (await call<MenuRow[]>(`GET /api_basic/Menus${query}`)).body.resultData ?? [];
  expect((await listOf("?keywords=crm:lead:add")).map(({ perm }) => perm)).toEqual(["crm:lead:add"]);
  const hidden = await listOf("?status=0");
  expect(hidden.map(({ name }) => name)).toContain("leadEdit");
  expect(hidden.every(({ visible }) => visible === 0)).toBe(true);
});
