import { type BranchId, ChannelId } from "@homeroom/contract/ids";
import type { TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import type { TestDatabase } from "@homeroom/server/platform/db/for-tests";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { v7 } from "uuid";
import type { BusinessNumber } from "../harness/meta-webhook.ts";

/** A branch's WhatsApp number, as the database and the provider know it. */
export interface Number extends BusinessNumber {
  channelId: ChannelId;
  displayPhoneNumber: string;
  accessToken: string;
  verifyToken: string;
  name: string;
}

let made = 0;

export async function createNumber(
  { db, platform }: TestDatabase,
  organization: TestOrganization,
  branchId: BranchId,
): Promise<Number> {
  made += 1;
  const number = {
    channelId: ChannelId.parse(v7()),
    phoneNumberId: `2000000000000${made}`,
    businessAccountId: `3000000000000${made}`,
    displayPhoneNumber: `+852 3700 100${made}`,
    accessToken: `access-token-${made}`,
    appSecret: `app-secret-${made}`,
    verifyToken: `verify-token-${made}`,
    name: `分校電話 ${made}`,
  };
  const { channelId, phoneNumberId, businessAccountId, displayPhoneNumber, accessToken, appSecret, verifyToken } =
    number;
  await inTransaction(db, organization.scope, (tx) =>
    tx
      .insertInto("channel")
      .values({
        organization_id: organization.organizationId,
        channel_id: channelId,
        branch_id: branchId,
        kind: "whatsapp",
        name: number.name,
        external_id: phoneNumberId,
        settings: JSON.stringify({ phoneNumberId, businessAccountId, displayPhoneNumber }),
        secrets: platform.secrets.seal({ accessToken, appSecret, verifyToken }),
      })
      .execute(),
  );
  return number;
}
