import type { PlanForm, PlanRequest } from "@homeroom/contract/broadcast-plans";
import { channelsInScope, isChannelOpen } from "#modules/inbox/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { fieldError } from "./plan-content.ts";

type Choice = Pick<PlanForm, "kind" | "branchID" | "emailTemplateID" | "channel" | "templateID">;

/**
 * Resolves a form's channel if it is only a kind: to the mail server of the actor's branch, or its WhatsApp number.
 * Without an open number there, the first one that the scope reaches is used. Throws CHANNEL_STOPPED when none is open, and
 * FEATURE_NOT_SET_UP when there is none.
 */
export async function withChannel<Form extends Omit<Choice, "channel"> & Pick<PlanRequest, "channel">>(
  tx: Tx,
  { scope, actor }: { scope: Scope; actor: Actor },
  form: Form,
): Promise<Omit<Form, "channel"> & Choice> {
  const { channel, ...rest } = form;
  if (channel === "email") {
    const branchID = form.branchID ?? actor.branchId;
    const emailTemplateID = form.emailTemplateID ?? form.templateID;
    return { ...rest, kind: "email", branchID, emailTemplateID, channel: null, templateID: null };
  }
  if (channel !== "whatsapp") return { ...rest, channel };
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  if (numbers.length === 0) throw new AppError("FEATURE_NOT_SET_UP");
  const open = numbers.filter(isChannelOpen);
  const meant = open.find(({ branch_id: branchId }) => branchId === actor.branchId) ?? open[0];
  if (!meant) throw fieldError("channel", "CHANNEL_STOPPED");
  return { ...rest, kind: "whatsapp", channel: meant.channel_id };
}
