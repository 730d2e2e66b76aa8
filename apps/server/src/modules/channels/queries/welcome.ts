import type { BranchId, FileId } from "@homeroom/contract/ids";
import type { WelcomeButton, WelcomeSegment } from "@homeroom/contract/welcome";
import type { WelcomeMessageTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { findRow, lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A branch's welcome message as it was saved. */
export interface Welcome {
  segments: WelcomeSegment[];
  buttons: WelcomeButton[];
  mode: "automatic" | "manual";
  status: number;
  version: number;
  updatedAt: Date;
}

/** The welcome message of a branch; null if there is none. */
export async function welcomeOf(tx: Tx, scope: Scope, branchId: BranchId, lock?: "lock"): Promise<Welcome | null> {
  const row = await (lock ? lockRow : findRow)(tx, scope, "welcome_message", { branch_id: branchId });
  return row ? readWelcome(row) : null;
}

function readWelcome(row: Selectable<WelcomeMessageTable>): Welcome {
  return {
    // The contract validated it when it was saved.
    segments: row.segments as unknown as WelcomeSegment[],
    buttons: row.buttons as unknown as WelcomeButton[],
    mode: row.mode,
    status: row.status,
    version: row.version,
    updatedAt: row.updated_at,
  };
}

/** The pictures of a welcome message. */
export function picturesIn(segments: readonly WelcomeSegment[]): FileId[] {
  return segments.flatMap((segment) => (segment.kind === "image" ? segment.fileID : []));
}
