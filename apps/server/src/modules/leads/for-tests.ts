import { LeadId, type RecordId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { up as addSearchRows, backfill as searchKeys } from "@homeroom/database/migrations/1003-lead-search-rows";
import { backfill as nameKeys } from "@homeroom/database/migrations/1006-lead-name-keys";
import type { LeadTable } from "@homeroom/database/schema";
import { type Insertable, Kysely, PostgresDialect } from "kysely";
import { v7 } from "uuid";
import { beforeAll } from "vitest";
import { type Desk, openDesk } from "#modules/accounts/for-tests";
import { channelByCode, itemByCode } from "#modules/lists/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk, type TestDatabase } from "#platform/db/for-tests";
import { wholeBackfill } from "#platform/db/migrations/backfill";
import { type Database, inTransaction } from "#platform/db/transaction";
import { leadsModule } from "./public.ts";

type LeadColumns = Omit<Insertable<LeadTable>, "organization_id">;

/** A lead at the organisation's first branch, by default without an owner. Returns its id. */
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

/** Makes leads written by `writeMany`, which runs no triggers, searchable. */
export async function makeLeadsSearchable({ owner }: Pick<TestDatabase, "owner">): Promise<void> {
  await addSearchRows(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) }));
  for (const keys of [searchKeys, nameKeys]) await owner.query(wholeBackfill(keys));
  await owner.query("analyze lead_search");
}

export interface LeadDesk extends Desk {
  /** The id of a default list item (3 lead statuses, 2 contact results, 4 regular contacts) or channel by its code. */
  itemId(list: 2 | 3 | 4, code: string): Promise<RecordId>;
  channelId(code: Parameters<typeof channelByCode>[2]): Promise<RecordId>;
}

/** An organisation with the lead desk's calls served. */
export async function openLeadDesk(): Promise<LeadDesk> {
  const desk = await openDesk((platform) => [leadsModule(platform)]);
  const { scope } = desk.organization;
  const found = async (find: Promise<RecordId | null>) => {
    const id = await find;
    if (!id) throw new Error("There is no such default item");
    return id;
  };
  const inside = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) => inTransaction(desk.db, scope, work);
  return {
    ...desk,
    itemId: (list, code) => found(inside((tx) => itemByCode(tx, scope, list, code))),
    channelId: (code) => found(inside((tx) => channelByCode(tx, scope, code))),
  };
}

/**
 * For a test file: a lead desk, and calls for its leads as the organisation's owner or with another token. `card` is a
 * lead's card as the owner sees it, `build` makes a lead.
 */
export function prepareLeadCalls(given: { nickname?: string } = {}) {
  const desk = prepareDesk(openLeadDesk);
  const owner = { token: "" };
  beforeAll(async () => {
    owner.token = (await desk.signIn({ role: "owner", ...given })).token;
  });
  const call = <Result>(name: string, body: object, token = owner.token) =>
    callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token, body });
  return {
    ...{ desk, owner, call },
    async card(leadId: string): Promise<LeadCard> {
      const { body } = await call<LeadCard>("QueryLeadInfo", { leadId });
      if (!body.success) throw new Error(body.name);
      return body.resultData;
    },
    build: (columns: Parameters<typeof buildLead>[2] = {}) => buildLead(desk.db, desk.organization, columns),
  };
}
