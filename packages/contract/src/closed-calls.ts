import type { Endpoint } from "./endpoint.ts";

/** The actions that stay allowed once the plan of an organisation has ended: read, export, and leave. */
const openActions = ["query", "all", "export", "download", "wipe", "switch"];
/** Read-only calls for people with write access: the forms, choices, progress and templates of writing. */
export const readingCalls: readonly string[] = [
  "/api_basic/Notice/targets",
  "/api_basic/Product/SyncItemList",
  "/api_basic/Product/SyncList",
  "/api_chat/Backup/GroupList",
  "/api_chat/Backup/MessageList",
  "/api_chat/Backup/Picture",
  "/api_chat/Backup/Setting",
  "/api_chat/Broadcast/EstimateCost",
  "/api_chat/Chat/BranchPlace",
  "/api_chat/Chat/ProductMessageChoices",
  "/api_chat/Chat/TemplateChoices",
  "/api_users/Member/FindSimilarLeads",
  "/api_users/Member/HandOverInfo",
  "/api_users/Member/HandOverTask",
  "/api_users/Member/ImportErrorFile",
  "/api_users/Member/ImportList",
  "/api_users/Member/ImportRows",
  "/api_users/Member/ImportTask",
  "/api_users/Member/LeadTemplete",
  "/api_users/Member/StaffTemplete",
  "/api_users/Order/OrderPrice",
  "/api_users/Order/ProductChoices",
  "/api_webhook/LandingPage/CheckUrlName",
  "/api_webhook/LandingPage/WebhookLog",
];
/** What renews a plan. */
const openArea = "bill:";

/**
 * Whether a call is closed once the plan of the caller's organisation has ended: calls that write are, calls that read,
 * export or pay are not. Derived from the permissions of the call; the few that these would classify wrongly are listed by
 * path.
 */
export function isClosedAfterExpiry({ access, path }: Pick<Endpoint, "access" | "path">): boolean {
  if (readingCalls.includes(path)) return false;
  if (access === "public" || access === "session") return false;
  return [access]
    .flat()
    .every((permission) => !permission.startsWith(openArea) && !openActions.includes(permission.split(":")[2] ?? ""));
}
