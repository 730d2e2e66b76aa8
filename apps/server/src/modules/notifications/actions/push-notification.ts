import type { RecordId } from "@homeroom/contract/ids";
import { mailAddresses } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { PushSender, PushTarget } from "../port.ts";
import { pushText } from "../pushes.ts";
import { phonesOf } from "../queries/push-subscriptions.ts";
import { settingsOf } from "../queries/settings.ts";
import { isPushed } from "../rules.ts";

interface PushParts {
  platform: Pick<Platform, "db" | "secrets">;
  push: PushSender;
}

interface PushBatch {
  payload: string;
  phones: { subscriptionId: RecordId; target: PushTarget }[];
}

/**
 * Sends an unread notification to its person's browsers, unless they have read it or no longer want it. Removes browsers that
 * no longer exist. Throws if a service fails, so that the job is retried: a browser that has it already
 * shows it once.
 */
export async function pushNotification(
  { platform, push }: PushParts,
  scope: Scope,
  notificationId: RecordId,
): Promise<void> {
  const parcel = await packed(platform, scope, notificationId);
  if (!parcel) return;
  const outcomes = await Promise.all(
    parcel.phones.map(async ({ subscriptionId, target }) => ({
      subscriptionId,
      outcome: await push.send(target, parcel.payload),
    })),
  );
  const gone = outcomes.filter(({ outcome }) => outcome === "gone").map(({ subscriptionId }) => subscriptionId);
  await forget(platform.db, scope, gone);
  if (outcomes.some(({ outcome }) => outcome === "later")) throw new Error("A push service takes nothing now.");
}

function packed(
  { db, secrets }: PushParts["platform"],
  scope: Scope,
  notificationId: RecordId,
): Promise<PushBatch | undefined> {
  return inTransaction(db, scope, async (tx) => {
    const told = await tx
      .selectFrom("notification")
      .select(["account_id", "kind", "subject_id", "lead_id", "details"])
      .where("organization_id", "=", scope.organizationId)
      .where("notification_id", "=", notificationId)
      .where("read_at", "is", null)
      .executeTakeFirst();
    if (!told) return undefined;
    const { account_id: accountId, kind } = told;
    const setting = (await settingsOf(tx, scope, [accountId])).get(accountId);
    const [person] = await mailAddresses(tx, scope, [accountId]);
    if (!person || !setting || !isPushed(setting, kind, new Date())) return undefined;
    const text = pushText(told, person.language);
    const phones = await phonesOf(tx, { scope, secrets }, accountId);
    return { payload: JSON.stringify({ id: notificationId, ...text }), phones };
  });
}

async function forget(db: Database, scope: Scope, subscriptionIds: readonly RecordId[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await inTransaction(db, scope, (tx) =>
    tx
      .deleteFrom("push_subscription")
      .where("organization_id", "=", scope.organizationId)
      .where("subscription_id", "in", [...subscriptionIds])
      .execute(),
  );
}
