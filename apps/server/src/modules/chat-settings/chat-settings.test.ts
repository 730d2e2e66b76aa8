import type { ChatSetting } from "@homeroom/contract/chat-settings";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { chatRulesOf, chatSettingsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;

const server = prepareServer(base, (platform) => [chatSettingsModule(platform)]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
});

async function signedIn(role: "owner" | "admin" | "sales", branch: 0 | 1 = 0): Promise<string> {
  const branchId = organization.branchIds[branch];
  return (await signInAs(base.db, organization, { role, branchIds: [branchId] })).token;
}

/** Someone with the rights over chat settings at one branch only. */
async function keeperOf(branch: 0 | 1): Promise<string> {
  await base.owner.query(
    `insert into role_permission (organization_id, role_id, permission)
     select $1, $2, unnest(array['org:chat:query', 'org:chat:edit']) on conflict do nothing`,
    [organization.organizationId, organization.roles.sales],
  );
  return signedIn("sales", branch);
}

const rules = {
  holdIdleMinutes: 20,
  repeatLeadDays: 30,
  notify: "branch",
  notifyAfterMinutes: 5,
  notifyEmails: [],
  officeHours: [{ day: 1, from: "10:00", to: "20:00" }],
};

interface Settings {
  organization: ChatSetting;
  mayEditOrganization: boolean;
  branches: { branchID: string; own: boolean; setting: ChatSetting }[];
}
const ask = async (token: string) =>
  (await callApi<Settings>(server.app, "GET /api_chat/Chat/Setting", { token })).body.resultData as Settings;
const save = (token: string, form: object) =>
  callApi<{ version: number }>(server.app, "POST /api_chat/Chat/SaveSetting", { token, body: { ...rules, ...form } });

const inForceAt = (branch: 0 | 1) =>
  inTransaction(base.db, organization.scope, (tx) =>
    chatRulesOf(tx, organization.scope, organization.branchIds[branch]),
  );

test("the specification's values apply until somebody saves others", async () => {
  const token = await signedIn("owner");
  const { organization: shown, branches } = await ask(token);
  expect(shown).toEqual({
    branchID: null,
    holdIdleMinutes: 10,
    repeatLeadDays: 14,
    notify: "off",
    notifyAfterMinutes: 15,
    notifyEmails: [],
    officeHours: [],
    replyWindowHours: 24,
    freeReplySeconds: 60,
    version: 0,
  });
  expect(branches.map(({ own }) => own)).toEqual([false, false]);
  expect(await inForceAt(0)).toMatchObject({ holdIdleMinutes: 10, repeatLeadDays: 14, notify: "off" });
});

test("a branch's own rules replace the organisation's, until they are removed", async () => {
  const token = await signedIn("owner");
  const [first] = organization.branchIds;
  expect((await save(token, { branchID: null, version: 0 })).status).toBe(200);
  expect((await save(token, { branchID: first, version: 0, holdIdleMinutes: 3 })).status).toBe(200);
  expect([(await inForceAt(0)).holdIdleMinutes, (await inForceAt(1)).holdIdleMinutes]).toEqual([3, 20]);
  expect((await ask(token)).branches[0]).toMatchObject({ own: true, setting: { version: 1, holdIdleMinutes: 3 } });
  const adopt = () =>
    callApi(server.app, "POST /api_chat/Chat/UseDefaultSetting", { token, body: { branchID: first } });
  expect([(await adopt()).status, (await adopt()).status]).toEqual([200, 200]);
  expect((await inForceAt(0)).holdIdleMinutes).toBe(20);
});

test("omitted office hours stay: a branch's own, or those of the organisation", async () => {
  const token = await signedIn("owner");
  const [first] = organization.branchIds;
  const sunday = [{ day: 7, from: "09:00", to: "12:00" }];
  await save(token, { branchID: null, version: 0, officeHours: sunday });
  await save(token, { branchID: first, version: 0, officeHours: undefined });
  expect((await inForceAt(0)).officeHours).toEqual(sunday);
  await save(token, { branchID: first, version: 1, officeHours: [] });
  await save(token, { branchID: first, version: 2, officeHours: undefined, repeatLeadDays: 9 });
  expect(await inForceAt(0)).toMatchObject({ officeHours: [], repeatLeadDays: 9 });
});

test("one of two simultaneous saves is stale; saving the same again changes nothing", async () => {
  const token = await signedIn("owner");
  const answers = await Promise.all([
    save(token, { branchID: null, version: 0, holdIdleMinutes: 5 }),
    save(token, { branchID: null, version: 0, holdIdleMinutes: 6 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const kept = (await ask(token)).organization;
  const again = await save(token, { branchID: null, version: 0, holdIdleMinutes: kept.holdIdleMinutes });
  expect([again.status, again.body.resultData?.version]).toEqual([200, kept.version]);
  const entries = await base.owner.query(
    "select 1 from audit_entry where subject_type = 'chatSetting' and organization_id = $1",
    [organization.organizationId],
  );
  expect(entries.rows).toHaveLength(1);
});

test("named addresses need a name and an address each, and at least one", async () => {
  const token = await signedIn("owner");
  const custom = (notifyEmails: unknown) => save(token, { branchID: null, version: 0, notify: "custom", notifyEmails });
  expect((await custom([])).body).toMatchObject({ name: "CHAT_CUSTOM_EMAIL_REQUIRED", code: 200104 });
  expect((await custom([{ name: "值班", email: "" }])).body).toMatchObject({ name: "CHAT_CUSTOM_EMAIL_REQUIRED" });
  expect((await custom([{ name: " ", email: "a@b.test" }])).body).toMatchObject({ name: "CHAT_NAME_REQUIRED" });
  expect((await custom([{ name: "值班", email: "no address" }])).status).toBe(422);
  expect((await custom([{ name: "值班", email: "a@b.test" }])).status).toBe(200);
});

test.each([
  { holdIdleMinutes: 0 },
  { holdIdleMinutes: 1e9 },
  { holdIdleMinutes: "'; drop table chat_setting" },
  { repeatLeadDays: -1 },
  { notify: "everybody" },
  { version: -1 },
  { notifyEmails: Array.from({ length: 11 }, () => ({ name: "a", email: "a@b.test" })) },
])("%j is refused", async (form) => {
  const token = await signedIn("owner");
  expect((await save(token, { branchID: null, version: 0, ...form })).status).toBe(422);
});

test("a manager of one branch sees and changes only that one", async () => {
  const owner = await signedIn("owner");
  const [first, second] = organization.branchIds;
  await save(owner, { branchID: second, version: 0 });
  const token = await keeperOf(0);
  const shown = await ask(token);
  expect(shown.mayEditOrganization).toBe(false);
  expect(shown.branches.map(({ branchID }) => branchID)).toEqual([first]);
  expect((await save(token, { branchID: null, version: 0 })).status).toBe(403);
  expect((await save(token, { branchID: second, version: 1 })).status).toBe(404);
  expect((await save(token, { branchID: first, version: 0 })).status).toBe(200);
  expect((await callApi(server.app, "GET /api_chat/Chat/Setting", {})).status).toBe(401);
});
