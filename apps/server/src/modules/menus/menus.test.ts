import type { RouteNode } from "@homeroom/contract/menus";
import { permissions } from "@homeroom/contract/permissions";
import { beforeAll, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { importMenus, menuPaths, menusModule } from "./public.ts";
import { menuIdOf, menuTree } from "./rules/menu-tree.ts";

const base = prepareDatabase();
let organization: TestOrganization;

const server = prepareServer(base, (platform) => [menusModule(platform)]);
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

const change = (statement: string, ...values: unknown[]) => base.owner.query(statement, values);

async function routesOf(given: Parameters<typeof buildAccount>[2], at = organization): Promise<RouteNode[]> {
  const { token } = await signInAs(base.db, at, given);
  const { body } = await callApi<RouteNode[]>(server.app, "GET /api_basic/Menus/Routes", { token });
  return body.resultData ?? [];
}

const namesIn = (nodes: RouteNode[]): string[] => nodes.flatMap((node) => [node.name, ...namesIn(node.children ?? [])]);

test("every permission is a button of one screen, and every screen is open to one of its permissions or to everyone", () => {
  expect(menuTree.flatMap((entry) => entry.buttons).sort()).toEqual([...permissions].sort());
  const open = menuTree.filter((entry) => entry.type === "MENU" && entry.needs.length === 0);
  expect(open.map((entry) => entry.name)).toEqual(["AccountSetting"]);
});

test("without a session no routes are returned", async () => {
  expect((await callApi(server.app, "GET /api_basic/Menus/Routes")).status).toBe(401);
});

test("sales see their screens in the tree's order, without buttons", async () => {
  const routes = await routesOf({ role: "sales" });
  expect(namesIn(routes)).toEqual([
    ...[
      "Dashboard",
      "Lead",
      "LeadList",
      "LeadEdit",
      "LeadDuplicates",
      "LeadSetting",
      "Chat",
      "WhatsappChat",
      "AdMessage",
    ],
    ...["AdMessageTarget", "AdMessagePlan", "AdMessagePlanDetail", "AdMessageTemplate", "Users", "UserList"],
    ...["UserOrder", "Fee", "Advert", "AiMedia", "Organization", "MediaEdit", "QuickReply", "System", "AccountSetting"],
    "Document",
  ]);
});

test("a teacher sees no chat; an admin and the owner see everything except the platform's entries", async () => {
  expect(namesIn(await routesOf({ role: "teacher" }))).not.toContain("Chat");
  const ours = menuTree.filter((entry) => !entry.platformOnly).map((entry) => entry.name);
  expect(namesIn(await routesOf({ role: "admin" }))).toEqual(ours);
  expect(namesIn(await routesOf({ role: "owner" }))).toEqual(ours);
  expect(namesIn(await routesOf({ role: "owner", isPlatform: true }))).toEqual(menuTree.map((entry) => entry.name));
});

test("a route has the shape that the client expects", async () => {
  const routes = await routesOf({ role: "admin" });
  const [dashboard, lead] = routes;
  expect(dashboard).toEqual({
    path: "/dashboard",
    component: "dashboard/index",
    name: "Dashboard",
    meta: { title: "dashboard", icon: "homepage", hidden: false, keepAlive: true, alwaysShow: false, params: null },
  });
  expect(lead).toMatchObject({ path: "/lead", component: "Layout", redirect: "/lead/list" });
  expect(lead?.children?.map(({ path, component, meta }) => [path, component, meta.hidden])).toEqual([
    ["list", "lead/index", false],
    ["edit/:leadId", "lead/edit", true],
    ["duplicates", "lead/duplicates", true],
    ["setting", "lead/setting", false],
    ["rules", "leadrules/index", false],
  ]);
  const users = routes.find((node) => node.name === "Users");
  expect(users?.children?.at(-1)).toMatchObject({ path: "/system/fee", name: "Fee" });
});

test("an external link keeps its address and has no component, and its route is named after it", async () => {
  await change(
    "update menu set route_path = 'https://manual.example/zh', visible = true, route_name = '', params = $1 where menu_id = $2",
    { from: "menu" },
    menuIdOf("Document"),
  );
  const link = (await routesOf({ role: "teacher" })).at(-1);
  expect(link).toEqual({
    path: "https://manual.example/zh",
    name: "HttpsManualExampleZh",
    meta: { title: "document", icon: "document", hidden: false, alwaysShow: false, params: { from: "menu" } },
  });
});

test("a menu removed from a role disappears, as does an empty catalogue; other organisations keep theirs", async () => {
  const here = await buildOrganization(base.db);
  const elsewhere = await buildOrganization(base.db);
  await change("delete from role_menu where role_id = $1 and menu_id = $2", here.roles.sales, menuIdOf("WhatsappChat"));
  expect(namesIn(await routesOf({ role: "sales" }, here))).not.toContain("Chat");
  expect(namesIn(await routesOf({ role: "sales" }, elsewhere))).toContain("WhatsappChat");
});

test("a disabled role shows no entries", async () => {
  const here = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, here, { role: "teacher" });
  await change("insert into account_role values ($1, $2, $3)", here.organizationId, accountId, here.roles.sales);
  await change("update role set status = 0 where role_id = $1", here.roles.sales);
  const token = await buildSession(base.db, here, { accountId });
  const { body } = await callApi<RouteNode[]>(server.app, "GET /api_basic/Menus/Routes", { token });
  expect(namesIn(body.resultData ?? [])).not.toContain("Chat");
});

test("importing again changes nothing, even several times at once", async () => {
  const results = await Promise.all([importMenus(base.db), importMenus(base.db), importMenus(base.db)]);
  expect(results).toEqual(Array(3).fill({ added: 0, changed: 0, removed: 0 }));
});

test("importing follows the product and keeps staff's changes, additions and grants", async () => {
  const here = await buildOrganization(base.db);
  const [leadList, chat, stray, own] = [menuIdOf("LeadList"), menuIdOf("Chat"), menuIdOf("Stray"), menuIdOf("Own")];
  await change("update menu set icon = 'old', definition = 'older' where menu_id = $1", leadList);
  await change("update menu set icon = 'chosen' where menu_id = $1", chat);
  await change("insert into menu (menu_id, type, name, definition) values ($1, 'MENU', 'stray', 'x')", stray);
  await change("insert into menu (menu_id, type, name) values ($1, 'MENU', 'own')", own);
  await change("delete from menu where menu_id = $1", menuIdOf("LeadRules"));
  const before = await change("select count(*) from role_menu where role_id = $1", here.roles.sales);

  const buttons = menuTree.find((entry) => entry.name === "LeadRules")?.buttons.length ?? 0;
  expect(await importMenus(base.db)).toEqual({ added: 1 + buttons, changed: 1, removed: 1 });
  const { rows } = await change("select menu_id, icon from menu where menu_id = any($1)", [leadList, chat, stray, own]);
  expect(new Map(rows.map((row) => [row.menu_id, row.icon]))).toEqual(
    new Map([
      [leadList, "client"],
      [chat, "chosen"],
      [own, ""],
    ]),
  );
  const rules = await change(
    "select 1 from role_menu where menu_id = $1 and role_id = $2",
    menuIdOf("LeadRules"),
    here.roles.admin,
  );
  expect(rules.rowCount).toBe(1);
  expect((await change("select count(*) from role_menu where role_id = $1", here.roles.sales)).rows).toEqual(
    before.rows,
  );
});

test("every page of the menu has its path for the server, for every role", async () => {
  const paths = await menuPaths(base.db);
  expect(paths).toEqual(expect.arrayContaining(["/lead/list", "/lead/edit/:leadId", "/system/menu"]));
  expect(paths.filter((path) => !path.startsWith("/"))).toEqual([]);
});
