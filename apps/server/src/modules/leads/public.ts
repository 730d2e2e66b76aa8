import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import { leadReactions } from "./reactions.ts";
import { bindLeadRoutes } from "./routes.ts";

export { type LeadOfContact, leadForNewContact, type NewContact } from "./actions/lead-for-new-contact.ts";
export { gptStatus, noteCustomerMessage, noteStaffMessage, type TalkingLead } from "./actions/note-messages.ts";
export { leadAssigned, leadCreated, leadEdited } from "./events.ts";
export { countUses } from "./queries/item-uses.ts";
export { type LeadHead, leadHeads } from "./queries/lead-heads.ts";
export { leadIdsMatching } from "./queries/lead-list.ts";

/** The lead desk: its calls, and who is told when a lead changes. */
export function leadsModule(platform: Platform): ServerModule {
  return {
    name: "leads",
    routes: (bind) => bindLeadRoutes(bind, platform),
    reactions: leadReactions,
    rooms: (actor) => (can(actor, "crm:lead:query") ? scopeRooms("lead", scopeOf(actor, "crm:lead:all")) : []),
  };
}
