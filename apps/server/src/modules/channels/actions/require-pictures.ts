import type { BranchId } from "@homeroom/contract/ids";
import type { WelcomeSegment } from "@homeroom/contract/welcome";
import { filesByIds } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { picturesIn, welcomeOf } from "../queries/welcome.ts";

/**
 * Requires that the branch uses the pictures already, or that the actor uploaded them: another file may be from a
 * conversation that the actor cannot see. Throws NOT_FOUND.
 */
export async function requirePictures(
  tx: Tx,
  scope: Scope,
  { actor, branchId, segments }: { actor: Actor; branchId: BranchId; segments: readonly WelcomeSegment[] },
): Promise<void> {
  const wanted = picturesIn(segments);
  if (wanted.length === 0) return;
  const saved = await welcomeOf(tx, scope, branchId);
  const known = picturesIn(saved?.segments ?? []);
  const files = await filesByIds(tx, scope, wanted);
  for (const id of wanted) {
    const file = files.get(id);
    const isTheirs = known.includes(id) || file?.created_by === actor.accountId;
    if (!file?.storage_key || !isTheirs) throw new AppError("NOT_FOUND");
  }
}
