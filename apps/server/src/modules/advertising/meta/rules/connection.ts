import type { MetaConnectionState } from "@homeroom/contract/meta-settings";
import { orRefusal } from "../../rules/refusal.ts";

/** How long before a connection ends people are warned. */
const warnForMs = 7 * 86_400_000;

/** The state of a connection at a moment. */
export function stateOf(
  { expires_at: ends, refused_at: refused }: { expires_at: Date | null; refused_at: Date | null },
  now: Date,
): MetaConnectionState {
  if (ends && ends <= now) return "expired";
  if (refused) return "refused";
  return ends && ends.getTime() - now.getTime() < warnForMs ? "expiring" : "ok";
}

/** Runs calls to Meta; turns its failures into refusals with a reason. */
export function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  return orRefusal(work, { passing: "META_UNAVAILABLE", lasting: "META_REFUSED" });
}
