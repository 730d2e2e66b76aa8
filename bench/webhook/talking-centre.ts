import { ChannelId } from "@homeroom/contract/ids";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import { v7 } from "uuid";
import { type BenchDatabase, secretKey } from "../measure/database.ts";
import type { WhatsAppNumber } from "./signed-webhook.ts";

/** An organisation with a WhatsApp number, and sessions of its people. */
export interface TalkingCentre {
  number: WhatsAppNumber;
  /** Sessions of people who see every conversation. */
  managers: string[];
  /** Sessions of sales, who see the conversations of their own leads. */
  sales: string[];
}

/** Makes the `order`-th centre, with this number of people of each kind at the branch that the number belongs to. */
export async function buildTalkingCentre(
  { db }: BenchDatabase,
  order: number,
  people: { managers: number; sales: number },
): Promise<TalkingCentre> {
  const organization = await buildOrganization(db, `補習班 ${order}`);
  const number = {
    phoneNumberId: `30000000000${String(order).padStart(4, "0")}`,
    businessAccountId: `40000000000${String(order).padStart(4, "0")}`,
    appSecret: `secret of app ${order}`,
  };
  const { phoneNumberId, businessAccountId, appSecret } = number;
  const channel = {
    organization_id: organization.organizationId,
    channel_id: ChannelId.parse(v7()),
    branch_id: organization.branchIds[0],
    kind: "whatsapp" as const,
    name: "WhatsApp",
    external_id: phoneNumberId,
    settings: JSON.stringify({ phoneNumberId, businessAccountId }),
    secrets: createSecretBox(secretKey).seal({ accessToken: "none", appSecret, verifyToken: "none" }),
  };
  await inTransaction(db, organization.scope, (tx) => tx.insertInto("channel").values(channel).execute());
  const sessions = async (role: "admin" | "sales", count: number) => {
    const tokens: string[] = [];
    for (let made = 0; made < count; made++) {
      tokens.push(await buildSession(db, organization, await buildAccount(db, organization, { role })));
    }
    return tokens;
  };
  return {
    number,
    managers: await sessions("admin", people.managers),
    sales: await sessions("sales", people.sales),
  };
}
