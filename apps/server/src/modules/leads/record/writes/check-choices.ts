import type { BranchId, FileId, RecordId } from "@homeroom/contract/ids";
import type { AddLeadForm } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { worksAt } from "#modules/accounts/public";
import { fileById } from "#modules/files/public";
import { holdChannels, holdItems } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FieldFault } from "#platform/errors/app-error";

type Chosen = Pick<
  AddLeadForm,
  "status" | "result" | "tag" | "channel" | "secondaryChannel" | "sales" | "tutor" | "avatarFileID" | "regularContact"
>;

/** Faults of what was chosen from lists: items of another list or organisation, people who are not of the branch. */
export async function checkChoices(
  tx: Tx,
  scope: Scope,
  lead: { form: Chosen; branchId: BranchId; kept?: Partial<Chosen> },
): Promise<FieldFault[]> {
  const { form, branchId, kept } = lead;
  const faults: FieldFault[] = [];
  const wrong = (field: string) => faults.push({ field, name: "FIELD_INVALID" });

  const regular = form.regularContact ?? null;
  const ids = [form.status, form.result, regular, ...form.tag].filter((id) => id !== null);
  const items = await holdItems(tx, scope, ids);
  const isOf = (id: RecordId | null, list: number) => id === null || items.get(id)?.projectID === list;
  if (!isOf(form.status, customLists.leadStatuses)) wrong("status");
  if (!isOf(form.result, customLists.contactResults)) wrong("result");
  if (!isOf(regular, customLists.regularContactTypes)) wrong("regularContact");
  if (!form.tag.every((id) => isOf(id, customLists.tags))) wrong("tag");

  const channels = await holdChannels(
    tx,
    scope,
    [form.channel, form.secondaryChannel].filter((id) => id !== null),
  );
  if (form.channel && channels.get(form.channel)?.parentID !== null) wrong("channel");
  const secondary = form.secondaryChannel && channels.get(form.secondaryChannel);
  if (secondary && !form.channel && secondary.parentID)
    faults.push({ field: "channel", name: "CHANNEL_PRIMARY_REQUIRED" });
  else if (form.secondaryChannel && secondary?.parentID !== form.channel) wrong("secondaryChannel");

  // Someone who has left keeps the leads they have until these are handed over.
  for (const field of ["sales", "tutor"] as const) {
    const person = form[field];
    if (person && person !== kept?.[field] && !(await worksAt(tx, scope, { accountId: person, branchId, role: field })))
      wrong(field);
  }
  const photo = form.avatarFileID;
  if (photo && photo !== kept?.avatarFileID && !(await mayShow(tx, scope, photo))) wrong("avatarFileID");
  return faults;
}

/** Only a picture that the person has uploaded: any other file's address would open with the lead. */
async function mayShow(tx: Tx, scope: Scope, fileId: FileId): Promise<boolean> {
  const file = await fileById(tx, scope, fileId);
  return file !== undefined && file.created_by === scope.accountId && file.content_type.startsWith("image/");
}
