import { AppError } from "#platform/errors/app-error";
import { BackupFailure } from "./port.ts";

/** Runs a call of the service. Its failures become refusals with the reason. */
export async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    const { reason } = error;
    const options = { details: { reason }, cause: error };
    if (reason === "notFound") throw new AppError("NOT_FOUND", {}, options);
    if (reason === "rateLimited") throw new AppError("TOO_MANY_REQUESTS", {}, options);
    if (reason === "unavailable") throw new AppError("CHAT_ERROR", {}, options);
    throw new AppError("CHAT_VERIFICATION_FAILED", {}, options);
  }
}
