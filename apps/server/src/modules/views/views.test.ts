import type { SavedView } from "@homeroom/contract/views";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { viewsModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let admin: string;
let sales: string;
let other: string;

const server = prepareServer(base, (platform) => [viewsModule(platform)]);
beforeAll(async () => {
  const session = async (role: "admin" | "sales") => (await signInAs(base.db, organization, { role })).token;
  [admin, sales, other] = await Promise.all([session("admin"), session("sales"), session("sales")]);
});

beforeEach(() => base.owner.query("delete from saved_view"));

async function save(token: string, view: { name: string; query?: string; isShared?: boolean }) {
  const body = { screen: "leads", query: "status=1", ...view };
  const answer = await callApi<{ recordID: string }>(server.app, "POST /api_basic/View", { token, body });
  return { ...answer, id: answer.body.resultData?.recordID ?? "" };
}

async function seen(token: string): Promise<SavedView[]> {
  return (await callApi<SavedView[]>(server.app, "GET /api_basic/View?screen=leads", { token })).body.resultData ?? [];
}

test("one's own views are private until they are shared", async () => {
  await save(sales, { name: "逾期" });
  expect(await seen(sales)).toMatchObject([{ name: "逾期", isMine: true, isShared: false }]);
  expect(await seen(other)).toEqual([]);
  await save(sales, { name: "逾期", isShared: true });
  expect(await seen(other)).toMatchObject([{ name: "逾期", isMine: false, isShared: true }]);
});

test("saving under an existing name replaces that view, even at the same moment", async () => {
  const queries = ["status=1", "status=2", "status=3", "status=4"];
  await Promise.all(queries.map((query, index) => save(sales, { name: index % 2 ? "VIP" : "vip", query })));
  expect(await seen(sales)).toHaveLength(1);
});

test("the fifty-first view of a screen is refused, but one's own can still be replaced", async () => {
  await base.owner.query(
    `insert into saved_view (organization_id, view_id, account_id, screen, name, query)
     select a.organization_id, gen_random_uuid(), a.account_id, 'leads', 'v' || n, 'status=1'
     from generate_series(1, 50) n, session s join account a using (organization_id, account_id)
     where s.account_id = a.account_id and a.account_id = (
       select account_id from session where organization_id = $1 order by session_id desc limit 1)`,
    [organization.organizationId],
  );
  const refused = await Promise.all([admin, sales, other].map((token) => save(token, { name: "新" })));
  expect(refused.map(({ body }) => body.success).filter((ok) => !ok)).toHaveLength(1);
  expect(refused.find(({ body }) => !body.success)?.body).toMatchObject({ name: "SETTING_LIMIT_REACHED" });
});

test("a role starts with the view chosen for it, the latest for each screen", async () => {
  const first = await save(admin, { name: "全部" });
  const second = await save(admin, { name: "今天" });
  const put = (id: string, roleIds: string[], token = admin) =>
    callApi(server.app, `PUT /api_basic/View/${id}/default`, { token, body: { roleIds } });
  await put(first.id, [organization.roles.sales]);
  await put(second.id, [organization.roles.sales]);
  expect((await seen(sales)).filter((view) => view.isDefault)).toMatchObject([{ name: "今天", roleIds: [] }]);
  expect((await seen(admin)).find((view) => view.name === "今天")?.roleIds).toEqual([organization.roles.sales]);

  expect((await put(second.id, [], sales)).status).toBe(403);
  const foreign = await buildOrganization(base.db, "別家");
  expect((await put(second.id, [foreign.roles.sales])).status).toBe(404);
  await save(admin, { name: "今天", isShared: false });
  expect((await seen(sales)).map((view) => view.name)).toContain("今天");
});

test("other people's private views are invisible, and only an editor of roles removes shared ones", async () => {
  const { id } = await save(sales, { name: "我的" });
  const remove = (token: string) => callApi(server.app, `DELETE /api_basic/View/${id}`, { token });
  expect((await remove(other)).status).toBe(404);
  await save(sales, { name: "我的", isShared: true });
  expect((await remove(other)).status).toBe(403);
  expect((await remove(admin)).status).toBe(200);
  expect((await remove(admin)).status).toBe(404);
});
