import type { MetaConnectionState } from "@homeroom/contract/meta-settings";
import { orRefusal } from "../../rules/refusal.ts";

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
export function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  return orRefusal(work, { passing: "META_UNAVAILABLE", lasting: "META_REFUSED" });
}
