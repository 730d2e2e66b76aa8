import type { BranchId, RecordId } from "@homeroom/contract/ids";
import type { LeadRuleForm } from "@homeroom/contract/lead-rules";
import { lockChannels } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { salesOf } from "../queries/people.ts";
import { type FoundRule, rulesOf } from "../queries/rules.ts";

/** The rule of a form; null for a new one. Throws NOT_FOUND, and STALE_DATA when someone saved since `version`. */
export async function findRuleOfForm(
  tx: Tx,
  scope: Scope,
  form: Pick<LeadRuleForm, "recordID" | "version">,
): Promise<FoundRule | null> {
  if (!form.recordID) return null;
  const [held] = await rulesOf(tx, scope, { ids: [form.recordID] });
  if (!held && form.version !== undefined) throw new AppError("NOT_FOUND");
  if (held && form.version !== undefined && held.version !== form.version) throw new AppError("STALE_DATA");
  return held ?? null;
}

/** A rule's faults beyond its form: a closed branch, or channels and people that do not belong to it. */
export async function faultsOfRule(
  tx: Tx,
  scope: Scope,
  { form, branchId, held }: { form: LeadRuleForm; branchId: BranchId; held: FoundRule | null },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const wrong = (field: string) => faults.push({ field, name: "FIELD_INVALID" });
  const branch = await branchById(tx, scope, branchId);
  if (branch?.status !== 1 || (form.branchID && form.branchID !== branchId)) wrong("branchID");
  const { channel, secondaryChannel } = channelsOfForm(form);
  const channels = await lockChannels(
    tx,
    scope,
    [channel, secondaryChannel].filter((id) => id !== null),
  );
  if (channel && channels.get(channel)?.parentID !== null) wrong("channel");
  if (secondaryChannel && (!channel || channels.get(secondaryChannel)?.parentID !== channel)) wrong("secondaryChannel");
  const sales = new Set((await salesOf(tx, scope, [branchId])).map(({ accountId }) => accountId));
  // People who have left stay in the rule until somebody removes them; the rule works without them.
  const kept = new Set(held?.members.map(({ accountId }) => accountId));
  for (const [at, { accountID }] of form.sales.entries()) {
    if (!sales.has(accountID) && !kept.has(accountID)) wrong(`sales.${at}.accountID`);
  }
  return faults;
}

/** The channels of a form; none for a rule for all channels. */
export function channelsOfForm(form: LeadRuleForm): { channel: RecordId | null; secondaryChannel: RecordId | null } {
  const { allChannels, channel, secondaryChannel } = form;
  return allChannels ? { channel: null, secondaryChannel: null } : { channel, secondaryChannel };
}
