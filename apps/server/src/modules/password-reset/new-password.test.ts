import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAs, type TestAccount, testPassword } from "#modules/accounts/for-tests";
import { accountsModule } from "#modules/accounts/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import { mailedCode } from "#modules/registration/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { signInModule } from "#modules/sign-in/public";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { passwordResetModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let app: FastifyInstance;
let owner: string;

beforeAll(async () => {
  const { platform } = base;
  app = await serveModules(platform, [passwordResetModule(platform), signInModule(platform), accountsModule(platform)]);
  owner = (await signInAs(base.db, organization, { role: "owner" })).token;
});
afterAll(() => app.close());

async function outcome(address: Parameters<typeof callApi>[1], body: object, token = "anonymous"): Promise<string> {
  const answer = await callApi(app, address, { token, body });
  return answer.body.success ? "ok" : answer.body.name;
}

async function makeKey(accountID: string) {
  const form = { token: owner, body: { accountID, validMinutes: 60 } };
  const { body } = await callApi<{ key: string }>(app, "POST /api_sso/Login/AddAutoLoginKey", form);
  return { Key: body.resultData?.key ?? "", OrganizationId: organization.organizationId };
}

async function askCode(email: string): Promise<string> {
  await callApi(app, "POST /api_sso/Login/SendForgotCodeEmail", { body: { accountName: email } });
  return mailedCode(base, email);
}

const renewed = "Renewed2026";
type Person = TestAccount & { token: string };

test.each([
  [
    "one's own change",
    ({ token }: Person) =>
      outcome("POST /api_users/Member/ModifyPassword", { oldPassword: testPassword, newPassword: renewed }, token),
  ],
  [
    "a reset by somebody else",
    ({ accountId }: Person) => outcome(`PATCH /api_users/Member/${accountId}/password`, { password: renewed }, owner),
  ],
  [
    "a reset by a mailed code",
    async ({ email }: Person) =>
      outcome("POST /api_sso/Login/ResetPassword", {
        AccountName: email,
        VCode: await askCode(email),
        Password: renewed,
      }),
  ],
])("after %s nothing from before opens the account: no link, no code that was mailed", async (_, replace) => {
  const person = await signInAs(base.db, organization);
  const other = await signInAs(base.db, organization);
  const [key, elsewhere] = [await makeKey(person.accountId), await makeKey(other.accountId)];
  const code = await askCode(person.email);
  expect(await replace(person)).toBe("ok");
  expect(await outcome("POST /api_sso/Login/AutoLoginOn", key)).toBe("LOGIN_KEY_INVALID");
  const again = { AccountName: person.email, VCode: code, Password: "Another2026" };
  expect(await outcome("POST /api_sso/Login/ResetPassword", again)).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  expect(await outcome("POST /api_sso/Login/AutoLoginOn", elsewhere)).toBe("ok");
  const { rows } = await base.owner.query(
    "select action from audit_entry where subject_id = $1 and action like 'key%' order by created_at",
    [person.accountId],
  );
  expect(rows.map(({ action }) => action)).toEqual(["keyIssued", "keyRevoked"]);
});
