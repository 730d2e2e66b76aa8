import type { SignedIn } from "@homeroom/contract/login";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, quickCost, testPassword } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { hashPassword } from "#platform/auth/passwords";
import { prepareDatabase } from "#platform/db/for-tests";
import { callApi, serveModules } from "./for-tests.ts";
import { signInModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const settings = { ...base.platform.settings, RATE_LIMITS: "on" as const };
  app = await serveModules(base.platform, [signInModule({ ...base.platform, settings })]);
});

beforeEach(async () => {
  await base.owner.query("delete from rate_limit");
});

afterAll(() => app.close());

async function tryWith(accountName: string, password: string): Promise<string> {
  const body = { accountName, password };
  const answer = await callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body });
  return answer.body.success ? "in" : answer.body.name;
}

async function repeat(times: number, work: () => Promise<string>): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await work());
  return answers;
}

test("after five wrong passwords the right one is refused too, for a quarter of an hour", async () => {
  const { email } = await buildAccount(base.db, organization);
  expect(await repeat(5, () => tryWith(email, "Wrong2026"))).toEqual(Array(5).fill("LOGIN_WRONG_PASSWORD"));
  expect(await tryWith(email, testPassword)).toBe("TOO_MANY_REQUESTS");
  await base.owner.query("update rate_limit set expire = expire - 901000");
  expect(await tryWith(email, testPassword)).toBe("in");
});

test("an account's e-mail and staff ID share their count", async () => {
  const { email } = await buildAccount(base.db, organization, { staffId: "LOCK-1" });
  await repeat(3, () => tryWith(email, "Wrong2026"));
  await repeat(2, () => tryWith("LOCK-1", "Wrong2026"));
  expect(await tryWith(email, testPassword)).toBe("TOO_MANY_REQUESTS");
});

test("a success forgets the failures before it", async () => {
  const { email } = await buildAccount(base.db, organization);
  await repeat(4, () => tryWith(email, "Wrong2026"));
  expect(await tryWith(email, testPassword)).toBe("in");
  expect(await repeat(4, () => tryWith(email, "Wrong2026"))).toEqual(Array(4).fill("LOGIN_WRONG_PASSWORD"));
  expect(await tryWith(email, testPassword)).toBe("in");
});

test("twenty failures from one address lock it for every account; successes do not count", async () => {
  const { email } = await buildAccount(base.db, organization);
  expect(await repeat(25, () => tryWith(email, testPassword))).toEqual(Array(25).fill("in"));
  let number = 0;
  const answers = await repeat(20, () => tryWith(`nobody${(number += 1)}@test.homeroom.test`, "Wrong2026"));
  expect(new Set(answers)).toEqual(new Set(["LOGIN_ACCOUNT_NOT_FOUND"]));
  expect(await tryWith(email, testPassword)).toBe("TOO_MANY_REQUESTS");
});

test("simultaneous tries count like successive ones", async () => {
  const { email } = await buildAccount(base.db, organization);
  const answers = await Promise.all(Array.from({ length: 15 }, () => tryWith(email, "Wrong2026")));
  expect(answers.filter((answer) => answer === "LOGIN_WRONG_PASSWORD")).toHaveLength(5);
});

test("a locked name is reported with the time to wait, whether it exists or not", async () => {
  await repeat(5, () => tryWith("ghost@test.homeroom.test", "Wrong2026"));
  const body = { accountName: "GHOST@test.homeroom.test", password: "x" };
  const answer = await app.inject({ method: "POST", url: "/api_sso/Login/LoginOn", payload: body });
  expect(answer.json()).toMatchObject({ code: 900429, name: "TOO_MANY_REQUESTS" });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(800);
});

test("the owner is notified of a locked account at most once an hour", async () => {
  const place = await buildOrganization(base.db);
  const owner = await buildAccount(base.db, place, { role: "owner" });
  const { email } = await buildAccount(base.db, place, { nickname: "陳老師" });
  await base.owner.query("delete from outgoing_mail");
  const told = async () => (await base.owner.query("select recipient, body from outgoing_mail")).rows;
  await repeat(5, () => tryWith(email, "Wrong2026"));
  expect(await told()).toEqual([]);
  await repeat(4, () => tryWith(email, "Wrong2026"));
  expect(await told()).toMatchObject([{ recipient: owner.email, body: { text: expect.stringContaining(email) } }]);
  await base.owner.query("update rate_limit set expire = expire - 3601000");
  await repeat(6, () => tryWith(email, "Wrong2026"));
  expect(await told()).toHaveLength(2);
});

/** Accounts with one staff ID in as many organisations, each with a password of its own. */
async function sharing(staffId: string, passwords: readonly string[]) {
  const accounts: { email: string; accountId: string; organizationId: string }[] = [];
  for (const password of passwords) {
    const place = await buildOrganization(base.db);
    const account = await buildAccount(base.db, place, { staffId });
    const hash = await hashPassword(password, quickCost);
    await base.owner.query("update account set password_hash = $2 where account_id = $1", [account.accountId, hash]);
    accounts.push({ ...account, organizationId: place.organizationId });
  }
  return accounts;
}

test("failures with a staff ID of several organisations count for each account, and another's sign-in does not reset them", async () => {
  await sharing("SHARED-1", ["First2026", "Second2026"]);
  await repeat(3, () => tryWith("SHARED-1", "Wrong2026"));
  expect(await tryWith("SHARED-1", "First2026")).toBe("in");
  // Two more failures lock the second; the first has only these two.
  await repeat(2, () => tryWith("SHARED-1", "Wrong2026"));
  expect(await tryWith("SHARED-1", "Second2026")).toBe("LOGIN_WRONG_PASSWORD");
  expect(await tryWith("SHARED-1", "First2026")).toBe("in");
});

test("failures with a shared staff ID also count for the e-mail", async () => {
  const [first, second] = await sharing("SHARED-2", ["First2026", "Second2026"]);
  await repeat(5, () => tryWith("SHARED-2", "Wrong2026"));
  for (const [account, password] of [
    [first, "First2026"],
    [second, "Second2026"],
  ] as const) {
    expect(await tryWith(account?.email ?? "", password)).toBe("TOO_MANY_REQUESTS");
  }
});

test("another person's successful sign-ins with a shared staff ID lock nobody", async () => {
  await sharing("SHARED-3", ["First2026", "Second2026"]);
  expect(await repeat(8, () => tryWith("SHARED-3", "First2026"))).toEqual(Array(8).fill("in"));
  expect(await tryWith("SHARED-3", "Second2026")).toBe("in");
});

test("with twelve organisations of one staff ID everyone still signs in, with and without the organisation", async () => {
  const passwords = Array.from({ length: 12 }, (_, index) => `Own2026x${index}`);
  const accounts = await sharing("SHARED-4", passwords);
  for (const [index, { accountId, organizationId }] of accounts.entries()) {
    for (const more of [{}, { organizationId }]) {
      const body = { accountName: "shared-4", password: passwords[index], ...more };
      const answer = await callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body });
      expect(answer.body.resultData).toMatchObject({ accountID: accountId });
    }
  }
});

test("a staff ID of more organisations than can be verified asks for the e-mail, unless the organisation is given", async () => {
  const [known] = await sharing("SHARED-5", ["Own2026"]);
  for (let made = 0; made < 64; made += 1) {
    const place = await buildOrganization(base.db);
    await buildAccount(base.db, place, { staffId: "SHARED-5" });
  }
  expect(await tryWith("SHARED-5", "Own2026")).toBe("LOGIN_STAFF_ID_SHARED");
  const body = { accountName: "SHARED-5", password: "Own2026", organizationId: known?.organizationId };
  expect((await callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body })).body.success).toBe(true);
  expect(await tryWith(known?.email ?? "", "Own2026")).toBe("in");
});
