import type { AccountId } from "@homeroom/contract/ids";
import { type StoredFile, storePicture } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { peopleReach } from "../policy.ts";
import { loadPerson } from "../queries/load-person.ts";

/** Larger than any place that shows a person. */
const maxSide = 1024;

/** Stores a picture of a person, or of one who is about to be added; the next save attaches it to their record. */
export async function uploadStaffAvatar(
  platform: Platform,
  actor: Actor,
  { upload, recordsn }: { upload: Upload; recordsn: AccountId | undefined },
): Promise<StoredFile> {
  const reach = peopleReach(actor, "edit") ?? (recordsn ? null : peopleReach(actor, "add"));
  if (!reach) throw new AppError("PERMISSION_DENIED");
  const scope = peopleScope(actor);
  if (recordsn) await inTransaction(platform.db, scope, (tx) => loadPerson(tx, scope, recordsn, reach));
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}

/** Stores a picture of the actor; the next save attaches it to their record. */
export function uploadOwnAvatar(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
