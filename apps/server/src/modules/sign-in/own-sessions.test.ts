import type { SessionRow } from "@homeroom/contract/sessions";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs, testPassword } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { callApi, prepareServer } from "./for-tests.ts";
import { authenticator, signInModule } from "./public.ts";

const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const base = prepareDatabase();
let organization: TestOrganization;

const server = prepareServer(base, (platform) => [signInModule(platform)]);
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

beforeEach(async () => {
  await base.owner.query("delete from outgoing_mail");
});

async function logOn(accountName: string, userAgent: string, from = "203.0.113.7"): Promise<string> {
  const answer = await server.app.inject({
    method: "POST",
    url: "/api_sso/Login/LoginOn",
    remoteAddress: from,
    headers: { "user-agent": userAgent },
    payload: { accountName, password: testPassword },
  });
  return answer.json<{ resultData: { token: string } }>().resultData.token;
}

async function sessionsOf(token: string): Promise<SessionRow[]> {
  const answer = await callApi<SessionRow[]>(server.app, "GET /api_sso/Login/SessionList", { token });
  if (!answer.body.success) throw new Error(answer.body.name);
  return answer.body.resultData;
}
const end = (token: string, recordID: string) =>
  callApi(server.app, "POST /api_sso/Login/EndSession", { token, body: { recordID } });
const subjects = async () =>
  (await base.owner.query<{ subject: string }>("select subject from outgoing_mail")).rows.map((row) => row.subject);
const newPlace = "您的帳號在新的地方登入";

test("people see where they are signed in, and can sign out another browser", async () => {
  const { email } = await buildAccount(base.db, organization);
  const here = await logOn(email, windows);
  const there = await logOn(email, iphone, "198.51.100.9");
  const shown = await sessionsOf(here);
  expect(shown).toMatchObject([
    { browser: "Chrome", system: "Windows", device: "desktop", address: "203.0.113.7", isCurrent: true },
    { browser: "Safari", system: "iOS", device: "phone", address: "198.51.100.9", isCurrent: false },
  ]);
  const other = shown[1]?.recordID ?? "";
  expect((await end(here, other)).status).toBe(200);
  expect((await end(here, other)).status).toBe(200);
  expect(await authenticator(base.db)(there)).toBeNull();
  expect(await sessionsOf(here)).toHaveLength(1);
});

test("all other sessions can be signed out at once", async () => {
  const { email } = await buildAccount(base.db, organization);
  const [here, ...others] = [await logOn(email, windows), await logOn(email, windows), await logOn(email, iphone)];
  const answer = await callApi<{ ended: number }>(server.app, "POST /api_sso/Login/EndOtherSessions", {
    token: here ?? "",
  });
  expect(answer.body.resultData).toEqual({ ended: 2 });
  for (const token of others) expect(await authenticator(base.db)(token)).toBeNull();
  expect(await sessionsOf(here ?? "")).toHaveLength(1);
});

test("another person's session is not found", async () => {
  const me = (await signInAs(base.db, organization)).token;
  const colleague = (await signInAs(base.db, organization)).token;
  const [theirs] = await sessionsOf(colleague);
  const answer = await end(me, theirs?.recordID ?? "");
  expect(answer.body).toMatchObject({ name: "NOT_FOUND" });
  expect(await authenticator(base.db)(colleague)).not.toBeNull();
});

test("a sign-in from a new place is mailed, the first one ever and a known place are not", async () => {
  const { email } = await buildAccount(base.db, organization);
  await logOn(email, windows);
  await logOn(email, windows.replace("140", "141"), "203.0.113.200");
  expect(await subjects()).toEqual([]);
  await logOn(email, iphone);
  expect(await subjects()).toEqual([newPlace]);
  await logOn(email, windows, "198.51.100.1");
  expect(await subjects()).toEqual([newPlace, newPlace]);
  await logOn(email, windows, "198.51.100.77");
  expect(await subjects()).toHaveLength(2);
});

test("a place not seen for 90 days is new again, and two simultaneous sign-ins from it send one mail", async () => {
  const { email, accountId } = await buildAccount(base.db, organization);
  await logOn(email, windows);
  await logOn(email, iphone);
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query(
    "update sign_in_place set seen_at = now() - interval '91 days' where account_id = $1 and device like '%iOS'",
    [accountId],
  );
  await Promise.all([logOn(email, iphone), logOn(email, iphone)]);
  expect(await subjects()).toEqual([newPlace]);
});

test("the audit log records sign-ins, refusals and sign-outs", async () => {
  const { email, accountId } = await buildAccount(base.db, organization);
  const body = { accountName: email, password: "Wrong2026" };
  await callApi(server.app, "POST /api_sso/Login/LoginOn", { body });
  const token = await logOn(email, windows);
  await logOn(email, iphone);
  await callApi(server.app, "POST /api_sso/Login/EndOtherSessions", { token });
  await callApi(server.app, "GET /api_sso/Login/LoginOut", { token });
  const { rows } = await base.owner.query(
    "select action, account_id, before, after from audit_entry where subject_id = $1 order by created_at, audit_id",
    [accountId],
  );
  expect(rows).toEqual([
    { action: "signInRefused", account_id: null, before: null, after: { reason: "LOGIN_WRONG_PASSWORD" } },
    { action: "signedIn", account_id: accountId, before: null, after: { means: "password" } },
    { action: "signedIn", account_id: accountId, before: null, after: { means: "password" } },
    {
      action: "sessionEnded",
      account_id: accountId,
      before: { device: "Safari, iOS", address: "203.0.113.7" },
      after: null,
    },
    { action: "signedOut", account_id: accountId, before: null, after: null },
  ]);
});
