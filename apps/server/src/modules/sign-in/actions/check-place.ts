import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import { newPlaceMail } from "../mails/notices.ts";
import type { SignInAccount } from "../queries/accounts.ts";
import { newPlaceSeen } from "../reactions.ts";
import { deviceName, deviceOf } from "../rules/devices.ts";
import type { Origin } from "../rules/networks.ts";
import { networkOf } from "../rules/networks.ts";

/**
 * Records where an account signs in from, and mails the person if the network and device were not seen in
 * 90 days. Never for the very first sign-in: there is nothing to compare it with.
 */
export async function checkPlace(tx: Tx, scope: Scope, account: SignInAccount, origin: Origin): Promise<void> {
  const device = deviceName(deviceOf(origin.userAgent));
  const place = { network: networkOf(origin.ip), device };
  const isNew = await rememberPlace(tx, scope, account, place);
  if (!isNew || !(await hasOtherPlaces(tx, scope, account, place))) return;
  const { accountId } = account;
  const { organizationId } = scope;
  await emit(tx, newPlaceSeen, { organizationId, aggregateId: accountId, payload: { accountId, device } });
  const reader = { email: account.email, language: account.language, timeZone: account.timeZone };
  await postMail(tx, newPlaceMail(reader, { device, address: origin.ip, at: new Date() }));
}

type Place = { network: string; device: string };

/** Whether the place is new, or was last seen too long ago. Of two concurrent sign-ins only one gets true. */
async function rememberPlace(
  tx: Tx,
  scope: Scope,
  { accountId }: SignInAccount,
  { network, device }: Place,
): Promise<boolean> {
  const touched = await sql`
    insert into sign_in_place (organization_id, account_id, network, device)
    values (${scope.organizationId}, ${accountId}, ${network}, ${device})
    on conflict (organization_id, account_id, network, device) do update set seen_at = now()
      where sign_in_place.seen_at < now() - interval '90 days'
    returning network`.execute(tx);
  if (touched.rows.length > 0) return true;
  await tx
    .updateTable("sign_in_place")
    .set({ seen_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("network", "=", network)
    .where("device", "=", device)
    .execute();
  return false;
}

/** Also removes very old ones. */
async function hasOtherPlaces(tx: Tx, scope: Scope, { accountId }: SignInAccount, place: Place): Promise<boolean> {
  const others = await tx
    .selectFrom("sign_in_place")
    .select(["network", "device", "seen_at"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
  await tx
    .deleteFrom("sign_in_place")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("seen_at", "<", sql<Date>`now() - interval '1 year'`)
    .execute();
  return others.some((one) => one.network !== place.network || one.device !== place.device);
}
