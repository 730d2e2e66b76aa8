import { AccountId, type BranchId } from "@homeroom/contract/ids";
import type { DefaultRole } from "@homeroom/contract/permissions";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, serveModules } from "#modules/sign-in/for-tests";
import { hashPassword } from "#platform/auth/passwords";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Platform, ServerModule } from "#platform/server-module";
import { accountsModule } from "./public.ts";

export const testPassword = "Secret2026";
/** Cheap to check: tests sign in thousands of times. */
export const quickCost = { memory: 64, passes: 1, parallelism: 1 };
let testPasswordHash: Promise<string> | undefined;

export interface TestAccount {
  accountId: AccountId;
  email: string;
}

interface PersonOptions {
  /** A default role's code; `owner` for the organisation's owner. */
  role?: DefaultRole | "owner";
  branchIds?: readonly BranchId[];
  email?: string;
  staffId?: string;
  nickname?: string;
  status?: number;
  isPlatform?: boolean;
}

/** An account with the password `testPassword`; by default an admin at the organisation's first branch. */
export async function buildAccount(
  db: Database,
  organization: TestOrganization,
  given: PersonOptions = {},
): Promise<TestAccount> {
  const accountId = AccountId.parse(v7());
  const organization_id = organization.organizationId;
  const role = given.role ?? "admin";
  const email = given.email ?? `${accountId}@test.homeroom.test`;
  testPasswordHash ??= hashPassword(testPassword, quickCost);
  const password_hash = await testPasswordHash;
  const branchIds = given.branchIds ?? [organization.branchIds[0]];
  await inTransaction(db, organization.scope, async (tx) => {
    const account = {
      organization_id,
      account_id: accountId,
      email,
      staff_id: given.staffId ?? null,
      nickname: given.nickname ?? "陳老師",
      password_hash,
      password_initialized_at: new Date(),
      status: given.status ?? 1,
      is_owner: role === "owner",
      is_platform: given.isPlatform ?? false,
    };
    await tx.insertInto("account").values(account).execute();
    if (role !== "owner") {
      const held = { organization_id, account_id: accountId, role_id: organization.roles[role] };
      await tx.insertInto("account_role").values(held).execute();
    }
    const places = branchIds.map((branch_id) => ({ organization_id, account_id: accountId, branch_id }));
    if (places.length > 0) await tx.insertInto("account_branch").values(places).execute();
  });
  return { accountId, email };
}

/** Builds an account and signs it in at its first branch. */
export async function signInAs(
  db: Database,
  organization: TestOrganization,
  given: PersonOptions = {},
): Promise<TestAccount & { token: string }> {
  const account = await buildAccount(db, organization, given);
  const branchId = given.branchIds?.[0] ?? organization.branchIds[0];
  return { ...account, token: await buildSession(db, organization, { ...account, branchId }) };
}

/** A database with an organisation and a server of some modules. */
export interface Desk extends TestDatabase {
  organization: TestOrganization;
  app: FastifyInstance;
  /** Signs someone in at the first branch, or the given one; returns the token with the account. */
  signIn(given?: PersonOptions, at?: TestOrganization): Promise<TestAccount & { token: string }>;
  stop(): Promise<void>;
}

export async function openDesk(modules: (platform: Platform) => readonly ServerModule[]): Promise<Desk> {
  const base = await createTestDatabase();
  const organization = await buildOrganization(base.db);
  const app = await serveModules(base.platform, modules(base.platform));
  return {
    ...base,
    organization,
    app,
    signIn: (given = {}, at = organization) => signInAs(base.db, at, given),
    async stop() {
      await app.close();
      await base.close();
    },
  };
}

export interface StaffDesk extends Desk {
  /** What a form needs: an e-mail of its own, the role and the branch that are given, or sales at the first one. */
  form(given?: object): Record<string, unknown>;
}

/** An organisation that serves the staff calls. `traces`: the people referenced by rows of other modules. */
export async function openStaffDesk(traces: Parameters<typeof accountsModule>[2] = []): Promise<StaffDesk> {
  const desk = await openDesk((platform) => [accountsModule(platform, undefined, traces)]);
  const { roles, branchIds } = desk.organization;
  return {
    ...desk,
    form: (given = {}) => ({
      nickname: "新同事",
      email: `${v7()}@school.test`,
      roleIds: [roles.sales],
      branchIDs: [branchIds[0]],
      ...given,
    }),
  };
}
