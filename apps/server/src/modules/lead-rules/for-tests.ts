import { LeadId } from "@homeroom/contract/ids";
import type { LeadRuleRow, RuleMember } from "@homeroom/contract/lead-rules";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { buildAccount, signInAs, type TestAccount } from "#modules/accounts/for-tests";
import { channelByCode } from "#modules/lists/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { type Arrival, assignLeads, leadRulesModule } from "./public.ts";

export interface RuleDesk extends TestDatabase {
  organization: TestOrganization;
  app: FastifyInstance;
  /** The default channel of messages. */
  channelId: string;
  signIn(given?: Parameters<typeof buildAccount>[2]): Promise<TestAccount & { token: string }>;
  /** Sales of the first branch, called 甲, 乙, … */
  sales(count: number): Promise<TestAccount["accountId"][]>;
  /** Saves a rule of the channel, as the owner unless a token is given. */
  save(form: object, token?: string): ReturnType<typeof callApi<{ recordID: string }>>;
  rules(token?: string): Promise<LeadRuleRow[]>;
  /** Assigns leads in one transaction; they are not written down. */
  arrive(arrivals: readonly Partial<Arrival>[]): ReturnType<typeof assignLeads>;
  stop(): Promise<void>;
}

/** An organisation of its own with the calls of lead rules served. */
export async function openRuleDesk(): Promise<RuleDesk> {
  const base = await createTestDatabase();
  const organization = await buildOrganization(base.db);
  const app = await serveModules(base.platform, [leadRulesModule(base.platform)]);
  const { scope } = organization;
  const channelId = await inTransaction(base.db, scope, (tx) => channelByCode(tx, scope, "WhatsApp_chat"));
  const signIn: RuleDesk["signIn"] = async (given = {}) => {
    return signInAs(base.db, organization, given);
  };
  const owner = await signIn({ role: "owner" });
  return {
    ...base,
    organization,
    app,
    channelId: String(channelId),
    signIn,
    async sales(count) {
      const people = Array.from({ length: count }, (_, at) =>
        buildAccount(base.db, organization, { role: "sales", nickname: "甲乙丙丁戊己庚辛壬癸"[at] ?? "丑" }),
      );
      return (await Promise.all(people)).map(({ accountId }) => accountId).sort();
    },
    save: (form, token = owner.token) =>
      callApi(app, "POST /api_users/Member/UpdateLeadRules", { token, body: { channel: channelId, ...form } }),
    async rules(token = owner.token) {
      const { body } = await callApi<{ list: LeadRuleRow[] }>(app, "POST /api_users/Member/LeadRulesList", {
        token,
        body: { pageSize: 100 },
      });
      return body.resultData?.list ?? [];
    },
    arrive: (arrivals) =>
      inTransaction(base.db, scope, (tx) =>
        assignLeads(
          tx,
          scope,
          arrivals.map((given) => ({
            leadId: LeadId.parse(v7()),
            branchId: organization.branchIds[0],
            channelId,
            secondaryChannelId: null,
            country: "",
            heldBy: null,
            kind: "new",
            at: new Date(),
            ...given,
          })),
        ),
      ),
    async stop() {
      await app.close();
      await base.close();
    },
  };
}

/** People with these shares. */
export function withShares(people: readonly string[], shares: readonly number[]): Partial<RuleMember>[] {
  return people.map((accountID, at) => ({
    accountID: accountID as RuleMember["accountID"],
    ratio: shares[at] ?? null,
  }));
}
