import type { MetaConnectionState } from "@homeroom/contract/meta-settings";
import { AppError } from "#platform/errors/app-error";
import { MetaFailure } from "../../port.ts";

/** People are warned for so long before a connection ends. */
const warnForMs = 7 * 86_400_000;

/** How a connection is at a moment. */
export function stateOf(
  { expires_at: ends, refused_at: refused }: { expires_at: Date | null; refused_at: Date | null },
  now: Date,
): MetaConnectionState {
  if (ends && ends <= now) return "expired";
  if (refused) return "refused";
  return ends && ends.getTime() - now.getTime() < warnForMs ? "expiring" : "ok";
}

/** Runs calls to Meta; what it refuses or fails at becomes a refusal that says why. */
export async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MetaFailure)) throw error;
    const passing = error.reason === "unavailable" || error.reason === "rateLimited";
    throw new AppError(passing ? "META_UNAVAILABLE" : "META_REFUSED", {}, { cause: error });
  }
}
