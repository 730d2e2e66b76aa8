import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccountId, type BranchId, RoleId } from "@homeroom/contract/ids";
import { type Permission, permissions } from "@homeroom/contract/permissions";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { metaApp } from "@homeroom/sandbox/meta/ready-business";
import { oceanApp } from "@homeroom/sandbox/ocean/ocean-routes";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { startServer } from "@homeroom/server/app";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createTestDatabase, type TestDatabase, testSecretKey } from "@homeroom/server/platform/db/for-tests";
import { createLog } from "@homeroom/server/platform/log/log";
import { v7 } from "uuid";
import { type ChangeLog, recordChanges } from "./change-log.ts";
import { lineKeysOf } from "./line-rows.ts";
import { createNumber, type Number } from "./number.ts";

/** Someone with a session at a branch. */
export interface Person {
  accountId: AccountId;
  token: string;
}

/**
 * Two organisations behind one server, composed as in production. `ours` has two branches; `limited` works in its first and
 * has the permissions last set with `hold`, so that one person can test each wall in turn.
 */
export interface World {
  url: string;
  base: TestDatabase;
  changes: ChangeLog;
  sandbox: RunningSandbox;
  ours: TestOrganization;
  foreign: TestOrganization;
  owner: Person;
  foreignOwner: Person;
  /** In the first branch. */
  limited: Person;
  /** A colleague in the first branch, with the default role of sales. */
  colleague: Person;
  numbers: { first: Number; second: Number; foreign: Number };
  hold(held: readonly Permission[]): Promise<void>;
  /** A session of another person in the first branch, who keeps these permissions. */
  sessionHolding(held: readonly Permission[]): Promise<string>;
  sessionOf(organization: TestOrganization, account: { accountId: AccountId; branchId?: BranchId }): Promise<string>;
  close(): Promise<void>;
}

/** The permissions of a person who sees one branch only: all except the one for branches. */
export const branchBound = permissions.filter((permission) => permission !== "org:branch:query");
/** The permissions of a person who sees only their own rows. */
export const ownRows = branchBound.filter((permission) => !permission.endsWith(":all"));

export async function createWorld(): Promise<World> {
  const base = await createTestDatabase();
  const changes = await recordChanges(base);
  const ours = await buildOrganization(base.db, "晨光補習班");
  const foreign = await buildOrganization(base.db, "海岸音樂教室");
  const numbers = {
    first: await createNumber(base, ours, ours.branchIds[0]),
    second: await createNumber(base, ours, ours.branchIds[1]),
    foreign: await createNumber(base, foreign, foreign.branchIds[0]),
  };
  const channels = Object.values(numbers).map((number) => ({ ...number, webhookUrl: "http://127.0.0.1:9/" }));
  const lineAccounts = [...ours.branchIds, ...foreign.branchIds].map((branchId) => ({
    ...lineKeysOf(branchId),
    userId: `U${"0".repeat(32)}`,
    basicId: "@line",
    displayName: "LINE",
    webhookUrl: "http://127.0.0.1:9/",
  }));
  const sandbox = await startQuietSandbox({ smtpPort: 0, channels, lineAccounts });
  const { server, folder } = await serve(base, sandbox.url);

  const sessionOf: World["sessionOf"] = (organization, account) => buildSession(base.db, organization, account);
  const person = async (organization: TestOrganization, role: "owner" | "sales"): Promise<Person> => {
    const { accountId } = await buildAccount(base.db, organization, { role });
    return { accountId, token: await sessionOf(organization, { accountId }) };
  };
  const role = await createRole(base, ours, "limited");
  const limited = await person(ours, "sales");
  await base.owner.query("update account_role set role_id = $1 where account_id = $2", [role, limited.accountId]);
  return {
    url: server.address,
    base,
    changes,
    sandbox,
    ours,
    foreign,
    owner: await person(ours, "owner"),
    foreignOwner: await person(foreign, "owner"),
    limited,
    colleague: await person(ours, "sales"),
    numbers,
    sessionOf,
    async hold(held) {
      // In one statement: otherwise an open socket that checks its permissions in between would find none.
      await base.owner.query(
        `with gone as (delete from role_permission where role_id = $2 and permission <> all($3::text[]))
         insert into role_permission (organization_id, role_id, permission) select $1, $2, unnest($3::text[])
         on conflict do nothing`,
        [ours.organizationId, role, held],
      );
    },
    async sessionHolding(held) {
      const { accountId } = await buildAccount(base.db, ours, { role: "sales" });
      const own = await createRole(base, ours, held);
      await base.owner.query("update account_role set role_id = $1 where account_id = $2", [own, accountId]);
      return sessionOf(ours, { accountId });
    },
    async close() {
      await server.stop();
      await sandbox.close();
      await changes.close();
      await base.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(base: TestDatabase, sandboxUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), "homeroom-isolation-"));
  const given = {
    DATA_DIR: folder,
    PORT: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    WHATSAPP_API_URL: sandboxUrl,
    OPENAI_API_URL: `${sandboxUrl}/v1`,
    ARK_API_URL: `${sandboxUrl}/api/v3`,
    ARK_API_KEY: "ark-demo-key",
    BACKUP_API_URL: `${sandboxUrl}/backup`,
    LINE_API_URL: sandboxUrl,
    LINE_DATA_API_URL: sandboxUrl,
    DIFY_API_URL: `${sandboxUrl}/v1`,
    PAYPAL_API_URL: sandboxUrl,
    SHOPLINE_API_URL: sandboxUrl,
    ECPAY_API_URL: sandboxUrl,
    ECPAY_INVOICE_URL: sandboxUrl,
    LINE_CONVERSION_API_URL: sandboxUrl,
    VOLCENGINE_API_URL: `${sandboxUrl}/ocean`,
    VOLCENGINE_LOGIN_URL: `${sandboxUrl}/ocean`,
    VOLCENGINE_APP_ID: oceanApp.appId,
    VOLCENGINE_APP_SECRET: oceanApp.appSecret,
    META_API_URL: `${sandboxUrl}/meta`,
    META_LOGIN_URL: `${sandboxUrl}/meta`,
    META_APP_ID: metaApp.appId,
    META_APP_SECRET: metaApp.appSecret,
  };
  const settings = readSettings(given, false);
  const log = createLog("silent", "test");
  const server = await startServer({ settings, access: base.access, secretKey: testSecretKey, log });
  return { server, folder };
}

/** A role with these permissions; the limited person's own role has none until `hold` gives it some. */
async function createRole(
  { owner }: TestDatabase,
  { organizationId }: TestOrganization,
  held: readonly Permission[] | "limited",
): Promise<RoleId> {
  const role = RoleId.parse(v7());
  const code = held === "limited" ? held : role;
  await owner.query("insert into role (organization_id, role_id, code, name) values ($1, $2, $3, $3)", [
    organizationId,
    role,
    code,
  ]);
  if (held !== "limited")
    await owner.query(
      "insert into role_permission (organization_id, role_id, permission) select $1, $2, unnest($3::text[])",
      [organizationId, role, held],
    );
  return role;
}
