import { AppError } from "#platform/errors/app-error";
import { PaymentFailure } from "../port.ts";

/** Runs a call of a platform; what it refuses or fails at becomes a refusal that says why. */
export async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    const { reason, code } = error;
    const options = { details: { reason, code }, cause: error };
    if (reason === "refused") throw new AppError("SETTING_NOT_VERIFIED", {}, options);
    if (reason === "rateLimited") throw new AppError("TOO_MANY_REQUESTS", {}, options);
    throw new AppError("PAYMENT_PLATFORM_FAILED", {}, options);
  }
}
