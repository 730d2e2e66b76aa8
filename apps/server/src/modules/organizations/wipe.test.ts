import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WaitingWipe } from "@homeroom/contract/organization";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type buildAccount, signInAs, testPassword } from "#modules/accounts/for-tests";
import { accountsModule, admitToBranch, ownerOf } from "#modules/accounts/public";
import { awaitsPayment } from "#modules/billing/public";
import { storeFile } from "#modules/files/public";
import { buildLead } from "#modules/leads/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { endSessionsAt, passwordCheck, signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { removeNextOrganization } from "./actions/remove-organization.ts";
import { reviewMembership } from "./actions/review-membership.ts";
import { buildOrganization, nobody, type TestOrganization } from "./for-tests.ts";
import type { People } from "./port.ts";
import { organizationsModule } from "./public.ts";
import { workplaceOf } from "./queries/places.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let people: People;
let owner: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  people = {
    ...nobody,
    checkPassword: passwordCheck(base.platform),
    endSessionsAt,
    admitToBranch,
    ownerOf,
    awaitsPayment,
  };
  const modules = [
    signInModule(base.platform),
    accountsModule(base.platform),
    organizationsModule(base.platform, people),
  ];
  app = await serveModules(base.platform, modules);
});

beforeEach(async () => {
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query("delete from organization_removal");
  organization = await buildOrganization(base.db);
  owner = await signIn({ role: "owner" });
});

afterAll(() => app.close());

async function signIn(given: Parameters<typeof buildAccount>[2] = {}, at = organization) {
  return signInAs(base.db, at, given);
}

const right = { confirmText: "永久刪除", password: testPassword };
const wipe = (body: object = right, token = owner.token) =>
  callApi<WaitingWipe>(app, "POST /api_users/Member/WipeOrganizationData", { token, body });
const withdraw = (token = owner.token) => callApi(app, "POST /api_users/Member/CancelWipe", { token, body: {} });
const mails = async () =>
  (
    await base.owner.query<{ recipient: string; subject: string }>(
      "select recipient, subject from outgoing_mail order by created_at",
    )
  ).rows;
const change = (statement: string, ...values: unknown[]) => base.owner.query(statement, values);
const now = () => change("update organization_removal set due_at = now(), leased_until = null");
const remove = () => removeNextOrganization(base.platform, people);

/** How many rows an organisation has, by table. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const tables = await base.owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const found = await base.owner.query(`select from ${name} where organization_id = $1`, [organizationId]);
    if (found.rowCount) counts[name] = found.rowCount;
  }
  return counts;
}

async function storedFile(): Promise<string> {
  const folder = join(base.platform.settings.DATA_DIR, "files");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `temporary-${organization.organizationId}`);
  await writeFile(path, "bytes");
  const file = { path, name: "a.txt", contentType: "text/plain", size: 5, createdBy: null };
  return (await storeFile(base.platform, organization.scope, file)).storage_key ?? "";
}

test.each([
  [{ ...right, confirmText: "永久删除" }, "WIPE_PHRASE_MISMATCH", "confirmText"],
  [{ ...right, confirmText: " 永久刪除" }, "WIPE_PHRASE_MISMATCH", "confirmText"],
  [{ ...right, confirmText: "永久刪除\n" }, "WIPE_PHRASE_MISMATCH", "confirmText"],
  [{ ...right, confirmText: "" }, "WIPE_PHRASE_MISMATCH", "confirmText"],
  [{ ...right, password: "Wrong2026" }, "ACCOUNT_WRONG_CURRENT_PASSWORD", "password"],
])("is refused with %j", async (body, name, field) => {
  expect(await wipe(body)).toMatchObject({ status: 422, body: { name, errors: [{ field }] } });
  expect(await mails()).toEqual([]);
});

test("is only for the owner, not for an admin with the permission", async () => {
  const admin = await signIn();
  expect(await wipe(right, admin.token)).toMatchObject({ status: 403, body: { name: "PERMISSION_DENIED" } });
});

test("waits a day from the first request; every admin sees it and can withdraw it", async () => {
  const first = await wipe();
  const due = Date.parse(first.body.resultData?.dueTime ?? "") - Date.now();
  expect(due).toBeGreaterThan(23.9 * 3_600_000);
  expect(due).toBeLessThanOrEqual(24 * 3_600_000);
  const both = await Promise.all([wipe(), wipe()]);
  for (const { body } of both) expect(body.resultData).toEqual(first.body.resultData);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.email]);
  expect(await remove()).toBe(false);

  const [admin, sales] = [await signIn(), await signIn({ role: "sales" })];
  const seen = async (token: string) =>
    (await callApi<{ organization: { wipe: unknown } }>(app, "GET /api_users/Member/User", { token })).body.resultData
      ?.organization.wipe;
  expect(await seen(admin.token)).toMatchObject({ dueTime: first.body.resultData?.dueTime });
  expect(await seen(sales.token)).toBeNull();
  expect((await withdraw(sales.token)).status).toBe(403);
  expect((await withdraw(admin.token)).status).toBe(200);
  expect((await withdraw()).status).toBe(200);
  expect(await seen(owner.token)).toBeNull();
  expect(await mails()).toHaveLength(2);
  await now();
  expect(await remove()).toBe(false);
  const { rows } = await change(
    "select action from audit_entry where organization_id = $1 order by audit_id",
    organization.organizationId,
  );
  expect(rows.map(({ action }) => action)).toEqual(["wipeRequested", "wipeWithdrawn"]);
});

test("replaces a removal because of the plan's end, and still waits a day", async () => {
  await change(
    "insert into organization_removal (organization_id, reason, due_at) values ($1, 'expiry', now())",
    organization.organizationId,
  );
  const { status, body } = await wipe();
  expect(status).toBe(200);
  expect(Date.parse(body.resultData?.dueTime ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await remove()).toBe(false);
  const { rows } = await change("select reason from organization_removal");
  expect(rows).toEqual([{ reason: "wipe" }]);
});

test("removes everything except the closed organisation and its audit log, and affects no other", async () => {
  const other = await buildOrganization(base.db, "鄰居");
  await buildLead(base.db, other);
  const theirs = await rowsOf(other.organizationId);
  await buildLead(base.db, organization);
  const key = await storedFile();
  const sales = await signIn({ role: "sales" });
  await wipe();
  await now();
  expect(await remove()).toBe(true);

  const left = await rowsOf(organization.organizationId);
  expect(Object.keys(left).sort()).toEqual(["audit_entry", "organization", "organization_removal", "outbox"]);
  expect(await rowsOf(other.organizationId)).toEqual(theirs);
  await expect(base.platform.files.open(key)).rejects.toThrow();
  for (const { token } of [owner, sales])
    expect((await callApi(app, "GET /api_users/Member/User", { token })).status).toBe(401);
  const row = await change(
    "select name, email, deactivated_at is not null as closed from organization where organization_id = $1",
    organization.organizationId,
  );
  expect(row.rows).toEqual([{ name: "音樂小屋", email: "", closed: true }]);
  const ended = await change(
    "select from outbox where organization_id = $1 and event = 'session.ended'",
    organization.organizationId,
  );
  expect(ended.rowCount).toBe(2);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    "「音樂小屋」的所有資料將於 24 小時後刪除",
    "「音樂小屋」的資料已刪除",
  ]);
  expect(await remove()).toBe(false);
});

test("continues after an interruption, and is done once", async () => {
  await buildLead(base.db, organization);
  await wipe();
  await now();
  const broken = {
    ...base.platform,
    files: { ...base.platform.files, remove: () => Promise.reject(new Error("away")) },
  };
  await storedFile();
  await expect(removeNextOrganization(broken, people)).rejects.toThrow("away");
  // It is closed from the first step on, and nobody else takes the work while it may still be at it.
  expect((await callApi(app, "GET /api_users/Member/User", { token: owner.token })).status).toBe(401);
  expect(await remove()).toBe(false);
  await change("update organization_removal set leased_until = now() - interval '1 second'");
  const both = await Promise.all([remove(), remove()]);
  expect(both.sort()).toEqual([false, true]);
  const { rows } = await change(
    "select count(*)::int as n from audit_entry where organization_id = $1 and action = 'wiped'",
    organization.organizationId,
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect((await mails()).filter(({ subject }) => subject.includes("已刪除"))).toHaveLength(1);
});

const day = 86_400_000;
const expire = (days: number, membership = "trial") =>
  change(
    "update organization set expires_at = date_trunc('day', now()) + interval '4 hours' + make_interval(days => $2), membership = $3 where organization_id = $1",
    organization.organizationId,
    days,
    membership,
  );
/** Noon in Hong Kong, a number of days from today. */
const noon = (days: number) => new Date(Math.floor(Date.now() / day) * day + 4 * 3_600_000 + 60_000 + days * day);
const review = (at: Date) => reviewMembership(base.platform, people, organization.organizationId, at);
const membership = async () =>
  (await change("select membership from organization where organization_id = $1", organization.organizationId)).rows[0]
    .membership;

test("the end of a trial is announced once each time, then it has expired", async () => {
  await expire(10);
  for (const days of [1, 3, 3, 7, 7, 9, 9]) await Promise.all([review(noon(days)), review(noon(days))]);
  expect(await mails()).toHaveLength(3);
  expect(await membership()).toBe("trial");
  await review(noon(10));
  await review(noon(10));
  expect(await membership()).toBe("expired");
  expect(await mails()).toHaveLength(3);
});

test("the owner of a plan renewed by card is mailed once, until the card fails", async () => {
  const linked = (values: string) =>
    change(`update linked_card set ${values} where organization_id = $1`, organization.organizationId);
  const isRenewed = async () =>
    (
      await inTransaction(base.db, organization.scope, (tx) =>
        workplaceOf(tx, organization.scope, organization.branchIds[0]),
      )
    )?.renewsByCard;
  await expire(10, "basic");
  await change(
    `insert into linked_card (organization_id, seller_id, provider, token, label, actor, linked_at, next_try_at)
     values ($1, $1, 'paypal', 'sealed', 'pay@centre.test', '{}', now(), now())`,
    organization.organizationId,
  );
  // Settled before this end comes near.
  await linked("problem = 'declined'");
  expect(await isRenewed()).toBe(true);
  await linked("problem = 'notOnSale'");
  expect(await isRenewed()).toBe(false);
  await linked("problem = 'declined'");
  for (const days of [3, 3, 7]) await review(noon(days));
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^「音樂小屋」的方案將於 .* 自動續訂$/),
  ]);

  await expire(2, "basic");
  expect(await isRenewed()).toBe(false);
  await review(noon(1));
  expect((await mails()).at(-1)?.subject).toMatch(/ 到期$/);
  await linked("problem = null");
  expect(await isRenewed()).toBe(true);
  await linked("token = null");
  expect(await isRenewed()).toBe(false);
});

test("a paid plan has seven days of grace", async () => {
  await expire(0, "basic");
  await review(noon(0));
  expect(await membership()).toBe("grace");
  await review(noon(6));
  expect(await membership()).toBe("grace");
  await review(noon(7));
  expect(await membership()).toBe("expired");
});

test("data are deleted thirty days after the end, unless the plan was renewed", async () => {
  await expire(-31, "expired");
  await review(new Date());
  await expire(300, "basic");
  expect(await remove()).toBe(true);
  expect(await membership()).toBe("basic");
  expect((await rowsOf(organization.organizationId))["branch"]).toBe(2);

  await expire(-31, "expired");
  await review(new Date());
  expect(await remove()).toBe(true);
  expect((await rowsOf(organization.organizationId))["branch"]).toBeUndefined();
  expect((await mails()).at(-1)?.subject).toBe("「音樂小屋」的資料已刪除");
});

test("while a transfer for its plan waits to be checked, the data of an organisation stay", async () => {
  const { organizationId } = organization;
  const branches = async () => (await rowsOf(organizationId))["branch"];
  const seller = await buildOrganization(base.db, "Homeroom");
  const shows = (isShown: boolean) =>
    change("update plan_order set has_image = $2 where organization_id = $1", organizationId, isShown);
  await change(
    `insert into plan_order (organization_id, order_id, seller_id, kind, plan, amount_minor, currency, pay_method, title)
     values ($1, gen_random_uuid(), $2, 'subscription', 'basic', 38800, 'HKD', 'bankTransfer', '基本方案')`,
    organizationId,
    seller.organizationId,
  );
  await expire(-31, "expired");
  await review(new Date());
  await shows(true);
  await remove();
  expect(await branches()).toBe(2);
  await review(new Date());
  expect(await remove()).toBe(false);
  expect(await branches()).toBe(2);

  // The seller found no money.
  await shows(false);
  await review(new Date());
  expect(await remove()).toBe(true);
  expect(await branches()).toBeUndefined();
});
