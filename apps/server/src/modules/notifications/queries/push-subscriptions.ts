import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { PushTarget } from "../port.ts";

/** Which of these people have a browser that gets push notifications. */
export async function withPhones(tx: Tx, scope: Scope, accountIds: readonly AccountId[]): Promise<Set<AccountId>> {
  if (accountIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom("push_subscription")
    .select("account_id")
    .distinct()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "in", [...accountIds])
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** The browsers of a person. */
export async function phonesOf(
  tx: Tx,
  { scope, secrets }: { scope: Scope; secrets: SecretBox },
  accountId: AccountId,
): Promise<{ subscriptionId: RecordId; target: PushTarget }[]> {
  const rows = await tx
    .selectFrom("push_subscription")
    .select(["subscription_id", "secrets"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .orderBy("subscription_id")
    .execute();
  return rows.map((row) => {
    const { endpoint = "", p256dh = "", auth = "" } = secrets.open(row.secrets);
    return { subscriptionId: row.subscription_id, target: { endpoint, p256dh, auth } };
  });
}
