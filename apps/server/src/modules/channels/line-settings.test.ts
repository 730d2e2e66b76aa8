import type { Endpoint } from "@homeroom/contract/endpoint";
import { line } from "@homeroom/contract/line";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { testProvider } from "#modules/inbox/for-tests";
import { inboxModule } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { testLineAccounts } from "./for-tests.ts";
import { channelsModule } from "./public.ts";

/* Two people save the settings of one LINE account. */

const base = prepareDatabase();
let organization: TestOrganization;
let owner: string;
let channelID = 2_000_200_000;

const server = prepareServer(base, (platform) => {
  const ofLine = { ...testProvider(), kind: "line" as const, verifyUnclaimed: () => null };
  const inbox = inboxModule(platform, { providers: [ofLine], databaseUrl: base.access.sessionUrl });
  return [inbox, channelsModule(platform, [ofLine], { line: testLineAccounts })];
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  ({ token: owner } = await signInAs(base.db, organization, { role: "owner" }));
  channelID += 1;
});
afterEach(() => vi.restoreAllMocks());

const keys = () => ({
  channelID: String(channelID),
  channelSecret: "line-secret-value",
  accessToken: "good-token-value",
});

async function call({ method, path }: Endpoint, body: object) {
  const given = method === "GET" ? { token: owner } : { token: owner, body };
  return (await callApi<unknown>(server.app, `${method} ${path as `/${string}`}`, given)).body;
}

const secrets = async () => {
  const { rows } = await base.owner.query<{ secrets: Buffer }>(
    "select secrets from channel where organization_id = $1 and kind = 'line'",
    [organization.organizationId],
  );
  return base.platform.secrets.open(rows[0]?.secrets as Buffer);
};
/** Has somebody else save while LINE is asked for the next change. */
function meanwhile(theirs: object): void {
  const inspect = testLineAccounts.inspect.bind(testLineAccounts);
  vi.spyOn(testLineAccounts, "inspect").mockImplementationOnce(async (asked) => {
    expect(await call(line.update, theirs)).toMatchObject({ success: true });
    return inspect(asked);
  });
}
const nothing = { channelSecret: "", accessToken: "" };

test("saving keeps keys that somebody else saved while LINE was queried", async () => {
  await call(line.update, keys());
  const rotated = { channelSecret: "rotated-secret", accessToken: "good-rotated-token" };
  meanwhile({ ...keys(), ...rotated });
  expect(await call(line.update, { ...keys(), ...nothing, officialID: "@mine" })).toMatchObject({ success: true });
  expect(await secrets()).toEqual(rotated);
  // One key of each was never tried with the other, nor were kept keys with another account.
  meanwhile({ ...keys(), channelSecret: "third-secret" });
  const oneKey = { ...keys(), ...nothing, accessToken: "good-fourth-token" };
  expect(await call(line.update, oneKey)).toMatchObject({ name: "STALE_DATA" });
  expect(await secrets()).toEqual({ channelSecret: "third-secret", accessToken: "good-token-value" });
  const other = {
    ...keys(),
    channelID: `3${channelID}`,
    channelSecret: "secret-of-other",
    accessToken: "good-other",
  };
  meanwhile(other);
  expect(await call(line.update, { ...keys(), ...nothing })).toMatchObject({ name: "STALE_DATA" });
  expect(await secrets()).toEqual({ channelSecret: "secret-of-other", accessToken: "good-other" });
});

test("a save based on an outdated form is refused", async () => {
  const version = async () => {
    const { resultData } = await call(line.setting, {});
    return (resultData as { version: number }[])[0]?.version;
  };
  expect(await version()).toBe(0);
  expect(await call(line.update, { ...keys(), version: 0 })).toMatchObject({ success: true });
  expect(await call(line.update, { ...keys(), version: 0 })).toMatchObject({ name: "STALE_DATA" });
  const opened = await version();
  expect(await call(line.update, { ...keys(), officialID: "@first", version: opened })).toMatchObject({
    success: true,
  });
  const late = { ...keys(), officialID: "@second", version: opened };
  expect(await call(line.update, late)).toMatchObject({ name: "STALE_DATA" });
  const current = await version();
  meanwhile({ ...keys(), officialID: "@third" });
  expect(await call(line.update, { ...late, version: current })).toMatchObject({ name: "STALE_DATA" });
  const shown = (await call(line.setting, {})).resultData as { officialID: string }[];
  expect(shown[0]?.officialID).toBe("@third");
});

test("a test that LINE passes settles the calls that were refused before it", async () => {
  await call(line.update, keys());
  const [shown] = (await call(line.setting, {})).resultData as { recordID: string }[];
  const refusedAt = async () =>
    ((await call(line.setting, {})).resultData as { refusedAt: string | null }[])[0]?.refusedAt;
  // An address of this machine, which only the sandbox reaches.
  await base.owner.query("update channel set is_sandbox = true where channel_id = $1", [shown?.recordID]);
  await base.owner.query(
    "insert into unclaimed_delivery (kind, names, signature, body, bytes) values ('line', array[$1], 'x', 'x', 1)",
    [shown?.recordID],
  );
  expect(await refusedAt()).not.toBeNull();
  const connect = vi.spyOn(testLineAccounts, "connectWebhook");
  const answers = { before: "", detail: "", active: true };
  connect.mockResolvedValueOnce({ ...answers, problem: "signatureRefused" });
  await call(line.connectWebhook, { recordID: shown?.recordID });
  expect(await refusedAt()).not.toBeNull();
  connect.mockResolvedValueOnce({ ...answers, problem: null });
  await call(line.connectWebhook, { recordID: shown?.recordID });
  expect(await refusedAt()).toBeNull();
});
