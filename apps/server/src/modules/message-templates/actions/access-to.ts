import { accountNumbers, type ChannelAccess } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";

/** The access for calls about a business account: that of one of its numbers. Throws FEATURE_NOT_SET_UP if none is open. */
export async function accessTo(
  tx: Tx,
  secrets: SecretBox,
  { scope, businessAccountId }: { scope: Scope; businessAccountId: string },
): Promise<ChannelAccess> {
  const numbers = (await accountNumbers(tx, scope)).filter((number) => number.businessAccountId === businessAccountId);
  const number = numbers.find(({ open }) => open);
  if (!number) throw new AppError("FEATURE_NOT_SET_UP");
  return number.access(secrets);
}
