import { LeadId } from "@homeroom/contract/ids";
import type { LeadRuleRow, RuleMember } from "@homeroom/contract/lead-rules";
import { v7 } from "uuid";
import { buildAccount, type Desk, openDesk, type TestAccount } from "#modules/accounts/for-tests";
import { channelByCode } from "#modules/lists/public";
import { callApi } from "#modules/sign-in/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { type Arrival, assignLeads, leadRulesModule } from "./public.ts";

export interface RuleDesk extends Desk {
  /** The default channel of messages. */
  channelId: string;
  /** Sales of the first branch, called 甲, 乙, … */
  sales(count: number): Promise<TestAccount["accountId"][]>;
  /** Saves a rule of the channel, as the owner unless a token is given. */
  save(form: object, token?: string): ReturnType<typeof callApi<{ recordID: string }>>;
  rules(token?: string): Promise<LeadRuleRow[]>;
  /** Assigns leads in one transaction without storing them. */
  arrive(arrivals: readonly Partial<Arrival>[]): ReturnType<typeof assignLeads>;
}

/** A new organisation and a server with the calls of lead rules. */
export async function openRuleDesk(): Promise<RuleDesk> {
  const desk = await openDesk((platform) => [leadRulesModule(platform)]);
  const { db, app, organization } = desk;
  const { scope } = organization;
  const channelId = await inTransaction(db, scope, (tx) => channelByCode(tx, scope, "WhatsApp_chat"));
  const owner = await desk.signIn({ role: "owner" });
  return {
    ...desk,
    channelId: String(channelId),
    async sales(count) {
      const people = Array.from({ length: count }, (_, at) =>
        buildAccount(db, organization, { role: "sales", nickname: "甲乙丙丁戊己庚辛壬癸"[at] ?? "丑" }),
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
      inTransaction(db, scope, (tx) =>
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
  };
}

/** People with these shares. */
export function withShares(people: readonly string[], shares: readonly number[]): Partial<RuleMember>[] {
  return people.map((accountID, at) => ({
    accountID: accountID as RuleMember["accountID"],
    ratio: shares[at] ?? null,
  }));
}
