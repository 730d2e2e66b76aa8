import { type CustomList, customLists } from "@homeroom/contract/media";
import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** The lists of the lead settings; the others belong to custom fields only. */
const listsOfLeads: readonly CustomList[] = [
  customLists.tags,
  customLists.contactResults,
  customLists.leadStatuses,
  customLists.regularContactTypes,
];

/** Whether an actor can write items of this list: with the permission for custom fields or, for lists of leads, lead settings. */
export function requireMayWriteItem(actor: Actor, action: "add" | "edit" | "delete", list: CustomList): void {
  const may = can(actor, `org:field:${action}`) || (can(actor, `crm:option:${action}`) && listsOfLeads.includes(list));
  if (!may) throw new AppError("PERMISSION_DENIED");
}
