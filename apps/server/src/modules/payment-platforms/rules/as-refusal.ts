import { AppError } from "#platform/errors/app-error";
import { PaymentFailure } from "../port.ts";

/**
 * Runs a call of a platform. Its failures become refusals with the reason. `refused`: the error when the
 * platform refuses; customers cannot do anything about keys.
 */
export async function asRefusal<Result>(
  work: () => Promise<Result>,
  refused: "SETTING_NOT_VERIFIED" | "PAYMENT_REFUSED" = "SETTING_NOT_VERIFIED",
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    const { reason, code } = error;
    const options = { details: { reason, code }, cause: error };
    if (reason === "refused") throw new AppError(refused, {}, options);
    if (reason === "rateLimited") throw new AppError("TOO_MANY_REQUESTS", {}, options);
    throw new AppError("PAYMENT_PLATFORM_FAILED", {}, options);
  }
}
