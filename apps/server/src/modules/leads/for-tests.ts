import { LeadId, type RecordId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import type { FastifyInstance } from "fastify";
import type { Insertable } from "kysely";
import { v7 } from "uuid";
import { type buildAccount, signInAs, type TestAccount } from "#modules/accounts/for-tests";
import { channelByCode, itemByCode } from "#modules/lists/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { type Database, inTransaction } from "#platform/db/transaction";
import { leadsModule } from "./public.ts";

type LeadColumns = Omit<Insertable<LeadTable>, "organization_id">;

/** A lead at the organisation's first branch that nobody holds, unless more is said. Answers its id. */
export async function buildLead(
  db: Database,
  organization: TestOrganization,
  given: Partial<LeadColumns> = {},
): Promise<LeadId> {
  const leadId = given.lead_id ?? LeadId.parse(v7());
  const lead = {
    branch_id: organization.branchIds[0],
    nickname: "王小明",
    lead_date: "2026-11-01",
    contact1: "{}",
    contact2: "{}",
    ...given,
    organization_id: organization.organizationId,
    lead_id: leadId,
  };
  await inTransaction(db, organization.scope, (tx) => tx.insertInto("lead").values(lead).execute());
  return leadId;
}

export interface LeadDesk extends TestDatabase {
  organization: TestOrganization;
  app: FastifyInstance;
  /** Signs someone in at the first branch, or the one given; answers the token with the account. */
  signIn(given?: Parameters<typeof buildAccount>[2]): Promise<TestAccount & { token: string }>;
  /** The id of a default list item (3 lead statuses, 2 contact results, 4 regular contacts) or channel by its code. */
  itemId(list: 2 | 3 | 4, code: string): Promise<RecordId>;
  channelId(code: Parameters<typeof channelByCode>[2]): Promise<RecordId>;
  stop(): Promise<void>;
}

/** An organisation with the lead desk's calls served. */
export async function openLeadDesk(): Promise<LeadDesk> {
  const base = await createTestDatabase();
  const organization = await buildOrganization(base.db);
  const app = await serveModules(base.platform, [leadsModule(base.platform)]);
  const found = async (find: Promise<RecordId | null>) => {
    const id = await find;
    if (!id) throw new Error("There is no such default item");
    return id;
  };
  const inside = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
    inTransaction(base.db, organization.scope, work);
  return {
    ...base,
    organization,
    app,
    async signIn(given = {}) {
      return signInAs(base.db, organization, given);
    },
    itemId: (list, code) => found(inside((tx) => itemByCode(tx, organization.scope, list, code))),
    channelId: (code) => found(inside((tx) => channelByCode(tx, organization.scope, code))),
    async stop() {
      await app.close();
      await base.close();
    },
  };
}
