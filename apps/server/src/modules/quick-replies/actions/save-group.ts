import { RecordId } from "@homeroom/contract/ids";
import { maxReplies, quickReplies } from "@homeroom/contract/quick-replies";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { refusingDuplicate } from "#platform/db/duplicates";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { groupsOf } from "../queries.ts";
import { lockReplies } from "./lock-replies.ts";

/** Creates a group at the end. Throws GROUP_NAME_DUPLICATE at `name`, SETTING_LIMIT_REACHED. */
export function addGroup(db: Database, actor: Actor, { name }: { name: string }): Promise<RecordId> {
  requireAccess(actor, quickReplies.addGroup);
  const scope = sharedScope(actor);
  const groupId = RecordId.parse(v7());
  return refusingDuplicate({ error: "GROUP_NAME_DUPLICATE" }, () =>
    inTransaction(db, scope, async (tx) => {
      await lockReplies(tx, scope);
      const groups = await groupsOf(tx, scope);
      if (groups.length >= maxReplies.groups) throw new AppError("SETTING_LIMIT_REACHED");
      const sort = (groups.at(-1)?.sort ?? 0) + 1;
      await tx
        .insertInto("reply_group")
        .values({ organization_id: scope.organizationId, group_id: groupId, name, sort })
        .execute();
      const subject = { type: "replyGroup", id: groupId, name };
      await recordChange(tx, actor, { module: "chat", action: "created", subject, after: { name } });
      return groupId;
    }),
  );
}

/** Renames a group. Throws GROUP_NAME_DUPLICATE at `name`. */
export function renameGroup(
  db: Database,
  actor: Actor,
  { recordID, name }: { recordID: RecordId; name: string },
): Promise<RecordId> {
  requireAccess(actor, quickReplies.renameGroup);
  const scope = sharedScope(actor);
  return refusingDuplicate({ error: "GROUP_NAME_DUPLICATE" }, () =>
    inTransaction(db, scope, async (tx) => {
      await lockReplies(tx, scope);
      const before = (await groupsOf(tx, scope)).find((group) => group.recordID === recordID);
      if (!before) throw new AppError("NOT_FOUND");
      await tx
        .updateTable("reply_group")
        .set({ name })
        .where("organization_id", "=", scope.organizationId)
        .where("group_id", "=", recordID)
        .execute();
      const subject = { type: "replyGroup", id: recordID, name };
      const change = { before: { name: before.name }, after: { name } };
      await recordChange(tx, actor, { module: "chat", action: "edited", subject, ...change });
      return recordID;
    }),
  );
}
