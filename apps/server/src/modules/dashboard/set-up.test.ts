import { beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";

interface SetUp {
  steps: { key: string; done: boolean }[];
  dismissed: boolean;
}

const base = prepareDatabase();
let place: TestOrganization;

const server = prepareServer(base, (platform) => [dashboardModule(platform)]);
beforeAll(async () => {
  place = await buildOrganization(base.db);
});

async function tokenOf(role: "owner" | "admin" | "sales" | "teacher", at = place): Promise<string> {
  return (await signInAs(base.db, at, { role })).token;
}

async function ask(token: string): Promise<SetUp> {
  const { body } = await callApi<SetUp>(server.app, "GET /api_users/Dashboard/SetUpList", { token });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

const update = (token: string, body: object) =>
  callApi(server.app, "POST /api_users/Dashboard/UpdateSetUp", { token, body }).then(({ status }) => status);
const doneIn = ({ steps }: SetUp) => steps.filter(({ done }) => done).map(({ key }) => key);

test("people see the steps that they can do; people who only work with leads see none", async () => {
  const first = ["whatsapp", "lead", "staff", "rules", "branch", "organization", "roles"];
  const later = ["line", "assistant"];
  expect((await ask(await tokenOf("owner"))).steps.map(({ key }) => key)).toEqual([...first, "twoStep", ...later]);
  expect((await ask(await tokenOf("admin"))).steps.map(({ key }) => key)).toEqual([...first, ...later]);
  expect(await ask(await tokenOf("sales"))).toEqual({ steps: [], dismissed: true });
  expect((await callApi(server.app, "GET /api_users/Dashboard/SetUpList")).status).toBe(401);
});

test("a step is done when its rows exist, and does not affect other organisations", async () => {
  const here = await buildOrganization(base.db);
  const token = await tokenOf("owner", here);
  const { organizationId } = here;
  const set = (statement: string) => base.owner.query(statement, [organizationId]);
  await set("delete from branch where organization_id = $1 and sort = 1");
  expect(doneIn(await ask(token))).toEqual([]);
  await set("update branch set phone = '23456789' where organization_id = $1");
  await set("update role set version = 2 where organization_id = $1 and code = 'sales'");
  await tokenOf("sales", here);
  await set(`insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, contact1, contact2)
    select $1, gen_random_uuid(), branch_id, '甲', current_date, '{}', '{}' from branch where organization_id = $1`);
  await set(`insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
    select $1, gen_random_uuid(), branch_id, 'whatsapp', '一號', '1', '{}', '' from branch where organization_id = $1`);
  await set("update account set two_step_enabled_at = now() where organization_id = $1 and is_owner");
  expect(doneIn(await ask(token))).toEqual(["whatsapp", "lead", "staff", "branch", "roles", "twoStep"]);
  await set(`insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
    select $1, gen_random_uuid(), branch_id, 'line', 'LINE', '2', '{}', '' from branch where organization_id = $1`);
  await set(`insert into assistant_agent (organization_id, agent_id, branch_id, type, nickname, name, secrets, api_key_sign,
      settings)
    select $1, gen_random_uuid(), branch_id, 'chatgpt', '小助', '小助', '', '', '{}' from branch
    where organization_id = $1`);
  await set(`insert into lead_rule (organization_id, rule_id, branch_id, way, repeat_rule, created_by, updated_by)
    select $1, gen_random_uuid(), branch_id, 'manual', 'sameSales', account_id, account_id
    from branch join account using (organization_id) where organization_id = $1 and is_owner`);
  await set(`with file as (insert into stored_file (organization_id, file_id, name, content_type)
    values ($1, gen_random_uuid(), 'logo.png', 'image/png') returning file_id)
    update organization set logo_file_id = file_id from file where organization_id = $1`);
  expect((await ask(token)).steps.every(({ done }) => done)).toBe(true);
  expect(doneIn(await ask(await tokenOf("owner", await buildOrganization(base.db))))).toEqual(["branch"]);
});

test("each person can dismiss and restore it; the roles step needs its permission", async () => {
  const [one, other, sales] = [await tokenOf("owner"), await tokenOf("admin"), await tokenOf("sales")];
  expect([await update(one, { dismissed: true }), await update(one, { dismissed: true })]).toEqual([200, 200]);
  expect([(await ask(one)).dismissed, (await ask(other)).dismissed]).toEqual([true, false]);
  await update(one, { dismissed: false });
  expect((await ask(one)).dismissed).toBe(false);
  expect(await update(sales, { done: "roles" })).toBe(403);
  expect(doneIn(await ask(one))).not.toContain("roles");
  expect([await update(other, { done: "roles" }), await update(one, { done: "roles" })]).toEqual([200, 200]);
  expect(doneIn(await ask(one))).toContain("roles");
  expect(await update(one, { done: "staff" })).toBe(422);
});
