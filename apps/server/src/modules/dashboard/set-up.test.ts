import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";

interface SetUp {
  steps: { key: string; done: boolean }[];
  dismissed: boolean;
}

let base: TestDatabase;
let place: TestOrganization;
let app: FastifyInstance;

beforeAll(async () => {
  base = await createTestDatabase();
  place = await buildOrganization(base.db);
  app = await serveModules(base.platform, [dashboardModule(base.platform)]);
});

afterAll(async () => {
  await app.close();
  await base.close();
});

async function tokenOf(role: "owner" | "admin" | "sales" | "teacher", at = place): Promise<string> {
  const { accountId } = await buildAccount(base.db, at, { role });
  return buildSession(base.db, at, { accountId });
}

async function ask(token: string): Promise<SetUp> {
  const { body } = await callApi<SetUp>(app, "GET /api_users/Dashboard/SetUpList", { token });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

const update = (token: string, body: object) =>
  callApi(app, "POST /api_users/Dashboard/UpdateSetUp", { token, body }).then(({ status }) => status);
const doneIn = ({ steps }: SetUp) => steps.filter(({ done }) => done).map(({ key }) => key);

test("each sees what they may set up; who only works with leads sees nothing", async () => {
  const all = ["organization", "branch", "staff", "roles", "whatsapp", "lead"];
  expect((await ask(await tokenOf("owner"))).steps.map(({ key }) => key)).toEqual([...all, "twoStep"]);
  expect((await ask(await tokenOf("admin"))).steps.map(({ key }) => key)).toEqual(all);
  expect(await ask(await tokenOf("sales"))).toEqual({ steps: [], dismissed: true });
  expect((await callApi(app, "GET /api_users/Dashboard/SetUpList")).status).toBe(401);
});

test("a step is done when its rows are there, and stays out of other organisations", async () => {
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
  expect(doneIn(await ask(token))).toEqual(["branch", "staff", "roles", "whatsapp", "lead", "twoStep"]);
  await set(`with file as (insert into stored_file (organization_id, file_id, name, content_type)
    values ($1, gen_random_uuid(), 'logo.png', 'image/png') returning file_id)
    update organization set logo_file_id = file_id from file where organization_id = $1`);
  expect((await ask(token)).steps.every(({ done }) => done)).toBe(true);
  expect(doneIn(await ask(await tokenOf("owner", await buildOrganization(base.db))))).toEqual(["branch"]);
});

test("each person dismisses it for themselves, and it comes back; the roles step needs the permission to see them", async () => {
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
