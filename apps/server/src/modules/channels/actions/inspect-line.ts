import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import { ProviderFailure } from "#modules/inbox/public";
import { AppError } from "#platform/errors/app-error";
import type { LineAccount, LineAccounts, LineKeys } from "../port.ts";

/** Asks LINE about keys; what it refuses is thrown as `refusal`, with the reason in its details. */
export async function inspectLine(
  accounts: LineAccounts,
  keys: LineKeys,
  refusal: Extract<RefusalName, "CHAT_VERIFICATION_FAILED" | "SETTING_NOT_VERIFIED">,
): Promise<LineAccount> {
  try {
    return await accounts.inspect(keys);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new AppError(refusal, {}, { details: { reason: error.error.reason }, cause: error });
  }
}
