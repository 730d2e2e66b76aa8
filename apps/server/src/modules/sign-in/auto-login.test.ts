import type { KeyRow } from "@homeroom/contract/auto-login";
import type { SignedIn } from "@homeroom/contract/login";
import { beforeAll, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { buildSession, callApi, prepareServer } from "./for-tests.ts";
import { authenticator, signInModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let owner: string;

const server = prepareServer(base, (platform) => [signInModule(platform)]);
beforeAll(async () => {
  owner = (await signInAs(base.db, organization, { role: "owner" })).token;
});

interface Made {
  recordID: string;
  key: string;
  organizationId: string;
}
const post = <Result>(name: string, body: object, token = owner) =>
  callApi<Result>(server.app, `POST /api_sso/Login/${name}`, { token, body });
const nameOf = (answer: Awaited<ReturnType<typeof post>>) => (answer.body.success ? "ok" : answer.body.name);

async function makeKey(accountID: string, validMinutes = 60): Promise<Made> {
  const answer = await post<Made>("AddAutoLoginKey", { accountID, validMinutes });
  if (!answer.body.success) throw new Error(answer.body.name);
  return answer.body.resultData;
}
const use = ({ key, organizationId }: Pick<Made, "key" | "organizationId">) =>
  post<SignedIn>("AutoLoginOn", { Key: key, OrganizationId: organizationId }, "anonymous");
const rows = async () => {
  const answer = await post<{ list: KeyRow[]; total: number }>("AutoLoginKeyList", { pageSize: 100 });
  if (!answer.body.success) throw new Error(answer.body.name);
  return answer.body.resultData;
};
const statusOf = async (recordID: string) => (await rows()).list.find((row) => row.recordID === recordID)?.status;

test("a key signs its account in once, even when it is used twice at once", async () => {
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  const made = await makeKey(accountId);
  expect(await statusOf(made.recordID)).toBe("open");
  const both = await Promise.all([use(made), use(made)]);
  const into = both.flatMap(({ body }) => (body.success ? [body.resultData] : []));
  expect(into).toHaveLength(1);
  expect(await authenticator(base.db)(into[0]?.token ?? "")).toMatchObject({ accountId });
  const sessions = await base.owner.query("select means from session where account_id = $1", [accountId]);
  expect(sessions.rows).toEqual([{ means: "key" }]);
  const row = (await rows()).list.find(({ recordID }) => recordID === made.recordID);
  expect(row).toMatchObject({ status: "used", account: { accountID: accountId }, usedAddress: "127.0.0.1" });
  expect(JSON.stringify((await base.owner.query("select * from auto_login_key")).rows)).not.toContain(made.key);
});

test("an expired, revoked or wrong key is refused", async () => {
  const { accountId } = await buildAccount(base.db, organization);
  const other = await buildOrganization(base.db);
  const [late, taken] = [await makeKey(accountId, 5), await makeKey(accountId)];
  await base.owner.query("update auto_login_key set expires_at = now() where key_id = $1", [late.recordID]);
  expect(nameOf(await post("RevokeAutoLoginKey", { recordID: taken.recordID }))).toBe("ok");
  expect(nameOf(await post("RevokeAutoLoginKey", { recordID: taken.recordID }))).toBe("ok");
  expect([await statusOf(late.recordID), await statusOf(taken.recordID)]).toEqual(["expired", "revoked"]);
  const open = await makeKey(accountId);
  for (const bad of [
    late,
    taken,
    { ...open, key: "x" },
    { ...open, key: "" },
    { ...open, key: "x", organizationId: other.organizationId },
  ]) {
    expect(nameOf(await use(bad))).toBe("LOGIN_KEY_INVALID");
  }
  expect(nameOf(await use(open))).toBe("ok");
});

test("a wrong organisation is refused with the specified error, and the key stays valid", async () => {
  const { accountId } = await buildAccount(base.db, organization);
  const other = await buildOrganization(base.db);
  const open = await makeKey(accountId);
  for (const organizationId of [other.organizationId, "0199d000-0001-7000-8000-00000000beef", "not an id", ""]) {
    const { status, body } = await use({ ...open, organizationId });
    expect([status, body.success, body.code, nameOf({ status, body })]).toEqual([
      401,
      false,
      100010,
      "LOGIN_WRONG_ORGANIZATION_ID",
    ]);
  }
  expect(nameOf(await use(open))).toBe("ok");
});

test("a key of a disabled account is refused with that reason and not used up", async () => {
  const { accountId } = await buildAccount(base.db, organization);
  const made = await makeKey(accountId);
  await base.owner.query("update account set status = 0 where account_id = $1", [accountId]);
  expect(nameOf(await use(made))).toBe("LOGIN_ACCOUNT_DISABLED");
  expect(nameOf(await post("AddAutoLoginKey", { accountID: accountId, validMinutes: 60 }))).toBe("NOT_FOUND");
  await base.owner.query("update account set status = 1 where account_id = $1", [accountId]);
  expect(nameOf(await use(made))).toBe("ok");
});

test("only the owner creates keys, valid from five minutes to seven days, for people of the organisation", async () => {
  const account = await buildAccount(base.db, organization);
  const admin = await buildSession(base.db, organization, account);
  const form = { accountID: account.accountId, validMinutes: 60 };
  for (const [name, body] of [
    ["AddAutoLoginKey", form],
    ["AutoLoginKeyList", {}],
    ["RevokeAutoLoginKey", { recordID: account.accountId }],
  ] as const) {
    expect(nameOf(await post(name, body, admin))).toBe("PERMISSION_DENIED");
  }
  for (const validMinutes of [4, 10_081, 1.5]) {
    expect(nameOf(await post("AddAutoLoginKey", { ...form, validMinutes }))).toBe("FIELD_INVALID");
  }
  const other = await buildOrganization(base.db);
  const stranger = await buildAccount(base.db, other);
  expect(nameOf(await post("AddAutoLoginKey", { ...form, accountID: stranger.accountId }))).toBe("NOT_FOUND");
  const foreign = (await signInAs(base.db, other, { role: "owner" })).token;
  const made = await makeKey(account.accountId);
  expect(nameOf(await post("RevokeAutoLoginKey", { recordID: made.recordID }, foreign))).toBe("NOT_FOUND");
  expect(await statusOf(made.recordID)).toBe("open");
});

test("only platform staff create keys for platform staff, because no owner can take over their account", async () => {
  const other = await buildOrganization(base.db);
  const staff = await buildAccount(base.db, other, { isPlatform: true });
  const owners = [
    await signInAs(base.db, other, { role: "owner" }),
    await signInAs(base.db, other, { role: "owner", isPlatform: true }),
  ];
  const form = { accountID: staff.accountId, validMinutes: 60 };
  const offered = async (token: string) => {
    const address = `GET /api_sso/Login/AutoLoginAccounts?keywords=${staff.email}` as const;
    const { body } = await callApi<{ value: string }[]>(server.app, address, { token });
    return body.resultData?.map(({ value }) => value);
  };
  const [customer, platform] = owners.map(({ token }) => token) as [string, string];
  expect(nameOf(await post("AddAutoLoginKey", form, customer))).toBe("NOT_FOUND");
  expect(await offered(customer)).toEqual([]);
  expect(nameOf(await post("AddAutoLoginKey", form, platform))).toBe("ok");
  expect(await offered(platform)).toEqual([staff.accountId]);
});
