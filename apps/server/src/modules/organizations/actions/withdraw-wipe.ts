import { organization } from "@homeroom/contract/organization";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import { organizationChanged } from "../events.ts";
import { wipeWithdrawnMail } from "../mails.ts";
import type { People } from "../port.ts";
import { lockOrganization } from "../queries/organization-details.ts";

/** Takes back a deletion that has not begun. Does nothing when none is waiting: somebody else was faster. */
export function withdrawWipe(db: Database, people: Pick<People, "ownerOf">, actor: Actor): Promise<null> {
  requireAccess(actor, organization.cancelWipe);
  const scope = sharedScope(actor);
  const { organizationId } = actor;
  return inTransaction(db, scope, async (tx) => {
    const { name } = await lockOrganization(tx, scope);
    const withdrawn = await tx
      .deleteFrom("organization_removal")
      .where("organization_id", "=", organizationId)
      .where("reason", "=", "wipe")
      .where("started_at", "is", null)
      .returning("due_at")
      .executeTakeFirst();
    if (!withdrawn) return null;
    await recordChange(tx, actor, {
      module: "organization",
      action: "wipeWithdrawn",
      subject: { type: "organization", id: organizationId, name },
      before: { dueTime: withdrawn.due_at.toISOString() },
    });
    const owner = await people.ownerOf(tx, scope);
    if (owner) await postMail(tx, wipeWithdrawnMail(owner, { organization: name, by: actor.nickname }));
    await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
    return null;
  });
}
