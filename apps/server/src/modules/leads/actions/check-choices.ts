import type { BranchId, RecordId } from "@homeroom/contract/ids";
import type { AddLeadForm } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { worksAt } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FieldFault } from "#platform/errors/app-error";

type Chosen = Pick<AddLeadForm, "status" | "result" | "tag" | "channel" | "secondaryChannel" | "sales" | "tutor">;

/** Faults of what was chosen from lists: items of another list or organisation, people who are not of the branch. */
export async function checkChoices(
  tx: Tx,
  scope: Scope,
  lead: { form: Chosen; branchId: BranchId; kept?: Partial<Chosen> },
): Promise<FieldFault[]> {
  const { form, branchId, kept } = lead;
  const faults: FieldFault[] = [];
  const wrong = (field: string) => faults.push({ field, name: "FIELD_INVALID" });

  const ids = [form.status, form.result, ...form.tag].filter((id) => id !== null);
  const items = await itemsByIds(tx, scope, ids);
  const isOf = (id: RecordId | null, list: number) => id === null || items.get(id)?.projectID === list;
  if (!isOf(form.status, customLists.leadStatuses)) wrong("status");
  if (!isOf(form.result, customLists.contactResults)) wrong("result");
  if (!form.tag.every((id) => isOf(id, customLists.tags))) wrong("tag");

  const channels = await channelsByIds(
    tx,
    scope,
    [form.channel, form.secondaryChannel].filter((id) => id !== null),
  );
  if (form.channel && channels.get(form.channel)?.parentID !== null) wrong("channel");
  if (form.secondaryChannel && channels.get(form.secondaryChannel)?.parentID !== form.channel)
    wrong("secondaryChannel");

  // Someone who has left keeps the leads they have until these are handed over.
  for (const field of ["sales", "tutor"] as const) {
    const person = form[field];
    if (person && person !== kept?.[field] && !(await worksAt(tx, scope, { accountId: person, branchId, role: field })))
      wrong(field);
  }
  return faults;
}
