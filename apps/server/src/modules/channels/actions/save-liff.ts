import type { RequestOf } from "@homeroom/contract/endpoint";
import { line } from "@homeroom/contract/line";
import { recordChange } from "#modules/audit/public";
import { changeLineSettings, lockLineChannel } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireBranch } from "./require-branch.ts";

/** Changes the LIFF app of a branch's LINE account. Throws LINE_NOT_CONFIGURED where there is no account. */
export function saveLiff(db: Database, actor: Actor, form: RequestOf<typeof line.updateLiff>): Promise<void> {
  requireAccess(actor, line.updateLiff);
  const scope = scopeOf(actor, "org:line:edit");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    const channel = await lockLineChannel(tx, scope, branchId);
    if (!channel) throw new AppError("LINE_NOT_CONFIGURED");
    const { liffID, endpointURL } = form;
    await changeLineSettings(tx, channel, { liffID, endpointURL });
    await recordChange(tx, actor, {
      module: "setting",
      action: "edited",
      subject: { type: "lineChannel", id: channel.channel_id, name: channel.name },
      before: { liffID: channel.settings["liffID"] ?? "", endpointURL: channel.settings["endpointURL"] ?? "" },
      after: { liffID, endpointURL },
    });
  });
}
